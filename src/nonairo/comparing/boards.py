"""Boards to measure on: always the same for a seed."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.examples import EXAMPLES
from nonairo.generating.any_kind import generate_binairo
from nonairo.generating.boards.full_boards import draw_board
from nonairo.generating.pictures.drawing import draw_picture
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.solving import solve

# The 14x14 figure of the published cell walker, and the third data file of the row backtracker.
FIGURE, FILE = EXAMPLES["walk-14x14"].id, EXAMPLES["rows-test3"].id


def random_board(side: int, blanks: int, seed: int, *, unique: bool = False) -> Puzzle:
    """A random Binairo with so many blanks, not necessarily with one solution.

    With more blanks the same seed gives the same board, less some givens. `unique`: it begins with
    givens none of which can be spared, and gets more by chance; it may have fewer blanks then.
    """
    empty = KINDS["binairo"].blank(side, side, "standard")
    draws = Draws(seed)
    needed: set[int] = set()
    if unique:
        dug = generate_binairo(side, seed=seed, minimal=True)
        answer = solve(dug, limit=1).solutions[0]
        needed = {k for k, symbol in enumerate(dug.givens.cells) if symbol != UNKNOWN}
    else:
        answer = draw_board(empty, draws, Budget())
    more = [k for k in range(side * side) if k not in needed]
    draws.shuffle(more)
    given = needed | set(more[: max(0, side * side - blanks - len(needed))])
    cells = "".join(answer.cells[k] if k in given else UNKNOWN for k in range(side * side))
    return empty.with_givens(Grid(side, side, cells))


def random_nonograms(side: int, number: int, seed: int) -> Iterator[Puzzle]:
    """Random blots, with however many solutions their clues have."""
    for k in range(number):
        picture = draw_picture(side, side, 0.5, roughness=2, draws=Draws(seed + k))
        yield KINDS["nonogram"].pose(picture, "standard")
