"""`nonairo census`: the number of all boards of a size, exact, on many processors, resumable."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    add_json,
    complain,
    filled,
    megabytes,
    positive,
    print_json,
    seconds,
    whole,
)
from nonairo.cli.batch import Bar, on_this_machine
from nonairo.cli.generate import size
from nonairo.cli.places import add_workers, one_of_both
from nonairo.cli.progress import is_shown
from nonairo.errors import FormatError, LimitReached
from nonairo.plain import duration, many

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

    from nonairo.census.running import Census

EXAMPLES = """\
  nonairo census 8
  nonairo census 6x10 --rules no-distinct --json
  nonairo census 10 -o ten.state --workers 2
  nonairo census 10 --sample 4"""

RAISE_TIME = "raise it with --time-limit S"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("size", metavar="SIZE", type=size, help="N or HxW (rows x columns)")
    rules = "no-distinct, odd-more-ones, odd-more-zeros, or two joined by + (default: standard)"
    parser.add_argument("--rules", metavar="R", default="standard", help=rules)
    state = "keep the shards that are done in this file"
    parser.add_argument("-o", "--output", type=filled, metavar="STATE", help=state)
    resume = "go on where an earlier run with STATE ended, however it ended"
    parser.add_argument("--resume", action="store_true", help=resume)
    add_workers(parser)
    sample = "count K shards only, and say what all of them would take"
    parser.add_argument("--sample", metavar="K", type=positive, help=sample)
    parser.add_argument(
        "--seed", metavar="N", type=whole, default=0, help="which shards are drawn (default: 0)"
    )
    time_limit = "seconds for this run (default: no limit; 60 where a size is not cut into shards)"
    parser.add_argument("--time-limit", metavar="S", type=seconds, help=time_limit)
    memory = "megabytes for a shard, or a size such as 500M or 2G (default: 2048)"
    parser.add_argument("--memory", metavar="MB", type=megabytes, default="2048", help=memory)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.census.plan import Size
    from nonairo.census.running import Census

    one_of_both(options)
    if options.resume and options.output is None:
        raise FormatError("--resume: expected -o STATE, the file to go on with")
    if options.sample and options.output is not None:
        raise FormatError("expected --sample or -o STATE, found both: a sample is not kept")
    height, width = (options.size,) * 2 if isinstance(options.size, int) else options.size
    begin = time.monotonic()
    counted = Size.of(height, width, options.rules)
    try:
        census = Census(
            counted,
            options.output,
            resume=options.resume,
            memory=options.memory,
            time_limit=options.time_limit,
        )
    except LimitReached as reached:
        complain(f"{counted}: {reached} before the shards were planned; {RAISE_TIME}")
        return LIMIT_HIT
    drawn = census.sample(options.sample, options.seed) if options.sample else None
    try:
        _watched(census, options, drawn)
    except KeyboardInterrupt:
        complain(_kept(census))
        raise
    except LimitReached as reached:
        told = {"time": RAISE_TIME, "memory": "raise it with --memory MB"}.get(reached.limit)
        raised = f"; {told}" if told else ""
        complain(f"{counted}: {reached}{raised}; {_kept(census)}")
        return LIMIT_HIT
    finally:
        census.state.close()
    record: dict[str, object] = {"height": height, "width": width, "rules": counted.rules}
    if drawn is not None:
        _tell_sample(census, drawn, record, options.json)
    elif options.json:
        value = {"value": str(census.value), "exact": True}
        print_json(record | value | {"seconds": round(time.monotonic() - begin, 3)})
    else:
        print(census.value)
    return ANSWERED


def _kept(census: Census) -> str:
    """What is not lost."""
    number, shards = len(census.state.done), many(len(census.costs), "shard")
    if census.state.name is not None:
        return f"{number:,} of {shards} are in {census.state.name}; --resume goes on"
    if number == 0:
        return f"none of {shards} was done"
    return f"{number:,} of {shards} were done, and are lost without -o STATE"


def _tell_sample(
    census: Census, drawn: Sequence[int], record: dict[str, object], json: bool
) -> None:
    took, all_of_them = census.seconds / max(len(drawn), 1), census.estimate(drawn)
    shards = {"shards": len(census.costs), "sampled": len(drawn)}
    if json:
        cpu = {"cpu_seconds_a_shard": round(took, 3), "cpu_seconds": round(all_of_them, 1)}
        print_json(record | shards | cpu)
        return
    print(
        f"{census.size}: {many(len(drawn), 'shard')} of {shards['shards']} took {duration(took)} "
        f"each; all of them would take about {duration(all_of_them)} of processor time"
    )


@contextmanager
def workplace(options: argparse.Namespace) -> Iterator[tuple[Executor, int | None]]:
    """Where the shards are counted, and how many may be on their way."""
    if not options.dask:
        with on_this_machine(options.workers) as place:
            yield place
        return
    from nonairo.batches.cluster import connected

    with connected(options.dask, tell=complain) as cluster:
        yield cluster.executor, None


def _watched(census: Census, options: argparse.Namespace, drawn: Sequence[int] | None) -> None:
    """Run a census, with a bar for a person."""
    from nonairo.batches.running import Done

    until = None if options.time_limit is None else time.time() + options.time_limit
    shown: AbstractContextManager[Bar | None] = Bar("shards") if is_shown() else nullcontext()
    with workplace(options) as (executor, ahead), shown as bar:
        for at in census.run(executor, ahead, until, drawn):
            if bar is not None:
                positions, total = int(at.cost * 1e6), int(at.whole_cost * 1e6)
                bar.update(Done(positions, total, at.shards, at.earlier))


COMMAND = Command(
    name="census",
    summary="count all Binairo boards of a size: exactly, on many processors, resumable",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
