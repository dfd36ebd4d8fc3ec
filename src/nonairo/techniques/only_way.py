"""A line that can be finished in just one way. For every rule."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Anything, LineRule
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_any_line
from nonairo.techniques.shared.ways import at_most


def look(line: Line, rule: LineRule, symbols: str) -> Iterator[Move]:
    return at_most(1, line, rule, symbols)


TECHNIQUE = Technique(
    id="only_way",
    name="The only way",
    level=1,
    summary="There is just one way to finish the line.",
    say="{place} can be finished in just one way: {result}",
    price={Anything: Weight(5)},
    find=in_any_line(look),
    reason=Reason.MEANING,
    samples=(Sample(id="kakurasu:7/5/6/2/11;3/14/6/6/5"),),
)
