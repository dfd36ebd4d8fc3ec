"""One unknown cell in a line: it is the symbol that is short."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import SYMBOLS, UNKNOWN, Line
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    if line.count(UNKNOWN) != 1:
        return
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        if line.count(symbol) == quota - 1:
            gap = line.index(UNKNOWN)
            yield Move({gap: symbol}, tuple(k for k in range(len(line)) if k != gap))


TECHNIQUE = Technique(
    id="last_cell",
    name="Last cell",
    level=2,
    summary="The line has one unknown cell: it is the symbol that is still missing.",
    say="{effects} is the last open cell of {place}, which is one {value} short, so it must be"
    " {value}",
    price={Balanced: Weight(4)},
    find=in_lines(Balanced, look),
    reason=Reason.AS_FOUND,
    samples=(Sample(Balanced(3, 3), "10.101"),),
)
