"""A clue that needs the whole line."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.clues import gaps, tightest_line
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Runs | ColouredRuns) -> Iterator[Move]:
    text = tightest_line(rule)
    if rule.clue and len(text) == len(line) and UNKNOWN in line:
        effects = {k: text[k] for k in where(line, UNKNOWN)}
        numbers = {"length": len(line), "blocks": len(rule.clue), "gapless": not any(gaps(rule))}
        yield Move(effects, clues=tuple(range(len(rule.clue))), numbers=numbers)


TECHNIQUE = Technique(
    id="exact_fit",
    name="Exact fit",
    level=1,
    summary="The blocks and the gaps between them need every cell of the line.",
    say="the {blocks:block|blocks}{gapless:| and gaps} of {place} {blocks:needs|need} the whole"
    " line, {length:cell}, so {result}",
    price={Runs: Weight(2), ColouredRuns: Weight(2)},
    find=in_clues(look, clue_alone=True),
    reason=Reason.AS_FOUND,
    samples=(Sample(Runs((4, 5)), ".........."),),
)
