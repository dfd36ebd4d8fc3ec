"""As many cells are filled as a number says: the rest of its area is empty."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Balanced, Ones
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Ones) -> Iterator[Move]:
    if line.count("1") == rule.number > 0 and UNKNOWN in line:
        effects = dict.fromkeys(where(line, UNKNOWN), "0")
        yield Move(effects, where(line, "1"), {"quota": rule.number})


TECHNIQUE = Technique(
    id="number_reached",
    name="Number reached",
    level=1,
    summary="An area or a region has as many filled cells as its number: the rest of it is empty.",
    say="{place} already has its {quota:{other_cell}}, so {result}",
    price={Ones: Weight(2), Balanced: Weight(6)},
    find=in_lines(Ones, look, decides="0"),
    reason=Reason.AS_FOUND,
    shapes=True,
    samples=(Sample(Ones(2), ".1.0.1..."),),
)
