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
from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle


def search(puzzle: Puzzle, run: Run) -> Search:
    """List the solutions one by one."""
    plan = native.plan_of(puzzle)
    assert plan is not None, "the engine is not asked what it cannot take"
    budget = run.budget
    cells: str | None
    found = plan.search(
        puzzle.givens.cells,
        budget.seconds_left(),
        budget.node_limit,
        run.seed & native.MASK,
        budget.memory_limit,
    )
    while (cells := found.next()) is not None:
        budget.nodes, run.backtracks = found.nodes, found.backtracks
        yield Grid(puzzle.height, puzzle.width, cells)
    budget.nodes, run.backtracks = found.nodes, found.backtracks
    run.counters |= found.counters()
    if found.outcome != "exhausted":
        run.proved = Grid(puzzle.height, puzzle.width, found.proved())
        told = native.limit_text(
            found.limit, budget.time_limit, budget.node_limit, budget.memory_limit
        )
        raise LimitReached(told, found.limit or "time")


ENGINE = Engine(
    name="core",
    summary="native: bit-parallel line propagation, then learning search; proves uniqueness",
    search=search,
    counters=("propagations", "probes", "conflicts", "restarts", "learnt"),
    traces=False,
    plan=native.plan_of,
)
