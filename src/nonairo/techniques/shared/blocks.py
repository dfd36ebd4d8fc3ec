"""Where the blocks of a clue can lie in a line: what the techniques for clues look at.

All starts of all blocks at once, as bit masks: a block fits where no cell is empty and no filled
cell touches it; it can come next after another where only cells that may be empty lie between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from nonairo import native
from nonairo.grid import UNKNOWN, Line
from nonairo.rules import Clue, ColouredClue, Runs
from nonairo.techniques.base import Move
from nonairo.techniques.shared.clues import Clued, lengths, parts, touches
from nonairo.techniques.shared.lines import REMEMBERED, known

Extremes: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
GROUP = re.compile(r"([^0.])\1*")


class Blocks(NamedTuple):
    """A line with its clue: the extreme starts of the blocks, and the groups with their owners."""

    left: tuple[int, ...]  # the leftmost start of each block
    right: tuple[int, ...]  # the rightmost start
    groups: tuple[tuple[int, int], ...]  # runs of one colour: first cell, and one past the last
    owners: tuple[tuple[int, ...], ...]  # for each group, the blocks that it can be part of


@lru_cache(maxsize=REMEMBERED)
def blocks(line: Line, rule: Clued) -> Blocks:
    """Everything about a line that can still be completed.

    >>> blocks("..1.......", Runs((2, 2)))[:2]
    ((1, 4), (2, 8))
    """
    read = _reader(rule.clue, len(line)) if type(rule) is Runs else None
    found = None if read is None else read(line)
    return plain_blocks(line, rule) if found is None else Blocks._make(found)


def plain_blocks(line: Line, rule: Clued) -> Blocks:
    """The same without the core."""
    starts = starts_of(line, parts(rule))
    left = tuple([(mask & -mask).bit_length() - 1 for mask in starts])
    right = tuple([mask.bit_length() - 1 for mask in starts])
    groups = tuple([group.span() for group in GROUP.finditer(line)])
    owned = tuple([owners(line, rule, (left, right), *group) for group in groups])
    return Blocks(left, right, groups, owned)


@lru_cache(maxsize=1 << 12)
def _reader(clue: Clue, length: int) -> Callable[[str], native.Blocks | None] | None:
    """The core's way to the same; it says None where nothing fits."""
    return native.blocks_of(clue, length)


def extremes(line: Line, rule: Clued) -> Extremes:
    """The leftmost and the rightmost start of each block, in one colour or in several.

    >>> from nonairo.rules import ColouredRuns
    >>> extremes("..2....", ColouredRuns(((2, "1"), (2, "2"))))
    ((0, 2), (0, 2))
    """
    view = blocks(line, rule)
    return view.left, view.right


def owners(line: Line, rule: Clued, starts: Extremes, begin: int, end: int) -> tuple[int, ...]:
    """The blocks of the colour of these cells whose range covers them and that are long enough."""
    found = []
    (left, right), size = starts, end - begin
    for i, (length, ink) in enumerate(parts(rule)):
        if left[i] > begin:
            break  # so do all further ones
        if size <= length and end <= right[i] + length and ink == line[begin]:
            found.append(i)
    return tuple(found)


def closed(line: Line, rule: Clued) -> Iterator[Move]:
    """The ends of the groups that are as long as every block they can be part of are empty.

    Not where the next block may touch.
    """
    premises: tuple[int, ...] | None = None
    for group in GROUP.finditer(line):
        begin, end = group.span()
        length = end - begin
        if length not in lengths(rule):
            continue
        ends = [k for k in (begin - 1, end) if 0 <= k < len(line) and line[k] == UNKNOWN]
        if not ends:
            continue
        view = blocks(line, rule)
        owned = view.owners[view.groups.index((begin, end))]
        ends = [k for k in ends if _closes(rule, owned, length, -1 if k < begin else 1)]
        if owned and ends:
            effects, numbers = dict.fromkeys(ends, "0"), {"length": length}
            roles = {"group": tuple(range(begin, end))}
            premises = known(line) if premises is None else premises
            yield Move(effects, premises, numbers, owned, roles=roles)


def _closes(rule: Clued, owned: tuple[int, ...], length: int, side: int) -> bool:
    """Whether all these blocks are so long, and none can touch the next one on a side."""
    all_blocks = parts(rule)
    return all(all_blocks[i][0] == length and not touches(all_blocks, i, side) for i in owned)


def still_closed(line: Line, rule: Clued, move: Move) -> tuple[int, ...]:
    """The blocks that the group of such a move can be, if it is still one that they close."""
    group, length = move.roles["group"], move.numbers["length"]
    begin, end = group[0], group[-1] + 1
    ink = line[begin]
    alone = line[max(begin - 1, 0) : begin] != ink and line[end : end + 1] != ink
    if not alone or ink == UNKNOWN or line[begin:end] != ink * length:
        return ()
    owned = owners(line, rule, blocks(line, rule)[:2], begin, end)
    sides = {-1 if k < begin else 1 for k in move.effects}
    return owned if all(_closes(rule, owned, length, side) for side in sides) else ()


def starts_of(line: Line, clue: ColouredClue) -> list[int]:
    """For every block, the starts it has in some completion, as a mask.

    Blocks of two colours may touch.
    """
    size = len(line)
    zero = sum(1 << k for k, symbol in enumerate(line) if symbol in "0.")
    fits = []
    for length, ink in clue:
        can = sum(1 << k for k, symbol in enumerate(line) if symbol in (ink, UNKNOWN))
        filled = sum(1 << k for k, symbol in enumerate(line) if symbol == ink)
        fits.append(_runs(can, length) & ~(filled << 1) & ~(filled >> length))
    ahead: list[int] = []
    at = _flood(1, zero << 1 | 1) & ((1 << size + 1) - 1)  # where the next block may start
    for i, (length, ink) in enumerate(clue):
        ahead.append(at & fits[i])
        ends = ahead[i] << length
        touching = i + 1 < len(clue) and clue[i + 1][1] != ink
        at = _flood(ends & zero, zero) << 1 | (ends if touching else 0)
    alive: list[int] = []
    at = _flood_down(1 << size, zero | 1 << size)  # where the block may end: one past its last cell
    for i in range(len(clue) - 1, -1, -1):
        length, ink = clue[i]
        alive.append(ahead[i] & at >> length)
        touching = i > 0 and clue[i - 1][1] != ink
        at = _flood_down(alive[-1] >> 1 & zero, zero) | (alive[-1] if touching else 0)
    return alive[::-1]


def _runs(mask: int, length: int) -> int:
    """The starts of `length` ones in a row."""
    have = 1
    while have < length:
        more = min(have, length - have)
        mask &= mask >> more
        have += more
    return mask


def _flood(seeds: int, free: int) -> int:
    """Seeds, and every free cell above them that is reached through free cells."""
    seeds &= free
    return free & ~(free + seeds) | seeds


def _flood_down(seeds: int, free: int) -> int:
    """The same downwards."""
    seeds &= free
    shift, size = 1, free.bit_length()
    while shift < size:  # each round goes twice as far as the one before
        seeds |= free & seeds >> shift
        free &= free >> shift
        shift *= 2
    return seeds


def rooms(line: Line) -> list[tuple[int, int]]:
    """The stretches of a line between its walls."""
    return [room.span() for room in re.finditer("[1.]+", line)]
