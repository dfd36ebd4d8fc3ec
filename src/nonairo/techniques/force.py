"""Walls leave spaces; counting what fits where decides which blocks lie in which space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from nonairo.grid import Line
from nonairo.rules import Runs, shortest
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.blocks import rooms
from nonairo.techniques.shared.lines import known, unknown


def look(line: Line, rule: Runs) -> Iterator[Move]:
    clue = rule.clue
    if not clue or "0" not in line:
        return
    for (begin, end), shares in zip(rooms(line), shares_of(line, rule), strict=True):
        if len(shares) != 1:
            continue  # it is open which blocks lie here
        ((first, last),) = shares
        slack = end - begin - shortest(clue[first:last])
        room, effects = tuple(range(begin, end)), dict[int, str]()
        if first == last:
            effects |= dict.fromkeys(unknown(line, begin, end), "0")
        for length in clue[first:last]:
            effects |= dict.fromkeys(unknown(line, begin + slack, begin + length), "1")
            begin += length + 1
        if effects:
            walls = tuple([k for k in (room[0] - 1, end) if 0 <= k < len(line)])
            roles = {"room": room, "walls": walls}
            yield Move(effects, known(line), {}, tuple(range(first, last)), roles=roles)


def shares_of(line: Line, rule: Runs) -> list[set[tuple[int, int]]]:
    """For every room, the stretches of blocks that can lie in it when all are given a room."""
    clue, count = rule.clue, len(rule.clue)
    sums = (0, *accumulate(clue))
    firsts, possible = {0}, list[list[tuple[int, int]]]()  # blocks before a room; stretches in it
    for begin, end in rooms(line):
        size, filled, here = end - begin, line.count("1", begin, end), list[tuple[int, int]]()
        for a in firsts:
            if not filled:
                here.append((a, a))
            for b in range(a + 1, count + 1):
                cells = sums[b] - sums[a]
                if cells + b - a - 1 > size:
                    break
                if cells >= filled:
                    here.append((a, b))
        firsts = {b for _, b in here}
        possible.append(here)
    lasts, shares = {count}, list[set[tuple[int, int]]]()
    for here in reversed(possible):
        shares.append({(a, b) for a, b in here if b in lasts})
        lasts = {a for a, _ in shares[-1]}
    return shares[::-1]


TECHNIQUE = Technique(
    id="force",
    name="Forcing",
    level=2,
    summary="Empty cells split the line into stretches. If only one choice of blocks fits a"
    " stretch, those blocks lie in it: cells that they must cover are filled. A stretch"
    " without blocks is empty.",
    say="{given}{block} must lie in {room:range}, so {result}",
    price={Runs: Weight(8)},
    find=in_lines(Runs, look),
    claim=("", "room"),
    samples=(Sample(Runs((3, 2)), "...0..0..."), Sample(Runs((2, 3)), "....0.....")),
)
