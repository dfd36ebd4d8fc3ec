"""An assumption that breaks a rule in the end, by any technique that does not suppose anything."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import Masks
from nonairo.grid import OTHER, SYMBOLS, Cell, Place
from nonairo.propagation import propagate
from nonairo.rules import Balanced, Runs
from nonairo.techniques.base import (
    Broken,
    Chain,
    Found,
    Position,
    Sample,
    Search,
    Step,
    Technique,
    Weight,
    by_supposing,
)
from nonairo.techniques.parts.climbing import Climb, nothing
from nonairo.techniques.parts.probing import open_cells


def find(position: Position, search: Search) -> Iterator[Found]:
    """The assumption that compiled propagation refutes with the least work."""
    tools = dict(zip(position.places, position.kernels, strict=True))
    best: tuple[int, int, int, str] | None = None
    for row, k in open_cells(position):
        for symbol in SYMBOLS:
            search.poll()
            trial = position.possible()
            trial.settle(Cell(row, k), symbol)
            work = 0

            def told(place: Place, masks: Masks, changed: int, why: str) -> None:
                nonlocal work
                work += 1

            touched = [Place("row", row), Place("column", k)]
            fits = propagate(tools, position.puzzle.distinct, trial, nothing, told, touched)
            if not fits and (best is None or (work, row, k, symbol) < best):
                best = work, row, k, symbol
    if best is None:
        return
    _, row, k, symbol = best
    cell = Cell(row, k)
    chain = refute(position, cell, symbol, search)
    if chain is None:
        return
    yield by_supposing(cell, OTHER[symbol], chain.rounds, lambda: (chain,))


def refute(position: Position, cell: Cell, symbol: str, search: Search) -> Chain | None:
    """Climb the lower ladder from the assumption until a rule is broken; keep what is needed."""
    inner = position.copy()
    inner.settle(cell.row, cell.col, symbol)
    inner.changes = list(range(len(inner.lines)))
    climb = Climb(inner, search.inner(), poll=search.poll)
    steps = list(climb.steps())
    broken = climb.broken()
    if broken is None:
        return None
    kept = needed(steps, broken)
    return Chain((cell, symbol), kept, len(kept), broken)


def needed(steps: list[Step], broken: Broken) -> tuple[Step, ...]:
    """The steps on which the end of a chain rests."""
    wanted = set(broken.cells)
    kept: list[Step] = []
    for step in reversed(steps):
        if any(cell in wanted for cell, _ in step.effects):
            kept.append(step)
            wanted |= set(step.premises)
    return tuple(reversed(kept))


TECHNIQUE = Technique(
    id="long_dead_end",
    name="Long dead end",
    level=7,
    summary="Suppose a value for one cell and go on with every technique that supposes nothing,"
    " as long as it takes, until a rule breaks: the cell has the other value.",
    say="{chains} So {result}",
    price={Balanced: Weight(300, per_round=10), Runs: Weight(300, per_round=10)},
    find=find,
    samples=(Sample(id="binairo:010110/..0..1/..1..0/..0..1/..1..1/101..0"),),
)
