"""Boards and clues written as usual, read and checked by the core in one call.

Every function returns None for anything else, also for whatever is wrong: then the ordinary readers
read it, and say what was expected. Without the core they all do.
"""

from __future__ import annotations

from nonairo import native
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle, trusted
from nonairo.rules import LineRule, Runs

MOST_SIZES, MOST_SIDES, MOST_CLUES = 256, 256, 8192

# Of sizes and rules the lines of a board. What is kept here was made and checked before.
_boards: dict[tuple[int, int, str], Puzzle] = {}


class _Rules(dict[tuple[int, ...], Runs]):
    """The rules of clues: there are few different ones, and puzzles share them."""

    def __missing__(self, clue: tuple[int, ...]) -> Runs:
        if len(self) >= MOST_CLUES:
            self.clear()
        rule = self[clue] = Runs(clue)
        return rule


_rule_of = _Rules().__getitem__
# Puzzles with the same clues share their tuples of rules, by which the core finds its plan.
_sides: dict[tuple[int, native.Clues], tuple[LineRule, ...]] = {}


def board(rows: object, rules: str) -> Puzzle | None:
    """Return the Binairo with these rows, if one of its size and rules was made before."""
    try:
        read = native.read_rows(rows)
    except UnicodeEncodeError:  # half a character: the slow way says where
        return None
    if read is None:
        return None
    height, width, cells = read
    like = _boards.get((height, width, rules))
    if like is None:
        return None
    return trusted(
        "binairo",
        Grid(height, width, cells),
        like.row_rules,
        like.col_rules,
        like.distinct,
        like.rules,
    )


def keep_board(rules: str, puzzle: Puzzle) -> None:
    """Let `board` make further boards of the size and the rules of this one."""
    if len(_boards) >= MOST_SIZES:
        _boards.clear()
    _boards[puzzle.height, puzzle.width, rules] = puzzle


def from_clues(rows: object, cols: object) -> Puzzle | None:
    """Return the nonogram with these lists of numbers."""
    if type(rows) is not list or type(cols) is not list:
        return None
    across, down = native.read_clues(rows, len(cols)), native.read_clues(cols, len(rows))
    return None if across is None or down is None else _nonogram(across, down)


def from_id(body: str) -> Puzzle | None:
    """Return the nonogram with the clues in the body of an id."""
    sides = native.read_sides(body)
    return None if sides is None else _nonogram(*sides)


def from_picture(picture: Grid) -> Puzzle | None:
    """Return the nonogram with the clues of a finished picture."""
    sides = native.clues_of_picture(picture.cells, picture.height, picture.width)
    return None if sides is None else _nonogram(*sides)


def _nonogram(across: native.Clues, down: native.Clues) -> Puzzle:
    height, width = len(across), len(down)
    givens = Grid(height, width, "." * (height * width))
    return trusted("nonogram", givens, _side(width, across), _side(height, down))


def _side(length: int, clues: native.Clues) -> tuple[LineRule, ...]:
    key = length, clues
    rules = _sides.get(key)
    if rules is None:
        if len(_sides) >= MOST_SIDES:
            _sides.clear()
        rules = _sides[key] = tuple(map(_rule_of, clues))
    return rules
