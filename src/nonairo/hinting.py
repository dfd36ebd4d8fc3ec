"""Give a hint: the next step from a position, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.explaining import foot, settled, with_givens
from nonairo.grid import UNKNOWN, Cell, Grid, GridLike, Place, Shape, Symbol
from nonairo.kinds import kind_of
from nonairo.limits import SUPPOSITIONS, Budget, Limits, number_of, supervised
from nonairo.memory import names_memory
from nonairo.mistakes import needed_entries, refute_entry
from nonairo.plain import in_words, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.registry import html_of
from nonairo.results import Status, Violation, differing
from nonairo.sentence_words import givens_changed, listed, sentence, some, spell
from nonairo.solving import solve
from nonairo.techniques.base import Found
from nonairo.techniques.shared.levels import LEVELS
from nonairo.techniques.shared.signs import signs_behind, spell_signs
from nonairo.techniques.shared.steps import INDENT, Route, Step, excluded

ALL = 4  # the strength of a hint that says everything
BY_GIVENS = "By the givens alone"  # what the reason of a mistake rests on
APART = "Apart from the other mistakes"
WITH_THESE = "With these alone"
MOST_LINES = 30  # below the first line of a reason
HUMAN_CASES = 16  # nobody lists more ways to finish a line than this


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """The next step, or a mistake. A weaker hint says less about it.

    Strength 1 says where to look, 2 adds the technique, 3 the premises (cells, or a clue that is
    enough by itself), 4 the whole step. For mistakes, 1 says how many there are, 2 in which lines,
    3 in which cells, and 4 why: a step that leads from the right entries and one wrong entry to a
    broken rule.

    >>> import nonairo as nn
    >>> found = nn.hint("binairo:1..0../..00.1/.00..1/....../00.1../.1..00", strength=2)
    >>> found.kind, found.text, found.technique
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
    puzzle: Puzzle | None = field(default=None, compare=False)  # the puzzle that it is for
    grid: Grid | None = field(default=None, compare=False)  # the position that it starts from

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Hint {self.kind}, strength {self.strength}: {self.text}>"

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
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
        return html_of(self)


@names_memory
def hint(
    puzzle: PuzzleLike,
    grid: Grid | GridLike | None = None,
    *,
    strength: int = 4,
    time_limit: float | None = None,
    budget: int | None = SUPPOSITIONS,
    memory_limit: int | None = None,
    by_givens: bool = False,
) -> Hint:
    """Return the easiest next step from a position, or a mistake in it.

    `grid` is the grid so far: a Grid, its text, nested lists or an array (None: the givens).
    `strength` 1 says where to look, 2 adds the technique, 3 the premises, 4 the whole step.
    `time_limit`, `budget` and `memory_limit` are those of `explain`. The reason why an entry is
    wrong uses the entries that are right; with `by_givens` it uses the givens alone.

    >>> puzzle = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
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
    suppositions = number_of(budget, "a budget", 0)
    limits = Limits.of(time_limit, memory_limit=memory_limit)
    try:
        with supervised(limits):
            found = _hint(
                puzzle, position, strength, limits, Budget(Limits(nodes=suppositions)), by_givens
            )
    except LimitReached as reached:  # in what has no budget of its own
        found = Hint("limit", strength, f"no step was found: {reached}")
    return replace(found, puzzle=puzzle, grid=position)


def _hint(
    puzzle: Puzzle, position: Grid, strength: int, limits: Limits, budget: Budget, by_givens: bool
) -> Hint:
    budget.poll()
    answer = _solved(puzzle, limits)
    if answer.status is Status.NONE:
        return Hint("none", strength, f"the puzzle has no solution{_because(answer)}")
    if answer.status is not Status.UNIQUE and (seen := check(puzzle, position)):
        return _broken(seen, strength)
    if answer.status is Status.MULTIPLE:
        needed = needed_entries(puzzle, position, budget.left())
        if needed:
            return _together(puzzle, position, needed, strength, budget)
        return _ambiguous(answer.solutions, strength)
    if answer.status is not Status.UNIQUE:
        _solved.cache_clear()  # another time may be luckier
        return Hint(
            "limit", strength, f"it is unknown whether there is one solution{_because(answer)}"
        )
    wrong = tuple(differing(position, answer.solutions[0]))
    if wrong:
        mistake = _mistakes(wrong, strength)
        if strength < ALL:
            return mistake
        givens = puzzle.givens
        changed = [cell for cell in wrong if givens[cell] != UNKNOWN]
        if changed:
            what = _changed(changed, len(wrong) - len(changed), givens, position)
            return replace(mistake, text=f"{mistake.text.partition(':')[0]}: {what}")
        right = with_givens(puzzle, position.fill(dict.fromkeys(wrong, UNKNOWN)))
        start = puzzle.givens if by_givens else right
        apart = BY_GIVENS if by_givens else APART if len(wrong) > 1 else ""
        return _why_wrong(puzzle, position, mistake, wrong, budget, start, apart)
    if position.full:
        return Hint("solved", strength, "the puzzle is solved")
    return _next(puzzle, with_givens(puzzle, position), strength, budget)


class Solved(NamedTuple):
    """What a hint needs of a Result, in a form that cannot change while it is cached."""

    status: Status
    solutions: tuple[Grid, ...]
    reason: str | None


@lru_cache(maxsize=32)
def _solved(puzzle: Puzzle, limits: Limits) -> Solved:
    """Return what the search found, from a cache: people ask for many hints on one puzzle."""
    result = solve(puzzle, limits=limits)
    return Solved(result.status, tuple(result.solutions), result.reason)


def _because(answer: Solved) -> str:
    return f": {answer.reason}" if answer.reason else ""


def _mistake(
    strength: int, text: str, what: str, places: tuple[Place, ...], cells: tuple[Cell, ...]
) -> Hint:
    """That something is wrong; from strength 2 on in which lines, and from 3 on what it is."""
    if strength == 1:
        return Hint("mistake", strength, text)
    if strength == 2:
        return Hint("mistake", strength, f"{text}, in {', '.join(map(str, places))}", places)
    return Hint("mistake", strength, f"{text}: {what}", places, cells=cells)


def _rows_of(cells: Sequence[Cell]) -> tuple[Place, ...]:
    return tuple(Place("row", row) for row in sorted({cell.row for cell in cells}))


def _mistakes(wrong: tuple[Cell, ...], strength: int) -> Hint:
    number = len(wrong)
    text = f"there {'is' if number == 1 else 'are'} {in_words(number, 'mistake')}"
    return _mistake(strength, text, some(wrong), _rows_of(wrong), wrong)


def _changed(changed: Sequence[Cell], others: int, givens: Grid, position: Grid) -> str:
    """What to say of givens that were changed, and of so many other entries that are wrong."""
    if len(changed) == 1:
        (cell,) = changed
        said = f"{cell} is given as {givens[cell]}, but you have {position[cell]}"
    else:
        said = givens_changed(changed)
    if not others:
        return said
    are = "is" if others == 1 else "are"
    return f"{said}; {in_words(others, 'other entry', 'other entries')} {are} wrong"


def _why_wrong(
    puzzle: Puzzle,
    grid: Grid,
    mistake: Hint,
    wrong: Sequence[Cell],
    budget: Budget,
    start: Grid,
    apart: str,
) -> Hint:
    """A mistake with its reason: from `start`, where nothing is wrong, to a broken rule.

    `apart` is said first where the reason fills in a cell that has another entry.
    """
    entries = [(cell, grid[cell]) for cell in wrong if puzzle.givens[cell] == UNKNOWN]
    try:
        step = refute_entry(foot(puzzle, start, None, budget), entries)
    except LimitReached as reached:
        return replace(mistake, text=f"{mistake.text} (no reason was found: {reached})")
    if step is None:
        return replace(mistake, text=f"{mistake.text} (no technique explains why)")
    step = settled(step, Route(puzzle, start), 0)
    text = short_enough(step.text)
    why = sentence(text)
    written = [each for chain in step.chains for each in chain.written]
    if apart == BY_GIVENS or any(grid[cell] not in (UNKNOWN, symbol) for cell, symbol in written):
        why = f"{apart}: {text}" if apart else why
    return replace(mistake, text=f"{mistake.text}. {why}", step=step)


def short_enough(text: str) -> str:
    """The reason of a mistake, or only its first line: nobody reads hundreds of lines.

    The step of the hint has all of them.
    """
    first, *below = text.split("\n")
    if len(below) <= MOST_LINES:
        return text
    long = f"the {len(below):,} lines of the reason are too long for a hint"
    return f"{first}\n{INDENT}{long}"


def _broken(seen: list[Violation], strength: int) -> Hint:
    """A mistake that shows without the solution: a rule is broken, or a given changed."""
    first = seen[0]
    where = first.place if isinstance(first.place, Place) else Place("row", first.place.row)
    return _mistake(strength, "there is a mistake", first.message, (where,), first.cells)


def _together(
    puzzle: Puzzle, grid: Grid, entries: tuple[Cell, ...], strength: int, budget: Budget
) -> Hint:
    """Entries of which some must be wrong, though each of them alone might be right."""
    all_right = {1: "be right", 2: "both be right"}.get(len(entries), "all be right")
    what = f"{spell(entries)} cannot {all_right}"
    mistake = _mistake(strength, "there is a mistake", what, _rows_of(entries), entries)
    *known, last = entries
    if strength < ALL:
        return mistake
    start = puzzle.givens.fill({cell: grid[cell] for cell in known})
    return _why_wrong(puzzle, grid, mistake, [last], budget, start, WITH_THESE)


def _ambiguous(solutions: Sequence[Grid], strength: int) -> Hint:
    differ = tuple(differing(*solutions[:2]))
    text = f"the puzzle has several solutions; two of them differ in {some(differ)}"
    return Hint("multiple", strength, text, cells=differ, solutions=tuple(solutions[:2]))


def _next(puzzle: Puzzle, grid: Grid, strength: int, budget: Budget) -> Hint:
    """The easiest step from a position without mistakes, as far as the strength says."""

    def human(found: Found) -> bool:
        return found.move.numbers.get("cases", 0) <= HUMAN_CASES

    try:
        climb = foot(puzzle, grid, LEVELS[-1], budget)
        step = climb.next_step(human) or climb.next_step()
        before: list[Step] = []
        while step is not None and not step.effects:  # what it excludes nobody can fill in
            before.append(step)
            climb.apply(step)
            step = climb.next_step(human) or climb.next_step()
        step = step or foot(puzzle, grid, None, budget).next_step()  # cases are for the last
    except LimitReached as reached:
        return Hint("limit", strength, f"no step was found: {reached}")
    if step is None:
        return Hint("stuck", strength, "no technique applies here, not even cases")
    step = settled(step, Route(puzzle, grid), 0)
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
    cell = step.supposes
    shapes = sorted(line for line in step.lines if isinstance(line, Shape) and cell in line.cells)
    if shapes and all(isinstance(line, Shape) for line in step.lines):
        return tuple(shapes[:2])  # rows and columns say nothing here
    return Place("row", cell.row), Place("column", cell.col)


def _from(puzzle: Puzzle, step: Step) -> str:
    """What a step is drawn from: what cells are not; cells, signs and clues; or a supposition."""
    barred = f", as {excluded(step.barred, step.words)}" if step.barred else ""
    drawn = [spell(step.premises)] if step.premises else []
    grid = step.route.before(step.number) if step.route else puzzle.givens
    if signs := signs_behind(puzzle, grid, step):
        drawn.append(f"the {'sign' if len(signs) == 1 else 'signs'} {spell_signs(signs)}")
    if step.place is None:
        return f", from {listed(drawn)}" if drawn else f", supposing a value of {step.supposes}"
    clues = list(filter(None, (_label(puzzle, place) for place in (step.place, *step.others))))
    if clues and step.others:
        drawn.append(f"their clues {listed(clues)}")
    if drawn or barred:
        return f"{barred}, from {listed(drawn)}" if drawn else barred
    return f", from {f'its clue {clues[0]}' if clues else 'the rules'} alone"


def _label(puzzle: Puzzle, place: Place) -> str:
    """The clue of a line, as it is printed."""
    return " ".join(kind_of(puzzle).label(puzzle.rule(place)))
