"""Write the pages of techniques and their pictures, from the techniques themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from nonairo import Grid, NonairoError, Puzzle, practise
from nonairo.render import svg
from nonairo.render.scene import puzzle_scene
from nonairo.rules import Anything, Balanced, ColouredRuns, LineRule, Ones, Runs
from nonairo.sentence_words import sentence
from nonairo.step_pictures import Branch, branches, step_scene
from nonairo.techniques import LADDERS, TECHNIQUES, WEIGHTS, Technique, Weight
from nonairo.techniques.shared.samples import show_sample
from nonairo.techniques.shared.steps import Step

TITLES: dict[type[LineRule], str] = {
    Balanced: "Binairo: balanced lines",
    Runs: "Nonograms: blocks",
    ColouredRuns: "Coloured nonograms: blocks of several colours",
    Ones: "Mosaic and regions: numbers of filled cells",
    Anything: "Every kind",
}
# The page of a technique: that of the first rule here whose ladder has it.
PAGES: dict[type[LineRule], tuple[str, str]] = {
    Anything: ("every-kind", "Techniques for every kind"),
    Ones: ("mosaic", "Techniques for Mosaic and regions"),
    Balanced: ("binairo", "Techniques for Binairo"),
    Runs: ("nonograms", "Techniques for nonograms"),
    ColouredRuns: ("nonograms", "Techniques for nonograms"),
}
# For a technique a position in which it is the easiest step; why not, where there is none.
Exercises = Mapping[str, tuple[Puzzle, Grid, Step] | str]

MOST_BRANCHES = 4  # of a sample that are all drawn
SEED = 2  # of the positions to practise in: one with which they are soon found
HERE = Path(__file__).parent
PREFACE = """\
# The techniques

*This page is made from the code: `python docs/make_techniques.py`.*

A technique is a named way to reason, such as *Pair*: two neighbours in a Binairo are equal, so the
cells on both sides are the other symbol. Each technique has pictures, an example and an exercise:
[for Binairo](techniques/binairo.md), [for nonograms](techniques/nonograms.md),
[for Mosaic and regions](techniques/mosaic.md) and [for every kind](techniques/every-kind.md).
The tables below list them from easy to hard.

`nonairo explain` solves a puzzle as a person would: it finds the easiest technique that decides
something, makes one step, and starts again with the easiest technique. It never guesses. The last
techniques are `cases`, which goes as deep as necessary, and, once that takes too long, one `tree`
for everything that is left: every puzzle with one solution is explained to the end unless a limit
is reached. Every step is data (its line, the cells it uses,
the cells it decides) and can be checked on its own: a small checker that knows no technique
derives the effects from the premises, also inside every case. `--path shortest` prefers steps
that decide many cells, but never uses a harder technique than the easiest path.

Each step lists only the cells it needs: remove one and it no longer applies. A sentence about a
line with blocks names the block ("the second 2") and every cell that the step uses. Where a
sentence counts the ways to finish a line, it counts them in the line as it is. A step that
supposes something is a tree: its first line has the conclusion and the number of cases, and below
it every line is one thought. Dead ends, `both_ways` and `cases` use only lines and cells that
are needed: with the rules of the lines that they name, the effect follows, and without any one of
the lines or cells it does not. A supposition may therefore contain another one, and such a tree
may derive a cell that is already known, or even contradict it: its last line then says which cells
need not be known. If the search for all this takes too long, a line or cell that is not needed may
remain.

A technique belongs to a line rule. The last list is for all rules without techniques of their
own, such as that of Kakurasu, for puzzles whose lines have different rules, and for more than two
symbols: it lists the ways to finish a line, and makes suppositions. A cell is either known or
unknown, as on paper; with three symbols a dead end refutes both other symbols.

The length of a chain is counted in rounds: each round fills in everything that follows at once,
so the length depends on the position and not on the order of looking. How techniques determine
levels, and what published puzzles need, is explained in [grading](grading.md).

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


def pages(found: Exercises) -> dict[str, str]:
    """Return all pages by their names."""
    made = {"techniques.md": PREFACE + "\n".join(tables())}
    for name, title in dict.fromkeys(PAGES.values()):
        shown = [each for each in TECHNIQUES.values() if page_of(each) == name]
        made[f"techniques/{name}.md"] = f"# {title}\n\n" + "\n".join(gallery(shown, found))
    return made


def page_of(technique: Technique) -> str:
    """Return the name of the page that shows a technique."""
    return next(PAGES[rule][0] for rule in PAGES if technique in LADDERS[rule])


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
            for name, branch in branches_shown(technique, number, step):
                drawn[name] = svg.draw(step_scene(puzzle, puzzle.givens, step, "", branch))
    return drawn


def branches_shown(
    technique: Technique, number: int, step: Step
) -> Iterator[tuple[str, Branch | None]]:
    """The pictures of a sample: one, or one for each supposition if there are few."""
    found = branches(step)
    shown: Sequence[Branch | None] = found if 0 < len(found) <= MOST_BRANCHES else [None]
    for k, branch in enumerate(shown):
        part = f"{number}-{branch.number}" if branch and k else str(number)
        yield f"{technique.id}-{part}.svg", branch


def exercise_name(technique: str) -> str:
    """What the picture of an exercise is called."""
    return f"{technique}-practise.svg"


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


def tables() -> Iterator[str]:
    """Yield a table for each ladder, as lines of Markdown."""
    for rule, ladder in LADDERS.items():
        yield f"## {TITLES[rule]}"
        yield ""
        yield "| # | technique | id | level | score |"
        yield "| --- | --- | --- | --- | --- |"
        for rank, technique in enumerate(ladder, 1):
            weight = price(WEIGHTS.of(rule, technique.id))
            link = f"[{technique.name}](techniques/{page_of(technique)}.md#{technique.id})"
            yield f"| {rank} | {link} | `{technique.id}` | {technique.level} | {weight} |"
        yield ""


def gallery(techniques: Iterable[Technique], exercises: Exercises) -> Iterator[str]:
    """Yield what a page says of its techniques, as lines of Markdown."""
    yield "*This page is made from the code: `python docs/make_techniques.py`.*"
    yield ""
    yield "The cells that a step uses are striped, those that it decides are framed. The cells of a"
    yield "chain are numbered in order, the supposed value is crossed out, and the cells that break"
    yield "a rule have a small cross. [All techniques](../techniques.md) are listed by level."
    yield ""
    for technique in techniques:
        yield f"## {technique.name} {{#{technique.id}}}"
        yield ""
        yield f"*Level {technique.level}, id `{technique.id}`.* {technique.summary}"
        yield ""
        for number, sample in enumerate(technique.samples, 1):
            _, step = show_sample(technique, sample)
            for name, _ in branches_shown(technique, number, step):
                yield f"![{technique.name}](../pictures/{name})"
                yield ""
            yield from _told(step.text)
            yield ""
        yield from _to_practise(technique, exercises[technique.id])


def _told(text: str) -> Iterator[str]:
    """A sentence as a quotation; what stands below it as it is."""
    first, *below = text.split("\n")
    yield f"> {sentence(first)}"
    if below:
        yield ""
        yield "```text"
        yield from below
        yield "```"


def _to_practise(technique: Technique, exercise: tuple[Puzzle, Grid, Step] | str) -> Iterator[str]:
    """A position without the answer, which can be unfolded."""
    if isinstance(exercise, str):
        yield f"*No exercise: {exercise}.*"
        yield ""
        return
    _, _, step = exercise
    yield f"Exercise (`nonairo practise {technique.id}`): in this position, it is the easiest step."
    yield ""
    yield f"![A position for {technique.name}](../pictures/{exercise_name(technique.id)})"
    yield ""
    yield f"<details><summary>The step</summary>{escape(step.headline)}</details>"
    yield ""


def main() -> None:
    found = exercises()
    (HERE / "techniques").mkdir(exist_ok=True)
    for name, page in pages(found).items():
        (HERE / name).write_text(page, encoding="utf-8")
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for name, picture in pictures(found).items():
        (folder / name).write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
