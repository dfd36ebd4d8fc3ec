"""`--workers` and `--dask`: where the work of one puzzle is done."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypedDict

from nonairo.cli.base import complain, positive
from nonairo.errors import FormatError

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Place(TypedDict, total=False):
    """What `nn.solve` and `nn.count` are told of it."""

    workers: int
    executor: Executor


def add_workers(parser: argparse.ArgumentParser, what: str = "so many processes") -> None:
    parser.add_argument("--workers", metavar="N", type=positive, help=f"{what} (default: this one)")
    dask = "the scheduler of a Dask cluster, such as tcp://host:8786 (extra cluster)"
    parser.add_argument("--dask", metavar="ADDRESS", help=dask)


def add_parts(parser: argparse.ArgumentParser) -> None:
    add_workers(parser, "take a puzzle that takes long apart, for so many processes")


def one_of_both(options: argparse.Namespace) -> None:
    """Refuse --workers with --dask."""
    if options.dask and options.workers:
        raise FormatError("expected --workers or --dask, found both")


@contextmanager
def place_of(options: argparse.Namespace) -> Iterator[Place]:
    """Where the parts of a puzzle are worked on; a cluster is held until the end."""
    one_of_both(options)
    if options.dask:
        from nonairo.batches.cluster import connected

        with connected(options.dask, tell=complain) as cluster:
            yield {"executor": cluster.executor}
    elif options.workers:
        from nonairo.workers.asked import checked_workers

        yield {"workers": checked_workers(options.workers)}
    else:
        yield {}
