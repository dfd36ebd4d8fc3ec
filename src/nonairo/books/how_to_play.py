"""How to play: a page for every kind and rule in a book, with an example that our steps solve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf

from nonairo.books.entries import COLOURS, SIGNS, STANDARD, name_of, rules_of
from nonairo.books.examples import example_of
from nonairo.books.leaves import (
    BOLD,
    GAP,
    Figure,
    Leaf,
    Opening,
    Paragraph,
    flowing,
    head,
    smallest_scale,
)
from nonairo.books.packing import ENOUGH, Layout, arranged, shelved
from nonairo.books.packing import pages as packed
from nonairo.books.paper import Sheet
from nonairo.kinds import KINDS, from_id
from nonairo.kinds.base import Kind
from nonairo.puzzle import Puzzle
from nonairo.render.shapes import Text

# In large print, for each number of steps, the smallest height of the numbers beside a grid, in mm:
# its digits are 1.7 times as high. More than one step is shown only if the grids stay large.
LARGE_LABELS = {2: 3.0, 1: 2.4}


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind with one of its rules; `name` is what players call it, if that implies a rule."""

    kind: Kind
    rule: str
    name: str = ""
    implied: str = STANDARD

    @property
    def title(self) -> str:
        """What its page is called."""
        words = (self.kind.rule_words or {}).get(self.rule, "")
        names = {STANDARD: "", SIGNS: "with signs", COLOURS: "in colours"}
        more = names.get(self.rule, words)
        return self.name or f"{self.kind.name.capitalize()}{', ' if more else ''}{more}"

    @property
    def special(self) -> tuple[str, str]:
        """What is special about the rules, in words, and the id of an example."""
        every = {**(self.kind.rule_examples or {}), **(self.kind.more_examples or {})}
        rules = [rule for rule in dict.fromkeys((self.implied, self.rule)) if rule in every]
        _, example = every.get(self.rule, ("", self.kind.example))
        return " ".join(every[rule][0] for rule in rules), example

    @property
    def paragraphs(self) -> list[Paragraph]:
        """The rules."""
        usual = self.kind.how_to_play or (self.kind.summary.capitalize() + ".",)
        sentence, _ = self.special
        if not sentence:
            return [Paragraph(f"- {each}", after=0.2) for each in usual]
        replaced = [(self.kind.replaced or {}).get(rule) for rule in (self.implied, self.rule)]
        basis = [Paragraph(f"As always in {self.kind.name.capitalize()}:", after=0.2)]
        basis += [
            Paragraph(f"- {each}", after=0.2) for k, each in enumerate(usual) if k not in replaced
        ]
        return [*basis, Paragraph(f"Here: {sentence}", BOLD)]


def topics(puzzles: Iterable[Puzzle]) -> list[Topic]:
    """All kinds and rules of some puzzles, kind by kind."""
    found = dict.fromkeys(
        (puzzle.kind, *each)
        for puzzle in puzzles
        if puzzle.kind in KINDS
        for each in _rules_by_name(puzzle)
    )
    kinds = list(dict.fromkeys(kind for kind, *_ in found))
    ordered = sorted(found, key=lambda item: (kinds.index(item[0]), item[1] != STANDARD))
    return [Topic(KINDS[kind], *rest) for kind, *rest in ordered]


def _rules_by_name(puzzle: Puzzle) -> Iterator[tuple[str, str, str]]:
    """The rules to explain, each with the name that belongs to it and what that name implies."""
    (name, implied), rules = name_of(puzzle), rules_of(puzzle)
    own = SIGNS if SIGNS in rules and implied != STANDARD else implied  # explained by its name
    for rule in rules:
        if rule == own != STANDARD:
            yield rule, name, implied
        elif rule != implied or rule == STANDARD:
            yield rule, "", STANDARD


def pages(puzzles: Iterable[Puzzle], sheet: Sheet) -> Iterator[Leaf]:
    """The pages of all kinds and rules."""
    for topic in topics(puzzles):
        yield from _large_pages(topic, sheet) if sheet.large_print else _page(topic, sheet)


def _page(topic: Topic, sheet: Sheet) -> Iterator[Leaf]:
    """The rules, and the example below them, or on a page of its own where it has no room."""
    title = f"How to play: {topic.title}"
    *full, leaf = flowing(title, topic.paragraphs, sheet)
    first = full[0] if full else leaf
    first.openings.append(Opening(topic.title, inside=True))
    yield from full
    example = example_of(from_id(topic.special[1]), topic.kind.example)
    figures = (example.puzzle, *example.steps, example.solution)
    across, down = sheet.room
    top = _end(leaf, sheet)
    for number in range(len(figures), 3, -1):  # the puzzle, the solution, and two steps
        chosen = [*figures[: number - 1], figures[-1]]
        layout = arranged([f.block(sheet) for f in chosen], (across, down - top), GAP)
        if layout is not None:
            for figure, place in zip(chosen, layout.places, strict=True):
                leaf.shapes += figure.drawn(place, sheet, top)
            yield leaf
            return
    yield leaf
    yield from _example(title, figures, sheet)


def _end(leaf: Leaf, sheet: Sheet) -> float:
    """Where the text of a page ends."""
    return max(line.y for line in leaf.shapes if isinstance(line, Text)) + 18 * sheet.text


def _example(title: str, figures: Sequence[Figure], sheet: Sheet) -> Iterator[Leaf]:
    """An example on pages of its own."""
    shapes, top = head(f"{title}: an example", sheet)
    room = (sheet.room[0], sheet.room[1] - top)
    for page in packed(
        [list(figures)], lambda figure: figure.block(sheet), room, GAP, len(figures)
    ):
        leaf = Leaf(list(shapes))
        for figure, place in page:
            leaf.shapes += figure.drawn(place, sheet, top)
        yield leaf


def _large_pages(topic: Topic, sheet: Sheet) -> list[Leaf]:
    """In large print: rows of one step, as wide as the page, or of the puzzle and its solution.

    The layout with the fewest pages; of several, the one that shows more.
    """
    example = example_of(from_id(topic.special[1]), topic.kind.example)
    layouts: list[list[list[Figure]]] = []
    for number, label in LARGE_LABELS.items():
        chosen = [step for step in example.steps if step in example.telling[:number]]
        puzzle, solution, *steps = (
            _enlarged(each, sheet, label) for each in (example.puzzle, example.solution, *chosen)
        )
        across = [[puzzle, solution]]
        if _in_rows(across, (sheet.room[0], inf), sheet).ease >= ENOUGH:
            layouts.append([*across, *([step] for step in steps)])
        layouts.append([[step] for step in (*steps, solution)])
    return min((_stacked(topic, rows, sheet) for rows in layouts), key=len)


def _enlarged(figure: Figure, sheet: Sheet, label: float) -> Figure:
    """The same drawing, about as large as a puzzle in large print."""
    smallest = smallest_scale(figure.scene, label)
    return replace(figure, smallest=smallest, largest=max(sheet.largest_scale, smallest))


def _stacked(topic: Topic, rows: Sequence[list[Figure]], sheet: Sheet) -> list[Leaf]:
    """The rules and rows of figures below them, on as many pages as they need."""
    leaves = list(flowing(topic.title, topic.paragraphs, sheet))
    leaves[0].openings.append(Opening(topic.title, inside=True))
    shapes, begin = head(f"{topic.name or topic.kind.name.capitalize()}: an example", sheet)
    top, least, waiting = _end(leaves[-1], sheet), 0, list(rows)
    while waiting:
        room = (sheet.room[0], sheet.room[1] - top)
        fitting = [n for n in range(1, len(waiting) + 1)
                   if _in_rows(waiting[:n], room, sheet).ease >= ENOUGH]  # fmt: skip
        number = max(fitting, default=least)
        if number:
            places = _in_rows(waiting[:number], room, sheet).places
            for figure, place in zip(chain(*waiting[:number]), places, strict=True):
                leaves[-1].shapes += figure.drawn(place, sheet, top)
        del waiting[:number]
        if waiting:
            leaves.append(Leaf(list(shapes)))
            top, least = begin, 1  # on a page without rules, what is too large is drawn smaller
    return leaves


def _in_rows(rows: Sequence[Sequence[Figure]], room: tuple[float, float], sheet: Sheet) -> Layout:
    """Rows of figures one below the other."""
    blocks = [figure.block(sheet) for row in rows for figure in row]
    return shelved(blocks, [len(row) for row in rows], room, GAP)
