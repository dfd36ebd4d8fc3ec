"""Binairo puzzles: a board drawn at random, and as few of its cells as the wish allows."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.generating.boards.board_levels import at_level
from nonairo.generating.boards.digging import dig, without
from nonairo.generating.boards.full_boards import check_exists, draw_board
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import WORK, check_level, limits_of, seed_of, size_of
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.solving import is_unique

STRICT_CELLS = 64  # symmetric puzzles of which no single given can be left out: rare up to here,
STRICT_TRIES = 400  # one in a hundred or so, and hardly ever seen on larger boards


def generate_binairo(
    size: int | tuple[int, int],
    level: int | None = None,
    seed: int | None = None,
    minimal: bool = False,
    symmetric: bool = False,
    rules: str = "standard",
    *,
    budget: int | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """A Binairo with one solution; the same for the same seed, on every platform.

    Unless asked otherwise it is fair: single lines are enough to solve it. `minimal`: no given can
    be left out without a second solution (such puzzles can be very hard). `level` 1 to 7: solved
    with techniques up to the level and not with those below it; with `minimal`, no given can be
    left out without losing that. `symmetric`: the pattern of the givens looks the same upside down;
    then `minimal` is about pairs of givens (up to 8x8 mostly about single ones all the same).

    The puzzle brings its solution along, and the seed in `extra`. `budget` is how many pieces of
    work a level may take; LimitReached tells which level came nearest.

    >>> puzzle = generate_binairo(6, seed=1)
    >>> puzzle.id, puzzle.extra
    ('binairo:.....1/...0../...0.1/....1./..1.../0..0.0', {'seed': 1})
    """
    height, width = size_of(size)
    check_level(level)
    blank = KINDS["binairo"].blank(height, width, rules)
    check_exists(blank)
    seed = seed_of(seed)
    draws, limits = Draws(seed), limits_of(budget, time_limit, WORK * height * width)
    extra: dict[str, object] = {"seed": seed}
    if level is None:
        tries = STRICT_TRIES if minimal and symmetric and height * width <= STRICT_CELLS else 1
        puzzle, board = _dug(blank, draws, limits, minimal, symmetric, tries)
    else:
        puzzle, board = at_level(blank, level, draws, limits, minimal=minimal, symmetric=symmetric)
        extra["level"] = level
    return puzzle.about(solution=board, extra=extra)


def _dug(
    blank: Puzzle, draws: Draws, limits: Budget, minimal: bool, symmetric: bool, tries: int
) -> tuple[Puzzle, Grid]:
    """A puzzle and its solution: of several tries the one with the fewest givens too many."""
    best: tuple[int, Puzzle, Grid] | None = None
    for _ in range(tries):
        board = draw_board(blank, draws, limits)
        givens = dig(blank, board, draws, limits, by_lines=not minimal, symmetric=symmetric)
        puzzle = blank.with_givens(givens)
        needless = 0 if tries == 1 else sum(1 for _ in needless_givens(puzzle))
        if best is None or needless < best[0]:
            best = needless, puzzle, board
        if not needless:
            break
    assert best is not None
    return best[1:]


def needless_givens(puzzle: Puzzle) -> Iterator[int]:
    """The givens, as places row after row, each of which could be left out by itself."""
    for place, symbol in enumerate(puzzle.givens.cells):
        if symbol != UNKNOWN:
            less = puzzle.with_givens(without(puzzle.givens, (place,)))
            if is_unique(less):
                yield place
