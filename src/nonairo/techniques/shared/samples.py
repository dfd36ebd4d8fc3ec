"""The sample of a technique as a puzzle, with the step that it shows."""

from __future__ import annotations

from nonairo.puzzle import Puzzle
from nonairo.techniques import ladder_of
from nonairo.techniques.base import NO_SUPPOSING, Sample, Technique
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.steps import Step


def show_sample(technique: Technique, sample: Sample) -> tuple[Puzzle, Step]:
    """A sample as a puzzle, and the step that the technique makes in it."""
    puzzle = sample.puzzle()
    inner = tuple(
        rung for rung in ladder_of(puzzle) if rung.level <= NO_SUPPOSING and rung != technique
    )
    step = Climb(Position(puzzle, puzzle.givens), (technique, *inner)).next_step()
    assert step is not None
    assert step.technique == technique.id
    return puzzle, step
