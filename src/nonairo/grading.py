"""How hard a puzzle is for a person: its level, its score, and where the hard places are.

Rotated and mirrored copies of a puzzle get the same grade, because one canonical image of them is
explained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from nonairo.candidates import Candidates
from nonairo.errors import LimitReached
from nonairo.explaining import Explanation, explain_puzzle, foot, level_by_core
from nonairo.grid import UNKNOWN, Cell, Symbol
from nonairo.kinds import kind_of
from nonairo.limits import NO_LIMITS, SUPPOSITIONS, Budget, Limits, number_of, supervised
from nonairo.line_sweeps import Sweeps, level_by_sweeps, not_simple, sweep
from nonairo.memory import names_memory
from nonairo.plain import many, truth
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.registry import html_of
from nonairo.results import Result, Status, differing, identity
from nonairo.rules import Clue, Runs, shortest
from nonairo.sentence_words import spell
from nonairo.solving import solve
from nonairo.symmetry import canonical, images
from nonairo.techniques import WEIGHTS, Weights, called, ladder_of
from nonairo.techniques.base import NO_SUPPOSING
from nonairo.techniques.shared.levels import LEVELS
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import narrow_of, probe
from nonairo.techniques.shared.steps import cases_of
from nonairo.techniques.shared.weights import checked_weights

NAMES = ("Starter", "Easy", "Medium", "Hard", "Very hard", "Expert", "Extreme", "Search")
SEARCH = LEVELS.stop
IN_CROSSING = ("few_ways", "line_cases")  # find nothing that two crossing lines do not
OF_EQUAL_LINES = ("twin_line", "twin_cases")  # need lines that may not be equal
MINIMAL_SECONDS = 10.0  # to find out whether every given is needed


@dataclass(frozen=True, slots=True, repr=False)
class Grade:
    """How hard a puzzle is; without a level unless there is exactly one solution.

    >>> import nonairo as nn
    >>> found = nn.grade("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> found.level, found.name, found.hardest, found.proof
    (1, 'Starter', 'sandwich', 'deduction')
    >>> nn.grade("nonogram:1/1;1/1").reason
    'multiple'
    """

    puzzle: Puzzle
    level: int | None
    name: str | None
    reason: str | None  # why there is no level: none, multiple, or limit
    proof: str  # how it is known that there is one solution: deduction, search, or unknown
    score: float  # of all steps; null in `to_json` if there is no level
    score_per_cell: float  # the score divided by the number of blank cells
    hardest: str | None
    techniques: Mapping[str, int]  # how often each was used, easiest first
    steps: int
    decisions: int  # cases that had to be distinguished, where nothing easier helped
    longest_dead_end: int  # its number of rounds
    widest_choice: int  # the most cases in one step
    bottleneck: float  # the share of steps at which there was just one move of that level
    first_technique: str | None
    first_moves: int
    weights: str  # the version of the table of weights
    share_given: float
    limit: str | None = None  # which limit was reached, if that is the reason
    differ: tuple[Cell, ...] = ()  # where two solutions differ, if there are several
    sweeps: Sweeps | None = None  # for nonograms, as are slack and share_filled
    slack: Mapping[str, float] = field(default_factory=dict)
    share_filled: float | None = None
    spread: tuple[float, float] | None = None  # the lowest and highest score of its copies

    def __repr__(self) -> str:
        return f"<Grade {f'without a level: {self.reason}' if self.level is None else self}>"

    def __str__(self) -> str:
        if self.level is None:
            where = f": two solutions differ in {spell(self.differ)}" if self.differ else ""
            return f"without a level: {self.reason}{where}"
        count = None if self.sweeps is None else self.sweeps.count
        sweeps = "" if count is None else f", {many(count, 'sweep')}"
        hardest = f", hardest {called(self.hardest)}" if self.hardest else ""
        return f"{self.level} {self.name}, {self.scored}{hardest}{sweeps}"

    @property
    def scored(self) -> str:
        """Return the score in words, with its spread if that is known."""
        spread = f" ({self.spread[0]:g} to {self.spread[1]:g})" if self.spread else ""
        return f"score {self.score:g}{spread}"

    @property
    def minimal(self) -> bool | None:
        """Return whether every given is needed; None without a level, or if a limit was reached.

        None also for kinds with clues.
        Computed on access: it can take longer than all the rest of the grade.
        """
        if self.level is None or kind_of(self.puzzle).posed:
            return None
        found = is_minimal(self.puzzle)
        if found is None:
            is_minimal.cache_clear()  # another time there may be more time
        return found

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        record: dict[str, object] = identity(self.puzzle) | {
            "level": self.level,
            "name": self.name,
            "reason": self.reason,
            "limit": self.limit,
            "unique": {None: True, "none": False, "multiple": False}.get(self.reason),
            "proof": self.proof,
            "score": None if self.level is None else self.score,
            "score_per_cell": None if self.level is None else self.score_per_cell,
            "hardest": self.hardest,
            "techniques": dict(self.techniques),
            "steps": self.steps,
            "decisions": self.decisions,
            "longest_dead_end": self.longest_dead_end,
            "widest_choice": self.widest_choice,
            "bottleneck": None if self.level is None else self.bottleneck,
            "first_technique": self.first_technique,
            "first_moves": self.first_moves,
            "weights": self.weights,
            "share_given": self.share_given,
            "differ": [list(cell) for cell in self.differ],
        }
        if self.spread is not None:
            record["spread"] = list(self.spread)
        if not kind_of(self.puzzle).posed:
            record["minimal"] = self.minimal
        if self.sweeps is not None:
            record |= {
                "simple": self.sweeps.simple,
                "sweeps": self.sweeps.count,
                "left_by_lines": self.sweeps.left,
                "slack": dict(self.slack),
                "share_filled": self.share_filled,
            }
        return record

    def _repr_html_(self) -> str:
        return html_of(self)


def grade(
    puzzle: PuzzleLike,
    *,
    time_limit: float | None = None,
    budget: int | None = SUPPOSITIONS,
    weights: Weights | None = None,
    memory_limit: int | None = None,
    spread: bool = False,
) -> Grade:
    """Grade how hard a puzzle is for a person.

    `puzzle` is a Puzzle, its id or its text. A puzzle that needs more than `time_limit` seconds or
    `budget` suppositions is graded with the reason `limit`; `weights` are the scores of the
    techniques, and `memory_limit` is that of `solve`. Rotated and mirrored copies have one grade,
    but the steps of a copy may cost more or less: with `spread` all are explained, and the grade
    has the lowest and the highest score.

    >>> found = grade("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    >>> found.level, found.name, found.hardest, found.proof
    (1, 'Starter', 'sandwich', 'deduction')
    >>> grade("binairo:1.../..../..../....").reason
    'multiple'
    """
    puzzle, weights = puzzle_of(puzzle), checked_weights(weights) or WEIGHTS
    budget, wanted = number_of(budget, "a budget", 0), truth(spread, "spread")
    limits = Limits.of(time_limit, memory_limit=memory_limit)
    with supervised(Limits(memory=limits.memory)):
        running = Budget(limits)
        found = grade_puzzle(puzzle, limits, budget=budget, weights=weights)
        if not wanted or found.level is None:
            return found
        return replace(found, spread=_spread(puzzle, running, budget, weights))


def _spread(
    puzzle: Puzzle, running: Budget, budget: int | None, weights: Weights
) -> tuple[float, float] | None:
    """The least and the largest score of all images; None if a limit comes first."""
    scores = []
    for image in dict.fromkeys(images(puzzle)):
        found = explain_puzzle(image, running.left(), budget=budget, weights=weights)
        if not found.solved:
            return None
        scores.append(found.score)
    return min(scores), max(scores)


@names_memory
def grade_puzzle(
    puzzle: Puzzle,
    limits: Limits = NO_LIMITS,
    *,
    budget: int | None = SUPPOSITIONS,
    weights: Weights = WEIGHTS,
) -> Grade:
    """Grade a puzzle within `limits`; its techniques may make `budget` suppositions."""
    running = Budget(limits)
    answer = solve(puzzle, limits=running.left())  # long before a person would know
    if answer.status in (Status.NONE, Status.MULTIPLE):
        measure = not_simple if answer.status is Status.MULTIPLE else sweep
        left = measure(puzzle) if _clues(puzzle) else None
        return _report(puzzle, None, answer, answer.status.value, "search", left, weights)
    image = _image(puzzle, running)
    found = explain_puzzle(
        image, running.left(), budget=budget, weights=weights, count_choices=True
    )
    reason, proof = None, "deduction"
    if not found.solved:
        reason = "limit"
        proof = "search" if answer.status is Status.UNIQUE else "unknown"
    sweeps = sweep(image) if _clues(image) else None
    return _report(puzzle, found, answer, reason, proof, sweeps, weights)


def _image(puzzle: Puzzle, running: Budget) -> Puzzle:
    """The image that is graded; the puzzle as it is when no time is left to grade it anyway."""
    try:
        with supervised(running.left()):
            return canonical(puzzle)
    except LimitReached:
        return puzzle


def level_alone(puzzle: Puzzle, limits: Limits = NO_LIMITS) -> int | None:
    """The level alone, found faster: what needs cases is of level 8. None as in a grade.

    >>> from nonairo.kinds import from_id
    >>> level_alone(from_id("binairo:1..0../..00.1/.00..1/....../00.1../.1..00"))
    1
    """
    running = Budget(limits)
    answer = solve(puzzle, limits=running.left())
    if answer.status in (Status.NONE, Status.MULTIPLE):
        return None
    try:
        with supervised(running.left()):
            hardest = _level_of_steps(puzzle)
    except LimitReached:
        return None
    if hardest is not None:
        return level_by_sweeps(puzzle, hardest, sweep(puzzle) if _clues(puzzle) else None)
    return SEARCH if answer.status is Status.UNIQUE else None


def _level_of_steps(puzzle: Puzzle) -> int | None:
    """The level of the hardest step; None if cases have to be distinguished.

    Without suppositions all images need the same, and the core knows what.
    """
    level = level_by_core(puzzle, NO_SUPPOSING, Budget(Limits(nodes=SUPPOSITIONS)))
    if level:
        return level
    image = canonical(puzzle)
    return foot(image, image.givens, LEVELS[-1], Budget(Limits(nodes=SUPPOSITIONS))).run_up()


def _report(
    puzzle: Puzzle,
    found: Explanation | None,
    answer: Result,
    reason: str | None,
    proof: str,
    sweeps: Sweeps | None,
    weights: Weights,
) -> Grade:
    steps, choices = (found.steps, found.choices) if found is not None else ((), ())
    rank = {technique.id: k for k, technique in enumerate(ladder_of(puzzle))}
    uses = Counter(step.technique for step in steps)
    score = sum(step.score for step in steps)
    level = None
    if found is not None and reason is None:
        level = level_by_sweeps(puzzle, found.hardest_level, sweeps)
    blanks = puzzle.givens.cells.count(UNKNOWN)
    size = puzzle.height * puzzle.width
    filled = sum(map(sum, _clues(puzzle)[: puzzle.height]))
    return Grade(
        puzzle=puzzle,
        level=level,
        name=None if level is None else NAMES[level - 1],
        reason=reason,
        proof=proof,
        score=round(score, 1),
        score_per_cell=round(score / max(blanks, 1), 3),
        hardest=None if found is None else found.hardest,
        techniques={name: uses[name] for name in rank if uses[name]},
        steps=len(steps),
        decisions=sum(cases_of(step.numbers) for step in steps if step.level == SEARCH),
        longest_dead_end=max((c.rounds for step in steps for c in step.chains), default=0),
        widest_choice=max((cases_of(step.numbers) for step in steps), default=0),
        bottleneck=round(sum(n == 1 for n in choices) / max(len(choices), 1), 3),
        first_technique=steps[0].technique if steps else None,
        first_moves=choices[0] if choices else 0,
        weights=weights.version,
        share_given=round(1 - blanks / size, 3),
        limit=_limit(found) if found is not None and reason == "limit" else None,
        differ=tuple(differing(*answer.solutions[:2])) if reason == "multiple" else (),
        sweeps=sweeps,
        slack=_slacks(puzzle),
        share_filled=round(filled / size, 3) if sweeps is not None else None,
    )


def _limit(found: Explanation) -> str:
    """Which limit it was; one of ours, if no technique helps."""
    return found.limit or "no technique applies any more"


def levels_of(puzzle: Puzzle) -> list[int]:
    """The levels that puzzles like this one can have, search apart.

    With more than two symbols, crossing lines find all that single lines do: what lists the ways to
    finish a line is never needed, and its levels do not exist.

    >>> from nonairo.kinds import from_id
    >>> levels_of(from_id("nonogram:1;1")), levels_of(from_id("kakurasu:1;1"))
    ([1, 2, 3, 4, 5, 6, 7], [1, 3, 5, 6, 7])
    >>> levels_of(from_id("trinairo:" + "/".join(["......"] * 6)))
    [1, 2, 5, 6, 7]
    """
    ladder = ladder_of(puzzle)
    needless: tuple[str, ...] = IN_CROSSING if any(rung.id == "crossing" for rung in ladder) else ()
    needless += () if puzzle.distinct else OF_EQUAL_LINES
    rungs = {rung.level for rung in ladder if rung.id not in needless} & {*LEVELS}
    return sorted(rungs | {3, 4} if _clues(puzzle) else rungs)


def _clues(puzzle: Puzzle) -> list[Clue]:
    """The clues of all lines, rows first; none where some line has another rule."""
    rules = puzzle.line_rules()
    clues = [rule.clue for rule in rules if type(rule) is Runs]
    return clues if len(clues) == len(rules) else []


def _slacks(puzzle: Puzzle) -> dict[str, float]:
    """How much play the blocks have, as a share of the line."""
    clues = _clues(puzzle)
    if not clues:
        return {}
    slacks = sorted(
        1 - shortest(clue) / puzzle.length(place)
        for clue, place in zip(clues, puzzle.places(), strict=True)
    )
    return {
        "least": round(slacks[0], 3),
        "median": round(slacks[len(slacks) // 2], 3),
        "most": round(slacks[-1], 3),
    }


@lru_cache(maxsize=256)
def is_minimal(puzzle: Puzzle) -> bool | None:
    """Whether every given is needed; None when the time is up first.

    A given can be spared when every other symbol in its place leads to no solution.
    """
    limits = Budget(Limits(MINIMAL_SECONDS))
    position = Position(puzzle, puzzle.givens)
    narrow = narrow_of(position)
    tools = kernels(puzzle)

    def by_chain(cell: Cell, symbol: Symbol) -> bool:
        limits.poll()
        start = position.forget(cell)
        return bool(probe(start, cell, symbol, narrow, everywhere=True).broken)

    def by_propagation(cell: Cell, symbol: Symbol) -> bool:
        possible = Candidates.in_puzzle(puzzle, puzzle.givens.fill({cell: symbol}))
        return not propagate(tools, puzzle.distinct, possible, limits.poll)

    def by_search(cell: Cell, symbol: Symbol) -> bool:
        other = puzzle.with_givens(puzzle.givens.fill({cell: symbol}))
        answer = solve(other, limit=1, limits=limits.left())
        if answer.status is Status.UNKNOWN:
            raise LimitReached(answer.reason or "a limit was reached", "time")
        return answer.status is Status.NONE

    others = [
        (Cell(*divmod(k, puzzle.width)), [other for other in puzzle.symbols if other != given])
        for k, given in enumerate(puzzle.givens.cells)
        if given != UNKNOWN
    ]
    try:
        for refuted in (by_chain, by_propagation, by_search):  # cheap first: most are not minimal
            for cell, symbols in others:
                if all(refuted(cell, symbol) for symbol in symbols):
                    return False
    except LimitReached:
        return None
    return True


__all__ = ["NAMES", "Grade", "Sweeps", "grade", "sweep"]
