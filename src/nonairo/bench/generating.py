"""Making puzzles: levels met, and times; and digging, next to CaDiCaL on the same boards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median

from nonairo import native
from nonairo.api import is_unique
from nonairo.bench.base import Bench, BenchOptions, TextTable, median_text, timed, times
from nonairo.bench.binairo import drawn, dug
from nonairo.bench.peers import available
from nonairo.errors import LimitReached
from nonairo.generating.any_kind import generate
from nonairo.generating.boards.digging import enough
from nonairo.generating.boards.symmetries import NONE, groups_of
from nonairo.generating.levels_made import measured
from nonairo.generating.random_draws import Draws
from nonairo.grading import grade
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

SEEDS = 20  # of every level and size, at most
DUG = (10, 14, 20)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    skipped = ""
    if native.compiled is None or "CaDiCaL" not in available():
        skipped = "Skipped: digging next to CaDiCaL needs the compiled core and the extra `sat`."
    else:
        yield measure_digging(options)
    for name in measured():
        table = measure_levels(name, options)
        yield replace(table, notes=(skipped,)) if skipped else table


def measure_levels(name: str, options: BenchOptions) -> TextTable:
    """So many puzzles of every level and usual size, each proved unique and graded again."""
    kind, asked = options_of(name)
    rows = []
    for side, level in offered(name, options):
        number = min(options.sample, SEEDS)
        seconds, unique, right, missed = [], 0, 0, 0
        for seed in range(options.seed, options.seed + number):
            begin = time.process_time()
            try:
                puzzle = generate(
                    kind, side, level=level, seed=seed, time_limit=options.time_limit, **asked
                )
            except LimitReached:
                missed += 1
                continue
            finally:
                seconds.append(time.process_time() - begin)
            unique += is_unique(puzzle)
            right += grade(puzzle).level == level
        rows.append((f"{side}x{side}", str(level), str(number), str(missed), str(unique),
                     str(right), *times(seconds)))  # fmt: skip
    heads = ("size", "level", "asked for", "given up", "unique", "graded so again", "median CPU",
             "worst CPU")  # fmt: skip
    return TextTable(f"Making {name} of a level", heads, rows)


def options_of(name: str) -> tuple[str, dict[str, object]]:
    """Return the kind that a name in the table of levels stands for, and its options.

    >>> options_of("binairo@no-distinct+signs")
    ('binairo', {'rules': 'no-distinct', 'signs': 0.3})
    """
    kind, _, text = name.partition("@")
    words: dict[str, dict[str, object]] = {"signs": {"signs": 0.3}, "colours": {"colours": 3}}
    rules = [word for word in text.split("+") if word and word not in words]
    found: dict[str, object] = {"rules": "+".join(rules)} if rules else {}
    for word in text.split("+"):
        found |= words.get(word, {})
    return kind, found


def offered(name: str, options: BenchOptions) -> Iterator[tuple[int, int]]:
    """Yield the sides of a kind in the table of levels, each with the levels that are made."""
    for side in options.sides(sorted(measured()[name])):
        yield from ((side, level) for level in measured()[name][side])


def measure_digging(options: BenchOptions) -> TextTable:
    """Minimal puzzles from the same boards, by the core and by CaDiCaL with assumptions."""
    rows = []
    for side in options.sides(DUG):
        blank = KINDS["binairo"].blank(side, side, "standard")
        number = max(3, options.sample // (1 if side < 20 else 10))
        seeds = range(options.seed, options.seed + number)
        boards = [drawn(blank, seed) for seed in seeds]
        ours, full, few = [], [], []
        for seed, board in zip(seeds, boards, strict=True):
            ours.append(timed(partial(dug, blank, board, seed))[1])
        for seed, board in zip(seeds, boards, strict=True):
            order = [k for (k,) in groups_of(board, NONE)]
            full.append(_by_cadical(blank, board, order, seed))
            order = _first_givens(blank, board, seed)
            few.append(_by_cadical(blank, board, order, seed))
        ratios = [f"{median(peer) / median(ours):,.0f}x" for peer in (full, few)]
        rows.append((f"{side}x{side}", str(number), median_text(ours), median_text(full),
                     ratios[0], median_text(few), ratios[1]))  # fmt: skip
    heads = ("size", "boards", "core", "CaDiCaL, from the full board", "ratio",
             "CaDiCaL, from our first givens", "ratio")  # fmt: skip
    note = "CaDiCaL (python-sat) keeps what it learns; the formula is built once, and not timed."
    return TextTable("Making minimal Binairo from the same boards", heads, rows, (note,))


def _first_givens(blank: Puzzle, board: Grid, seed: int) -> list[int]:
    """The cells from which the core starts to leave some out."""
    return [k for (k,) in enough(blank, board, Draws(seed), Budget(), NONE)]


def _by_cadical(blank: Puzzle, board: Grid, given: Sequence[int], seed: int) -> float:
    """Seconds that CaDiCaL takes to leave out one given after the other while it is unique."""
    from nonairo.clauses import encode
    from nonairo.engines.sat import undisturbed

    cnf = encode(blank)
    order = list(given)
    Draws(seed).shuffle(order)
    literal = {k: cnf.cells[k][int(board.cells[k])] for k in order}
    with undisturbed()(bootstrap_with=cnf.clauses) as solver:
        begin = time.perf_counter()
        kept = dict.fromkeys(order)
        for k in order:
            del kept[k]
            if solver.solve_limited([*(literal[other] for other in kept), -literal[k]]):
                kept[k] = None
        return time.perf_counter() - begin


TABLE = Bench("generating", "puzzles of every level, and digging next to CaDiCaL", measure)
