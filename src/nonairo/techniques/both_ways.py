"""Both values of a cell lead to the same value of another one."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import bits, unknown_in
from nonairo.grid import SYMBOLS, Cell, Symbol
from nonairo.propagation import Narrow, by_lines
from nonairo.rules import Balanced, Runs
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
from nonairo.techniques.parts.probing import (
    ENDLESS,
    Probe,
    narrow_of,
    probe,
    probes,
)
from nonairo.techniques.parts.telling import Teller, inner_of, no_score


def find(position: Position, search: Search) -> Iterator[Found]:
    rule = position.rules[0]
    narrow, inner = narrow_of(rule), inner_of(rule, search)
    for zero, one in probes(position, search, "both_ways", narrow, ENDLESS):
        if zero.broken or one.broken:
            continue
        for row in range(position.height):
            ends = zero.possible.rows[row], one.possible.rows[row]
            shared = (
                unknown_in(position.masks[row])
                & ~unknown_in(ends[0])
                & ~unknown_in(ends[1])
                & ~(ends[0][1] ^ ends[1][1])
            )
            for k in bits(shared):
                symbol = SYMBOLS[ends[0][1] >> k & 1]
                yield either_way(position, (zero, one), Cell(row, k), symbol, narrow, inner)


def either_way(
    position: Position,
    pair: tuple[Probe, Probe],
    cell: Cell,
    symbol: Symbol,
    narrow: Narrow,
    inner: tuple[Technique, ...],
) -> Found:
    """A cell that both assumptions decide alike, as a move."""

    def chains() -> tuple[Chain, ...]:
        told = []
        for found in pair:
            start = found.line, found.k
            replayed = probe(position, start, found.symbol, narrow, keep=True)
            teller = Teller(position, replayed, inner, narrow is by_lines)
            replayed.rounds = teller.born[cell][0]  # the rest of the probe is not needed
            teller.need([cell])
            told.append(teller.chain(replayed, no_score))
        return tuple(told)

    return by_supposing(cell, symbol, pair[0].rounds + pair[1].rounds, chains)


TECHNIQUE = Technique(
    id="both_ways",
    name="Either way",
    level=7,
    summary="Both values of a cell lead, by the easy steps of a short dead end, to the same"
    " value of another cell: it has that value.",
    say="{chains} Either way {result}",
    price={Balanced: Weight(200, per_round=10), Runs: Weight(130, per_round=10)},
    find=find,
    samples=(Sample(id="binairo:.....0/.0...1/.1.0../010110/.010../1....."),),
)
