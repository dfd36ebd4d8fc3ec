"""Tell suppositions of a reason of which nothing is needless in meaning, with others inside them.

A chain that a few rounds of easy steps find may rest on a cell without which the same would follow,
but not by one supposition alone. Here nothing is known but a smallest reason, and what is supposed
inside a supposition is looked for as for cases (`splitting`), and told as there (`case_telling`).
"""

from __future__ import annotations

from dataclasses import replace

from nonairo.candidates import bits
from nonairo.grid import Cell, Symbol
from nonairo.techniques.base import Chain, Position, Search
from nonairo.techniques.shared.case_telling import tell_branch
from nonairo.techniques.shared.meaning import Judge, Reason, behind, by_some_lines
from nonairo.techniques.shared.splitting import Splitter
from nonairo.techniques.shared.steps import Told
from nonairo.techniques.shared.telling import dead_end_inside

DEPTH = 3  # cases inside cases
POLLS = 3000  # until it is too hard
A_POLL = 16  # of them count as a supposition


class TooHard(Exception):
    """More was tried than a smaller reason is worth."""


def of_smallest(
    position: Position,
    chains: tuple[Chain, ...],
    decided: tuple[Cell, Symbol],
    search: Search,
    keep_rounds: bool = True,
    polls: int = POLLS,
) -> Told | None:
    """Chains that refute the same symbols of a cell by a reason without anything needless.

    Spare are now the cells that they fill in with something else than is known there. None if it
    is too hard to find or to tell. They are as long as before, for whoever pays by rounds, or
    `keep_rounds` is not set.
    """
    best: Told | None = None
    judge, whole = Judge(position, search.poll), behind(position, chains)
    fewer = judge.without_lines(whole, decided)
    needless = judge.needless(fewer, decided)
    tried: set[Reason] = set()
    for order in (needless, needless[::-1]):
        reason = judge.without_cells(fewer, decided, order)
        if reason in tried:
            continue
        tried.add(reason)
        told = told_of(position, reason, chains, decided, search, polls)
        if told is not None and (best is None or told.spare < best.spare):
            best = told
        if best is not None and not best.spare:
            break
    if best is not None and keep_rounds:
        pairs = zip(best, chains, strict=True)
        kept = Told(replace(chain, rounds=first.rounds) for chain, first in pairs)
        kept.spare = best.spare
        return kept
    return best


def told_of(
    position: Position,
    reason: Reason,
    chains: tuple[Chain, ...],
    decided: tuple[Cell, Symbol],
    search: Search,
    polls: int,
) -> Told | None:
    """Chains for the same suppositions, where only some lines have a rule, some cells are known.

    Cells that are known in truth are not supposed to be something else, unless there is no other
    way.
    """
    lines = {position.places[i] for i in bits(reason.lines)}
    cells = [Cell(*divmod(k, position.width)) for k in reason.known]
    known = by_some_lines(position, lines, cells)
    for within in (position.grid().cells, None):
        splitter = bounded(known, search, within, polls)
        try:
            told = _at_some_depth(known, chains, decided, splitter, search)
        except TooHard:
            continue
        if told is not None and not any(chain.lines - lines for chain in told):
            written = (each for chain in told for each in chain.written)
            told.spare = len(position.otherwise(written))
            told.spare += sum(not chain.rests_on_assumption for chain in told)
            return told
    return None


def _at_some_depth(
    position: Position,
    chains: tuple[Chain, ...],
    decided: tuple[Cell, Symbol],
    splitter: Splitter,
    search: Search,
) -> Told | None:
    for depth in range(DEPTH + 1):
        told = Told(
            told
            for chain in chains
            if (told := told_inside(position, chain.assumed, decided, splitter, depth, search))
        )
        if len(told) == len(chains):
            return told
    return None


def told_inside(
    position: Position,
    assumed: tuple[Cell, Symbol],
    decided: tuple[Cell, Symbol],
    splitter: Splitter,
    depth: int,
    search: Search,
) -> Chain | None:
    """A chain that refutes what is supposed of a cell; of another one it may decide it instead."""
    told = _refuted(position, assumed, splitter, depth, search)
    if assumed[0] == decided[0] or (told is not None and told.broken):
        return told
    after = position.copy()
    after.settle(*assumed[0], assumed[1])
    cell, right = decided
    others = position.symbols.replace(right, "")
    chains = [_refuted(after, (cell, other), splitter, depth, search) for other in others]
    # A step inside a chain is told in brackets, where there is no room for cases.
    inner = tuple([chain for chain in chains if chain is not None and not chain.cases])
    if len(inner) < len(others):
        return None
    step = dead_end_inside(position, decided, inner)
    return Chain(assumed, (step,), step.numbers["rounds"])


def _refuted(
    position: Position,
    assumed: tuple[Cell, Symbol],
    splitter: Splitter,
    depth: int,
    search: Search,
) -> Chain | None:
    cell, symbol = assumed
    cells, k = position.grid().cells, cell.row * position.width + cell.col
    branch = splitter.refute(cells[:k] + symbol + cells[k + 1 :], depth)
    if branch is None:
        return None
    return tell_branch(position, cell, symbol, branch, search, everywhere=True)


def bounded(position: Position, search: Search, within: str | None, left: int) -> Splitter:
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
