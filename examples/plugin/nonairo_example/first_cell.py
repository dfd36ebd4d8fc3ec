"""A technique: where only the first cell of a line is open, it is what is missing."""

from collections.abc import Iterator

from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines


def look(line: str, rule: Balanced) -> Iterator[Move]:
    if line.count(".") == 1 and line[0] == ".":
        symbol = "1" if line.count("0") == rule.zeros else "0"
        yield Move({0: symbol}, tuple(range(1, len(line))))


TECHNIQUE = Technique(
    id="first_cell",
    name="First cell",
    level=1,
    summary="Only the first cell of a line is open.",
    say="only {effects} is open in {place}, so it is {value}",
    find=in_lines(Balanced, look),
    samples=(Sample(Balanced(2, 2), ".011"),),
    price={Balanced: Weight(1)},
)
