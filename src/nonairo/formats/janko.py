"""janko.at blocks of a Binairo: `[problem]` and `[solution]` with `-`, `1` white, `2` black.

Words may stand above the blocks: `author`, `title`, `source` and, where equal lines are forbidden,
`rules standard`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Format, about_of, check_sides, claims_line, full_lines, with_about
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.clues import grid_in, spaced_rows
from nonairo.grid import Grid
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.puzzle import Puzzle

CELLS = {"-": ".", "1": "0", "2": "1"}
TAG = re.compile(r"\[([a-z]+)\]", re.IGNORECASE)
FIELD = re.compile(r"([a-z]+)\s*[: ]\s*(.*)")
OTHERS = ("clabels", "rlabels", "areas")  # blocks of other kinds of puzzle


def read(text: str) -> Iterator[Puzzle]:
    fields: dict[str, str] = {}
    blocks: dict[str, list[tuple[int, str]]] = {}
    block: list[tuple[int, str]] | None = None
    for number, line in full_lines(text):
        tag = TAG.fullmatch(line)
        if tag:
            name = tag[1].lower()
            if name in OTHERS:
                raise FormatError(f"expected a Binairo, found a block [{name}]", line=number)
            if name in blocks:
                raise FormatError(f"expected [{name}] once, found it again", line=number)
            block = blocks[name] = []
            if name == "end":
                break
        elif block is not None:
            block.append((number, line))
        elif found := FIELD.fullmatch(line):
            fields[found[1]] = found[2].strip()
    if not blocks.get("problem"):
        raise FormatError("expected a block [problem] with rows of cells, found none", line=1)
    first = blocks["problem"][0][0]
    problem = _grid(blocks["problem"])
    solution = _grid(blocks["solution"]) if blocks.get("solution") else None
    puzzle = pose_cells(problem.rows(), fields.get("rules", NO_DISTINCT), first)
    if solution and (solution.height, solution.width) != (problem.height, problem.width):
        raise FormatError(
            "expected a solution as large as the problem", line=blocks["solution"][0][0]
        )
    yield with_about(puzzle, fields, solution)


def _grid(block: list[tuple[int, str]]) -> Grid:
    rows = [(number, line) for number, line in block if line != "end"]
    width = len("".join(rows[0][1].split())) if rows else 0
    check_sides(len(rows), width, block[0][0])
    return grid_in(rows, CELLS, len(rows), width)


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
    summary="janko.at blocks of a Binairo",
    kinds=("binairo",),
    claims=claims_line("[problem]", "has a block [problem]"),
    read=read,
    write=write,
    rules=None,
    holds=frozenset(("solution", "title", "author", "source")),
)
