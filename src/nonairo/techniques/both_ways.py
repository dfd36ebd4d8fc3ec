"""Both values of a cell lead to the same value of another one. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.grid import Cell, Symbol
from nonairo.propagation import Narrow
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
from nonairo.techniques.shared.least import Asked, Supposed
from nonairo.techniques.shared.probing import ENDLESS, Probe, core_for, narrow_of, probe, probes
from nonairo.techniques.shared.telling import Teller, tell


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
        told = tell(position, Asked(supposed, goal, narrow, core=core), goal, search)
        assert told is not None, "what both decide does not follow"
        return told

    return by_supposing(cell, symbol, sum(found.rounds for found in tried), chains)


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
    " value of another cell: it has that value.",
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
