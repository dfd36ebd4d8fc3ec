"""A filled cell just as far from the wall as the first block is long."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import Line
from nonairo.rules import Clue, Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.ends import from_both_ends, wall


def look(line: Line, clue: Clue) -> Iterator[Move]:
    begin, block = wall(line, clue)
    if block == len(clue):
        return
    filled = begin + clue[block]
    if line[filled : filled + 1] == "1" and line[begin] == ".":
        premises, roles = (*range(begin), filled), {"filled": (filled,)}
        yield Move({begin: "0"}, premises, {"length": clue[block]}, (block,), roles=roles)


TECHNIQUE = Technique(
    id="mercury",
    name="Push from the edge",
    level=2,
    summary="A filled cell is exactly as far from the wall as the first block is long: from the"
    " wall cell the block would reach it and be too long, so the wall cell is empty.",
    say="from {effects} the block of {length:d} would run into {filled}, so {result}",
    price={Runs: Weight(6)},
    find=in_lines(Runs, from_both_ends(look), decides="0"),
    samples=(
        Sample(Runs((3, 1)), "...1......"),
        Sample(Runs((2, 2)), "..1......."),
    ),
)
