"""Both values of a cell lead to the same value of another one. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.grid import Cell, Symbol
from nonairo.propagation import Narrow
from nonairo.rules import Anything, Balanced, ColouredRuns, Ones, Runs
from nonairo.techniques.base import (
    Climber,
    Found,
    Position,
    Sample,
    Technique,
    Weight,
    by_supposing,
)
from nonairo.techniques.shared.chains import ChainBuilder
from nonairo.techniques.shared.probing import Probe, narrow_of, probe, probes
from nonairo.techniques.shared.reasons import Asked
from nonairo.techniques.shared.steps import Chains
from nonairo.techniques.shared.supposing import chains_of


def find(position: Position, search: Climber) -> Iterator[Found]:
    narrow = narrow_of(position)
    for _, tried in probes(position, search, "both_ways", narrow, agreeing=True):
        for row, col, number in tried.agreed:
            symbol = position.symbols[number]
            yield either_way(position, tried.probes, Cell(row, col), symbol, narrow, search)


def either_way(
    position: Position,
    tried: Sequence[Probe],
    cell: Cell,
    symbol: Symbol,
    narrow: Narrow,
    search: Climber,
) -> Found:
    """A cell that all assumptions decide alike, but for those that break a rule, as a move."""

    def chains() -> Chains:
        rounds = tuple([rounds_to(position, found, cell, narrow) for found in tried])
        supposed = tuple([(Cell(found.line, found.k), found.symbol) for found in tried])
        asked = Asked(supposed, (cell, symbol), rounds, narrow, most=rounds)
        return chains_of(position, asked, search)

    return by_supposing(cell, symbol, sum(found.rounds for found in tried), chains)


def rounds_to(position: Position, found: Probe, cell: Cell, narrow: Narrow) -> int:
    """After how many rounds a cell is known, or a rule broken."""
    if found.broken:
        return found.rounds
    start = found.line, found.k
    again = probe(position, start, found.symbol, narrow, found.rounds, keep=True)
    return ChainBuilder(position, again, (), exact=False).born[cell][0]


TECHNIQUE = Technique(
    id="both_ways",
    name="Either way",
    level=7,
    summary="Suppose each value of a cell in turn and make the easy steps of a dead end. If both"
    " values lead to the same value of another cell, that cell has it. The explanation"
    " uses only lines and cells that are needed.",
    price={
        Balanced: Weight(200, per_round=10),
        Runs: Weight(130, per_round=10),
        ColouredRuns: Weight(130, per_round=10),
        Ones: Weight(130, per_round=10),
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
