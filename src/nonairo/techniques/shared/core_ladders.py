"""Ladders that the core climbs: how hard a puzzle is, and which of its givens are needed.

The core knows the techniques that suppose nothing, for balanced lines and for lines with blocks. It
always makes all moves of the first technique that sees any, as `Climb.run_up` does, and comes to
the same end in the same number of rounds. The techniques themselves are the specification.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from nonairo import native
from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, Runs
from nonairo.techniques.base import Technique

LARGEST = 64  # cells a side
BALANCED = {} if native.compiled is None else {
    name: k for k, name in enumerate(native.compiled.balanced_techniques())
}  # fmt: skip


def core_ladder(
    puzzle: Puzzle, rungs: Sequence[Technique]
) -> native.BoardLadder | native.PictureLadder | None:
    """Return the core's ladder of these techniques for a puzzle; None where it has none."""
    rule = type(puzzle.row_rules[0])
    if rule is Balanced:
        return balanced_ladder(puzzle, rungs)
    return _clue_ladder(puzzle, rungs) if rule is Runs else None


def balanced_ladder(puzzle: Puzzle, rungs: Sequence[Technique]) -> native.BoardLadder | None:
    """Return the core's ladder of these techniques; None if it does not know one of them.

    None also for lines that are not those of an ordinary Binairo.
    """
    coded = _coded(rungs, BALANCED)
    if coded is None or max(puzzle.height, puzzle.width) > LARGEST:
        return None
    plan = native.plan_of(puzzle)
    if plan is None or not isinstance(plan, native.compiled.BalancedGrid):
        return None
    row, col = puzzle.row_rules[0], puzzle.col_rules[0]
    assert isinstance(row, Balanced)
    assert isinstance(col, Balanced)
    return _balanced(puzzle.height, puzzle.width, row.ones, col.ones, puzzle.distinct, coded)


@lru_cache(maxsize=64)
def _balanced(
    height: int, width: int, row: int, col: int, distinct: bool, rungs: bytes
) -> native.BoardLadder:
    return native.compiled.BalancedLadder(height, width, row, col, distinct, [], rungs)


def _clue_ladder(puzzle: Puzzle, rungs: Sequence[Technique]) -> native.PictureLadder | None:
    """Return the ladder of a nonogram in black and white; None for others, and without the core."""
    rules = puzzle.line_rules()
    coded = clue_rungs(rungs)
    if coded is None or native.compiled is None or puzzle.distinct or puzzle.more_lines:
        return None
    clues = [rule.clue for rule in rules if type(rule) is Runs]
    if len(clues) < len(rules) or max(puzzle.height, puzzle.width) > LARGEST:
        return None
    rows, cols = clues[: puzzle.height], clues[puzzle.height :]
    return native.compiled.ClueLadder(rows, cols, coded)


def picture_ladder(picture: Grid, rungs: bytes | None) -> native.PictureLadder | None:
    """Return the ladder of the nonogram that a picture answers; None where the core has none.

    `rungs` are its techniques, as `clue_rungs` returns them.
    """
    if rungs is None or native.compiled is None or max(picture.height, picture.width) > LARGEST:
        return None
    size = picture.height, picture.width
    return native.compiled.ClueLadder.of_picture(*size, picture.cells, rungs)


def clue_rungs(rungs: Sequence[Technique]) -> bytes | None:
    """Return techniques for lines with blocks as the core has them; None if it lacks one."""
    return _coded(rungs, native.sights())


def _coded(rungs: Sequence[Technique], numbers: dict[str, int]) -> bytes | None:
    """Return the number and the level of each technique; None if the core does not know one."""
    coded = bytearray()
    for rung in rungs:
        number = numbers.get(rung.id)
        if number is None:
            return None
        coded += bytes((number, rung.level))
    return bytes(coded)


def spend_rounds(limits: Budget, rounds: int, limit: str | None) -> None:
    """Count the rounds of a climb; raise LimitReached if a limit came first."""
    if limit == "nodes":
        limits.spend((limits.nodes_left() or 0) + 1)
    limits.spend(rounds)
    if limit is not None:
        raise LimitReached("the core stopped early", limit)
