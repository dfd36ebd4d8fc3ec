"""`--workers` and `--dask`: where work is done."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypedDict

from nonairo.cli.terminal_output import complain
from nonairo.errors import FormatError

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Workplace(TypedDict, total=False):
    """Where `nn.solve` and `nn.count` work on the parts of a puzzle."""

    workers: int
    executor: Executor


def refuse_both(options: argparse.Namespace) -> None:
    """Refuse --workers with --dask."""
    if options.dask and options.workers:
        raise FormatError("expected --workers or --dask, found both")


@contextmanager
def place_of(options: argparse.Namespace) -> Iterator[Workplace]:
    """Where the parts of a puzzle are worked on; a cluster stays connected until the end."""
    refuse_both(options)
    if options.dask:
        with executor_of(options) as (executor, _):
            yield {"executor": executor}
    elif options.workers:
        from nonairo.workers.checks import checked_workers

        yield {"workers": checked_workers(options.workers)}
    else:
        yield {}


@contextmanager
def executor_of(options: argparse.Namespace) -> Iterator[tuple[Executor, int | None]]:
    """A cluster, processes or this one; and how many shards may be handed out (None: any)."""
    if options.dask:
        from nonairo.batches.dask_cluster import connected

        with connected(options.dask, report=complain) as cluster:
            yield cluster.executor, None
    else:
        with on_this_machine(options.workers) as place:
            yield place


@contextmanager
def on_this_machine(workers: int | None) -> Iterator[tuple[Executor, int | None]]:
    """Processes of our own, or this one."""
    from nonairo.workers.checks import checked_workers
    from nonairo.workers.processes import Here, Processes

    if not workers:
        yield Here(), 1
        return
    pool = Processes(checked_workers(workers))
    try:
        yield pool, None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
