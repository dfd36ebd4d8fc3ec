"""A few ways to finish a line, that agree on a cell. For every rule."""

from __future__ import annotations

from nonairo.rules import Anything
from nonairo.techniques.base import Reason, Sample, Technique, Weight
from nonairo.techniques.shared.line_completions import details, in_ways

FEW = 4

TECHNIQUE = Technique(
    id="few_ways",
    name="Few ways",
    level=3,
    summary="There are at most four ways to finish the line: cells that are the same in all of"
    " them are decided.",
    say="{signed}{place} can be finished in {cases:way}, and in {cases:it|both|all of them}"
    " {result}",
    say_sums="{from_cells}{place} can make {total:d} only {sums}, so {result}",
    say_one="{signed}{place} can be finished in only one way: {result}",
    price={Anything: Weight(15)},
    details=details,
    find=in_ways(FEW),
    reason=Reason.MEANING,
    samples=(Sample(id="kakurasu:4/6/7/7;7/6/6/7"),),
)
