"""The examples of a book: a puzzle, steps of ours that lead on, and the solution, as figures."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from nonairo.books.leaves import Figure, Paragraph, smallest_scale, without_ground
from nonairo.explaining import explain
from nonairo.grid import Shape
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of
from nonairo.render.scene import Scene, board_scene
from nonairo.step_pictures import step_scene
from nonairo.techniques.base import Step

MOST_STEPS = 4  # of an example that are drawn
LARGEST = 1.5  # how much larger than usual an example is drawn


class Example(NamedTuple):
    """A puzzle, steps in the order of solving, and the solution; `telling` has the best first."""

    puzzle: Figure
    steps: tuple[Figure, ...]
    solution: Figure
    telling: tuple[Figure, ...]


@lru_cache(maxsize=32)
def example_of(puzzle: Puzzle, usual: str) -> Example:
    """A puzzle as an example; `usual` is the id of the example of its kind."""
    way, known = explain(puzzle), {step.technique for step in explain(usual).steps}
    assert way.solved
    chosen = [way.steps[number] for number in _telling(way.steps)]
    steps = [_step_figure(puzzle, step) for step in chosen]
    best = sorted(range(len(steps)), key=lambda k: _rank(chosen[k], known))
    given = replace(board_of(puzzle, puzzle.givens), coordinates=True)
    solved = replace(board_of(puzzle, way.grid), coordinates=True)
    return Example(
        _figure(board_scene(given, "The puzzle"), "The puzzle"),
        tuple(steps),
        _figure(board_scene(solved, "The solution"), "The solution"),
        tuple(steps[k] for k in best),
    )


def _telling(steps: Sequence[Step]) -> list[int]:
    """The first steps of different techniques, and more of the first steps if those are few."""
    new = [k for k, step in enumerate(steps)
           if step.technique not in {other.technique for other in steps[:k]}]  # fmt: skip
    more = [k for k in range(len(steps)) if k not in new]
    return sorted([*new, *more][:MOST_STEPS])


def _rank(step: Step, known: Container[str]) -> tuple[bool, bool, int]:
    """First what only this rule has: lines of its own, then techniques. Short sentences first."""
    return not isinstance(step.place, Shape), step.technique in known, len(str(step))


def _step_figure(puzzle: Puzzle, step: Step) -> Figure:
    before = step.route.before(step.number) if step.route is not None else puzzle.givens
    scene, sentence = step_scene(puzzle, before, step, caption=""), str(step)
    return _figure(scene, f"Step {step.number + 1}. {sentence[:1].upper()}{sentence[1:]}")


def _figure(scene: Scene, caption: str) -> Figure:
    bare = without_ground(scene)
    smallest = smallest_scale(bare)
    return Figure(bare, (Paragraph(caption, after=0),), smallest, max(LARGEST, smallest))
