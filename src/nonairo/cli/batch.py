"""`nonairo batch`: a question about every puzzle of large files, on many processors, resumable."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, BAD_INPUT, LIMIT_HIT, Command
from nonairo.cli.drafts import not_an_input
from nonairo.cli.executors import on_this_machine, refuse_both
from nonairo.cli.parsing import Parser, filled, is_digits, number_between, size_in_bytes
from nonairo.cli.progress import patience, rate_shown
from nonairo.cli.terminal_output import complain, print_table
from nonairo.errors import FormatError, NonairoError
from nonairo.memory import NO_MEMORY
from nonairo.plain import duration, many

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nonairo.batches.portions import Portion
    from nonairo.batches.running import Batch
    from nonairo.batches.tally import Tally

TASKS = ("solve", "grade", "count", "explain")  # a test compares them with those there are
MERGE = "merge"  # in the place of the first input; a file of this name is ./merge
MOST_SHARDS = 1_000_000
MOST_COMPLAINTS = 10
FULL = (errno.ENOSPC, errno.EDQUOT)  # also at the very first write
STOPPED, REFUSED = LIMIT_HIT, 4  # resumable; not even begun
FORGOTTEN = "memory://"  # what is written there ends with the command
GOES_ON = "; finished work is kept, and --resume continues it"
EXAMPLES = """\
  nonairo batch examples/many.jsonl -o solved.jsonl
  nonairo batch 'examples/*.jsonl' -o grades.jsonl --task grade --workers 2 --ordered
  nonairo batch examples/many.jsonl -o counts.jsonl --task count --resume
  nonairo batch examples/many.jsonl -o part-1.jsonl --shard 1/2
  nonairo batch examples/many.jsonl -o part-2.jsonl --shard 2/2
  nonairo batch merge part-1.jsonl part-2.jsonl -o all.jsonl"""


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "inputs",
        metavar="IN",
        nargs="+",
        type=filled,
        help="JSON Lines or ids (also .gz, .zst) or Parquet: files, patterns, URLs, or -;"
        " `merge OUT...` puts the outputs of all shards together",
    )
    out = "a .jsonl (also .gz, .zst) or .parquet file, or a folder/ or URL of parts"
    parser.option("-o --output OUT", out, str, required=True)  # refused with the code of batch
    parser.option(
        "--task T", f"{', '.join(TASKS)} (default: solve)", default="solve", choices=TASKS
    )
    parser.option(
        "--result R",
        "full (default), or lean: without what the input says, statistics and engine; in Parquet"
        " with a column for each value",
        default="full",
        choices=("full", "lean"),
    )
    parser.workers()
    parser.option(
        "--shard I/N",
        "only the I-th of N equal parts of the input, for array jobs; `batch merge` joins outputs",
        portion,
    )
    parser.option(
        "--shard-size SIZE",
        "the most input for one unit of work, such as 500K or 64M (default: 4M)",
        shard_size,
    )
    parser.option(
        "--shard-seconds S",
        "how long one unit of work should take a worker (default: 0.2)",
        shard_seconds,
    )
    resume = "continue an earlier run, however it ended"
    parser.option("--resume", resume)
    parser.option("--ordered", "write records in the order of the input")
    parser.limits()


def portion(text: str) -> Portion:
    """One of so many equal parts, counted from 1."""
    from nonairo.batches.portions import Portion

    number, slash, of = text.partition("/")
    if not (slash and is_digits(number) and is_digits(of) and len(number + of) <= 20):
        raise argparse.ArgumentTypeError(f"expected a shard such as 3/8, found {text!r}")
    if not 1 <= int(number) <= int(of) <= MOST_SHARDS:
        expected = f"a shard from 1/N to N/N, N at most {MOST_SHARDS:,}"
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}")
    return Portion(int(number), int(of))


def merge(names: Sequence[str], output: str) -> int:
    """Put the outputs of all shards together."""
    from nonairo.batches.merging import merge
    from nonairo.batches.tasks import FAILED

    try:
        if not names:
            raise FormatError("expected the outputs of all shards after `merge`")
        with patience("merging"):
            tally = merge(names, output)
    except (NonairoError, OSError, MemoryError) as error:
        complain(_why(error, output))
        return REFUSED
    print_summary(tally)
    return BAD_INPUT if tally.statuses[FAILED] else ANSWERED


def shard_size(text: str) -> int:
    """Bytes from 1 kB to 1 GB."""
    size = size_in_bytes(text)
    if not 10**3 <= size <= 10**9:
        raise argparse.ArgumentTypeError(f"expected a size from 1K to 1G, found {text!r}")
    return size


def shard_seconds(text: str) -> float:
    return number_between(0.01, 3600, text, "seconds from 0.01 to 3600")


def run(options: argparse.Namespace) -> int:
    from nonairo.batches.running import Batch
    from nonairo.batches.sources import sources_of
    from nonairo.batches.storage import full_name
    from nonairo.batches.streams import OtherText
    from nonairo.batches.tasks import FAILED

    inputs, output = options.inputs, options.output
    if inputs[0] == MERGE:
        return merge(inputs[1:], output)
    batch = Batch(inputs, output, options.task, options.time_limit, options.ordered, options.resume)
    batch.is_lean = options.result == "lean"
    batch.portion = options.shard
    batch.shard_size = options.shard_size
    batch.shard_seconds = options.shard_seconds or batch.shard_seconds
    try:
        refuse_both(options)
        not_an_input(output, inputs)
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
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
