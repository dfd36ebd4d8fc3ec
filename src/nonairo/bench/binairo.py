"""The core on Binairo: real puzzles, erased boards, minimal puzzles, batches and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from nonairo.api import count, solve
from nonairo.bench.base import (
    Bench,
    BenchOptions,
    NamedSets,
    TextTable,
    median_text,
    square,
    time_text,
    timed,
)
from nonairo.bench.compared import NOTE, columns, core_row
from nonairo.board_batch import solve_batch
from nonairo.generating.boards.digging import dug_by_core
from nonairo.generating.boards.full_boards import drawn_by_core
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

ERASED = (4, 6, 8, 10, 12, 14, 16, 18, 20, 30, 40, 60, 80, 100)
MINIMAL = (6, 8, 10, 14, 20, 30, 40)
BATCH = 20_000
COUNTED = 12  # times the time limit of a puzzle for all boards of a size


def sets(options: BenchOptions) -> NamedSets:
    """Named sets of puzzles: the corpus by file and size, or our own."""
    if options.corpus is None:
        yield from options.made("binairo", (6, 8, 10, 14, 20), 50, prefix="made")
        return

    def level(wanted: int, side: int) -> Callable[[Puzzle], bool]:
        return lambda puzzle: square(side)(puzzle) and puzzle.extra.get("level") == wanted

    for side in (6, 8, 10, 14, 20):
        puzzles = options.sampled(f"binairo/puzzle-binairo-{side:02}", level(2, side))
        yield f"puzzle-binairo {side}x{side} hard", puzzles
    for side in (6, 8, 10, 12, 14):
        puzzles = options.sampled("binairo/binarypuzzle", level(4, side))
        yield f"binarypuzzle {side}x{side} very hard", puzzles
    for name in ("janko", "janko-nodistinct", "takuzu-vue", "takuzu-vue-odd", "misc"):
        yield name, options.sampled(f"binairo/{name}")


def measure_real(options: BenchOptions) -> Iterator[TextTable]:
    rows = [core_row(name, puzzles, options) for name, puzzles in sets(options)]
    yield TextTable("Binairo", columns(), rows, (NOTE,))


def drawn(blank: Puzzle, seed: int) -> Grid:
    """One full board, drawn by the core."""
    board = drawn_by_core(blank, seed, Budget())
    assert board is not None
    return board


def dug(blank: Puzzle, board: Grid, seed: int) -> Grid:
    """Givens of a board none of which can be left out, found by the core."""
    givens = dug_by_core(blank, board, seed, Budget(), by_lines=False)
    assert givens is not None
    return givens


def erased(side: int, number: int, seed: int, share: float = 0.75) -> list[Puzzle]:
    """Random full boards with this share of the cells wiped out; mostly several solutions."""
    rng = Random(f"{seed}/{side}/erased")
    puzzles = []
    blank = KINDS["binairo"].blank(side, side, "standard")
    for k in range(number):
        cells = list(drawn(blank, seed + k).cells)
        for position in rng.sample(range(len(cells)), round(share * len(cells))):
            cells[position] = UNKNOWN
        puzzles.append(KINDS["binairo"].pose(Grid(side, side, "".join(cells)), "standard"))
    return puzzles


def measure_erased(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    for side in options.sides(ERASED):
        number = min(options.sample, 100 if side <= 40 else 20)
        name = f"75 % erased {side}x{side}"
        rows.append(core_row(name, erased(side, number, options.seed), options))
    yield TextTable(
        "Binairo, random boards with 75 % of the cells erased", columns(), rows, (NOTE,)
    )


def measure_minimal(options: BenchOptions) -> Iterator[TextTable]:
    rows, making = [], []
    for side in options.sides(MINIMAL):
        number = min(options.sample, 100 if side <= 14 else 20 if side <= 20 else 5)
        blank = KINDS["binairo"].blank(side, side, "standard")
        puzzles = []
        drawing, digging = [], []
        for seed in range(options.seed, options.seed + number):
            board, seconds = timed(partial(drawn, blank, seed))
            drawing.append(seconds)
            givens, seconds = timed(partial(dug, blank, board, seed))
            digging.append(seconds)
            puzzles.append(blank.with_givens(givens))
        rows.append(core_row(f"minimal {side}x{side}", puzzles, options))
        making.append((f"{side}x{side}", str(number), median_text(drawing), median_text(digging)))
    yield TextTable("Binairo, minimal puzzles", columns(), rows, (NOTE,))
    heads = ("size", "number", "random full board", "minimal puzzle from it")
    yield TextTable("Binairo, making minimal puzzles", heads, making)


def measure_batch(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    for name, puzzles in sets(options):
        side = puzzles[0].height
        if not (puzzles[0].distinct and all(map(square(side), puzzles))) or side % 2:
            continue
        copies = -(-BATCH // len(puzzles))
        cells = "".join(puzzle.givens.cells for puzzle in puzzles).encode() * copies
        number = copies * len(puzzles)
        batch = partial(solve_batch, "binairo", side, side, cells)
        rate = number / min(timed(batch)[1] for _ in range(5))
        single = sum(solve(puzzle).stats.seconds for puzzle in puzzles) / len(puzzles)
        rows.append((name, f"{number:,}", f"{rate / 1e6:.3g} M/s", f"{rate * single:.2g}x"))
    heads = ("puzzles", "number", "solve_batch", "to single calls")
    yield TextTable("Binairo, batches on one thread", heads, rows)


def measure_counts(options: BenchOptions) -> Iterator[TextTable]:
    rows = []
    limit = COUNTED * options.time_limit
    for height, width, rules in (
        (6, 6, "standard"),
        (8, 8, "standard"),
        (8, 8, "no-distinct"),
        (6, 10, "standard"),
        (10, 10, "standard"),
    ):
        if max(height, width) > options.largest:
            continue
        puzzle = KINDS["binairo"].blank(height, width, rules)
        found, seconds = timed(partial(count, puzzle, time_limit=limit))
        value = f"{found.value:,}" if found.exact else f"not within {limit:g} s"
        rows.append((f"{height}x{width} {rules}", value, time_text(seconds)))
    yield TextTable("Binairo, all boards counted", ("boards", "number", "time"), rows)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    for part in (measure_real, measure_batch, measure_erased, measure_minimal, measure_counts):
        yield from part(options)


TABLE = Bench("binairo", "the core on Binairo, next to CaDiCaL and CP-SAT", measure, of_core=True)
