"""pzpr files: `pzprv3`, `nonogram`, rows, columns, then a table of clues and cells.

The clues stand flush against the grid, so every number is where a person sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    MOST_LINES,
    Claim,
    Format,
    check_sides,
    first_line,
    full_lines,
    printable,
    whole_number,
)
from nonairo.formats.shared.clues import Numbers, both_sides, gives_clues, pose, rows_in, state_of
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

MARK = "pzprv3"
CELLS = {"#": "1", "+": "0", ".": "."}


def claims(text: str) -> Claim | None:
    start = first_line(text)
    if start.rpartition("?")[2].startswith(MARK) and len(start) < 100_000:
        return Claim(f"starts with '{MARK}'")
    return None


def read(text: str) -> Iterator[Puzzle]:
    lines = list(full_lines(text))
    if len(lines) == 1:  # an address: its line ends are slashes
        tail = lines[0][1].rpartition("?")[2]
        parts = tail.split("/", MOST_LINES)
        lines = [(1, part.strip()) for part in parts if part.strip()]
    if len(lines) < 4 or not lines[0][1].startswith(MARK):
        raise FormatError(f"expected {MARK}, nonogram, rows and columns on four lines", line=1)
    if lines[1][1] != "nonogram":
        found = printable(lines[1][1])
        raise FormatError(f"expected the puzzle type nonogram, found {found}", line=lines[1][0])
    height, width = (whole_number(line, number, "a size") for number, line in lines[2:4])
    check_sides(height, width, lines[2][0])
    above, left = -(-height // 2), -(-width // 2)
    table = lines[4 : 4 + above + height]
    if len(table) != above + height:
        found = f"expected {above + height} lines of clues and cells, found {len(table)}"
        raise FormatError(found, line=lines[-1][0])
    words = [(number, line.split()) for number, line in table]
    for number, row in words:
        if len(row) != left + width:
            raise FormatError(f"expected {left + width} words, found {len(row)}", line=number)
    cols: list[Numbers] = [
        (words[0][0], [_clue(row[left + k], number) for number, row in words[:above]])
        for k in range(width)
    ]
    rows: list[Numbers] = [
        (number, [_clue(word, number) for word in row[:left]]) for number, row in words[above:]
    ]
    rows, cols = ([(line, [n for n in clue if n]) for line, clue in side] for side in (rows, cols))
    puzzle = pose(rows, cols, lines[2][0])
    grid = Grid(height, width, "".join(_cell(w, n) for n, row in words[above:] for w in row[left:]))
    if gives_clues(puzzle, Grid(height, width, grid.cells.replace(".", "0"))):
        yield puzzle.about(solution=Grid(height, width, grid.cells.replace(".", "0")))
    elif grid.cells.strip("."):
        yield puzzle.about(extra={"state": grid.cells})
    else:
        yield puzzle


def _clue(word: str, line: int) -> int:
    return 0 if word == "." else whole_number(word.removeprefix("c"), line, "a clue or '.'")


def _cell(word: str, line: int) -> str:
    if word not in CELLS:
        raise FormatError(f"expected '#', '+' or '.', found {printable(word)}", line=line)
    return CELLS[word]


def write(puzzle: Puzzle) -> str:
    above, left = -(-puzzle.height // 2), -(-puzzle.width // 2)
    rows, cols = both_sides(puzzle)
    padded = [[0] * (above - len(clue)) + list(clue) for clue in cols]
    cells = state_of(puzzle) or "." * (puzzle.height * puzzle.width)
    if puzzle.solution is not None:
        cells = puzzle.solution.cells
    pictured = rows_in(cells, puzzle.width, {"1": "#", "0": "+"})
    lines = [[0] * left + [clue[k] for clue in padded] for k in range(above)]
    table = ["".join(f"{number or '.'} " for number in line) for line in lines]
    for clue, symbols in zip(rows, pictured, strict=True):
        numbers = [0] * (left - len(clue)) + list(clue)
        table.append("".join(f"{number or '.'} " for number in numbers)
                     + "".join(f"{symbol} " for symbol in symbols))  # fmt: skip
    head = [MARK, "nonogram", str(puzzle.height), str(puzzle.width)]
    return "\n".join([*head, *table]) + "\n"


FORMAT = Format(
    name="pzpr",
    summary="pzpr files: clues and cells in one table",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    holds=frozenset(("solution", "state")),
)
