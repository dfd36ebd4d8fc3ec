"""The solutions of a book: small and clean, in rows, with the titles of pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.books.entries import BookPuzzle
from nonairo.books.leaves import (
    BOLD,
    Figure,
    Leaf,
    Opening,
    Paragraph,
    head,
    smallest_scale,
    without_ground,
)
from nonairo.books.packing import Place
from nonairo.books.paper import MM, Sheet
from nonairo.render.board import CELL
from nonairo.render.scene import answer_scene

SMALLEST_CELL, LARGEST_CELL = 1.2, 3.0  # millimetres of a cell in a picture
WIDTH = 38.0  # millimetres of a picture, where its cells allow that
NARROWEST = 30.0  # millimetres of a title's lines
GAP = 5.0 * MM


def pages(numbered: Sequence[tuple[int, BookPuzzle]], sheet: Sheet) -> Iterator[Leaf]:
    """All solutions, row after row."""
    shapes, top = head("Solutions", sheet)
    _, down = sheet.room
    leaf, y = Leaf(list(shapes), [Opening("Solutions")]), top
    for row in _rows(numbered, sheet):
        block = [(figure, scale, width, figure.block(sheet)) for figure, scale, width in row]
        above = max(each.caption_height(width) for _, _, width, each in block)
        free = down - top - above
        scales = [min(scale, free / figure.scene.height) for figure, scale, _, _ in block]
        tall = max(
            f.scene.height * scale for (f, _, _, _), scale in zip(block, scales, strict=True)
        )
        if y > top and y + above + tall > down:
            yield leaf
            leaf, y = Leaf(list(shapes)), top
        x = 0.0
        for (figure, _, width, _), scale in zip(block, scales, strict=True):
            leaf.shapes += figure.drawn(Place(x, above, width, scale), sheet, y)
            x += width + GAP
        y += above + tall + GAP
    yield leaf


def _rows(
    numbered: Sequence[tuple[int, BookPuzzle]], sheet: Sheet
) -> Iterator[list[tuple[Figure, float, float]]]:
    """Solutions side by side, each with its scale and width."""
    row: list[tuple[Figure, float, float]] = []
    used = 0.0
    for number, entry in numbered:
        figure = _answer(number, entry, sheet)
        scale = min(figure.largest, sheet.room[0] / figure.scene.width)
        width = max(figure.scene.width * scale, NARROWEST * MM * sheet.text / 1.7)
        if row and used + width > sheet.room[0]:
            yield row
            row, used = [], 0.0
        row.append((figure, scale, width))
        used += width + GAP
    if row:
        yield row


def _answer(number: int, entry: BookPuzzle, sheet: Sheet) -> Figure:
    """A solution: digits as large as the smallest of a puzzle, a picture about as wide as all."""
    scene = without_ground(answer_scene(entry.puzzle, entry.solution, letters=False))
    scale = smallest_scale(scene, sheet.smallest_digit)
    if not scale:
        cell = min(max(WIDTH / entry.puzzle.width, SMALLEST_CELL), LARGEST_CELL)
        scale = cell * MM / CELL
    withheld = entry.title if entry.title != entry.open_title else ""
    title = [Paragraph(withheld, after=0)] if withheld else []
    return Figure(scene, (Paragraph(f"{number}.", BOLD, after=0), *title), scale, scale)
