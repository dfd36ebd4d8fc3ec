"""`nnv`: a picture between `b-` and `eb-`, clues between `h-` and `eh-`.

The first line of clues is for the columns, the second for the rows; lines of the puzzle are
separated by `:`, numbers by `-`.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Format,
    check_sides,
    first_line,
    full_lines,
    lines_of,
    whole_number,
)
from nonairo.formats.shared.clues import (
    Numbers,
    both_sides,
    check_picture,
    from_picture,
    grid_in,
    pose,
    rows_in,
    written,
)
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

CELLS = {"x": "1", "X": "1", "_": "0"}


def claims(text: str) -> Claim | None:
    return Claim("starts with 'b-' or 'h-'") if first_line(text) in ("b-", "h-") else None


def read(text: str) -> Iterator[Puzzle]:
    blocks: dict[str, list[tuple[int, str]]] = {}
    inside = ""
    for number, line in full_lines(text):
        if not inside and line in ("b-", "h-") and line not in blocks:
            inside = line
            blocks[inside] = []
        elif inside and line == f"e{inside}":
            inside = ""
        elif inside:
            blocks[inside].append((number, line))
        else:
            raise FormatError("expected b- or h-, found something else", line=number)
    last = len(lines_of(text))
    if inside:
        raise FormatError(f"expected e{inside} after {inside}, found the end", line=last)
    picture = _picture(blocks.get("b-", []))
    if "h-" not in blocks and picture:
        yield from_picture(picture)
        return
    clues = blocks.get("h-", [])
    if len(clues) != 2:
        expected = "a line of column clues and one of row clues"
        raise FormatError(f"expected {expected}, found {len(clues)} lines", line=last)
    cols, rows = (_side(line, number) for number, line in clues)
    puzzle = pose(rows, cols, clues[0][0])
    if picture:
        top = blocks["b-"][0][0]
        if (picture.height, picture.width) != (puzzle.height, puzzle.width):
            raise FormatError("expected a picture as large as the clues say", line=top)
        check_picture(puzzle, picture, top)
    yield puzzle.about(solution=picture)


def _picture(rows: list[tuple[int, str]]) -> Grid | None:
    if not rows:
        return None
    width = len("".join(rows[0][1].split()))
    check_sides(len(rows), width, rows[0][0])
    return grid_in(rows, CELLS, len(rows), width)


def _side(text: str, line: int) -> list[Numbers]:
    side = []
    for clue in text.removesuffix(":").split(":"):
        words = [word.strip() for word in clue.split("-") if word.strip()]
        side.append((line, [whole_number(word, line) for word in words]))
    return side


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    lines = []
    if puzzle.solution is not None and puzzle.solution.full:
        picture = rows_in(puzzle.solution.cells, puzzle.width, {"0": "_", "1": "x"})
        lines += ["b-", *picture, "eb-"]
    lines += ["h-", ":".join(written(cols, "-")), ":".join(written(rows, "-")), "eh-"]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="nnv",
    summary="a picture and clues between b- and eh-",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    holds=frozenset(("solution",)),
)
