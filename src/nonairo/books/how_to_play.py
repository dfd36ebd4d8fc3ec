"""How to play: a page for every kind and rule in a book, with an example that our steps solve."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from nonairo.books.entries import COLOURS, SIGNS, STANDARD, name_of, rules_of
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
    without_ground,
)
from nonairo.books.packing import arranged
from nonairo.books.packing import pages as packed
from nonairo.books.paper import Sheet
from nonairo.explaining import explain
from nonairo.kinds import KINDS, from_id
from nonairo.kinds.base import Kind
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of
from nonairo.render.scene import Scene, board_scene
from nonairo.render.shapes import Text
from nonairo.step_pictures import step_scene
from nonairo.techniques.base import Step

MOST_STEPS = 4  # of an example that are drawn
LARGEST = 1.5  # how much larger than usual an example is drawn


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
        yield from _page(topic, sheet)


def _page(topic: Topic, sheet: Sheet) -> Iterator[Leaf]:
    """The rules, and the example below them, or on a page of its own where it has no room."""
    title = f"How to play: {topic.title}"
    *full, leaf = flowing(title, topic.paragraphs, sheet)
    first = full[0] if full else leaf
    first.openings.append(Opening(topic.title, inside=True))
    yield from full
    figures = example_figures(from_id(topic.special[1]))
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


@lru_cache(maxsize=32)
def example_figures(puzzle: Puzzle) -> tuple[Figure, ...]:
    """A puzzle, steps of ours that lead on, and its solution."""
    way = explain(puzzle)
    assert way.solved
    figures = [_figure(_with_coordinates(puzzle), "The puzzle")]
    for number in _telling(way.steps):
        step = way.steps[number]
        before = step.route.before(step.number) if step.route is not None else puzzle.givens
        scene, sentence = step_scene(puzzle, before, step, caption=""), str(step)
        figures.append(_figure(scene, f"Step {number + 1}. {sentence[:1].upper()}{sentence[1:]}"))
    solved = replace(board_of(puzzle, way.grid), coordinates=True)
    return (*figures, _figure(board_scene(solved, "The solution"), "The solution"))


def _with_coordinates(puzzle: Puzzle) -> Scene:
    return board_scene(replace(board_of(puzzle, puzzle.givens), coordinates=True), "The puzzle")


def _telling(steps: Sequence[Step]) -> list[int]:
    """The first steps of different techniques, and more of the first steps if those are few."""
    new = [k for k, step in enumerate(steps)
           if step.technique not in {other.technique for other in steps[:k]}]  # fmt: skip
    more = [k for k in range(len(steps)) if k not in new]
    return sorted([*new, *more][:MOST_STEPS])


def _figure(scene: Scene, caption: str) -> Figure:
    bare = without_ground(scene)
    smallest = smallest_scale(bare)
    return Figure(bare, (Paragraph(caption, after=0),), smallest, max(LARGEST, smallest))
