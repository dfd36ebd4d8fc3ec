"""Two groups that would be too long together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import blocks, owners
from nonairo.techniques.shared.lines import known


def look(line: Line, rule: Runs) -> Iterator[Move]:
    if line.count("1") < 2:
        return
    view = blocks(line, rule.clue)
    for (begin, end), (other, last) in pairwise(view.groups):
        if other != end + 1 or line[end] != UNKNOWN:
            continue
        if not owners(view.left, view.right, rule.clue, begin, last):
            clues = tuple(range(len(rule.clue)))
            roles = {"stretch": tuple(range(begin, last))}
            yield Move({end: "0"}, known(line), {"length": last - begin}, clues, roles=roles)


TECHNIQUE = Technique(
    id="split",
    name="Splitting",
    level=3,
    summary="Two groups have one cell between them. If it were filled, they would be longer than"
    " any block that could lie there: the cell is empty.",
    say="{given}no block can cover {stretch:range}, so {result}",
    price={Runs: Weight(10)},
    find=in_lines(Runs, look, decides="0"),
    reason=Reason.NAMED,
    samples=(
        Sample(Runs((2, 2)), "..11.11..."),
        Sample(Runs((2, 2, 1)), ".1.1......"),
    ),
)
