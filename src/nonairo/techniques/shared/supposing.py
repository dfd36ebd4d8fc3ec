"""What suppositions show, as chains of named steps: by a reason from which nothing can be left out.

What a person can follow comes first (`reasons.followed`). If something in it is not needed in
meaning, the rest may still be shown by lines alone; if not, by suppositions inside suppositions,
which are looked for as for cases (`case_search`, `case_chains`) where nothing else is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import cast

from nonairo.grid import Cell, Symbol
from nonairo.propagation import Narrow, by_lines
from nonairo.techniques.base import Chain, Climber, Found, Position, by_supposing
from nonairo.techniques.shared.case_chains import case_chain
from nonairo.techniques.shared.case_search import Splitter
from nonairo.techniques.shared.chains import ChainBuilder, dead_end_inside
from nonairo.techniques.shared.lines import put
from nonairo.techniques.shared.probing import Probe, Stages, by_patterns
from nonairo.techniques.shared.reasons import (
    Asked,
    Basis,
    behind,
    followed,
    irreducible,
    with_nothing_else,
)
from nonairo.techniques.shared.steps import Chains, Effect

EASY_LEVEL = 2  # of the techniques inside, where lines are balanced: patterns and plain counting
DEPTH = 3  # cases inside cases
POLLS = 3000  # until it is too hard
A_POLL = 16  # of them count as a supposition


class TooHard(Exception):
    """More was tried than a smaller reason is worth."""


def contradiction(
    position: Position,
    refuted: Sequence[Probe],
    symbol: Symbol,
    search: Climber,
    narrow: Narrow,
    stages: Stages | None = None,
) -> Found:
    """A cell of which every other symbol broke a rule, as a move."""
    cell = Cell(refuted[0].line, refuted[0].k)
    supposed = tuple([(cell, found.symbol) for found in refuted])
    rounds = tuple([found.rounds for found in refuted])
    asked = Asked(supposed, (cell, symbol), rounds, narrow, stages, rounds)

    def lines() -> int:
        basis = followed(position, asked, lines_only=True)
        assert basis is not None, "what was found does not follow"
        return basis.lines.bit_count()

    chains = partial(chains_of, position, asked, search)
    return by_supposing(cell, symbol, sum(rounds), chains, lines)


def chains_of(
    position: Position, asked: Asked, search: Climber, climbed: tuple[Chain, ...] = ()
) -> Chains:
    """A chain for each supposition, by a reason from which nothing can be left out.

    Where single suppositions do not show that much, the chains have something to spare, and can be
    made `again` with others inside them. `climbed` are chains for what lines alone do not show.
    """
    whole = followed(position, asked)
    basis = whole or behind(position, climbed)
    small = smallest(position, basis, asked.decided, search)

    def as_found() -> Chains:
        made = judged(position, climbed) if whole is None else shown(position, asked, whole, search)
        assert made is not None, "what was found does not follow"
        return made

    if small == basis:
        made = as_found()
    else:
        by_any_line = Asked(asked.supposed, asked.decided, asked.rounds)
        other = followed(position, by_any_line)
        if other is not None and smallest(position, other, asked.decided, search) != other:
            other = None
        tried = [shown(position, by_any_line, each, search) for each in (other, small) if each]
        several = [chains for chains in tried if chains is not None]
        made = min(several, key=_to_read, default=Chains.with_spare((), basis.size - small.size))
        if not several:
            made.whole = as_found  # another move may have nothing to spare
    made.again = partial(nested, position, asked, small, search)
    return made


def smallest(position: Position, basis: Basis, decided: Effect, search: Climber) -> Basis:
    """An irreducible part of a basis; of the same one that was asked for before, the same."""
    memory = cast("dict[tuple[Basis, Effect], Basis]", search.memory("smallest"))
    key = basis, decided
    if key not in memory:
        memory[key] = irreducible(position, basis, decided)
    return memory[key]


def _to_read(chains: Chains) -> tuple[int, int]:
    """What there is to spare, and the number of links."""
    return chains.spare, sum(len(chain.steps) for chain in chains)


def asked_by(chains: Sequence[Chain], decided: Effect) -> Asked:
    """What chains show."""
    supposed = tuple([chain.assumed for chain in chains])
    return Asked(supposed, decided, tuple([chain.rounds for chain in chains]))


def judged(position: Position, chains: Iterable[Chain]) -> Chains:
    """Chains, and what of them nobody should have to read, as something to spare.

    They fill in what is known to be something else, or do not rest on what they suppose.
    """
    made = Chains(chains)
    made.spare = len(position.otherwise(each for chain in made for each in chain.written))
    made.spare += sum(not chain.rests_on_assumption for chain in made)
    return made


def shown(position: Position, asked: Asked, basis: Basis, search: Climber) -> Chains | None:
    """Chains by nothing but a basis; None if what is asked does not follow from it."""
    known, inner = position.only(basis.known), search.inner()
    if asked.narrow is by_patterns:
        inner = tuple(technique for technique in inner if technique.level <= EASY_LEVEL)
    chains = []
    for number, rounds in enumerate(asked.rounds):
        found = asked.probe(known, number, basis.lines, keep=True)
        builder = ChainBuilder(known, found, inner, asked.narrow is by_lines)
        if found.broken:
            chains.append(builder.chain(rounds, builder.broken(found)))
        elif asked.goal is not None and builder.value.get(asked.goal[0]) == asked.goal[1]:
            builder.need([asked.goal[0]])
            chains.append(builder.chain(rounds))
        else:
            return None
    return judged(position, chains)


def nested(
    position: Position,
    asked: Asked,
    basis: Basis,
    search: Climber,
    polls: int = POLLS,
    keep_rounds: bool = True,
) -> Chains | None:
    """Chains by nothing but a basis, with others inside them; None if that is too hard to find.

    Cells that are known in truth are not supposed to be something else, unless there is no other
    way. With `keep_rounds` they are as long as what was found: that has a price.
    """
    known = with_nothing_else(position, basis)
    for within in (position.grid().cells, None):
        splitter = bounded(known, search, within, polls)
        try:
            for depth in range(DEPTH + 1):
                for supposed in (asked.supposed, *_instead(known, asked, splitter, depth)):
                    chains = [
                        chain
                        for assumed in supposed
                        if (chain := _nested(known, assumed, asked, splitter, depth, search))
                    ]
                    outside = behind(position, chains).lines & ~basis.lines  # a twin, perhaps
                    if len(chains) == len(supposed) and not outside:
                        made = judged(position, chains)
                        return made.as_long_as(asked.rounds) if keep_rounds else made
        except TooHard:
            continue
    return None


def _instead(
    position: Position, asked: Asked, splitter: Splitter, depth: int
) -> Iterator[tuple[Effect, ...]]:
    """The symbols of other cells of which each, if lines are enough, decides the goal."""
    if asked.goal is None or depth:
        return
    (cell, right), cells = asked.goal, position.grid().cells
    for wrong in position.symbols.replace(right, ""):
        tree = splitter.refute(put(cells, cell.row * position.width + cell.col, wrong), 1)
        for k in tree.splits if tree is not None else ():
            yield tuple([(position.cell_at(k), symbol) for symbol in position.symbols])


def _nested(
    position: Position,
    assumed: Effect,
    asked: Asked,
    splitter: Splitter,
    depth: int,
    search: Climber,
) -> Chain | None:
    """A chain that refutes what is supposed of a cell; of another one it may decide it instead."""
    refuted = _refuted(position, assumed, splitter, depth, search)
    if asked.goal is None or (refuted is not None and refuted.broken):
        return refuted
    after = position.copy()
    after.settle(*assumed[0], assumed[1])
    cell, right = asked.goal
    others = position.symbols.replace(right, "")
    chains = [_refuted(after, (cell, other), splitter, depth, search) for other in others]
    # A step inside a chain is written in brackets, where there is no room for cases.
    inner = tuple([chain for chain in chains if chain is not None and not chain.cases])
    if len(inner) < len(others):
        return None
    step = dead_end_inside(position, asked.goal, inner)
    return Chain(assumed, (step,), step.numbers["rounds"])


def _refuted(
    position: Position, assumed: Effect, splitter: Splitter, depth: int, search: Climber
) -> Chain | None:
    cell, symbol = assumed
    cells, k = position.grid().cells, cell.row * position.width + cell.col
    tree = splitter.refute(put(cells, k, symbol), depth)
    if tree is None:
        return None
    return case_chain(position, cell, symbol, tree, search, everywhere=True)


def bounded(position: Position, search: Climber, within: str | None, left: int) -> Splitter:
    """Looks for suppositions inside suppositions, for a while."""

    def poll() -> None:
        nonlocal left
        if left % A_POLL == 0:  # it is not for this that somebody has a budget
            search.poll()
        left -= 1
        if left < 0:
            raise TooHard

    several = len(position.symbols) > 2
    return Splitter(position.puzzle, poll, keep=False, on_paper=several, within=within)
