"""The experiment of a paper on Binairo, its four methods on boards like its own.

P. H. Utomo, R. H. Makarim, "Solving a Binary Puzzle", Mathematics in Computer Science 11 (2017):
six random boards a size, about 75 % of their cells blank, not necessarily with one solution; for
the Groebner bases, as a footnote says, only boards with one. Preparing and solving are timed apart.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from math import isinf

from nonairo.bench.base import Bench, Options, Table, time_text
from nonairo.bench.engines import installed
from nonairo.generating.any_kind import generate_binairo
from nonairo.generating.boards.full_boards import draw_board
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.results import Result, Status
from nonairo.solving import solve

SIZES = (4, 6, 8, 10, 12)
BOARDS = 6  # a size
BLANK = 0.75  # of the cells
METHODS = ("sat:encoding=direct", "sat:encoding=tseitin", "groebner", "guess")
ONE_SOLUTION = ("groebner",)  # methods that get boards with one solution


def board(side: int, seed: int, *, unique: bool = False) -> Puzzle:
    """A random board, three quarters of it blank; `unique`: with one solution.

    A board with one solution begins with givens none of which can be spared, and gets more by
    chance until a quarter is given.
    """
    blank = KINDS["binairo"].blank(side, side, "standard")
    draws = Draws(seed)
    given: set[int] = set()
    if unique:
        dug = generate_binairo(side, seed=seed, minimal=True)
        answer = solve(dug, limit=1).solutions[0]
        given = {k for k, symbol in enumerate(dug.givens.cells) if symbol != UNKNOWN}
    else:
        answer = draw_board(blank, draws, Budget())
    more = [k for k in range(side * side) if k not in given]
    draws.shuffle(more)
    given |= set(more[: max(0, round((1 - BLANK) * side * side) - len(given))])
    cells = "".join(answer.cells[k] if k in given else UNKNOWN for k in range(side * side))
    return blank.with_givens(Grid(side, side, cells))


def experiment(method: str, side: int, options: Options) -> list[Result]:
    """One cell of the paper's table: a method on all boards of a size, to the first solution."""
    unique = method in ONE_SOLUTION
    boards = (board(side, options.seed + k, unique=unique) for k in range(_boards(options)))
    return [
        solve(puzzle, method, limit=1, time_limit=options.time_limit, seed=options.seed)
        for puzzle in boards
    ]


def _boards(options: Options) -> int:
    return min(options.sample, BOARDS)


def measure(options: Options) -> Iterator[Table]:
    rows = []
    able, skipped = installed(dict.fromkeys(map(_engine, METHODS)))
    names = {engine.name for engine in able}
    for side in options.sides(SIZES):
        for method in METHODS:
            if _engine(method) in names:
                rows.append((f"{side}x{side}", method, *times(experiment(method, side, options))))
    columns = ("boards", "engine", "decided", "preparing", "solving", "in all")
    notes = (
        f"{many(_boards(options), 'board')} a size, {BLANK:.0%} blank; the first solution is asked"
        f" for, {_patience(options)}; means over the decided boards. groebner gets boards with just"
        " one solution, and needs some more time for its process.",
    )
    yield Table("The paper's experiment", columns, rows, notes + skipped)


def _engine(method: str) -> str:
    return method.partition(":")[0]


def _patience(options: Options) -> str:
    limit = options.time_limit
    return "without a time limit" if isinf(limit) else f"in at most {limit:g} s a board"


def times(results: list[Result]) -> tuple[str, ...]:
    """How many were decided, and the mean seconds of preparing, solving, and all."""
    decided = [result for result in results if result.status is not Status.UNKNOWN]
    number = f"{len(decided)} of {len(results)}"
    if not decided:
        return number, "-", "-", "-"

    def mean(name: str) -> str:
        seconds = [result.stats.counters.get(name) for result in decided]
        known = [second for second in seconds if isinstance(second, int | float)]
        return time_text(statistics.mean(known)) if known else "-"

    whole = statistics.mean(result.stats.seconds for result in decided)
    return number, mean("seconds.prepare"), mean("seconds.solve"), time_text(whole)


TABLE = Bench("paper", "the four methods of a paper on boards like its own", measure)
