"""Tell cases: a plan to refute a supposition becomes a chain of named steps, and chains inside it.

Every step is found anew, and only those are kept on which a broken rule rests. What a branch needs
of the chain before it is told there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from nonairo.grid import UNKNOWN, Cell, Symbol
from nonairo.propagation import by_lines
from nonairo.techniques.base import Broken, Chain, Position, Search, Step
from nonairo.techniques.shared.climbing import Climb
from nonairo.techniques.shared.probing import probe
from nonairo.techniques.shared.retelling import on_which
from nonairo.techniques.shared.splitting import LEAF, Branch
from nonairo.techniques.shared.steps import looked_at
from nonairo.techniques.shared.telling import Teller, dead_end_inside

TOLD = 2  # cells that may be split, of which the one is taken that is shorter when told


@dataclass(slots=True)
class Stretch:
    """What lines give after a cell is supposed, or known: the position, and how it came about."""

    after: Position
    broken: Broken | None
    teller: Teller | None = None  # in rounds,
    climbed: Callable[[set[Cell]], list[Step]] | None = None  # or where lines must differ
    cut: Step | None = field(
        default=None
    )  # the dead end with which it begins, if it is an inner one

    def steps(self, needed: set[Cell]) -> list[Step]:
        """The steps on which cells rest; to these cells their premises are added."""
        if self.teller is not None:
            self.teller.need([cell for cell in needed if cell in self.teller.born])
            kept = list(self.teller.chain(0).steps)
        else:
            assert self.climbed is not None
            kept = self.climbed(needed)
        for step in kept:
            needed |= set(step.premises)
        if self.cut is not None and self.cut.effects[0][0] in needed:
            needed |= set(self.cut.premises)
            kept.insert(0, self.cut)
        return kept


def follow(
    position: Position, cell: Cell, symbol: Symbol, search: Search, everywhere: bool = False
) -> Stretch:
    """Everything that lines give once a cell is this symbol.

    `everywhere`: also what they gave before, where nobody has looked yet.
    """
    if position.puzzle.distinct:
        return _climbed(position, cell, symbol, search)
    found = probe(position, cell, symbol, by_lines, keep=True, everywhere=everywhere)
    teller = Teller(position, found, search.inner(), exact=True)
    if found.broken:
        return Stretch(position, teller.broken(found), teller)
    after = position.copy()
    for where, value in teller.value.items():
        after.settle(where.row, where.col, value)
    return Stretch(after, None, teller)


def _climbed(position: Position, cell: Cell, symbol: Symbol, search: Search) -> Stretch:
    after = position.copy()
    after.settle(cell.row, cell.col, symbol)
    after.changes = list(range(len(after.lines)))
    climb = Climb(after, search.inner(), poll=search.poll, whole=True)
    steps = list(climb.steps())
    told = partial(on_which, position, climb.ladder, (cell, symbol), steps)
    return Stretch(after, climb.broken(), climbed=told)


def tell_branch(
    position: Position,
    cell: Cell,
    symbol: Symbol,
    branch: Branch,
    search: Search,
    everywhere: bool = False,
) -> Chain | None:
    """The chain that refutes a supposition as planned; None if steps with names do not lead there.

    Inner dead ends come first, in their order. If one symbol of a cell is refuted and the other one
    breaks a rule by lines, then these are the two cases at the end.
    """
    search.poll()
    stretches = [follow(position, cell, symbol, search, everywhere)]
    cases: tuple[Chain, ...] | None = None
    for k, kept in branch.cuts:
        here = stretches[-1]
        where = Cell(*divmod(k, position.width))
        if here.broken is not None or here.after.lines[where.row][where.col] != UNKNOWN:
            continue
        refuted = _refuted(here.after, where, kept, search)
        if refuted is None:
            continue
        then = follow(here.after, where, kept, search)
        if then.broken is not None:
            cases = (*refuted, _chain(where, kept, [then], ()))
            break
        then.cut = dead_end_inside(position, (where, kept), refuted)
        stretches.append(then)
    last = stretches[-1]
    if last.broken is None and cases is None:
        cases = _shortest_cases(last.after, branch, search)
        if cases is None:
            return None
    return _chain(cell, symbol, stretches, cases or ())


def _refuted(
    position: Position, cell: Cell, kept: Symbol, search: Search
) -> tuple[Chain, ...] | None:
    chains = []
    for symbol in position.symbols.replace(kept, ""):
        chain = tell_branch(position, cell, symbol, LEAF, search)
        if chain is None:
            return None
        chains.append(chain)
    return tuple(chains)


def _shortest_cases(position: Position, branch: Branch, search: Search) -> tuple[Chain, ...] | None:
    """The cases of the cell with which the fewest steps are told."""

    def rounds(cell: Cell) -> int:
        tried = (probe(position, cell, symbol, by_lines) for symbol in position.symbols)
        return sum(found.rounds for found in tried)

    best: tuple[Chain, ...] | None = None
    open_ones = [
        cell
        for cell in (Cell(*divmod(k, position.width)) for k in branch.splits)
        if position.lines[cell.row][cell.col] == UNKNOWN
    ]
    several = len(open_ones) > TOLD
    for cell in sorted(open_ones, key=rounds)[:TOLD] if several else open_ones:
        told: list[Chain] = []
        for symbol, case in zip(position.symbols, branch.cases, strict=True):
            chain = tell_branch(position, cell, symbol, case, search)
            if chain is None:
                break
            told.append(chain)
        else:
            found = _without_needless(tuple(told))
            if best is None or size_of(found) < size_of(best):
                best = found
    return best


def _without_needless(cases: tuple[Chain, ...]) -> tuple[Chain, ...]:
    """The cases inside a case, if they do not rest on what it supposes: then nothing else does."""
    for case in cases:
        rests = {cell for inner in case.cases for cell in looked_at(inner)}
        if case.cases and not rests & case.filled.keys():
            return case.cases
    return cases


def size_of(chains: Iterable[Chain]) -> tuple[int, int]:
    """How much there is to read: places where a rule breaks, and steps."""
    chains = tuple(chains)
    return sum(chain.ends for chain in chains), sum(chain.rounds for chain in chains)


def _chain(
    cell: Cell, symbol: Symbol, stretches: Sequence[Stretch], cases: tuple[Chain, ...]
) -> Chain:
    """The steps on which the end rests, from the last back to the first."""
    broken = None if cases else stretches[-1].broken
    needed = {each for case in cases for each in looked_at(case)}
    needed |= set(broken.cells if broken else ())
    steps: list[Step] = []
    for stretch in reversed(stretches):
        steps = stretch.steps(needed) + steps
    inner = sum(chain.rounds for step in steps for chain in step.chains)
    rounds = len(steps) + inner + sum(case.rounds for case in cases)
    return Chain((cell, symbol), tuple(steps), rounds, broken, cases)
