"""Two alike side by side: neither neighbour can be a third."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    for symbol in SYMBOLS:
        for run in re.finditer(symbol * rule.longest, line):
            ends = (run.start() - 1, run.end())
            beside = [k for k in ends if k >= 0 and line[k : k + 1] == UNKNOWN]
            if beside:
                effects = dict.fromkeys(beside, OTHER[symbol])
                yield Move(effects, tuple(range(*run.span())), {"alike": rule.longest})


TECHNIQUE = Technique(
    id="pair",
    name="Pair",
    level=1,
    summary="Two neighbours are equal: the cells on both sides of the pair are the other symbol.",
    say="{premises} {alike:is|are both|are all} {other}, so {effects} must be {value}",
    price={Balanced: Weight(4)},
    find=in_lines(Balanced, look),
    reason=Reason.AS_FOUND,
    samples=(Sample(Balanced(3, 3), ".11..."),),
)
