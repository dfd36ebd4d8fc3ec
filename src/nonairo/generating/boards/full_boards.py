"""Full boards drawn at random.

Where there are few boards, as up to six cells a side of a Binairo, all are listed in order, and one
of them is picked: each is exactly as likely as any other. Other boards are drawn by dives: a coin
decides cell after cell in random order, unless single lines have decided it already. That reaches
every board, and favours some of them (docs/generating.md says how much). Beyond 32 cells a side
nearly every dive fails, and a search takes over half-way.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from math import prod
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.candidates import Candidates, masks_of, unknown_in
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Cell, Grid
from nonairo.limits import Budget
from nonairo.line_solver import kernel
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.rules import LineRule
from nonairo.solving import solutions, solve

if TYPE_CHECKING:
    from nonairo._core import BalancedGrid

LISTED_SIDE = 6
MOST_WAYS = 14**6  # to fill the rows of a board whose like are listed, each for itself
MOST_LISTED = 12_000  # boards; a Binairo of 6x6 has 4,140, and 11,222 where lines may be equal
DIVE_SIDE = 32
MOST_DIVES = 200  # then it is distinctness that makes them fail, and search has to find a board


def every_board(blank: Puzzle) -> tuple[str, ...] | None:
    """All boards of a small size, in the order of their cells; None if they are too many.

    >>> from nonairo.kinds import KINDS
    >>> every_board(KINDS["binairo"].blank(2, 2, "standard"))
    ('0110', '1001')
    """
    if max(blank.height, blank.width) > LISTED_SIDE or blank.more_lines:
        return None
    rows, cols = _short(blank.row_rules), _short(blank.col_rules)
    return listed(blank.height, blank.width, rows, cols, blank.distinct, blank.symbols)


@lru_cache(maxsize=32)
def listed(
    height: int,
    width: int,
    rows: tuple[LineRule, ...],
    cols: tuple[LineRule, ...],
    distinct: bool,
    symbols: str,
) -> tuple[str, ...] | None:
    """All boards whose lines obey these rules, one for each line or one for all."""
    rows, cols = rows * (height // len(rows)), cols * (width // len(cols))
    blank = Puzzle("board", Grid.blank(height, width), rows, cols, distinct, symbols=symbols)
    if prod(_ways(rule, width, symbols) for rule in rows) > MOST_WAYS:
        return None
    boards = sorted(grid.cells for grid in islice(solutions(blank), MOST_LISTED + 1))
    return None if len(boards) > MOST_LISTED else tuple(boards)


def _short(rules: tuple[LineRule, ...]) -> tuple[LineRule, ...]:
    """The rules of all lines; just one if they are all alike: quick to compare and to look up."""
    return rules[:1] if rules.count(rules[0]) == len(rules) else rules


@lru_cache(maxsize=1024)
def _ways(rule: LineRule, length: int, symbols: str) -> int:
    """How many lines there are that obey a rule."""
    return kernel(rule, length, symbols).count(masks_of(UNKNOWN * length, symbols))


def check_exists(blank: Puzzle) -> None:
    """Raise PuzzleError where it is known that no board obeys the rules."""
    size = f"{blank.height}x{blank.width}"
    for rules, length, name in (
        (blank.row_rules, blank.width, "rows"),
        (blank.col_rules, blank.height, "columns"),
    ):
        for rule in dict.fromkeys(_short(rules)):
            possible, number = _ways(rule, length, blank.symbols), rules.count(rule)
            if not possible:
                raise PuzzleError(f"there is no board of {size}: no {name.removesuffix('s')} of"
                                  f" {length} cells obeys the rules")  # fmt: skip
            if blank.distinct and possible < number:
                raise PuzzleError(f"there is no board of {size}: its {number} {name} must"
                                  f" differ, and only {possible} are possible")  # fmt: skip
    if every_board(blank) == ():
        raise PuzzleError(f"there is no board of {size} with rules {blank.rules}")


def draw_board(blank: Puzzle, draws: Draws, limits: Budget) -> Grid:
    """A full board drawn at random; raises LimitReached when the run's limits come first."""
    limits.spend()
    boards = every_board(blank)
    if boards:
        return Grid(blank.height, blank.width, boards[draws.below(len(boards))])
    seed = draws.word()
    return (
        drawn_by_core(blank, seed, limits)
        or _dives(blank, Draws(seed), limits)
        or _searched(blank, seed, limits)
    )


def balanced_plan(puzzle: Puzzle) -> BalancedGrid | None:
    """What the core keeps of the rules of a Binairo; None for other kinds and larger boards."""
    plan = native.plan_of(puzzle)
    return plan if plan is not None and isinstance(plan, native.compiled.BalancedGrid) else None


def drawn_by_core(blank: Puzzle, seed: int, limits: Budget) -> Grid | None:
    """A full board drawn by the core; None where it cannot, or where there is none."""
    plan = balanced_plan(blank)
    if plan is None:
        return None
    within = limits.limits
    drawn = plan.random(seed & native.MASK, limits.seconds_left(), within.nodes, within.memory)
    if drawn.limit is not None:
        limits.poll()
        raise LimitReached(
            f"no board of {blank.height}x{blank.width} was found within the limits", drawn.limit
        )
    return None if drawn.cells is None else Grid(blank.height, blank.width, drawn.cells)


def _dives(blank: Puzzle, draws: Draws, limits: Budget) -> Grid | None:
    """The first dive that ends in a board which obeys all rules, distinctness included."""
    if max(blank.height, blank.width) > DIVE_SIDE:
        return None
    for _ in range(MOST_DIVES):
        board = _dive(blank, draws, limits)
        if board is not None and not check(blank, board):
            return board
    return None


def _dive(blank: Puzzle, draws: Draws, limits: Budget) -> Grid | None:
    """A coin decides; where that spoils a line another symbol; where all do, None."""
    tools = kernels(blank)
    possible = Candidates.in_puzzle(blank)
    propagate(tools, False, possible, limits.poll)
    order = list(range(blank.height * blank.width))
    draws.shuffle(order)
    for number in order:
        cell = Cell(*divmod(number, blank.width))
        if not unknown_in(possible.rows[cell.row]) >> cell.col & 1:
            continue
        limits.poll()
        for symbol in _tossed(blank.symbols, draws):
            trial = possible.copy()
            trial.settle(cell, symbol)
            touched = [*blank.lines_through(cell)]
            if propagate(tools, False, trial, limits.poll, touched=touched):
                possible = trial
                break
        else:
            return None
    return possible.grid()


def _tossed(symbols: str, draws: Draws) -> str:
    """The symbols in random order: a coin for two of them, as the core tosses it."""
    if len(symbols) == 2:
        return symbols[::-1] if draws.coin() else symbols
    order = list(symbols)
    draws.shuffle(order)
    return "".join(order)


def _searched(blank: Puzzle, seed: int, limits: Budget) -> Grid:
    """A board found by search with random cells first."""
    engine = "guess:propagate=lines"
    found = solve(blank, engine, limit=1, limits=limits.left(), seed=seed)
    size = f"{blank.height}x{blank.width}"
    if found.status is Status.NONE:
        raise PuzzleError(f"there is no board of {size} with rules {blank.rules}")
    if found.solution is None:
        limits.poll()
        raise LimitReached(f"no board of {size} was found within the limits", "patience")
    return found.solution
