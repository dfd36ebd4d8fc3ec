"""The tasks of a batch, each done for every puzzle. To add one: write it here, and list it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from nonairo.explaining import explain_puzzle
from nonairo.grading import grade_puzzle
from nonairo.limits import Limits
from nonairo.many_puzzles import SolveOptions, solving
from nonairo.puzzle import Puzzle
from nonairo.registry import Listing
from nonairo.results import Result, Status
from nonairo.solving import count

FAILED = "failed"  # the status of a record that could not be read or tried
Json = dict[str, object]


class Answered(NamedTuple):
    """What became of a record."""

    status: str
    result: Json
    seconds: float = 0.0
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A question: for each puzzle of a few, and within so many seconds each, its answer."""

    name: str
    summary: str
    run: Callable[[list[Puzzle], Limits], Iterator[Answered]]


def failed(error: object) -> Answered:
    return Answered(FAILED, {"error": str(error)})


def _solve(puzzles: list[Puzzle], limits: Limits) -> Iterator[Answered]:
    options = SolveOptions(limits=limits)
    try:
        yield from map(_solved, list(solving([*puzzles], options)))
    except MemoryError:
        raise  # of the machine: tried again elsewhere, alone
    except Exception as error:  # of one among them: which one is found alone
        if len(puzzles) > 1:
            for puzzle in puzzles:
                yield from _solve([puzzle], limits)
        else:
            yield failed(repr(error))


def _solved(result: Result) -> Answered:
    status = result.status.value if result.error is None else FAILED
    measured = result.stats.nodes > 0  # puzzles that were solved together have no time of their own
    return Answered(status, result.to_json(), result.stats.seconds if measured else 0.0)


def one_by_one(
    ask: Callable[[Puzzle, Limits], Answered],
) -> Callable[[list[Puzzle], Limits], Iterator[Answered]]:
    """A task that looks at one puzzle at a time; an error takes the place of its answer."""

    def run(puzzles: list[Puzzle], limits: Limits) -> Iterator[Answered]:
        for puzzle in puzzles:
            begin = perf_counter()
            try:
                answered = ask(puzzle, limits)
            except MemoryError:
                raise
            except Exception as error:  # of one puzzle among millions
                answered = failed(error if isinstance(error, ValueError) else repr(error))
            yield answered._replace(seconds=perf_counter() - begin)

    return run


def _grade(puzzle: Puzzle, limits: Limits) -> Answered:
    found = grade_puzzle(puzzle, limits)
    status = {None: Status.UNIQUE, "none": Status.NONE, "multiple": Status.MULTIPLE}
    found_status = status.get(found.reason, Status.UNKNOWN)
    return Answered(found_status.value, found.to_json(), level=found.level)


def _count(puzzle: Puzzle, limits: Limits) -> Answered:
    found = count(puzzle, limits=limits)
    status = (Status.NONE, Status.UNIQUE, Status.MULTIPLE)[min(found.value, 2)]
    if not found.exact and status is not Status.MULTIPLE:
        status = Status.UNKNOWN
    return Answered(status.value, found.to_json())


def _explain(puzzle: Puzzle, limits: Limits) -> Answered:
    found = explain_puzzle(puzzle, limits)
    status = {"none": Status.NONE, "stuck": Status.STUCK}.get(str(found.reason), Status.UNKNOWN)
    return Answered((Status.UNIQUE if found.solved else status).value, found.to_json())


TASKS: Listing[Task] = Listing(
    {
        task.name: task
        for task in (
            Task("solve", "the solution, and whether it is the only one", _solve),
            Task("grade", "how hard it is for a person", one_by_one(_grade)),
            Task("count", "how many solutions there are", one_by_one(_count)),
            Task("explain", "the way to the solution, step by step", one_by_one(_explain)),
        )
    }
)
