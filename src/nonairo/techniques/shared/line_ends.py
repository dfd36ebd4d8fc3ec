"""A line seen from either end: where its first block that is not finished must begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from nonairo.grid import Line
from nonairo.rules import Clue, Runs
from nonairo.techniques.base import Move


@lru_cache(maxsize=1 << 12)
def wall(line: Line, clue: Clue) -> tuple[int, int]:
    """The first cell where the first unfinished block may lie, and the number of that block.

    >>> wall("0110.1..", (2, 3))
    (4, 1)
    """
    block = at = free = 0
    while at < len(line) and line[at] != ".":
        if line[at] == "0":
            at = free = at + 1
            continue
        end = at
        while end < len(line) and line[end] == "1":
            end += 1
        if block == len(clue) or end - at != clue[block] or line[end : end + 1] != "0":
            break
        block, at = block + 1, end
    return free, block


def from_both_ends(
    look: Callable[[Line, Clue], Iterator[Move]],
) -> Callable[[Line, Runs], Iterator[Move]]:
    """The same look, at filled cells, from the left and from the right."""

    def both(line: Line, rule: Runs) -> Iterator[Move]:
        if "1" not in line:
            return
        yield from look(line, rule.clue)
        last, blocks = len(line) - 1, len(rule.clue) - 1
        for move in look(line[::-1], rule.clue[::-1]):
            yield Move(
                {last - k: symbol for k, symbol in move.effects.items()},
                tuple(sorted(last - k for k in move.premises)),
                move.numbers,
                tuple(blocks - i for i in move.clues),
                roles={role: tuple(last - k for k in where) for role, where in move.roles.items()},
            )

    return both
