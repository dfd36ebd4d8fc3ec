"""The shapes that pictures are made of: rectangles, circles, strokes, characters of strokes.

Lengths are in units of which a cell is 24 wide, x to the right and y downwards. A shape does not
know its colour: its paint is a role ("ink"), which a theme turns into a colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nonairo.render.glyphs import GAP, Strokes, character, letters_of, placed

PaintName: TypeAlias = str  # a role that every theme colours, or a colour of its own: "#c00000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A rectangle, filled or framed or both."""

    x: float
    y: float
    width: float
    height: float
    fill: PaintName | None = None
    stroke: PaintName | None = None
    pen: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A filled disc."""

    x: float
    y: float
    radius: float
    fill: PaintName


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Strokes of a round pen."""

    strokes: Strokes
    stroke: PaintName
    pen: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph:
    """One character in strokes of our own, so that no target needs a font.

    Its box begins at x, y (see `stroke_font`) and is stretched; the pen is not.
    """

    text: str
    x: float
    y: float
    across: float
    down: float
    stroke: PaintName
    pen: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A line of text whose capitals begin at x, y and are six times `size` high.

    A target writes it as text that can be searched and copied, or draws its strokes.
    """

    text: str
    x: float
    y: float
    size: float
    stroke: PaintName
    pen: float

    @property
    def strokes(self) -> Strokes:
        """Return the strokes of all its characters."""
        found: list[tuple[str, tuple[float, ...]]] = []
        x = self.x
        for each in letters_of(self.text):
            width, drawn = character(each)
            found += placed(drawn, x, self.y, self.size, self.size)
            x += self.size * (width + GAP)
        return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Shapes that were drawn for themselves, put down at x, y and made larger or smaller."""

    shapes: tuple[AnyShape, ...]
    x: float
    y: float
    scale: float


AnyShape: TypeAlias = Rectangle | Circle | Path | Glyph | Text | Placed
