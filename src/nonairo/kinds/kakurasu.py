"""Kakurasu: the positions of the filled cells of a line, counted from 1, add up to its total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from nonairo.errors import PuzzleError
from nonairo.grid import SYMBOLS, Grid, Line, Symbol, check_size
from nonairo.kinds.base import (
    Kind,
    LineViolation,
    check_standard,
    givens_beside,
    join_sides,
    no_completion,
    put_givens,
    record_sides,
    split_sides,
)
from nonairo.plain import shown, whole
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule, State


@dataclass(frozen=True, slots=True)
class Total:
    """The positions of the ones, counted from 1, add up to `total`."""

    total: int
    start: ClassVar[State] = (0, 0)  # cells read, sum so far

    @property
    def clue(self) -> int:
        """What stands beside the line."""
        return self.total

    def step(self, state: State, symbol: Symbol) -> State | None:
        read = state[0] + 1
        if symbol not in SYMBOLS:
            return None
        total = state[1] + read * int(symbol)
        return (read, total) if total <= self.total else None

    def accepts(self, state: State) -> bool:
        return state[1] == self.total

    def problem(self, axis: str, length: int) -> str | None:
        most = length * (length + 1) // 2
        if type(self.total) is int and 0 <= self.total <= most:
            return None
        return f"expected a total from 0 to {most}, found {shown(self.total)}"


def total_of(line: Line) -> int:
    """The sum of the positions of the ones.

    >>> total_of("0110")
    5
    """
    return sum(place for place, symbol in enumerate(line, 1) if symbol == "1")


def pose_totals(rows: Sequence[object], cols: Sequence[object], givens: object = None) -> Puzzle:
    """The puzzle with these totals, each checked."""
    check_size(len(rows), len(cols))
    return Puzzle(
        kind="kakurasu",
        givens=givens_beside(len(rows), len(cols), givens),
        row_rules=_rules(rows),
        col_rules=_rules(cols),
    )


def _rules(totals: Sequence[object]) -> tuple[Total, ...]:
    """Return the rules of lines; what is no number stays as it is, and its puzzle refuses it."""
    plain = ((total, whole(total)) for total in totals)
    return tuple(
        Total(total if number is None else number)  # type: ignore[arg-type]
        for total, number in plain
    )


def totals(rules: Sequence[LineRule]) -> list[int]:
    """The totals behind the rules of rows or columns."""
    found = []
    for rule in rules:
        if type(rule) is not Total:
            raise PuzzleError(f"a Kakurasu's lines have totals, found {type(rule).__name__}")
        found.append(rule.total)
    return found


def read(body: str, rules: str) -> Puzzle:
    check_standard("kakurasu", rules)
    rows, cols, givens = split_sides(body, "totals")
    return pose_totals(_numbers(rows), _numbers(cols), givens)


def _numbers(side: list[str]) -> list[object]:
    """Numbers, where a text is one; else the text, which is then refused by its place."""
    words = [word.strip() for word in side]
    return [int(word) if word.isascii() and word.isdigit() and len(word) < 9 else word
            for word in words]  # fmt: skip


def write(puzzle: Puzzle) -> str:
    rows, cols = (list(map(str, totals(rules))) for rules in (puzzle.row_rules, puzzle.col_rules))
    return join_sides(puzzle, rows, cols)


def from_record(record: Mapping[str, object]) -> Puzzle:
    return pose_totals(*record_sides(record, "totals"))


def to_record(puzzle: Puzzle) -> dict[str, object]:
    sides = totals(puzzle.row_rules), totals(puzzle.col_rules)
    return put_givens(puzzle, dict(zip(("rows", "cols"), sides, strict=True)))


def blank(height: int, width: int, rules: str) -> Puzzle:
    """Nothing is filled, and nothing can be: the totals are the question."""
    return pose(Grid(height, width, "0" * (height * width)), rules)


def pose(answer: Grid, rules: str) -> Puzzle:
    check_standard("kakurasu", rules)
    return pose_totals([*map(total_of, answer.rows())], [*map(total_of, answer.cols())])


def line_violations(rule: LineRule, line: Line, symbols: str) -> Iterator[LineViolation]:
    """The filled cells cannot add up to the total."""
    for violation in no_completion(rule, line, symbols):
        if not isinstance(rule, Total):
            yield violation
        elif "." in line:
            message = f"the cells so far cannot add up to {rule.total}"
            yield LineViolation("total", violation.positions, message)
        else:
            message = f"the positions add up to {total_of(line)}, not to {rule.total}"
            yield LineViolation("total", violation.positions, message)


def label(rule: LineRule) -> tuple[str, ...]:
    return (str(rule.total),) if isinstance(rule, Total) else ()


KIND = Kind(
    name="kakurasu",
    summary="the positions of the filled cells of every line, counted from 1, add up to a total",
    how_to_play=(
        "Fill some of the cells.",
        "A filled cell counts as much as its position in its line: the first 1, the second 2, and"
        " so on.",
        "In each row and column the filled cells add up to the number beside it.",
    ),
    example="kakurasu:7/5/6/2/11;3/14/6/6/5",
    read=read,
    write=write,
    from_record=from_record,
    to_record=to_record,
    blank=blank,
    pose=pose,
    posed=True,
    every_picture=True,
    typed="totals",
    sizes=(4, 5, 5, 6, 8, 7, 8),
    glyphs="\N{MIDDLE DOT}\N{FULL BLOCK}",
    words=("empty", "filled"),
    weighted=True,
    label=label,
    line_violations=line_violations,
)
