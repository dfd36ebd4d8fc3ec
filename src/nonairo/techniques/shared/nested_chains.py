"""Chains with others inside them, by a reason of which nothing is needless in meaning.

A chain that a few rounds of easy steps find may rest on a cell without which the same would follow,
but not by one supposition alone. Here nothing is known but a smallest reason, and what is supposed
inside a supposition is looked for as for cases (`case_search`, `case_chains`).
"""

from __future__ import annotations

from nonairo.candidates import bits
from nonairo.techniques.base import Chain, Climber, Position
from nonairo.techniques.shared.case_chains import case_chain
from nonairo.techniques.shared.case_search import Splitter
from nonairo.techniques.shared.chains import dead_end_inside
from nonairo.techniques.shared.implications import (
    ENGINE_CALLS,
    Basis,
    Implications,
    behind,
    by_some_lines,
)
from nonairo.techniques.shared.lines import put
from nonairo.techniques.shared.steps import Chains, Effect

DEPTH = 3  # cases inside cases
POLLS = 3000  # until it is too hard
A_POLL = 16  # of them count as a supposition


class TooHard(Exception):
    """More was tried than a smaller reason is worth."""


def of_smallest(
    position: Position,
    chains: tuple[Chain, ...],
    decided: Effect,
    search: Climber,
    keep_rounds: bool = True,
    polls: int = POLLS,
    engine_calls: int = ENGINE_CALLS,
) -> Chains | None:
    """Chains that refute the same symbols of a cell by a reason without anything needless.

    Spare are now the cells that they fill in with something else than is known there. None if it
    is too hard to find. With `keep_rounds` they count as many rounds as `chains`: rounds have a
    price.
    """
    best: Chains | None = None
    implied, whole = Implications(position, search.poll), behind(position, chains)
    implied.engine_calls = engine_calls
    fewer = implied.without_lines(whole, decided)
    needless = implied.needless(fewer, decided)
    tried: set[Basis] = set()
    for order in (needless, needless[::-1]):
        reason = implied.without_cells(fewer, decided, order)
        if reason in tried:
            continue
        tried.add(reason)
        made = chains_by(position, reason, chains, decided, search, polls)
        if made is not None and (best is None or made.spare < best.spare):
            best = made
        if best is not None and not best.spare:
            break
    if best is not None and keep_rounds:
        return best.as_long_as(chain.rounds for chain in chains)
    return best


def chains_by(
    position: Position,
    reason: Basis,
    chains: tuple[Chain, ...],
    decided: Effect,
    search: Climber,
    polls: int,
) -> Chains | None:
    """Chains for the same suppositions, where only some lines have a rule, some cells are known.

    Cells that are known in truth are not supposed to be something else, unless there is no other
    way.
    """
    lines = {position.places[i] for i in bits(reason.lines)}
    known = by_some_lines(position, lines, reason.known)
    for within in (position.grid().cells, None):
        splitter = bounded(known, search, within, polls)
        try:
            made = _at_some_depth(known, chains, decided, splitter, search)
        except TooHard:
            continue
        if made is not None and not any(chain.lines - lines for chain in made):
            written = (each for chain in made for each in chain.written)
            made.spare = len(position.otherwise(written))
            made.spare += sum(not chain.rests_on_assumption for chain in made)
            return made
    return None


def _at_some_depth(
    position: Position,
    chains: tuple[Chain, ...],
    decided: Effect,
    splitter: Splitter,
    search: Climber,
) -> Chains | None:
    for depth in range(DEPTH + 1):
        made = Chains(
            nested
            for chain in chains
            if (nested := nested_chain(position, chain.assumed, decided, splitter, depth, search))
        )
        if len(made) == len(chains):
            return made
    return None


def nested_chain(
    position: Position,
    assumed: Effect,
    decided: Effect,
    splitter: Splitter,
    depth: int,
    search: Climber,
) -> Chain | None:
    """A chain that refutes what is supposed of a cell; of another one it may decide it instead."""
    refuted = _refuted(position, assumed, splitter, depth, search)
    if assumed[0] == decided[0] or (refuted is not None and refuted.broken):
        return refuted
    after = position.copy()
    after.settle(*assumed[0], assumed[1])
    cell, right = decided
    others = position.symbols.replace(right, "")
    chains = [_refuted(after, (cell, other), splitter, depth, search) for other in others]
    # A step inside a chain is written in brackets, where there is no room for cases.
    inner = tuple([chain for chain in chains if chain is not None and not chain.cases])
    if len(inner) < len(others):
        return None
    step = dead_end_inside(position, decided, inner)
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
