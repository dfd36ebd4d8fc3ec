"""Binairo puzzles: a board drawn at random, and as few of its cells as the wish allows."""

from __future__ import annotations

from nonairo.generating.boards import check_exists, draw
from nonairo.generating.digging import dig
from nonairo.generating.levels import at_level
from nonairo.generating.lots import Lots
from nonairo.generating.request import check_level, run_of, seed_of, size_of
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle


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
    then `minimal` is about pairs of givens.

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
    lots, run = Lots(seed), run_of(budget, time_limit, height, width)
    extra: dict[str, object] = {"seed": seed}
    if level is None:
        board = draw(blank, lots, run)
        givens = dig(blank, board, lots, run, by_lines=not minimal, symmetric=symmetric)
        puzzle = blank.with_givens(givens)
    else:
        puzzle, board = at_level(blank, level, lots, run, minimal=minimal, symmetric=symmetric)
        extra["level"] = level
    return puzzle.about(solution=board, extra=extra)
