"""Clues of one colour and of several, seen alike: lengths, colours, gaps."""

from __future__ import annotations

from itertools import pairwise

from nonairo.grid import UNKNOWN, Line, Symbol
from nonairo.rules import ColouredRuns, Runs, tightest, tightest_coloured

Clued = Runs | ColouredRuns


def lengths(rule: Clued) -> tuple[int, ...]:
    """How long the blocks are."""
    return rule.clue if type(rule) is Runs else tuple([length for length, _ in rule.clue])  # type: ignore[misc]


def inks(rule: Clued) -> tuple[Symbol, ...]:
    """What the blocks are made of."""
    return ("1",) * len(rule.clue) if type(rule) is Runs else tuple([s for _, s in rule.clue])  # type: ignore[misc]


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
