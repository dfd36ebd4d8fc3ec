"""The shapes that pictures are made of: rectangles, circles, strokes, characters of strokes.

Lengths are in units of which a cell is 24 wide, x to the right and y downwards. A shape does not
know its colour: its paint is a role ("ink"), which a theme turns into a colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from nonairo.render.glyphs import strokes

Paint: TypeAlias = str  # a role that every theme colours, or a colour of its own: "#c00000"


class Move(NamedTuple):
    """Lift the pen, and set it down here."""

    x: float
    y: float


class Straight(NamedTuple):
    """A straight stroke to here."""

    x: float
    y: float


class Curve(NamedTuple):
    """A stroke to x, y that bends towards a point on its way (a quadratic Bezier curve)."""

    towards_x: float
    towards_y: float
    x: float
    y: float


class Close(NamedTuple):
    """A straight stroke back to where the pen was set down."""


Command: TypeAlias = Move | Straight | Curve | Close
VERBS: dict[str, type[Move] | type[Straight] | type[Curve] | type[Close]] = {
    "M": Move,
    "L": Straight,
    "Q": Curve,
    "Z": Close,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rectangle:
    """A rectangle, filled or framed or both."""

    x: float
    y: float
    width: float
    height: float
    fill: Paint | None = None
    stroke: Paint | None = None
    pen: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """A filled disc."""

    x: float
    y: float
    radius: float
    fill: Paint


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Strokes of a round pen."""

    commands: tuple[Command, ...]
    stroke: Paint
    pen: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph:
    """One character in strokes of our own, so that no target needs a font.

    Its box begins at x, y (see `letters`) and is stretched; the pen is not.
    """

    text: str
    x: float
    y: float
    across: float
    down: float
    stroke: Paint
    pen: float

    def path(self) -> Path:
        """The character as strokes, where it stands.

        >>> Glyph(text="1", x=10, y=20, across=2, down=2, stroke="ink", pen=1).path().commands[1:]
        (Straight(x=14.0, y=20.0), Straight(x=14.0, y=32.0))
        """
        begin, stretch = (self.x, self.y), (self.across, self.down)
        placed = []
        for verb, numbers in strokes(self.text):
            moved = (begin[k % 2] + stretch[k % 2] * each for k, each in enumerate(numbers))
            placed.append(VERBS[verb](*moved))
        return Path(commands=tuple(placed), stroke=self.stroke, pen=self.pen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Shapes that were drawn for themselves, put down at x, y and made larger or smaller."""

    shapes: tuple[Shape, ...]
    x: float
    y: float
    scale: float


Shape: TypeAlias = Rectangle | Circle | Path | Glyph | Placed
