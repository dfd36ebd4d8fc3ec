"""Puzzles in the columns of an Arrow table, solved without a Python object for each.

The columns are named as the fields of JSON Lines: `kind`, `grid`, `height`, `width`, `rules`, and
`rows` and `cols` of nonograms (see `clue_columns`). Rows of one size and one rule set are one
native batch, which reads the buffer of the column, and returns buffers that become columns. All
other rows stay open, for whoever makes puzzles of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from time import perf_counter
from typing import Any, NamedTuple

from nonairo.clue_columns import clue_groups
from nonairo.column_shapes import (
    ONLY_CELLS,
    BoardGroup,
    Row,
    by_shape,
    chosen,
    plain_rows,
    text_column,
)
from nonairo.errors import PuzzleError
from nonairo.kinds.binairo import MORE_FIELDS
from nonairo.limits import Limits
from nonairo.many_boards import UNKNOWN, UNSAID, Shape, shape_of
from nonairo.plain import shown

STATUSES = ("none", "unique", "multiple")  # by the count of solutions
LENGTH = "length"  # of the cells of a row


@dataclass(frozen=True, slots=True)
class ColumnAnswers:
    """What was found for the rows of a table, as Arrow arrays of its length.

    `counts` is 0, 1, 2 (two or more), or null for a row that is open; `solutions` is the first
    solution of a row, or null. `seconds` is what the core took, for each of all rows.
    """

    counts: Any
    solutions: Any
    groups: Sequence[BoardGroup] = ()
    seconds: float = 0.0

    @classmethod
    def none(cls, arrow: Any, rows: int) -> ColumnAnswers:
        """Answers of which all are open."""
        return cls(arrow.nulls(rows, arrow.uint8()), arrow.nulls(rows, arrow.string()))


class RowAnswer(NamedTuple):
    """The answer to one row that was open."""

    status: str
    solution: str | None = None
    number: int | None = None  # of solutions: 0, 1, or 2 for more
    error: str | None = None  # why it has no answer


def statuses(arrow: Any, counts: Any) -> Any:
    """The statuses that belong to counts; null for null."""
    return arrow.array(STATUSES).take(counts)


def filled(arrow: Any, column: Any, mask: Any, values: Sequence[object]) -> Any:
    """A column with other values where the mask is true."""
    if not values:
        return column
    return arrow.compute.replace_with_mask(column, mask, arrow.array(values, column.type))


def typed_columns(
    arrow: Any, answers: ColumnAnswers, mask: Any, found: Sequence[RowAnswer]
) -> dict[str, Any]:
    """The columns of an answer; `found` is for the open rows, for which `mask` is true."""
    columns = {
        "status": statuses(arrow, answers.counts),
        "solution": answers.solutions,
        "count": answers.counts,
        "error": arrow.nulls(len(answers.counts), arrow.string()),
    }
    values = list(zip(*found, strict=True))
    return {
        name: filled(arrow, column, mask, values[place] if values else ())
        for place, (name, column) in enumerate(columns.items())
    }


def check_names(names: Sequence[str]) -> None:
    """Raise PuzzleError if two columns have one name."""
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise PuzzleError(f"expected different column names, found {shown(twice)} twice")


def rows_in(table: Any) -> list[dict[str, object]]:
    """Rows as dictionaries; raises PuzzleError for values that Python does not have."""
    try:
        rows: list[dict[str, object]] = table.to_pylist()
    except (OverflowError, ValueError):
        if len(table.column_names) > 1:
            for name in table.column_names:
                rows_in(table.select([name]))
        name = shown(table.column_names[0])
        message = f"column {name}: expected texts in UTF-8 and dates from year 1 to 9999"
        raise PuzzleError(message) from None
    return rows


def free_name(taken: Collection[str], name: str) -> str:
    """A name for a column of the answer that no column of the input has.

    >>> free_name(["grid"], "solution"), free_name(["solution"], "solution")
    ('solution', 'solution_found')
    """
    while name in taken:
        name += "_found"
    return name


def solve_columns(
    arrow: Any, table: Any, limits: Limits, threads: int = 1, only: Any = None
) -> ColumnAnswers:
    """Solve the boards of a table, a few thousand rows of one; `arrow` is the module pyarrow.

    `only` is true for the rows that are tried; None: all.
    """
    compute = arrow.compute
    nothing = ColumnAnswers.none(arrow, table.num_rows)
    counts, solutions = nothing.counts, nothing.solutions
    in_time = limits.seconds != 0  # the core would still solve some
    groups = list(_groups(arrow, table, only)) if in_time else []
    seconds = 0.0
    for group in groups:
        begin = perf_counter()
        solved, counted = group.shape.solved(group.given, group.number, limits, threads)
        seconds += perf_counter() - begin
        found = _bytes_as(arrow, arrow.uint8(), counted)
        found = compute.if_else(compute.equal(found, UNKNOWN), None, found)
        boards = _texts(arrow, solved, group.shape.size)
        boards = compute.if_else(compute.greater(found, 0), boards, None)
        if group.mask is None:
            counts, solutions = found, boards
        else:
            counts = compute.replace_with_mask(counts, group.mask, found)
            solutions = compute.replace_with_mask(solutions, group.mask, boards)
    return ColumnAnswers(counts, solutions, groups, seconds / max(1, table.num_rows))


def _bytes_as(arrow: Any, kind: Any, data: bytes) -> Any:
    return arrow.Array.from_buffers(kind, len(data), [None, arrow.py_buffer(data)])


def _texts(arrow: Any, data: bytes, size: int) -> Any:
    """Texts of one length, laid end to end, as a column."""
    number = len(data) // size
    offsets = array("i", range(0, (number + 1) * size, size))
    buffers = [None, arrow.py_buffer(offsets), arrow.py_buffer(data)]
    return arrow.Array.from_buffers(arrow.string(), number, buffers)


def _groups(arrow: Any, table: Any, only: Any) -> Iterator[BoardGroup]:
    """The boards of a table that the core takes, by shape."""
    yield from _cell_groups(arrow, table, only)
    yield from clue_groups(arrow, table, only)


def _cell_groups(arrow: Any, table: Any, only: Any) -> Iterator[BoardGroup]:
    compute = arrow.compute
    grid = text_column(arrow, table, "grid")
    if grid is None:
        return
    lengths = compute.binary_length(grid)
    plain = plain_rows(arrow, table, MORE_FIELDS, lengths)
    if plain is None:
        return
    plain = plain if only is None else compute.and_(plain, only)
    for shape, mask in by_shape(arrow, table, {LENGTH: lengths}, _shape):
        mask = compute.and_(
            plain if mask is None else compute.and_(plain, mask),
            compute.match_substring_regex(grid, ONLY_CELLS),
        )
        boards, mask = chosen(arrow, grid, mask)
        if len(boards):
            yield BoardGroup(shape, mask, _end_to_end(boards, shape.size), len(boards))


def _shape(key: Row) -> Shape | None:
    """The shape of rows whose columns say this; None if they stay open."""
    length, height, width = key[LENGTH], key.get("height"), key.get("width")
    if not isinstance(length, int):
        return None
    if height is None and width is None:  # as in JSON Lines: a square
        height = width = isqrt(length)
    rules = key.get("rules")
    shape = shape_of(key.get("kind"), height, width, UNSAID if rules is None else rules)
    return shape if shape is not None and shape.size == length else None


def _end_to_end(texts: Any, size: int) -> memoryview:
    """The characters of texts of one length, without a null between them."""
    _, offsets, data = texts.buffers()
    first = memoryview(offsets).cast("i")[texts.offset]
    return memoryview(data)[first : first + size * len(texts)]
