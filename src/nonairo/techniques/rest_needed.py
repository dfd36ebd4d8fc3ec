"""Just as many cells are left as a number still needs: all of them are filled."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Balanced, Ones
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Ones) -> Iterator[Move]:
    missing = rule.number - line.count("1")
    if 0 < missing == line.count(UNKNOWN) and rule.number < len(line):
        effects = dict.fromkeys(where(line, UNKNOWN), "1")
        yield Move(effects, where(line, "0"), {"missing": missing})


TECHNIQUE = Technique(
    id="rest_needed",
    name="All the rest",
    level=1,
    summary="An area or a region has as many open cells as its number still needs: all of them"
    " are filled.",
    say="{place} still needs {missing:{value_cell}} and has {missing:open cell} left, so {result}",
    price={Ones: Weight(2), Balanced: Weight(6)},
    find=in_lines(Ones, look, decides="1"),
    reason=Reason.AS_FOUND,
    shapes=True,
    samples=(Sample(Ones(5), "0.0.10..0"),),
)
