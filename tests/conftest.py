"""How the suite is run: quick by default, long with `--full`; and where the corpus is."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import HealthCheck, settings

import nonairo as nn
from browser import chromium, visit  # fixtures, for whoever asks for them
from nonairo.engines import OWN_ENGINES
from pages import open_page, windows

__all__ = ["chromium", "open_page", "visit", "windows"]

if TYPE_CHECKING:
    from servers import Server

Record: TypeAlias = dict[str, object]
Sampler: TypeAlias = Callable[[str, int], list[Record]]

REPOSITORY = Path(__file__).parents[1]
CORPUS = REPOSITORY.parent / "shared" / "corpus"

settings.register_profile(
    "quick",
    derandomize=True,
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("full", settings.get_profile("quick"), max_examples=1000)


@pytest.fixture(autouse=True)
def _no_own_engines() -> Iterator[None]:
    """Forget the engines that a test has named by their files."""
    yield
    OWN_ENGINES.clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="whole corpora, long random tests")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("full" if config.getoption("--full") else "quick")
    config.addinivalue_line("markers", "full: takes long; run only with --full")
    # In the background of a shell Ctrl-C is ignored, and programs that tests start inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    full = config.getoption("--full")
    left_out = [
        item
        for item in items
        if (item.get_closest_marker("full") and not full) or engine_is_absent(item)
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def engine_is_absent(item: pytest.Item) -> bool:
    """Whether a test of every engine comes to one whose extra is not installed.

    Such an engine has a file of tests of its own, which is skipped and says so, once.
    """
    parameters = getattr(item, "callspec", None)
    names = [v for v in parameters.params.values() if isinstance(v, str)] if parameters else []
    engines = [engine for name in names if (engine := name.partition(":")[0]) in nn.ENGINES]
    return any(nn.ENGINES[engine].absent() is not None for engine in engines)


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether everything is to be run, however long it takes."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of other people's puzzles; it is not part of the package."""
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    return CORPUS


@pytest.fixture(scope="session")
def sample(corpus: Path, full: bool) -> Sampler:
    """Gives so many records of a corpus file, always the same ones; all of them with --full."""

    def draw(name: str, number: int) -> list[Record]:
        records = list(read_records(corpus / name))
        assert records, name
        if full or number >= len(records):
            return records
        return Random(name).sample(records, number)

    return draw


def read_records(path: Path) -> Iterator[Record]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


@pytest.fixture
def repository() -> Path:
    """The root of the source tree."""
    return REPOSITORY


@pytest.fixture
def no_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work as if the compiled module were not installed."""
    from nonairo import board_batch, line_solver, many_boards, native

    monkeypatch.setattr(native, "compiled", None)
    monkeypatch.setattr(board_batch, "_blanks", {})  # they keep calls of the core
    monkeypatch.setattr(many_boards, "_shapes", {})
    monkeypatch.setattr(native, "_last", native.NOBODY)
    line_solver.kernel.cache_clear()
    yield
    monkeypatch.undo()
    line_solver.kernel.cache_clear()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A running server for all tests that leave it as it is."""
    from servers import serving  # nothing that all other tests should wait for

    with serving("--time-limit", "2") as running:
        yield running
