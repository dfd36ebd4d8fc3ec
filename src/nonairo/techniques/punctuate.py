"""A group as long as every block it can be."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.parts.blocks import blocks, known, unknown


def look(line: Line, rule: Runs) -> Iterator[Move]:
    if not rule.clue or "1" not in line:
        return
    view = blocks(line, rule.clue)
    for (begin, end), owners in zip(view.groups, view.owners, strict=True):
        if owners and all(rule.clue[i] == end - begin for i in owners):
            ends = [*unknown(line, begin - 1, begin), *unknown(line, end, end + 1)]
            if ends:
                numbers = {"length": end - begin}
                yield Move(dict.fromkeys(ends, "0"), known(line), numbers, owners)


TECHNIQUE = Technique(
    id="punctuate",
    name="Punctuating",
    level=3,
    summary="Every block that a group can be has exactly its length: it is closed on both"
    " sides, though it is unknown which block it is.",
    say="every block that the group in {place} can be has {length} cells, so {result}",
    price={Runs: Weight(10)},
    find=in_lines(Runs, look, decides="0"),
    samples=(
        Sample(Runs((2, 2, 1)), "...11....."),
        Sample(Runs((1, 2, 2)), "......11.."),
    ),
)
