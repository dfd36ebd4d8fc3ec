"""A gallery of the techniques, made from the code: a text, and pictures beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape

from nonairo.grid import Grid
from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, Balanced, ColouredRuns, LineRule, Runs
from nonairo.techniques import LADDERS, TECHNIQUES, WEIGHTS, ladder_of
from nonairo.techniques.base import NO_SUPPOSING, Sample, Technique
from nonairo.techniques.shared.climbing import Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.steps import Step
from nonairo.techniques.shared.weights import Weight

TITLES: dict[type[LineRule], str] = {
    Balanced: "Binairo: balanced lines",
    Runs: "Nonograms: blocks",
    ColouredRuns: "Coloured nonograms: blocks of several colours",
    Anything: "Any rule",
}


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


# For a technique a position in which it is the easiest step; why not, where there is none.
Exercises = Mapping[str, tuple[Puzzle, Grid, Step] | str]


def pictures(
    draw: Callable[[Puzzle, Grid, Step | None], str], exercises: Exercises
) -> dict[str, str]:
    """The pictures of the gallery, by file name; `draw` makes an SVG picture of a step.

    Of an exercise only the position is drawn.
    """
    drawn = {
        exercise_name(name): draw(exercise[0], exercise[1], None)
        for name, exercise in exercises.items()
        if not isinstance(exercise, str)
    }
    for technique in TECHNIQUES.values():
        for number, sample in enumerate(technique.samples, 1):
            puzzle, step = show_sample(technique, sample)
            drawn[picture_name(technique, number)] = draw(puzzle, puzzle.givens, step)
    return drawn


def exercise_name(technique: str) -> str:
    """What the picture of an exercise is called."""
    return f"{technique}-practise.svg"


def picture_name(technique: Technique, number: int) -> str:
    """What a picture's file is called."""
    return f"{technique.id}-{number}.svg"


def price(weight: Weight) -> str:
    """A weight in words.

    >>> price(Weight(60, per_doubling=5))
    '60 + 5 per doubling of the cases above 8'
    """
    more = f" + {weight.per_round:g} per round" if weight.per_round else ""
    more += (
        f" + {weight.per_doubling:g} per doubling of the cases above 8"
        if weight.per_doubling
        else ""
    )
    more += f" + {weight.per_case:g} per case after the first" if weight.per_case else ""
    return f"{weight.base:g}{more}"


def text(exercises: Exercises) -> Iterator[str]:
    """The gallery as lines of Markdown, without the pictures themselves."""
    for rule, ladder in LADDERS.items():
        yield f"## {TITLES[rule]}"
        yield ""
        yield "| # | id | name | level | score |"
        yield "| --- | --- | --- | --- | --- |"
        for rank, technique in enumerate(ladder, 1):
            weight = price(WEIGHTS.of(rule, technique.id))
            link = f"[`{technique.id}`](#{technique.id})"
            yield f"| {rank} | {link} | {technique.name} | {technique.level} | {weight} |"
        yield ""
    yield "## Gallery"
    yield ""
    yield "What a step looks at is striped, what it decides is framed; the cells of a chain are"
    yield "numbered in its order, what was supposed is struck out, and the cells that break a rule"
    yield "bear a small cross."
    yield ""
    for technique in TECHNIQUES.values():
        yield f"### {technique.id}"
        yield ""
        yield f"*{technique.name}, level {technique.level}.* {technique.summary}"
        yield ""
        for number, sample in enumerate(technique.samples, 1):
            _, step = show_sample(technique, sample)
            name = picture_name(technique, number)
            yield f"![{technique.name}](pictures/{name})"
            yield ""
            yield f"> {step.text[0].upper()}{step.text[1:]}"
            yield ""
        yield from _to_practise(technique, exercises[technique.id])


def _to_practise(technique: Technique, exercise: tuple[Puzzle, Grid, Step] | str) -> Iterator[str]:
    """A position without the answer, which can be unfolded."""
    if isinstance(exercise, str):
        yield f"*Not to be practised: {exercise}.*"
        yield ""
        return
    _, _, step = exercise
    yield f"To practise (`nonairo practise {technique.id}`), a position where nothing easier helps:"
    yield ""
    yield f"![A position for {technique.name}](pictures/{exercise_name(technique.id)})"
    yield ""
    yield f"<details><summary>The step</summary>{escape(str(step))}</details>"
    yield ""


__all__ = ["pictures", "show_sample", "text"]
