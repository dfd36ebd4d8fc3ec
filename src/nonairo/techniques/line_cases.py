"""All ways to finish a line agree on a cell. For every rule."""

from __future__ import annotations

from nonairo.rules import Anything, Balanced, ColouredRuns, Runs
from nonairo.techniques.base import Reason, Sample, Technique, Weight
from nonairo.techniques.shared.line_completions import details, in_ways

TECHNIQUE = Technique(
    id="line_cases",
    name="All ways of a line",
    level=5,
    summary="List every way to finish the line: cells that are the same in all of them are"
    " decided.",
    say="{signed}{place} can be finished in {cases:way}, and in {cases:it|both|all of them}"
    " {result}",
    say_sums="{from_cells}{place} can make {total:d} only {sums}, so {result}",
    say_one="{signed}{place} can be finished in only one way: {result}",
    price={
        Balanced: Weight(60, per_doubling=5),
        Runs: Weight(30, per_doubling=5),
        ColouredRuns: Weight(30, per_doubling=5),
        Anything: Weight(30, per_doubling=5),
    },
    details=details,
    find=in_ways(),
    reason=Reason.MEANING,
    samples=(
        Sample(Balanced(5, 5), "0....0.1.0"),
        Sample(Runs((1, 2)), "..1......."),
        Sample(id="kakurasu:17/19/7/21/23/29/27/10;25/22/14/14/15/17/26/24"),
    ),
)
