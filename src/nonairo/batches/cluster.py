"""Batches on a Dask cluster that is there already; its workers are checked before they work."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonairo import __version__
from nonairo.batches.storage import is_remote, missing
from nonairo.errors import EngineError

NOISY = ("distributed", "tornado", "asyncio")  # loggers that print tracebacks of lost connections
PATIENCE = 10  # seconds until a scheduler must have answered


class ClusterError(EngineError):
    """The cluster cannot be had, or has gone."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """An executor, how many calls it works on at a time, and whether its workers see our files."""

    executor: Executor
    threads: int
    shared: bool


def seen(names: Sequence[str]) -> tuple[str, list[int]]:
    """What a worker is: its version, and how long the files are that it sees under these names."""
    sizes = [Path(name).stat().st_size if Path(name).is_file() else -1 for name in names]
    return __version__, sizes


def _silence() -> None:
    """Dask logs what becomes of a connection, with tracebacks; we say in a line what matters."""
    known = [name for name in logging.root.manager.loggerDict if name.startswith(NOISY)]
    for name in {*NOISY, *known}:  # each has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


@contextmanager
def connected(
    address: str, inputs: Sequence[str] = (), output: str = "", comfort: str = ""
) -> Iterator[Cluster]:
    """A cluster, all of whose workers have our version; `comfort` is said when it goes away."""
    try:
        import distributed
    except ImportError:
        raise missing("--dask", "dask.distributed") from None
    module: Any = distributed  # whose functions are not typed
    _silence()
    try:
        client = module.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        told = " ".join(str(error).split()) or "no answer"
        raise ClusterError(f"--dask {address}: no scheduler: {told}; see docs/batches.md") from None
    try:
        if not client.nthreads():
            raise ClusterError(f"--dask {address}: the scheduler has no workers")
        local = [name for name in inputs if not is_remote(name) and name != "-"]
        shared = _check(client, local)
        folder = output if output.endswith(("/", ".parquet")) or Path(output).is_dir() else ""
        if folder and not is_remote(output) and not shared:
            told = "workers do not see our files, so OUT has to be a file of lines, or a URL"
            raise ClusterError(f"--dask {address}: {told}")
        threads = sum(client.nthreads().values())
        executor = client.get_executor(pure=False)
        executor._max_workers = threads  # where those of `concurrent.futures` have it, too
        yield Cluster(executor, threads, shared)
    except CancelledError:
        raise ClusterError(f"--dask {address}: the scheduler has gone{comfort}") from None
    finally:
        client.close(timeout=2)


def _check(client: Any, local: list[str]) -> bool:
    """Refuse workers of other versions by name; whether all of them see the files we see."""
    ours = [Path(name).stat().st_size for name in local]
    shared = True
    for worker, answer in client.run(seen, local, on_error="return").items():
        if isinstance(answer, BaseException):
            told = " ".join(str(answer).split())
            raise ClusterError(f"worker {worker} cannot do our work: {told}")
        version, sizes = answer
        check_version(version, worker)
        shared = shared and sizes == ours
    return shared


def check_version(version: str, worker: str) -> None:
    """Raise where a worker is of another version than we are."""
    if version != __version__:
        raise ClusterError(f"worker {worker} has nonairo {version}, and not {__version__}")
