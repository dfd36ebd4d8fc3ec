"""A block that overlaps itself, given what is known."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Runs) -> Iterator[Move]:
    if not rule.clue:
        return
    view = blocks(line, rule.clue)
    effects: dict[int, str] = {}
    used: list[int] = []
    for i, length in enumerate(rule.clue):
        sure = unknown(line, view.right[i], view.left[i] + length)
        if sure:
            effects |= dict.fromkeys(sure, "1")
            used.append(i)
    if effects:
        yield Move(effects, known(line), {"overlaps": len(used)}, clues=tuple(used))


TECHNIQUE = Technique(
    id="overlap_seen",
    name="Overlap with marks",
    level=2,
    summary="Push all blocks to the left and to the right as far as the marks allow: the cells"
    " that a block covers both times are filled.",
    say="pushed to either end of {place} as far as the marks allow,"
    " {overlaps:a block overlaps itself|blocks overlap themselves}, so {result}",
    known_as="overlap",
    price={Runs: Weight(8)},
    find=in_lines(Runs, look, decides="1"),
    samples=(
        Sample(Runs((2, 3, 1)), "....1....."),
        Sample(Runs((4, 2)), ".....0...."),
    ),
)
