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
        roles = {"wall": (begin - 1,) if begin else (), "filled": (first,)}
        numbers = {"length": clue[block]}
        yield Move(effects, (*range(begin), first), numbers, (block,), roles=roles)


def still(line: Line, rule: LineRule, move: Move) -> bool:
    """Whether the wall and the cell are there, and the block covers it wherever it lies."""
    assert type(rule) is Runs
    (block,), (filled,) = move.clues, move.roles["filled"]
    if UNKNOWN in (line[filled], *(line[k] for k in move.roles["wall"])):
        return False
    view = blocks(line, rule.clue)
    return view.right[block] <= filled < view.left[block] + rule.clue[block]


TECHNIQUE = Technique(
    id="edge",
    name="From the edge",
    level=2,
    summary="A filled cell lies so near the edge or a wall that it belongs to the first block,"
    " whose length carries it away from the wall. Touching the wall, the block is"
    " complete.",
    say="the block of {length:d} has no room between {wall:the edge} and {filled}, so it covers"
    " {filled}: {result}",
    price={Runs: Weight(5)},
    find=in_lines(Runs, from_both_ends(look)),
    reason=Reason.NAMED,
    still=still,
    samples=(
        Sample(Runs((4, 1)), "..1......."),
        Sample(Runs((3, 2)), "1........."),
    ),
)
