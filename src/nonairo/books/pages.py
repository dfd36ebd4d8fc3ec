"""A book as pages: title, imprint, contents, how to play, puzzles by level, hints, solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf

from nonairo.books import answers, hints, how_to_play
from nonairo.books.entries import BookPuzzle, in_stars, in_words, name_of, rules_of
from nonairo.books.leaves import (
    BOLD,
    GAP,
    Figure,
    Leaf,
    Opening,
    Paragraph,
    bound,
    flowing,
    head,
    height_of,
    smallest_scale,
    without_ground,
)
from nonairo.books.packing import pages as packed
from nonairo.books.paper import MM, Sheet
from nonairo.plain import many, visible
from nonairo.puzzle import Puzzle
from nonairo.render.board import CELL, board_of, line
from nonairo.render.pdf import Bookmark
from nonairo.render.scene import Scene, board_scene
from nonairo.render.shapes import AnyShape
from nonairo.render.text_layout import LINE, width_of, wrap, write_line

PER_PAGE = (1, 2, 4, 6)  # puzzles a page, at most
IMPRINT_LINES = 8  # of one of its paragraphs, at most
TITLE = 3.2  # how much larger than text the title of a book is
LABEL = 2.3  # the size of clues: two millimetres high where cells are as small as they may be
NAME_LINE = f"Name: {'_' * 30}"
INDENT = 14.0  # of a line of the contents inside another

Numbered = tuple[int, BookPuzzle]


@dataclass(frozen=True, slots=True)
class Book:
    """How a book is laid out, and what its imprint says."""

    title: str
    sheet: Sheet = field(default_factory=Sheet)
    per_page: int = 4
    level_pages: bool = False  # every level begins on a page of its own
    hints: bool = False
    imprint: tuple[str, ...] = ()  # paragraphs
    tasks: tuple[str, ...] | None = None  # paragraphs of a worksheet, which has no solutions


@dataclass(frozen=True, slots=True)
class Bound:
    """A finished book."""

    scenes: list[Scene]
    bookmarks: list[Bookmark]
    numbered: list[tuple[int, BookPuzzle]]
    small: list[tuple[int, BookPuzzle, float]]  # puzzles whose cells are too small, in millimetres


def pages(book: Book, entries: Sequence[BookPuzzle]) -> Bound:
    """All pages. Puzzles are ordered by level, then kind, then size; their numbers follow."""
    body, numbered, small = _puzzle_leaves(book, entries)
    sheet = book.sheet
    if book.tasks is not None:
        paragraphs = [Paragraph(NAME_LINE), *map(Paragraph, map(visible, book.tasks))]
        leaves = [*flowing(visible(book.title), paragraphs, sheet), *body]
        return Bound(*bound(leaves, sheet, visible(book.title)), numbered, small)
    rules = list(how_to_play.pages((entry.puzzle for entry in entries), sheet))
    back = list(hints.pages(numbered, sheet)) if book.hints else []
    back += answers.pages(numbered, sheet)
    about = list(_about(book, entries))
    front = [_title_leaf(book, entries), _imprint(book)]
    inside = [*about, *rules, *body, *back]
    contents = list(_contents(book, inside, 0))
    contents = list(_contents(book, inside, len(front) + len(contents)))
    scenes, bookmarks = bound([*front, *contents, *inside], sheet, visible(book.title))
    return Bound(scenes, bookmarks, numbered, small)


def _title_leaf(book: Book, entries: Sequence[BookPuzzle]) -> Leaf:
    sheet = book.sheet
    across, down = sheet.room
    leaf, y = Leaf(numbered=False), down * 0.2
    size = TITLE * sheet.text
    for text in wrap(visible(book.title), across, size, most=5):
        leaf.shapes.append(write_line(text, across / 2, y, size, align=0.5, bold=BOLD))
        y += size * LINE
    names = Counter(name_of(entry.puzzle)[0] for entry in entries)
    lines = [many(len(entries), "puzzle")]
    lines += [f"{name}: {number}" for name, number in names.items() if len(names) > 1]
    size = 1.2 * sheet.text
    for text in lines:
        leaf.shapes.append(write_line(text, across / 2, y, size, align=0.5, stroke="quiet"))
        y += size * LINE
    return leaf


def _imprint(book: Book) -> Leaf:
    """Title, author, licence and how the book was made, at the foot of the second page."""
    sheet = book.sheet
    across, down = sheet.room
    paragraphs = [Paragraph(visible(book.title), BOLD), *map(Paragraph, book.imprint)]
    size, leaf = sheet.text, Leaf(numbered=False)
    y = max(down - height_of(paragraphs, across, sheet), 0.0)
    for paragraph in paragraphs:
        for text in wrap(visible(paragraph.text), across, size, most=IMPRINT_LINES):
            if y <= down:
                leaf.shapes.append(write_line(text, 0, y, size, bold=paragraph.bold))
            y += size * LINE
        y += size * LINE * paragraph.after
    return leaf


def _about(book: Book, entries: Sequence[BookPuzzle]) -> Iterator[Leaf]:
    """How the book is used: the levels in it, where hints and solutions are, names of cells."""
    levels = dict.fromkeys(
        (entry.level, entry.level_name) for entry in entries if entry.level is not None
    )
    one = "Every puzzle has exactly one solution."
    if any(entry.level is None for entry in entries):
        one = "Every puzzle that is graded has exactly one solution."
    paragraphs = [
        Paragraph(f"{one} All solutions are at the back."
                  + (" Before them are hints, puzzle by puzzle." if book.hints else "")),
        Paragraph("More black stars mean a harder puzzle.", after=0.2),
        *(Paragraph(in_stars(level, name), after=0.2, indent=3) for level, name in sorted(levels)),
        Paragraph(""),
        Paragraph("Rows are counted from the top, columns from the left: r2c3 is the cell in row 2"
                  " and column 3. In the examples, the cells that a step looks at are striped, and"
                  " those that it decides have a thick frame."),
    ]  # fmt: skip
    leaves = list(flowing("How to play", paragraphs, book.sheet))
    leaves[0].openings.append(Opening("How to play"))
    yield from leaves


def _contents(book: Book, leaves: Sequence[Leaf], before: int) -> Iterator[Leaf]:
    """What begins on each page; `before` pages come first."""
    sheet = book.sheet
    rows = [
        (opening, before + number)
        for number, leaf in enumerate(leaves, 1)
        for opening in leaf.openings
    ]
    shapes, top = head("Contents", sheet)
    across, down = sheet.room
    pitch = sheet.text * LINE * 1.1
    leaf, y = Leaf(list(shapes), [Opening("Contents")]), top
    for opening, page in rows:
        begin = INDENT if opening.inside else 0.0
        lines = wrap(opening.text, across - begin - 60, sheet.text)
        if y + pitch * len(lines) > down:
            yield leaf
            leaf, y = Leaf(list(shapes)), top
        leaf.shapes += _row(opening, lines, str(page), begin, y, across, sheet.text, pitch)
        y += pitch * len(lines)
    yield leaf


def _row(
    opening: Opening, lines: Sequence[str], page: str, begin: float, y: float, across: float,
    size: float, pitch: float,
) -> Iterator[AnyShape]:  # fmt: skip
    """A line of the contents, its page, and dots between them."""
    bold = 1.0 if opening.inside else BOLD
    for k, text in enumerate(lines):
        yield write_line(text, begin, y + pitch * k, size, bold=bold)
    y += pitch * (len(lines) - 1)
    yield write_line(page, across, y, size, align=1, bold=bold)
    dots = begin + width_of(lines[-1] if lines else "", size) + 8, across - width_of(page, size) - 8
    yield line((dots[0], y + 6 * size), (dots[1], y + 6 * size), stroke="stripe", pen=0.5)


def _puzzle_leaves(
    book: Book, entries: Sequence[BookPuzzle]
) -> tuple[list[Leaf], list[Numbered], list[tuple[int, BookPuzzle, float]]]:
    """The pages of puzzles, all puzzles with their numbers, and those that are too small."""
    sheet = book.sheet
    figures = {id(entry): _figure(book, entry) for entry in entries}
    leaves: list[Leaf] = []
    numbered: list[Numbered] = []
    small: list[tuple[int, BookPuzzle, float]] = []
    digits = len(str(len(entries)))
    heading = head("Levels 8 to 8", sheet)[1]
    room = sheet.room[0], sheet.room[1] - heading
    last: BookPuzzle | None = None
    for chapter in _chapters(book, entries):
        for page in packed(
            chapter,
            lambda entry: (
                figures[id(entry)].captioned(_caption("8" * digits, entry, book)).block(sheet)
            ),
            room,
            GAP,
            book.per_page,
        ):
            shown = [entry for entry, _ in page]
            is_worksheet = book.tasks is not None
            shapes, top = head(visible(book.title) if is_worksheet else _span(shown), sheet)
            leaf = Leaf(shapes)
            for entry, place in page:
                number = len(numbered) + 1
                numbered.append((number, entry))
                figure = figures[id(entry)].captioned(_caption(str(number), entry, book))
                leaf.shapes += figure.drawn(place, sheet, top)
                leaf.openings += _openings(number, entry, last)
                last = entry
                if place.scale < figure.smallest * 0.999:
                    small.append((number, entry, place.scale * CELL / MM))
            leaves.append(leaf)
    return leaves, numbered, small


def _chapters(book: Book, entries: Sequence[BookPuzzle]) -> Iterator[list[list[BookPuzzle]]]:
    """Groups of one level, kind and rules, small puzzles first; by level if that has its pages.

    The tasks of a worksheet name puzzles by their numbers, so their order stays.
    """
    if book.tasks is not None:
        yield [list(entries)]
        return
    kinds = list(dict.fromkeys(entry.puzzle.kind for entry in entries))
    rules = list(dict.fromkeys(rules_of(entry.puzzle) for entry in entries))

    def rank(entry: BookPuzzle) -> tuple[bool, int, int, int]:
        kind = kinds.index(entry.puzzle.kind)
        return entry.level is None, entry.level or 0, kind, rules.index(rules_of(entry.puzzle))

    def area(entry: BookPuzzle) -> int:
        return entry.puzzle.height * entry.puzzle.width

    ordered = sorted(sorted(entries, key=area), key=rank)
    groups = [list(group) for _, group in groupby(ordered, key=rank)]
    if not book.level_pages:
        yield groups
        return
    for _, chapter in groupby(groups, key=lambda group: group[0].level):
        yield list(chapter)


def _openings(number: int, entry: BookPuzzle, last: BookPuzzle | None) -> Iterator[Opening]:
    """What begins with a puzzle: a level, a name, and the puzzle itself if it has a title."""
    level = last is None or (last.level, last.level_name) != (entry.level, entry.level_name)
    if level:
        yield Opening(_grade(entry))
    name, _ = name_of(entry.puzzle)
    if level or last is None or name_of(last.puzzle)[0] != name:
        yield Opening(f"{name}, from puzzle {number}", inside=True)
    if entry.open_title:
        yield Opening(f"{number}. {entry.open_title}", inside=True, marked=False)


def _grade(entry: BookPuzzle) -> str:
    return entry.level_name if entry.level is None else f"Level {entry.level}: {entry.level_name}"


def _span(shown: Sequence[BookPuzzle]) -> str:
    """The levels on a page."""
    first, last = shown[0], shown[-1]
    if _grade(first) == _grade(last):
        return _grade(first)
    if last.level is None:
        return f"{_grade(first)}, and {last.level_name.lower()}"
    return f"Levels {first.level} to {last.level}"


def _caption(number: str, entry: BookPuzzle, book: Book) -> tuple[Paragraph, ...]:
    """What stands above a puzzle: its number, kind and rules; its title; how hard it is.

    A level is about techniques, so it would mislead on a worksheet about search.
    """
    lines = [Paragraph(f"{number}. {in_words(entry.puzzle)}", BOLD, after=0)]
    lines += [Paragraph(entry.open_title, after=0)] if entry.open_title else []
    return tuple(lines if book.tasks is not None else [*lines, Paragraph(entry.stars, after=0)])


def _figure(book: Book, entry: BookPuzzle) -> Figure:
    """A puzzle as it is printed; its digits grow with the smallest cell."""
    puzzle, sheet = entry.puzzle, book.sheet
    scene = _puzzle_scene(puzzle)
    smallest = max(
        sheet.smallest_cell(puzzle) * MM / CELL, smallest_scale(scene, sheet.smallest_digit)
    )
    largest = inf if book.per_page == 1 else max(sheet.largest_scale, smallest)
    return Figure(scene, (), smallest, largest)


def _puzzle_scene(puzzle: Puzzle) -> Scene:
    board = replace(board_of(puzzle, puzzle.givens), label_size=LABEL)
    return without_ground(board_scene(board, ""))
