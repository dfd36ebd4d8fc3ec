"""Two groups that cannot belong to different blocks."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.clues import Clued, inked
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Clued) -> Iterator[Move]:
    if inked(line) < 2:
        return
    view = blocks(line, rule)
    for a, (begin, end) in enumerate(view.groups):
        ink = line[begin]
        for b in range(a + 1, len(view.groups)):
            other, last = view.groups[b]
            if line[end:last].strip(ink + UNKNOWN):
                break  # a wall, or another colour
            if min(view.owners[a], default=0) >= max(view.owners[b], default=0):
                between = unknown(line, end, other)
                if between:
                    effects, numbers = dict.fromkeys(between, ink), {"length": last - begin}
                    roles = {"one": tuple(range(begin, end)), "two": tuple(range(other, last))}
                    mine = min(view.owners[a], default=0)
                    yield Move(effects, known(line), numbers, (mine,), roles=roles)


TECHNIQUE = Technique(
    id="join",
    name="Joining",
    level=2,
    summary="Two groups cannot belong to different blocks, so they are one block: the cells"
    " between them are filled.",
    say="{given}{one:range} and {two:range} are both part of {block}, so {result}",
    price={Runs: Weight(8), ColouredRuns: Weight(8)},
    find=in_clues(look, decides="1"),
    reason=Reason.NAMED,
    samples=(
        Sample(Runs((5, 1)), ".1.1......"),
        Sample(Runs((6,)), "..1..1...."),
    ),
)
