"""What an engine is, and the run that carries its limits, options, counts and observer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from nonairo.errors import EngineError
from nonairo.grid import Cell, Grid, Place
from nonairo.kinds import KINDS, from_id
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.results import Counters

if TYPE_CHECKING:
    from random import Random

    from nonairo._core import RowsGrid, WalkGrid
    from nonairo.events import Change, Event
    from nonairo.native import Plan, Stream

# Solutions, each once. A None in between says only that some work was done: while an observer
# listens, engines give one at every node, so that a trace streams instead of piling up.
Search: TypeAlias = Iterator[Grid | None]


class Stuck(Exception):
    """An engine that does not guess has run out of deductions."""

    def __init__(self, grid: Grid) -> None:
        super().__init__("no further deduction")
        self.grid = grid


CROSSING_ONLY = "it has lines besides its rows and columns"


def crossing_lines(puzzle: Puzzle) -> str | None:
    """For engines that take every puzzle of rows and columns, and no others."""
    return CROSSING_ONLY if puzzle.more_lines else None


def no_reason(*_: object) -> str | None:
    """For engines that take every puzzle, or need nothing else installed."""
    return None


@dataclass(frozen=True, slots=True, repr=False)
class Engine:
    """A named algorithm that enumerates the solutions of a puzzle.

    When `search` ends, there are no further solutions: its end is the proof. If it cannot know, it
    raises `Stuck` or `LimitReached`.
    """

    name: str
    summary: str
    search: Callable[[Puzzle, Run], Search]
    complete: bool = True  # finds every solution, by search; False: deductions only
    refusal: Callable[[Puzzle], str | None] = no_reason  # why it does not take a puzzle, if so
    absent: Callable[[], str | None] = no_reason  # what has to be installed first, if anything
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the first is the default
    counters: tuple[str, ...] = ()
    traces: bool = False  # whether `search` tells an observer what it does (`Run.emit`)
    # The same engine in native code, for runs that nobody watches: it finds the same in the same
    # order and counts the same. None for puzzles that it does not take.
    twin: Callable[[Puzzle, Run], Search | None] | None = None
    # What a run with these options will need, in a line; None where that is nothing special.
    forecast: Callable[[Puzzle, Mapping[str, str]], str | None] | None = None
    # For engines in native code: what they need to know of a puzzle besides its givens, an object
    # that solves in one call; None for puzzles that they cannot hold.
    plan: Callable[[Puzzle], Plan | None] | None = None
    # The program of an engine that a user has written; its events name the lines.
    text: str | None = None

    def __repr__(self) -> str:
        return f"<Engine {self.name}: {self.summary}>"

    def start(self, puzzle: Puzzle, run: Run) -> Search:
        """Begin to list the solutions, in native code where there is a twin and nobody watches."""
        found = self.twin(puzzle, run) if self.twin is not None and run.observer is None else None
        if found is None:
            found = self.search(puzzle, run)
        run.budget.poll()  # native code looks at its clock for the first time after some work
        return found

    @property
    def kinds(self) -> tuple[str, ...] | None:
        """The kinds whose example it takes; None: all."""
        taken = [
            name for name, kind in KINDS.items() if self.refusal(from_id(kind.example)) is None
        ]
        return None if len(taken) == len(KINDS) else tuple(taken)

    def to_json(self) -> dict[str, object]:
        """Name, description and abilities as data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "kinds": "all" if self.kinds is None else list(self.kinds),
            "complete": self.complete,
            "options": {name: list(values) for name, values in self.options.items()},
            "counters": list(self.counters),
            "traces": self.traces,
        }


class Run:
    """One use of an engine: its budget, its options, its counters and its events."""

    __slots__ = (
        "_random",
        "_steps",
        "backtracks",
        "budget",
        "counters",
        "observer",
        "options",
        "poll",
        "proved",
        "remark",
        "seed",
        "spend",
    )

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        options: Mapping[str, str] | None = None,
        counters: tuple[str, ...] = (),
        seed: int | None = None,
        observer: Callable[[Event], None] | None = None,
    ) -> None:
        self.budget = budget or Budget()
        self.spend = self.budget.spend  # enter a state of the search
        self.poll = self.budget.poll  # a small piece of work in between
        self.options = dict(options or {})
        self.seed = 0 if seed is None else seed
        self._random: Random | None = None
        self.observer = observer
        self.backtracks = 0
        self.counters: Counters = dict.fromkeys(counters, 0)
        self.proved: Grid | None = None  # cells that every solution has, as far as known
        self.remark: str | None = None  # what has to be known of an answer, in a line
        self._steps = 0

    @property
    def random(self) -> Random:
        """The random numbers of an engine; the same for the same seed."""
        if self._random is None:
            from random import Random  # most runs need none

            self._random = Random(self.seed)
        return self._random

    def count(self, name: str, number: int = 1) -> None:
        """Add to a counter."""
        before = self.counters.get(name, 0)
        assert isinstance(before, int)
        self.counters[name] = before + number

    def took(self, name: str, seconds: float) -> None:
        """Add to a counter of seconds."""
        before = self.counters.get(name, 0)
        assert isinstance(before, int | float)
        self.counters[name] = round(before + seconds, 6)

    def note(self, name: str, number: int) -> None:
        """Append to a counter that is a list, such as the unknowns after each round."""
        numbers = self.counters.get(name)
        if isinstance(numbers, list):
            numbers.append(number)
        else:
            self.counters[name] = [number]

    def emit(
        self,
        kind: str,
        depth: int,
        place: Place | Cell | None = None,
        cells: tuple[Change, ...] = (),
        valid: bool | None = None,
        criterion: str | None = None,
        unknowns: int | None = None,
        values: tuple[int, int] | None = None,
        dropped: tuple[str, ...] = (),
        line: int | None = None,
    ) -> None:
        """Report an event. Engines ask `if run.observer` first, so that silence costs nothing."""
        if self.observer is not None:
            from nonairo.events import Event  # most runs are not observed

            self._steps += 1
            about = (place, cells, valid, criterion, unknowns, values, dropped, line)
            self.observer(Event(kind, self._steps, depth, *about))


def twin_search(grid: WalkGrid | RowsGrid, puzzle: Puzzle, run: Run) -> Search:
    """The solutions of an engine's native twin; the run has counted all whenever one comes."""
    budget, before = run.budget, run.budget.nodes
    seconds, nodes = budget.seconds_left(), budget.nodes_left()
    found: Stream = grid.search(puzzle.givens.cells, seconds, nodes, 0)

    def tally() -> None:
        budget.nodes, run.backtracks = before + found.nodes, found.backtracks
        run.counters |= found.counters()

    try:
        while (cells := found.next()) is not None:
            tally()
            yield Grid(puzzle.height, puzzle.width, cells)
    finally:
        tally()
    if found.outcome == "limit":
        raise budget.limits.reached(found.limit)


def parse_engine(name: str) -> tuple[str, dict[str, str]]:
    """The engine's name and its options: `walk:order=reading` -> walk, {order: reading}."""
    bare, _, written = name.partition(":")
    options: dict[str, str] = {}
    for part in written.split(",") if written else ():
        key, equals, value = part.partition("=")
        if not equals or not key.strip():
            raise EngineError(f"engine {name!r}: expected option=value, found {part!r}")
        if key.strip() in options:
            raise EngineError(f"engine {name!r}: expected {key.strip()!r} once, found it twice")
        options[key.strip()] = value.strip()
    return bare.strip(), options
