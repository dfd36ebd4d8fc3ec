"""What stands around the cells of a board: labels beside the lines, coordinates, signs between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.render.board import (
    BETWEEN,
    CELL,
    CHIP,
    DIGIT,
    PAD,
    SMALL,
    STRIP,
    Board,
    characters,
    in_cell,
    line,
)
from nonairo.render.shapes import AnyShape, Circle, PaintName, Rectangle
from nonairo.render.text_layout import width_of, write_line
from nonairo.render.themes import readable_on


def labels(board: Board) -> Iterator[AnyShape]:
    """What is written beside the lines; what is about a colour stands on it."""
    size = board.label_size
    for row, label in enumerate(board.rows):
        y = board.top + CELL * row + CELL / 2 - 3 * size
        x = board.left - PAD
        inks = _inks(board.row_inks, row, label)
        for text, ink in zip(reversed(label), reversed(inks), strict=True):
            width = width_of(text, size)
            x -= width
            yield from _chip(x, y, width, size, ink)
            yield from characters(text, x, y, size, size, stroke=_on(ink))
            x -= BETWEEN
    for col, label in enumerate(board.cols):
        x = board.left + CELL * col
        inks = _inks(board.col_inks, col, label)
        for k, (text, ink) in enumerate(zip(reversed(label), reversed(inks), strict=True), 1):
            y = board.top - board.pitch * k
            yield from _chip(x + CHIP + 1, y, CELL - 2 * CHIP - 2, size, ink)
            yield from in_cell(
                text, x, y, size, stroke=_on(ink), margin=6 if ink or size > DIGIT else 4
            )


def _inks(
    side: Sequence[tuple[PaintName | None, ...]], index: int, label: tuple[str, ...]
) -> tuple[PaintName | None, ...]:
    """What each part of a label stands on; on nothing where its kind has no colours."""
    own = side[index] if side else ()
    return own or (None,) * len(label)


def _on(ink: PaintName | None) -> PaintName:
    return "ink" if ink is None else readable_on(ink)


def _chip(
    x: float, y: float, width: float, size: float, ink: PaintName | None
) -> Iterator[AnyShape]:
    """The coloured ground of a number that begins at x, y; with an edge, for it may be pale."""
    if ink is not None:
        yield Rectangle(x=x - CHIP, y=y - 2, width=width + 2 * CHIP, height=6 * size + 4, fill=ink,
                        stroke="stripe", pen=0.5)  # fmt: skip


def between(board: Board) -> Iterator[AnyShape]:
    """Signs on the borders of two cells, as strokes on a small disc."""
    for one, other, glyph in board.between:
        (x, y), (far, low) = board.corner(one), board.corner(other)
        x, y = (x + far + CELL) / 2, (y + low + CELL) / 2
        yield Circle(x=x, y=y, radius=4.8, fill="ink")
        yield Circle(x=x, y=y, radius=4.2, fill="paper")
        if glyph == "=":
            ends = ((x - 2.1, y - 1.2), (x + 2.1, y - 1.2), (x - 2.1, y + 1.2), (x + 2.1, y + 1.2))
            yield line(*ends, pen=1.3)
        elif glyph == "x":
            ends = ((x - 1.8, y - 1.8), (x + 1.8, y + 1.8), (x + 1.8, y - 1.8), (x - 1.8, y + 1.8))
            yield line(*ends, pen=1.3)
        else:
            yield write_line(glyph, x, y - 3, 1.0, align=0.5)


def coordinates(board: Board) -> Iterator[AnyShape]:
    """The numbers of rows and columns, as sentences name them."""
    if not board.coordinates:
        return
    x = board.right + 5 if board.labelled else board.left - 5
    y = board.bottom + 5 if board.labelled else board.top - STRIP + 1.5
    for row in range(board.grid.height):
        middle = board.top + CELL * row + CELL / 2 - 3 * SMALL
        side = 0.0 if board.labelled else 1.0
        yield write_line(str(row + 1), x, middle, SMALL, align=side, stroke="quiet")
    for col in range(board.grid.width):
        middle = board.left + CELL * col + CELL / 2
        text = str(col + 1)
        size = min(SMALL, (CELL - 3) / width_of(text))
        yield write_line(text, middle, y, size, align=0.5, stroke="quiet")
