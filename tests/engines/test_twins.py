"""The native twins of `walk` and `rows`: solutions, order, nodes and counters as in Python."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from itertools import product
from random import Random

import pytest

import nonairo as nn
from interrupts import interrupted
from nonairo import ENGINES, KINDS, Grid, Puzzle, native
from nonairo.engines import twins
from nonairo.engines.base import Run
from nonairo.kinds.nonogram import clue_of
from nonairo.limits import Budget, Limits
from nonairo.rules import Anything, Balanced, Both, LineRule, Runs
from strategies import board

needs_core = pytest.mark.skipif(native.compiled is None, reason="installed without the core")
VARIANTS = [
    f"{name}:" + ",".join(map("=".join, zip(ENGINES[name].options, chosen, strict=True)))
    for name in ("walk", "rows")
    for chosen in product(*ENGINES[name].options.values())
]
SHAPES = [
    (2, 2, "standard"), (4, 4, "standard"), (6, 6, "standard"), (4, 6, "standard"),
    (6, 4, "standard"), (2, 4, "standard"), (4, 8, "no-distinct"), (6, 6, "no-distinct"),
    (3, 3, "odd-more-ones"), (5, 5, "odd-more-zeros"), (5, 5, "no-distinct+odd-more-ones"),
]  # fmt: skip
MANY = 2000
# After 001001001001 eight cells would need six ones: there is no such row, and that is seen late.
ENDLESS = nn.binairo(Grid(20, 20, "." * 380 + "001001001001" + "." * 8))


def holes(answer: Grid, rng: Random) -> Grid:
    """Some cells of a full grid; now and then some are wrong."""
    share, wrong = rng.choice((0.0, 0.2, 0.4, 0.7, 1.0)), rng.choice((0.0, 0.0, 0.1))
    cells = [
        "." if rng.random() >= share else "10"[int(symbol)] if rng.random() < wrong else symbol
        for symbol in answer.cells
    ]
    return Grid(answer.height, answer.width, "".join(cells))


def picture(rng: Random) -> Grid:
    height, width = rng.randint(1, 7), rng.randint(1, 7)
    return Grid(height, width, "".join(rng.choices("01", k=height * width)))


def strange(rule: LineRule, length: int, rng: Random) -> LineRule:
    """Another rule in its place, as a kind of tomorrow might have it."""
    ones = rng.randint(0, length)
    balanced = Balanced(length - ones, ones, rng.randint(1, 3))
    rules: list[LineRule] = [rule, Anything(), Both((Anything(), rule)), balanced, Runs((1,))]
    return rng.choice(rules)


def drawn(seed: int) -> Puzzle:
    """A puzzle of any kind: with one solution, several or none; square or not."""
    rng = Random(seed)
    kind = rng.choice(("binairo", "binairo", "nonogram", "nonogram", "kakurasu", "strange"))
    if kind == "binairo":
        height, width, rules = rng.choice(SHAPES)
        answer = board(height, width, rules, rng.randrange(5)) if rng.random() < 0.85 else None
        if answer is None:
            cells = "".join(rng.choices("01......", k=height * width))
            return nn.binairo(Grid(height, width, cells), rules=rules)
        return nn.binairo(holes(answer, rng), rules=rules)
    answer = picture(rng)
    if kind == "kakurasu":
        return KINDS["kakurasu"].pose(answer, "standard").with_givens(holes(answer, rng))
    if rng.random() < 0.25:
        mixed = "".join(rng.sample(answer.cells, len(answer.cells)))
        other = Grid(answer.height, answer.width, mixed)
        return nn.nonogram(map(clue_of, answer.rows()), map(clue_of, other.cols()))
    puzzle = KINDS["nonogram"].pose(answer, "standard")
    if kind == "strange":
        rows = tuple(strange(rule, answer.width, rng) for rule in puzzle.row_rules)
        cols = tuple(strange(rule, answer.height, rng) for rule in puzzle.col_rules)
        puzzle = replace(puzzle, row_rules=rows, col_rules=cols, distinct=rng.random() < 0.5)
    return puzzle if rng.random() < 0.5 else puzzle.with_givens(holes(answer, rng))


def run_of(engine: str, node_limit: int | None) -> Run:
    name, _, options = engine.partition(":")
    chosen = dict(option.split("=") for option in options.split(","))
    return Run(Budget(Limits(nodes=node_limit)), options=chosen, counters=ENGINES[name].counters)


def told(engine: str, puzzle: Puzzle, limit: int | None, nodes: int | None, twin: bool) -> object:
    """Everything that a run says: solutions, why it ended, nodes, steps back, every counter."""
    tool, run = ENGINES[engine.partition(":")[0]], run_of(engine, nodes)
    search = tool.twin(puzzle, run) if twin and tool.twin else tool.search(puzzle, run)
    assert search is not None, "the twin takes every puzzle of two symbols up to 64 a side"
    found: list[str] = []
    ended = "the limit of solutions"
    try:
        for grid in search:
            if grid is not None:
                found.append(grid.cells)
            if len(found) == limit:
                break
        else:
            ended = "no more"
    except nn.LimitReached as reached:
        ended = f"{reached.limit}: {reached}"
    return found, ended, run.budget.nodes, run.backtracks, dict(run.counters)


def compare(seed: int, most: int) -> None:
    rng = Random(seed)
    puzzle = drawn(seed)
    limit = rng.choice((1, 2, None))
    nodes = rng.choice((rng.randint(0, 60), rng.randint(60, most), most))
    for engine in VARIANTS:
        python = told(engine, puzzle, limit, nodes, False)
        assert told(engine, puzzle, limit, nodes, True) == python, (engine, puzzle.id, limit, nodes)


@needs_core
@pytest.mark.parametrize("part", range(5))
def test_twins_count_alike(part: int) -> None:
    for seed in range(part, 200, 5):
        compare(seed, 300)


@needs_core
@pytest.mark.slow
@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
def test_twins_count_alike_on_two_thousand_puzzles(part: int) -> None:
    for seed in range(200 + part, 200 + MANY, 8):
        compare(seed, 2000)


def test_the_drawn_puzzles_are_of_all_sorts() -> None:
    puzzles = [drawn(seed) for seed in range(200)]
    statuses = {nn.solve(puzzle).status for puzzle in puzzles}
    assert statuses == {"unique", "multiple", "none"}
    assert {puzzle.kind for puzzle in puzzles} == {"binairo", "nonogram", "kakurasu"}
    assert any(puzzle.height != puzzle.width for puzzle in puzzles)


@needs_core
@pytest.mark.parametrize("engine", ["walk", "rows", "walk:check=early", "rows:check=early"])
def test_whoever_watches_sees_python_and_nobody_else_waits_for_it(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    name = engine.partition(":")[0]
    watched = nn.solve(puzzle, engine, observer=lambda event: None)
    asked: list[str] = []
    real = getattr(twins, name)

    def ask(*args: object, **options: object) -> object:
        asked.append(name)
        return real(*args, **options)

    monkeypatch.setattr(twins, name, ask)
    alone = nn.solve(puzzle, engine)
    assert asked == [name]
    nn.solve(puzzle, engine, observer=lambda event: None)
    assert asked == [name]
    assert (alone.status, alone.solutions) == (watched.status, watched.solutions)
    assert alone.stats.counters == watched.stats.counters
    assert list(nn.solutions(puzzle, engine)) == alone.solutions


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize("engine", VARIANTS)
def test_without_the_core_python_does_it(engine: str) -> None:
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    tool = ENGINES[engine.partition(":")[0]]
    assert tool.twin is not None
    assert tool.twin(puzzle, run_of(engine, None)) is None
    assert nn.solve(puzzle, engine).status == "unique"


@needs_core
@pytest.mark.parametrize("engine", VARIANTS)
def test_what_the_twins_do_not_take_is_left_to_python(engine: str) -> None:
    tool = ENGINES[engine.partition(":")[0]]
    assert tool.twin is not None
    large = KINDS["nonogram"].pose(Grid(1, 65, "1" * 65), "standard")
    assert tool.twin(large, run_of(engine, None)) is None
    assert nn.solve(large, engine).status == "unique"
    fits = KINDS["nonogram"].pose(Grid(64, 64, "1" * 4096), "standard")
    assert told(engine, fits, 2, None, True) == told(engine, fits, 2, None, False)
    coloured = replace(nn.parse("nonogram:1;1"), symbols="012")
    assert tool.twin(coloured, run_of(engine, None)) is None


@needs_core
@pytest.mark.parametrize("engine", ["walk", "rows", "walk:check=early", "rows:check=early"])
def test_a_time_limit_ends_a_twin_in_time(engine: str) -> None:
    begin = time.process_time()
    blank = KINDS["binairo"].blank(20, 20, "standard")
    result = nn.solve(blank, engine, limit=None, time_limit=0.1)
    assert time.process_time() - begin < 1.0
    assert (result.limit, result.complete) == ("time", False)
    assert result.reason == "the limit of 0.1 s was reached"
    assert result.stats.nodes > 1000


@needs_core
@pytest.mark.parametrize("engine", ["walk", "rows:check=early"])
def test_a_twin_hears_an_interrupt(engine: str) -> None:
    program = (
        "import nonairo as nn; print('ready', flush=True);"
        f"nn.solve(nn.parse({ENDLESS.id!r}), {engine!r}, limit=None)"
    )
    assert interrupted(program).endswith("KeyboardInterrupt")


@needs_core
def test_other_threads_run_beside_a_twin() -> None:
    done = threading.Event()

    def work() -> None:
        nn.solve(ENDLESS, "walk", time_limit=0.5)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.01)
        ticks += 1
    thread.join()
    assert ticks > 3, "the twin let go of the interpreter"
