"""An assumption that breaks a rule within a few rounds of easy steps. For every rule."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, Cell
from nonairo.rules import Balanced, LineRule
from nonairo.techniques.base import Chain, Effects, Found, Move, Sample, Search, Technique
from nonairo.techniques.position import Position
from nonairo.techniques.probing import (
    Narrow,
    Probe,
    Stages,
    Teller,
    by_lines,
    by_patterns,
    probe,
    probes,
)

MOST_ROUNDS = 6
EASY_LEVEL = 2  # the techniques inside, where lines are balanced: patterns and plain counting


def narrow_of(rule: LineRule) -> Narrow:
    """What may be used inside a short chain: patterns for balanced lines, else whole lines."""
    return by_patterns if isinstance(rule, Balanced) else by_lines


def inner_of(rule: LineRule, search: Search) -> tuple[Technique, ...]:
    """The named techniques inside a short chain."""
    below = search.inner()
    if isinstance(rule, Balanced):
        return tuple(technique for technique in below if technique.level <= EASY_LEVEL)
    return below


def find(position: Position, search: Search) -> Iterator[Found]:
    rule = position.rules[0]
    narrow = narrow_of(rule)
    for pair in probes(position, search, "dead_end", narrow, MOST_ROUNDS):
        for found in pair:
            if found.broken:
                yield contradiction(position, found, narrow, inner_of(rule, search))


def contradiction(
    position: Position,
    found: Probe,
    narrow: Narrow,
    inner: tuple[Technique, ...],
    stages: Stages | None = None,
) -> Found:
    """A probe that broke a rule, as a move."""
    cell, symbol = Cell(found.line, found.k), OTHER[found.symbol]

    def build() -> tuple[Effects, tuple[Chain, ...]]:
        return ((cell, symbol),), (tell(position, found, narrow, inner, stages),)

    return Found(None, Move({}, numbers={"rounds": found.rounds}), build, ((cell, symbol),))


def tell(
    position: Position,
    found: Probe,
    narrow: Narrow,
    inner: tuple[Technique, ...],
    stages: Stages | None,
) -> Chain:
    """The chain behind a probe."""
    cell = found.line, found.k
    replayed = probe(position, cell, found.symbol, narrow, found.rounds, True, stages)
    return Teller(position, replayed, inner, narrow is by_lines).chain(replayed, no_score)


def no_score(technique: str) -> float:
    """Inner steps are paid for by the length of the chain."""
    return 0.0


TECHNIQUE = Technique(
    id="dead_end",
    name="Short dead end",
    level=6,
    summary="Suppose a value for one cell. Within a few rounds of easy steps (at most six; for"
    " balanced lines only pair, sandwich, last_cell and count_out, for clues any single"
    " line) a rule breaks: the cell has the other value.",
    say="{chains} So {result}",
    find=find,
    samples=(
        Sample(id="binairo:110100/..0..1/..1..0/100110/011001/001011"),
        Sample(id="nonogram:0/1,1/1/1/1,1;0/1,1/0/2/1,1;00000/010../000../000../010.."),
    ),
)
