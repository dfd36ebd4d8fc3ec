"""A gap of one between two alike."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    for symbol in SYMBOLS:
        for before in range(1, rule.longest):
            pattern = symbol * before + UNKNOWN + symbol * (rule.longest - before)
            at = line.find(pattern)
            while at >= 0:
                cells = range(at, at + len(pattern))
                gap = at + before
                premises = tuple(k for k in cells if k != gap)
                yield Move({gap: OTHER[symbol]}, premises, {"alike": rule.longest})
                at = line.find(pattern, at + 1)


TECHNIQUE = Technique(
    id="sandwich",
    name="Sandwich",
    level=1,
    summary="An unknown cell lies between two equal cells: it is the other symbol.",
    say="{effects} lies between {premises}, {alike:|both|all} {other}, so it must be {value}",
    price={Balanced: Weight(5)},
    find=in_lines(Balanced, look),
    reason=Reason.AS_FOUND,
    samples=(Sample(Balanced(3, 3), "1.1..."),),
)
