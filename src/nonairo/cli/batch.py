"""`nonairo batch`: a question about every puzzle of large files, on many processors, resumable."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, BAD_INPUT, LIMIT_HIT, Command
from nonairo.cli.executors import on_this_machine, refuse_both
from nonairo.cli.parsing import Parser
from nonairo.cli.progress import rate_shown
from nonairo.cli.terminal_output import complain, print_table
from nonairo.errors import FormatError, NonairoError
from nonairo.memory import NO_MEMORY
from nonairo.plain import duration, many

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nonairo.batches.running import Batch
    from nonairo.batches.tally import Tally

TASKS = ("solve", "grade", "count", "explain")  # a test compares them with those there are
MOST_COMPLAINTS = 10
FULL = (errno.ENOSPC, errno.EDQUOT)  # also at the very first write
STOPPED, REFUSED = LIMIT_HIT, 4  # resumable; not even begun
FORGOTTEN = "memory://"  # what is written there ends with the command
GOES_ON = "; finished work is kept, and --resume continues it"
EXAMPLES = """\
  nonairo batch examples/many.jsonl -o solved.jsonl
  nonairo batch 'examples/*.jsonl' -o grades.jsonl --task grade --workers 2 --ordered
  nonairo batch examples/many.jsonl -o counts.jsonl --task count --resume"""


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "inputs",
        metavar="IN",
        nargs="+",
        help="JSON Lines or ids (also .gz, .zst) or Parquet: files, patterns, URLs, or -",
    )
    out = "a .jsonl (also .gz, .zst) or .parquet file, or a folder/ or URL of parts"
    parser.option("-o --output OUT", out, required=True)
    parser.option(
        "--task T", f"{', '.join(TASKS)} (default: solve)", default="solve", choices=TASKS
    )
    parser.workers()
    resume = "continue an earlier run, however it ended"
    parser.option("--resume", resume)
    parser.option("--ordered", "write records in the order of the input")
    parser.limits()


def run(options: argparse.Namespace) -> int:
    from nonairo.batches.running import Batch
    from nonairo.batches.sources import sources_of
    from nonairo.batches.storage import full_name
    from nonairo.batches.streams import OtherText
    from nonairo.batches.tasks import FAILED

    inputs, output = options.inputs, options.output
    batch = Batch(inputs, output, options.task, options.time_limit, options.ordered, options.resume)
    try:
        refuse_both(options)
        if output.startswith(FORGOTTEN):
            raise FormatError(
                "would be lost when the command ends; use a file, a folder/ or another URL",
                path=output,
            )
        if options.dask:  # whose workers stand elsewhere
            batch.inputs = [full_name(source.name) for source in sources_of(inputs)]
        with workplace(options, batch) as (executor, ahead):
            run_watched(batch, executor, ahead)
    except KeyboardInterrupt:
        complain(f"finished work is in {output}; --resume continues it")
        raise
    except (NonairoError, OSError, MemoryError) as error:
        full = isinstance(error, OSError) and error.errno in FULL
        stopped = (batch.begun and not isinstance(error, FormatError)) or full
        complain(_why(error, output) + GOES_ON * stopped)
        refused = not batch.begun or isinstance(error, OtherText)
        return STOPPED if stopped else REFUSED if refused else BAD_INPUT
    if not batch.tally.records:
        complain("there are no records in the input")
    print_summary(batch.tally)
    failed = batch.tally.statuses[FAILED]
    if failed:
        complain(_failures(failed, batch))
    return BAD_INPUT if failed else ANSWERED


def _why(error: Exception, output: str) -> str:
    """Return in one line why a batch ended."""
    if isinstance(error, OSError):
        return f"{error.filename or output}: {error.strerror or error}"
    return str(error) or NO_MEMORY


def _failures(failed: int, batch: Batch) -> str:
    """Return how many records failed, and what can be done about it."""
    message = f"{failed} of {many(batch.tally.records, 'record')} failed"
    if not batch.lost:
        return message
    again = "--resume tries " + ("it" if batch.lost == 1 else "them") + " again"
    return f"{message}; {batch.lost} because a worker died or ran out of memory: {again}"


@contextmanager
def workplace(options: argparse.Namespace, batch: Batch) -> Iterator[tuple[Executor, int | None]]:
    """Where the work is done, and how many shards may be on their way."""
    from nonairo.batches.storage import full_name

    if options.dask:
        from nonairo.batches.dask_cluster import BACKLOG, connected

        batch.output = full_name(options.output) + "/" * options.output.endswith("/")
        names = batch.inputs, batch.output
        with connected(options.dask, *names, complain) as cluster:
            batch.carried, batch.backlog = not cluster.shared, BACKLOG
            yield cluster.executor, None
    else:
        with on_this_machine(options.workers) as place:
            yield place


def run_watched(batch: Batch, executor: Executor, ahead: int | None) -> None:
    """Run a batch, with a bar for a person; report the first of the bad records."""
    bad = 0
    with rate_shown() as update:
        for done in batch.run(executor, ahead):
            for line in done.complaints:
                bad += 1
                if bad <= MOST_COMPLAINTS:
                    complain(line)
            update(done)


def print_summary(tally: Tally) -> None:
    """Statuses, levels and the slowest, of all runs that wrote to the output."""
    print_table(
        ("status", "puzzles"),
        [(status, f"{number}") for status, number in tally.statuses.most_common()],
    )
    levels = [(f"{level}", f"{number}") for level, number in sorted(tally.levels.items())]
    slowest = [(name, duration(took)) for took, name in sorted(tally.slowest, reverse=True)]
    for heading, other, rows in (("level", "puzzles", levels), ("slowest", "time", slowest)):
        if rows:
            print()
            print_table((heading, other), rows)


COMMAND = Command(
    name="batch",
    summary="solve, grade, count or explain all puzzles in large files, in parallel and resumable",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
