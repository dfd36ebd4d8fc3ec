"""Tables of puzzles, as pandas, polars, DuckDB and Arrow have them, solved by columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from nonairo.board_batch import MOST_THREADS
from nonairo.board_columns import (
    RowAnswer,
    check_names,
    free_name,
    rows_in,
    solve_columns,
    typed_columns,
)
from nonairo.errors import EngineError, NonairoError, PuzzleError
from nonairo.formats import jsonl
from nonairo.limits import Limits, in_force
from nonairo.many_puzzles import SolveOptions, solve_one
from nonairo.memory import names_memory
from nonairo.plain import brief, shown, whole
from nonairo.results import Result, Status

if TYPE_CHECKING:
    Frame = TypeVar("Frame")

TOGETHER, MOST_BYTES = 1 << 15, 1 << 26  # rows, and their bytes
DECIDED = (Status.UNIQUE, Status.MULTIPLE, Status.NONE)


@names_memory
def solve_frame(
    table: Frame,
    *,
    threads: int = 1,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
) -> Frame:
    """Return a table with the columns `status`, `solution`, `count` and `error` added.

    `table` is a DataFrame of pandas or polars, an Arrow table, or anything else with the Arrow
    PyCapsule interface (`__arrow_c_stream__`), such as a relation of DuckDB. pandas and polars get
    a DataFrame back, everything else an Arrow table. The rows are puzzles as in JSON Lines: the
    columns `kind` and `grid`, and `height`, `width` and `rules` if they are needed; for nonograms
    `kind`, `rows` and `cols`.

    `solution` is the first solution, `count` is 0, 1 or 2 (two or more), and null for the status
    `unknown`; then `error` says why. If the table has a column with one of these names, the new one
    is called `status_found`, and so on. `time_limit`, `node_limit` and `memory_limit` are those of
    `solve`, for each puzzle; `threads` is for boards that are solved together. Needs pyarrow.

    >>> import pyarrow
    >>> table = pyarrow.table({"kind": ["binairo"] * 2, "grid": ["0...", "...."]})
    >>> solve_frame(table).select(["status", "solution", "count"]).to_pylist()[0]
    {'status': 'unique', 'solution': '0110', 'count': 1}
    """
    arrow = _pyarrow()
    limits = Limits.of(time_limit, node_limit, memory_limit)
    limits = limits._replace(memory=in_force(limits).memory)
    workers = whole(threads)
    if workers is None or workers < 1:
        raise EngineError(f"expected at least 1 thread, found {shown(threads)}")
    workers = min(workers, MOST_THREADS)
    read = _as_arrow(arrow, table)
    check_names(read.column_names)
    if "kind" not in read.column_names:
        found = brief(", ".join(read.column_names)) if read.column_names else "no columns"
        raise PuzzleError(f"expected a table with a column 'kind', found {found}")
    plain = _selectable(arrow, read)
    pieces = [arrow.table(_answered(arrow, piece, limits, workers)) for piece in _pieces(plain)]
    added = arrow.concat_tables(pieces)
    names = {name: free_name(read.column_names, name) for name in added.column_names}
    answered: Frame = _like(arrow, table, read, added.rename_columns([*names.values()]))
    return answered


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
    except ImportError:
        message = "solve_frame needs pyarrow: pip install pyarrow"
        raise EngineError(message) from None
    return pyarrow


def _as_arrow(arrow: Any, table: object) -> Any:
    if not hasattr(table, "__arrow_c_stream__"):
        if isinstance(table, arrow.RecordBatch):
            return arrow.Table.from_batches([table])
        raise PuzzleError(f"expected a DataFrame or an Arrow table, found {shown(table)}")
    try:
        return arrow.table(table)
    except (arrow.ArrowException, TypeError, ValueError) as error:
        message = " ".join(str(error).split())
        raise PuzzleError(f"expected columns that Arrow can represent: {message}") from None


def _never(_: object) -> bool:
    return False


def _selectable(arrow: Any, table: Any) -> Any:
    """The same with plain columns for those that pyarrow cannot select rows of."""
    is_view = getattr(arrow.types, "is_string_view", _never)  # old versions know of none
    is_runs = getattr(arrow.types, "is_run_end_encoded", _never)
    for place, field in enumerate(table.schema):
        column = table[field.name]
        if is_runs(field.type):
            column = arrow.compute.run_end_decode(column)
            table = table.set_column(place, field.name, column)
        if is_view(column.type):
            table = table.set_column(place, field.name, column.cast(arrow.large_string()))
        elif arrow.types.is_dictionary(column.type) and is_view(column.type.value_type):
            chunks = [
                chunk.dictionary.cast(arrow.large_string()).take(chunk.indices)
                for chunk in column.chunks
            ]
            texts = arrow.chunked_array(chunks, arrow.large_string())
            table = table.set_column(place, field.name, texts)
    return table


def _pieces(table: Any) -> Iterator[Any]:
    few = MOST_BYTES * table.num_rows // max(1, table.nbytes)  # of large boards
    rows = max(1, min(TOGETHER, few))
    for start in range(0, max(1, table.num_rows), rows):
        yield table.slice(start, rows).combine_chunks()


def _answered(arrow: Any, piece: Any, limits: Limits, threads: int) -> dict[str, Any]:
    answers = solve_columns(arrow, piece, limits, threads)
    is_open = answers.counts.is_null()
    options = SolveOptions(limits=limits)
    alone = [_alone(row, options) for row in rows_in(piece.filter(is_open))]
    return typed_columns(arrow, answers, is_open, alone)


def _alone(row: dict[str, object], options: SolveOptions) -> RowAnswer:
    """The answer to a row that is no board of the usual kind."""
    try:
        record = {name: value for name, value in row.items() if value is not None}
        puzzle = jsonl.from_record(jsonl.structured(record))
    except NonairoError as error:
        return RowAnswer(Status.UNKNOWN.value, error=str(error))
    return row_answer(solve_one(puzzle, options))


def row_answer(result: Result) -> RowAnswer:
    """The columns of a result."""
    first = result.solutions[0].cells if result.solutions else None
    decided = result.status in DECIDED and result.error is None
    number = min(len(result.solutions), 2) if decided else None
    why = None if decided else result.error or result.reason
    return RowAnswer(result.status.value, first, number, why)


def _like(arrow: Any, table: Any, read: Any, added: Any) -> Any:
    """The columns of an answer beside those of the table, in a table of its family."""
    family = type(table).__module__.partition(".")[0]
    if family == "pandas":
        pandas = sys.modules["pandas"]
        sizes = {arrow.uint8(): pandas.UInt8Dtype()}
        frame = added.to_pandas(types_mapper=sizes.get)
        return pandas.concat([table, frame.set_index(table.index)], axis=1)
    if family == "polars" and hasattr(table, "hstack"):
        return table.hstack(sys.modules["polars"].from_arrow(added))
    for name in added.column_names:
        read = read.append_column(name, added[name])
    return read
