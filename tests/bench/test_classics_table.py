"""The table of the classics: native code counts the same, and is worth its while."""

from __future__ import annotations

import pytest

from nonairo import native
from nonairo.bench import classics
from nonairo.bench.base import without_core
from nonairo.comparing.boards import FIGURE, FILE
from nonairo.kinds import from_id

needs_core = pytest.mark.skipif(native.compiled is None, reason="installed without the core")


@needs_core
@pytest.mark.alone
@pytest.mark.parametrize("engine", classics.ENGINES)
@pytest.mark.parametrize("text", [FIGURE, FILE])
def test_a_long_run_is_at_least_fifty_times_as_fast(engine: str, text: str) -> None:
    both = classics.pair(engine, from_id(text), classics.NODES)
    assert both.same
    if both.python.nodes > classics.LONG:
        assert both.ratio >= 50


@needs_core
@pytest.mark.alone
def test_the_figure_takes_at_most_a_fifth_of_a_microsecond_a_try() -> None:
    run = classics.native_run("walk", from_id(FIGURE), None, limit=1)
    assert run is not None
    assert run.nodes - 1 == 1_182_555
    assert run.seconds / (run.nodes - 1) <= 0.2e-6


def test_counters_that_differ_are_said() -> None:
    python = classics.python_run("walk", from_id("binairo:../.."), None)
    other = classics.python_run("walk", from_id("binairo:0./.."), None)
    assert classics.summary([classics.RunPair(python, other)])[-1] == "differ"
    assert classics.summary([classics.RunPair(python, python)])[-1] == "same"


def test_without_the_core_there_is_nothing_beside_python() -> None:
    with without_core():
        both = classics.pair("rows", from_id("nonogram:1/1;1/1"), None)
        assert both.native is None
        assert classics.summary([both])[2:6] == ("-", "-", "0", "-")
        assert {row[2] for row in classics.published().rows} == {"-"}
