"""FreeNono: pictures in XML (`.nonogram`), or below a title and `width,height` (`.nono`).

Another program uses the suffix `.nono` for clues: `columns rows`, the column clues, the row clues.
A text of numbers only is read that way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from nonairo.errors import FormatError
from nonairo.formats.bare_numbers import below_sizes, numeric_lines, two_sizes
from nonairo.formats.base import (
    HEAD,
    Claim,
    Format,
    alone,
    check_sides,
    each_line,
    joined,
    lines_of,
    one_line,
)
from nonairo.formats.shared.clues import (
    cells_of,
    clue_lines,
    from_picture,
    pose,
    rows_in,
    solution_of,
)
from nonairo.formats.shared.markup import Element, claims_root, elements, escape, size_attribute
from nonairo.grid import Grid
from nonairo.plain import many
from nonairo.puzzle import Puzzle

ROOT = "FreeNono"
CELLS = {"x": "1", "X": "1", "_": "0"}
MORE = {"difficulty": "difficulty", "level": "level", "duration": "duration"}
SIZE = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")
TEXT_CELLS = {"x": "1", "X": "1", " ": "0"}


def read_xml(text: str) -> Iterator[Puzzle]:
    return map(_puzzle, elements(text, ROOT, "nonograms", "nonogram"))


def _puzzle(element: Element) -> Puzzle:
    lines = list(element.all("line"))
    rows = ["".join(line.text.split()) for line in lines]
    width, height = (size_attribute(element, name) for name in ("width", "height"))
    width = len(rows[0]) if width is None and rows else width or 0
    height = len(rows) if height is None else height
    check_sides(height, width, element.line)
    if len(rows) != height:
        raise FormatError(f"expected {many(height, 'line')}, found {len(rows)}", line=element.line)
    cells = [cells_of(row, CELLS, line.line, width) for row, line in zip(rows, lines, strict=True)]
    attributes = element.attributes
    extra: dict[str, object] = {k: attributes[k] for k in MORE if attributes.get(k)}
    if attributes.get("desc"):
        extra["description"] = attributes["desc"]
    picture = Grid(height, width, "".join(cells))
    return from_picture(picture).about(
        title=attributes.get("name") or None,
        author=attributes.get("author") or None,
        solution=picture,
        extra=extra,
    )


def _element(puzzle: Puzzle) -> str:
    picture = solution_of(puzzle, "freenono")
    extra = puzzle.extra
    fields: dict[str, object] = {"name": puzzle.title, "author": puzzle.author}
    fields |= {"desc": extra.get("description"), "difficulty": extra.get("difficulty")}
    fields |= {"height": puzzle.height, "width": puzzle.width}
    fields |= {name: extra.get(name) for name in ("level", "duration")}
    words = {name: " ".join(str(value).split()) for name, value in fields.items() if value}
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in words.items())
    rows = rows_in(picture.cells, puzzle.width, {"0": "_", "1": "x"})
    lines = [f"<line> {' '.join(row)} </line>" for row in rows]
    return "\n".join([f"<Nonogram {attributes}>", *lines, "</Nonogram>"])


write_xml = joined(
    _element, "\n", before="<FreeNono><Nonograms>\n", after="</Nonograms></FreeNono>\n"
)


def claims_nono(text: str) -> Claim | None:
    lines = lines_of(text[:HEAD])
    if (
        len(lines) > 2
        and lines[0].strip()
        and SIZE.fullmatch(lines[1])
        and not lines[2].strip(" xX")
    ):
        return Claim("a title, 'width,height', then rows of 'x' and blanks")
    return None


def read_nono(text: str) -> Iterator[Puzzle]:
    numbers = numeric_lines(text)
    if numbers is not None and two_sizes(numbers) and len(numbers) > 1:
        yield _clues(text)
        return
    lines = each_line(text)
    for at, title in lines:
        if not title.strip():
            break
        found = SIZE.fullmatch(next(lines, (at + 1, ""))[1])
        if not found:
            raise FormatError("expected 'width,height' below the title", line=at + 1)
        width, height = int(found[1]), int(found[2])
        check_sides(height, width, at + 1)
        rows = list(islice(lines, height))
        if len(rows) != height:
            last = at + 1 + len(rows)
            raise FormatError(f"expected {many(height, 'row')}, found {len(rows)}", line=last)
        cells = [cells_of(_row(row, width), TEXT_CELLS, number, width) for number, row in rows]
        picture = Grid(height, width, "".join(cells))
        yield from_picture(picture).about(title=title.strip(), solution=picture)


def _row(row: str, width: int) -> str:
    """Blanks at the end may have been cut off on the way."""
    return row.ljust(width) if len(row) < width else row[:width] + row[width:].rstrip()


def _clues(text: str) -> Puzzle:
    first, width, height, lines = below_sizes(text, "columns", "rows")
    what = f"clue lines ({width} columns, {height} rows)"
    numbers = clue_lines(lines, height + width, what)
    return pose(numbers[width:], numbers[:width], first)


def write_nono(puzzle: Puzzle) -> str:
    picture = solution_of(puzzle, "nono")
    rows = rows_in(picture.cells, puzzle.width, {"0": " ", "1": "x"})
    title = one_line(puzzle.title) or "untitled"
    return "\n".join([title, f"{puzzle.width},{puzzle.height}", *rows]) + "\n"


FREENONO = Format(
    name="freenono",
    summary="FreeNono: pictures in XML",
    kinds=("nonogram",),
    claims=claims_root(ROOT),
    read=read_xml,
    write=alone(write_xml),
    write_all=write_xml,
    needs_solution=True,
    holds=frozenset(("title", "author", "description", *MORE)),
)
NONO = Format(
    name="nono",
    summary="FreeNono's older text: pictures in x and blanks",
    kinds=("nonogram",),
    claims=claims_nono,
    read=read_nono,
    write=write_nono,
    write_all=joined(write_nono),
    needs_solution=True,
    holds=frozenset(("title",)),
)
