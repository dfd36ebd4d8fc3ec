"""A block that overlaps itself, given what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.grid import Line
from nonairo.rules import ColouredRuns, LineRule, Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import extremes
from nonairo.techniques.shared.clues import Clued, inks, lengths
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Clued) -> Iterator[Move]:
    if not rule.clue:
        return
    left, right = extremes(line, rule)
    effects: dict[int, str] = {}
    used: list[int] = []
    for i, (length, ink) in enumerate(zip(lengths(rule), inks(rule), strict=True)):
        sure = unknown(line, right[i], left[i] + length)
        if sure:
            effects |= dict.fromkeys(sure, ink)
            used.append(i)
    if effects:
        yield Move(effects, known(line), {"overlaps": len(used)}, clues=tuple(used))


def overlapping(line: Line, rule: LineRule, cells: Sequence[int]) -> list[tuple[int, int, int]]:
    """The blocks that cover some cells wherever they lie, and how far they can reach."""
    assert type(rule) is Runs or type(rule) is ColouredRuns
    places = zip(*extremes(line, rule), lengths(rule), strict=True)
    return [
        (i, left, right + length - 1)
        for i, (left, right, length) in enumerate(places)
        if any(right <= k < left + length for k in cells)
    ]


TECHNIQUE = Technique(
    id="overlap_seen",
    name="Overlap with marks",
    level=2,
    summary="Push all blocks to the left and to the right as far as the known cells"
    " allow: the cells that a block covers both times are filled.",
    say="{given}{ranges}, so {result}",
    bounds=overlapping,
    price={Runs: Weight(8), ColouredRuns: Weight(8)},
    find=in_clues(look, decides="1"),
    claim=("", ""),
    samples=(
        Sample(Runs((2, 3, 1)), "....1....."),
        Sample(Runs((4, 2)), ".....0...."),
    ),
)
