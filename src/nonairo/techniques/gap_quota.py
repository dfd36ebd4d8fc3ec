"""The fewest of a symbol that the gaps of a line must hold are all that are left.

Each gap is counted by itself, with the known cells beside it. Counting gaps that are parted by a
single cell together would see more, but that is a matter for `line_cases`: nobody does it by eye.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.grid import SYMBOLS, Line
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.gaps import details, fewest_left
from nonairo.techniques.shared.lines import known


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        left = quota - line.count(symbol)
        if left < 1:
            continue
        needed, effects = fewest_left(line, symbol, rule.longest) or (0, {})
        if needed == left and effects:
            gaps = len(re.findall(r"\.+", line))
            yield Move(effects, known(line), {"left": left, "gaps": gaps, "counted": int(symbol)})


TECHNIQUE = Technique(
    id="gap_quota",
    name="Counting gaps",
    level=4,
    summary="Count the fewest 0s (or 1s) that each gap needs. If together they are all that are"
    " left, each gap has exactly its fewest: cells that are the same in all such fillings"
    " are decided.",
    say="{place} needs at least {needs}, and only {left} {left:is|are} left{elsewhere},"
    " so {result}",
    details=details,
    price={Balanced: Weight(40)},
    find=in_lines(Balanced, look),
    samples=(
        Sample(Balanced(4, 4), "0..1..0."),
        Sample(Balanced(5, 5), "1...1....1"),
        Sample(Balanced(3, 3), "1....1"),
    ),
)
