"""How much work is done after a time limit is over, for every question that has one.

Limits are those of the clock; what is counted is processor time from the moment when the time is
up, so that a busy machine does not matter.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from threading import Timer

from nonairo.api import count, solve
from nonairo.batches.tasks import TASKS
from nonairo.errors import EngineError, LimitReached, PuzzleError
from nonairo.explaining import explain
from nonairo.generating.any_kind import generate
from nonairo.grading import grade
from nonairo.grid import UNKNOWN, Grid
from nonairo.hinting import hint
from nonairo.kinds import KINDS, from_id
from nonairo.limits import Limits
from nonairo.proofs.proving import prove
from nonairo.proofs.verifying import verify
from nonairo.puzzle import Puzzle
from nonairo.repairing import repair

SHORTEST, LONGEST = 0.001, 1.0  # seconds, of limits
WARM = 0.05  # seconds for the first question of each sort
SIDES = (12, 16, 20, 24, 30, 40, 60)

Question = Callable[[Puzzle, float], object]


def hard_puzzles(seed: int) -> Iterator[Puzzle]:
    """Puzzles of all kinds that take long: large, with few givens, or posed from noise."""
    rng = Random(seed)
    while True:
        kind = KINDS[rng.choice(list(KINDS))]
        height, width = rng.choice(SIDES), rng.choice(SIDES)
        if not kind.posed or rng.random() < 0.1:
            with suppress(PuzzleError):
                yield _sparse(kind.blank(height, width, "standard"), rng)
            continue
        some = kind.blank(2, 2, "standard").symbols
        weights = [rng.uniform(0.4, 0.6)] * (len(some) - 1)
        cells = rng.choices(some, [1.0, *weights], k=height * width)
        yield kind.pose(Grid(height, width, "".join(cells)), "standard")


def _sparse(blank: Puzzle, rng: Random) -> Puzzle:
    """A few givens; they may contradict each other."""
    share = rng.choice((0.0, 0.01, 0.03, 0.1))
    cells = [rng.choice(blank.symbols) if rng.random() < share else UNKNOWN
             for _ in blank.givens.cells]  # fmt: skip
    return blank.with_givens(Grid(blank.height, blank.width, "".join(cells)))


def _generate(puzzle: Puzzle, seconds: float) -> object:
    size = min(puzzle.height, 30), min(puzzle.width, 30)
    return generate(puzzle.kind, size, level=7, seed=puzzle.width, time_limit=seconds)


def _batch() -> Question:
    """One task for each puzzle, in turn.

    Not all of them one after the other: each begins its time when the last has ended, so what the
    process had to wait for others at the end of one would be work of the next after the time.
    """
    turns = cycle(TASKS.values())
    return lambda puzzle, seconds: list(next(turns).run([puzzle], Limits(seconds)))


class Verifying:
    """The check of one long proof, which is written beforehand."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "long"
        self.puzzle = generate("nonogram", 40, seed=1)
        prove(self.puzzle, self.path)

    def __call__(self, puzzle: Puzzle, seconds: float) -> object:
        return verify(self.puzzle, self.path, time_limit=seconds)


def _prove(puzzle: Puzzle, seconds: float) -> object:
    with tempfile.TemporaryDirectory() as folder:
        return prove(puzzle, Path(folder) / "x", time_limit=seconds)


def questions(folder: Path) -> dict[str, Question]:
    """The questions that have a time limit; a proof to check is written to the folder."""
    return {
        "solve": lambda puzzle, seconds: solve(puzzle, limit=None, time_limit=seconds),
        "unique": lambda puzzle, seconds: solve(puzzle, time_limit=seconds),
        "count": lambda puzzle, seconds: count(puzzle, time_limit=seconds),
        "explain": lambda puzzle, seconds: explain(puzzle, time_limit=seconds),
        "hint": lambda puzzle, seconds: hint(puzzle, time_limit=seconds),
        "grade": lambda puzzle, seconds: grade(puzzle, time_limit=seconds),
        "generate": _generate,
        "repair": lambda puzzle, seconds: repair(puzzle, time_limit=seconds),
        "prove": _prove,
        "verify": Verifying(folder),
        "batch": _batch(),
    }


def overdue(question: Question, puzzle: Puzzle, seconds: float) -> float:
    """Seconds of processor time after the time was up; 0 if it ended before."""
    at_end: list[float] = []
    timer = Timer(seconds, lambda: at_end.append(time.process_time()))
    timer.daemon = True
    timer.start()
    with suppress(LimitReached, PuzzleError, EngineError):
        question(puzzle, seconds)
    now = time.process_time()
    timer.cancel()
    timer.join()
    return max(0.0, now - at_end[0]) if at_end else 0.0


def any_limit(rng: Random, longest: float = LONGEST) -> float:
    """As often around a millisecond as around the longest."""
    return float(SHORTEST * (longest / SHORTEST) ** rng.random())


def measured(number: int, longest: float, seed: int = 1) -> dict[str, list[float]]:
    """For every question how long it was overdue, on so many puzzles."""
    with tempfile.TemporaryDirectory() as folder:
        late: dict[str, list[float]] = {}
        for name, question in questions(Path(folder)).items():
            for kind in KINDS.values():  # modules are loaded before anything is measured
                overdue(question, from_id(kind.example), WARM)
            rng = Random(f"{seed}/{name}")
            puzzles = islice(hard_puzzles(rng.randrange(10**6)), number)
            late[name] = [overdue(question, each, any_limit(rng, longest)) for each in puzzles]
    return late
