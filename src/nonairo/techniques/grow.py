"""A group that must become as long as its shortest owner, away from a wall."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.clues import Clued, inked, lengths
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Clued) -> Iterator[Move]:
    if not inked(line):
        return
    view, sizes = blocks(line, rule), lengths(rule)
    for (begin, end), owners in zip(view.groups, view.owners, strict=True):
        least, can = min((sizes[i] for i in owners), default=0), line[begin] + UNKNOWN
        wall = len(line[:begin].rstrip(can)) - 1  # -1: the edge
        far = len(line) - len(line[end:].lstrip(can))
        after, before = unknown(line, end, wall + 1 + least), unknown(line, far - least, begin)
        if after or before:
            numbers = {"least": least, "sides": bool(after) + bool(before)}
            effects = dict.fromkeys(after + before, line[begin])
            roles = {"group": tuple(range(begin, end))}
            yield Move(effects, known(line), numbers, owners, roles=roles)


TECHNIQUE = Technique(
    id="grow",
    name="Growing",
    level=3,
    summary="A group must become at least as long as the shortest block it can belong to. With an"
    " empty cell on one side, it grows to the other.",
    say="{given}whichever block it is, the group in {group} grows to at least {least:cell}, so"
    " {result}",
    price={Runs: Weight(10), ColouredRuns: Weight(10)},
    find=in_clues(look, decides="1"),
    reason=Reason.NAMED,
    shrinking=("least",),
    samples=(Sample(Runs((4, 2)), "0.1......."),),
)
