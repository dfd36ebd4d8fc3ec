"""Clues of one colour and of several, seen alike: lengths, colours, gaps."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from nonairo.grid import UNKNOWN, Line, Symbol
from nonairo.rules import ColouredClue, ColouredRuns, Runs, tightest, tightest_coloured

Clued = Runs | ColouredRuns


def lengths(rule: Clued) -> tuple[int, ...]:
    """How long the blocks are."""
    return rule.clue if type(rule) is Runs else tuple([length for length, _ in rule.clue])  # type: ignore[misc]


def inks(rule: Clued) -> tuple[Symbol, ...]:
    """What the blocks are made of."""
    return ("1",) * len(rule.clue) if type(rule) is Runs else tuple([s for _, s in rule.clue])  # type: ignore[misc]


@lru_cache(maxsize=1 << 12)
def parts(rule: Clued) -> ColouredClue:
    """The blocks: how long, and what they are made of."""
    return tuple(zip(lengths(rule), inks(rule), strict=True))


def touches(blocks: ColouredClue, i: int, side: int) -> bool:
    """Whether a block can touch the one before it (side -1) or after it (1): of another colour.

    >>> touches(((2, "1"), (1, "1"), (3, "2")), 1, -1)
    False
    """
    return 0 <= i + side < len(blocks) and blocks[i + side][1] != blocks[i][1]


def gaps(rule: Clued) -> tuple[int, ...]:
    """How many empty cells are needed between each block and the next: 1 if they are alike."""
    return tuple([int(one == other) for one, other in pairwise(inks(rule))])


def tightest_line(rule: Clued) -> Line:
    """The shortest line with these blocks."""
    if type(rule) is ColouredRuns:
        return tightest_coloured(rule.clue)[0]
    assert type(rule) is Runs
    return tightest(rule.clue)[0]


def inked(line: Line) -> int:
    """How many cells are known and not empty."""
    return len(line) - line.count("0") - line.count(UNKNOWN)


def coloured(line: Line) -> tuple[int, ...]:
    """The cells that are known and not empty."""
    return tuple([k for k, symbol in enumerate(line) if symbol not in ("0", UNKNOWN)])
