"""Which rows of an Arrow table are puzzles of one shape, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

from nonairo.formats.jsonl import METADATA
from nonairo.many_boards import CELLS, Shape

MOST_SHAPES = 64  # in one piece of a table; if there are more, all its rows stay open
NAMES, SIZES, ANSWER = ("kind", "rules"), ("height", "width"), "solution"
ONLY_CELLS = f"^[{CELLS}]+$"
Row: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class BoardGroup:
    """The rows of one shape (`mask` is true for them; None: all), and what `shape.solved` takes."""

    shape: Shape
    mask: Any
    given: bytes | memoryview
    number: int


def by_shape(
    arrow: Any, table: Any, more: dict[str, Any], shape_for: Callable[[Row], Shape | None]
) -> Iterator[tuple[Shape, Any]]:
    """The shapes in a table, and for which rows each is: None for all of them.

    `shape_for` gets the size, the kind and the rules of rows, and the columns `more`.
    """
    names = set(table.column_names)
    columns = {name: _whole_column(arrow, table, name) for name in SIZES if name in names}
    columns |= {
        name: text for name in NAMES if (text := text_column(arrow, table, name)) is not None
    }
    columns |= more
    keys = arrow.table(columns).group_by([*columns]).aggregate([]).to_pylist()
    for key in keys if len(keys) <= MOST_SHAPES else ():
        shape = shape_for(key)
        if shape is None:
            continue
        mask = None
        for name, value in key.items() if len(keys) > 1 else ():
            column = columns[name]
            equal = column.is_null() if value is None else arrow.compute.equal(column, value)
            mask = equal if mask is None else arrow.compute.and_(mask, equal)
        yield shape, mask


def chosen(arrow: Any, column: Any, mask: Any) -> tuple[Any, Any]:
    """The values where a mask is true, and the mask: without nulls, or None where it is all."""
    mask = arrow.compute.fill_null(mask, False)
    everywhere = arrow.compute.all(mask, min_count=0).as_py()
    return (column, None) if everywhere else (column.filter(mask), mask)


def plain_rows(arrow: Any, table: Any, none_of: Collection[str], cells: Any) -> Any:
    """Which rows have nothing but a board; None if a column has a type that only a reader knows.

    They have none of some fields, and perhaps a solution of so many cells.
    """
    compute = arrow.compute
    there = set(table.column_names)
    texts = {name: text_column(arrow, table, name) for name in there & {*NAMES, *METADATA, ANSWER}}
    sizes = [_whole_column(arrow, table, name) for name in there & {*SIZES}]
    if any(column is None for column in (*texts.values(), *sizes)):
        return None
    plain = compute.fill_null(arrow.nulls(table.num_rows, arrow.bool_()), True)
    for name in there & {*none_of}:
        plain = compute.and_(plain, table[name].combine_chunks().is_null())
    answers = texts.get(ANSWER)
    if answers is not None and answers.null_count < len(answers):
        right = compute.equal(compute.binary_length(answers), cells)
        right = compute.and_(right, compute.match_substring_regex(answers, ONLY_CELLS))
        plain = compute.and_(plain, compute.fill_null(right, True))
    return plain


def _whole_column(arrow: Any, table: Any, name: str) -> Any:
    """A column of whole numbers as one array; None for one of another type, or with fractions."""
    column = table[name].combine_chunks()
    if arrow.types.is_floating(column.type):  # of pandas, where some rows have no size
        with suppress(arrow.ArrowInvalid):
            return column.cast(arrow.int64())
    return column if arrow.types.is_integer(column.type) else None


def text_column(arrow: Any, table: Any, name: str) -> Any:
    """A column of texts as one array of the plain type; None for one of another type."""
    types = arrow.types
    if name not in table.column_names:
        return None
    column = table[name].combine_chunks()
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_null(kind)):
        return None
    return column if types.is_string(column.type) else column.cast(arrow.string())
