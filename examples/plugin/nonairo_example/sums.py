"""A kind of puzzle: every line has so many ones, anywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from nonairo.errors import PuzzleError
from nonairo.grid import Grid
from nonairo.kinds.base import (
    Kind,
    check_standard,
    givens_beside,
    join_sides,
    put_givens,
    record_sides,
    split_sides,
)
from nonairo.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Ones:
    """So many ones; the state is how many there are so far."""

    number: int
    start: ClassVar[tuple[int, ...]] = (0,)

    def step(self, state: tuple[int, ...], symbol: str) -> tuple[int, ...] | None:
        after = state[0] + int(symbol)
        return (after,) if after <= self.number else None

    def accepts(self, state: tuple[int, ...]) -> bool:
        return state[0] == self.number


def ones(found: object) -> Ones:
    """The rule for a number; in a text or a record anything may be found in its place."""
    text = str(found).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise PuzzleError(f"expected a number of ones, found {found!r:.40}")
    return Ones(int(text))


def puzzle(rows: Sequence[object], cols: Sequence[object], givens: object = None) -> Puzzle:
    grid = givens_beside(len(rows), len(cols), givens)
    return Puzzle("sums", grid, tuple(map(ones, rows)), tuple(map(ones, cols)))


def numbers(rules: Sequence[object]) -> list[int]:
    return [rule.number for rule in rules if isinstance(rule, Ones)]


def write(puzzle: Puzzle) -> str:
    sides = (numbers(puzzle.row_rules), numbers(puzzle.col_rules))
    return join_sides(puzzle, *(list(map(str, side)) for side in sides))


def read(body: str, rules: str) -> Puzzle:
    check_standard("sum puzzle", rules)
    return puzzle(*split_sides(body, "sums"))


def pose(answer: Grid, rules: str) -> Puzzle:
    """The puzzle that has this answer, and maybe others."""
    return puzzle(
        [row.count("1") for row in answer.rows()], [col.count("1") for col in answer.cols()]
    )


KIND = Kind(
    name="sums",
    summary="so many ones in every line",
    example="sums:2/1;2/1",
    read=read,
    write=write,
    from_record=lambda record: puzzle(*record_sides(record, "sums")),
    to_record=lambda puzzle: put_givens(
        puzzle, {"rows": numbers(puzzle.row_rules), "cols": numbers(puzzle.col_rules)}
    ),
    blank=lambda height, width, rules: puzzle([0] * height, [0] * width),
    pose=pose,
    posed=True,
    label=lambda rule: (str(rule.number),) if isinstance(rule, Ones) else (),  # drawn beside a line
)
