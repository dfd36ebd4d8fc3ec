"""Records a second of `batch`, beside a plain loop over the same file and the core alone.

Processor time of one process; boards of 10x10 from our own generator, each many times; then
nonograms likewise. `solve_many` shows what a Python object for each puzzle costs.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from nonairo.batches.parquet import written
from nonairo.batches.running import Batch
from nonairo.bench.base import Bench, BenchOptions, TextTable, made_binairo, made_nonograms
from nonairo.board_batch import solve_batch
from nonairo.formats import jsonl
from nonairo.many_puzzles import solve_many
from nonairo.workers.processes import Here

SIDE, DIFFERENT = 10, 500
RECORDS = 1000  # for each of the sample
NONOGRAMS = 200  # likewise
COLUMNS = ("kind", "height", "width", "grid")


def measure(options: BenchOptions) -> Iterator[TextTable]:
    cells = [each.givens.cells for each in made_binairo(SIDE, DIFFERENT, options.seed)]
    count = max(DIFFERENT, options.sample * RECORDS)
    boards = (cells * (count // DIFFERENT + 1))[:count]
    with TemporaryDirectory() as folder:
        lines, table = Path(folder, "in.jsonl"), Path(folder, "in.parquet")
        _write(boards, lines, table)
        ways: dict[str, Callable[[], object]] = {
            "the core alone (solve_batch)": lambda: _alone(boards),
            "pyarrow and solve_batch, no output": lambda: _loop(table),
        }
        for name, given, out, is_lean in (
            ("JSON Lines to JSON Lines", lines, "1.jsonl", False),
            ("JSON Lines to JSON Lines, lean", lines, "2.jsonl", True),
            ("Parquet to Parquet", table, "3.parquet", False),
            ("Parquet to Parquet, lean", table, "4.parquet", True),
            ("Parquet to JSON Lines", table, "5.jsonl", False),
        ):
            ways[name] = _batch(given, f"{folder}/{out}", is_lean)
        of_boards = ((name, *_rate(way, count)) for name, way in ways.items())
        rows = [*of_boards, *_nonograms(options, Path(folder))]
    notes = (f"{count:,} boards of {SIDE}x{SIDE}, {DIFFERENT} of them different; no workers",)
    columns = ("what", "records a second", "microseconds each")
    yield TextTable("Batches: records per second of processor time", columns, rows, notes)


def _write(boards: list[str], lines: Path, table: Path) -> None:
    import pyarrow
    from pyarrow.parquet import write_table

    rows = [("binairo", SIDE, SIDE, board) for board in boards]
    records = [{"id": k} | dict(zip(COLUMNS, row, strict=True)) for k, row in enumerate(rows)]
    lines.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    write_table(pyarrow.Table.from_pylist(records), table)


def _alone(boards: list[str]) -> object:
    return solve_batch("binairo", SIDE, SIDE, "".join(boards).encode())


def _loop(table: Path) -> None:
    from pyarrow.parquet import ParquetFile

    for piece in ParquetFile(table).iter_batches(1 << 16, columns=["grid"], use_threads=False):
        cells = "".join(piece.column(0).to_pylist()).encode()
        solve_batch("binairo", SIDE, SIDE, cells)


def _batch(given: Path, out: str, is_lean: bool) -> Callable[[], object]:
    batch = Batch([str(given)], out, is_lean=is_lean)
    return lambda: list(batch.run(Here(), 1))


def _nonograms(options: BenchOptions, folder: Path) -> Iterator[tuple[str, str, str]]:
    puzzles = made_nonograms(SIDE, DIFFERENT, options.seed)
    puzzles *= max(1, options.sample * NONOGRAMS // len(puzzles))
    lines, table = folder / "nonograms.jsonl", folder / "nonograms.parquet"
    lines.write_text("".join(map(jsonl.write, puzzles)))
    table.write_bytes(written(str(table), [jsonl.to_record(puzzle) for puzzle in puzzles]))
    name = f"nonograms {SIDE}x{SIDE}"
    few = puzzles[: max(1, len(puzzles) // 10)]
    yield f"{name}: solve_many", *_rate(lambda: list(solve_many(few)), len(few))
    for more, given, out, is_lean in (
        ("JSON Lines to JSON Lines", lines, "6.jsonl", False),
        ("JSON Lines to JSON Lines, lean", lines, "7.jsonl", True),
        ("Parquet to Parquet", table, "8.parquet", False),
        ("Parquet to Parquet, lean", table, "9.parquet", True),
    ):
        way = _batch(given, f"{folder}/{out}", is_lean)
        yield f"{name}: {more}", *_rate(way, len(puzzles))


def _rate(way: Callable[[], object], count: int) -> tuple[str, str]:
    begin = time.process_time()
    way()
    seconds = max(time.process_time() - begin, 1e-9)
    return f"{count / seconds:,.0f}", f"{seconds / count * 1e6:.2f}"


TABLE = Bench("batches", "records a second", measure, of_core=True, needs=("pyarrow",))
