"""Suppositions by the core: the same as in Python, in every detail, for every rule and width."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import nonairo as nn
from interrupts import interrupted
from nonairo import native
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid
from nonairo.line_sweeps import sweep
from nonairo.propagation import Narrow, by_lines
from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, Balanced, Runs
from nonairo.techniques.long_dead_end import work_to_refute
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import (
    ENDLESS,
    CellProbes,
    Probe,
    by_core,
    by_patterns,
    open_cells,
    open_places,
    probe,
    tried_plainly,
)
from nonairo.techniques.two_lines import edge

pytestmark = pytest.mark.skipif(native.compiled is None, reason="installed without the core")

HARD = "nonogram:0/1,1/1/1/1,1;0/1,1/0/2/1,1;00000/010../000../000../010.."


def posed(rows: list[object], cols: list[object], distinct: bool) -> Puzzle:
    blank = Grid(len(rows), len(cols), UNKNOWN * len(rows) * len(cols))
    return Puzzle("binairo", blank, tuple(rows), tuple(cols), distinct)  # type: ignore[arg-type]


def nonogram_of(random: Random, height: int, width: int) -> Puzzle:
    rows = ["".join(random.choices("01", (2, 3), k=width)) for _ in range(height)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]

    def clue(line: str) -> list[int]:
        return [len(block) for block in line.split("0") if block]

    return nn.nonogram([clue(row) for row in rows], [clue(column) for column in columns])


def puzzles() -> Iterator[Puzzle]:
    random = Random(1)
    yield nn.parse("binairo:110100/..0..1/..1..0/100110/011001/001011")
    yield nn.parse("binairo:...0../..00../.00..1/....../00.1../......")
    yield posed([Balanced(3, 3)] * 6, [Balanced(3, 3)] * 6, True)
    yield posed([Balanced(4, 3)] * 7, [Balanced(4, 3)] * 7, True)
    yield posed([Balanced(2, 4, 3)] * 6, [Balanced(4, 2, 3)] * 6, False)
    yield posed([Balanced(3, 2)] * 4, [Anything()] * 5, True)
    yield posed(
        [Balanced(2, 2), Runs((1, 1))], [Anything(), Runs((1,)), Runs((2,)), Runs(())], True
    )
    yield nn.parse("kakurasu:13/14/9/12/6/8;11/6/13/12/6/9")
    yield nonogram_of(random, 6, 7)
    yield nonogram_of(random, 2, 70)
    yield nonogram_of(random, 140, 2)
    yield posed([Balanced(35, 35)] * 2, [Anything()] * 70, True)


def positions(puzzle: Puzzle, number: int) -> Iterator[Position]:
    """Some with cells of a solution, some with any cells."""
    random = Random(puzzle.id if puzzle.kind != "binairo" else 5)
    size = puzzle.height * puzzle.width
    answer = nn.solve(puzzle, limit=1).solutions
    for k in range(number):
        share = 1 - random.uniform(2, 14) / size if size > 100 else random.random()
        full = answer[0].cells if answer and k % 3 else "".join(random.choices(SYMBOLS, k=size))
        cells = [symbol if random.random() < share else UNKNOWN for symbol in full]
        yield Position(puzzle, Grid(puzzle.height, puzzle.width, "".join(cells)))


def told(found: Probe) -> tuple[object, ...]:
    return found.line, found.k, found.symbol, found.rounds, found.broken, found.touched


def same(mine: CellProbes | None, theirs: CellProbes | None) -> bool:
    if mine is None or theirs is None:
        return mine is theirs
    alike = [told(a) == told(b) for a, b in zip(mine.probes, theirs.probes, strict=True)]
    return all(alike) and list(mine.agreed) == list(theirs.agreed)


CASES = list(puzzles())


@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("narrow", [by_lines, by_patterns])
def test_probes_by_the_core_are_those_of_the_specification(number: int, narrow: Narrow) -> None:
    puzzle = CASES[number]
    core = native.prober(puzzle, patterns=narrow is by_patterns)
    assert core is not None
    broken = agreed = 0
    for position in positions(puzzle, 6):
        cells, grid = open_cells(position)[:20], position.grid().cells
        for most, agreeing in ((2, False), (6, False), (ENDLESS, True)):
            answers = list(by_core(core, position, cells, most, agreeing))
            for cell, (lines, tried) in zip(cells, answers, strict=True):
                expected = tried_plainly(position, cell, narrow, most, agreeing)
                assert lines == expected[0]
                assert same(tried, expected[1])
                broken += tried is not None and not agreeing
                agreed += tried is not None and agreeing
                for symbol, written in enumerate(SYMBOLS):
                    found = probe(position, cell, written, narrow, most).possible
                    assert found is not None
                    assert core.end(grid, *cell, symbol, most, False) == found.grid().cells
    if narrow is by_lines or all(type(rule) is Balanced for rule in puzzle.row_rules):
        assert broken or agreed  # else nothing was compared


@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("narrow", [by_lines, by_patterns])
def test_what_rounds_decide_by_the_core_is_what_the_specification_says(
    number: int, narrow: Narrow
) -> None:
    random = Random(number)
    for position in positions(CASES[number], 6):
        plain = position.copy()
        plain.cores = dict.fromkeys((False, True))  # as if there were no core
        for cell in open_cells(position)[:8]:
            some, other = random.getrandbits(len(position.lines)), random.choice(position.cells[0])
            for options in (
                {},
                {"most": 2, "only": some},
                {"everywhere": True},
                {"only": some, "after": other},
                {"stages": edge(position, cell[0])},
                {"stages": edge(position, position.height + cell[1])},
            ):
                for symbol in SYMBOLS:
                    mine = probe(position, cell, symbol, narrow, keep=True, **options)
                    theirs = probe(plain, cell, symbol, narrow, keep=True, **options)
                    assert told(mine) == told(theirs)
                    assert mine.history == theirs.history
                    assert mine.possible is None
                    assert theirs.possible is not None


@pytest.mark.parametrize("number", range(len(CASES)))
def test_edges_and_work_by_the_core_are_those_of_the_specification(number: int) -> None:
    puzzle = CASES[number]
    core = native.prober(puzzle)
    assert core is not None
    for position in positions(puzzle, 5):
        places = open_places(position, len(position.lines))[-30:]
        for place, answer in zip(places, by_core(core, position, places, edges=True), strict=True):
            stages = edge(position, place[0])
            lines, tried = tried_plainly(position, position.cell(*place), by_lines, stages=stages)
            assert answer[0] == lines
            assert same(answer[1], tried)
        cells = [Cell(row, k) for row, k in open_cells(position)[:30]]
        tools = dict(zip(position.places, position.kernels, strict=True))
        works = core.work(position.grid().cells, cells, 9.0)
        for cell, work in zip(cells, works, strict=True):
            assert work == tuple(work_to_refute(position, tools, cell, s) for s in SYMBOLS)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_what_lines_decide_in_the_end_is_what_the_search_knows_at_first(number: int) -> None:
    puzzle = CASES[number]
    core, plan = native.prober(puzzle), native.plan_of(puzzle)
    assert core is not None
    assert plan is not None
    if puzzle.distinct:
        return
    for position in positions(puzzle, 4):
        cells, text = open_cells(position)[:20], position.grid().cells
        for (row, k), pair in zip(cells, core.left(text, cells, len(cells) + 1, 9.0), strict=True):
            at = row * puzzle.width + k
            for symbol, left in zip(SYMBOLS, pair, strict=True):
                end = native.narrowed(plan, text[:at] + symbol + text[at + 1 :])
                assert left == (-1 if end is None else end.count(UNKNOWN))
        dead = [pair for pair in core.left(text, cells, 2, 9.0) if pair == (-1, -1)]
        assert len(dead) <= 2


@pytest.mark.parametrize("number", range(len(CASES)))
def test_sweeps_by_the_core(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [CASES[number].with_givens(at.grid()) for at in positions(CASES[number], 6)]
    by_core = [sweep(start) for start in starts]
    monkeypatch.setattr(native, "prober", lambda *_, **__: None)
    assert [sweep(start) for start in starts] == by_core


def test_the_core_gives_back_what_it_has_when_the_slice_is_over() -> None:
    puzzle = nn.parse(HARD)
    core = native.prober(puzzle)
    assert core is not None
    cells = open_cells(Position(puzzle, puzzle.givens))
    assert len(core.probe(puzzle.givens.cells, cells, 6, False, False, 0.0, False)) == 1
    assert len(core.work(puzzle.givens.cells, cells, 0.0)) == 1
    assert len(core.left(puzzle.givens.cells, cells, 99, 0.0)) == 1


def test_explanations_are_the_same_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [
        nn.parse("nonogram:3,1/4/2/1,1,1/2,2/2;3/1,1/4/2,1/1,1,1/1,2"),
        nn.parse("binairo:.....0/.0...1/.1.0../010110/.010../1....."),
        nn.parse("kakurasu:13/14/9/12/6/8;11/6/13/12/6/9"),
        nn.parse(HARD),
    ]
    by_core = [nn.explain(puzzle).to_json() for puzzle in starts]
    monkeypatch.setattr(native, "prober", lambda *_, **__: None)
    assert [nn.explain(puzzle).to_json() for puzzle in starts] == by_core


def test_the_core_refuses_what_is_no_cell() -> None:
    puzzle = nn.parse(HARD)
    core = native.prober(puzzle)
    assert core is not None
    for line, k in ((-1, 0), (10, 0), (0, 5), (5, -1)):
        with pytest.raises(ValueError, match="no such cell"):
            core.probe(puzzle.givens.cells, [(line, k)], 6, False, False, 1.0, False)
    with pytest.raises(ValueError, match="25 cells"):
        core.probe("..", [(0, 0)], 6, False, False, 1.0, False)


def test_an_interrupt_ends_a_long_call_at_once() -> None:
    program = f"""
import time
import nonairo as nn
from nonairo import native
puzzle = nn.parse({HARD!r})
core = native.prober(puzzle)
places = [(1, 3)] * 1_000_000
print("ready", flush=True)
try:
    while True:
        core.probe(puzzle.givens.cells, places, 6, False, False, 60.0, False)
except KeyboardInterrupt:
    raise SystemExit("stopped")
"""
    assert interrupted(program) == "stopped"
