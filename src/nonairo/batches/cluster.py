"""Batches on a Dask cluster that is there already; its workers are checked before they work."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from nonairo import __version__
from nonairo.batches.checked import Checked, Tell
from nonairo.batches.storage import is_remote, missing
from nonairo.errors import EngineError

NOISY = ("distributed", "tornado", "asyncio")  # loggers that print tracebacks of lost connections
PATIENCE = 10  # seconds until a scheduler must have answered


class ClusterError(EngineError):
    """The cluster cannot be had, or has gone."""


class Cluster(NamedTuple):
    """Those of its workers that may work with us, and whether they see our files."""

    executor: Checked
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
    address: str,
    inputs: Sequence[str] = (),
    output: str = "",
    comfort: str = "",
    tell: Tell = lambda _: None,
) -> Iterator[Cluster]:
    """The workers of a cluster that have our version.

    `comfort` is said when it goes away; `tell` hears of workers that are refused.
    """
    client = _client(address)
    executor = None
    try:
        if not client.nthreads():
            raise ClusterError(f"--dask {address}: the scheduler has no workers")
        local = [name for name in inputs if not is_remote(name) and name != "-"]
        folder = output.endswith(("/", ".parquet")) or Path(output).is_dir()
        folder = bool(output) and folder and not is_remote(output)
        with probe_beside(output) if folder else nullcontext(local[:0]) as probes:
            crew = Crew(client, [*local, *probes])
            executor = Checked(client, crew.why_not)
        for why in executor.refused.values():
            if len(executor.refused) == len(client.nthreads()):
                raise ClusterError(f"--dask {address}: {why}")
            tell(why)
        if folder and not crew.shared:
            told = "workers do not see our files, so OUT has to be a file of lines, or a URL"
            raise ClusterError(f"--dask {address}: {told}")
        executor.watch(tell)
        yield Cluster(executor, bool(crew.shared))
    except CancelledError:
        raise ClusterError(f"--dask {address}: the scheduler has gone{comfort}") from None
    finally:
        if executor is not None:
            executor.shutdown(cancel_futures=True)
        client.close(timeout=2)


@contextmanager
def probe_beside(output: str) -> Iterator[list[str]]:
    """A file where parts will be written, for a moment: whoever sees it will write there, too."""
    folder = next(each for each in Path(output).absolute().parents if each.is_dir())
    with NamedTemporaryFile(dir=folder, prefix=".nonairo-") as probe:
        yield [probe.name]


def _client(address: str) -> Any:
    """A connection to a scheduler."""
    try:
        import distributed
    except ImportError:
        raise missing("--dask", "dask.distributed") from None
    module: Any = distributed  # whose functions are not typed
    _silence()
    try:
        if not re.fullmatch(r"inproc://.*|.*:\d+", address):
            raise ValueError("expected an address such as tcp://host:8786")
        return module.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        told = " ".join(str(error).split()) or "no answer"
        raise ClusterError(f"--dask {address}: no scheduler: {told}; see docs/batches.md") from None


class Crew:
    """Who may work with us: our version, and eyes for our files if the first ones had them."""

    def __init__(self, client: Any, files: Sequence[str]) -> None:
        self._client = client
        self._files = files
        self.shared: bool | None = None  # whether they see what we see; None: nobody was asked

    def why_not(self, workers: list[str]) -> dict[str, str | None]:
        """Ask workers who they are; gives for each why it is refused, or None."""
        files = [name for name in self._files if Path(name).exists()]  # a probe is there once
        ours = seen(files)
        told: dict[str, str | None] = {}
        blind = []
        answers = self._client.run(seen, files, workers=workers, on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, OSError):
                continue  # it cannot be reached just now, and is asked again later
            told[worker] = _why_not(worker, answer)
            if told[worker] is None and answer != ours:
                blind.append(worker)
        if self.shared is None and None in told.values():
            self.shared = not blind
        elif self.shared:
            told |= {each: f"worker {each} is refused: it does not see our files" for each in blind}
        return told


def _why_not(worker: str, answer: Any) -> str | None:
    """Why a worker that gave this answer cannot work with us."""
    if isinstance(answer, BaseException):
        why = " ".join(f"{type(answer).__name__}: {answer}".split())
        return f"worker {worker} is refused: it cannot do our work: {why}"
    version, _ = answer
    if version != __version__:
        return f"worker {worker} is refused: it has nonairo {version}, and not {__version__}"
    return None
