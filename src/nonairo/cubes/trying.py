"""What a worker does with a cube: solves or counts it for a while, else takes it apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from nonairo.cubes.splitting import Parts, take_apart
from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Counters, Result

PIECES = 4  # of a cube that takes long: the time that was spent on it is a smaller part of theirs


class Job(NamedTuple):
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
class Tried:
    """What became of a job. `value` is a number of solutions, where they are counted."""

    done: bool = False
    cells: str = ""  # what is known of a cube that is not done
    solutions: list[Grid] = field(default_factory=list)
    value: int = 0
    struck: str | None = None  # which limit, and what it says
    reason: str | None = None
    nodes: int = 0
    backtracks: int = 0
    counters: Counters = field(default_factory=dict)
    parts: Parts | None = None
    lost: str | None = None  # why nobody could do it


class Ask(Protocol):
    """How a cube is asked about on one processor. Importable by name, or a partial of such."""

    def __call__(self, cube: Puzzle, job: Job) -> Tried: ...


def solved(
    cube: Puzzle,
    job: Job,
    *,
    solve: Callable[..., Result],
    engine: str,
    limit: int | None,
    seed: int | None,
) -> Tried:
    """A cube solved: by `nonairo.solving.solve`, which stands below us and is handed over."""
    result = solve(cube, engine, limit, job.seconds, job.nodes, seed)
    return Tried(
        done=result.complete,
        cells=job.cells if result.grid is None else result.grid.cells,
        solutions=result.solutions,
        struck=result.limit,
        reason=result.reason,
        nodes=result.stats.nodes,
        backtracks=result.stats.backtracks,
        counters=result.stats.counters,
    )


def counted(cube: Puzzle, job: Job, *, count: Callable[..., Count], limit: int | None) -> Tried:
    """A cube counted, likewise; as much of it as `limit` is enough."""
    found = count(cube, limit, job.seconds)
    return Tried(done=found.exact, cells=job.cells, value=found.value, struck=found.limit)


def attempt(ask: Ask, puzzle: Puzzle, seed: int, job: Job) -> list[Tried]:
    """Try a cube; where its time or its nodes are not enough, take it apart."""
    cube = puzzle.with_givens(Grid(puzzle.height, puzzle.width, job.cells))
    tried = ask(cube, job)
    if tried.struck in ("time", "nodes") and not job.whole:
        budget = Budget(node_limit=job.spare)
        with suppress(LimitReached):  # whoever hands out nodes decides how it goes on
            tried.parts = take_apart(puzzle, tried.cells, PIECES, seed, poll=budget.spend)
        tried.nodes += budget.nodes
    return [tried]
