"""The only solution of a position, from an engine: it shows what is worth refuting, and no reason.

No step rests on it. Who supposes something wants to suppose what is wrong; that it is wrong must
then be shown by a chain.
"""

from __future__ import annotations

from nonairo.engines import find_engine
from nonairo.engines.base import Run
from nonairo.grid import Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

NODES_A_SUPPOSITION = 100  # of a search: so much faster they are


def only_solution(puzzle: Puzzle, grid: Grid, limits: Budget | None = None) -> Grid | None:
    """The solution that a position leaves; None if there are none or several.

    Raises LimitReached when the time is up first, or the nodes that a budget is worth.
    """
    position = puzzle.with_givens(grid)
    _, engine, options, _ = find_engine("auto", position)
    budget = Budget()
    if limits is not None:
        most = limits.limits.nodes
        budget = limits.child(None if most is None else most * NODES_A_SUPPOSITION)
    run = Run(budget, options=options)
    found: list[Grid] = []
    for solution in engine.start(position, run):
        if solution is not None:
            found.append(solution)
        if len(found) > 1:
            return None
    return found[0] if found else None
