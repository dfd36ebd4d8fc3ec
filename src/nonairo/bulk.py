"""Many puzzles on any executor: threads, processes, or a cluster that speaks the same protocol."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.errors import NonairoError
from nonairo.grid import Grid
from nonairo.plain import shown
from nonairo.puzzle import Puzzle
from nonairo.results import Result, failed
from nonairo.rules import Anything
from nonairo.solving import solve

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

AHEAD = 256  # puzzles handed out before the first answer is in


def solve_one(
    puzzle: PuzzleLike,
    engine: str,
    limit: int | None,
    time_limit: float | None,
    node_limit: int | None,
    seed: int | None,
) -> Result:
    """Solve; an error becomes a result that says so."""
    try:
        puzzle = puzzle_of(puzzle)
        return solve(puzzle, engine, limit, time_limit, node_limit, seed)
    except NonairoError as error:
        return failed(puzzle if isinstance(puzzle, Puzzle) else unread(puzzle), engine, error)


def unread(source: object) -> Puzzle:
    """What stands in a result for a text that is no puzzle: a cell of which nothing is known."""
    rules = (Anything(),)
    return Puzzle("unread", Grid.blank(1, 1), rules, rules, extra={"id": shown(source)})


def solve_many(
    puzzles: Iterable[PuzzleLike],
    executor: Executor | None = None,
    ordered: bool = True,
    engine: str = "auto",
    limit: int | None = 2,
    time_limit: float | None = None,
    node_limit: int | None = None,
    seed: int | None = None,
) -> Iterator[Result]:
    """Solve puzzles, ids or texts as they come; lazily, never more than a few hundred ahead.

    `executor` is any of `concurrent.futures` (None: this process); `ordered` says whether results
    come in the order of the puzzles. `engine`, `limit`, `time_limit`, `node_limit` and `seed` are
    those of `solve`, for each. A puzzle that cannot be read or
    tried gives a result with `error`.

    >>> for result in solve_many(["binairo:0./..", "binairo:0/", "nonogram:1/1;1/1"]):
    ...     print(result.status, result.error)
    unique None
    unknown line 1: row 2: expected 1 cells, found 0
    multiple None
    """
    if isinstance(puzzles, str | bytes | Puzzle):
        puzzles = [puzzles]  # one is a few, too; nobody means its letters
    work = partial(
        solve_one,
        engine=engine,
        limit=limit,
        time_limit=time_limit,
        node_limit=node_limit,
        seed=seed,
    )
    if executor is None:
        return map(work, puzzles)
    queue = (executor.submit(work, puzzle) for puzzle in puzzles)
    return _in_order(queue) if ordered else _as_done(queue)


def _in_order(queue: Iterator[Future[Result]]) -> Iterator[Result]:
    waiting = deque(islice(queue, AHEAD))
    while waiting:
        yield waiting.popleft().result()
        waiting.extend(islice(queue, 1))


def _as_done(queue: Iterator[Future[Result]]) -> Iterator[Result]:
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting = set(islice(queue, AHEAD))
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()
        waiting.update(islice(queue, len(done)))
