"""How far single lines lead, and in how many sweeps: the published measure of nonograms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from nonairo import native
from nonairo.candidates import Candidates
from nonairo.grid import UNKNOWN
from nonairo.line_solver import LineKernel
from nonairo.propagation import by_lines, fill_in, kernels, look_at
from nonairo.puzzle import Puzzle

# Sweeps that published puzzles need, by the larger side: the median, and the 75 % value.
USUAL_SWEEPS = ((10, 6, 8), (15, 7, 10), (20, 12, 16), (25, 14, 21), (40, 14, 20))


@dataclass(frozen=True, slots=True)
class Sweeps:
    """How far complete solving of single lines goes, and in how many alternating sweeps."""

    simple: bool  # solved by single lines alone
    count: int | None  # all rows, all columns, ...: the smaller count of both beginnings
    left: float  # the share of cells that single lines leave open


def sweep(puzzle: Puzzle) -> Sweeps:
    """Solve all rows, then all columns, and so on, each line completely.

    The measure of Batenburg, Henstra, Kosters and Palenstijn ("Constructing simple nonograms of
    varying difficulty", 2009): the smaller number of sweeps when starting with rows or columns.

    >>> from nonairo.kinds import from_id
    >>> sweep(from_id("nonogram:1,1/5/5/3/1;2/4/4/4/2"))
    Sweeps(simple=True, count=4, left=0.0)
    """
    core = native.prober(puzzle)
    if core is not None:
        counts = [core.sweep(puzzle.givens.cells, rows_first) for rows_first in (True, False)]
    else:
        tools = list(kernels(puzzle).values())
        rows = (1 << puzzle.height) - 1
        cols = (1 << len(tools)) - 1 & ~rows
        turns = cycle((rows, cols)), cycle((cols, rows))
        counts = [_sweep(puzzle, tools, turn) for turn in turns]
    left = counts[0][1] / (puzzle.height * puzzle.width)
    simple = left == 0
    return Sweeps(simple, min(number for number, _ in counts) if simple else None, round(left, 3))


def level_by_sweeps(puzzle: Puzzle, level: int, sweeps: Sweeps | None) -> int:
    """Return the level of a puzzle whose hardest step has `level`: many sweeps count as well."""
    if sweeps is None or sweeps.count is None or not sweeps_count(level):
        return level
    return level_of_sweeps(max(puzzle.height, puzzle.width), level, sweeps.count)


def sweeps_count(level: int) -> bool:
    """Whether the number of sweeps matters where the hardest step has this level."""
    return 2 <= level <= 3


def level_of_sweeps(side: int, level: int, count: int) -> int:
    """Return the level of a puzzle with so many sweeps, where the number matters."""
    _, median, many = next((row for row in USUAL_SWEEPS if side <= row[0]), USUAL_SWEEPS[-1])
    if level == 2 and count <= median:
        return 2
    return 3 if count <= many else 4


def not_simple(puzzle: Puzzle) -> Sweeps:
    """The same of a puzzle with several solutions, faster: it is known that lines do not solve it.

    >>> from nonairo.kinds import from_id
    >>> not_simple(from_id("nonogram:1/1;1/1"))
    Sweeps(simple=False, count=None, left=1.0)
    """
    plan = native.plan_of(puzzle)
    if plan is None:
        return sweep(puzzle)
    left = (native.narrowed(plan, puzzle.givens.cells) or "").count(UNKNOWN)
    return Sweeps(False, None, round(left / (puzzle.height * puzzle.width), 3))


def _sweep(puzzle: Puzzle, tools: Sequence[LineKernel], turns: Iterator[int]) -> tuple[int, int]:
    """The number of sweeps until nothing changes, and the cells left open."""
    possible = Candidates.in_puzzle(puzzle)
    number = idle = 0
    while possible.unknown_count() and idle < 2:
        number += 1
        news, spoilt = look_at(next(turns), possible, tools, by_lines)
        idle = 0 if fill_in(possible, news) else idle + 1
        if spoilt is not None:
            break
    return number, possible.unknown_count()
