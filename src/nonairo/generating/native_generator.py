"""What the compiled core does for generators: draw and dig boards, solve pictures by lines.

Each function returns None where the core cannot do it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo._core import BalancedGrid


def _balanced(puzzle: Puzzle) -> BalancedGrid | None:
    plan = native.plan_of(puzzle)
    return plan if plan is not None and isinstance(plan, native.compiled.BalancedGrid) else None


def draw(blank: Puzzle, seed: int, budget: Budget) -> Grid | None:
    """Return a full board drawn at random; None also if there is none."""
    plan = _balanced(blank)
    if plan is None:
        return None
    drawn = plan.random(
        seed & native.MASK, budget.seconds_left(), budget.limits.nodes, budget.limits.memory
    )
    if drawn.limit is not None:
        budget.poll()
        raise LimitReached(
            f"no board of {blank.height}x{blank.width} was found within the limits", drawn.limit
        )
    return None if drawn.cells is None else Grid(blank.height, blank.width, drawn.cells)


def dig(
    blank: Puzzle,
    board: Grid,
    seed: int,
    budget: Budget,
    *,
    by_lines: bool,
    symmetric: bool,
    nodes: int | None = None,
) -> Grid | None:
    """Return givens that leave a board as the only solution."""
    plan = _balanced(blank)
    if plan is None:
        return None
    seconds = budget.seconds_left()
    dug = plan.dig(
        board.cells, seed & native.MASK, by_lines, symmetric, seconds, nodes, budget.limits.memory
    )
    if not dug.finished:
        budget.poll()
        size = f"{blank.height}x{blank.width}"
        raise LimitReached(
            f"no minimal puzzle of {size} was found within {nodes or 0:,} nodes", "patience"
        )
    return Grid(blank.height, blank.width, dug.cells)


def decided(picture: Grid, budget: Budget) -> Grid | None:
    """Return what single lines decide from the clues of a nonogram's picture."""
    if native.compiled is None or max(picture.height, picture.width) > native.LARGEST:
        return None
    size = picture.height, picture.width
    known = native.compiled.decided(*size, picture.cells, budget.seconds_left())
    if known is None:
        budget.poll()
        raise LimitReached("the core stopped early", "time")
    return Grid(*size, known)


def flips(picture: Grid, cells: Sequence[int], budget: Budget) -> list[int] | None:
    """Return for each cell of a nonogram's picture how many cells lines leave open if it flips."""
    if native.compiled is None or max(picture.height, picture.width) > native.LARGEST:
        return None
    seconds = budget.seconds_left()
    left = native.compiled.flips(picture.height, picture.width, picture.cells, cells, seconds)
    if len(left) < len(cells):
        budget.poll()
        raise LimitReached("the core stopped early", "time")
    return left
