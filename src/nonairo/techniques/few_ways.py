"""A few ways to finish a line, that agree on a cell. For every rule."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Anything, LineRule
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_any_line
from nonairo.techniques.shared.ways import at_most

FEW = 4


def look(line: Line, rule: LineRule, symbols: str) -> Iterator[Move]:
    return at_most(FEW, line, rule, symbols)


TECHNIQUE = Technique(
    id="few_ways",
    name="Few ways to finish a line",
    level=3,
    summary="There are at most four ways to finish the line; what all of them share is decided.",
    say="{place} can be finished in only {cases:way}, and in all of them {result}",
    say_one="{place} can be finished in just one way: {result}",
    price={Anything: Weight(15)},
    find=in_any_line(look),
    reason=Reason.MEANING,
    samples=(Sample(id="kakurasu:4/6/7/7;7/6/6/7"),),
)
