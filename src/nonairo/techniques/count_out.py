"""All of one symbol are placed: the rest is the other."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        if line.count(symbol) == quota and UNKNOWN in line:
            effects = dict.fromkeys(where(line, UNKNOWN), OTHER[symbol])
            yield Move(effects, where(line, symbol), {"quota": quota})


TECHNIQUE = Technique(
    id="count_out",
    name="Counting out",
    level=2,
    summary="The line has all of its 0s or all of its 1s: every other cell is the other symbol.",
    say="{place} already has its {quota:{other}}, so {effects} must be {value}",
    price={Balanced: Weight(8)},
    find=in_lines(Balanced, look),
    reason=Reason.AS_FOUND,
    samples=(Sample(Balanced(3, 3), "1..101"),),
)
