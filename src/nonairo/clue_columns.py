"""Nonograms in the columns of an Arrow table: as `board_columns`, for lists of clues."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonairo import native
from nonairo.column_shapes import BoardGroup, Row, by_shape, chosen, plain_rows
from nonairo.many_boards import CLUES, ClueShape, Shape, shape_of

ROWS, COLS = ("number of rows", "number of columns")  # of a row of the table


def clue_groups(arrow: Any, table: Any, only: Any) -> Iterator[BoardGroup]:
    """The nonograms of a table that the core takes, by size."""
    compute = arrow.compute
    sides = [_clue_column(arrow, table, name) for name in ClueShape.columns]
    if any(side is None for side in sides):
        return
    lengths = [compute.list_value_length(side) for side in sides]
    plain = plain_rows(arrow, table, ClueShape.none_of, compute.multiply(*lengths))
    if plain is None:
        return
    plain = plain if only is None else compute.and_(plain, only)
    sizes = dict(zip((ROWS, COLS), lengths, strict=True))
    for shape, mask in by_shape(arrow, table, sizes, _shape):
        rows, mask = chosen(arrow, sides[0], plain if mask is None else compute.and_(plain, mask))
        cols = sides[1] if mask is None else sides[1].filter(mask)
        parts = [part for side in (rows, cols) for part in _flat(arrow, side)]
        if len(rows) == 0 or None in parts:
            continue
        packed = native.pack_clue_columns(shape.blank.height, shape.blank.width, *parts)
        if packed is None:
            continue
        clues, fits = packed
        number = sum(fits)
        if number < len(fits):
            right = arrow.array(map(bool, fits), arrow.bool_())
            mask = right if mask is None else compute.replace_with_mask(mask, mask, right)
        if number:
            yield BoardGroup(shape, mask, clues, number)


def _shape(key: Row) -> Shape | None:
    """The shape of rows whose columns say this; None if they stay open."""
    height, width = key[ROWS], key[COLS]
    if key.get("height") not in (height, None) or key.get("width") not in (width, None):
        return None
    rules = key.get("rules")
    return shape_of(key.get("kind"), height, width, CLUES) if rules in (None, "standard") else None


def _clue_column(arrow: Any, table: Any, name: str) -> Any:
    """A column of lists of lists of whole numbers as one array; None for any other type."""
    types = arrow.types
    if name not in table.column_names:
        return None
    column = table[name].combine_chunks()
    kind = column.type
    for _ in range(2):
        if not (types.is_list(kind) or types.is_large_list(kind)):
            return None
        kind = kind.value_type
    return column if types.is_integer(kind) or types.is_null(kind) else None


def _flat(arrow: Any, side: Any) -> tuple[memoryview | None, memoryview | None]:
    """Of lists of clues the numbers, and where each clue begins; None where one is missing."""
    clues = side.flatten()
    numbers = clues.flatten()
    if clues.null_count or numbers.null_count:
        return None, None
    starts = arrow.compute.subtract(clues.offsets, clues.offsets[0])
    try:
        return _buffer(numbers.cast(arrow.int32())), _buffer(starts.cast(arrow.int32()))
    except arrow.ArrowInvalid:  # numbers of more than 32 bits
        return None, None


def _buffer(numbers: Any) -> memoryview:
    """The memory of an array of 32-bit numbers."""
    data = numbers.buffers()[1]
    first = 4 * numbers.offset
    return memoryview(b"" if data is None else data)[first : first + 4 * len(numbers)]
