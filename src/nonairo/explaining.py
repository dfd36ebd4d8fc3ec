"""Climb the ladder and write down every step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import inf

from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.grid import UNKNOWN, Cell, Grid, GridLike, Place, Symbol
from nonairo.kinds import kind_of
from nonairo.limits import SUPPOSITIONS, Budget, number_of, seconds_of, supervised
from nonairo.mistakes import entered, needed_entries, refute_entry
from nonairo.plain import in_words, many, one_of, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.render.notebook import explanation_html, hint_html
from nonairo.results import Result, Status, Violation, differing, identity
from nonairo.solving import solve
from nonairo.techniques import ladder_of
from nonairo.techniques.base import Found
from nonairo.techniques.shared.climbing import Climb
from nonairo.techniques.shared.hurrying import Hurry
from nonairo.techniques.shared.levels import LEVELS, level_asked
from nonairo.techniques.shared.oracle import only_solution
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.route import Route
from nonairo.techniques.shared.steps import Broken, Effects, Step, excluded
from nonairo.techniques.shared.weights import Weights
from nonairo.wording import spell

PATHS = (  # which way to go where several lead on
    "easiest",  # always by the easiest step
    "shortest",  # in few steps, none of them harder than the easiest way asks for
)
ALL = 4  # the strength of a hint that tells everything
HUMAN_CASES = 16  # nobody lists more ways to finish a line than this


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """The way to the solution, as far as the techniques lead.

    >>> import nonairo as nn
    >>> told = nn.explain("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> told
    <Explanation solved, 18 steps, level 1>
    >>> print(told.steps[0])
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
        """The steps, numbered, and how it ends."""
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        lines += [f"no solution: {self.broken}"] if self.broken is not None else []
        return "\n".join([*lines, self.summary])

    @property
    def start(self) -> Grid:
        """What was known before the first step."""
        route = self.steps[0].route if self.steps else None
        return self.grid if route is None else route.start

    @property
    def summary(self) -> str:
        """One line about the whole way."""
        end = "solved" if self.solved else self.reason
        if not self.steps:
            return f"{end}: no step was made"
        steps = many(len(self.steps), "step")
        return f"{end}: {steps}, hardest level {self.level}, score {self.score:g}"

    @property
    def level(self) -> int:
        """The level of the hardest step."""
        return max((step.level for step in self.steps), default=1)

    @property
    def score(self) -> float:
        """What all steps cost together."""
        return round(sum(step.score for step in self.steps), 1)

    def to_json(self) -> dict[str, object]:
        """As data."""
        return identity(self.puzzle) | {
            "solved": self.solved,
            "reason": self.reason,
            "limit": self.limit,
            "broken": None if self.broken is None else self.broken.to_json(),
            "grid": self.grid.cells,
            "score": self.score,
            "steps": [step.to_json() for step in self.steps],
        }

    def _repr_html_(self) -> str:
        return explanation_html(self)


def explain(
    puzzle: PuzzleLike,
    max_level: int | None = None,
    *,
    path: str = PATHS[0],
    start: Grid | GridLike | None = None,
    time_limit: float | None = None,
    budget: int | None = SUPPOSITIONS,
    weights: Weights | None = None,
    memory_limit: int | None = None,
) -> Explanation:
    """Solve a puzzle as a person would: every step named, with its reason. Never guesses.

    `puzzle` is a Puzzle, its id or its text; with `max_level` only techniques up to it are used.
    `path` is `easiest` (the easiest step comes first) or `shortest` (never more steps than that,
    and none harder than its hardest); `start` is how far somebody is already (None: the givens).
    `budget` is how many things may be supposed on the way, `time_limit` for how many seconds; what
    is known then is given as it is, with the reason `limit`. `weights` are the techniques' prices,
    and `memory_limit` is that of `solve`.

    >>> from nonairo.kinds import from_id
    >>> told = explain(from_id("binairo:1..0../..00.1/.00..1/....../00.1../.1..00"))
    >>> told.solved, len(told.steps)
    (True, 18)
    >>> print(told.steps[0])
    row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1
    """
    puzzle = puzzle_of(puzzle)
    if memory_limit is not None:
        with supervised(memory_limit=memory_limit):
            return explain(
                puzzle, max_level, path=path, start=start, time_limit=time_limit, budget=budget,
                weights=weights,
            )  # fmt: skip
    max_level = level_asked(max_level)
    if path not in PATHS:
        raise PuzzleError(one_of("a path", PATHS, path))
    limits = Budget(time_limit, number_of(budget, "a budget", 0))
    begin = begun(puzzle, start)
    with supervised(limits.seconds_left()):  # also what has no budget of its own
        easiest = explained(puzzle, foot(puzzle, begin, max_level, limits, weights))
    if path == PATHS[0] or easiest.reason in ("limit", "none"):
        return easiest
    with supervised(limits.seconds_left()):
        hurried = foot(puzzle, begin, easiest.level, limits, weights, climber=Hurry)
        return min(easiest, explained(puzzle, hurried), key=partial(_steps_to, easiest.grid))


def _steps_to(end: Grid, told: Explanation) -> float:
    """How many steps lead there; endless if they do not, since a limit came first."""
    return len(told.steps) if told.grid == end else inf


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
    return _with_givens(puzzle, begun)


def _with_givens(puzzle: Puzzle, grid: Grid) -> Grid:
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
        for step in climb.steps():
            steps.append(_settled(step, route, len(steps)))
            effects.append(step.effects)
    except LimitReached as reached:
        reason, limit = "limit", str(reached)
    broken = None
    try:
        broken = climb.broken()
    except LimitReached as reached:  # not even that is known
        reason, limit = "limit", limit or str(reached)
    solved = not climb.position.blanks and broken is None
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


def _settled(step: Step, route: Route, number: int) -> Step:
    """The step, which knows now where it was made.

    Nobody else has it yet; and to copy it would take longer than to find an easy one.
    """
    object.__setattr__(step, "route", route)
    object.__setattr__(step, "number", number)
    return step


def foot(
    puzzle: Puzzle,
    grid: Grid,
    max_level: int | None,
    limits: Budget,
    weights: Weights | None = None,
    count_choices: bool = False,
    climber: type[Climb] = Climb,
) -> Climb:
    """The foot of the ladder."""
    if weights is not None and not isinstance(weights, Weights):
        raise PuzzleError(f"expected weights as Weights, found {shown(weights)}")
    ladder = ladder_of(puzzle)
    allowed = [rung for rung in ladder if max_level is None or rung.level <= max_level]

    return climber(
        Position(puzzle, grid),
        allowed,
        poll=limits.spend,
        weights=weights,
        count_choices=count_choices,
        answer=partial(only_solution, limits=limits),
    )


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """The next thing to know: a step, or what is wrong. A weaker hint says less of it.

    Strength 1 tells where to look, 2 also the technique, 3 also the premises (cells, or a clue that
    is enough by itself), 4 all. Of a mistake, 1 tells that there are some, 2 in which lines, 3 in
    which cells, 4 also why: the step that leads from the givens and one of them to a broken rule.

    >>> import nonairo as nn
    >>> told = nn.hint("binairo:1..0../..00.1/.00..1/....../00.1../.1..00", strength=2)
    >>> told.kind, told.text, told.technique
    ('step', 'look at row 2: pair', 'pair')
    """

    kind: str  # step, mistake, multiple, none, solved, stuck or limit
    strength: int
    text: str
    places: tuple[Place, ...] = ()
    technique: str | None = None
    cells: tuple[Cell, ...] = ()  # premises, mistakes, or where two solutions differ
    effects: tuple[tuple[Cell, Symbol], ...] = ()
    step: Step | None = None
    solutions: tuple[Grid, ...] = ()  # two of them, when there are several
    puzzle: Puzzle | None = field(default=None, compare=False)  # whose hint it is,
    grid: Grid | None = field(default=None, compare=False)  # and from which position

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hint {self.kind}, strength {self.strength}: {self.text}>"

    def to_json(self) -> dict[str, object]:
        """As data."""
        return {
            "kind": self.kind,
            "strength": self.strength,
            "text": self.text,
            "places": [list(place) for place in self.places],
            "technique": self.technique,
            "cells": [list(cell) for cell in self.cells],
            "effects": [[*cell, symbol] for cell, symbol in self.effects],
            "step": None if self.step is None else self.step.to_json(),
            "solutions": [grid.cells for grid in self.solutions],
        }

    def _repr_html_(self) -> str:
        return hint_html(self)


def hint(
    puzzle: PuzzleLike,
    grid: Grid | GridLike | None = None,
    strength: int = 4,
    *,
    time_limit: float | None = None,
    budget: int | None = SUPPOSITIONS,
    memory_limit: int | None = None,
) -> Hint:
    """The next easiest step from a position, or what is wrong with it.

    `grid` is how far somebody is: a Grid, its text, nested lists or an array (None: the givens).
    `strength` 1 tells where to look, 2 also the technique, 3 also the premises, 4 all.
    `time_limit`, `budget` and `memory_limit` are those of `explain`.

    >>> from nonairo.kinds import from_id
    >>> puzzle = from_id("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> for strength in (1, 2, 3, 4):
    ...     print(hint(puzzle, strength=strength))
    look at row 2
    look at row 2: pair
    look at row 2: pair, from r2c3 and r2c4
    row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1
    >>> print(hint(puzzle, "1..0../.000.1/.00..1/....../00.1../.1..00", strength=3))
    there is one mistake: r2c2
    """
    if whole(strength) not in (1, 2, 3, 4):
        raise PuzzleError(f"expected a strength of 1 to 4, found {shown(strength)}")
    puzzle = puzzle_of(puzzle)
    given = puzzle.givens
    position = given if grid is None else Grid.like(given, grid, puzzle.symbols)
    budget = number_of(budget, "a budget", 0)
    try:
        with supervised(time_limit, memory_limit=memory_limit):
            told = _hint(puzzle, position, strength, seconds_of(time_limit), budget)
    except LimitReached as reached:  # in what has no budget of its own
        told = Hint("limit", strength, f"no step was found: {reached}")
    return replace(told, puzzle=puzzle, grid=position)


def _hint(
    puzzle: Puzzle, position: Grid, strength: int, time_limit: float | None, budget: int | None
) -> Hint:
    limits = Budget(time_limit=time_limit, node_limit=budget)
    answer = _answer(puzzle, time_limit)
    if answer.status is Status.NONE:
        return Hint("none", strength, f"the puzzle has no solution{_because(answer)}")
    if answer.status is not Status.UNIQUE and (seen := check(puzzle, position)):
        return _broken(seen, strength)
    if answer.status is Status.MULTIPLE:
        needed = needed_entries(puzzle, position, limits.seconds_left())
        if needed:
            return _together(puzzle, position, needed, strength, limits)
        return _ambiguous(answer.solutions, strength)
    if answer.solution is None or answer.status is not Status.UNIQUE:
        _answer.cache_clear()  # another time may be luckier
        return Hint(
            "limit", strength, f"it is not known whether there is one solution{_because(answer)}"
        )
    wrong = tuple(differing(position, answer.solution))
    if wrong:
        told = _mistakes(wrong, strength)
        if strength < ALL:
            return told
        changed = [each.message for each in check(puzzle, position) if each.rule == "given"]
        if changed:
            return replace(told, text=f"{told.text} ({'; '.join(changed)})")
        return _why_wrong(puzzle, position, told, wrong, limits)
    if position.full:
        return Hint("solved", strength, "the puzzle is solved")
    position = _with_givens(puzzle, position)
    return _next(puzzle, position, strength, limits)


@lru_cache(maxsize=32)
def _answer(puzzle: Puzzle, time_limit: float | None) -> Result:
    """The answer of the search solver, kept: people ask for many hints on one puzzle."""
    return solve(puzzle, time_limit=time_limit)


def _because(answer: Result) -> str:
    return f": {answer.reason}" if answer.reason else ""


def _mistakes(wrong: tuple[Cell, ...], strength: int) -> Hint:
    number = len(wrong)
    text = f"there {'is' if number == 1 else 'are'} {in_words(number, 'mistake')}"
    rows = tuple(Place("row", row) for row in sorted({cell.row for cell in wrong}))
    if strength == 1:
        return Hint("mistake", strength, text)
    if strength == 2:
        return Hint("mistake", strength, f"{text}, in {', '.join(map(str, rows))}", rows)
    return Hint("mistake", strength, f"{text}: {spell(wrong)}", rows, cells=wrong)


def _why_wrong(
    puzzle: Puzzle,
    grid: Grid,
    told: Hint,
    wrong: Sequence[Cell],
    limits: Budget,
    known: Sequence[Cell] = (),
) -> Hint:
    """A mistake with its reason: from the givens (and entries that are known) to a broken rule."""
    entries = [(cell, symbol) for cell, symbol in entered(puzzle, grid) if cell in wrong]
    start = puzzle.givens.fill({cell: grid[cell] for cell in known})
    try:
        found = refute_entry(foot(puzzle, start, None, limits), entries, known)
    except LimitReached as reached:
        return replace(told, text=f"{told.text} (no reason was found: {reached})")
    if found is None:
        return replace(told, text=f"{told.text} (no technique tells why)")
    step = _settled(found.step, Route(puzzle, found.before), 0)
    why = f"{step.text[0].upper()}{step.text[1:]}"
    # What is entered may be wrong, so it is not looked at, and the story may find something else.
    written = [each for chain in step.chains for each in chain.written]
    if any(grid[cell] not in (UNKNOWN, symbol) for cell, symbol in written):
        why = f"{'With these' if known else 'By the givens'} alone: {step.text}"
    return replace(told, text=f"{told.text}. {why}", step=step)


def _broken(seen: list[Violation], strength: int) -> Hint:
    """A mistake that shows without the solution: a rule is broken, or a given changed."""
    first, text = seen[0], "there is a mistake"
    where = first.place if isinstance(first.place, Place) else Place("row", first.place.row)
    if strength == 1:
        return Hint("mistake", strength, text)
    if strength == 2:
        return Hint("mistake", strength, f"{text}, in {where}", (where,))
    return Hint("mistake", strength, f"{text}: {first.message}", (where,), cells=first.cells)


def _together(
    puzzle: Puzzle, grid: Grid, entries: tuple[Cell, ...], strength: int, limits: Budget
) -> Hint:
    """Entries of which some must be wrong, though each of them alone might be right."""
    text = "there is a mistake"
    rows = tuple(Place("row", row) for row in sorted({cell.row for cell in entries}))
    if strength == 1:
        return Hint("mistake", strength, text)
    if strength == 2:
        return Hint("mistake", strength, f"{text}, in {', '.join(map(str, rows))}", rows)
    together = {1: "cannot be right", 2: "cannot both be right"}.get(
        len(entries), "cannot all be right"
    )
    told = Hint("mistake", strength, f"{text}: {spell(entries)} {together}", rows, cells=entries)
    *known, last = entries
    return told if strength < ALL else _why_wrong(puzzle, grid, told, [last], limits, known)


def _ambiguous(solutions: list[Grid], strength: int) -> Hint:
    differ = tuple(differing(*solutions[:2]))
    text = f"the puzzle has several solutions; two of them differ in {spell(differ)}"
    return Hint("multiple", strength, text, cells=differ, solutions=tuple(solutions[:2]))


def _next(puzzle: Puzzle, grid: Grid, strength: int, limits: Budget) -> Hint:
    """The easiest step from a position without mistakes, as far as the strength tells."""

    def human(found: Found) -> bool:
        return found.move.numbers.get("cases", 0) <= HUMAN_CASES

    try:
        with supervised(limits.seconds_left()):
            climb = foot(puzzle, grid, LEVELS[-1], limits)
            step = climb.next_step(human) or climb.next_step()
            before: list[Step] = []
            while step is not None and not step.effects:  # what it excludes nobody can fill in
                before.append(step)
                climb.apply(step)
                step = climb.next_step(human) or climb.next_step()
            step = step or foot(puzzle, grid, None, limits).next_step()  # cases are for the last
    except LimitReached as reached:
        return Hint("limit", strength, f"no step was found: {reached}")
    if step is None:
        return Hint("stuck", strength, "no technique helps here, not even cases")
    step = _settled(step, Route(puzzle, grid), 0)
    before = _leading_to(step, before)
    in_order = [place for each in (*before, step) for place in _looked_at(each)]
    places = tuple(dict.fromkeys(in_order))
    look = f"look at {' and '.join(map(str, places))}"
    if strength == 1:
        return Hint("step", 1, look, places)
    if strength == 2:
        return Hint("step", 2, f"{look}: {step.name}", places, step.technique)
    if strength == 3:
        return Hint(
            "step",
            3,
            f"{look}: {step.name}{_from(puzzle, step)}",
            places,
            step.technique,
            step.premises,
        )
    text = ". Then ".join(map(str, (*before, step)))
    return Hint("step", 4, text, places, step.technique, step.premises, step.effects, step)


def _leading_to(step: Step, before: Sequence[Step]) -> list[Step]:
    """Those of the steps before that exclude what a step looks at, or what they look at."""
    needed, leading = {*step.barred}, list[Step]()
    for earlier in reversed(before):
        if not needed.isdisjoint(earlier.excludes):
            needed |= {*earlier.barred}
            leading.append(earlier)
    return leading[::-1]


def _looked_at(step: Step) -> tuple[Place, ...]:
    """The lines of a step; those of the cell that it supposes something of."""
    if step.place is not None:
        return step.place, *step.others
    cell = step.chains[0].assumed[0]
    return Place("row", cell.row), Place("column", cell.col)


def _from(puzzle: Puzzle, step: Step) -> str:
    """What a step is drawn from: what cells are not, and cells; or a supposition; or the clue."""
    barred = f", as {excluded(step.barred, step.words)}" if step.barred else ""
    if step.premises:
        return f"{barred}, from {spell(step.premises)}"
    if barred:
        return barred
    if step.place is None:
        return f", supposing a value of {step.chains[0].assumed[0]}"
    clue = " ".join(kind_of(puzzle).label(puzzle.rule(step.place)))
    return f", from {f'its clue {clue}' if clue else 'the rules'} alone"
