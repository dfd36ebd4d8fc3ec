"""Random puzzles of every kind on every core: compiled, core.wasm, plain Python, the page."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from core_puzzles import PageCore, differences
from kind_puzzles import puzzle_number

import nonairo as nn
from backends import running_on
from nonairo import KINDS, native
from nonairo.wasm_core import find_core

EACH = 6  # puzzles of every kind
WASM = find_core()
pytestmark = [
    pytest.mark.skipif(WASM is None, reason="no core.wasm (make wasm), or no wasmtime"),
    pytest.mark.skipif(which("node") is None, reason="no Node, which runs the page's own code"),
    pytest.mark.skipif(
        not isinstance(native.compiled, ModuleType), reason="installed without the compiled core"
    ),
]


@pytest.fixture
def page() -> Iterator[PageCore]:
    running = PageCore()
    yield running
    running.close()


def test_every_core_gives_the_same_answers_and_makes_the_same_puzzles(
    page: PageCore, full: bool
) -> None:
    assert WASM is not None
    tally: Counter[str] = Counter()
    for number in range(len(KINDS) * (200 if full else EACH)):
        puzzle = puzzle_number(1, number)
        assert list(differences(puzzle, number, WASM, page, tally)) == [], (number, puzzle)
    assert tally["unique"]
    assert tally["read by the page"]
    assert tally["made by the page"]


def test_another_answer_would_be_seen(page: PageCore, monkeypatch: pytest.MonkeyPatch) -> None:
    assert WASM is not None
    ask = page.ask
    monkeypatch.setattr(page, "ask", lambda *asked: (ask(*asked) or {}) | {"status": "none"})
    puzzle = nn.parse("nonogram:1/1;1/1")
    (only,) = differences(puzzle, 1, WASM, page, Counter())
    assert only == "page: status none, core: multiple"


def test_python_is_what_runs_without_a_core() -> None:
    puzzle = "binairo:1..0/..../..../0..1"
    assert nn.solve(puzzle).engine == "core"
    with running_on(None):
        assert nn.solve(puzzle).engine.startswith("guess")
