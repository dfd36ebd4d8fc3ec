"""Climb the ladder and write down every step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nonairo.engines.base import Run
from nonairo.errors import LimitReached
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.techniques.base import Broken, Step
    from nonairo.techniques.climbing import Climb
    from nonairo.techniques.weights import Weights


@dataclass(frozen=True, slots=True)
class Explanation:
    """The way to the solution, as far as the techniques lead."""

    puzzle: Puzzle
    steps: tuple[Step, ...]
    grid: Grid  # what is known after the last step
    solved: bool
    reason: str | None = None  # why not solved: stuck, limit, or none (a rule is broken)
    broken: Broken | None = None  # the rule that is broken, when there is no solution
    choices: tuple[int, ...] = field(default=(), repr=False)

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
        return {
            "id": self.puzzle.extra.get("id", self.puzzle.id),
            "kind": self.puzzle.kind,
            "height": self.puzzle.height,
            "width": self.puzzle.width,
            "solved": self.solved,
            "reason": self.reason,
            "broken": None if self.broken is None else self.broken.to_json(),
            "grid": self.grid.cells,
            "score": self.score,
            "steps": [step.to_json() for step in self.steps],
        }


def explain(
    puzzle: Puzzle,
    max_level: int | None = None,
    *,
    time_limit: float | None = None,
    weights: Weights | None = None,
) -> Explanation:
    """Solve a puzzle as a person would: every step named, with its reason. Never guesses.

    >>> from nonairo.kinds import from_id
    >>> told = explain(from_id("binairo:1..0../..00.1/.00..1/....../00.1../.1..00"))
    >>> told.solved, len(told.steps)
    (True, 18)
    >>> print(told.steps[0])
    row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1
    """
    climb = start(puzzle, puzzle.givens, max_level, Run(time_limit=time_limit), weights)
    steps: list[Step] = []
    reason: str | None = None
    try:
        for step in climb.steps():
            steps.append(step)
    except LimitReached:
        reason = "limit"
    broken = climb.broken()
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
        tuple(climb.choices),
    )


def start(
    puzzle: Puzzle,
    grid: Grid,
    max_level: int | None,
    run: Run,
    weights: Weights | None = None,
) -> Climb:
    """The foot of the ladder."""
    from nonairo.techniques import ladder_of
    from nonairo.techniques.climbing import Climb
    from nonairo.techniques.position import Position
    from nonairo.techniques.weights import WEIGHTS

    ladder = ladder_of(puzzle)
    allowed = [rung for rung in ladder if max_level is None or rung.level <= max_level]
    return Climb(
        Position(puzzle, grid),
        allowed,
        poll=run.look,
        weights=weights or WEIGHTS,
        count_rivals=True,
    )
