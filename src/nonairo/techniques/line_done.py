"""All filled cells of a line are there."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.clues import coloured, inked, lengths
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Runs | ColouredRuns) -> Iterator[Move]:
    total = sum(lengths(rule))
    if total and UNKNOWN in line and inked(line) == total:
        effects = dict.fromkeys(where(line, UNKNOWN), "0")
        yield Move(effects, coloured(line), {"total": total}, tuple(range(len(rule.clue))))


TECHNIQUE = Technique(
    id="line_done",
    name="Line complete",
    level=1,
    summary="The line has as many filled cells as the clue asks for: the rest is empty.",
    say="{place} already has its {total:filled cell}, so {result}",
    price={Runs: Weight(1), ColouredRuns: Weight(1)},
    find=in_clues(look, decides="0"),
    reason=Reason.AS_FOUND,
    samples=(Sample(Runs((2, 1)), ".11..1...."),),
)
