"""A line that can be finished in just one way. For every rule."""

from __future__ import annotations

from nonairo.rules import Anything
from nonairo.techniques.base import Reason, Sample, Technique, Weight
from nonairo.techniques.shared.line_completions import details, in_ways

TECHNIQUE = Technique(
    id="only_way",
    name="Only way",
    level=1,
    summary="There is only one way to finish the line.",
    say="{signed}{place} can be finished in only one way: {result}",
    say_sums="{from_cells}{place} can make {total:d} only {sums}, so {result}",
    price={Anything: Weight(5)},
    details=details,
    find=in_ways(1),
    reason=Reason.MEANING,
    samples=(Sample(id="kakurasu:7/5/6/2/11;3/14/6/6/5"),),
)
