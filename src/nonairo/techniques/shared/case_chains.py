"""Chains with cases: a plan to refute a supposition becomes named steps, and chains inside it.

Every step is found again, and only the steps that lead to a broken rule are kept. What a case needs
of the chain before it stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from nonairo.grid import UNKNOWN, Cell, Symbol
from nonairo.propagation import by_lines
from nonairo.techniques.base import Broken, Chain, Climber, Position, Step
from nonairo.techniques.shared.case_search import CaseTree
from nonairo.techniques.shared.chains import ChainBuilder, dead_end_inside
from nonairo.techniques.shared.climbed_chains import on_which
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.probing import probe
from nonairo.techniques.shared.steps import Effect, looked_at

TRIED = 2  # cells that may be split, of which the one with the shorter cases is taken


@dataclass(slots=True)
class Consequences:
    """What lines give after a cell is supposed, or known: the position, and how it came about."""

    after: Position
    broken: Broken | None
    builder: ChainBuilder | None = None  # in rounds,
    climbed: Callable[[set[Cell]], list[Step]] | None = None  # or where lines must differ
    cut: DeadEnd | None = None  # with which it begins, if it is an inner one

    def steps(self, needed: set[Cell]) -> list[Step]:
        """The steps on which cells rest; to these cells their premises are added."""
        if self.builder is not None:
            self.builder.need([cell for cell in needed if cell in self.builder.born])
            kept = list(self.builder.chain(0).steps)
        else:
            assert self.climbed is not None
            kept = self.climbed(needed)
        for step in kept:
            needed |= set(step.premises)
        if self.cut is not None and self.cut.decided[0] in needed:
            dead_end = self.cut.step()
            needed |= set(dead_end.premises)
            kept.insert(0, dead_end)
        return kept


class DeadEnd(NamedTuple):
    """A cell of which every other symbol breaks a rule, and the chains, which few ever need."""

    position: Position
    decided: Effect
    chains: Callable[[], tuple[Chain, ...]]

    def step(self) -> Step:
        """It as a step inside a chain."""
        return dead_end_inside(self.position, self.decided, self.chains())


def follow(
    position: Position, cell: Cell, symbol: Symbol, search: Climber, everywhere: bool = False
) -> Consequences:
    """Everything that lines give once a cell is this symbol.

    `everywhere`: also what they gave before, where nobody has looked yet.
    """
    if position.puzzle.distinct:
        return _climbed(position, cell, symbol, search)
    found = probe(position, cell, symbol, by_lines, keep=True, everywhere=everywhere)
    builder = ChainBuilder(position, found, search.inner(), exact=True)
    if found.broken:
        return Consequences(position, builder.broken(found), builder)
    after = position.copy()
    for where, value in builder.value.items():
        after.settle(where.row, where.col, value)
    return Consequences(after, None, builder)


def _climbed(position: Position, cell: Cell, symbol: Symbol, search: Climber) -> Consequences:
    after = position.copy()
    after.settle(cell.row, cell.col, symbol)
    after.changes = list(range(len(after.lines)))
    climb = Climb(after, search.inner(), poll=search.poll, whole=True)
    steps = list(climb.steps())
    climbed = partial(on_which, position, climb.ladder, (cell, symbol), steps)
    return Consequences(after, climb.broken(), climbed=climbed)


def case_chain(
    position: Position,
    cell: Cell,
    symbol: Symbol,
    tree: CaseTree,
    search: Climber,
    everywhere: bool = False,
) -> Chain | None:
    """The chain that refutes a supposition as planned; None if steps with names do not lead there.

    Inner dead ends come first, in their order. If one symbol of a cell is refuted and the other one
    breaks a rule by lines, then these are the two cases at the end.
    """
    search.poll()
    parts = [follow(position, cell, symbol, search, everywhere)]
    cases: tuple[Chain, ...] | None = None
    for k, kept in tree.cuts:
        here = parts[-1]
        where = position.cell_at(k)
        if here.broken is not None or here.after.lines[where.row][where.col] != UNKNOWN:
            continue
        refuted = {
            other: follow(here.after, where, other, search)
            for other in position.symbols.replace(kept, "")
        }
        if any(each.broken is None for each in refuted.values()):
            continue
        chains = partial(_ended, where, refuted)
        then = follow(here.after, where, kept, search)
        if then.broken is not None:
            cases = (*chains(), chain_of(where, kept, [then], ()))
            break
        then.cut = DeadEnd(position, (where, kept), chains)
        parts.append(then)
    last = parts[-1]
    if last.broken is None and cases is None:
        cases = _shortest_cases(last.after, tree, search)
        if cases is None:
            return None
    return chain_of(cell, symbol, parts, cases or ())


def _ended(cell: Cell, ways: Mapping[Symbol, Consequences]) -> tuple[Chain, ...]:
    """A chain for each symbol of a cell of which lines break a rule."""
    return tuple([chain_of(cell, symbol, [way], ()) for symbol, way in ways.items()])


def case_chains(
    position: Position, cell: Cell, trees: Mapping[Symbol, CaseTree], search: Climber
) -> tuple[Chain, ...] | None:
    """A chain for each of some symbols of a cell; None if there is none for one of them."""
    chains = []
    for symbol, tree in trees.items():
        chain = case_chain(position, cell, symbol, tree, search)
        if chain is None:
            return None
        chains.append(chain)
    return tuple(chains)


def _shortest_cases(
    position: Position, tree: CaseTree, search: Climber
) -> tuple[Chain, ...] | None:
    """The cases of the cell that take the fewest steps."""

    def rounds(cell: Cell) -> int:
        tried = (probe(position, cell, each, by_lines, keep=True) for each in position.symbols)
        return sum(found.rounds for found in tried)

    best: tuple[Chain, ...] | None = None
    open_ones = [
        cell
        for cell in map(position.cell_at, tree.splits)
        if position.lines[cell.row][cell.col] == UNKNOWN
    ]
    several = len(open_ones) > TRIED
    for cell in sorted(open_ones, key=rounds)[:TRIED] if several else open_ones:
        trees = dict(zip(position.symbols, tree.cases, strict=True))
        cases = case_chains(position, cell, trees, search)
        if cases is not None:
            cases = _without_needless(cases)
            if best is None or size_of(cases) < size_of(best):
                best = cases
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


def chain_of(
    cell: Cell,
    symbol: Symbol,
    parts: Sequence[Consequences],
    cases: tuple[Chain, ...],
    goals: Collection[Cell] = (),
) -> Chain:
    """The steps on which the end and some goals rest, from the last back to the first."""
    broken = None if cases else parts[-1].broken
    needed = {*goals, *(each for case in cases for each in looked_at(case))}
    needed |= set(broken.cells if broken else ())
    steps: list[Step] = []
    for part in reversed(parts):
        steps = part.steps(needed) + steps
    inner = sum(chain.rounds for step in steps for chain in step.chains)
    rounds = len(steps) + inner + sum(case.rounds for case in cases)
    return Chain((cell, symbol), tuple(steps), rounds, broken, cases)
