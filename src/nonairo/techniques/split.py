"""Two groups that would be too long together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import blocks, owners
from nonairo.techniques.shared.clues import Clued, inked, inks
from nonairo.techniques.shared.lines import known


def look(line: Line, rule: Clued) -> Iterator[Move]:
    if inked(line) < 2:
        return
    view = blocks(line, rule)
    for a, ((begin, end), (other, last)) in enumerate(pairwise(view.groups)):
        if other != end + 1 or line[end] != UNKNOWN or line[begin] != line[other]:
            continue
        first, second = view.owners[a : a + 2]
        between = inks(rule)[min(first, default=0) : max(second, default=-1) + 1]
        if {*between} != {line[begin]}:
            continue  # a block of another colour may lie there
        if not owners(line, rule, view[:2], begin, last):
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
    price={Runs: Weight(10), ColouredRuns: Weight(10)},
    find=in_clues(look, decides="0"),
    reason=Reason.NAMED,
    samples=(
        Sample(Runs((2, 2)), "..11.11..."),
        Sample(Runs((2, 2, 1)), ".1.1......"),
    ),
)
