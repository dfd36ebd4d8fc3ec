"""`nonairo batch`: a question about every puzzle of large files, on many processors, resumable."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, BAD_INPUT, Command, add_limits, complain
from nonairo.cli.places import add_workers, one_of_both
from nonairo.cli.progress import PATIENCE, is_shown
from nonairo.cli.screen import print_table
from nonairo.errors import FormatError
from nonairo.plain import duration

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from nonairo.batches.running import Batch, Done
    from nonairo.batches.tally import Tally

TASKS = ("solve", "grade", "count", "explain")  # a test compares them with those there are
MOST_COMPLAINTS = 10
GOES_ON = "; what is done is kept, and --resume goes on"
EXAMPLES = """\
  nonairo batch examples/many.jsonl -o solved.jsonl
  nonairo batch 'examples/*.jsonl' -o grades.jsonl --task grade --workers 2 --ordered
  nonairo batch examples/many.jsonl -o counts.jsonl --task count --resume"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        metavar="IN",
        nargs="+",
        help="JSON Lines (also .gz, .zst) or Parquet: files, patterns, URLs, or -",
    )
    out = "a .jsonl or .parquet file, or a folder/ or URL of parts"
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help=out)
    parser.add_argument(
        "--task",
        metavar="T",
        choices=TASKS,
        default="solve",
        help=f"{', '.join(TASKS)} (default: solve)",
    )
    add_workers(parser)
    resume = "go on where an earlier run ended, however it ended"
    parser.add_argument("--resume", action="store_true", help=resume)
    parser.add_argument(
        "--ordered", action="store_true", help="write records in the order of the input"
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.batches.running import Batch
    from nonairo.batches.sources import sources_of
    from nonairo.batches.storage import full_name

    one_of_both(options)
    inputs = options.inputs
    if options.dask:  # whose workers stand elsewhere
        inputs = [full_name(source.name) for source in sources_of(inputs)]
    output = options.output
    batch = Batch(inputs, output, options.task, options.time_limit, options.ordered, options.resume)
    try:
        with workplace(options, batch) as (executor, ahead):
            bad = _watched(batch, executor, ahead)
    except KeyboardInterrupt:
        complain(f"what is done is in {output}; --resume goes on")
        raise
    except OSError as error:
        told = f"{error.strerror or error}{GOES_ON}"
        raise FormatError(told, path=error.filename or output) from None
    if not batch.tally.records:
        complain("there are no records in the input")
    print_summary(batch.tally)
    return BAD_INPUT if bad else ANSWERED


@contextmanager
def workplace(options: argparse.Namespace, batch: Batch) -> Iterator[tuple[Executor, int | None]]:
    """Where the work is done, and how many shards may be on their way."""
    from nonairo.batches.storage import full_name

    if options.dask:
        from nonairo.batches.cluster import connected

        batch.output = full_name(options.output) + "/" * options.output.endswith("/")
        names = batch.inputs, batch.output
        with connected(options.dask, *names, GOES_ON, complain) as cluster:
            batch.carried = not cluster.shared
            yield cluster.executor, None
    else:
        with on_this_machine(options.workers) as place:
            yield place


@contextmanager
def on_this_machine(workers: int | None) -> Iterator[tuple[Executor, int | None]]:
    """Processes of our own, or this one."""
    from nonairo.batches.running import Here

    if not workers:
        yield Here(), 1
        return
    from nonairo.workers.asked import checked_workers
    from nonairo.workers.processes import Processes

    pool = Processes(checked_workers(workers))
    try:
        yield pool, None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _watched(batch: Batch, executor: Executor, ahead: int | None) -> int:
    """Run a batch, with a bar for a person; gives how many records were bad."""
    from nonairo.batches.tasks import FAILED

    bad = 0
    shown: AbstractContextManager[Bar | None] = Bar() if is_shown() else nullcontext()
    with shown as bar:
        for done in batch.run(executor, ahead):
            for line in done.complaints:
                bad += 1
                if bad <= MOST_COMPLAINTS:
                    complain(line)
            if bar is not None:
                bar.update(done)
    number = batch.tally.statuses[FAILED]
    if bad and number > min(bad, MOST_COMPLAINTS):
        complain(f"and more: {number} records in all have the status {FAILED}")
    return bad


class Bar:
    """How many puzzles are done, how many in a second, and when the last will be."""

    def __init__(self, what: str = "puzzles") -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            TaskProgressColumn,
            TextColumn,
            TimeRemainingColumn,
        )

        digits = 0 if what == "puzzles" else 1
        self._bar = Progress(
            TextColumn(f"{{task.fields[records]:,}} {what}, {{task.fields[rate]:,.{digits}f}}/s"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("ETA"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("batch", total=None, records=0, rate=0.0)

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def update(self, done: Done) -> None:
        elapsed = self._bar.tasks[0].elapsed or PATIENCE
        rate = (done.records - done.earlier) / max(elapsed, 1e-3)
        self._bar.update(
            self._task,
            completed=done.positions,
            total=done.total or None,
            records=done.records,
            rate=rate,
        )

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def print_summary(tally: Tally) -> None:
    """Statuses, levels and the slowest, of all runs that wrote to the output."""
    print_table(
        ("status", "puzzles"),
        [(status, f"{number}") for status, number in tally.statuses.most_common()],
    )
    if tally.levels:
        print()
        levels = sorted(tally.levels.items())
        print_table(("level", "puzzles"), [(f"{level}", f"{number}") for level, number in levels])
    if tally.slowest:
        print()
        slowest = sorted(tally.slowest, reverse=True)
        print_table(("slowest", "time"), [(name, duration(took)) for took, name in slowest])


COMMAND = Command(
    name="batch",
    summary="ask about every puzzle of large files: on many processors, resumable",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
