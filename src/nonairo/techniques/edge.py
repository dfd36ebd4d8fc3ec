"""A filled cell so near the wall that it belongs to the first block."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredClue, ColouredRuns, LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.clues import parts, touches
from nonairo.techniques.shared.line_ends import from_both_ends, wall
from nonairo.techniques.shared.lines import unknown


def look(line: Line, clue: ColouredClue) -> Iterator[Move]:
    begin, block = wall(line, clue)
    if block == len(clue):
        return
    length, ink = clue[block]
    end = begin + length
    first = line.find(ink, begin, end)
    if first < 0:
        return
    effects = dict.fromkeys(unknown(line, first, end), ink)
    if first == begin and not touches(clue, block, 1):
        effects |= dict.fromkeys(unknown(line, end, end + 1), "0")
    if effects:
        room = tuple(range(begin, min(first + length, len(line))))
        roles = {"filled": (first,), "room": room}
        yield Move(effects, (*range(begin), first), {"length": length}, (block,), roles=roles)


def still(line: Line, rule: LineRule, move: Move) -> bool:
    """Whether the cell is filled, and the block covers it and lies in its room."""
    assert type(rule) is Runs or type(rule) is ColouredRuns
    (block,), (filled,), room = move.clues, move.roles["filled"], sorted(move.roles["room"])
    if line[filled] == UNKNOWN:
        return False
    view, (length, _) = blocks(line, rule), parts(rule)[block]
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
    price={Runs: Weight(5), ColouredRuns: Weight(5)},
    find=in_clues(from_both_ends(look)),
    claim=("filled", "room"),
    reason=Reason.NAMED,
    still=still,
    samples=(
        Sample(Runs((4, 1)), "..1......."),
        Sample(Runs((3, 2)), "1........."),
    ),
)
