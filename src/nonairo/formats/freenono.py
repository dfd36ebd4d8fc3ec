"""FreeNono's `.nonogram`: XML with the finished picture; the clues follow from it."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Format, alone, check_sides, joined
from nonairo.formats.shared.clues import cells_of, from_picture, rows_in, solution_of
from nonairo.formats.shared.markup import Element, claims_root, elements, escape, size_attribute
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

ROOT = "FreeNono"
CELLS = {"x": "1", "X": "1", "_": "0"}
MORE = {"difficulty": "difficulty", "level": "level", "duration": "duration"}


def read(text: str) -> Iterator[Puzzle]:
    return map(_puzzle, elements(text, ROOT, "nonograms", "nonogram"))


def _puzzle(element: Element) -> Puzzle:
    lines = list(element.all("line"))
    rows = ["".join(line.text.split()) for line in lines]
    width, height = (size_attribute(element, name) for name in ("width", "height"))
    width = len(rows[0]) if width is None and rows else width or 0
    height = len(rows) if height is None else height
    check_sides(height, width, element.line)
    if len(rows) != height:
        raise FormatError(f"expected {height} lines, found {len(rows)}", line=element.line)
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


def _written(puzzle: Puzzle) -> str:
    picture = solution_of(puzzle, "freenono")
    extra = puzzle.extra
    fields: dict[str, object] = {"name": puzzle.title, "author": puzzle.author}
    fields |= {"desc": extra.get("description"), "difficulty": extra.get("difficulty")}
    fields |= {"height": puzzle.height, "width": puzzle.width}
    fields |= {name: extra.get(name) for name in ("level", "duration")}
    attributes = " ".join(f'{k}="{_attribute(v)}"' for k, v in fields.items() if v)
    rows = rows_in(picture.cells, puzzle.width, {"0": "_", "1": "x"})
    lines = [f"<line> {' '.join(row)} </line>" for row in rows]
    return "\n".join([f"<Nonogram {attributes}>", *lines, "</Nonogram>"])


def _attribute(value: object) -> str:
    return escape(" ".join(str(value).split()))


write_all = joined(
    _written, "\n", before="<FreeNono><Nonograms>\n", after="</Nonograms></FreeNono>\n"
)

FORMAT = Format(
    name="freenono",
    summary="FreeNono: pictures in XML",
    kinds=("nonogram",),
    claims=claims_root(ROOT),
    read=read,
    write=alone(write_all),
    write_all=write_all,
    needs_solution=True,
    holds=frozenset(("title", "author", "description", *MORE)),
)
