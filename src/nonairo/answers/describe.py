"""`describe`: everything that a page needs to let people play a puzzle of any kind.

The rules are sent as transition tables: a page runs them and knows no kind. State `start` reads the
symbols of a line one by one: `next[state][k]` is the state after symbol number k, -1 where the line
is spoilt; at its end `accepts[state]` is true if the line is right.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.answers.base import IDENTITY, Answer
from nonairo.answers.fields import Json, Request
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, puzzle_in
from nonairo.answers.shapes import CELLS, FLAG, TEXT, WHOLE, listed, nullable
from nonairo.automata import NOWHERE, Table, table_of
from nonairo.kinds import appearance_of, kind_of, summary_of
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.results import remarks
from nonairo.rules import LineRule

MOST_STATES = 50_000  # in all tables together, of about 15 bytes each
MOST_COUNTED = 200_000  # cells times states, to find out how many of each symbol a line has


def run(request: Request) -> Json:
    return describe(puzzle_in(request))


def describe(puzzle: Puzzle) -> Json:
    """A puzzle as a page shows it, and its rules as tables."""
    kind = kind_of(puzzle)
    appearance = appearance_of(puzzle)
    tables = Tables(puzzle.symbols)
    row_tables = [tables.number(rule, puzzle.width) for rule in puzzle.row_rules]
    col_tables = [tables.number(rule, puzzle.height) for rule in puzzle.col_rules]
    more = [
        {
            "axis": line.axis,
            "name": line.name,
            "cells": [list(cell) for cell in line.cells],
            "table": tables.number(line.rule, len(line.cells)),
            "label": list(kind.label(line.rule)),
            "at": None if line.at is None else list(line.at),
            "look": line.look,
        }
        for line in puzzle.more_lines
    ]
    sides = (("rows", puzzle.row_rules), ("cols", puzzle.col_rules))
    return {
        "id": puzzle.record_id,
        "kind": puzzle.kind,
        "height": puzzle.height,
        "width": puzzle.width,
        "puzzle": puzzle.id,
        "rules": puzzle.rules,
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "summary": summary_of(puzzle),
        "givens": puzzle.givens.cells,
        "solution": None if puzzle.solution is None else puzzle.solution.cells,
        "symbols": puzzle.symbols,
        "glyphs": appearance.glyphs,
        "words": list(appearance.words),
        "colours": list(appearance.colours),
        "labels": {name: [list(kind.label(rule)) for rule in side] for name, side in sides},
        "inks": {name: [list(kind.inks(rule)) for rule in side] for name, side in sides},
        "marks": [[*one, *other, glyph] for one, other, glyph in kind.marks(puzzle)],
        "distinct": puzzle.distinct,
        "weighted": kind.weighted,
        "tables": tables.listed,
        "row_tables": row_tables,
        "col_tables": col_tables,
        "more": more,
        "omitted": tables.omitted,
    } | remarks(puzzle)


class Tables:
    """The different line rules of a puzzle as tables, each once, up to a number of states."""

    def __init__(self, symbols: str) -> None:
        self.symbols = symbols
        self.listed: list[Json | None] = []
        self.omitted = 0  # tables that are too large, null in the list
        self._numbers: dict[tuple[LineRule, int], int] = {}
        self._states = MOST_STATES
        self._counted = MOST_COUNTED
        self._budget = Budget()

    def number(self, rule: LineRule, length: int) -> int:
        """Where in the list the table of a rule is, for lines of this length."""
        key = rule, length
        if key not in self._numbers:
            self._numbers[key] = len(self.listed)
            self.listed.append(self._table(rule, length))
        return self._numbers[key]

    def _table(self, rule: LineRule, length: int) -> Json | None:
        self._budget.poll()
        table = table_of(rule, length, self.symbols, most=self._states)
        if table is None:
            self.omitted += 1
            return None
        self._states -= len(table.after)
        return {
            "start": 0,
            "accepts": table.accepts,
            "next": [list(row) for row in table.after],
            "counts": self._counts(table, length),
        }

    def _counts(self, table: Table, length: int) -> list[int | None] | None:
        """How many of each symbol a right line has, null where that is not settled.

        All null if no line is right; nothing at all where it would take long to find out.
        """
        spread: dict[int, list[tuple[int, int]]] = {0: [(0, 0)] * len(self.symbols)}
        for _ in range(length):
            self._counted -= len(spread)
            if self._counted < 0:
                return None
            spread = _step(table.after, spread)
        ends = [spread[state] for state in spread if table.accepts[state]]
        settled = [_settled(column) for column in zip(*ends, strict=True)]
        return settled or [None] * len(self.symbols)


def _step(
    after: Sequence[tuple[int, ...]], spread: dict[int, list[tuple[int, int]]]
) -> dict[int, list[tuple[int, int]]]:
    """The states one cell further, with the fewest and the most of each symbol on the way."""
    further: dict[int, list[tuple[int, int]]] = {}
    for state, numbers in spread.items():
        for read, target in enumerate(after[state]):
            if target == NOWHERE:
                continue
            there = list(numbers)
            there[read] = there[read][0] + 1, there[read][1] + 1
            known = further.get(target)
            if known is not None:
                pairs = zip(known, there, strict=True)
                there = [(min(a, c), max(b, d)) for (a, b), (c, d) in pairs]
            further[target] = there
    return further


def _settled(column: Sequence[tuple[int, int]]) -> int | None:
    low, high = min(low for low, _ in column), max(high for _, high in column)
    return low if low == high else None


def _by_side(schema: Json) -> Json:
    lists = listed(listed(schema))
    return {"type": "object", "properties": {"rows": lists, "cols": lists}}


MARK: Json = {  # row and column of one cell, of the other, and what is written between them
    "type": "array",
    "items": {"type": ["integer", "string"]},
}
TABLE: Json = {
    "type": ["object", "null"],
    "properties": {
        "start": WHOLE,
        "accepts": listed(FLAG),
        "next": listed(listed(WHOLE)),
        "counts": {"type": ["array", "null"], "items": nullable(WHOLE)},
    },
}

MORE: Json = {  # a line besides rows and columns
    "type": "object",
    "properties": {
        "axis": TEXT,
        "name": TEXT,
        "cells": listed(listed(WHOLE)),
        "table": WHOLE,
        "label": listed(TEXT),
        "at": {"type": ["array", "null"], "items": WHOLE},
        "look": TEXT,
    },
}

ANSWER = Answer(
    name="describe",
    summary="Return everything that a page needs to play a puzzle, with the rules as tables.",
    run=run,
    fields=PUZZLE_FIELDS,
    gives=IDENTITY
    | {
        "puzzle": TEXT,
        "rules": TEXT,
        "title": nullable(TEXT),
        "author": nullable(TEXT),
        "source": nullable(TEXT),
        "summary": TEXT,
        "givens": CELLS,
        "solution": nullable(CELLS),
        "symbols": TEXT,
        "glyphs": TEXT,
        "words": listed(TEXT),
        "colours": listed(TEXT),
        "labels": _by_side(TEXT),
        "inks": _by_side(WHOLE),
        "marks": listed(MARK),
        "distinct": FLAG,
        "weighted": FLAG,
        "tables": listed(TABLE),
        "row_tables": listed(WHOLE),
        "col_tables": listed(WHOLE),
        "more": listed(MORE),
        "omitted": WHOLE,
    },
    example={"puzzle": EXAMPLE},
    quick=True,
)
