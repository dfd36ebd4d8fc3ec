"""Cells outside the range of every block."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import ColouredRuns, Runs
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


TECHNIQUE = Technique(
    id="reach",
    name="Out of reach",
    level=2,
    summary="No block can reach these cells from where it must lie: they are empty.",
    say="no block of {place} can reach {effects:or}, so {they} {value}",
    known_as="out of reach",
    price={Runs: Weight(6), ColouredRuns: Weight(6)},
    find=in_clues(look, decides="0"),
    samples=(
        Sample(Runs((3,)), "....1....."),
        Sample(Runs((2, 2)), "..1.....1."),
    ),
)
