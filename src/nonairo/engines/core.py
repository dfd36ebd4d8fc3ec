"""The core: native bit-parallel line propagation, then learning search; it proves uniqueness.

Binairo and nonograms have engines of their own; any other automaton, over any number of symbols,
runs from its transition table, with the same learning search. What is too large for the core goes
to `guess:propagate=lines,cell=tightest`, and the result names that engine.

Solutions come in the core's own order, the same for the same seed. Every one of them is checked
against the rules before it leaves the core.
"""

from __future__ import annotations

from nonairo import native
from nonairo.engines.base import Engine, Run, Search
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle


def search(puzzle: Puzzle, run: Run) -> Search:
    """List the solutions one by one."""
    plan = native.plan_of(puzzle)
    assert plan is not None, "the engine only gets puzzles that it supports"
    budget = run.budget
    cells: str | None
    found = plan.search(
        puzzle.givens.cells,
        budget.seconds_left(),
        budget.limits.nodes,
        run.seed & native.MASK,
        budget.limits.memory,
    )
    height, width = puzzle.height, puzzle.width
    try:
        while (cells := found.next()) is not None:
            yield Grid(height, width, cells)
    finally:
        budget.nodes, run.backtracks = found.nodes, found.backtracks
    run.counters |= found.counters()
    if found.outcome != "exhausted":
        run.proved = Grid(height, width, found.proved())
        raise budget.limits.reached(found.limit)


ENGINE = Engine(
    name="core",
    summary="native: bit-parallel line propagation, then learning search; proves uniqueness",
    search=search,
    counters=("propagations", "probes", "conflicts", "restarts", "learnt"),
    plan=native.plan_of,
)
