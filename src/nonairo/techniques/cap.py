"""A complete block has an empty cell at each end."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import ColouredRuns, LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import closed, still_closed
from nonairo.techniques.shared.clues import Clued


def look(line: Line, rule: Clued) -> Iterator[Move]:
    for move in closed(line, rule):
        if len(move.clues) == 1:
            yield move


def still(line: Line, rule: LineRule, move: Move) -> bool:
    assert type(rule) is Runs or type(rule) is ColouredRuns
    return len(still_closed(line, rule, move)) == 1


TECHNIQUE = Technique(
    id="cap",
    name="Closing a block",
    level=1,
    summary="A group can only belong to one block and already has its length: the cells at both"
    " ends are empty.",
    say="{given}{group} can only be {block}, so {result}",
    price={Runs: Weight(3), ColouredRuns: Weight(3)},
    find=in_clues(look, decides="0"),
    claim=("", "group"),
    reason=Reason.NAMED,
    still=still,
    samples=(Sample(Runs((3, 1)), "....111..."),),
)
