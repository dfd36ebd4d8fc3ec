"""Full Binairo boards drawn at random.

Up to six cells a side all boards are listed in order, and one of them is picked: each is exactly as
likely as any other. Larger boards are drawn by dives: a coin decides cell after cell in random
order, unless single lines have decided it already. That reaches every board, and favours some of
them (docs/generating.md says how much). Beyond 32 cells a side nearly every dive fails, and a
search takes over half-way.
"""

from __future__ import annotations

from functools import lru_cache

from nonairo import native
from nonairo.candidates import Candidates, masks_of, unknown_in
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.random_draws import Draws
from nonairo.grid import SYMBOLS, Cell, Grid, Place
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.line_solver import kernel
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle
from nonairo.solving import solutions, solve

LISTED_SIDE = 6  # 11,222 boards at most
DIVE_SIDE = 32
MOST_DIVES = 200  # then it is distinctness that makes them fail, and search has to find a board


@lru_cache(maxsize=32)
def every_board(height: int, width: int, rules: str) -> tuple[str, ...]:
    """All boards of a small size, in the order of their cells.

    >>> len(every_board(4, 4, "standard")), every_board(2, 2, "standard")
    (72, ('0110', '1001'))
    """
    blank = KINDS["binairo"].blank(height, width, rules)
    return tuple(sorted(grid.cells for grid in solutions(blank)))


def check_exists(blank: Puzzle) -> None:
    """Raise PuzzleError where it is known that no board obeys the rules."""
    height, width = blank.height, blank.width
    for place, number, name in (
        (Place("row", 0), height, "rows"),
        (Place("column", 0), width, "columns"),
    ):
        length = blank.length(place)
        possible = kernel(blank.rule(place), length).count(masks_of("." * length))
        if not possible:
            raise PuzzleError(f"there is no board of {height}x{width}: {name} of {length} cells"
                              " cannot be balanced without three alike")  # fmt: skip
        if blank.distinct and possible < number:
            raise PuzzleError(f"there is no board of {height}x{width}: its {number} {name} must"
                              f" differ, and only {possible} are possible")  # fmt: skip
    if max(height, width) <= LISTED_SIDE and not every_board(height, width, blank.rules):
        raise PuzzleError(f"there is no board of {height}x{width} with rules {blank.rules}")


def draw_board(blank: Puzzle, draws: Draws, limits: Budget) -> Grid:
    """A full board drawn at random; raises LimitReached when the run's limits come first."""
    limits.spend()
    height, width = blank.height, blank.width
    if max(height, width) <= LISTED_SIDE:
        boards = every_board(height, width, blank.rules)
        return Grid(height, width, boards[draws.below(len(boards))])
    seed = draws.word()
    board = native.draw(blank, seed, limits)
    if board is None:
        board = _dives(blank, Draws(seed), limits) or _searched(blank, seed, limits)
    if board is None:
        limits.poll()
        raise LimitReached(f"no board of {height}x{width} was found within the limits", "patience")
    return board


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
    """A coin decides; where that spoils a line the other symbol; where both do, None."""
    tools = kernels(blank)
    possible = Candidates.of(blank.givens)
    propagate(tools, False, possible, limits.poll)
    order = list(range(blank.height * blank.width))
    draws.shuffle(order)
    for number in order:
        cell = Cell(*divmod(number, blank.width))
        if not unknown_in(possible.rows[cell.row]) >> cell.col & 1:
            continue
        limits.poll()
        symbol = int(draws.coin())
        for choice in (symbol, 1 - symbol):
            trial = possible.copy()
            trial.settle(cell, SYMBOLS[choice])
            touched = [Place("row", cell.row), Place("column", cell.col)]
            if propagate(tools, False, trial, limits.poll, touched=touched):
                possible = trial
                break
        else:
            return None
    return possible.grid()


def _searched(blank: Puzzle, seed: int, limits: Budget) -> Grid | None:
    """A board found by search with random cells first."""
    engine = "guess:propagate=lines"
    return solve(blank, engine, limit=1, time_limit=limits.seconds_left(), seed=seed).solution
