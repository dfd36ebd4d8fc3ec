"""What a worker does with a cube: solves or counts it for a while, else takes it apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.limits import Budget, Limits
from nonairo.parallel.splitting import Parts, take_apart
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Result, Stats

PIECES = 4  # of a cube that takes long: the time that was spent on it is a smaller part of theirs


class CubeJob(NamedTuple):
    """A cube, and what may be spent on it; the whole puzzle is never taken apart by a worker."""

    cells: str
    seconds: float | None
    nodes: int | None
    spare: int | None = None  # nodes for taking it apart, where they are limited
    whole: bool = False

    @property
    def lent(self) -> int:
        """How many of a limited number of nodes it may use."""
        return (self.nodes or 0) + (self.spare or 0) if self.whole or self.spare is not None else 0


@dataclass(slots=True)
class CubeResult:
    """What became of a job. `value` is a number of solutions, where they are counted."""

    done: bool = False
    cells: str = ""  # what is known of a cube that is not done
    solutions: list[Grid] = field(default_factory=list)
    value: int = 0
    limit: str | None = None  # the limit that ended it, and its message
    reason: str | None = None
    stats: Stats = field(default_factory=Stats)
    parts: Parts | None = None
    lost: str | None = None  # why nobody could do it


class Ask(Protocol):
    """How a cube is solved or counted on one processor: a function that can be pickled."""

    def __call__(self, cube: Puzzle, job: CubeJob) -> CubeResult: ...


def solved(
    cube: Puzzle,
    job: CubeJob,
    *,
    solve: Callable[..., Result],
    engine: str,
    limit: int | None,
    seed: int | None,
    memory: int | None,
) -> CubeResult:
    """Solve a cube, by `nonairo.solving.solve`, which is passed in: it stands above this layer."""
    limits = Limits(job.seconds, job.nodes, memory)
    result = solve(cube, engine, limit=limit, limits=limits, seed=seed)
    return CubeResult(
        done=result.complete,
        cells=job.cells if result.grid is None else result.grid.cells,
        solutions=result.solutions,
        limit=result.limit,
        reason=result.reason,
        stats=result.stats,
    )


def counted(
    cube: Puzzle,
    job: CubeJob,
    *,
    count: Callable[..., Count],
    limit: int | None,
    memory: int | None,
) -> CubeResult:
    """Count the solutions of a cube, likewise, up to `limit`."""
    found = count(cube, limit=limit, limits=Limits(job.seconds, memory=memory))
    return CubeResult(done=found.exact, cells=job.cells, value=found.value, limit=found.limit)


def attempt(ask: Ask, puzzle: Puzzle, seed: int, job: CubeJob) -> list[CubeResult]:
    """Try a cube; where its time or its nodes are not enough, take it apart."""
    cube = puzzle.with_givens(Grid(puzzle.height, puzzle.width, job.cells))
    result = ask(cube, job)
    if result.limit in ("time", "nodes") and not job.whole:
        budget = Budget(Limits(nodes=job.spare))
        with suppress(LimitReached):  # the caller decides how to go on
            result.parts = take_apart(puzzle, result.cells, PIECES, seed, poll=budget.spend)
        result.stats.nodes += budget.nodes
    return [result]
