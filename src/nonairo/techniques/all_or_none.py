"""A number that leaves no choice: none of the cells around it, or all of them."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Ones
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Ones) -> Iterator[Move]:
    if rule.number in (0, len(line)) and UNKNOWN in line:
        value = "1" if rule.number else "0"
        numbers = {"number": rule.number, "size": len(line)}
        yield Move(dict.fromkeys(where(line, UNKNOWN), value), (), numbers)


TECHNIQUE = Technique(
    id="all_or_none",
    name="All or none",
    level=1,
    summary="The number is 0, or as large as its area: no cell of the area is filled, or every"
    " cell is.",
    say="{place} has {size:cell}, and its number is {number:d}, so {result}",
    price={Ones: Weight(1)},
    find=in_lines(Ones, look),
    reason=Reason.AS_FOUND,
    samples=(Sample(Ones(0), "...."), Sample(Ones(6), "..1...")),
)
