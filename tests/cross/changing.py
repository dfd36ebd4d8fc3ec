"""Puzzles changed so that the answer is known: turned, mirrored, symbols exchanged, givens.

Nothing here knows what a rule means: a mirrored rule is its automaton read from the other end. So
every kind is covered, and what has kernels of its own meets the tables of the same rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from nonairo import Cell, Grid, Puzzle
from nonairo.automata import Table, table_of, ways
from nonairo.puzzle import ExtraLine
from nonairo.rules import LineRule, State

Change = Callable[[Puzzle], Puzzle]
Back = Callable[[str, Puzzle], str]  # cells of the changed puzzle, and the puzzle it was made from


@lru_cache(maxsize=4096)
def table(rule: LineRule, length: int, symbols: str) -> Table:
    found = table_of(rule, length, symbols)
    assert found is not None
    return found


@dataclass(frozen=True)
class Backwards:
    """A rule for lines that are read from their other end: the states that may have led here."""

    rule: LineRule
    length: int
    symbols: str

    @property
    def start(self) -> State:
        accepts = table(self.rule, self.length, self.symbols).accepts
        return tuple(state for state, good in enumerate(accepts) if good)

    def step(self, state: State, symbol: str) -> State | None:
        after = table(self.rule, self.length, self.symbols).after
        at = self.symbols.index(symbol)
        return tuple(k for k, targets in enumerate(after) if targets[at] in state) or None

    def accepts(self, state: State) -> bool:
        return 0 in state


@dataclass(frozen=True)
class Renamed:
    """A rule for lines whose symbols stand for others."""

    rule: LineRule
    names: tuple[tuple[str, str], ...]  # what is read, and what it stands for

    @property
    def start(self) -> State:
        return self.rule.start

    def step(self, state: State, symbol: str) -> State | None:
        return self.rule.step(state, dict(self.names)[symbol])

    def accepts(self, state: State) -> bool:
        return self.rule.accepts(state)


def transposed(puzzle: Puzzle) -> Puzzle:
    return replace(
        puzzle,
        givens=puzzle.givens.transpose(),
        row_rules=puzzle.col_rules,
        col_rules=puzzle.row_rules,
        more_lines=moved(puzzle, lambda cell: Cell(cell.col, cell.row)),
    )


def moved(puzzle: Puzzle, to: Callable[[Cell], Cell]) -> tuple[ExtraLine, ...]:
    """Lines of other shapes with every cell elsewhere; they read their cells as before."""
    return tuple(
        replace(line, cells=tuple(map(to, line.cells)), at=None if line.at is None else to(line.at))
        for line in puzzle.more_lines
    )


def mirrored(puzzle: Puzzle) -> Puzzle:
    """Left and right exchanged."""
    rows = tuple(Backwards(rule, puzzle.width, puzzle.symbols) for rule in puzzle.row_rules)
    return replace(
        puzzle,
        givens=Grid.parse([row[::-1] for row in puzzle.givens.rows()], puzzle.symbols),
        row_rules=rows,
        col_rules=puzzle.col_rules[::-1],
        more_lines=moved(puzzle, lambda cell: Cell(cell.row, puzzle.width - 1 - cell.col)),
    )


def renamed(puzzle: Puzzle) -> Puzzle:
    """Each symbol becomes the next one, the last the first."""
    symbols = puzzle.symbols
    others = symbols[1:] + symbols[0]
    names = tuple(zip(others, symbols, strict=True))
    cells = puzzle.givens.cells.translate(str.maketrans(symbols, others))
    return replace(
        puzzle,
        givens=Grid(puzzle.height, puzzle.width, cells),
        row_rules=tuple(Renamed(rule, names) for rule in puzzle.row_rules),
        col_rules=tuple(Renamed(rule, names) for rule in puzzle.col_rules),
        more_lines=tuple(
            replace(line, rule=Renamed(line.rule, names)) for line in puzzle.more_lines
        ),
    )


def _transposed_back(cells: str, puzzle: Puzzle) -> str:
    return Grid(puzzle.width, puzzle.height, cells).transpose().cells


def _mirrored_back(cells: str, puzzle: Puzzle) -> str:
    rows = Grid(puzzle.height, puzzle.width, cells).rows()
    return "".join(row[::-1] for row in rows)


def _renamed_back(cells: str, puzzle: Puzzle) -> str:
    symbols = puzzle.symbols
    return cells.translate(str.maketrans(symbols[1:] + symbols[0], symbols))


CHANGES: dict[str, tuple[Change, Back]] = {
    "transposed": (transposed, _transposed_back),
    "mirrored": (mirrored, _mirrored_back),
    "renamed": (renamed, _renamed_back),
}


def with_more(puzzle: Puzzle, solution: Grid, rng: Random) -> Puzzle:
    """One more given, which is true of a solution."""
    blanks = list(puzzle.givens.unknown())
    if not blanks:
        return puzzle
    cell = rng.choice(blanks)
    return puzzle.with_givens(puzzle.givens.fill({cell: solution[cell]}))


def with_fewer(puzzle: Puzzle, rng: Random) -> Puzzle:
    """One given less."""
    known = [k for k, symbol in enumerate(puzzle.givens.cells) if symbol != "."]
    if not known:
        return puzzle
    at = rng.choice(known)
    cells = puzzle.givens.cells[:at] + "." + puzzle.givens.cells[at + 1 :]
    return puzzle.with_givens(Grid(puzzle.height, puzzle.width, cells))


def brute_force(puzzle: Puzzle, most: int) -> list[str] | None:
    """Every solution in order, cell by cell by the rules' own automata; None if it takes long.

    Shares nothing with any engine but the rules themselves.
    """
    found: list[str] = []
    work = [0]
    more = puzzle.more_lines

    def read(cells: str, line: ExtraLine) -> str:
        return "".join(cells[row * puzzle.width + col] for row, col in line.cells)

    # Of each cell the lines that end with it, wherever they are.
    ends: dict[int, list[ExtraLine]] = {}
    for line in more:
        ends.setdefault(max(row * puzzle.width + col for row, col in line.cells), []).append(line)

    def place(at: int, cells: str, rows: State, cols: tuple[State, ...]) -> Iterator[str]:
        work[0] += 1
        if work[0] > most:
            raise TimeoutError
        if at == len(puzzle.givens.cells):
            yield cells
            return
        row, col = divmod(at, puzzle.width)
        state = rows if col else puzzle.row_rules[row].start
        given = puzzle.givens.cells[at]
        for symbol in puzzle.symbols if given == "." else given:
            across = puzzle.row_rules[row].step(state, symbol)
            down = puzzle.col_rules[col].step(cols[col], symbol)
            if across is None or down is None:
                continue
            if col == puzzle.width - 1 and not puzzle.row_rules[row].accepts(across):
                continue
            if row == puzzle.height - 1 and not puzzle.col_rules[col].accepts(down):
                continue
            ended = ((line, read(cells + symbol, line)) for line in ends.get(at, ()))
            if not all(ways(line.rule, text, puzzle.symbols) for line, text in ended):
                continue
            yield from place(at + 1, cells + symbol, across, (*cols[:col], down, *cols[col + 1 :]))

    try:
        for cells in place(0, "", (), tuple(rule.start for rule in puzzle.col_rules)):
            grid = Grid(puzzle.height, puzzle.width, cells)
            if puzzle.distinct and any(len({*x}) < len(x) for x in (grid.rows(), grid.cols())):
                continue
            found.append(cells)
    except TimeoutError:
        return None
    return sorted(found)
