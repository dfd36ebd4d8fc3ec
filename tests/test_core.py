"""The native core: the same answers on every level, in batches and in counts, within limits."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
import outside
from interrupts import interrupted
from nonairo import native
from nonairo.engines import FALLBACK
from nonairo.generating.boards.digging import dug_by_core
from nonairo.generating.boards.full_boards import drawn_by_core
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.native import transition_table
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, Runs
from strategies import binairos, nonograms

pytestmark = pytest.mark.skipif(native.compiled is None, reason="installed without the core")

COUNTS = [
    (4, 4, "standard", 72),
    (6, 6, "standard", 4140),
    (8, 8, "standard", 4111116),
    (4, 4, "no-distinct", 90),
    (6, 6, "no-distinct", 11222),
    (8, 8, "no-distinct", 12413918),
    (6, 8, "standard", 51744),
    (6, 8, "no-distinct", 229798),
    (6, 10, "standard", 392208),
    (6, 10, "no-distinct", 4996560),
    (7, 7, "odd-more-ones", 2662),
    (7, 7, "no-distinct+odd-more-ones", 8908),
]


def blank(height: int, width: int, rules: str = "standard") -> Puzzle:
    return KINDS["binairo"].blank(height, width, rules)


def draw_board(blank: Puzzle, seed: int) -> nn.Grid:
    board = drawn_by_core(blank, seed, Budget())
    assert board is not None
    return board


def minimise(blank: Puzzle, board: nn.Grid, seed: int) -> Puzzle:
    givens = dug_by_core(blank, board, seed, Budget(), by_lines=False)
    assert givens is not None
    return blank.with_givens(givens)


@pytest.fixture
def levels() -> Iterator[list[str]]:
    """The levels that this machine has; afterwards the best one is used again."""
    best = native.compiled.level()
    yield native.compiled.levels()
    native.compiled.use_level(best)


@pytest.mark.parametrize(("height", "width", "rules", "number"), COUNTS)
def test_all_boards_are_counted(height: int, width: int, rules: str, number: int) -> None:
    assert nn.count(blank(height, width, rules)) == nn.Count(number, exact=True)


def test_a_count_never_passes_its_limit() -> None:
    assert nn.count(blank(8, 8), limit=1000) == nn.Count(1000, exact=False)
    assert nn.count(blank(4, 4), limit=72) == nn.Count(72, exact=True)
    assert nn.count(blank(4, 4), limit=71) == nn.Count(71, exact=False)


def test_a_count_stops_when_its_time_is_up() -> None:
    begin = time.process_time()
    assert not nn.count(blank(20, 20), time_limit=0.2).exact
    assert time.process_time() - begin < 3


@pytest.mark.parametrize(("height", "width", "rules", "number"), [c for c in COUNTS if c[3] < 6e4])
def test_all_boards_are_streamed_once(height: int, width: int, rules: str, number: int) -> None:
    boards = [grid.cells for grid in nn.solutions(blank(height, width, rules), "core")]
    assert len(boards) == len(set(boards)) == number


def test_streaming_takes_constant_memory() -> None:
    stream = nn.solutions(blank(8, 8), "core")
    for _ in range(1000):
        next(stream)
    tracemalloc.start()
    for _ in range(50_000):
        next(stream)
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used < 100_000


@given(binairos(10))
def test_every_level_gives_the_same_bits(puzzle: Puzzle) -> None:
    best, answers = native.compiled.level(), []
    try:
        for level in native.compiled.levels():
            assert native.compiled.use_level(level)
            result = nn.solve(puzzle, "core", limit=5, seed=3)
            cost = result.stats.nodes, result.stats.counters
            answers.append((result.status, result.solutions, result.grid, cost))
    finally:
        native.compiled.use_level(best)
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("side", [16, 24, 32, 34, 60, 66, 80])
def test_every_level_draws_and_solves_the_same_large_boards(side: int, levels: list[str]) -> None:
    answers = []
    for level in levels:
        assert native.compiled.use_level(level)
        board = draw_board(blank(side, side), seed=side)
        rng = Random(side)
        cells = "".join(c if rng.random() < 0.4 else "." for c in board.cells)
        puzzle = nn.binairo(nn.Grid(side, side, cells))
        result = nn.solve(puzzle, "core", node_limit=200)
        assert not nn.check(puzzle, board)
        assert all(not nn.check(puzzle, grid) for grid in result.solutions)
        answers.append((board, result.status, result.solutions, result.stats.nodes))
    assert all(answer == answers[0] for answer in answers)


@given(st.lists(binairos(8), min_size=1, max_size=40), st.integers(1, 2))
def test_a_batch_gives_what_single_calls_give(puzzles: list[Puzzle], limit: int) -> None:
    first = puzzles[0]
    same = [
        puzzle
        for puzzle in puzzles
        if (puzzle.height, puzzle.width, puzzle.rules) == (first.height, first.width, first.rules)
    ]
    cells = "".join(puzzle.givens.cells for puzzle in same).encode()
    solved, counts = nn.solve_batch(
        "binairo", first.height, first.width, cells, limit=limit, rules=first.rules
    )
    size = first.height * first.width
    for k, puzzle in enumerate(same):
        number = min(len(nn.solve(puzzle, FALLBACK, limit=2).solutions), limit)
        text = solved[k * size : (k + 1) * size].decode()
        assert counts[k] == number
        if number:
            assert outside.obeys(puzzle.id, text)
        else:
            assert text == "." * size


def test_a_batch_takes_any_buffer_and_threads() -> None:
    cells = (b"0..." + b"....") * 5000
    expected = nn.solve_batch("binairo", 2, 2, cells)
    assert list(expected[1][:2]) == [1, 2]
    for buffer in (bytearray(cells), memoryview(cells)):
        assert nn.solve_batch("binairo", 2, 2, buffer, threads=3) == expected
    assert nn.solve_batch("binairo", 2, 2, b"") == (b"", b"")


def test_a_batch_of_huge_boards_goes_one_by_one_and_one_of_clues_is_refused() -> None:
    for kind in ("nonogram", "kakurasu"):
        with pytest.raises(nn.PuzzleError, match=f"use solve_many for a {kind}"):
            nn.solve_batch(kind, 1, 2, b"....0.")
    solved, counts = nn.solve_batch("binairo", 130, 130, b"." * 16900, limit=1, node_limit=1)
    assert (solved, counts) == (b"." * 16900, bytes([255]))


@pytest.mark.parametrize(
    ("cells", "options", "message"),
    [
        (b"0..", {}, "expected a contiguous buffer of puzzles of 4 cells, found 3 cells"),
        (b"0.x.", {}, "puzzle 1, r2c1: expected '0', '1' or '.', found 'x'"),
        (b"0...", {"limit": 3}, "expected a limit of 1 or 2, found 3"),
        (b"0...", {"threads": 0}, "expected at least 1 thread, found 0"),
    ],
)
def test_a_bad_batch_is_refused(cells: bytes, options: dict[str, int], message: str) -> None:
    with pytest.raises(nn.NonairoError) as caught:
        nn.solve_batch("binairo", 2, 2, cells, **options)  # type: ignore[arg-type]
    assert str(caught.value) == message


@pytest.mark.parametrize("side", [40, 100])
def test_the_core_stops_when_its_time_is_up(side: int) -> None:
    begin = time.process_time()
    result = nn.solve(blank(side, side), "core", limit=None, time_limit=0.2)
    assert time.process_time() - begin < 2
    assert result.status in ("multiple", "unknown")
    assert result.reason == "the limit of 0.2 s was reached"
    assert not result.complete


def test_a_limit_is_never_taken_for_a_proof() -> None:
    board = draw_board(blank(30, 30), seed=5)
    puzzle = minimise(blank(30, 30), board, seed=5)
    seen = {nn.solve(puzzle, "core", node_limit=limit).status for limit in (1, 2, 5, 20, 100)}
    assert "none" not in seen
    assert "multiple" not in seen
    assert "unknown" in seen


def test_what_the_core_cannot_hold_goes_to_the_fallback() -> None:
    assert nn.solve(blank(128, 128), "core", limit=1, node_limit=1).engine == "core"
    assert nn.solve(blank(512, 512), "core", limit=1, node_limit=1).engine == "core"
    rules = (Balanced(256, 256, longest=3),) * 512  # its automaton has too many states for a table
    large = Puzzle("threes", Grid.blank(512, 512), rules, rules, distinct=False)
    assert nn.solve(large, "core", limit=1, node_limit=1).engine == FALLBACK


@pytest.mark.parametrize("side", [6, 8, 10, 14])
def test_a_minimal_puzzle_can_spare_no_given(side: int) -> None:
    board = draw_board(blank(side, side), seed=side)
    puzzle = minimise(blank(side, side), board, seed=side)
    assert outside.obeys(puzzle.id, board.cells)
    assert outside.answer(puzzle.id).number == 1
    cells = puzzle.givens.cells
    for position, symbol in enumerate(cells):
        if symbol != ".":
            fewer = cells[:position] + "." + cells[position + 1 :]
            looser = puzzle.with_givens(nn.Grid(side, side, fewer))
            assert nn.solve(looser, FALLBACK).status == "multiple"


def test_boards_are_drawn_by_the_seed() -> None:
    first, again, other = (draw_board(blank(12, 12), seed) for seed in (1, 1, 2))
    assert first == again != other


def test_seeds_of_any_size_are_taken() -> None:
    for seed in (-1, 2**64, 2**100):
        assert nn.solve(blank(6, 6), "core", seed=seed).status == "multiple"


@given(nonograms(7))
def test_hand_made_kernels_agree_with_their_tables(puzzle: Puzzle) -> None:
    tables: dict[object, tuple[int, native.AutomatonTable | None]] = {}
    lines = []
    for place in puzzle.places():
        key = puzzle.rule(place), puzzle.length(place)
        tables.setdefault(key, (len(tables), transition_table(*key)))
        lines.append(tables[key][0])
    rules = [table for _, table in tables.values() if table is not None]
    grid = native.compiled.TableGrid(puzzle.height, puzzle.width, 2, rules, lines, False)
    found = native.PlanResult(*grid.solve(puzzle.givens.cells, 5, None, None, 0)).solutions
    mine = [solution.cells for solution in nn.solve(puzzle, "core", limit=5).solutions]
    assert len(found) == len(mine)
    if len(mine) < 5:
        assert set(found) == set(mine)


@pytest.mark.parametrize("rule", [Balanced(3, 3), Runs((2, 1))])
def test_a_table_reads_lines_like_its_rule(rule: Balanced | Runs) -> None:
    table = transition_table(rule, 6)
    assert table is not None
    steps, accepts = table
    for number in range(64):
        state, mine = 0, rule.start
        spoilt = False
        for symbol in format(number, "06b"):
            state = steps[2 * state + int(symbol)] if state >= 0 else -1
            after = None if spoilt else rule.step(mine, symbol)
            spoilt = after is None
            mine = mine if after is None else after
        assert (state >= 0 and accepts[state]) == (not spoilt and rule.accepts(mine))


def test_a_batch_keeps_its_time_limit() -> None:
    hard = blank(24, 24).givens.cells.encode() * 30_000
    begin = time.process_time()
    solved, counts = nn.solve_batch("binairo", 24, 24, hard, limit=2, time_limit=0.1)
    assert time.process_time() - begin < 2
    assert set(counts) == {2, 255}
    undecided = counts.index(255)
    assert solved[576 * undecided : 576 * (undecided + 1)] == b"." * 576


def test_more_threads_than_there_can_be_are_not_started() -> None:
    cells = b"0......." * 2000
    alone = nn.solve_batch("binairo", 2, 2, cells)
    assert nn.solve_batch("binairo", 2, 2, cells, threads=100_000) == alone
    program = (
        "import resource, nonairo as nn;"
        "resource.setrlimit(resource.RLIMIT_NPROC, (1, 1));"
        "print(len(nn.solve_batch('binairo', 2, 2, b'0...' * 5000, threads=100000)[1]))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (told.stdout, told.returncode) == ("5000\n", 0), told.stderr


def test_a_batch_hears_an_interrupt() -> None:
    program = (
        "import nonairo as nn, sys;"
        "print('ready', flush=True);"
        "nn.solve_batch('binairo', 24, 24, b'.' * 576 * 200000, threads=2)"
    )
    assert interrupted(program).endswith("KeyboardInterrupt")


def in_a_small_thread(work: Callable[[], object]) -> object:
    """What work gives in a thread whose stack has 256 kB."""
    found: list[object] = []
    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(work()))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    return found[0]


def test_counting_needs_no_deep_stack() -> None:
    ones = nn.nonogram(rows=[[1]] * 64, cols=[[1]] * 64)
    loose = blank(128, 128, "no-distinct")
    for puzzle in (ones, loose):
        counted = in_a_small_thread(lambda puzzle=puzzle: nn.count(puzzle, time_limit=1.0))  # type: ignore[misc]
        assert isinstance(counted, nn.Count)
        assert not counted.exact
    six = nn.nonogram(rows=[[1]] * 9, cols=[[1]] * 9)
    assert in_a_small_thread(lambda: nn.count(six).value) == 362880


def test_one_search_is_used_by_one_thread_at_a_time() -> None:
    plan = native.plan_of(blank(30, 30))
    assert plan is not None
    search = plan.search("." * 900, 1.0, None, 0)
    refused: list[str] = []

    def use() -> None:
        for _ in range(300):
            try:
                search.next()
                search.proved()
                search.counters()
            except RuntimeError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) <= {"another thread is using this search"}


@pytest.mark.parametrize("length", [10, 100])
def test_only_ints_are_masks(length: int) -> None:
    class Liar(int):
        def to_bytes(self, *_: object, **__: object) -> bytes:
            return b""

    line = native.compiled.BalancedLine(length // 2, length // 2)
    full = (1 << length) - 1
    assert line.squeeze((Liar(full), Liar(full))) == line.squeeze((full, full))
    for wrong in (None, "1", 1.5, object()):
        with pytest.raises(ValueError, match="a mask of this line"):
            line.squeeze((full, wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(("height", "width"), [(2, 6), (3, 5), (2, 40), (4, 8)])
def test_no_board_is_drawn_where_there_is_none(height: int, width: int) -> None:
    grid = native.compiled.BalancedGrid(height, width, width // 2, height // 2, True)
    assert grid.random(1, 20.0, None) == (None, None)
