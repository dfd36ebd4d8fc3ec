"""The core as WebAssembly gives the answers of the compiled module, to every call of its names.

Where `core.wasm` was not built (`make wasm`), or `wasmtime` is not installed, nothing is compared.
"""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import nonairo as nn
from backends import running_on
from nonairo import KINDS, native
from nonairo.engines import twins
from nonairo.grid import UNKNOWN
from nonairo.limits import NO_LIMITS
from nonairo.puzzle import Puzzle
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample
from nonairo.wasm_core import OF_PYTHON, WasmCore, find_core
from nonairo.wasm_hosts import MODULE

FOUND = find_core()
pytestmark = [
    pytest.mark.skipif(FOUND is None, reason="no core.wasm (make wasm), or no wasmtime"),
    pytest.mark.skipif(
        not isinstance(native.compiled, ModuleType), reason="installed without the compiled core"
    ),
]
STUB = (Path(nn.__file__).parent / "_core.pyi").read_text(encoding="utf-8")
ONLY_COMPILED = {"end", "forked"} | OF_PYTHON  # what a module of CPython needs


@pytest.fixture(scope="module")
def core() -> WasmCore:
    assert FOUND is not None
    return FOUND


@pytest.fixture
def wasm(core: WasmCore) -> Iterator[WasmCore]:
    """Everything of the package runs on WebAssembly."""
    with running_on(core):
        yield core


def test_the_module_has_every_name_of_the_stub(core: WasmCore) -> None:
    names = set(re.findall(r"^(?:class|def) (\w+)", STUB, re.MULTILINE)) - ONLY_COMPILED
    assert names
    for name in names:
        assert callable(getattr(core, name)), name
    for name, body in re.findall(r"^class (\w+):\n(.*?)(?=^\S)", STUB + "\nend", re.M | re.S):
        for member in re.findall(r"def (\w+)", body):
            assert hasattr(getattr(core, name), member), f"{name}.{member}"


def test_the_module_needs_nothing_but_a_clock_and_a_poll() -> None:
    from wasmtime import Engine, Module

    imports = {(each.module, each.name) for each in Module(Engine(), MODULE.read_bytes()).imports}
    ours = {each for each in imports if each[0] == "nonairo"}
    assert ours == {("nonairo", "now"), ("nonairo", "poll")}
    files = {name for module, name in imports - {*ours} if module == "wasi_snapshot_preview1"}
    assert files <= {"fd_close", "fd_seek", "fd_write"}


def puzzles(number: int) -> list[Puzzle]:
    """Puzzles of every kind and of several sizes; some have several solutions, some none."""
    rng = random.Random(7)
    found: list[Puzzle] = [nn.parse(kind.example) for kind in KINDS.values()]
    for kind in KINDS.values():
        for k in range(number):
            side = kind.unit * (2 + k % 4)
            seed = rng.randrange(10**6)
            made = nn.generate(kind.name, f"{side}x{side}", seed=seed)
            known = made.givens.cells
            found.append(made)
            at = rng.randrange(len(known))
            for symbol in (UNKNOWN, "0", "1"):
                found.append(given(made, known[:at] + symbol + known[at + 1 :]))
    for signs in range(number):
        found.append(nn.generate("tango", seed=signs))
    found.append(nn.generate("nonogram", "8x8", colours=3, seed=1))
    return found


def given(puzzle: Puzzle, cells: str) -> Puzzle:
    return replace(puzzle, givens=nn.Grid(puzzle.height, puzzle.width, cells))


def about(puzzle: Puzzle) -> list[object]:
    """What the core is asked about a puzzle, without the times."""
    said: list[object] = []
    plan = native.plan_of(puzzle)
    cells = puzzle.givens.cells
    if plan is not None:
        for limit, nodes in ((1, None), (2, None), (5, 3)):
            answer = list(plan.solve(cells, limit, None, nodes, 11))
            said.append(answer[:5] + answer[6:])
        search = plan.search(cells, None, None, 11)
        said += [search.next(), search.next(), search.outcome, search.limit, search.proved()]
        said += [search.nodes, search.backtracks, search.counters()]
    said.append(native.count(puzzle, 50, NO_LIMITS))
    for twin in (
        twins.walk(puzzle, constrained=True, early=True),
        twins.rows(puzzle, lambda: list(range(puzzle.height)), gaps=False, early=True),
    ):
        if twin is not None and puzzle.height * puzzle.width <= 36:
            stream = twin.search(cells, None, 2000, 0)
            said += [stream.next(), stream.outcome, stream.counters()]
    return said + probed(puzzle)


def probed(puzzle: Puzzle) -> list[object]:
    """What the probers answer about all cells of a puzzle."""
    said: list[object] = []
    cells = puzzle.givens.cells
    for patterns in (False, True):
        prober = native.prober(puzzle, patterns=patterns)
        if prober is None:
            continue
        places = [(row, col) for row, col in product(range(puzzle.height), range(puzzle.width))]
        blanks = [(r, c) for r, c in places if cells[r * puzzle.width + c] == UNKNOWN][:20]
        lines = list(range(puzzle.height + puzzle.width))
        for edges, agreeing in product((False, True), repeat=2):
            said.append(prober.probe(cells, blanks, 3, agreeing, edges, 60.0, agreeing))
        said.append(prober.left(cells, blanks, 3, 60.0))
        said.append(prober.work(cells, blanks, 60.0))
        said.append(prober.sweep(cells, True))
        for row, col in blanks[:4]:
            for symbol in (0, 1):
                at = (row, col, symbol)
                said.append(prober.told(cells, at, 3, False, None, []))
                said.append(prober.end(cells, *at, 3, True))
                said.append(prober.irreducible(cells, lines, at, None))
                for edges, lines_only in product((False, True), repeat=2):
                    said.append(prober.followed(cells, [(at, 3)], None, edges, lines_only, None))
    return said


def test_every_answer_about_a_puzzle_is_the_same(
    core: WasmCore, request: pytest.FixtureRequest
) -> None:
    several = puzzles(60 if request.config.getoption("--full") else 3)
    assert len(several) > 60
    compiled = [about(puzzle) for puzzle in several]
    request.getfixturevalue("wasm")
    for puzzle, expected in zip(several, compiled, strict=True):
        assert about(puzzle) == expected, puzzle.id


LINES: list[Callable[[Any], Any]] = [
    lambda core: core.RunsLine((3, 1), 9),
    lambda core: core.RunsLine((30, 20, 1), 70),
    lambda core: core.RunsLine((100, 200), 400),
    lambda core: core.BalancedLine(4, 4, 2),
    lambda core: core.BalancedLine(50, 50, longest=3),
]


@pytest.mark.parametrize("make", LINES)
def test_single_lines_are_answered_alike(core: WasmCore, make: Callable[[Any], Any]) -> None:
    rng = random.Random(1)
    ours, theirs = make(native.compiled), make(core)
    length = ours.length
    assert theirs.length == length
    full = (1 << length) - 1
    for _ in range(40):
        masks = (full & ~(1 << rng.randrange(length)), full & ~(1 << rng.randrange(length)))
        expected = ours.squeeze(masks)
        assert theirs.squeeze(masks) == expected
        assert theirs.count(masks) == ours.count(masks)
        cells = list(range(0, length, 2))
        assert theirs.needless(masks, cells, (1, 0)) == ours.needless(masks, cells, (1, 0))
        assert theirs.needless(masks, cells, None) == ours.needless(masks, cells, None)
    if hasattr(ours, "blocks"):
        blank = "." * length
        for text in (blank, "1" + blank[1:], blank[:4] + "1" + blank[5:], "1" * length):
            assert theirs.blocks(text) == ours.blocks(text)
            assert theirs.first_seen(text, 2**20 - 1) == ours.first_seen(text, 2**20 - 1)


def test_boards_are_drawn_dug_and_solved_in_piles_alike(core: WasmCore) -> None:
    for side, seed in product((4, 8, 14), (0, 1, 2**64 - 1)):
        ours = native.compiled.BalancedGrid(side, side, side // 2, side // 2, True)
        theirs: Any = core.BalancedGrid(side, side, side // 2, side // 2, True)  # type: ignore[operator]
        drawn = ours.random(seed, None, None)
        assert theirs.random(seed, None, None) == drawn
        assert drawn.cells is not None
        for by_lines, symmetric in product((False, True), repeat=2):
            dug = ours.dig(drawn.cells, seed, by_lines, symmetric, None, None)
            assert theirs.dig(drawn.cells, seed, by_lines, symmetric, None, None) == dug
            boards = (dug.cells + drawn.cells + "." * len(dug.cells)).encode()
            pile = ours.batch(boards, 2, 2, None, None)
            assert theirs.batch(memoryview(boards), 2, 2, None, None) == pile
    assert core.decided(2, 2, "0110", None) == native.compiled.decided(2, 2, "0110", None)  # type: ignore[operator]
    flips = native.compiled.flips(3, 3, "010111010", [0, 4], None)
    assert core.flips(3, 3, "010111010", [0, 4], None) == flips  # type: ignore[operator]


def test_large_counts_and_shards_are_the_same(core: WasmCore) -> None:
    blank = KINDS["binairo"].blank(20, 4, "standard")
    ours = native.compiled.LargeBalancedGrid(20, 4, 2, 10, False)
    theirs: Any = core.LargeBalancedGrid(20, 4, 2, 10, False)  # type: ignore[operator]
    counted = ours.count(blank.givens.cells, None, None)
    assert theirs.count(blank.givens.cells, None, None) == counted
    assert counted.value > 2**15


def test_what_people_get_is_the_same(core: WasmCore) -> None:
    def all_of_it() -> list[str]:
        said: list[object] = []
        for kind in KINDS.values():
            puzzle = nn.generate(kind.name, 6, seed=3)
            said += [puzzle.id, nn.grade(puzzle).to_json(), nn.explain(puzzle).to_json()]
        return [str(each) for each in said]

    with running_on(core):
        found = all_of_it()
    assert found == all_of_it()


def test_every_technique_shows_the_same(core: WasmCore) -> None:
    def all_of_it() -> list[dict[str, object]]:
        return [
            show_sample(technique, sample)[1].to_json()
            for technique in TECHNIQUES.values()
            for sample in technique.samples[:2]
        ]

    with running_on(core):
        found = all_of_it()
    assert found == all_of_it()


WRONG_VALUES: list[Callable[[Any], Any]] = [
    lambda core: core.RunsLine((0,), 3),
    lambda core: core.RunsLine((1,), 3).squeeze((8, 0)),
    lambda core: core.RunsLine((1,), 100).squeeze((-1, 0)),
    lambda core: core.BalancedGrid(3, 3, 9, 9, True),
    lambda core: core.RunsGrid([[1]], [[1]]).solve("x", 1, None, None, 0),
    lambda core: core.ColouredGrid(2, [[(9, "1")]], [[(1, "1")]]),
    lambda core: core.Census(3, 3, 1, 1, True),
]
WRONG_TYPES: list[Callable[[Any], Any]] = [
    lambda core: core.RunsLine("2", 3),
    lambda core: core.RunsLine((2,)),
    lambda core: core.RunsLine((2,), 3, 4),
    lambda core: core.RunsLine((2,), 3.5),
    lambda core: core.RunsLine((2,), object()),
    lambda core: core.RunsGrid([[1]], [[1]]).solve(".", -1, None, None, 0),
]


def test_an_error_is_the_same_and_objects_outlive_it(core: WasmCore) -> None:
    """A call that fails ends its instance; the next one makes again what it needs."""
    theirs: Any = core
    line, grid = theirs.RunsLine((2,), 3), theirs.ProbeGrid(1, 1, False)
    grid.add_runs((1,))
    grid.add_silent()
    search = theirs.RunsGrid([[1], [1]], [[1], [1]]).search("....", None, None, 0)
    for wrong in WRONG_VALUES:
        with pytest.raises(ValueError) as expected:  # noqa: PT011
            wrong(native.compiled)
        with pytest.raises(ValueError, match=f"^{re.escape(str(expected.value))}$"):
            wrong(core)
    for wrong in WRONG_TYPES:
        for each in (native.compiled, core):
            with pytest.raises(TypeError):
                wrong(each)
    assert line.squeeze((7, 7)) == (5, 7)
    assert grid.sweep(".", True) == (1, 0)
    with pytest.raises(RuntimeError, match="ended when another call"):
        search.next()


def test_memory_that_objects_need_is_freed(core: WasmCore) -> None:
    named: Any = core
    for _ in range(3000):
        named.RunsLine((1, 2, 3), 500)
    number = named.RunsLine((1,), 3)._number
    assert max(number) < 64 * 100


ENDLESS = "." * 196


def test_a_search_ends_with_its_time_and_when_it_is_asked_to(core: WasmCore) -> None:
    plan: Any = core.BalancedGrid(14, 14, 7, 7, True)  # type: ignore[operator]
    begun = time.monotonic()
    outcome, *_, limit = plan.solve(ENDLESS, 10**7, 0.2, None, 0)
    assert (outcome, limit) == ("limit", "time")
    assert time.monotonic() - begun < 20
    assert plan.solve(ENDLESS, 10**7, None, 30, 0)[-1] == "nodes"
    stopper = threading.Timer(0.3, core.request_stop, (True,))
    stopper.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            plan.solve(ENDLESS, 10**7, 60, None, 0)
    finally:
        stopper.join()
        core.request_stop(False)
    assert plan.solve(ENDLESS, 1, None, None, 0)[0] == "running"
