"""Hints for paper: where to look next, in the order of solving, and what the names mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonairo.books.entries import BookPuzzle
from nonairo.books.leaves import BOLD, Leaf, Opening, Paragraph, flowing
from nonairo.books.paper import Sheet
from nonairo.explaining import explain
from nonairo.puzzle import Puzzle
from nonairo.techniques import TECHNIQUES, called
from nonairo.techniques.base import Step

FEWEST, MOST = 3, 6  # hints of a puzzle, if it has so many steps
NARROW = 300.0  # units of a line, where letters have size 1, that two columns need
COUNTABLE = {
    "pair", "sandwich", "twin_line", "dead_end", "long_dead_end", "overlap", "exact_fit",
    "empty_line", "sign_chain", "tree", "edge", "colour_cross",
}  # fmt: skip
ABOUT = (
    "For every puzzle, these are the places where you can go on, in the order of solving:"
    ' "row 4: a pair" means that row 4 has a pair that decides other cells. Between two hints there'
    " are other steps. r2c3 is the cell in row 2 and column 3."
)


def hints_of(puzzle: Puzzle, time_limit: float | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hints for a puzzle, and the ids of the techniques they name."""
    way = explain(puzzle, time_limit=time_limit)
    chosen = [way.steps[k] for k in _telling(way.steps)]
    texts = dict.fromkeys(f"{_where(step)}: {_named(step.technique)}" for step in chosen)
    return tuple(texts), tuple(dict.fromkeys(step.technique for step in chosen))


def _telling(steps: Sequence[Step]) -> list[int]:
    """The first step, and the first of every technique; the hardest of them where those are many.

    If they are few, more of the first steps.
    """
    new = [k for k, step in enumerate(steps)
           if step.technique not in {other.technique for other in steps[:k]}]  # fmt: skip
    new = new[:1] + sorted(new[1:], key=lambda k: -steps[k].level)[: MOST - 1]
    more = [k for k in range(len(steps)) if k not in new]
    return sorted([*new, *more[: max(FEWEST - len(new), 0)]])


def _where(step: Step) -> str:
    return str(step.place) if step.place else str(step.effects[0][0])


def _named(technique: str) -> str:
    """The name of a technique inside a sentence.

    >>> _named("pair"), _named("overlap"), _named("count_out")
    ('a pair', 'an overlap', 'counting out')
    """
    name = called(technique).lower()
    if technique not in COUNTABLE:
        return name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def pages(numbered: Iterable[tuple[int, BookPuzzle]], sheet: Sheet) -> Iterator[Leaf]:
    """The section of hints: those of every puzzle, and then the names in them."""
    entries = list(numbered)
    paragraphs = [Paragraph(ABOUT)]
    named: dict[str, None] = {}
    for number, entry in entries:
        named |= dict.fromkeys(entry.techniques)
        texts = entry.hints or ("no technique applies: try a value in a cell",)
        paragraphs.append(Paragraph(f"{number}. {'; '.join(texts)}"))
    columns = 2 if sheet.room[0] / sheet.text >= NARROW else 1
    leaves = list(flowing("Hints", paragraphs, sheet, columns))
    leaves[0].openings.append(Opening("Hints"))
    yield from leaves
    meanings: list[Paragraph] = []
    for technique in (each for each in TECHNIQUES if each in named):
        meanings.append(Paragraph(TECHNIQUES[technique].name, BOLD, after=0))
        meanings.append(Paragraph(TECHNIQUES[technique].summary))
    if meanings:
        names = list(flowing("The names in the hints", meanings, sheet, columns))
        names[0].openings.append(Opening("The names in the hints", inside=True))
        yield from names
