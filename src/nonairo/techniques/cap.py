"""A complete block has an empty cell at each end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.parts.blocks import blocks, known


def look(line: Line, rule: Runs) -> Iterator[Move]:
    for group in re.finditer("1+", line):
        begin, end = group.span()
        if end - begin not in rule.clue:
            continue
        ends = [k for k in (begin - 1, end) if k >= 0 and line[k : k + 1] == UNKNOWN]
        if not ends:
            continue
        view = blocks(line, rule.clue)
        owners = view.owners[view.groups.index((begin, end))]
        if len(owners) == 1 and rule.clue[owners[0]] == end - begin:
            numbers = {"length": end - begin}
            yield Move(dict.fromkeys(ends, "0"), known(line), numbers, owners)


TECHNIQUE = Technique(
    id="cap",
    name="Close a finished block",
    level=1,
    summary="A group that can only be one certain block, and is complete, has an empty cell at"
    " each end.",
    say="the block of {length} in {place} is complete, so {result}",
    price={Runs: Weight(3)},
    find=in_lines(Runs, look, decides="0"),
    samples=(Sample(Runs((3, 1)), "....111..."),),
)
