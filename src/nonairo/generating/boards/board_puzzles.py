"""Puzzles made from a full board: draw a random board, then remove givens."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import ArgumentError
from nonairo.generating.boards.board_levels import at_level
from nonairo.generating.boards.digging import (
    dig,
    given_enough,
    share_of,
    with_share,
    without,
    without_needless,
)
from nonairo.generating.boards.few_givens import (
    checked_number,
    with_fewest,
    with_number,
)
from nonairo.generating.boards.full_boards import check_exists, draw_board
from nonairo.generating.boards.symmetries import NONE, symmetry_of
from nonairo.generating.levels_made import check_size_has
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import (
    WORK,
    check_kind_has,
    limits_of,
    prove_answer,
    seed_of,
    size_of,
)
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds.base import Kind
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.solving import is_unique
from nonairo.techniques.shared.levels import checked_level

STRICT_CELLS = 64  # symmetric puzzles of which no single given can be left out: rare up to here,
STRICT_TRIES = 400  # one in a hundred or so, and hardly ever seen on larger boards


def board_puzzle(
    kind: Kind,
    size: object,
    level: int | None = None,
    seed: int | None = None,
    *,
    rules: str = "standard",
    budget: int | None = None,
    time_limit: float | None = None,
    minimal: bool = False,
    symmetric: bool = False,
    symmetry: str | None = None,
    givens: int | None = None,
    fewest: bool = False,
    signs: float | None = None,
) -> Puzzle:
    """Return a puzzle with one solution, whose question is some cells of a full board.

    With `signs` some of its question is between cells: such a share of all neighbours has a sign
    before those that are not needed are taken out. `givens` is their number; `fewest` searches
    for as few as possible.
    """
    height, width = size_of(size)
    level = checked_level(level)
    blank = kind.blank(height, width, rules)
    seed, share = seed_of(seed), share_of(kind, signs)
    symmetry = symmetry_of(symmetry, symmetric, height, width)
    number = None if givens is None else checked_number(givens, blank, symmetry)
    if fewest or number is not None:
        _check_alone(number, fewest, level, share)
    if kind.varied is not None:
        blank = kind.varied(blank, Draws(seed).below)
    check_kind_has(level, blank)
    check_exists(blank)
    check_size_has(level, blank, budget, signs=share > 0)
    draws, limits = Draws(seed), limits_of(budget, time_limit, WORK * height * width)
    extra: dict[str, object] = {"seed": seed}
    if number is not None:
        puzzle, board = with_number(blank, number, draws, limits, symmetry, minimal)
    elif fewest:
        puzzle, board = with_fewest(blank, draws, limits, symmetry)
    elif level is None and share:
        puzzle, board = _marked(blank, share, draws, limits, minimal, symmetry)
    elif level is None:
        strict = minimal and symmetry != NONE
        tries = STRICT_TRIES if strict and height * width <= STRICT_CELLS else 1
        puzzle, board = _dug(blank, draws, limits, minimal, symmetry, tries)
    else:

        def drawing(draws: Draws, limits: Budget) -> tuple[Puzzle, Grid]:
            board = draw_board(blank, draws, limits)
            return with_share(blank, board, share, draws) if share else blank, board

        puzzle, board = at_level(drawing, level, draws, limits, minimal=minimal, symmetry=symmetry)
        extra["level"] = level
    if share:
        extra["signs_share"] = share
    prove_answer(puzzle, board, limits)
    return puzzle.about(solution=board, extra=extra)


def _check_alone(number: int | None, fewest: bool, level: int | None, share: float) -> None:
    """Raise ArgumentError if a number of givens comes with an option that also decides it."""
    others = {"givens": fewest and number is not None, "a level": level is not None}
    for other, wanted in (others | {"signs": share > 0}).items():
        if wanted:
            name = "fewest" if fewest else "givens"
            raise ArgumentError(name, f" cannot be combined with {other}")


def _dug(
    blank: Puzzle, draws: Draws, limits: Budget, minimal: bool, symmetry: str, tries: int
) -> tuple[Puzzle, Grid]:
    """Return a puzzle and its solution: of several tries the one with the fewest extra givens."""
    best: tuple[int, Puzzle, Grid] | None = None
    for _ in range(tries):
        board = draw_board(blank, draws, limits)
        givens = dig(blank, board, draws, limits, by_lines=not minimal, symmetry=symmetry)
        puzzle = blank.with_givens(givens)
        extra = 0 if tries == 1 else sum(1 for _ in extra_givens(puzzle))
        if best is None or extra < best[0]:
            best = extra, puzzle, board
        if not extra:
            break
    assert best is not None
    return best[1:]


def _marked(
    blank: Puzzle, share: float, draws: Draws, limits: Budget, minimal: bool, symmetry: str
) -> tuple[Puzzle, Grid]:
    """Return a puzzle with signs, and its solution."""
    board = draw_board(blank, draws, limits)
    puzzle = with_share(blank, board, share, draws)
    puzzle = given_enough(puzzle, board, draws, limits, symmetry)

    def keeps(less: Puzzle) -> bool:
        limits.poll()
        return is_unique(less) if minimal else decided_by_lines(less, limits).full

    return without_needless(puzzle, draws, symmetry, keeps), board


def extra_givens(puzzle: Puzzle) -> Iterator[int]:
    """Yield the givens, as places row after row, each of which could be left out by itself."""
    for place, symbol in enumerate(puzzle.givens.cells):
        if symbol != UNKNOWN:
            less = puzzle.with_givens(without(puzzle.givens, (place,)))
            if is_unique(less):
                yield place
