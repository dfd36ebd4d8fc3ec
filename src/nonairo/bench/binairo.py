"""The core on Binairo: real puzzles, erased boards, minimal puzzles, batches and counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from nonairo import native
from nonairo.batching import solve_batch
from nonairo.bench.base import Bench, Options, Table, made_binairo, median_text, sampled, time_text
from nonairo.bench.compared import NOTE, columns, core_row
from nonairo.bench.engines import square
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.solving import count, solve

ERASED = (4, 6, 8, 10, 12, 14, 16, 18, 20, 30, 40, 60, 80, 100)
MINIMAL = (6, 8, 10, 14, 20, 30, 40)
BATCH = 20_000
COUNTED = 12  # times the time limit of a puzzle for all boards of a size


def sets(options: Options) -> Iterator[tuple[str, list[Puzzle]]]:
    """Named sets of puzzles: the corpus by file and size, or our own."""
    number, seed = options.sample, options.seed
    if options.corpus is None:
        for side in options.sides((6, 8, 10, 14, 20)):
            yield f"made {side}x{side}", made_binairo(side, min(number, 50), seed)
        return
    folder = options.corpus / "binairo"

    def level(wanted: int, side: int) -> Callable[[Puzzle], bool]:
        return lambda puzzle: square(side)(puzzle) and puzzle.extra.get("level") == wanted

    for side in (6, 8, 10, 14, 20):
        path = folder / f"puzzle-binairo-{side:02}.jsonl"
        yield f"puzzle-binairo {side}x{side} hard", sampled(path, number, seed, level(2, side))
    for side in (6, 8, 10, 12, 14):
        path = folder / "binarypuzzle.jsonl"
        yield f"binarypuzzle {side}x{side} very hard", sampled(path, number, seed, level(4, side))
    for name in ("janko", "janko-nodistinct", "takuzu-vue", "takuzu-vue-odd", "misc"):
        yield name, sampled(folder / f"{name}.jsonl", number, seed, bool)


def measure_real(options: Options) -> Iterator[Table]:
    rows = [core_row(name, puzzles, options) for name, puzzles in sets(options)]
    yield Table("Binairo", columns(), rows, (NOTE,))


def random_boards(side: int, number: int, seed: int) -> list[Grid]:
    """Full boards, drawn by the core."""
    blank = KINDS["binairo"].blank(side, side, "standard")
    return [drawn(blank, seed + k) for k in range(number)]


def drawn(blank: Puzzle, seed: int) -> Grid:
    """One full board, drawn by the core."""
    board = native.draw(blank, seed, Budget())
    assert board is not None
    return board


def erased(side: int, number: int, seed: int, share: float = 0.75) -> list[Puzzle]:
    """Random full boards with this share of the cells wiped out; mostly several solutions."""
    rng = Random(f"{seed}/{side}/erased")
    puzzles = []
    for board in random_boards(side, number, seed):
        cells = list(board.cells)
        for position in rng.sample(range(len(cells)), round(share * len(cells))):
            cells[position] = UNKNOWN
        puzzles.append(KINDS["binairo"].pose(Grid(side, side, "".join(cells)), "standard"))
    return puzzles


def measure_erased(options: Options) -> Iterator[Table]:
    rows = []
    for side in options.sides(ERASED):
        number = min(options.sample, 100 if side <= 40 else 20)
        name = f"75 % erased {side}x{side}"
        rows.append(core_row(name, erased(side, number, options.seed), options))
    yield Table("Binairo, random boards with 75 % of the cells erased", columns(), rows, (NOTE,))


def measure_minimal(options: Options) -> Iterator[Table]:
    rows, making = [], []
    for side in options.sides(MINIMAL):
        number = min(options.sample, 100 if side <= 14 else 20 if side <= 20 else 5)
        blank = KINDS["binairo"].blank(side, side, "standard")
        puzzles = []
        drawing, digging = [], []
        for k in range(number):
            begin = time.perf_counter()
            board = drawn(blank, options.seed + k)
            middle = time.perf_counter()
            givens = native.dig(
                blank, board, options.seed + k, Budget(), by_lines=False, symmetric=False
            )
            assert givens is not None
            puzzles.append(blank.with_givens(givens))
            drawing.append(middle - begin)
            digging.append(time.perf_counter() - middle)
        rows.append(core_row(f"minimal {side}x{side}", puzzles, options))
        making.append((f"{side}x{side}", str(number), median_text(drawing), median_text(digging)))
    yield Table("Binairo, minimal puzzles", columns(), rows, (NOTE,))
    heads = ("size", "number", "random full board", "minimal puzzle from it")
    yield Table("Binairo, making minimal puzzles", heads, making)


def measure_batch(options: Options) -> Iterator[Table]:
    rows = []
    for name, puzzles in sets(options):
        side = puzzles[0].height
        if not (puzzles[0].distinct and all(map(square(side), puzzles))) or side % 2:
            continue
        copies = -(-BATCH // len(puzzles))
        cells = "".join(puzzle.givens.cells for puzzle in puzzles).encode() * copies
        seconds = []
        for _ in range(5):
            begin = time.perf_counter()
            _, counts = solve_batch("binairo", side, side, cells)
            seconds.append(time.perf_counter() - begin)
        single = sum(solve(puzzle).stats.seconds for puzzle in puzzles) / len(puzzles)
        rate = len(counts) / min(seconds)
        rows.append((name, f"{len(counts):,}", f"{rate / 1e6:.3g} M/s", f"{rate * single:.2g}x"))
    heads = ("puzzles", "number", "solve_batch", "to single calls")
    yield Table("Binairo, batches on one thread", heads, rows)


def measure_counts(options: Options) -> Iterator[Table]:
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
        begin = time.perf_counter()
        found = count(puzzle, time_limit=limit)
        seconds = time.perf_counter() - begin
        value = f"{found.value:,}" if found.exact else f"not within {limit:g} s"
        rows.append((f"{height}x{width} {rules}", value, time_text(seconds)))
    yield Table("Binairo, all boards counted", ("boards", "number", "time"), rows)


def measure(options: Options) -> Iterator[Table]:
    for part in (measure_real, measure_batch, measure_erased, measure_minimal, measure_counts):
        yield from part(options)


TABLE = Bench("binairo", "the core on Binairo, next to CaDiCaL and CP-SAT", measure, of_core=True)
