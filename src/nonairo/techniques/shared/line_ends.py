"""A line seen from either end: where its first block that is not finished must begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredClue
from nonairo.techniques.base import Move
from nonairo.techniques.shared.clues import Clued, inked, parts, touches


@lru_cache(maxsize=1 << 12)
def wall(line: Line, blocks: ColouredClue) -> tuple[int, int]:
    """The first cell where the first unfinished block may lie, and the number of that block.

    >>> wall("0110.1..", ((2, "1"), (3, "1")))
    (4, 1)

    A complete block needs no empty cell behind it if the next one has another colour.

    >>> wall("011.....", ((2, "1"), (3, "2")))
    (3, 1)
    """
    block = at = free = 0
    while at < len(line) and line[at] != UNKNOWN:
        if line[at] == "0":
            at = free = at + 1
            continue
        end = at
        while end < len(line) and line[end] == line[at]:
            end += 1
        if block == len(blocks) or (end - at, line[at]) != blocks[block] or end == len(line):
            break
        if line[end] == UNKNOWN and not (at == free and touches(blocks, block, 1)):
            break
        block, at = block + 1, end
        free = at
    return free, block


def from_both_ends(
    look: Callable[[Line, ColouredClue], Iterator[Move]],
) -> Callable[[Line, Clued], Iterator[Move]]:
    """The same look, at filled cells, from the left and from the right."""

    def both(line: Line, rule: Clued) -> Iterator[Move]:
        if not inked(line):
            return
        yield from look(line, parts(rule))
        last, blocks = len(line) - 1, len(rule.clue) - 1
        for move in look(line[::-1], parts(rule)[::-1]):
            yield Move(
                {last - k: symbol for k, symbol in move.effects.items()},
                tuple(sorted(last - k for k in move.premises)),
                move.numbers,
                tuple(blocks - i for i in move.clues),
                roles={role: tuple(last - k for k in where) for role, where in move.roles.items()},
            )

    return both
