"""A filled cell just as far from the wall as the first block is long."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Clue, LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.line_ends import from_both_ends, wall


def look(line: Line, clue: Clue) -> Iterator[Move]:
    begin, block = wall(line, clue)
    if block == len(clue):
        return
    filled = begin + clue[block]
    if line[filled : filled + 1] == "1" and line[begin] == ".":
        premises = (*range(begin), filled)
        roles = {"wall": (begin - 1,) if begin else (), "filled": (filled,)}
        yield Move({begin: "0"}, premises, {"length": clue[block]}, (block,), roles=roles)


def still(line: Line, rule: LineRule, move: Move) -> bool:
    """Whether wall and filled cell are there, and the blocks behind the wall stay behind it."""
    assert type(rule) is Runs
    if any(line[k] == UNKNOWN for where in move.roles.values() for k in where):
        return False
    (block,), (filled,), (cell,) = move.clues, move.roles["filled"], move.effects
    view = blocks(line, rule.clue)
    if filled < cell:
        return all(left > cell for left in view.left[block + 1 :])
    ends = [right + rule.clue[k] for k, right in enumerate(view.right[:block])]
    return all(end <= cell for end in ends)


TECHNIQUE = Technique(
    id="mercury",
    name="Mercury",
    level=2,
    summary="A filled cell is exactly as far from the edge as the first block is long. If the"
    " block started at the edge, it would touch this cell and be too long, so the cell at"
    " the edge is empty.",
    say="{given}{block} would run from {effects} into {filled}, so {result}",
    price={Runs: Weight(6)},
    find=in_lines(Runs, from_both_ends(look), decides="0"),
    reason=Reason.NAMED,
    still=still,
    samples=(
        Sample(Runs((3, 1)), "...1......"),
        Sample(Runs((2, 2)), "..1......."),
    ),
)
