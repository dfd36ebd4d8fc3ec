"""Both values of a cell lead to the same value of another one. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from nonairo.grid import Cell, Symbol
from nonairo.propagation import Narrow, by_lines
from nonairo.rules import Anything, Balanced, ColouredRuns, Runs
from nonairo.techniques.base import (
    Chain,
    Found,
    Position,
    Sample,
    Search,
    Technique,
    Weight,
    by_supposing,
)
from nonairo.techniques.shared.inside import of_smallest
from nonairo.techniques.shared.least import Asked, Supposed, least
from nonairo.techniques.shared.meaning import Judge, behind
from nonairo.techniques.shared.probing import (
    ENDLESS,
    Probe,
    core_for,
    narrow_of,
    open_cells,
    probe,
    probes,
)
from nonairo.techniques.shared.steps import Told
from nonairo.techniques.shared.telling import Teller, chains_of, tell

TRIES = 4  # other cells of whose values the same is told until nothing is needless


def find(position: Position, search: Search) -> Iterator[Found]:
    narrow = narrow_of(position)
    for tried in probes(position, search, "both_ways", narrow, ENDLESS, agreeing=True):
        for row, col, number in tried.agreed:
            symbol = position.symbols[number]
            yield either_way(position, tried.probes, Cell(row, col), symbol, narrow, search)


def either_way(
    position: Position,
    tried: Sequence[Probe],
    cell: Cell,
    symbol: Symbol,
    narrow: Narrow,
    search: Search,
) -> Found:
    """A cell that all assumptions decide alike, but for those that break a rule, as a move."""

    def chains() -> tuple[Chain, ...]:
        goal = cell, symbol
        supposed = tuple(
            Supposed(found.line, found.k, found.symbol, rounds_to(position, found, cell, narrow))
            for found in tried
        )
        core = core_for(position, search, narrow)
        asked = Asked(supposed, goal, narrow, core=core)
        told = tell(position, asked, goal, search, inside=True)
        assert told is not None, "what both decide does not follow"
        told = by_another(position, told, goal, search) if told.spare else told
        told.again = partial(of_smallest, position, tuple(told), goal, search)
        return told

    return by_supposing(cell, symbol, sum(found.rounds for found in tried), chains)


def by_another(position: Position, told: Told, goal: tuple[Cell, Symbol], search: Search) -> Told:
    """The same goal by the values of another cell, for which no cell is needless in meaning.

    What was told before, if there is no such cell. It is as long as that, for whoever pays.
    """
    core = core_for(position, search, by_lines)
    judge, whole, best = Judge(position, search.poll), behind(position, told), told
    needless = judge.needless(whole, goal)
    for order in (needless, needless[::-1]):
        small = judge.without_cells(whole, goal, order)
        known = position.only([Cell(*divmod(k, position.width)) for k in small.known])
        tries = 0
        for row, col in open_cells(position):
            touched = 1 << row | 1 << position.height + col
            if Cell(row, col) == goal[0] or not small.lines & touched:
                continue
            search.poll()
            supposed = tuple(Supposed(row, col, symbol, ENDLESS) for symbol in position.symbols)
            asked = Asked(supposed, goal, by_lines, core=core, against=True)
            reason = least(known, asked, small.cells, small.lines)
            if reason is None:
                continue
            chains = chains_of(position, asked, reason, search)
            pairs = zip(chains, told, strict=True)
            found = Told(replace(chain, rounds=first.rounds) for chain, first in pairs)
            found.spare = chains.spare + len(judge.needless(reason, goal))
            if found.spare < best.spare:
                best = found
            tries += 1
            if not best.spare or tries == TRIES:
                break
        if not best.spare:
            break
    return best


def rounds_to(position: Position, found: Probe, cell: Cell, narrow: Narrow) -> int:
    """After how many rounds a cell is known, or a rule broken."""
    if found.broken:
        return found.rounds
    start = found.line, found.k
    again = probe(position, start, found.symbol, narrow, found.rounds, keep=True)
    return Teller(position, again, (), exact=False).born[cell][0]


TECHNIQUE = Technique(
    id="both_ways",
    name="Either way",
    level=7,
    summary="Both values of a cell lead, by the easy steps of a short dead end, to the same"
    " value of another cell: it has that value. It is told of as few cells as can be, for which"
    " single lines may have to be looked at harder, and another value of that cell may have to be"
    " supposed, too, and breaks a rule.",
    say="{chains} Either way {result}",
    known_as="either way",
    price={
        Balanced: Weight(200, per_round=10),
        Runs: Weight(130, per_round=10),
        ColouredRuns: Weight(130, per_round=10),
        Anything: Weight(130, per_round=10),
    },
    find=find,
    samples=(
        Sample(id="binairo:.....0/.0...1/.1.0../010110/.010../1....."),
        Sample(
            id="nonogram:1,2,2/1,1,1,1/1,1,1,1/1/1,3/1,1,2,1/2,2,1/3,1,1,1/2,2/2,1,1/1,2,1,1"
            ";2,1,3/4/1,1,1,1/1,1,1/6,1/1,2,1/1,2/1,1,1/1,1,2,1/1,1,1/2,1,2"
            ";.0........./10........./.0........./00001000000/.0..1....../...01....../"
            "..0......../.11......../110......../.........../..........."
        ),
        Sample(
            id="kakurasu:10/22/2/19/26/21/14/19/35;23/15/16/34/19/16/18/29/19"
            ";........./........./010000000/...1...../........./........./........./"
            ".....0.../...1.1.1."
        ),
    ),
)
