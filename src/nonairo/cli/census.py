"""`nonairo census`: the number of all boards of a size, exact, on many processors, resumable."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, LIMIT_HIT, MORE_TIME, Command, raised_by
from nonairo.cli.executors import executor_of, refuse_both
from nonairo.cli.generate import size
from nonairo.cli.parsing import Parser, megabytes, positive, seconds, whole
from nonairo.cli.progress import rate_shown
from nonairo.cli.terminal_output import complain, print_json
from nonairo.errors import FormatError, LimitReached
from nonairo.limits import Budget, Limits
from nonairo.plain import duration, many

if TYPE_CHECKING:
    from nonairo.census.running import Census

EXAMPLES = """\
  nonairo census 8
  nonairo census 6x10 --rules no-distinct --json
  nonairo census 10 -o ten.state --workers 2
  nonairo census 10 --sample 4
  nonairo census 8 --up-to-symmetry"""

MORE_MEMORY = "Allow more memory with --memory MB"


def arguments(parser: Parser) -> None:
    parser.add_argument("size", metavar="SIZE", type=size, help="N or HxW (rows x columns)")
    rules = "no-distinct, odd-more-ones, odd-more-zeros, or two joined by + (default: standard)"
    parser.option("--rules R", rules, default="standard")
    state = "store finished shards in this file"
    parser.option("-o --output STATE", state)
    resume = "continue an earlier run with STATE, however it ended"
    parser.option("--resume", resume)
    parser.workers()
    sample = "count only K shards, and estimate the time for all of them"
    parser.option("--sample K", sample, positive)
    up_to = "count rotated and mirrored copies as one board"
    parser.option("--up-to-symmetry", up_to)
    parser.option("--seed N", "the seed that selects the shards (default: 0)", whole, 0)
    time_limit = "seconds for this run (default: no limit; 60 for sizes without shards)"
    parser.option("--time-limit S", time_limit, seconds)
    memory = "megabytes for a shard, or a size such as 500M or 2G (default: 2048)"
    parser.option("--memory MB", memory, megabytes, "2048")
    parser.json()


def run(options: argparse.Namespace) -> int:
    from nonairo.census.plan import CensusSize
    from nonairo.census.running import Census

    refuse_both(options)
    if options.resume and options.output is None:
        raise FormatError("--resume: expected -o STATE, the file to continue")
    if options.sample and options.output is not None:
        raise FormatError("expected --sample or -o STATE, found both: a sample is not stored")
    if options.sample and options.up_to_symmetry:
        raise FormatError("expected --sample or --up-to-symmetry, found both")
    height, width = (options.size,) * 2 if isinstance(options.size, int) else options.size
    begin = time.monotonic()
    counted = CensusSize.of(height, width, options.rules)
    try:
        census = Census(
            counted,
            options.output,
            resume=options.resume,
            memory=options.memory,
            time_limit=options.time_limit,
        )
    except LimitReached as reached:
        complain(f"{counted}: {reached} before the shards were planned. {MORE_TIME}")
        return LIMIT_HIT
    drawn = census.sample(options.sample, options.seed) if options.sample else None
    try:
        run_watched(census, options, drawn)
    except KeyboardInterrupt:
        complain(_kept(census))
        raise
    except LimitReached as reached:
        complain(
            f"{counted}: {reached}{raised_by(reached.limit, memory=MORE_MEMORY)}; {_kept(census)}"
        )
        return LIMIT_HIT
    finally:
        census.state.close()
    if options.up_to_symmetry:
        return _print_classes(census, options, begin)
    record: dict[str, object] = {"height": height, "width": width, "rules": counted.rules}
    if drawn is not None:
        _print_sample(census, drawn, record, options.json)
    elif options.json:
        value = {"value": str(census.value), "exact": True}
        print_json(record | value | {"seconds": round(time.monotonic() - begin, 3)})
    else:
        print(census.value)
    return ANSWERED


def _print_classes(census: Census, options: argparse.Namespace, begin: float) -> int:
    """The boards, and how many are left when copies of each other count once."""
    from nonairo.census.symmetric import fixed_by_all, mean

    left = None if options.time_limit is None else options.time_limit - time.monotonic() + begin
    budget = Budget(Limits(left, memory=options.memory, requested=options.time_limit))
    try:
        fixed = fixed_by_all(census.size, budget)
    except LimitReached as reached:
        complain(f"{census.size}: {reached}{raised_by(reached.limit, memory=MORE_MEMORY)}")
        return LIMIT_HIT
    classes = mean(census.value, [n for each, n in fixed.items() if not each.exchanged])
    exchanged = None
    if census.size.exchangeable:
        exchanged = mean(census.value, fixed.values())
    if options.json:
        size: dict[str, object] = {"height": census.size.height, "width": census.size.width}
        print_json(
            size
            | {"rules": census.size.rules, "value": str(census.value), "exact": True}
            | {"fixed": {each.name: str(number) for each, number in fixed.items()}}
            | {"classes": str(classes)}
            | {"classes_exchanged": None if exchanged is None else str(exchanged)}
            | {"seconds": round(time.monotonic() - begin, 3)}
        )
        return ANSWERED
    print(f"{census.value} boards")
    print(f"{classes} up to rotations and mirrors")
    if exchanged is not None:
        print(f"{exchanged} if 0 and 1 may be exchanged, too")
    return ANSWERED


def _kept(census: Census) -> str:
    """What is not lost."""
    number, shards = len(census.state.done), many(len(census.costs), "shard")
    if census.state.name is not None:
        return f"{number:,} of {shards} are in {census.state.name}; --resume continues"
    if number == 0:
        return "no shard was finished"
    return f"{number:,} of {shards} were finished, and are lost; -o STATE would have kept them"


def _print_sample(
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


def run_watched(census: Census, options: argparse.Namespace, drawn: Sequence[int] | None) -> None:
    """Run a census, with a bar for a person."""
    from nonairo.batches.running import Done

    until = None if options.time_limit is None else time.time() + options.time_limit
    with executor_of(options) as (executor, ahead), rate_shown("shards") as update:
        for at in census.run(executor, ahead, until, drawn):
            positions, total = int(at.cost * 1e6), int(at.whole_cost * 1e6)
            update(Done(positions, total, at.shards, at.earlier))


COMMAND = Command(
    name="census",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
