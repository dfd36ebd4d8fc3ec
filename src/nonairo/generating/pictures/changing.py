"""Change as few cells of a picture as possible until its clues reach a goal.

With two symbols a change is a flip. Good flips are found greedily; then all smaller sets of cells
are tried, and if that comes to its end the number is proved to be the smallest. With more symbols a
cell takes the colour of a neighbour or that of the background: shapes move their edges, and no
specks appear.

Where no change leads to the goal, and the kind allows it, cells are given instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from nonairo.errors import LimitReached
from nonairo.generating.boards.digging import dig
from nonairo.generating.pictures.drawing import plain_cost
from nonairo.generating.pictures.task import (
    LINES,
    UNIQUE,
    Goal,
    PictureTask,
    difference,
    distinguishes,
    flipped,
    left_by_flips,
    left_open,
)
from nonairo.grid import Cell, Grid, Symbol
from nonairo.puzzle import Puzzle

Made = TypeVar("Made")
Repainting: TypeAlias = tuple[int, Symbol]  # a cell, counted row after row, and its new colour

RESTARTS = 4  # greedy ways that are tried; all but the first leave something to chance
PROOF = 10_000  # units of work to prove a number of changes smallest
MOST_TRIED = 1500  # flips looked at for one change
TOP = 12  # of them, those that are looked at by search
SMALL = 225  # cells of a picture that is searched at every step
LARGE = 1600  # cells of a picture in which many changes are made at a time
SLACK = 3  # changes more than the best that a further way may make before some are taken back
MOST_LOOKS = 5_000  # at pictures, before cells are given; and fewer at large ones, in which
LOOKS = 40_000_000  # a look takes about as long as the square of the cells
RECOLOURED = 60  # cells looked at for one change
IDLE = 8  # changes in a row without progress


@dataclass(frozen=True, slots=True)
class Changed:
    """A picture that reaches its goal, and the cells that were changed."""

    picture: Grid
    changed: tuple[Cell, ...]
    exact: bool  # no smaller number of changes does

    @classmethod
    def between(cls, before: Grid, after: Grid, *, exact: bool) -> Changed:
        """Return the second picture, and where it differs from the first."""
        cells = (Cell(*divmod(cell, before.width)) for cell in difference(before, after))
        return cls(after, tuple(cells), exact)


def flip_few(
    picture: Grid,
    goal: Goal,
    task: PictureTask,
    cost: Sequence[int] | None = None,
    proof: int = PROOF,
) -> Changed:
    """Return the picture with few cells flipped, so that the goal is reached.

    `cost` says for every cell what a change does to the picture; of equally few changes the
    cheaper are taken. Raises LimitReached if nothing is found within the task's limits.
    """
    prices = plain_cost(picture) if cost is None else cost
    best, complete = None, False
    try:
        best = _greedy_best(picture, goal, task, prices)
        if best:
            left = task.limits.nodes_left()
            most = proof if task.by_runs or left is None else min(proof, left // 2)
            fewer, complete = _fewest(picture, goal, task, prices, len(best) - 1, most)
            best = best if fewer is None else fewer
    except LimitReached:
        if best is None:
            raise
    exact = not best or (complete and task.kind.every_picture)
    return Changed.between(picture, flipped(picture, *best), exact=exact)


def _greedy_best(
    picture: Grid, goal: Goal, task: PictureTask, cost: Sequence[int]
) -> tuple[int, ...]:
    """Return the best of a few greedy tries; raises LimitReached only if none came to its end."""
    best: tuple[int, ...] | None = None
    for attempt in range(RESTARTS if len(picture.cells) <= LARGE else 1):
        # To look for other solutions at every step is slow where there are many: large pictures
        # are led to what single lines solve, and changes are then taken back.
        near = goal if attempt % 2 and len(picture.cells) <= SMALL else LINES
        try:
            most = len(picture.cells) if best is None else len(best) + SLACK
            found = greedy(picture, near, task, cost, most, 1 + attempt)
            if found is None:
                continue
            found = taken_back(picture, goal, task, cost, found)
        except LimitReached:
            if best is None:
                raise
            break
        if best is None or _rank(found, cost) < _rank(best, cost):
            best = found
        if len(best) <= 1:
            break
    if best is None:
        raise LimitReached(f"no change was found that makes the picture {goal.name}", "patience")
    return best


def _rank(cells: tuple[int, ...], cost: Sequence[int]) -> tuple[int, int, tuple[int, ...]]:
    return len(cells), sum(cost[cell] for cell in cells), cells


def greedy(
    picture: Grid,
    goal: Goal,
    task: PictureTask,
    cost: Sequence[int],
    most: int,
    spread: int,
) -> tuple[int, ...] | None:
    """Return flips made one after the other, each leaving the fewest cells open.

    Returns None where more than `most` are needed. Each is drawn from the `spread` best.
    """
    changed: list[int] = []
    now = picture
    while goal.trouble(now, task):
        if len(changed) >= most:
            return None
        open_cells = left_open(now, task)
        tried = MOST_TRIED if len(picture.cells) <= LARGE else MOST_TRIED // 4
        cells = nearby(now, open_cells, changed, task, tried)
        if not cells:
            return None
        left = left_by_flips(now, cells, task)
        ranked = sorted(zip(left, (cost[cell] for cell in cells), cells, strict=True))
        pick = ranked[task.draws.below(min(spread, len(ranked)))][2]
        if goal is UNIQUE and ranked[0][0] > 0:
            pick = next(
                (cell for _, _, cell in ranked[:TOP] if not goal.trouble(flipped(now, cell), task)),
                pick,
            )
        picks = [pick]
        if len(picture.cells) > LARGE and ranked[0][0] > 0:
            better = [cell for left, _, cell in ranked if left < len(open_cells)]
            picks = apart(better, picture.width)[: 1 + len(open_cells) // 100] or picks
        changed += picks
        now = flipped(now, *picks)
    return tuple(sorted(changed))


def taken_back(
    picture: Grid, goal: Goal, task: PictureTask, cost: Sequence[int], changed: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the changes without those that turn out not to be needed, dearest first."""
    kept = set(changed)
    for cell in sorted(changed, key=lambda cell: (-cost[cell], cell)):
        if not goal.trouble(flipped(picture, *sorted(kept - {cell})), task):
            kept.discard(cell)
    return tuple(sorted(kept))


def _fewest(
    picture: Grid, goal: Goal, task: PictureTask, cost: Sequence[int], most: int, proof: int
) -> tuple[tuple[int, ...] | None, bool]:
    """Return the cheapest of the smallest sets of at most `most` cells whose flip does it.

    Also returns whether all smaller sets were tried; `proof` bounds the work. Whatever set helps,
    one of its cells lies in a row or column of the cells in question (see `Goal`): the search
    branches only there. A cell that was tried is left out of the sets tried after it, so that each
    set is looked at once.
    """
    own = task.within(task.limits.child(proof))
    doubts: list[Grid] = []
    try:
        for size in range(1, most + 1):
            sets = list(_sets(picture, goal, own, doubts, (), frozenset(), size))
            if sets:
                ordered = [tuple(sorted(cells)) for cells in sets]
                best = min(ordered, key=lambda cells: (sum(cost[cell] for cell in cells), cells))
                return best, not doubts
    except LimitReached:
        task.limits.poll()
        return None, False
    return None, not doubts


def _sets(
    picture: Grid,
    goal: Goal,
    task: PictureTask,
    doubts: list[Grid],
    chosen: tuple[int, ...],
    left_out: frozenset[int],
    size: int,
) -> Iterator[tuple[int, ...]]:
    """Yield all sets of `size` more cells, none of them left out, that reach the goal."""
    trouble = goal.trouble(picture, task, doubts)
    if not trouble:
        return  # a smaller set does, which was found before
    cells = [cell for cell in touched(picture, trouble, task) if cell not in left_out]
    if size == 1:
        if goal is UNIQUE:
            other = flipped(picture, *trouble)
            cells = [cell for cell in cells if distinguishes(cell, picture, other, task)]
        yield from ((*chosen, cell) for cell in _single(picture, goal, task, doubts, cells))
        return
    for cell in cells:
        left_out |= {cell}
        after = flipped(picture, cell)
        yield from _sets(after, goal, task, doubts, (*chosen, cell), left_out, size - 1)


def _single(
    picture: Grid, goal: Goal, task: PictureTask, doubts: list[Grid], cells: list[int]
) -> Iterator[int]:
    """Yield the cells whose flip reaches the goal: by lines for all at once, then by search."""
    for cell, left in zip(cells, left_by_flips(picture, cells, task), strict=True):
        if left == 0 or (
            goal is not LINES and not goal.trouble(flipped(picture, cell), task, doubts)
        ):
            yield cell


def touched(picture: Grid, trouble: Sequence[int], task: PictureTask) -> list[int]:
    """Return all cells in the rows and columns of some cells; in other shapes, all cells."""
    width = picture.width
    if task.kind.sparse:
        return list(range(len(picture.cells)))
    rows = {cell // width for cell in trouble}
    cols = {cell % width for cell in trouble}
    return [
        cell for cell in range(len(picture.cells)) if cell // width in rows or cell % width in cols
    ]


def apart(cells: Sequence[int], width: int) -> list[int]:
    """Return the first cells of a list, no two of them in one line.

    >>> apart([0, 1, 5, 8], 4)
    [0, 5]
    """
    rows: set[int] = set()
    cols: set[int] = set()
    picks: list[int] = []
    for cell in cells:
        row, col = divmod(cell, width)
        if row not in rows and col not in cols:
            rows.add(row)
            cols.add(col)
            picks.append(cell)
    return picks


def nearby(
    picture: Grid,
    trouble: Sequence[int],
    without: Sequence[int],
    task: PictureTask,
    most: int,
) -> list[int]:
    """Return cells whose change may help: those in the lines of `trouble`, or the closest ones."""
    taken = set(without)
    cells = [cell for cell in touched(picture, trouble, task) if cell not in taken]
    if len(cells) <= most:
        return cells
    width = picture.width
    around = {
        (cell // width + down) * width + cell % width + right
        for cell in trouble
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if 0 <= cell // width + down < picture.height and 0 <= cell % width + right < width
    }
    close = sorted(around - taken)
    task.draws.shuffle(close)
    return sorted(close[:most])


def painted(picture: Grid, *changes: Repainting) -> Grid:
    """Return the picture with other colours in some cells.

    >>> painted(Grid.parse("01/20", "012"), (0, "2")).rows()
    ('21', '20')
    """
    symbols = list(picture.cells)
    for cell, symbol in changes:
        symbols[cell] = symbol
    return Grid(picture.height, picture.width, "".join(symbols))


def colours_around(picture: Grid, cell: int) -> list[Symbol]:
    """Return the colours that a cell may take: its neighbours', most frequent first, and 0."""
    width, cells = picture.width, picture.cells
    row, col = divmod(cell, width)
    around = [
        cells[r * width + c]
        for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        if 0 <= r < picture.height and 0 <= c < width
    ]
    return sorted(
        {*around, "0"} - {cells[cell]}, key=lambda symbol: (-around.count(symbol), symbol)
    )


def recolour(picture: Grid, goal: Goal, task: PictureTask, most: int) -> Grid | None:
    """Return the picture with cells changed one by one until the goal is reached.

    Returns None where more than `most` changes are needed.
    """
    now, idle = picture, 0
    trouble = goal.trouble(now, task)
    changed: list[int] = []
    while trouble:
        if len(changed) >= most or idle > IDLE:
            return None
        open_cells = left_open(now, task) or trouble
        cells = nearby(now, open_cells, changed, task, RECOLOURED)
        best = _best(now, cells, task)
        if best is None:
            return None
        now = painted(now, best)
        changed.append(best[0])
        after = goal.trouble(now, task)
        idle = 0 if len(after) < len(trouble) else idle + 1
        trouble = after
    return now


def _best(picture: Grid, cells: Sequence[int], task: PictureTask) -> Repainting | None:
    """Return the change after which single lines leave the fewest cells open."""
    best: tuple[int, int, int, Symbol] | None = None
    colours = {*picture.cells}
    for cell in cells:
        for rank, symbol in enumerate(colours_around(picture, cell)[:2]):
            trial = painted(picture, (cell, symbol))
            if {*trial.cells} | {"0"} != colours | {"0"}:
                continue  # no colour may get lost
            left = len(left_open(trial, task))
            if best is None or (left, rank, cell) < best[:3]:
                best = left, rank, cell, symbol
    return None if best is None else best[2:]


def recolour_few(picture: Grid, goal: Goal, task: PictureTask) -> Changed:
    """Return the picture with few cells recoloured, so that the goal is reached.

    Raises LimitReached where no way is found.
    """
    most = max(4, len(picture.cells) // 4)
    found = recolour(picture, goal, task, most)
    if found is None:
        raise LimitReached(f"no change was found that makes the picture {goal.name}", "patience")
    for cell in difference(picture, found):
        back = painted(found, (cell, picture.cells[cell]))  # perhaps it was not needed after all
        found = back if not goal.trouble(back, task) else found
    done = Changed.between(picture, found, exact=False)
    return replace(done, exact=len(done.changed) <= 1)


def flips_first(
    task: PictureTask,
    cells: int,
    by_flips: Callable[[PictureTask], Made],
    most: int = MOST_LOOKS,
) -> Made | None:
    """Return what `by_flips` makes within its share of the work; None where givens must help.

    A few flips make nearly every nonogram fair. The clues of other kinds can say so little that
    single lines solve no picture nearby: then some cells are given. Kinds that have nothing but
    clues spend all work on flips, and raise LimitReached in the end.
    """
    if task.kind.clues_only:
        return by_flips(task)
    left = task.limits.nodes_left()
    looks = min(most, LOOKS // cells**2) if most == MOST_LOOKS else most
    looks = looks if left is None else min(looks, left // 2)
    part = task.within(task.limits.child(looks))
    try:
        return by_flips(part)
    except LimitReached as reached:
        if reached.limit == "time":
            raise
    task.limits.spend(part.limits.nodes)
    return None


def with_givens(posed: Puzzle, picture: Grid, task: PictureTask) -> tuple[Puzzle, Grid]:
    """Return the puzzle with the givens that single lines need, and no more; and its picture."""
    givens = dig(posed, picture, task.draws, task.limits, by_lines=True)
    return posed.with_givens(givens), picture
