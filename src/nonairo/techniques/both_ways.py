"""Both values of a cell lead to the same value of another one. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from nonairo.grid import Cell, Symbol
from nonairo.propagation import Narrow, by_lines
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
from nonairo.techniques.shared.chain_reasons import Inference, Supposed, least
from nonairo.techniques.shared.chains import ChainBuilder, chains_of, shortest_chains
from nonairo.techniques.shared.implications import Implications, behind
from nonairo.techniques.shared.nested_chains import of_smallest
from nonairo.techniques.shared.probing import ENDLESS, Probe, narrow_of, open_cells, probe, probes
from nonairo.techniques.shared.steps import Chains, Effect

TRIES = 4  # other cells whose values are tried until nothing is needless


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
        goal = cell, symbol
        supposed = tuple(
            Supposed(found.line, found.k, found.symbol, rounds_to(position, found, cell, narrow))
            for found in tried
        )
        inference = Inference(supposed, goal, narrow)
        made = shortest_chains(position, inference, goal, search, inside=True)
        assert made is not None, "what both decide does not follow"
        made = by_another(position, made, goal, search) if made.spare else made
        made.again = partial(of_smallest, position, made, goal, search)
        return made

    return by_supposing(cell, symbol, sum(found.rounds for found in tried), chains)


def by_another(position: Position, first: Chains, goal: Effect, search: Climber) -> Chains:
    """The same goal by the values of another cell, for which no cell is needless in meaning.

    The first chains, if there is no such cell. Others count as many rounds: those have a price.
    """
    implied, whole, best = Implications(position, search.poll), behind(position, first), first
    needless = implied.needless(whole, goal)
    for order in (needless, needless[::-1]):
        small = implied.without_cells(whole, goal, order)
        known = position.only(small.known)
        tries = 0
        for row, col in open_cells(position):
            touched = position.mask_through(Cell(row, col))
            if Cell(row, col) == goal[0] or not small.lines & touched:
                continue
            search.poll()
            supposed = tuple(Supposed(row, col, symbol, ENDLESS) for symbol in position.symbols)
            inference = Inference(supposed, goal, by_lines, against=True)
            basis = least(known, inference, small.cells, small.lines)
            if basis is None:
                continue
            chains = chains_of(position, inference, basis, search)
            chains.spare += len(implied.needless(basis, goal))
            if chains.spare < best.spare:
                best = chains.as_long_as(chain.rounds for chain in first)
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
    return ChainBuilder(position, again, (), exact=False).born[cell][0]


TECHNIQUE = Technique(
    id="both_ways",
    name="Either way",
    level=7,
    summary="Suppose each value of a cell in turn and make the easy steps of a dead end. If both"
    " values lead to the same value of another cell, that cell has it. The explanation"
    " uses as few cells as possible.",
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
