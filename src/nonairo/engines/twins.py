"""The native twins of the classic engines `walk` and `rows`: same order and counters, faster."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.grid import SYMBOLS
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs, shortest

if TYPE_CHECKING:
    from nonairo._core import ClassicRule, RowsGrid, WalkGrid

LARGEST_CLASSIC = 64  # a side


def walk(puzzle: Puzzle, *, constrained: bool, early: bool) -> WalkGrid | None:
    """The native twin of the cell walker; None where it does not take the puzzle."""
    rules = _classic_rules(puzzle)
    if rules is None:
        return None
    size = puzzle.height, puzzle.width
    return native.compiled.WalkGrid(*size, rules, puzzle.distinct, constrained, early)


def rows(
    puzzle: Puzzle, order: Callable[[], list[int]], *, gaps: bool, early: bool
) -> RowsGrid | None:
    """The native twin of the row backtracker; None where it does not take the puzzle."""
    rules = _classic_rules(puzzle)
    if rules is None:
        return None
    size = puzzle.height, puzzle.width
    return native.compiled.RowsGrid(*size, rules, puzzle.distinct, order(), gaps, early)


def _classic_rules(puzzle: Puzzle) -> list[ClassicRule] | None:
    """The rules of all lines, rows first; None if one of them is not for the twins."""
    if native.compiled is None or puzzle.symbols != SYMBOLS or puzzle.more_lines:
        return None
    if max(puzzle.height, puzzle.width) > LARGEST_CLASSIC:
        return None
    rules = [_classic_rule(rule, puzzle.width) for rule in puzzle.row_rules]
    rules += [_classic_rule(rule, puzzle.height) for rule in puzzle.col_rules]
    taken = [rule for rule in rules if rule is not None]
    return taken if len(taken) == len(rules) else None


@lru_cache(maxsize=4096)
def _classic_rule(rule: LineRule, length: int) -> ClassicRule | None:
    if type(rule) is Balanced:
        if min(rule.zeros, rule.ones) < 0 or rule.zeros + rule.ones > LARGEST_CLASSIC:
            return None
        return native.compiled.ClassicRule.balanced(rule.zeros, rule.ones, rule.longest)
    if type(rule) is Runs:
        if shortest(rule.clue) > LARGEST_CLASSIC:
            return None
        return native.compiled.ClassicRule.runs(rule.clue)
    table = native.transition_table(rule, length)
    return None if table is None else native.compiled.ClassicRule.table(table)
