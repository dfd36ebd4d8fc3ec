"""janko.at blocks: `[problem]` and `[solution]`, a row of cells on each line.

The cells of a Binairo are `-`, `1` (white) and `2` (black). A nonogram is its solution, with `x`
for filled cells and `-` for empty ones: its page has no clues. Words may stand above the blocks:
`author`, `title`, `source` and, where equal lines are forbidden, `rules standard`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    Claim,
    Format,
    about_of,
    check_sides,
    full_lines,
    with_about,
)
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.clues import from_picture, grid_in, spaced_rows
from nonairo.grid import Grid
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.puzzle import Puzzle

CELLS = {"-": ".", "1": "0", "2": "1"}
PICTURE = {"-": "0", "x": "1"}  # of a nonogram
TAG = re.compile(r"\[([a-z]+)\]", re.IGNORECASE)
FIELD = re.compile(r"([a-z]+)\s*[: ]\s*(.*)")
OTHERS = ("clabels", "rlabels", "areas")  # blocks of other kinds of puzzle


def claims(text: str) -> Claim | None:
    for _, line in full_lines(text[:HEAD]):
        if line.lower() in ("[problem]", "[solution]"):
            return Claim(f"has a block {line.lower()}")
    return None


def read(text: str) -> Iterator[Puzzle]:
    fields: dict[str, str] = {}
    blocks: dict[str, list[tuple[int, str]]] = {}
    block: list[tuple[int, str]] | None = None
    for number, line in full_lines(text):
        tag = TAG.fullmatch(line)
        if tag:
            name = tag[1].lower()
            if name in OTHERS:
                expected = "expected a Binairo or a nonogram"
                raise FormatError(f"{expected}, found a block [{name}]", line=number)
            if name in blocks:
                raise FormatError(f"expected [{name}] once, found it again", line=number)
            block = blocks[name] = []
            if name == "end":
                break
        elif block is not None:
            block.append((number, line))
        elif found := FIELD.fullmatch(line):
            fields[found[1]] = found[2].strip()
    if _is_picture(blocks):
        yield with_about(
            from_picture(picture := _grid(blocks["solution"], PICTURE)), fields, picture
        )
        return
    if not blocks.get("problem"):
        raise FormatError("expected a block [problem] with rows of cells, found none", line=1)
    first = blocks["problem"][0][0]
    problem = _grid(blocks["problem"], CELLS)
    solution = _grid(blocks["solution"], CELLS) if blocks.get("solution") else None
    puzzle = pose_cells(problem.rows(), fields.get("rules", NO_DISTINCT), first)
    if solution and (solution.height, solution.width) != (problem.height, problem.width):
        raise FormatError(
            "expected a solution as large as the problem", line=blocks["solution"][0][0]
        )
    yield with_about(puzzle, fields, solution)


def _is_picture(blocks: dict[str, list[tuple[int, str]]]) -> bool:
    """Whether the solution is the picture of a nonogram, whose problem has no cells."""
    given = {*"".join(line for _, line in blocks.get("problem", ()))} - {*"- \t"}
    return not given and any("x" in line for _, line in blocks.get("solution", ()))


def _grid(block: list[tuple[int, str]], alphabet: dict[str, str]) -> Grid:
    rows = [(number, line) for number, line in block if line != "end"]
    width = len("".join(rows[0][1].split())) if rows else 0
    check_sides(len(rows), width, block[0][0])
    return grid_in(rows, alphabet, len(rows), width)


def write(puzzle: Puzzle) -> str:
    lines = [f"{name} {words}" for name, words in about_of(puzzle).items()]
    if puzzle.rules != NO_DISTINCT:
        lines.append(f"rules {puzzle.rules}")
    lines += ["[problem]", *spaced_rows(puzzle.givens, CELLS)]
    if puzzle.solution is not None:
        lines += ["[solution]", *spaced_rows(puzzle.solution, CELLS)]
    return "\n".join([*lines, "[end]"]) + "\n"


FORMAT = Format(
    name="janko",
    summary="janko.at blocks of a Binairo; those of a nonogram are read, too",
    kinds=("binairo",),
    claims=claims,
    read=read,
    write=write,
    rules=None,
    holds=frozenset(("solution", "title", "author", "source")),
)
