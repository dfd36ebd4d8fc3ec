"""Limits: every engine stops soon after its time is up, with what is known.

Deadlines are those of the clock, lateness is processor time: what an engine works after its time
is its own doing, however busy the machine is.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

import pytest

import nonairo as nn
from nonairo import ENGINES, KINDS, Grid, Puzzle, clauses_layers
from nonairo.candidates import masks_of
from nonairo.clauses import Clauses, encode_line
from nonairo.engines.base import Engine, Run
from nonairo.errors import LimitReached
from nonairo.grid import Place
from nonairo.limits import Budget, Limits, in_force, supervised
from nonairo.line_solver import kernel
from nonairo.solving import solve
from strategies import FINISHING, OWN_TESTS

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


class Clock:
    """A clock that only we move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "monotonic", made)
    return made


def test_a_rest_counts_for_no_limit_and_takes_no_time(clock: Clock) -> None:
    def look(event: nn.Event, run: Run) -> None:
        with run.budget.resting():
            clock.now += 3

    with supervised(Limits(2)):
        result = solve(nn.parse("nonogram:1/1;1/1"), "walk", limits=Limits(1), observer=look)
    assert (result.status, result.limit, result.stats.seconds) == ("multiple", None, 0)


def test_a_rest_in_one_thread_stops_no_clock_of_another(clock: Clock) -> None:
    mine = Budget(Limits(0.5))

    def rest() -> None:
        theirs = Budget(Limits(0.5))
        with theirs.resting():
            clock.now += 4
        theirs.poll()

    with ThreadPoolExecutor(1) as other:
        other.submit(rest).result()
    with pytest.raises(LimitReached, match=r"the limit of 0\.5 s was reached"):
        mine.poll()


def test_the_limit_that_was_asked_for_is_named(clock: Clock) -> None:
    budget = Budget(Limits(3.0))
    clock.now += 1
    left = budget.child(share=0.5).left(nodes=7)
    assert left == Limits(1.0, 7, None, requested=3.0) == pickle.loads(pickle.dumps(left))
    with supervised(left):
        parts = Budget(), Budget(left), Budget(left).child(), Budget(Limits(100))
        assert in_force() == left._replace(nodes=None)
    clock.now += 1
    for part in parts:
        with pytest.raises(LimitReached, match="the limit of 3 s was reached"):
            part.poll()


@pytest.mark.parametrize(
    ("memory", "words"),
    [(1, "1 B"), (2500, "2.5 kB"), (50_000_000, "50 MB"), (10**6, "1 MB"), (999, "999 B")],
)
def test_a_limit_of_memory_is_named_for_people(memory: int, words: str) -> None:
    assert (
        str(Limits(memory=memory).reached("memory")) == f"the memory limit of {words} was reached"
    )


def test_the_limit_of_the_core_is_named_where_nobody_set_one() -> None:
    assert str(Limits().reached("memory")) == "the core's memory limit was reached"


def stops(engine: str, puzzle: Puzzle) -> None:
    """The engine stops in time, and says why it has not finished."""
    with in_time():
        result = nn.solve(puzzle, engine, limit=None, time_limit=SECONDS)
    easy = puzzle.height < 10 or not engine_of(engine).complete
    assert result.status in ("unknown", "multiple") or easy
    if result.status in ("unknown", "multiple") and result.reason is not None:
        assert not result.complete
        assert "limit" in result.reason or "of every line, at most" in result.reason


CASES = [
    (engine, name)
    for engine in NAMES
    for name, puzzle in HARD.items()
    if puzzle.kind in (engine_of(engine).kinds or (puzzle.kind,))
    # One that need not finish may look at a whole grid between two looks at the clock.
    and (engine.partition(":")[0] in FINISHING or puzzle.height <= 30)
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
    with supervised(Limits(0)), pytest.raises(LimitReached, match="limit of 0 s"):
        tool.squeeze(everything)


def test_the_formula_of_an_automaton_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses_layers, "STATES", 10)
    puzzle = KINDS["trinairo"].blank(30, 30, "standard")
    looks = 0

    def poll() -> None:
        nonlocal looks
        looks += 1

    encode_line(Clauses(30 * 30 * 3, poll), puzzle, Place("row", 0))
    # twice a cell for the layers, once for the clauses, and between many states of one cell
    assert looks > 3 * puzzle.width
