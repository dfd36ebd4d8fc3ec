"""Write `docs/techniques.md` and its pictures anew, from the techniques themselves."""

from pathlib import Path

from nonairo import Grid, NonairoError, Puzzle, practise
from nonairo.render.svg import draw_puzzle, draw_step
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared import gallery
from nonairo.techniques.shared.steps import Step

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


def exercises() -> gallery.Exercises:
    """A position to practise each technique in, or why there is none; always the same."""
    found: dict[str, tuple[Puzzle, Grid, Step] | str] = {}
    for technique in TECHNIQUES:
        try:
            (one,) = practise(technique, seed=SEED)
            found[technique] = one.puzzle, one.grid, one.step
        except NonairoError as error:
            found[technique] = str(error)
    return found


def page(found: gallery.Exercises) -> str:
    """The whole page."""
    return PREFACE + "\n".join(gallery.text(found))


def draw(puzzle: Puzzle, grid: Grid, step: Step | None) -> str:
    return draw_puzzle(puzzle, grid) if step is None else draw_step(puzzle, grid, step, caption="")


def pictures(found: gallery.Exercises) -> dict[str, str]:
    """All pictures by their names."""
    return gallery.pictures(draw, found)


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
