"""Batches on a Dask cluster that is there already; its workers are checked before they work."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Thread
from time import sleep
from typing import Any, NamedTuple

from nonairo import __version__
from nonairo.batches.dask_executor import BETWEEN, Checked, Report
from nonairo.batches.storage import is_remote, missing
from nonairo.errors import EngineError

NOISY = ("distributed", "tornado", "asyncio")  # loggers that print tracebacks of lost connections
PATIENCE = 10  # seconds until a scheduler must have answered
ANSWER = 5.0  # seconds until a worker should have said who it is
BACKLOG = 32  # shards for each worker on their way: more than 5 s of work, or no cluster grows


class ClusterError(EngineError):
    """The cluster cannot be had, or has gone."""


class Cluster(NamedTuple):
    """Those of its workers that may work with us, and whether they see our files."""

    executor: Checked
    shared: bool


def warmed() -> None:
    """Do nothing; a worker that has run this has loaded nonairo."""


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
    address: str,
    inputs: Sequence[str] = (),
    output: str = "",
    report: Report = lambda _: None,
) -> Iterator[Cluster]:
    """The workers of a cluster that have our version.

    `report` receives a sentence about each worker that is refused.
    """
    client = _client(address)
    executor = None
    try:
        local = [name for name in inputs if not is_remote(name) and name != "-"]
        folder = output.endswith(("/", ".parquet")) or Path(output).is_dir()
        folder = bool(output) and folder and not is_remote(output)
        with probe_beside(output) if folder else nullcontext(local[:0]) as probes:
            crew = Crew(client, [*local, *probes])
            executor = Checked(client, crew.why_not, warmed)
            _wait_for_workers(executor, address, report)
        if folder and not crew.shared:
            message = (
                "the workers cannot reach files on this machine: OUT must be a .jsonl file or a URL"
            )
            raise ClusterError(f"--dask {address}: {message}")
        executor.watch(report)
        yield Cluster(executor, bool(crew.shared))
    except CancelledError:
        raise ClusterError(f"--dask {address}: the connection to the scheduler was lost") from None
    finally:
        if executor is not None:
            executor.shutdown(cancel_futures=True)
        client.close(timeout=2)


def _wait_for_workers(executor: Checked, address: str, report: Report) -> None:
    """Return when there is a worker for us; raise when all that are there are refused."""
    while True:
        refused = executor.refused.keys() & executor.there.keys()
        if refused and len(refused) == len(executor.there):
            raise ClusterError(f"--dask {address}: {executor.refused[min(refused)]}")
        for remark in executor.remarks():
            report(remark)
        if executor.ready:
            return
        sleep(BETWEEN)
        try:
            executor.look()
        except OSError:
            raise ClusterError(
                f"--dask {address}: the connection to the scheduler was lost"
            ) from None


@contextmanager
def probe_beside(output: str) -> Iterator[list[str]]:
    """Make a file where parts will be written: workers that see it can write there."""
    folder = next(each for each in Path(output).absolute().parents if each.is_dir())
    with NamedTemporaryFile(dir=folder, prefix=".nonairo-") as probe:
        yield [probe.name]


def _client(address: str) -> Any:
    """A connection to a scheduler."""
    try:
        import distributed
    except ImportError:
        raise missing("--dask", "distributed") from None
    module: Any = distributed  # whose functions are not typed
    _silence()
    try:
        if not re.fullmatch(r"inproc://.*|.*:\d+", address):
            raise ValueError("expected an address such as tcp://host:8786")
        return module.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        why = " ".join(str(error).split()) or "no answer"
        raise ClusterError(
            f"--dask {address}: cannot reach the scheduler: {why}; see docs/batches.md"
        ) from None


class Crew:
    """Which workers may work with us: of our version, and those that see our files, if any do."""

    def __init__(self, client: Any, files: Sequence[str]) -> None:
        self._client = client
        self._files = files
        self.shared: bool | None = None  # whether they see what we see; None: not known yet
        self._pending: dict[str, Future[dict[str, Any]]] = {}  # queries without an answer

    def why_not(self, workers: list[str]) -> dict[str, str | None]:
        """Ask workers who they are; gives for each why it is refused, or None."""
        files = [name for name in self._files if Path(name).exists()]  # a probe is there once
        ours = seen(files)
        reasons: dict[str, str | None] = {}
        blind = []
        for worker, answer in self._answers(workers, files).items():
            if isinstance(answer, OSError):
                continue  # it cannot be reached now; try again later
            reasons[worker] = _why_not(worker, answer)
            if reasons[worker] is None and answer != ours:
                blind.append(worker)
        if self.shared is None and None in reasons.values():
            self.shared = not blind
        elif self.shared:
            reasons |= {
                each: f"worker {each} is not used: it does not see files of this machine"
                for each in blind
            }
        return reasons

    def _answers(self, workers: list[str], files: Sequence[str]) -> dict[str, Any]:
        """What workers say of themselves; of those that are frozen nothing, and nobody waits long.

        A worker that answered too late is queried again: its answer may have changed.
        """
        queries = {}
        for worker in workers:
            if worker not in self._pending or self._pending[worker].done():
                queries[worker] = self._pending[worker] = self._query(worker, files)
        wait(queries.values(), ANSWER)
        return {
            worker: answer
            for each in queries.values()
            if each.done()
            for worker, answer in each.result().items()
        }

    def _query(self, worker: str, files: Sequence[str]) -> Future[dict[str, Any]]:
        future: Future[dict[str, Any]] = Future()

        def ask() -> None:
            try:
                found = self._client.run(seen, files, workers=[worker], on_error="return")
            except Exception:  # it has gone meanwhile
                found = {}
            future.set_result(found)

        Thread(target=ask, daemon=True).start()
        return future


def _why_not(worker: str, answer: Any) -> str | None:
    """Why a worker that gave this answer cannot work with us."""
    if isinstance(answer, BaseException):
        why = " ".join(f"{type(answer).__name__}: {answer}".split())
        return f"worker {worker} is not used: it cannot run the task: {why}"
    version, _ = answer
    if version != __version__:
        return f"worker {worker} is not used: it has nonairo {version}, not {__version__}"
    return None
