"""The pages of a book before they are bound: shapes between the margins, and what begins there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from nonairo.books.packing import Block, Place
from nonairo.books.paper import MM, SMALLEST_DIGIT, Sheet
from nonairo.render.pdf import Bookmark
from nonairo.render.scene import Scene
from nonairo.render.shapes import AnyShape, Glyph, Placed, Rectangle, Text
from nonairo.render.text_layout import LINE, wrap, write_line

GAP = 7.0 * MM  # between two puzzles
BOLD = 1.3
CAPITAL = 6.0  # the height of a capital of size 1


@dataclass(frozen=True, slots=True)
class Opening:
    """Something that begins on a page: a line of the contents, and a bookmark."""

    text: str
    inside: bool = False  # of the last one that is not
    marked: bool = True  # as a bookmark, too


@dataclass(slots=True)
class Leaf:
    """A page: its shapes begin at 0, 0 between the margins."""

    shapes: list[AnyShape] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    numbered: bool = True  # bears its number


class Paragraph(NamedTuple):
    """Text that is broken into lines."""

    text: str
    bold: float = 1.0
    after: float = 0.5  # lines left free below
    indent: float = 0.0  # in letters


def bound(leaves: Sequence[Leaf], sheet: Sheet, title: str) -> tuple[list[Scene], list[Bookmark]]:
    """The pages of a book with their numbers, margins mirrored, and its bookmarks."""
    scenes, bookmarks = [], []
    for number, leaf in enumerate(leaves, 1):
        across, _ = sheet.room
        shapes: list[AnyShape] = [
            Placed(shapes=tuple(leaf.shapes), x=sheet.left(number), y=sheet.margin, scale=1.0)
        ]
        if leaf.numbered:
            middle = sheet.left(number) + across / 2
            y = sheet.height - sheet.margin - CAPITAL * sheet.text
            shapes.append(write_line(str(number), middle, y, sheet.text, align=0.5, stroke="quiet"))
        scenes.append(Scene(sheet.width, sheet.height, f"{title}, page {number}", tuple(shapes)))
        bookmarks += [
            Bookmark(opening.text, number - 1, opening.inside)
            for opening in leaf.openings
            if opening.marked
        ]
    return scenes, bookmarks


def head(text: str, sheet: Sheet) -> tuple[list[AnyShape], float]:
    """The heading of a page, and where what it is about begins."""
    lines = wrap(text, sheet.room[0], sheet.heading)
    pitch = sheet.heading * LINE
    shapes: list[AnyShape] = [
        write_line(line, 0, pitch * k, sheet.heading, bold=BOLD) for k, line in enumerate(lines)
    ]
    return shapes, pitch * len(lines) + 3 * MM


def flowing(
    heading: str, paragraphs: Sequence[Paragraph], sheet: Sheet, columns: int = 1
) -> Iterator[Leaf]:
    """Text on as many pages as it needs, in columns."""
    shapes, top = head(heading, sheet)
    across, down = sheet.room
    width = (across - GAP * (columns - 1)) / columns
    pitch = sheet.text * LINE
    leaf, column, y = Leaf(list(shapes)), 0, top
    for paragraph in paragraphs:
        begin = paragraph.indent * 5 * sheet.text
        lines = _lines(paragraph.text, width - begin, sheet.text)
        kept = min(len(lines), 2 if paragraph.bold == 1 else len(lines) + 2)  # not left alone
        for k, line in enumerate(lines):
            if y + pitch * (kept if k == 0 else 1) > down:
                column, y = column + 1, top
                if column == columns:
                    yield leaf
                    leaf, column = Leaf(list(shapes)), 0
            x = column * (width + GAP) + begin
            leaf.shapes.append(write_line(line, x, y, sheet.text, bold=paragraph.bold))
            y += pitch
        y += pitch * paragraph.after
    yield leaf


@lru_cache(maxsize=4096)
def _lines(text: str, width: float, size: float) -> tuple[str, ...]:
    return tuple(wrap(text, width, size))


def height_of(paragraphs: Sequence[Paragraph], width: float, sheet: Sheet) -> float:
    """How high some paragraphs are in a column of this width."""
    pitch = sheet.text * LINE
    return sum(
        pitch * (len(_lines(p.text, width - p.indent * 5 * sheet.text, sheet.text)) + p.after)
        for p in paragraphs
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing with a caption above it, of one or more lines that are never cut."""

    scene: Scene
    caption: tuple[Paragraph, ...]
    smallest: float
    largest: float

    def captioned(self, caption: tuple[Paragraph, ...]) -> Figure:
        """Return the same drawing with another caption."""
        return replace(self, caption=caption)

    def block(self, sheet: Sheet) -> Block:
        """Return what packing needs to know."""
        return Block(
            self.scene.width,
            self.scene.height,
            self.smallest,
            self.largest,
            lambda width: height_of(self.caption, float(int(width)), sheet) + 1.5 * MM,
        )

    def drawn(self, place: Place, sheet: Sheet, top: float) -> Iterator[AnyShape]:
        """Draw it below `top`, in the middle of its place."""
        wide, pitch = self.scene.width * place.scale, sheet.text * LINE
        width = float(int(place.width))
        y = top + place.y - height_of(self.caption, width, sheet) - 1.5 * MM
        middle = place.x + place.width / 2
        for paragraph in self.caption:
            stroke = "quiet" if paragraph.bold == 1 else "ink"
            for line in _lines(paragraph.text, width, sheet.text):
                yield write_line(
                    line, middle, y, sheet.text, align=0.5, bold=paragraph.bold, stroke=stroke
                )
                y += pitch
            y += pitch * paragraph.after
        begin = place.x + (place.width - wide) / 2
        shapes = self.scene.shapes
        yield Placed(shapes=shapes, x=begin, y=top + place.y, scale=place.scale)


def smallest_scale(scene: Scene, digit: float = SMALLEST_DIGIT) -> float:
    """The scale at which the smallest digit or letter of a drawing has this height (in mm)."""
    heights = list(_heights(scene.shapes))
    return digit * MM / min(heights) if heights else 0.0


def _heights(shapes: Sequence[AnyShape]) -> Iterator[float]:
    for shape in shapes:
        match shape:
            case Glyph():
                yield CAPITAL * shape.down
            case Text():
                yield CAPITAL * shape.size
            case Placed():
                yield from (shape.scale * height for height in _heights(shape.shapes))


def without_ground(scene: Scene) -> Scene:
    """A drawing on the paper itself."""
    first = scene.shapes[0]
    if isinstance(first, Rectangle) and first.fill == "paper":
        return replace(scene, shapes=scene.shapes[1:])
    return scene
