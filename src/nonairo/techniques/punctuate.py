"""A group as long as every block it can be."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import ColouredRuns, LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import closed, still_closed
from nonairo.techniques.shared.clues import Clued


def look(line: Line, rule: Clued) -> Iterator[Move]:
    yield from closed(line, rule)


def still(line: Line, rule: LineRule, move: Move) -> bool:
    assert type(rule) is Runs or type(rule) is ColouredRuns
    return bool(still_closed(line, rule, move))


TECHNIQUE = Technique(
    id="punctuate",
    name="Punctuating",
    level=3,
    summary="Every block that a group can belong to has exactly its length: the group is"
    " complete, and the cells at both ends are empty, even if it is unknown which block it"
    " is.",
    say="{given}every block that {group} can be has {length:cell}, so {result}",
    price={Runs: Weight(10), ColouredRuns: Weight(10)},
    find=in_clues(look, decides="0"),
    claim=("", "group"),
    reason=Reason.NAMED,
    still=still,
    samples=(
        Sample(Runs((2, 2, 1)), "...11....."),
        Sample(Runs((1, 2, 2)), "......11.."),
    ),
)
