"""A complete block has an empty cell at each end."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import closed, still_closed


def look(line: Line, rule: Runs) -> Iterator[Move]:
    for move in closed(line, rule.clue):
        if len(move.clues) == 1:
            yield move


def still(line: Line, rule: LineRule, move: Move) -> bool:
    assert isinstance(rule, Runs)
    return len(still_closed(line, rule.clue, move)) == 1


TECHNIQUE = Technique(
    id="cap",
    name="Closing a block",
    level=1,
    summary="A group can only belong to one block and already has its length: the cells at both"
    " ends are empty.",
    say="{given}{group} can only be {block}, so {result}",
    price={Runs: Weight(3)},
    find=in_lines(Runs, look, decides="0"),
    reason=Reason.NAMED,
    still=still,
    samples=(Sample(Runs((3, 1)), "....111..."),),
)
