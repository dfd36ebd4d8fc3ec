"""How `rows` reads a column: as published (late), or exactly as far as rows are placed (early).

A check returns whether the column is still possible, and which cells it read: the V(n) of the
original's analysis. Rows that are not placed yet are `.`; a late check reads them as blanks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from nonairo.candidates import masks_of
from nonairo.grid import SYMBOLS, UNKNOWN, Line
from nonairo.line_solver import kernel
from nonairo.rules import Balanced, Clue, LineRule, Runs


class Verdict(NamedTuple):
    """Whether a column is still possible, and the cells that were read to find out."""

    holds: bool
    reached: int  # cells read from the top
    again: int = 0  # how many of them were read twice


Check: TypeAlias = Callable[[Line, int], Verdict]  # of a column with so many rows placed


def late_check(rule: LineRule, symbols: str) -> Check:
    """The published check; rules that it was not made for are read as far as they are placed."""
    if symbols == SYMBOLS and type(rule) is Runs:
        clue = rule.clue
        return lambda text, placed: hints_comply(text, clue, placed == len(text))
    if symbols == SYMBOLS and type(rule) is Balanced:
        quotas = rule
        return lambda text, placed: quotas_comply(text, quotas, placed == len(text))
    return lambda text, placed: prefix_goes_on(text, rule)


def early_check(rule: LineRule, symbols: str, gaps: bool) -> Check:
    """The exact check: what is placed must have a future by the column's rule."""
    if not gaps:
        return lambda text, placed: prefix_goes_on(text, rule)
    return lambda text, placed: Verdict(
        kernel(rule, len(text), symbols).possible(masks_of(text, symbols)), placed
    )


def hints_comply(text: Line, clue: Clue, goal: bool) -> Verdict:
    """The published validator, mended at the goal, where all runs must be all hints.

    While rows are missing a finished run may be too short for its hint but not too long, and no
    marked cell may follow the last hint. Below a gap (an unplaced row with placed ones under it)
    nobody knows which hint a run belongs to: it is held against the longest, and the marked cells
    against the sum of all.

    The published program first looks for the first marked cell and then begins its walk there, so
    it reads that cell twice; and an empty column has the hint 0, which every run exceeds.

    >>> hints_comply("101..", (2, 1), False)
    Verdict(holds=True, reached=5, again=1)
    >>> hints_comply("1011.", (2, 1), False).holds, hints_comply("10101", (1, 1), False).holds
    (False, False)
    >>> hints_comply("010..", (), False)
    Verdict(holds=False, reached=3, again=1)
    """
    runs: list[int] = []
    run, marked, gap = 0, 0, False
    again = 1 if "1" in text else 0
    hints = clue or (0,)
    longest, most = max(clue, default=0), sum(clue)
    for read, symbol in enumerate(text, 1):
        if symbol == "1":
            if not gap and len(runs) == len(hints):
                return Verdict(False, read, again)
            run += 1
            marked += 1
            if gap and (run > longest or marked > most):
                return Verdict(False, read, again)
            continue
        if run and not gap:
            if run > hints[len(runs)]:
                return Verdict(False, read, again)
            runs.append(run)
        run = 0
        gap = gap or symbol == UNKNOWN
    if goal and run:
        runs.append(run)
    return Verdict(not goal or tuple(runs) == clue, len(text), again)


def quotas_comply(text: Line, rule: Balanced, goal: bool) -> Verdict:
    """The same for Binairo: no symbol above its quota, no run too long; a blank ends a run.

    >>> quota = Balanced(3, 3)
    >>> quotas_comply("000...", quota, False)
    Verdict(holds=False, reached=3, again=0)
    """
    counts, quotas = {"0": 0, "1": 0}, {"0": rule.zeros, "1": rule.ones}
    last, run = UNKNOWN, 0
    for read, symbol in enumerate(text, 1):
        run = run + 1 if symbol == last else 1
        last = symbol
        if symbol != UNKNOWN:
            counts[symbol] += 1
            if counts[symbol] > quotas[symbol] or run > rule.longest:
                return Verdict(False, read)
    return Verdict(not goal or counts == quotas, len(text))


def prefix_goes_on(text: Line, rule: LineRule) -> Verdict:
    """The exact check of the rows from the top down to the first that is missing."""
    state, read = rule.start, 0
    for symbol in text:
        if symbol == UNKNOWN:
            return Verdict(True, read)
        read += 1
        after = rule.step(state, symbol)
        if after is None:
            return Verdict(False, read)
        state = after
    return Verdict(rule.accepts(state), read)
