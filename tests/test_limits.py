"""Limits: every engine stops soon after its time is up, with what is known.

Deadlines are those of the clock, lateness is processor time: what an engine works after its time
is its own doing, however busy the machine is.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

import nonairo as nn
from nonairo import ENGINES, KINDS, Grid, Puzzle, clauses
from nonairo.candidates import masks_of
from nonairo.clauses import Writer, encode_line
from nonairo.engines.base import Engine
from nonairo.errors import LimitReached
from nonairo.grid import Place
from nonairo.limits import Budget, resting, seconds_of, supervised
from nonairo.line_solver import kernel
from nonairo.native import limit_text
from strategies import OWN_TESTS

SECONDS = 0.1
LATE = 1.5  # alone they take 0.104 in all; in a process with much to tidy up 0.87 was seen


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
    *(name for name in ENGINES if name not in OWN_TESTS),
    "walk:order=most-constrained,check=early", "rows:order=fewest-first",
    "guess:propagate=lines,cell=tightest",
]  # fmt: skip


def engine_of(name: str) -> Engine:
    return ENGINES[name.partition(":")[0]]


@contextmanager
def in_time(seconds: float = SECONDS) -> Iterator[None]:
    """What is done here takes hardly more processor time than it has."""
    begin = time.process_time()
    yield
    assert time.process_time() - begin < seconds + LATE


def test_a_rest_counts_for_no_limit_and_takes_no_time() -> None:
    def look(event: nn.Event) -> None:
        with resting():
            time.sleep(0.02)

    result = nn.solve("nonogram:1/1;1/1", "walk", observer=look, time_limit=0.1)
    assert (result.status, result.limit) == ("multiple", None)
    assert result.stats.seconds < 0.1


def test_the_limit_that_was_asked_for_is_told() -> None:
    left = Budget(3.0).child(share=0.5).seconds_left()
    assert left is not None
    assert left < 3
    assert pickle.loads(pickle.dumps(left)).asked == 3.0
    for limits in (Budget(left), Budget(left).child(), Budget(seconds_of(left))):
        limits._deadline = 0.0
        with pytest.raises(LimitReached, match="the limit of 3 s was reached"):
            limits.poll()
    assert limit_text("time", left, None) == "the limit of 3 s was reached"


def stops(engine: str, puzzle: Puzzle) -> None:
    """The engine stops in time, and says why it has not finished."""
    with in_time():
        result = nn.solve(puzzle, engine, limit=None, time_limit=SECONDS)
    easy = puzzle.height < 10 or not engine_of(engine).complete
    assert result.status in ("unknown", "multiple") or easy
    if result.status in ("unknown", "multiple") and result.reason is not None:
        assert not result.complete
        assert "limit" in result.reason or "holds at most" in result.reason


CASES = [
    (engine, name)
    for engine in NAMES
    for name, puzzle in HARD.items()
    if puzzle.kind in (engine_of(engine).kinds or (puzzle.kind,))
]


@pytest.mark.parametrize(("engine", "puzzle"), CASES)
def test_every_engine_stops_when_its_time_is_up(engine: str, puzzle: str) -> None:
    stops(engine, HARD[puzzle])


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize("puzzle", ["binairo 512x512", "nonogram 200x200"])
@pytest.mark.parametrize("engine", ["auto", "rows:order=fewest-first", "walk:check=early"])
def test_limits_hold_inside_long_lines_without_the_core(engine: str, puzzle: str) -> None:
    stops(engine, HARD[puzzle])


@pytest.mark.parametrize("nodes", [1, 2, 50])
@pytest.mark.parametrize("engine", [name for name in NAMES if engine_of(name).complete])
def test_no_engine_enters_more_nodes_than_allowed(engine: str, nodes: int) -> None:
    result = nn.solve(HARD["binairo 16x16"], engine, limit=None, node_limit=nodes)
    assert result.stats.nodes <= nodes
    assert result.status in ("unknown", "multiple")
    assert not result.complete


def test_streams_and_counts_stop_too() -> None:
    with in_time(), pytest.raises(nn.LimitReached, match=r"^the limit of 0.1 s was reached$"):
        for _ in nn.solutions(HARD["binairo 16x16"], time_limit=SECONDS):
            pass
    with in_time():
        number = nn.count(HARD["binairo 16x16"], time_limit=SECONDS)
    assert (number.exact, number.value > 0) == (False, True)


def test_a_trace_stops_too() -> None:
    with in_time():
        events = sum(1 for _ in nn.trace(HARD["nonogram 25x25"], "walk", time_limit=SECONDS))
    assert events > 10


def test_a_line_of_many_states_looks_at_the_clock_though_its_states_are_known() -> None:
    puzzle = KINDS["nonogram"].pose(Grid.parse("1122/0110/2211", "012"), "a=ff0000+b=0000ff")
    tool = kernel(puzzle.row_rules[0], puzzle.width, puzzle.symbols)
    everything = masks_of("....", puzzle.symbols)
    assert tool.squeeze(everything) is not None
    with supervised(time_limit=0), pytest.raises(LimitReached, match="limit of 0 s"):
        tool.squeeze(everything)


def test_the_formula_of_an_automaton_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "STATES", 10)
    puzzle = KINDS["trinairo"].blank(30, 30, "standard")
    looks = 0

    def poll() -> None:
        nonlocal looks
        looks += 1

    writer = Writer(30 * 30 * 3, poll)
    encode_line(writer, puzzle, Place("row", 0))
    # once a cell for the table, once a cell for the clauses, and between many states of one cell
    assert looks > 2 * puzzle.width
