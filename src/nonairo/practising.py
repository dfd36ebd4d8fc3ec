"""Positions to practise a technique: the easiest step in each uses that technique.

Random puzzles are explained, and the technique is searched for in their steps, because each step of
an explanation is the easiest one. A rare technique is searched for in puzzles where it is most
frequent, and finally in rotated and mirrored copies of its own samples.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonairo import native
from nonairo.errors import ArgumentError, LimitReached, PuzzleError
from nonairo.explaining import foot
from nonairo.generating.any_kind import generate
from nonairo.generating.boards.digging import dig
from nonairo.generating.boards.full_boards import draw_board
from nonairo.generating.pictures.drawing import ROUGHEST
from nonairo.generating.pictures.random_puzzles import Recipe, draw_answer
from nonairo.generating.pictures.task import PictureTask
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import Size, check_kind_has, seed_of, size_of
from nonairo.grading import level_alone
from nonairo.grid import UNKNOWN, Grid
from nonairo.hinting import HUMAN_CASES
from nonairo.kinds import KINDS, from_id, named_kind
from nonairo.kinds.base import Kind
from nonairo.limits import Budget, Limits, number_of, supervised
from nonairo.memory import names_memory
from nonairo.plain import brief, many, one_of
from nonairo.puzzle import Puzzle
from nonairo.registry import html_of
from nonairo.results import Status, identity
from nonairo.rules import Balanced
from nonairo.solving import solve
from nonairo.symmetry import images
from nonairo.techniques import TECHNIQUES, Technique, ladder_of, named_technique
from nonairo.techniques.base import NO_SUPPOSING
from nonairo.techniques.shared.case_search import Splitter
from nonairo.techniques.shared.levels import LEVELS, checked_level
from nonairo.techniques.shared.position import rule_of
from nonairo.techniques.shared.steps import Route, Step

MEDIUM = 3  # the level up to which a board is dug as far as single lines go
BUDGET = 20_000  # puzzles that are drawn for one position
MOST_POSITIONS = 10_000  # at a time: all are kept, to find those that are equal
SAMPLES_AFTER = 4_000  # of which so many are tried before the technique's samples are
NODES = 20_000  # of the search that decides whether a drawn puzzle is unique
SUPPOSITIONS = 20_000  # of one walk
SIDES = {"binairo": (6, 8, 10), "nonogram": (8, 10, 12), "trinairo": (6,)}
OTHER_SIDES = (5, 6, 7)
RARE_SIDES: dict[tuple[str, str], tuple[int, ...]] = {  # where a technique is least rare;
    ("binairo", "twin_line"): (6,),
    ("binairo", "twin_cases"): (6,),
    ("binairo", "cases"): (12,),
    ("trinairo", "dead_end"): (9,),
    ("kakurasu", "line_cases"): (8,),
    ("kakurasu", "cases"): (8,),
    ("nonogram", "both_ways"): (),  # nowhere: its samples must do
    ("nonogram", "cases"): (),
    ("kakurasu", "both_ways"): (),
    ("kakurasu", "long_dead_end"): (),
    **dict.fromkeys(
        [("nonogram", name) for name in ("split", "grow", "punctuate", "line_cases")], (15, 20)
    ),
}
ANY_SHARE = 35, 31  # per cent that are filled: from, and how many more
SHARES = {"nonogram": (45, 8)}  # of hard puzzles
HARDENED = {("nonogram", "long_dead_end"): 10}  # made for level 7, of this side
SIGNS = 0.3  # the share of neighbours with a sign, where that is what a technique is about
NEVER_SEEN = {  # three symbols: either one way is left or too many
    ("trinairo", name) for name in ("only_way", "few_ways", "line_cases", "both_ways", "cases")
}
NEED_TWINS = ("twin_line", "twin_cases")  # of lines that must differ


@dataclass(frozen=True, slots=True, repr=False)
class Exercise:
    """A position, and the step to find in it.

    >>> import nonairo as nn
    >>> (exercise,) = nn.practise("pair", "binairo", size=6, seed=1)
    >>> exercise.step.name, exercise.grid == exercise.puzzle.givens
    ('pair', True)
    """

    puzzle: Puzzle
    grid: Grid
    step: Step

    def __repr__(self) -> str:
        return f"<Exercise {self.step.name} in {self.puzzle} at {'/'.join(self.grid.rows())}>"

    def __str__(self) -> str:
        return f"{self.puzzle} --state {'/'.join(self.grid.rows())}"

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        return identity(self.puzzle) | {
            "technique": self.step.technique,
            "level": self.step.level,
            "grid": self.grid.cells,
            "step": self.step.to_json(),
        }

    def _repr_html_(self) -> str:
        return html_of(self.step)


@names_memory
def practise(
    technique: str,
    kind: str | None = None,
    *,
    size: Size | None = None,
    level: int | None = None,
    count: int = 1,
    seed: int | None = None,
    budget: int | None = BUDGET,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> list[Exercise]:
    """Return positions whose easiest step uses a technique; the same for the same seed.

    `technique` is a name of `nn.TECHNIQUES`; `kind` is a kind that has it (None: the first one),
    `size` is as for `generate`, `level` is that of the whole puzzle, `count` the number of
    positions, and `seed` a number (None: random). Raises LimitReached after `budget` puzzles for
    one position, after `time_limit` seconds, or if `memory_limit` bytes are not enough.

    >>> import nonairo as nn
    >>> (exercise,) = practise("sandwich", size=6, seed=1)
    >>> exercise.step.technique, nn.hint(exercise.puzzle, exercise.grid).technique
    ('sandwich', 'sandwich')
    """
    limits = Limits.of(time_limit, memory_limit=memory_limit)
    with supervised(limits):
        return list(exercises(technique, kind, size, level, count, seed, budget, limits))


def exercises(
    technique: str,
    kind: str | None,
    size: object,
    level: int | None,
    count: int,
    seed: int | None,
    budget: int | None,
    limits: Limits,
) -> Iterator[Exercise]:
    """Yield what `practise` returns, as it is found."""
    wanted = named_technique(technique)
    if wanted is None:
        raise PuzzleError(one_of("a technique", TECHNIQUES, technique, "techniques"))
    if wanted.last_resort:
        raise PuzzleError(
            f"{wanted.called} is never the easiest step: it is for the hardest puzzles"
        )
    chosen = _kind_for(wanted, kind)
    number = number_of(count, "a count", 1) or 1
    if number > MOST_POSITIONS:
        raise ArgumentError("count", f": expected at most {MOST_POSITIONS:,}, found {brief(count)}")
    sides = None if size is None else size_of(size)
    level = checked_level(level)
    if level is not None:
        check_kind_has(level, from_id(chosen.example))
        if level < wanted.level:
            raise PuzzleError(f"{wanted.called} has level {wanted.level}, above {level}")
    draws, running = Draws(seed_of(seed)), Budget(limits)
    seen: set[tuple[object, ...]] = set()
    while len(seen) < number:
        own = running.child(number_of(budget, "a budget", 1))
        for found in _exercises(wanted, chosen, sides, level, draws.fork(), own):
            key = found.puzzle, found.grid.cells
            if key not in seen:
                seen.add(key)
                yield found
                break


def kinds_with(technique: Technique) -> list[Kind]:
    """Return the kinds in whose ladder a technique is."""
    examples = [(kind, from_id(kind.example)) for kind in KINDS.values()]
    return [
        kind
        for kind, puzzle in examples
        if not technique.last_resort
        and (kind.marked is not None if technique.signs else technique in ladder_of(puzzle))
        and (puzzle.distinct or technique.id not in NEED_TWINS)
        and (kind.name, technique.id) not in NEVER_SEEN
    ]


def _kind_for(technique: Technique, kind: str | None) -> Kind:
    having = kinds_with(technique)
    if kind is None:
        return having[0] if having else next(iter(KINDS.values()))
    named = named_kind(kind) if isinstance(kind, str) else None
    if named is None:
        raise PuzzleError(one_of("a kind", KINDS, kind))
    chosen = named[0]
    if chosen not in having:
        others = " and ".join(each.name for each in having) or "no kind"
        raise PuzzleError(f"{technique.called} is a technique of {others}, not of {chosen.name}")
    return chosen


def _exercises(
    technique: Technique,
    kind: Kind,
    sides: tuple[int, int] | None,
    level: int | None,
    draws: Draws,
    limits: Budget,
) -> Iterator[Exercise]:
    """Yield positions, from puzzles drawn one after the other; raises LimitReached."""
    exercise = kind.name, technique.id
    choice = RARE_SIDES.get(exercise, SIDES.get(kind.name, OTHER_SIDES))
    drawn = kind in kinds_with(technique)
    if sides is not None:
        choice = (0,)  # which is not looked at
    tried = 0
    try:
        while True:
            free = sides is None and level is None
            if free and (tried == SAMPLES_AFTER or not drawn or not choice):
                yield from _of_samples(technique, kind if drawn else None, draws)
            if not drawn or not choice:
                raise LimitReached("only its samples, rotated and mirrored, exist", "samples")
            limits.spend()
            tried += 1
            side = -(-choice[draws.below(len(choice))] // kind.unit) * kind.unit
            size = sides or (side, side)
            if sides is None and exercise in HARDENED:
                hard, seed = HARDENED[exercise], draws.below(1 << 30)
                made = generate(kind.name, hard, level=LEVELS[-1], seed=seed)
                puzzle: Puzzle | None = made.about()
            elif technique.signs:
                puzzle = generate(kind.name, size, seed=draws.below(1 << 30), signs=SIGNS).about()
            else:
                puzzle = _drawn(kind, size, technique.level, draws, limits.child())
            if puzzle is None or not may_need(puzzle, technique, limits):
                continue
            found = first_use(puzzle, technique, limits)
            if found and (level is None or level_alone(puzzle, limits.left()) == level):
                yield found
    except LimitReached as reached:
        why = str(reached)
        if reached.limit == "nodes" and tried == limits.limits.nodes:
            why = f"the limit of {many(tried, 'puzzle')} was reached"
        missing = f"no position for {technique.called} was found in {many(tried, 'puzzle')}"
        raise LimitReached(f"{missing}: {why}", reached.limit) from None


def _drawn(
    kind: Kind, sides: tuple[int, int], level: int, draws: Draws, limits: Budget
) -> Puzzle | None:
    """Return a puzzle with one solution; None where the one drawn has several."""
    if not kind.posed:
        blank = kind.blank(*sides, "standard")
        board = draw_board(blank, draws, limits)
        by_lines = level <= MEDIUM
        return blank.with_givens(dig(blank, board, draws, limits, by_lines=by_lines))
    noise = level >= MEDIUM and kind.name in SHARES  # shapes make easy puzzles
    least, span = SHARES[kind.name] if noise else ANY_SHARE
    share = (least + draws.below(span)) / 100
    rough = ROUGHEST if noise else draws.below(ROUGHEST + 1)
    task = PictureTask(kind, "standard", limits, draws, by_runs=False, patience=NODES)
    puzzle = task.puzzle(draw_answer(sides, Recipe(rough, share), None, task))
    answer = solve(puzzle, limits=limits.left(NODES))
    return puzzle if answer.status is Status.UNIQUE else None


def may_need(puzzle: Puzzle, technique: Technique, limits: Budget) -> bool:
    """Whether a puzzle may need a technique; far faster than to explain it.

    Lines must leave something open where things are supposed, dead ends where both values of a
    cell are (of balanced lines these know less), and both together where there are cases.
    """
    if technique.level <= NO_SUPPOSING or native.plan_of(puzzle) is None:
        return True
    splitter = Splitter(puzzle, limits.poll)
    cells = splitter.narrowed(puzzle.givens.cells) or ""
    if UNKNOWN in cells and technique.id == "cases":
        cells = splitter.supposed(cells) or ""
    elif UNKNOWN in cells and technique.id == "both_ways" and rule_of(puzzle) is not Balanced:
        cells = splitter.supposed(cells, agreeing=False) or ""
    return UNKNOWN in cells


def first_use(puzzle: Puzzle, technique: Technique, limits: Budget) -> Exercise | None:
    """Return the first position on the way to the solution whose easiest step is of a technique."""
    level = technique.level if technique.level in LEVELS else None
    climb = foot(puzzle, puzzle.givens, level, limits.child(SUPPOSITIONS))
    before = puzzle.givens
    try:
        for step in climb.steps():
            short = step.place is None or step.numbers.get("cases", 0) <= HUMAN_CASES
            if step.technique == technique.id and short:  # it lists no more ways than a hint does
                return _exercise(puzzle, before, technique)
            before = before.fill(dict(step.effects))
    except LimitReached as reached:
        if reached.limit == "time":
            raise
    return None


def _of_samples(technique: Technique, kind: Kind | None, draws: Draws) -> Iterator[Exercise]:
    """Yield the samples of a technique, turned and mirrored, where nothing easier applies."""
    found = [
        image
        for sample in technique.samples
        for image in images(sample.puzzle())
        if kind is None or (sample.id and image.kind == kind.name)
    ]
    draws.shuffle(found)
    for puzzle in found:
        exercise = _exercise(puzzle, puzzle.givens, technique)
        if exercise is not None:
            yield exercise


def _exercise(puzzle: Puzzle, grid: Grid, technique: Technique) -> Exercise | None:
    """Return a position with the step of a person who sees it for the first time."""
    level = technique.level if technique.level in LEVELS else None
    step = foot(puzzle, grid, level, Budget()).next_step()
    if step is None or step.technique != technique.id:
        return None
    object.__setattr__(step, "route", Route(puzzle, grid))  # nobody else has it
    return Exercise(puzzle, grid, step)


__all__ = ["Exercise", "practise"]
