"""A filled cell so near the wall that it belongs to the first block."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Clue, LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.line_ends import from_both_ends, wall
from nonairo.techniques.shared.lines import unknown


def look(line: Line, clue: Clue) -> Iterator[Move]:
    begin, block = wall(line, clue)
    if block == len(clue):
        return
    end = begin + clue[block]
    first = line.find("1", begin, end)
    if first < 0:
        return
    effects = dict.fromkeys(unknown(line, first, end), "1")
    if first == begin:
        effects |= dict.fromkeys(unknown(line, end, end + 1), "0")
    if effects:
        room = tuple(range(begin, min(first + clue[block], len(line))))
        roles = {"filled": (first,), "room": room}
        numbers = {"length": clue[block]}
        yield Move(effects, (*range(begin), first), numbers, (block,), roles=roles)


def still(line: Line, rule: LineRule, move: Move) -> bool:
    """Whether the cell is filled, and the block covers it and lies in its room."""
    assert type(rule) is Runs
    (block,), (filled,), room = move.clues, move.roles["filled"], sorted(move.roles["room"])
    if line[filled] == UNKNOWN:
        return False
    view, length = blocks(line, rule.clue), rule.clue[block]
    covers = view.right[block] <= filled < view.left[block] + length
    return covers and room[0] <= view.left[block] and view.right[block] + length - 1 <= room[-1]


TECHNIQUE = Technique(
    id="edge",
    name="Edge",
    level=2,
    summary="A filled cell is so close to the edge, or to an empty cell, that it must belong to"
    " the first block. The length of the block fills more cells. If the block touches the"
    " edge, it is complete.",
    say="{given}{block} covers {filled} and lies within {room:range}, so {result}",
    price={Runs: Weight(5)},
    find=in_lines(Runs, from_both_ends(look)),
    reason=Reason.NAMED,
    still=still,
    samples=(
        Sample(Runs((4, 1)), "..1......."),
        Sample(Runs((3, 2)), "1........."),
    ),
)
