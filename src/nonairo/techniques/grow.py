"""A group that must become as long as its shortest owner, away from a wall."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Runs) -> Iterator[Move]:
    if not rule.clue or "1" not in line:
        return
    view = blocks(line, rule.clue)
    for (begin, end), owners in zip(view.groups, view.owners, strict=True):
        least = min((rule.clue[i] for i in owners), default=0)
        wall = line.rfind("0", 0, begin)  # -1: the edge
        far = line.find("0", end)
        far = len(line) if far < 0 else far
        after, before = unknown(line, end, wall + 1 + least), unknown(line, far - least, begin)
        if after or before:
            numbers = {"least": least, "sides": bool(after) + bool(before)}
            effects, roles = dict.fromkeys(after + before, "1"), {"group": tuple(range(begin, end))}
            yield Move(effects, known(line), numbers, owners, roles=roles)


TECHNIQUE = Technique(
    id="grow",
    name="Growing",
    level=3,
    summary="A group must become at least as long as the shortest block it can belong to. With an"
    " empty cell on one side, it grows to the other.",
    say="{given}whichever block it is, the group in {group} grows to at least {least:cell}, so"
    " {result}",
    price={Runs: Weight(10)},
    find=in_lines(Runs, look, decides="1"),
    reason=Reason.NAMED,
    shrinking=("least",),
    samples=(Sample(Runs((4, 2)), "0.1......."),),
)
