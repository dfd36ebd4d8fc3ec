"""A puzzle solved or counted by several workers: first briefly here, then in parts elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from time import monotonic, process_time
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN, Grid
from nonairo.limits import Budget, Limits
from nonairo.parallel.distributing import CROWDED, Campaign, SplitSettings
from nonairo.parallel.splitting import take_apart
from nonairo.parallel.worker_task import Ask, CubeJob, CubeResult, counted, solved
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Result, Stats, conclude
from nonairo.workers.jobs import workers_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

USUAL = SplitSettings()


def solve_apart(
    puzzle: Puzzle,
    solve: Callable[..., Result],
    engine: str,
    limit: int | None,
    limits: Limits,
    seed: int | None,
    workers: int | None,
    executor: Executor | None,
    settings: SplitSettings = USUAL,
) -> Result:
    """What `solve` answers, by several workers. All that it counts is added up."""
    begin = monotonic()
    budget = Budget(limits)
    worked = -process_time()
    if settings.first:
        first = solve(puzzle, engine, limit=limit, limits=_moment(settings, budget), seed=seed)
    else:
        first = conclude(puzzle, engine, [], limit, None, Stats(), False, "time")
    worked += process_time()
    if first.limit != "time" or budget.seconds_left() == 0:
        first.stats.counters.update(workers=_workers(workers, executor), cubes=0)
        return first
    budget.nodes = first.stats.nodes
    found = {grid.cells: grid for grid in first.solutions}

    def enough(_: CubeJob, result: CubeResult) -> bool:
        found.update((grid.cells, grid) for grid in result.solutions)
        return limit is not None and len(found) >= limit

    memory = budget.limits.memory
    ask: Ask = partial(solved, solve=solve, engine=engine, limit=limit, seed=seed, memory=memory)
    if settings.whole and native.plan_of(puzzle) is None:  # without the core nothing is learnt
        settings = replace(settings, whole=False)
    campaign = _campaign(puzzle, ask, budget, settings, enough, workers, executor, seed or 0)
    campaign.backtracks, campaign.counters = first.stats.backtracks, first.stats.counters
    campaign.pace = first.stats.nodes / max(worked, 1e-3)
    root = puzzle.givens if first.grid is None else first.grid
    limit_hit = reason = None
    try:
        _conquer(campaign, root.cells)
    except LimitReached as reached:
        limit_hit, reason = reached.limit, str(reached)
    solutions = [found[cells] for cells in (sorted(found) if campaign.exhausted else found)]
    stats = Stats(budget.nodes, campaign.backtracks, monotonic() - begin, campaign.counted())
    live = [] if campaign.exhausted else campaign.live() or [root.cells]
    known = _shared([*live, *found])
    proved = None if known is None else Grid(puzzle.height, puzzle.width, known)
    return conclude(
        puzzle, first.engine, solutions[:limit], limit, proved, stats,
        campaign.exhausted, limit_hit, reason,
    )  # fmt: skip


class Sums:
    """Cubes, what was counted of each, and the parts that it was taken into.

    >>> sums = Sums()
    >>> sums.saw("..", 3)
    >>> sums.split("..", ["0.", "1."])
    >>> sums.saw("0.", 2)
    >>> sums.least("..")
    3
    >>> sums.saw("1.", 2)
    >>> sums.least("..")
    4
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._parts: dict[str, list[str]] = {}

    def saw(self, cells: str, value: int) -> None:
        """So many solutions were counted of a cube, all or not."""
        self._seen[cells] = max(value, self._seen.get(cells, 0))

    def split(self, cells: str, parts: list[str]) -> None:
        """A cube was taken apart; they share nothing."""
        self._parts[cells] = [part for part in parts if part != cells]

    def least(self, cells: str) -> int:
        """So many it has at least; just as many where all of it was counted."""
        parts = sum([self.least(part) for part in self._parts.get(cells, ())])
        return max(parts, self._seen.get(cells, 0))


def count_apart(
    puzzle: Puzzle,
    count: Callable[..., Count],
    limit: int | None,
    limits: Limits,
    workers: int | None,
    executor: Executor | None,
    settings: SplitSettings = USUAL,
) -> Count:
    """What `count` answers: the sum over parts that share nothing."""
    budget = Budget(limits)
    first = Count(0, False, "time")
    began, worked = monotonic(), -process_time()
    if settings.first:
        first = count(puzzle, limit=limit, limits=_moment(settings, budget))
    worked += process_time()
    if first.limit != "time" or budget.seconds_left() == 0:
        return first
    root, sums, over = puzzle.givens.cells, Sums(), False
    sums.saw(root, first.value)

    def enough(job: CubeJob, result: CubeResult) -> bool:
        nonlocal over
        sums.saw(job.cells, result.value)
        if result.parts is not None:
            sums.split(job.cells, result.parts.cubes)
        over = not result.done and result.limit is None  # a part alone has more than the limit
        over = over or (limit is not None and sums.least(root) > limit)
        return over

    ask: Ask = partial(counted, count=count, limit=limit, memory=budget.limits.memory)
    if settings.whole and not native.counts_at_once(puzzle):
        settings = replace(settings, whole=False)
    campaign = _campaign(puzzle, ask, budget, settings, enough, workers, executor, 0)
    campaign.crowd = min(max((monotonic() - began) / max(worked, 1e-3), 1.0), CROWDED)
    limit_hit = None
    try:
        _conquer(campaign, root, sums.split)
    except LimitReached as reached:
        limit_hit = reached.limit
    if over and limit is not None:
        return Count(limit, False, None, puzzle)
    return Count(sums.least(root), campaign.exhausted, limit_hit, puzzle)


def _moment(settings: SplitSettings, budget: Budget) -> Limits:
    return budget.bound(Limits(settings.first, budget.limits.nodes))


def _campaign(
    puzzle: Puzzle,
    ask: Ask,
    budget: Budget,
    settings: SplitSettings,
    enough: Callable[[CubeJob, CubeResult], bool],
    workers: int | None,
    executor: Executor | None,
    seed: int,
) -> Campaign:
    bare = puzzle.about(extra={})  # what is sent again and again
    many = _workers(workers, executor)
    return Campaign(bare, ask, budget, settings, enough, executor, many, seed)


def _workers(workers: int | None, executor: Executor | None) -> int:
    return workers or (1 if executor is None else workers_of(executor))


def _conquer(
    campaign: Campaign,
    root: str,
    note: Callable[[str, list[str]], None] = lambda cells, cubes: None,
) -> None:
    """Split the root, pass its parts to `note`, and solve them."""
    wanted = campaign.settings.cubes * campaign.workers
    parts = take_apart(campaign.puzzle, root, wanted, campaign.seed, poll=campaign.budget.spend)
    note(root, parts.cubes)
    campaign.run(root, parts)


def _shared(grids: Iterable[str]) -> str | None:
    """The cells on which all of some grids agree; None if there is no grid."""
    shared: list[str] | None = None
    places: list[int] = []
    for cells in grids:
        if shared is None:
            shared = list(cells)
            places = [k for k, symbol in enumerate(cells) if symbol != UNKNOWN]
        else:
            differ = [k for k in places if cells[k] != shared[k]]
            for k in differ:
                shared[k] = UNKNOWN
            if differ:
                places = [k for k in places if shared[k] != UNKNOWN]
    return None if shared is None else "".join(shared)
