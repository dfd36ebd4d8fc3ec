"""`.gno` (Gnonograms): sections in brackets, of which only the first three letters count."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Format,
    check_sides,
    claims_line,
    lines_of,
    one_line,
    where_wrong,
    whole_number,
    whole_numbers,
)
from nonairo.formats.shared.clues import (
    both_sides,
    check_picture,
    from_picture,
    grid_in,
    pose,
    spaced_rows,
    state_of,
    written,
)
from nonairo.grid import Grid
from nonairo.plain import many
from nonairo.puzzle import Puzzle

SECTION = re.compile(r"\[([A-Za-z][^\]]*)\]")
DESCRIPTION = ("title", "author", "date", "difficulty")
CELLS = {"0": ".", "1": "0", "2": "1"}


def read(text: str) -> Iterator[Puzzle]:
    sections: dict[str, list[tuple[int, str]]] = {}
    body: list[tuple[int, str]] | None = None
    for number, line in enumerate(lines_of(text), 1):
        found = SECTION.fullmatch(line.strip())
        if found:
            body = sections.setdefault(found[1][:3].lower(), [])
        elif body is not None:
            body.append((number, line.strip()))
    described = [line for _, line in sections.get("des", [])]
    full = {name: [pair for pair in body if pair[1]] for name, body in sections.items()}
    size = full.get("dim", [])
    if len(size) < 2:
        raise FormatError("expected [Dimensions] with rows and columns on two lines", line=1)
    height, width = (whole_number(line, number) for number, line in size[:2])
    check_sides(height, width, size[0][0])
    solution = _grid(full.get("sol", []), height, width)
    puzzle = _clues(full, height, width, size[0][0], solution)
    if solution:
        if not solution.full:
            raise FormatError("expected a finished solution", line=full["sol"][0][0])
        check_picture(puzzle, solution, full["sol"][0][0])
    extra: dict[str, object] = {}
    fields = dict(zip(DESCRIPTION, described, strict=False))
    extra |= {name: fields[name] for name in ("date", "difficulty") if fields.get(name)}
    if full.get("lic"):
        extra["licence"] = full["lic"][0][1]
    working = _grid(full.get("wor", []), height, width)
    if working and working.cells.strip("."):
        extra["state"] = working.cells
    title = _unescaped(fields.get("title", "")) or None
    author = fields.get("author") or None
    yield puzzle.about(title=title, author=author, solution=solution, extra=extra)


def _clues(
    full: dict[str, list[tuple[int, str]]], height: int, width: int, line: int, picture: Grid | None
) -> Puzzle:
    if not full.get("row") and not full.get("col") and picture and picture.full:
        return from_picture(picture)
    sides = []
    for section, name, wanted in (("row", "Row clues", height), ("col", "Column clues", width)):
        body = full.get(section, [])
        if len(body) != wanted:
            at = where_wrong(body, wanted, line)
            raise FormatError(
                f"[{name}]: expected {many(wanted, 'line')}, found {len(body)}", line=at
            )
        sides.append([(number, whole_numbers(text, number)) for number, text in body])
    return pose(sides[0], sides[1], line)


def _grid(body: list[tuple[int, str]], height: int, width: int) -> Grid | None:
    if not body:
        return None
    if len(body) != height:
        at = where_wrong(body, height)
        raise FormatError(f"expected {many(height, 'row')} of cells, found {len(body)}", line=at)
    return grid_in(body, CELLS, height, width)


def _unescaped(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    title = one_line(puzzle.title).replace("%", "%25").replace("[", "%5B")
    more = (puzzle.extra.get(name) for name in ("date", "difficulty", "licence"))
    author, date, difficulty, licence = (_plain(value) for value in (puzzle.author, *more))
    lines = ["[Description]", title, author, date, difficulty]
    if licence:
        lines += ["[License]", licence]
    lines += ["[Dimensions]", str(puzzle.height), str(puzzle.width)]
    lines += ["[Row clues]", *written(rows, ", "), "[Column clues]", *written(cols, ", ")]
    if puzzle.solution is not None and puzzle.solution.full:
        lines += ["[Solution grid]", *spaced_rows(puzzle.solution, CELLS)]
    state = state_of(puzzle)
    if state:
        lines += ["[Working grid]", *spaced_rows(Grid(puzzle.height, puzzle.width, state), CELLS)]
    return "\n".join(lines) + "\n"


def _plain(value: object) -> str:
    """A line of text that is not mistaken for the head of a section."""
    return one_line(str(value or "")).lstrip("[")


FORMAT = Format(
    name="gno",
    summary="Gnonograms: clues and grids in sections",
    kinds=("nonogram",),
    claims=claims_line("[dim", "has a section [Dimensions]"),
    read=read,
    write=write,
    holds=frozenset(("solution", "title", "author", "date", "difficulty", "licence", "state")),
)
