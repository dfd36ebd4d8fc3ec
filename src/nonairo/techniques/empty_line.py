"""A line without blocks."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Runs | ColouredRuns) -> Iterator[Move]:
    if not rule.clue and UNKNOWN in line:
        yield Move(dict.fromkeys(where(line, UNKNOWN), "0"), clues=(0,))


TECHNIQUE = Technique(
    id="empty_line",
    name="Empty line",
    level=1,
    summary="The clue is 0: every cell of the line is empty.",
    say="the clue of {place} is 0, so {result}",
    price={Runs: Weight(1), ColouredRuns: Weight(1)},
    find=in_clues(look, decides="0", clue_alone=True),
    reason=Reason.AS_FOUND,
    samples=(Sample(Runs(()), "....."),),
)
