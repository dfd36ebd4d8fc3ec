"""One engine on one puzzle: many of these in turn, each within its limits, and all within one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from nonairo.engines import ENGINES, OWN, named_engine
from nonairo.errors import EngineError, OwnEngineError, PuzzleError
from nonairo.kinds import KINDS, from_id
from nonairo.limits import Limits, number_of, seed_of, supervised
from nonairo.memory import names_memory
from nonairo.notebook import table
from nonairo.plain import duration, not_text, shown
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.results import Result, Status, failed
from nonairo.solving import forecast, solve

USUAL = ("walk", "rows", "zones", "patterns", "guess", "sat", "core")
SECONDS = 10.0  # for one trial
MOST_RUNS = 10_000  # of an engine on a puzzle: each is planned before the first begins
WARMING = 1.0  # seconds at most that an engine may take for the small puzzle before its first


@dataclass(frozen=True, slots=True)
class TrialJob:
    """What is to be tried: an engine on a puzzle; `family` and `size` say whose like it is."""

    engine: str
    puzzle: Puzzle
    size: int  # its place on an axis: cells, a side, or blanks
    family: str
    again: int = 1  # which of its runs
    seed: int = 1
    limit: int = 2  # solutions wanted
    node_limit: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Trial:
    """One run of an engine on a puzzle, with its result.

    >>> import nonairo as nn
    >>> for trial in nn.compare("binairo:0./..", engines="walk,guess"):
    ...     print(trial.job.engine, trial.decided, trial.result.stats.nodes)
    walk True 7
    guess True 1
    """

    job: TrialJob
    result: Result
    is_mistaken: bool = False  # the engine is the user's own, and its code failed

    def __repr__(self) -> str:
        cost = duration(self.result.stats.seconds)
        return f"<Trial {self.job.engine} on {self.job.puzzle.name}: {self.result.status}, {cost}>"

    def _repr_html_(self) -> str:
        return Comparison([self])._repr_html_()

    @property
    def decided(self) -> bool:
        """Return whether the engine found the answer: it was neither stuck nor stopped."""
        return self.result.status not in (Status.UNKNOWN, Status.STUCK)

    @property
    def cut(self) -> bool:
        """Return whether a limit stopped it."""
        return self.result.status is Status.UNKNOWN and self.result.error is None

    def counted(self, name: str) -> float | None:
        """Return a counter that is a number; None if the engine does not have it."""
        number = self.result.stats.counters.get(name)
        return number if isinstance(number, int | float) else None

    @property
    def seconds(self) -> float:
        """Return the time of the engine, without starting a process for it."""
        return max(0.0, self.result.stats.seconds - (self.counted("seconds.start") or 0))

    @property
    def seconds_solving(self) -> float:
        """Return the time without preparation, such as making clauses or polynomials."""
        return max(0.0, self.seconds - (self.counted("seconds.prepare") or 0))

    def to_json(self) -> dict[str, object]:
        """Return the result as `solve --json` prints it, and which trial it was."""
        job = self.job
        about = {"asked": job.engine, "family": job.family, "size": job.size}
        return {"type": "trial"} | about | {"run": job.again, "seed": job.seed} | (
            self.result.to_json()
        )  # fmt: skip


def split_engines(text: str) -> list[str]:
    """Names parted by commas; an option behind a comma belongs to the engine before it.

    >>> split_engines("rows,walk:order=most-constrained,check=early,core")
    ['rows', 'walk:order=most-constrained,check=early', 'core']
    """
    names: list[str] = []
    for part in text.split(","):
        if "=" in part and ":" not in part and names:
            names[-1] += f",{part.strip()}"
        else:
            names.append(part.strip())
    return names


def usable(engines: Sequence[str]) -> list[str]:
    """Return the engines, each once; raise EngineError for one that is unknown or not installed."""
    for name in engines:
        missing = named_engine(name)[0].absent()
        if missing is not None:
            raise EngineError(missing)
    if not engines:
        raise EngineError("expected at least one engine")
    return list(dict.fromkeys(engines))


def installed(engines: Iterable[str]) -> tuple[list[str], list[str]]:
    """Those of our own choice that can run here, and a line for each that cannot."""
    able: list[str] = []
    missing: list[str] = []
    for name in engines:
        bare = name.partition(":")[0]
        absent = ENGINES[bare].absent() if bare in ENGINES else f"engine {bare} is not installed"
        if absent is None:
            able.append(name)
        else:
            missing.append(absent)
    return able, list(dict.fromkeys(missing))


def repeated(job: TrialJob, runs: int) -> Iterator[TrialJob]:
    """So many runs of a job, each with the next seed."""
    for again in range(1, runs + 1):
        yield replace(job, again=again, seed=job.seed + again - 1)


def jobs_of(
    puzzles: Iterable[Puzzle], engines: Sequence[str], *, runs: int = 1, seed: int = 1
) -> list[TrialJob]:
    """Every engine on every puzzle."""
    if runs > MOST_RUNS:
        raise EngineError(f"expected at most {MOST_RUNS:,} runs, found {shown(runs)}")
    return [
        job
        for puzzle in puzzles
        for engine in engines
        for job in repeated(
            TrialJob(engine, puzzle, puzzle.height * puzzle.width, puzzle.kind, seed=seed), runs
        )
    ]


def forecasts(jobs: Iterable[TrialJob]) -> Iterator[str]:
    """What some jobs will need that is much, in a line for each engine and size."""
    seen: set[tuple[str, int, str]] = set()
    for job in jobs:
        key = job.engine, job.size, job.family
        if key not in seen:
            seen.add(key)
            with suppress(EngineError):  # an engine that does not take the puzzle needs nothing
                line = forecast(job.puzzle, job.engine)
                if line is not None:
                    yield f"{job.puzzle.height}x{job.puzzle.width}: {line}"


def attempt(job: TrialJob, time_limit: float | None) -> Trial:
    """Do a job; an engine that does not take the puzzle says so in its result."""
    try:
        result = solve(
            job.puzzle,
            job.engine,
            limit=job.limit,
            limits=Limits(time_limit, job.node_limit),
            seed=job.seed,
        )
    except EngineError as error:
        result = failed(job.puzzle, job.engine, error)
        return Trial(job, result, isinstance(error, OwnEngineError))
    return Trial(job, result)


class Comparison(list[Trial]):
    """The trials of a comparison, as a list that a notebook shows as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        heads = ("engine", "puzzle", "status", "nodes", "backtracks", "time")
        rows = [
            (trial.job.engine, trial.job.puzzle.name,
             trial.result.error or str(trial.result.status),
             f"{trial.result.stats.nodes:,}",
             "" if trial.job.engine.endswith(OWN) else f"{trial.result.stats.backtracks:,}",
             duration(trial.result.stats.seconds))
            for trial in self
        ]  # fmt: skip
        return table(rows, heads)


@dataclass(slots=True)
class Patience:
    """How long all trials together may take, and who has been given up.

    Where that is wanted, an engine of whose trials of one size more than half were cut short is
    given up, for the rest of that size and for all that is larger: their median is known to be
    beyond the limit. Before its first trial an engine solves a small puzzle, so that nobody pays
    for what is loaded only once.
    """

    jobs: Sequence[TrialJob]
    time_limit: float | None = SECONDS
    total: float | None = None  # seconds for all; what would begin later is left out
    gives_up: bool = False
    left_out: int = 0  # jobs that were not tried because the time was over
    given_up: dict[tuple[str, str], int] = field(default_factory=dict)  # and from which size on

    @property
    def bound(self) -> float | None:
        """Seconds that it takes at most; None where nothing bounds it."""
        if self.time_limit is None:
            return None
        longest = len(self.jobs) * self.time_limit
        return longest if self.total is None else min(longest, self.total + self.time_limit)

    def trials(self) -> Iterator[Trial]:
        """The trials, one by one as they end."""
        begin = time.perf_counter()
        planned = Counter((job.family, job.engine, job.size) for job in self.jobs)
        cut: Counter[tuple[str, str, int]] = Counter()
        warm: set[tuple[str, str]] = set()
        for number, job in enumerate(self.jobs):
            if job.size >= self.given_up.get((job.family, job.engine), job.size + 1):
                continue
            if self.total is not None and time.perf_counter() - begin > self.total:
                self.left_out = len(self.jobs) - number
                return
            loads_once = named_engine(job.engine)[0].text is None
            if loads_once and (job.engine, job.puzzle.kind) not in warm:
                warm.add((job.engine, job.puzzle.kind))
                small = from_id(KINDS[job.puzzle.kind].example)
                attempt(replace(job, puzzle=small, limit=1), WARMING)
            trial = attempt(job, self.time_limit)
            key = job.family, job.engine, job.size
            cut[key] += trial.cut
            if self.gives_up and 2 * cut[key] > planned[key]:
                self.given_up[job.family, job.engine] = job.size
            yield trial


@names_memory
def compare(
    puzzles: PuzzleLike | Iterable[PuzzleLike],
    *,
    engines: Sequence[str] | str | None = None,
    time_limit: float | None = SECONDS,
    runs: int = 1,
    seed: int = 1,
    memory_limit: int | None = None,
) -> Comparison:
    """Run engines on the same puzzles, and return a trial for each with its result and cost.

    `puzzles` is one or many, in any form that `solve` accepts; `engines` are names, with options
    if needed (default: the classics and the core). Each of the `runs` of an engine on a puzzle may
    use `time_limit` seconds (None: no limit) and `memory_limit` bytes, and gets the seed `seed`,
    `seed` + 1, and so on.

    >>> puzzle = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
    >>> for trial in compare(puzzle, engines="walk,walk:check=early,patterns"):
    ...     print(trial.job.engine, trial.result.status, trial.result.stats.nodes)
    walk unique 59
    walk:check=early unique 55
    patterns unique 1
    """
    several = [puzzles] if isinstance(puzzles, Puzzle | str | bytes) else puzzles
    if not isinstance(several, Iterable):
        raise PuzzleError(f"expected puzzles, ids or texts, found {not_text(puzzles)}")
    if engines is not None and (isinstance(engines, bytes) or not isinstance(engines, Sequence)):
        raise EngineError(f"expected the names of engines, found {shown(engines)}")
    if engines is None:
        names = installed(USUAL)[0]
    else:
        names = usable(split_engines(engines) if isinstance(engines, str) else engines)
    number = number_of(runs, "a number of runs", 1) or 1
    jobs = jobs_of(map(puzzle_of, several), names, runs=number, seed=seed_of(seed))
    limits = Limits.of(time_limit, memory_limit=memory_limit)
    with supervised(Limits(memory=limits.memory)):
        return Comparison(Patience(jobs, limits.seconds).trials())


def disagreements(trials: Iterable[Trial]) -> Iterator[str]:
    """A line for every puzzle of which two engines have proved different things."""
    said: dict[Puzzle, dict[Status, str]] = {}
    for trial in trials:
        if trial.result.status in (Status.UNIQUE, Status.MULTIPLE, Status.NONE):
            said.setdefault(trial.job.puzzle, {}).setdefault(trial.result.status, trial.job.engine)
    for puzzle, statuses in said.items():
        if len(statuses) > 1:
            answers = ", ".join(f"{engine} says {status}" for status, engine in statuses.items())
            yield f"{puzzle.name}: engines disagree: {answers}"
