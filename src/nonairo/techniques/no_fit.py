"""A room that is too small for every block that could lie there."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import blocks, rooms
from nonairo.techniques.shared.lines import known


def look(line: Line, rule: Runs) -> Iterator[Move]:
    if not rule.clue:
        return
    view = blocks(line, rule)
    for begin, end in rooms(line):
        if "1" in line[begin:end]:
            continue
        fits = any(
            max(begin, left) + length <= min(end, right + length)
            for left, right, length in zip(view.left, view.right, rule.clue, strict=True)
        )
        if not fits:
            effects = dict.fromkeys(range(begin, end), "0")
            numbers, roles = {"length": end - begin}, {"room": tuple(range(begin, end))}
            clues = tuple(range(len(rule.clue)))
            yield Move(effects, known(line), numbers, clues, roles=roles)


TECHNIQUE = Technique(
    id="no_fit",
    name="No room",
    level=2,
    summary="A stretch between empty cells is shorter than every block that could lie there: it"
    " is empty.",
    say="{given}no block can lie in {room:range}, so {result}",
    price={Runs: Weight(6)},
    find=in_lines(Runs, look, decides="0"),
    reason=Reason.NAMED,
    samples=(
        Sample(Runs((4,)), "..0....0.."),
        Sample(Runs((3,)), "..0.....0."),
    ),
)
