"""Write `docs/techniques.md` and its pictures anew, from the techniques themselves."""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from nonairo import Grid, NonairoError, Puzzle, practise
from nonairo.render import svg
from nonairo.render.scene import puzzle_scene
from nonairo.rules import Anything, Balanced, ColouredRuns, LineRule, Ones, Runs
from nonairo.step_pictures import step_scene
from nonairo.techniques import LADDERS, TECHNIQUES, WEIGHTS, Technique, Weight
from nonairo.techniques.shared.samples import show_sample
from nonairo.techniques.shared.steps import Step

TITLES: dict[type[LineRule], str] = {
    Balanced: "Binairo: balanced lines",
    Runs: "Nonograms: blocks",
    ColouredRuns: "Coloured nonograms: blocks of several colours",
    Ones: "Mosaic: so many ones in an area",
    Anything: "Any rule",
}
# For a technique a position in which it is the easiest step; why not, where there is none.
Exercises = Mapping[str, tuple[Puzzle, Grid, Step] | str]

SEED = 2  # of the positions to practise in: one with which they are soon found
HERE = Path(__file__).parent
PREFACE = """\
# The techniques

*This page is made from the code: `python docs/make_techniques.py`.*

`nonairo explain` solves as a person would: it takes the easiest technique that changes anything,
makes one step, and starts again from the easiest. It never guesses. The last rung is `cases`, which
goes as deep as it must: so every puzzle with one solution is explained to the end, or a limit is
named. Every step is data (where, what it looks at, what it decides) and can be checked by itself: a
small checker that knows no technique replays premises to effects, and every case inside a case.
`--path shortest` takes the largest steps first, none of them harder than the easiest way asks for.

The cells that a step looks at are as few as can be. A technique with a name must see the same in a
line where nothing else is known, and no longer see it when any one of them is unknown, too; for
those that list all ways to finish a line the same must follow, and not without any one. A count in
a sentence is that of the line as it is; a link of a chain is told of nothing but what it looks at.
No link of a chain can be left out, and every link is told of what it needs for the next ones. A
chain is told in the fewest lines that are found for its cell, and dead ends, `both_ways` and
`cases` are minimal in meaning: with the rules of the lines that they name the effect follows, in
whatever way, and not without any one of the cells. (So they may find again what is known already.)
Where one supposition does not show that, another one is made inside it, and where the story then
disagrees with a cell that it does without, the sentence says which one need not be known. Only
where that would be too hard to find is a needless cell left in.

A technique belongs to a line rule. The last ladder is for all rules that have none of their own,
such as that of Kakurasu, for puzzles whose lines obey several rules, and for more than two symbols:
it lists the ways to finish a line, and supposes. What is known of a cell is its symbol or nothing,
as on paper; with three symbols a dead end is one for each of the two others.

Where something is supposed, the length of a chain is counted in rounds: in each round everything
that follows at once is filled in, so that the length is a property of the position and not of the
order in which one looks. How levels are made from techniques, and what published puzzles need, is
told in [grading](grading.md).

"""


def exercises() -> Exercises:
    """A position to practise each technique in, or why there is none; always the same."""
    found: dict[str, tuple[Puzzle, Grid, Step] | str] = {}
    for technique in TECHNIQUES:
        try:
            (one,) = practise(technique, seed=SEED)
            found[technique] = one.puzzle, one.grid, one.step
        except NonairoError as error:
            found[technique] = str(error)
    return found


def page(found: Exercises) -> str:
    """The whole page."""
    return PREFACE + "\n".join(gallery(found))


def pictures(exercises: Exercises) -> dict[str, str]:
    """All pictures by their names. Of an exercise only the position is drawn."""
    drawn = {
        exercise_name(name): svg.draw(puzzle_scene(*exercise[:2]))
        for name, exercise in exercises.items()
        if not isinstance(exercise, str)
    }
    for technique in TECHNIQUES.values():
        for number, sample in enumerate(technique.samples, 1):
            puzzle, step = show_sample(technique, sample)
            picture = svg.draw(step_scene(puzzle, puzzle.givens, step, caption=""))
            drawn[picture_name(technique, number)] = picture
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


def gallery(exercises: Exercises) -> Iterator[str]:
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


def main() -> None:
    found = exercises()
    (HERE / "techniques.md").write_text(page(found), encoding="utf-8")
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for name, picture in pictures(found).items():
        (folder / name).write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
