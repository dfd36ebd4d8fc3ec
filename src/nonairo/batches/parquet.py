"""Parquet, by pyarrow: rows as records, records as rows, and parts made into one file."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from threading import Lock
from typing import Any

from nonairo.batches.storage import is_remote, missing, open_to_read, version_of, whole_file
from nonairo.batches.valid_json import as_json, is_deeper
from nonairo.board_columns import check_names, rows_in
from nonairo.errors import FormatError, PuzzleError

TOGETHER, BUFFER = 1 << 12, 1 << 20  # rows and bytes that are read at a time
GROUP = 1 << 23  # bytes of the rows that are written together
CLUES = 3  # how deep the lists of clues are; Parquet cannot have more than about 30


def pyarrow(name: str) -> Any:
    """The module, or one line that says what is missing."""
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise missing(name, "pyarrow") from None
    return pyarrow


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Turn what is wrong with a file into a FormatError of one line."""
    arrow = pyarrow(name)
    try:
        yield
    except (arrow.ArrowInvalid, OSError) as error:
        message = " ".join(str(error).split())
        raise FormatError(f"invalid Parquet: {message}", path=name) from None
    except PuzzleError as error:
        raise FormatError(str(error), path=name) from None


def rows_of(name: str) -> int:
    """How many rows a file has."""
    with _readable(name), open_to_read(name) as stream:
        return int(pyarrow(name).parquet.ParquetFile(stream).metadata.num_rows)


class _Rows:
    """The rows of a file, read forwards, some at a time: a group of them may be too many to hold.

    Shards follow one another, so that what is wanted next is further on; who wants what lies behind
    has it read again from the start of its group.
    """

    def __init__(self, name: str) -> None:
        arrow = pyarrow(name)
        self._arrow = arrow
        source = open_to_read(name) if is_remote(name) else name  # which closes itself in the end
        self._file = arrow.parquet.ParquetFile(source, pre_buffer=False, buffer_size=BUFFER)
        check_names(self._file.schema_arrow.names)
        self._groups = self._file.metadata.num_row_groups
        numbers = [self._file.metadata.row_group(k).num_rows for k in range(self._groups)]
        self._starts = list(accumulate(numbers, initial=0))
        self._lock = Lock()  # a worker of a cluster may have several threads
        self._batches: Iterator[Any] = iter(())
        self._batch: Any = None
        self._first = self._last = 0  # rows of the batch

    def read(self, start: int, stop: int) -> Any:
        rows: list[Any] = []
        with self._lock:
            begin = self._starts[bisect_right(self._starts, start) - 1]
            if self._batch is None or start < self._first or self._last < begin:
                self._go_to(begin)
            while start < stop:
                if start < self._last:
                    end = min(stop, self._last)
                    rows.append(self._batch.slice(start - self._first, end - start))
                    start = end
                else:
                    self._batch = next(self._batches)
                    self._first, self._last = self._last, self._last + self._batch.num_rows
        return self._arrow.Table.from_batches(rows, self._file.schema_arrow)

    def _go_to(self, row: int) -> None:
        """To the first row of a group."""
        groups = range(self._starts.index(row), self._groups)
        self._batches = self._file.iter_batches(TOGETHER, row_groups=groups, use_threads=False)
        self._first = self._last = row


@lru_cache(maxsize=1)
def _rows(name: str, version: str) -> _Rows:
    return _Rows(name)


def read_table(name: str, start: int, stop: int) -> Any:
    """Rows as an Arrow table."""
    version = version_of(name)  # a worker of a cluster outlives the file that it once read
    with _readable(name):
        return _rows(name, version).read(start, stop)


def read_rows(name: str, start: int, stop: int) -> list[dict[str, object]]:
    """Rows as records."""
    return records_in(name, read_table(name, start, stop))


def records_in(name: str, table: Any) -> list[dict[str, object]]:
    """The rows of a table as records; what is null in a row is not in its record."""
    with _readable(name):
        rows = rows_in(table)
    return [{key: value for key, value in row.items() if value is not None} for row in rows]


def written(name: str, records: Sequence[Mapping[str, object]]) -> bytes:
    """Records as the bytes of a Parquet file."""
    return written_table(name, tabled(name, records))


def written_table(name: str, table: Any) -> bytes:
    """A table as the bytes of a Parquet file."""
    out = io.BytesIO()
    pyarrow(name).parquet.write_table(table, out)
    return out.getvalue()


def tabled(name: str, records: Sequence[Mapping[str, object]]) -> Any:
    """Records as a table; a field that some records lack is null there."""
    arrow = pyarrow(name)
    rows = [flat(record) for record in records]
    keys = list({key: None for row in rows for key in row})
    return arrow.table({key: column(arrow, [row.get(key) for row in rows]) for key in keys})


def column(arrow: Any, values: list[object]) -> Any:
    """A column of what records have under one name; what has no type of Parquet is JSON text."""
    try:
        return arrow.array(values)
    except (arrow.ArrowInvalid, arrow.ArrowTypeError, OverflowError, UnicodeEncodeError):
        texts = [_as_text(value) for value in values]
        return arrow.array([text if text is None else _whole_letters(text) for text in texts])


def flat(record: Mapping[str, object]) -> dict[str, object]:
    """Return a record whose objects, and lists nested deeper than clues are, are JSON text."""
    return {key: as_json(each) if _is_nested(each) else each for key, each in record.items()}


def _is_nested(value: object) -> bool:
    return is_deeper(value, CLUES) or _has_object(value)


def _has_object(value: object) -> bool:
    """Return whether a value is an object, or has one inside."""
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_has_object, value)))


def _whole_letters(text: str) -> str:
    """Replace halves of letters, which JSON can write and no other text, by question marks."""
    return text.encode("utf-8", "replace").decode()


def _as_text(value: object) -> str | None:
    return value if value is None or isinstance(value, str) else as_json(value)


def merge(parts: Sequence[str], out: str, folder: str | None = None) -> None:
    """One file of many, a part at a time; columns that a part lacks are null there.

    Until it is whole it is in `folder`, where what a kill leaves is swept.
    """
    arrow = pyarrow(out)
    schema = arrow.schema([])
    for part in parts:
        with open_to_read(part) as stream:
            schema = _unified(arrow, schema, arrow.parquet.read_schema(stream))
    with whole_file(out, folder) as half:
        while clash := _first_clash(arrow, parts, schema, half):
            place = schema.get_field_index(clash)
            schema = schema.set(place, arrow.field(clash, arrow.string()))


def _first_clash(arrow: Any, parts: Sequence[str], schema: Any, out: Path) -> str | None:
    """Write all parts; or give a column whose type cannot hold them, such as 2**60 as fraction."""
    held: list[Any] = []  # a group for each part would make a long table of contents
    with arrow.parquet.ParquetWriter(out, schema) as writer:
        for part in parts:
            with open_to_read(part) as stream:
                table = arrow.parquet.read_table(stream)
            columns = []
            for field in schema:
                try:
                    columns.append(_fitted(arrow, table, field))
                except arrow.ArrowInvalid:
                    if arrow.types.is_string(field.type):
                        raise
                    return str(field.name)
            held.append(arrow.table(columns, schema=schema))
            if sum(table.nbytes for table in held) > GROUP:
                writer.write_table(arrow.concat_tables(held))
                held.clear()
        if held:
            writer.write_table(arrow.concat_tables(held))
    return None


def _unified(arrow: Any, one: Any, other: Any) -> Any:
    """The columns of two parts; those whose types do not go together become text."""
    try:
        return arrow.unify_schemas([one, other], promote_options="permissive")
    except (arrow.ArrowInvalid, arrow.ArrowTypeError):
        pass
    fields = {field.name: field for field in one}
    for field in other:
        known = fields.get(field.name, field)
        if known.type != field.type and not (
            arrow.types.is_null(known.type) or arrow.types.is_null(field.type)
        ):
            known = arrow.field(field.name, arrow.string())
        elif arrow.types.is_null(known.type):
            known = field
        fields[field.name] = known
    return arrow.schema(list(fields.values()))


def _fitted(arrow: Any, table: Any, field: Any) -> Any:
    """A column of a part, as the whole file has it."""
    if field.name not in table.column_names:
        return arrow.nulls(table.num_rows, field.type)
    column = table[field.name]
    if arrow.types.is_nested(column.type) and arrow.types.is_string(field.type):
        return arrow.array(map(_as_text, column.to_pylist()), field.type)
    return column.cast(field.type)
