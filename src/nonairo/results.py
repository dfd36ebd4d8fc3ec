"""Answers as values and as JSON, for the command line, the server and batches.

This module does not depend on engines or terminals. An engine says what it found and why it
stopped; `conclude` turns that into a status, the same for engines in Python and in native code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TypeAlias

from nonairo.grid import Cell, Grid, Place
from nonairo.kinds import kind_of
from nonairo.plain import duration, many
from nonairo.puzzle import Puzzle
from nonairo.registry import html_of, svg_of

Counters: TypeAlias = dict[str, "int | float | list[int]"]  # a float is seconds
NamedNumbers: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]


class Status(StrEnum):
    """The answer in one word; a str enum.

    >>> Status.UNIQUE == "unique", f"{Status.NONE}"
    (True, 'none')
    """

    UNIQUE = "unique"  # exactly one solution
    MULTIPLE = "multiple"  # two different solutions were found
    NONE = "none"  # no solution
    SOLVED = "solved"  # a solution was found, and only one was asked for
    STUCK = "stuck"  # an engine that does not guess ran out of deductions
    UNKNOWN = "unknown"  # a limit came first


# Stats and results are not frozen, unlike all other values: freezing them would take longer than
# the core takes for a small puzzle. For the same reason the counters of the core stay names and
# numbers until they are read.
class Stats:
    """What it cost.

    >>> Stats(1, 0, 0.25, (("conflicts", "learnt"), (3, 2))).counters
    {'conflicts': 3, 'learnt': 2}
    """

    __slots__ = ("_counted", "backtracks", "nodes", "seconds")

    def __init__(
        self,
        nodes: int = 0,
        backtracks: int = 0,
        seconds: float = 0.0,
        counters: Counters | NamedNumbers | None = None,
    ) -> None:
        self.nodes = nodes  # states entered; 1 when nothing was tried
        self.backtracks = backtracks
        self.seconds = seconds
        self._counted = counters

    @property
    def counters(self) -> Counters:
        """What the engine counted besides, by name."""
        counted = self._counted
        if not isinstance(counted, dict):
            counted = self._counted = {} if counted is None else dict(zip(*counted, strict=True))
        return counted

    def __reduce__(self) -> tuple[type[Stats], tuple[object, ...]]:
        return Stats, (self.nodes, self.backtracks, self.seconds, self.counters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stats) and self.to_json() == other.to_json()

    def __repr__(self) -> str:
        return f"Stats({self.nodes}, {self.backtracks}, {self.seconds}, {self.counters})"

    def lines(self, *, zeros: bool = True, backtracks: bool = True) -> list[str]:
        """What it cost, a line for each number that was counted, with or without those of zero.

        Nobody counts the `backtracks` of an engine of the user's own.
        """
        rows: dict[str, object] = {"nodes": self.nodes}
        if backtracks:
            rows["backtracks"] = self.backtracks
        rows["seconds"] = f"{self.seconds:.6f}"
        counted = {name: value for name, value in self.counters.items() if value or zeros}
        return [f"{name}: {value}" for name, value in (rows | counted).items()]

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        return {
            "nodes": self.nodes,
            "backtracks": self.backtracks,
            "seconds": round(self.seconds, 6),
            "counters": self.counters,
        }


class PictureGrid(Grid):
    """A grid that notebooks show as the picture it is; as a value it is like any other grid."""

    __slots__ = ("puzzle",)
    puzzle: Puzzle

    @classmethod
    def answering(cls, grid: Grid, puzzle: Puzzle) -> PictureGrid:
        """Return a grid as an answer to a puzzle."""
        drawn = cls(grid.height, grid.width, grid.cells)
        object.__setattr__(drawn, "puzzle", puzzle)
        return drawn

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.height, self.width, self.cells) == (other.height, other.width, other.cells)

    __hash__ = Grid.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return Grid, (self.height, self.width, self.cells)


@dataclass(slots=True, repr=False)
class Result:
    """The answer of `solve`: a status, solutions, and the cost.

    >>> import nonairo as nn
    >>> result = nn.solve("binairo:0./..")
    >>> result.status, result.solution, result.stats.nodes
    (<Status.UNIQUE: 'unique'>, Grid.parse('01/10'), 1)
    >>> len(nn.solve("nonogram:1/1;1/1").solutions)  # two prove that there are several
    2
    """

    puzzle: Puzzle
    status: Status
    solutions: list[Grid]
    grid: Grid | None  # the solution if there is exactly one, else the cells proved so far
    complete: bool  # all solutions are listed
    engine: str
    stats: Stats
    reason: str | None = None  # one line: why there is none, what stopped the engine, or its remark
    error: str | None = None  # why it failed, for puzzles solved in bulk
    limit: str | None = None  # which limit stopped it: see LimitReached

    @property
    def solution(self) -> Grid | None:
        """Return the first solution found; that of a nonogram is shown as a picture."""
        if not self.solutions:
            return None
        first = self.solutions[0]
        return (
            PictureGrid.answering(first, self.puzzle)
            if kind_of(self.puzzle).every_picture
            else first
        )

    def __reduce__(self) -> tuple[type[Result], tuple[object, ...]]:
        # For protocols 0 and 1: a class with slots that is not frozen has no other way.
        return Result, tuple(getattr(self, each.name) for each in fields(self))

    def __repr__(self) -> str:
        cost = f"{many(self.stats.nodes, 'node')}, {duration(self.stats.seconds)}"
        why = self.error or self.reason
        return f"<Result {self.status}, {cost}{f': {why}' if why else ''}>"

    def __str__(self) -> str:
        """The solutions; where there is none, what is known, or why there is nothing."""
        if self.solutions:
            return "\n\n".join(map(str, self.solutions))
        if self.grid is None or self.error:
            why = self.error or self.reason
            return f"{self.status}: {why}" if why else str(self.status)
        return str(self.grid)

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        record: dict[str, object] = identity(self.puzzle) | {
            "status": self.status.value,
            "complete": self.complete,
            "solutions": [grid.cells for grid in self.solutions],
            "grid": None if self.grid is None else self.grid.cells,
            "engine": self.engine,
            "stats": self.stats.to_json(),
        }
        if len(self.solutions) > 1:
            record["differ"] = [list(cell) for cell in differing(*self.solutions[:2])]
        for name in ("reason", "limit", "error"):
            if getattr(self, name) is not None:
                record[name] = getattr(self, name)
        return record

    def _repr_html_(self) -> str:
        return html_of(self)

    def _repr_svg_(self) -> str:
        return svg_of(self)


def conclude(
    puzzle: Puzzle,
    engine: str,
    found: list[Grid],
    limit: int | None,
    proved: Grid | None,
    stats: Stats,
    exhausted: bool,
    reached: str | None = None,
    reason: str | None = None,
    *,
    searched: bool = True,
    stuck: bool = False,
) -> Result:
    """The result of an engine that found these solutions, of at most `limit`, and then stopped.

    It is `exhausted` when it knows that there are no others, and `stuck` when it does not guess and
    knows no further; or `reached` names a limit, or the wanted number was found. An engine
    that deduces instead of searching (`searched` is false) has proved that the first solution is
    the only one.
    """
    number = len(found)
    grid: Grid | None
    if number == 1 and (exhausted or limit == 1):
        status = Status.SOLVED if limit == 1 and searched else Status.UNIQUE
        return Result(puzzle, status, found, found[0], exhausted, engine, stats)
    grid = puzzle.givens if proved is None else proved
    if stuck:
        status = Status.STUCK
    elif number > 1:
        status = Status.MULTIPLE
    elif exhausted:
        status, grid = Status.NONE, None
    else:
        status = Status.UNKNOWN
    return Result(puzzle, status, found, grid, exhausted, engine, stats, reason, None, reached)


def failed(puzzle: Puzzle, engine: str, error: Exception) -> Result:
    """The result of a puzzle that could not be tried: status unknown, and the error."""
    return Result(
        puzzle, Status.UNKNOWN, [], puzzle.givens, False, engine, Stats(), error=str(error)
    )


@dataclass(frozen=True, slots=True)
class Count:
    """A number of solutions; a lower bound, and not exact, if a limit was reached.

    >>> import nonairo as nn
    >>> counted = nn.count("binairo:..../..../..../....", limit=50)
    >>> counted.exact, str(counted)
    (False, 'at least 50')
    """

    value: int
    exact: bool
    limit: str | None = field(default=None, compare=False, repr=False)  # which: see LimitReached
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    reason: str | None = field(default=None, compare=False, repr=False)  # the limit in words

    def __str__(self) -> str:
        return f"{'' if self.exact else 'at least '}{self.value}"

    def __int__(self) -> int:
        return self.value

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON; the number is a string, as it can be very large."""
        record: dict[str, object] = {"value": str(self.value), "exact": self.exact}
        if self.puzzle is None:
            return record
        return {"id": self.puzzle.record_id, "kind": self.puzzle.kind} | record

    def _repr_html_(self) -> str:
        return html_of(self)


@dataclass(frozen=True, slots=True, repr=False)
class Violation:
    """One broken rule: its name, where, the cells that break it, and a sentence.

    >>> import nonairo as nn
    >>> (found,) = nn.check("nonogram:1/1;1/1", "11/..")[:1]
    >>> found.rule, str(found.place), found.message
    ('clue', 'row 1', 'row 1: the blocks are 2, but the clue is 1')
    """

    rule: str
    place: Place | Cell
    cells: tuple[Cell, ...]
    message: str

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"<Violation {self}>"

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON: lines and cells count from 0."""
        return {
            "rule": self.rule,
            "place": list(self.place),
            "cells": [list(cell) for cell in self.cells],
            "message": self.message,
        }


def check_to_json(puzzle: Puzzle, grid: Grid, violations: Sequence[Violation]) -> dict[str, object]:
    """What a check of a grid found, as data."""
    return named(puzzle) | {
        "full": grid.full,
        "solved": grid.full and not violations,
        "violations": [violation.to_json() for violation in violations],
    }


def identity(puzzle: Puzzle) -> dict[str, object]:
    """How every answer about a puzzle begins."""
    size = {"kind": puzzle.kind, "height": puzzle.height, "width": puzzle.width}
    return named(puzzle) | size


def named(puzzle: Puzzle) -> dict[str, object]:
    """Which puzzle an answer is about, and what has to be known of it."""
    return {"id": puzzle.record_id} | remarks(puzzle)


def remarks(puzzle: Puzzle) -> dict[str, object]:
    """Rules that are not standard, and how a text with two meanings was read."""
    rules: dict[str, object] = {} if puzzle.rules == "standard" else {"rules": puzzle.rules}
    return rules if puzzle.note is None else rules | {"note": puzzle.note}


def differing(one: Grid, other: Grid) -> list[Cell]:
    """The cells that two grids know differently, in reading order."""
    both = enumerate(zip(one.cells, other.cells, strict=True))
    return [
        Cell(*divmod(k, one.width))
        for k, (mine, theirs) in both
        if mine != theirs and "." not in (mine, theirs)
    ]
