"""Just enough cells are left."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.clues import inked, inks, lengths
from nonairo.techniques.shared.lines import where


def look(line: Line, rule: Runs | ColouredRuns) -> Iterator[Move]:
    missing = sum(lengths(rule)) - inked(line)
    if 0 < missing == line.count(UNKNOWN) and len(colours := set(inks(rule))) == 1:
        effects = dict.fromkeys(where(line, UNKNOWN), *colours)
        yield Move(effects, where(line, "0"), {"missing": missing}, tuple(range(len(rule.clue))))


TECHNIQUE = Technique(
    id="rest_filled",
    name="Fill the rest",
    level=1,
    summary="The number of unknown cells is the number of filled cells that are missing: all of"
    " them are filled.",
    say="{place} still needs {missing:filled cell} and has exactly {missing:open cell} left,"
    " so {result}",
    price={Runs: Weight(1), ColouredRuns: Weight(1)},
    find=in_clues(look, decides="1"),
    reason=Reason.AS_FOUND,
    samples=(Sample(Runs((3, 2)), "011100..00"),),
)
