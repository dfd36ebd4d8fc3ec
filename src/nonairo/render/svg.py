"""Scenes as SVG: text that browsers, notebooks and Markdown pages show."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from nonairo.render.base import Target
from nonairo.render.glyphs import Strokes, placed, strokes
from nonairo.render.scene import Scene
from nonairo.render.shapes import AnyShape, Circle, Glyph, Path, Placed, Rectangle, Text
from nonairo.render.themes import LIGHT, Theme

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw(scene: Scene, theme: Theme = LIGHT) -> str:
    """Any scene."""
    width, height = _number(scene.width), _number(scene.height)
    across, down = _number(scene.width * scene.scale), _number(scene.height * scene.scale)
    title = NOT_XML.sub("\N{REPLACEMENT CHARACTER}", scene.title)  # titles come from strangers
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{across}" height="{down}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<g fill="none" stroke="{theme.colour("ink")}" stroke-linecap="round"'
        ' stroke-linejoin="round">',
        *(_element(shape, theme) for shape in scene.shapes),
        "</g></svg>",
    ]
    return "".join(parts)


def _element(shape: AnyShape, theme: Theme) -> str:
    """One shape; what it does not say is what the group around it says."""
    match shape:
        case Rectangle():
            x, y, width, height = map(_number, (shape.x, shape.y, shape.width, shape.height))
            fill = f' fill="{theme.colour(shape.fill)}"' if shape.fill else ""
            pen = _pen(shape.stroke, shape.pen, theme) if shape.stroke else ' stroke="none"'
            return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{fill}{pen}/>'
        case Circle():
            x, y, radius = map(_number, (shape.x, shape.y, shape.radius))
            fill = theme.colour(shape.fill)
            return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="none"/>'
        case Path() | Text():
            return f'<path d="{_data(shape.strokes)}"{_pen(shape.stroke, shape.pen, theme)}/>'
        case Glyph():
            outline = _outline(shape.text, shape.across, shape.down)
            place = f"translate({_number(shape.x)} {_number(shape.y)})"
            pen = _pen(shape.stroke, shape.pen, theme)
            return f'<path d="{outline}" transform="{place}"{pen}/>'
        case Placed():
            place = f"translate({_number(shape.x)} {_number(shape.y)}) scale({shape.scale:.4g})"
            inner = "".join(_element(each, theme) for each in shape.shapes)
            return f'<g transform="{place}">{inner}</g>'


def _pen(stroke: str, width: float, theme: Theme) -> str:
    colour = "" if stroke == "ink" else f' stroke="{theme.colour(stroke)}"'
    return colour + ("" if width == 1 else f' stroke-width="{_number(width)}"')


@lru_cache(maxsize=1024)
def _outline(text: str, across: float, down: float) -> str:
    """A character at the origin: the same text wherever it stands."""
    return _data(placed(strokes(text), 0, 0, across, down))


def _data(drawn: Strokes) -> str:
    return "".join(verb + " ".join(map(_number, numbers)) for verb, numbers in drawn)


def _number(number: float) -> str:
    """A coordinate, to the hundredth.

    >>> _number(24.0), _number(0.8), _number(1 / 3)
    ('24', '0.8', '0.33')
    """
    return f"{number:.2f}".rstrip("0").rstrip(".")


def write(scene: Scene, theme: Theme) -> bytes:
    return draw(scene, theme).encode()


TARGET = Target(
    name="svg",
    summary="scalable pictures for pages, notebooks and drawing programs",
    suffix=".svg",
    binary=False,
    write=write,
    pixels=lambda scene: 1.0,
)
