"""Explain a puzzle: solve it by the techniques of a person, and keep every step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf

from nonairo.errors import LimitReached, PuzzleError
from nonairo.grid import UNKNOWN, Grid, GridLike
from nonairo.limits import (
    NO_LIMITS,
    SUPPOSITIONS,
    Budget,
    Limits,
    number_of,
    poll_supervision,
    supervised,
)
from nonairo.line_sweeps import level_by_sweeps, sweep
from nonairo.memory import names_memory
from nonairo.plain import is_one_of, many, one_of
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.registry import html_of
from nonairo.results import differing, identity
from nonairo.rules import Runs
from nonairo.techniques import called, ladder_of
from nonairo.techniques.shared.core_ladders import core_ladder, spend_rounds
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.largest_first import LargestFirst
from nonairo.techniques.shared.levels import checked_level
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.solution import only_solution
from nonairo.techniques.shared.steps import Broken, Effects, Route, Step
from nonairo.techniques.shared.weights import Weights, checked_weights

PATHS = (  # which way to go where several lead on
    "easiest",  # always by the easiest step
    "shortest",  # in few steps, none of them harder than the easiest way asks for
)
UNSOLVED = {"none": "no solution", "limit": "limit reached"}  # the reasons in a sentence


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """The steps to the solution, as far as the techniques lead.

    >>> import nonairo as nn
    >>> found = nn.explain("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> found
    <Explanation solved, 18 steps, level 1>
    >>> print(found.steps[0])
    row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    grid: Grid  # what is known after the last step
    solved: bool
    reason: str | None = None  # why not solved: stuck, limit, or none (a rule is broken)
    broken: Broken | None = None  # the rule that is broken, when there is no solution
    limit: str | None = None  # which limit was reached, if that is the reason
    choices: tuple[int, ...] = field(default=(), repr=False)  # moves of that level, if counted

    def __repr__(self) -> str:
        end = "solved" if self.solved else self.reason
        return f"<Explanation {end}, {many(len(self.steps), 'step')}, level {self.level}>"

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __str__(self) -> str:
        """Return the numbered steps and how they end."""
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        lines += [f"no solution: {self.broken}"] if self.broken is not None else []
        return "\n".join([*lines, self.summary])

    @property
    def start(self) -> Grid:
        """Return the grid before the first step."""
        route = self.steps[0].route if self.steps else None
        return self.grid if route is None else route.start

    @property
    def summary(self) -> str:
        """Return one line about all steps."""
        end = "solved" if self.reason is None else UNSOLVED.get(self.reason, self.reason)
        if not self.steps:
            return "the grid is already solved" if self.solved else f"{end}: no step was made"
        steps = many(len(self.steps), "step")
        hardest = "" if self.hardest is None else f", hardest {called(self.hardest)}"
        return f"{end}: {steps}, level {self.level}{hardest}, score {self.score:g}"

    @property
    def level(self) -> int:
        """Return the level of the hardest step; for nonograms, sweeps count as in `grade`.

        The number of sweeps counts only where the puzzle is solved from its givens.
        """
        clues = all(type(rule) is Runs for rule in (*self.puzzle.row_rules, *self.puzzle.col_rules))
        whole = clues and self.solved and self.start == self.puzzle.givens
        hardest = self.hardest_level
        return level_by_sweeps(self.puzzle, hardest, sweep(self.puzzle)) if whole else hardest

    @property
    def hardest_level(self) -> int:
        """Return the level of the hardest step."""
        return max((step.level for step in self.steps), default=1)

    @property
    def hardest(self) -> str | None:
        """Return the hardest technique used; None if there is no step."""
        rank = {technique.id: k for k, technique in enumerate(ladder_of(self.puzzle))}
        return max((step.technique for step in self.steps), key=rank.__getitem__, default=None)

    @property
    def score(self) -> float:
        """Return the sum of the scores of all steps."""
        return round(sum(step.score for step in self.steps), 1)

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        return identity(self.puzzle) | {
            "solved": self.solved,
            "reason": self.reason,
            "limit": self.limit,
            "broken": None if self.broken is None else self.broken.to_json(),
            "grid": self.grid.cells,
            "level": self.level if self.solved else None,
            "hardest": self.hardest,
            "score": self.score,
            "steps": [step.to_json() for step in self.steps],
        }

    def _repr_html_(self) -> str:
        return html_of(self)


@names_memory
def explain(
    puzzle: PuzzleLike,
    *,
    max_level: int | None = None,
    path: str = PATHS[0],
    start: Grid | GridLike | None = None,
    time_limit: float | None = None,
    budget: int | None = SUPPOSITIONS,
    weights: Weights | None = None,
    memory_limit: int | None = None,
) -> Explanation:
    """Solve a puzzle as a person would, without guessing; name every step and its reason.

    `puzzle` is a Puzzle, its id or its text; `max_level` limits the techniques to those up to it.
    `path` is `easiest` (the easiest step comes first) or `shortest` (never more steps than that,
    and none harder than its hardest); `start` is the grid to start from (None: the givens).
    `budget` limits the number of suppositions, `time_limit` the seconds. At a limit, the steps so
    far are returned with the reason `limit`. `weights` are the scores of the techniques, and
    `memory_limit` is that of `solve`.

    >>> found = explain("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> found.solved, len(found.steps)
    (True, 18)
    >>> print(found.steps[0])
    row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1
    """
    puzzle = puzzle_of(puzzle)
    max_level, weights = checked_level(max_level), checked_weights(weights)
    if not is_one_of(path, PATHS):
        raise PuzzleError(one_of("a path", PATHS, path))
    limits = Limits.of(time_limit, memory_limit=memory_limit)
    suppositions = number_of(budget, "a budget", 0)
    begin = begun(puzzle, start)
    with supervised(limits):
        spent = Budget(Limits(nodes=suppositions))
        easiest = explained(puzzle, foot(puzzle, begin, max_level, spent, weights))
        if path == PATHS[0] or easiest.reason in ("limit", "none"):
            return easiest
        hurried = foot(puzzle, begin, easiest.hardest_level, spent, weights, climber=LargestFirst)
        return min(easiest, explained(puzzle, hurried), key=partial(_steps_to, easiest.grid))


@names_memory
def explain_puzzle(
    puzzle: Puzzle,
    limits: Limits = NO_LIMITS,
    *,
    max_level: int | None = None,
    budget: int | None = SUPPOSITIONS,
    weights: Weights | None = None,
    count_choices: bool = False,
) -> Explanation:
    """Explain a puzzle from its givens by the easiest steps, within `limits`."""
    with supervised(limits):
        spent = Budget(Limits(nodes=budget))
        climb = foot(puzzle, puzzle.givens, max_level, spent, weights, count_choices)
        return explained(puzzle, climb)


def _steps_to(end: Grid, explanation: Explanation) -> float:
    """How many steps lead there; endless if they do not, since a limit came first."""
    return len(explanation.steps) if explanation.grid == end else inf


def begun(puzzle: Puzzle, start: Grid | GridLike | None, called: str = "start") -> Grid:
    """Where an explanation begins: what somebody knows, and the givens.

    `called` is how they said it, for the message where both do not agree.
    """
    if start is None:
        return puzzle.givens
    begun = Grid.like(puzzle.givens, start, puzzle.symbols)
    wrong = differing(puzzle.givens, begun)
    if wrong:
        given, found = puzzle.givens[wrong[0]], begun[wrong[0]]
        raise PuzzleError(f"{called}: {wrong[0]}: the given is {given}, found {found}")
    return with_givens(puzzle, begun)


def with_givens(puzzle: Puzzle, grid: Grid) -> Grid:
    """The grid, with the givens wherever there are some."""
    given = puzzle.givens.cells
    if given.count(UNKNOWN) == len(given):
        return grid
    both = zip(given, grid.cells, strict=True)
    return replace(grid, cells="".join([own if one == UNKNOWN else one for one, own in both]))


def explained(puzzle: Puzzle, climb: Climb) -> Explanation:
    """All steps of a climb."""
    steps: list[Step] = []
    effects: list[Effects] = []
    route = Route(puzzle, climb.position.grid(), effects)
    reason = limit = None
    try:
        poll_supervision()
        for step in climb.steps():
            steps.append(settled(step, route, len(steps)))
            effects.append(step.effects)
    except LimitReached as reached:
        reason, limit = "limit", str(reached)
    broken = None
    try:
        poll_supervision()
        broken = climb.broken()
    except LimitReached as reached:  # not even that is known
        reason, limit = "limit", limit or str(reached)
    solved = not climb.position.blanks and broken is None and reason is None
    if not solved and reason is None:
        reason = "none" if broken else "stuck"
    return Explanation(
        puzzle,
        tuple(steps),
        climb.position.grid(),
        solved,
        "none" if broken else reason,
        broken,
        None if broken else limit,
        tuple(climb.choices),
    )


def settled(step: Step, route: Route, number: int) -> Step:
    """Store in a new step where it was made, and return it.

    It is not copied: that would take longer than to find an easy step.
    """
    object.__setattr__(step, "route", route)
    object.__setattr__(step, "number", number)
    return step


def _suppose(budget: Budget) -> None:
    """Count one supposition; raise LimitReached if that is one too many, and name it so."""
    try:
        budget.spend()
    except LimitReached as reached:
        most = budget.limits.nodes
        if reached.limit != "nodes" or most is None:
            raise
        message = f"the limit of {many(most, 'supposition')} was reached"
        raise LimitReached(message, reached.limit) from None


def foot(
    puzzle: Puzzle,
    grid: Grid,
    max_level: int | None,
    limits: Budget,
    weights: Weights | None = None,
    count_choices: bool = False,
    climber: type[Climb] = Climb,
) -> Climb:
    """Start to climb the ladder of techniques from a position."""
    ladder = ladder_of(puzzle)
    allowed = [rung for rung in ladder if max_level is None or rung.level <= max_level]
    return climber(
        Position(puzzle, grid),
        allowed,
        poll=partial(_suppose, limits),
        weights=weights,
        count_choices=count_choices,
        answer=partial(only_solution, limits=limits),
        late=lambda: limits.limits.nodes is not None and 2 * limits.nodes >= limits.limits.nodes,
    )


def level_needed(puzzle: Puzzle, max_level: int, limits: Budget) -> int | None:
    """Return the level of the hardest technique needed; None if those up to `max_level` do not do.

    The core answers where it knows all of these techniques.
    """
    level = level_by_core(puzzle, max_level, limits)
    if level is None:
        return foot(puzzle, puzzle.givens, max_level, limits).run_up()
    return level or None


def level_by_core(puzzle: Puzzle, max_level: int, limits: Budget) -> int | None:
    """Return the same from the core, 0 instead of None; None if it does not know the techniques."""
    known = core_ladder(puzzle, [rung for rung in ladder_of(puzzle) if rung.level <= max_level])
    if known is None:
        return None
    within = limits.seconds_left(), limits.nodes_left()
    level, rounds, limit = known.climb(puzzle.givens.cells, *within)
    spend_rounds(limits, rounds, limit)
    return level
