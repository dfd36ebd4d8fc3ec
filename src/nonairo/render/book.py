"""A book of puzzles as pages: title, contents, puzzles by level, hints, solutions at the back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeVar

from nonairo.grid import Grid
from nonairo.kinds import summary_of
from nonairo.plain import many, visible
from nonairo.puzzle import Puzzle
from nonairo.render.board import line
from nonairo.render.scene import Scene, answer_scene, puzzle_scene
from nonairo.render.shapes import AnyShape, Placed, Rectangle
from nonairo.render.text import rules_text
from nonairo.render.text_layout import LINE, shorten, width_of, wrap, write_line

PAPERS = {"a4": (793.7, 1122.5), "letter": (816.0, 1056.0)}  # in units of 3/4 of a point
EDGE = 72.0  # what is left white around a page
FOOT = 30.0  # the page's number stands so far into it
HEAD = 44.0  # what a page's heading needs
SLOTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # puzzles a page: across and down
BELOW = 46.0  # what is written under a puzzle needs
BETWEEN = 28.0  # two puzzles
LARGEST, SMALLEST = 2.0, 0.35  # how puzzles are scaled; one that would be smaller gets more room
TEXT, HEADING = 1.8, 2.8  # sizes of letters
ANSWERS = {12: 20, 25: 12, 50: 6, 80: 2}  # solutions a page, by the longest side to be read
ANSWER_SLOTS = {20: (4, 5), 12: (3, 4), 6: (2, 3), 2: (1, 2), 1: (1, 1)}

MOST_RULES = 10  # sets of rules that are printed on the first page

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class BookPuzzle:
    """A puzzle of a book. Its level is a number and a name; None and a name if it has none."""

    puzzle: Puzzle
    solution: Grid
    level: int | None
    level_name: str
    hint: str = ""

    @property
    def title(self) -> str:
        return visible(self.puzzle.title or "")

    @property
    def grade(self) -> str:
        return self.level_name if self.level is None else f"Level {self.level}: {self.level_name}"


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents."""

    text: str
    page: int
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """How a book is laid out."""

    title: str
    paper: str = "a4"
    per_page: int = 4
    level_pages: bool = False  # every level begins on a page of its own

    @property
    def width(self) -> float:
        return PAPERS[self.paper][0]

    @property
    def height(self) -> float:
        return PAPERS[self.paper][1]


def pages(book: Book, entries: Sequence[BookPuzzle]) -> list[Scene]:
    """All pages. Puzzles are ordered by level, else they stay in their order."""
    ordered = sorted(entries, key=lambda entry: (entry.level is None, entry.level or 0))
    numbered = list(enumerate(ordered, 1))
    levels = [list(group) for _, group in groupby(numbered, key=lambda item: item[1].grade)]
    chapters = levels if book.level_pages else [numbered]
    body = [page for chapter in chapters for page in _puzzle_pages(book, chapter)]
    hints = list(_hint_pages(book, numbered))
    answers = list(_answer_pages(book, numbered))

    rows = _contents(body, 0, bool(hints), len(hints))
    begin = 2 + len(list(_contents_pages(book, rows)))  # as many pages, whatever their numbers
    rows = _contents(body, begin, bool(hints), len(hints))
    front = [_title_page(book, ordered), *_contents_pages(book, rows)]
    inside = [shapes for _, shapes in body]
    return [
        _page(book, number, shapes)
        for number, shapes in enumerate([*front, *inside, *hints, *answers], 1)
    ]


def _page(book: Book, number: int, shapes: Sequence[AnyShape]) -> Scene:
    paper = Rectangle(x=0, y=0, width=book.width, height=book.height, fill="paper")
    foot: list[AnyShape] = []
    if number > 1:
        y = book.height - EDGE + FOOT
        foot.append(write_line(str(number), book.width / 2, y, TEXT, align=0.5, stroke="quiet"))
    return Scene(book.width, book.height, f"{book.title}, page {number}", (paper, *shapes, *foot))


def _head(text: str) -> AnyShape:
    return write_line(text, EDGE, EDGE, HEADING, bold=1.2)


def _title_page(book: Book, entries: Sequence[BookPuzzle]) -> list[AnyShape]:
    shapes: list[AnyShape] = []
    room, y = book.width - 2 * EDGE, book.height * 0.2
    for text in wrap(visible(book.title), room, 6, most=4):
        shapes.append(write_line(text, book.width / 2, y, 6, align=0.5, bold=1.2))
        y += 6 * LINE
    kinds = Counter(entry.puzzle.kind for entry in entries)
    lines = [many(len(entries), "puzzle")]
    if len(kinds) > 1:
        lines.append(", ".join(f"{number} {kind}" for kind, number in kinds.items()))
    levels = Counter(entry.grade for entry in entries)
    lines += [f"{grade}, {number}" for grade, number in levels.items()]
    for text in lines:
        shapes.append(write_line(text, book.width / 2, y, 2.4, align=0.5, stroke="quiet"))
        y += 2.4 * LINE
    rules = dict.fromkeys((entry.puzzle.kind, summary_of(entry.puzzle)) for entry in entries)
    lines = [
        text
        for kind, summary in list(rules)[:MOST_RULES]
        for text in wrap(f"{kind.capitalize()}: {summary}", room, TEXT)
    ]
    y = book.height - EDGE - TEXT * LINE * len(lines)
    for k, text in enumerate(lines):
        shapes.append(write_line(text, EDGE, y + TEXT * LINE * k, TEXT))
    return shapes


def _contents(
    body: Sequence[tuple[list[tuple[int, BookPuzzle]], list[AnyShape]]],
    begin: int,
    hints: bool,
    hint_pages: int,
) -> list[ContentsLine]:
    """Levels and titles with their pages, the first of which is `begin`."""
    rows: list[ContentsLine] = []
    last = None
    for page, (shown, _) in enumerate(body, begin):
        for number, entry in shown:
            rows += [ContentsLine(entry.grade, page, bold=True)] if entry.grade != last else []
            rows += [ContentsLine(f"{number}. {entry.title}", page)] if entry.title else []
            last = entry.grade
    page = begin + len(body)
    rows += [ContentsLine("Hints", page, bold=True)] if hints else []
    return [*rows, ContentsLine("Solutions", page + hint_pages, bold=True)]


def _contents_pages(book: Book, rows: Sequence[ContentsLine]) -> Iterator[list[AnyShape]]:
    """In two columns if there are titles, for then there are many."""
    columns = 1 if all(row.bold for row in rows) else 2
    width = (book.width - 2 * EDGE - BETWEEN * (columns - 1)) / columns
    pitch = TEXT * LINE * 1.1
    deep = int((book.height - 2 * EDGE - HEAD) / pitch)
    for first in range(0, len(rows), deep * columns):
        shapes: list[AnyShape] = [_head("Contents")]
        for k, row in enumerate(rows[first : first + deep * columns]):
            x = EDGE + (k // deep) * (width + BETWEEN)
            y = EDGE + HEAD + pitch * (k % deep)
            shapes += _content_line(row, x, y, width)
        yield shapes


def _content_line(row: ContentsLine, x: float, y: float, width: float) -> Iterator[AnyShape]:
    page, bold = str(row.page), 1.5 if row.bold else 1.0
    room = width - width_of(page, TEXT) - 30
    text = shorten(row.text, room, TEXT)
    yield write_line(text, x, y, TEXT, bold=bold)
    yield write_line(page, x + width, y, TEXT, align=1, bold=bold)
    begin, end = x + width_of(text, TEXT) + 8, x + width - width_of(page, TEXT) - 8
    yield line((begin, y + 6 * TEXT), (end, y + 6 * TEXT), stroke="stripe", pen=0.5)


class Slot(NamedTuple):
    """One of several equal parts of a page."""

    x: float
    y: float
    width: float
    height: float


def _slot(book: Book, across: int, down: int, k: int = 0) -> Slot:
    """The k-th of so many parts of a page."""
    width = (book.width - 2 * EDGE - BETWEEN * (across - 1)) / across
    height = (book.height - 2 * EDGE - HEAD - BETWEEN * (down - 1)) / down
    x = EDGE + (k % across) * (width + BETWEEN)
    return Slot(x, EDGE + HEAD + (k // across) * (height + BETWEEN), width, height)


def _scale(scene: Scene, width: float, height: float) -> float:
    return min(LARGEST, width / scene.width, height / scene.height)


def _puzzle_pages(
    book: Book, numbered: Sequence[tuple[int, BookPuzzle]]
) -> Iterator[tuple[list[tuple[int, BookPuzzle]], list[AnyShape]]]:
    """Pages of puzzles: as many on each as the user chose, and fewer of large ones."""
    drawn = [(item, puzzle_scene(item[1].puzzle)) for item in numbered]
    for number, shown in _packed(drawn, [_fitting(book, scene) for _, scene in drawn]):
        shapes: list[AnyShape] = [_head(_span(shown[0][0][1], shown[-1][0][1]))]
        for k, ((name, entry), scene) in enumerate(shown):
            shapes += _in_slot(book, k, number, name, entry, scene)
        yield [item for item, _ in shown], shapes


def _span(first: BookPuzzle, last: BookPuzzle) -> str:
    """The levels on a page."""
    if first.grade == last.grade:
        return first.grade
    if last.level is None:
        return f"{first.grade}, and on"
    return f"Levels {first.level} to {last.level}"


def _packed(items: Sequence[Item], most: Sequence[int]) -> Iterator[tuple[int, list[Item]]]:
    """Items in their order, page by page: as many as the one that needs most room allows."""
    page: list[Item] = []
    room = 0
    for item, own in zip(items, most, strict=True):
        if page and len(page) >= min(room, own):
            yield room, page
            page = []
        room = min(room, own) if page else own
        page.append(item)
    if page:
        yield room, page


def _fitting(book: Book, scene: Scene) -> int:
    for number in sorted(SLOTS, reverse=True):
        _, _, width, height = _slot(book, *SLOTS[number])
        if number <= book.per_page and _scale(scene, width, height - BELOW) >= SMALLEST:
            return number
    return 1


def _in_slot(
    book: Book, k: int, number: int, name: int, entry: BookPuzzle, scene: Scene
) -> Iterator[AnyShape]:
    """A puzzle with its number, title and grade below it."""
    x, y, width, height = _slot(book, *SLOTS[number], k)
    scale = _scale(scene, width, height - BELOW)
    wide, tall = scale * scene.width, scale * scene.height
    top = y + (height - BELOW - tall) / 2
    yield Placed(shapes=scene.shapes, x=x + (width - wide) / 2, y=top, scale=scale)
    puzzle, middle = entry.puzzle, x + width / 2
    title = shorten(f"{name}. {entry.title}".rstrip(), width, TEXT)
    size = f"{puzzle.height}x{puzzle.width}"
    about = f"{entry.grade}, {puzzle.kind} {size}{rules_text(puzzle, '')}"
    yield write_line(title, middle, top + tall + 10, TEXT, align=0.5, bold=1.3)
    about = shorten(about, width, TEXT)
    yield write_line(about, middle, top + tall + 30, TEXT, align=0.5, stroke="quiet")


def _hint_pages(book: Book, numbered: Sequence[tuple[int, BookPuzzle]]) -> Iterator[list[AnyShape]]:
    """What helps on, for those that have a hint."""
    room = book.width - 2 * EDGE
    lines = [
        text
        for number, entry in numbered
        if entry.hint
        for text in wrap(f"{number}. {entry.hint}", room, TEXT)
    ]
    deep = int((book.height - 2 * EDGE - HEAD) / (TEXT * LINE))
    for first in range(0, len(lines), deep):
        shapes: list[AnyShape] = [_head("Hints")]
        for k, text in enumerate(lines[first : first + deep]):
            shapes.append(write_line(text, EDGE, EDGE + HEAD + TEXT * LINE * k, TEXT))
        yield shapes


def _answers_a_page(entry: BookPuzzle) -> int:
    side = max(entry.solution.height, entry.solution.width)
    return next((number for most, number in ANSWERS.items() if side <= most), 1)


def _answer_pages(
    book: Book, numbered: Sequence[tuple[int, BookPuzzle]]
) -> Iterator[list[AnyShape]]:
    """Solutions, small, each with its number below."""
    for number, shown in _packed(numbered, [_answers_a_page(entry) for _, entry in numbered]):
        shapes: list[AnyShape] = [_head("Solutions")]
        for k, (name, entry) in enumerate(shown):
            scene = answer_scene(entry.puzzle, entry.solution)
            x, y, width, height = _slot(book, *ANSWER_SLOTS[number], k)
            scale = _scale(scene, width, height - BELOW / 2)
            begin = x + (width - scale * scene.width) / 2
            shapes.append(Placed(shapes=scene.shapes, x=begin, y=y, scale=scale))
            below = y + scale * scene.height + 6
            shapes.append(write_line(str(name), x + width / 2, below, TEXT, align=0.5))
        yield shapes
