"""What two published analyses predict, and what the counters say.

The cell walker (`walk`): 2^k * H(n) for k empty cells of a board of side n. H(n) is what one symbol
costs to validate: a look at the counts, at most 12 neighbours, and stored values of lines, at most
n for a row and n for a column. The row search (`rows`): S * (G + V); S successors are made, each is
tested for being a goal, O(1), and validated, V, which reads at most the cells of the board. The
analysis does not say how large S gets: row k has at most as many successors as there are ways to
write the rows down to k, the product of their numbers of assignments.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import accumulate, product
from operator import mul

from nonairo.comparing.boards import FIGURE, FILE, random_board, random_nonograms
from nonairo.comparing.groups import TrialGroup, median_of
from nonairo.comparing.trials import Trial, TrialJob
from nonairo.kinds import from_id
from nonairo.line_solver import count
from nonairo.puzzle import Puzzle

WALKS = ("walk", "walk:check=early")
ROWS = ("rows", "rows:check=early")
WALKED = {6: 4, 8: 4, 10: 5, 12: 6, 14: 7}  # side: from one number of blanks to the next
MOST_BLANK = 0.75  # of the larger boards: beyond, a walk is short or endless
DRAWN = range(3, 13)  # sides of nonograms
PUBLISHED = ("published figure", "published file")  # families of what came with the analyses
BOARDS = 6
NODES = 5_000_000  # for a trial: the same limit on every machine; it takes below a second
READS = ("check.count", "check.adjacent.cells", "check.distinct.cells", "check.distinct.reads")


def walk_jobs(boards: int = BOARDS, seed: int = 1) -> Iterator[TrialJob]:
    """Boards with more and more blanks; the first solution is wanted, as there."""
    job = partial(TrialJob, limit=1, node_limit=NODES)
    for side, step in WALKED.items():
        most = side * side if side <= 8 else int(MOST_BLANK * side * side)
        for blanks, engine, k in product(range(step, most + 1, step), WALKS, range(boards)):
            yield job(engine, random_board(side, blanks, seed + k), blanks, f"{side}x{side}")
    yield job("walk", from_id(FIGURE), 150, PUBLISHED[0])


def rows_jobs(boards: int = BOARDS, seed: int = 1) -> Iterator[TrialJob]:
    """Nonograms from small to larger; the first solution is wanted."""
    job = partial(TrialJob, limit=1, node_limit=NODES)
    for side, engine in product(DRAWN, ROWS):
        for puzzle in random_nonograms(side, boards, seed):
            yield job(engine, puzzle, side * side, "nonogram")
    for engine in ROWS:
        yield job(engine, from_id(FILE), 150, PUBLISHED[1])


def paths(blanks: int) -> int:
    """How many ways there are to fill the blanks: the 2^k of the analysis.

    >>> paths(10)
    1024
    """
    return 1 << blanks


def validation(side: int) -> int:
    """Return H(n) in reads: a count, 12 neighbours; for a row and a column, n cells and n values.

    >>> validation(8)
    45
    """
    return 1 + 12 + 2 * side + 2 * side


def reads_a_try(trial: Trial) -> float | None:
    """What validating one symbol cost on average: our H(n)."""
    reads = [trial.counted(name) for name in READS]
    tries = trial.result.stats.nodes - 1
    return sum(read or 0 for read in reads) / tries if tries > 0 else None


def reads_a_successor(trial: Trial) -> float | None:
    """What validating one successor cost on average: our V."""
    made, read = trial.counted("successors"), trial.counted("cells_read")
    return read / made if made and read is not None else None


def measured_validation(groups: list[TrialGroup]) -> dict[int, float]:
    """The median H(n) of boards of each side, over walks that ended."""
    found: dict[int, list[float]] = {}
    for group in groups:
        for trial in group.decided:
            cost = reads_a_try(trial)
            if group.engine == "walk" and group.family not in PUBLISHED and cost is not None:
                found.setdefault(trial.job.puzzle.width, []).append(cost)
    return {side: median_of(costs, len(costs)) or 0.0 for side, costs in sorted(found.items())}


def most_successors(puzzle: Puzzle) -> int:
    """The bound on S: ways to write the first row, the first two, and so on, added up.

    >>> from nonairo.kinds import from_id
    >>> most_successors(from_id("nonogram:1/2;1/2"))  # two ways, then one for each
    4
    """
    rows = zip(puzzle.row_rules, puzzle.givens.rows(), strict=True)
    ways = (count(rule, line, puzzle.symbols) for rule, line in rows)
    return sum(accumulate(ways, mul))


def bound_of(group: TrialGroup) -> float:
    """The median bound on S over the puzzles of a group, ended or not."""
    bounds = [float(most_successors(trial.job.puzzle)) for trial in group.trials]
    return median_of(bounds, len(bounds)) or 0.0


def predicted(group: TrialGroup) -> dict[str, object]:
    """What the analyses say of a group, as data."""
    puzzle = group.puzzle
    if group.engine in WALKS:
        visited, reads = float(paths(group.size)), validation(puzzle.width)
        return {"predicted": {"visited": visited, "reads": reads}}
    cells = puzzle.height * puzzle.width
    return {"predicted": {"successors": bound_of(group), "cells": cells}}
