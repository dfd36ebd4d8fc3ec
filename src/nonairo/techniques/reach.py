"""Cells outside the range of every block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.grid import Line
from nonairo.rules import ColouredRuns, LineRule, Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import extremes
from nonairo.techniques.shared.clues import Clued, lengths
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Clued) -> Iterator[Move]:
    if not rule.clue:
        return
    left, right = extremes(line, rule)
    effects: dict[int, str] = {}
    at = 0
    for begin, last, length in zip(left, right, lengths(rule), strict=True):
        effects |= dict.fromkeys(unknown(line, at, begin), "0")
        at = max(at, last + length)
    effects |= dict.fromkeys(unknown(line, at, len(line)), "0")
    if effects:
        yield Move(effects, known(line), clues=tuple(range(len(rule.clue))))


def beside(line: Line, rule: LineRule, cells: Sequence[int]) -> list[tuple[int, int, int]]:
    """The last block before each of some cells and the first one after it: between them it lies."""
    assert type(rule) is Runs or type(rule) is ColouredRuns
    left, right = extremes(line, rule)
    ends = [last + length for last, length in zip(right, lengths(rule), strict=True)]
    near = {j for k in cells for i in [sum(end <= k for end in ends)] for j in (i - 1, i)}
    return [(i, left[i], ends[i] - 1) for i in sorted(near) if 0 <= i < len(ends)]


TECHNIQUE = Technique(
    id="reach",
    name="Out of reach",
    level=2,
    summary="No block can reach these cells: they are empty.",
    say="{given}{ranges}, so {result}",
    bounds=beside,
    price={Runs: Weight(6), ColouredRuns: Weight(6)},
    find=in_clues(look, decides="0"),
    claim=("", ""),
    samples=(
        Sample(Runs((3,)), "....1....."),
        Sample(Runs((2, 2)), "..1.....1."),
    ),
)
