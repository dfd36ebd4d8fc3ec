"""Walls leave spaces; counting what fits where decides which blocks lie in which space."""

from __future__ import annotations

from collections.abc import Iterator

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
    clue, spaces = rule.clue, rooms(line)
    filled = [line.count("1", begin, end) for begin, end in spaces]

    def fits(room: int, first: int, last: int) -> bool:
        begin, end = spaces[room]
        return shortest(clue[first:last]) <= end - begin and sum(clue[first:last]) >= filled[room]

    everything = range(len(clue) + 1)
    ahead = [{0}]  # blocks that can be placed in the rooms before
    for room in range(len(spaces)):
        ahead.append({b for a in ahead[-1] for b in everything if b >= a and fits(room, a, b)})
    alive = {len(clue)}
    shares: list[set[tuple[int, int]]] = []
    for room in range(len(spaces) - 1, -1, -1):
        here = {(a, b) for b in alive for a in ahead[room] if a <= b and fits(room, a, b)}
        shares.append(here)
        alive = {a for a, _ in here}
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
    samples=(Sample(Runs((3, 2)), "...0..0..."), Sample(Runs((2, 3)), "....0.....")),
)
