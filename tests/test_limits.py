"""Limits: every engine stops soon after its time is up, with what is known."""

from __future__ import annotations

import time
from random import Random

import pytest

import nonairo as nn
from nonairo import ENGINES, KINDS, Grid, Puzzle

SECONDS, LATE = 0.1, 0.25


def noise(side: int, seed: int) -> Puzzle:
    """The nonogram of a picture of noise."""
    rng = Random(seed)
    cells = "".join(rng.choice("01") for _ in range(side * side))
    return KINDS["nonogram"].pose(Grid.flat(side, side, cells), "standard")


HARD = {
    "binairo 30x30": KINDS["binairo"].blank(30, 30, "standard"),
    "binairo 16x16": KINDS["binairo"].blank(16, 16, "standard"),
    "binairo 512x512": KINDS["binairo"].blank(512, 512, "standard"),
    "nonogram 25x25": noise(25, 1),
    "nonogram 200x200": noise(200, 2),
    "one long list": nn.nonogram([[1] * 6], [[1]] * 40),
    "six long lists": nn.nonogram([[1] * 5] * 6, [[1]] * 38),
}
NAMES = [
    *ENGINES, "walk:order=most-constrained,check=early", "rows:order=fewest-first",
    "guess:propagate=lines,cell=tightest",
]  # fmt: skip


@pytest.mark.parametrize("puzzle", HARD.values(), ids=list(HARD))
@pytest.mark.parametrize("engine", NAMES)
def test_every_engine_stops_when_its_time_is_up(engine: str, puzzle: Puzzle) -> None:
    kinds = ENGINES[engine.partition(":")[0]].kinds
    if kinds is not None and puzzle.kind not in kinds:
        pytest.skip("takes other puzzles")
    late = []
    for _ in range(3):  # a busy machine is late by itself, but not three times
        begin = time.perf_counter()
        result = nn.solve(puzzle, engine, limit=None, time_limit=SECONDS)
        late.append(time.perf_counter() - begin - SECONDS)
        easy = puzzle.height < 10 or not ENGINES[engine.partition(":")[0]].complete
        assert result.status in ("unknown", "multiple") or easy
        if result.status in ("unknown", "multiple") and result.reason is not None:
            assert not result.complete
            assert "limit" in result.reason or "holds at most" in result.reason
        if late[-1] < LATE:
            return
    assert min(late) < LATE


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize("puzzle", ["binairo 512x512", "nonogram 200x200"])
@pytest.mark.parametrize("engine", ["auto", "rows:order=fewest-first", "walk:check=early"])
def test_limits_hold_inside_long_lines_without_the_core(engine: str, puzzle: str) -> None:
    test_every_engine_stops_when_its_time_is_up(engine, HARD[puzzle])


@pytest.mark.parametrize("nodes", [1, 2, 50])
@pytest.mark.parametrize(
    "engine", [name for name in NAMES if ENGINES[name.partition(":")[0]].complete]
)
def test_no_engine_enters_more_nodes_than_allowed(engine: str, nodes: int) -> None:
    result = nn.solve(HARD["binairo 16x16"], engine, limit=None, node_limit=nodes)
    assert result.stats.nodes <= nodes
    assert result.status in ("unknown", "multiple")
    assert not result.complete


def test_streams_and_counts_stop_too() -> None:
    with pytest.raises(nn.LimitReached, match=r"^the limit of 0.1 s was reached$"):
        for _ in nn.solutions(HARD["binairo 16x16"], time_limit=0.1):
            pass
    begin = time.perf_counter()
    number = nn.count(HARD["binairo 16x16"], time_limit=0.1)
    assert time.perf_counter() - begin < 0.1 + 4 * LATE
    assert (number.exact, number.value > 0) == (False, True)


def test_a_trace_stops_too() -> None:
    assert sum(1 for _ in nn.trace(HARD["nonogram 25x25"], "walk", time_limit=0.1)) > 10
