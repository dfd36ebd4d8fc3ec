"""An assumption that breaks a rule in the end, by any technique that does not suppose anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from nonairo.candidates import Masks
from nonairo.grid import Cell, Place, Symbol
from nonairo.line_solver import LineKernel
from nonairo.propagation import propagate
from nonairo.rules import Anything, Balanced, ColouredRuns, Ones, Runs
from nonairo.techniques.base import (
    Broken,
    Chain,
    Climber,
    Found,
    Position,
    Sample,
    Step,
    Technique,
    Weight,
    by_supposing,
)
from nonairo.techniques.shared.case_chains import case_chain
from nonairo.techniques.shared.case_search import LEAF
from nonairo.techniques.shared.chains import HARD_DEAD_END, LONG_DEAD_END, LONG_DEAD_END_LEVEL
from nonairo.techniques.shared.climbed_chains import on_which
from nonairo.techniques.shared.ladder_climb import Climb, nothing
from nonairo.techniques.shared.probing import SLICE, open_cells
from nonairo.techniques.shared.steps import Chains, Effect, with_fewest_spare
from nonairo.techniques.shared.supposing import asked_by, chains_of

TRIES = 4  # cells for which chains are made until those of one have no needless reason


def find(position: Position, search: Climber) -> Iterator[Found]:
    """The cell of which compiled propagation refutes all but one symbol with the least work.

    Without chains, all such cells: to find the steps of a chain takes far longer than to see that
    there is one.
    """
    refuted: list[tuple[int, Cell, tuple[Symbol, ...]]] = []
    cells = [Cell(row, k) for row, k in open_cells(position)]
    for cell, tried in zip(cells, works(position, search, cells), strict=True):
        pairs = zip(position.symbols, tried, strict=True)
        work = {symbol: needed for symbol, needed in pairs if needed is not None}
        for kept in position.symbols:
            others = tuple(symbol for symbol in position.symbols if symbol != kept)
            if work.keys() >= set(others):
                refuted.append((sum(work[symbol] for symbol in others), cell, others))
    if search.unexplained:
        for _, cell, others in refuted:
            (kept,) = set(position.symbols).difference(others)
            yield by_supposing(cell, kept, 0, tuple)
        return
    best = with_fewest_spare(islice(_with_chains(position, search, sorted(refuted)), TRIES))
    if best is not None:
        decided, chains = best
        rounds = sum(chain.rounds for chain in chains)
        yield by_supposing(*decided, rounds, lambda: chains)


def _with_chains(
    position: Position, search: Climber, refuted: Iterable[tuple[int, Cell, tuple[Symbol, ...]]]
) -> Iterator[tuple[Effect, Chains]]:
    """What is decided, and the chains, as far as there are named steps for them."""
    for _, cell, others in refuted:
        tried = [refute(position, cell, symbol, search) for symbol in others]
        chains = tuple(chain for chain in tried if chain is not None)
        if len(chains) == len(others):
            (kept,) = set(position.symbols).difference(others)
            asked = asked_by(chains, (cell, kept))
            yield (cell, kept), chains_of(position, asked, search, chains)


def works(
    position: Position, search: Climber, cells: list[Cell]
) -> Iterator[tuple[int | None, ...]]:
    """For each cell, the work to refute each symbol: all at once where the core does it."""
    core = position.core()
    if core is None:
        tools = dict(zip(position.places, position.kernels, strict=True))
        for cell in cells:
            search.poll()
            yield tuple(work_to_refute(position, tools, cell, s) for s in position.symbols)
        return
    text = position.grid().cells
    while cells:
        answers = core.work(text, cells, SLICE)
        for answer in answers:
            search.poll()
            yield answer
        cells = cells[len(answers) :]


def work_to_refute(
    position: Position, tools: dict[Place, LineKernel], cell: Cell, symbol: Symbol
) -> int | None:
    """How many lines change until an assumption breaks a rule; None if it does not."""
    trial = position.possible()
    trial.settle(cell, symbol)
    work = 0

    def count(place: Place, masks: Masks, changed: int, why: str) -> None:
        nonlocal work
        work += 1

    touched = [*position.puzzle.lines_through(cell)]
    fits = propagate(tools, position.puzzle.distinct, trial, nothing, count, touched)
    return None if fits else work


def refute(position: Position, cell: Cell, symbol: Symbol, search: Climber) -> Chain | None:
    """Climb the lower ladder from the assumption until a rule is broken; keep what is needed.

    Where whole lines do all that a climb would, they are looked at in rounds: that is faster.
    """
    if position.core() is not None and not position.puzzle.distinct:
        return case_chain(position, cell, symbol, LEAF, search)
    inner = position.copy()
    inner.settle(cell.row, cell.col, symbol)
    inner.changes = list(range(len(inner.lines)))
    climb = Climb(inner, search.inner(), poll=search.poll, whole=True)
    steps = list(climb.steps())
    broken = climb.broken()
    if broken is None:
        return None
    kept = on_which(position, search.inner(), (cell, symbol), steps, set(broken.cells))
    return Chain((cell, symbol), tuple(kept), length_of(steps, broken), broken)


def length_of(steps: list[Step], broken: Broken) -> int:
    """How many steps there are on the way, for somebody who looks at whole lines."""
    wanted = set(broken.cells)
    length = 0
    for step in reversed(steps):
        if any(cell in wanted for cell, _ in step.effects):
            wanted |= set(step.premises)
            length += 1
    return length


TECHNIQUE = Technique(
    id=LONG_DEAD_END,
    name=HARD_DEAD_END,
    level=LONG_DEAD_END_LEVEL,
    summary="Suppose a value for one cell and continue with every technique that needs no"
    " supposition, as long as it takes. If a rule breaks, the cell has the other value. The"
    " explanation uses only lines and cells that are needed.",
    price={
        Balanced: Weight(300, per_round=10),
        Runs: Weight(300, per_round=10),
        ColouredRuns: Weight(300, per_round=10),
        Ones: Weight(300, per_round=10),
        Anything: Weight(300, per_round=10),
    },
    find=find,
    samples=(
        Sample(id="binairo:010110/..0..1/..1..0/..0..1/..1..1/101..0"),
        Sample(
            id="kakurasu:10/13/10/18/13/16/15;10/12/9/12/13/22/14"
            ";.....0./......./......./.....1./......./.....1./0.0..1."
        ),
    ),
)
