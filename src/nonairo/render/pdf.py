"""Scenes as PDF, one on each page: the same strokes, on paper. Needs the extra `draw`.

The operators are written here, shape by shape; reportlab makes a file of them, the same bytes every
time (its "invariant" mode writes no date).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO

from nonairo.plain import visible
from nonairo.render.base import Target, of_extra
from nonairo.render.glyphs import Strokes, placed, strokes
from nonairo.render.scene import Scene
from nonairo.render.shapes import AnyShape, Circle, Glyph, Path, Placed, Rectangle
from nonairo.render.themes import Theme

POINT = 0.75  # points for a unit: a cell is 18 points, a quarter of an inch
OPERATORS = {"M": "m", "L": "l", "Q": "c"}
LONGEST = 14_400.0  # points of a page, as readers allow


def write(scene: Scene, theme: Theme) -> bytes:
    return write_all(scene.title, [scene], theme)


def write_all(title: str, scenes: Sequence[Scene], theme: Theme) -> bytes:
    """A file with a page for each scene."""
    canvas_module = of_extra("reportlab.pdfgen.canvas", "PDF")
    out = BytesIO()
    canvas = canvas_module.Canvas(out, invariant=1, pageCompression=1)
    canvas.setTitle(visible(title))
    canvas.setCreator("nonairo")
    canvas.setAuthor("")  # else it says "anonymous",
    canvas.setSubject("")  # and "unspecified"
    for scene in scenes:
        point = min(POINT * scene.scale, LONGEST / max(scene.width, scene.height))
        canvas.setPageSize((scene.width * point, scene.height * point))
        canvas.addLiteral(operators(scene, theme, point))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def operators(scene: Scene, theme: Theme, point: float = POINT) -> str:
    """What a page says: y is turned downwards, the pen made round, then shape after shape."""
    turned = f"{point:.4f} 0 0 {-point:.4f} 0 {scene.height * point:.4f} cm"
    return "\n".join(["q", turned, "1 J 1 j", *_painted(scene.shapes, theme), "Q"])


def _painted(shapes: Sequence[AnyShape], theme: Theme) -> Iterator[str]:
    """Shapes one after another; colours and pens are said when they change."""
    state: dict[str, str] = {}

    def use(**wanted: str) -> Iterator[str]:
        for name, value in wanted.items():
            if state.get(name) != value:
                state[name] = value
                yield value

    def pen(paint: str, width: float) -> Iterator[str]:
        return use(stroke=f"{_colour(theme, paint)} RG", pen=f"{_number(width)} w")

    for shape in shapes:
        match shape:
            case Rectangle():
                paints = ""
                if shape.fill:
                    yield from use(fill=f"{_colour(theme, shape.fill)} rg")
                    paints = "f"
                if shape.stroke:
                    yield from pen(shape.stroke, shape.pen)
                    paints = "B" if paints else "S"
                place = map(_number, (shape.x, shape.y, shape.width, shape.height))
                yield f"{' '.join(place)} re {paints or 'n'}"
            case Circle():  # a dot of a round pen
                yield from pen(shape.fill, 2 * shape.radius)
                at = f"{_number(shape.x)} {_number(shape.y)}"
                yield f"{at} m {at} l S"
            case Path():
                yield from pen(shape.stroke, shape.pen)
                yield f"{_drawn(shape.strokes)} S"
            case Glyph():
                yield from pen(shape.stroke, shape.pen)
                outline = _outline(shape.text, shape.across, shape.down)
                yield f"q 1 0 0 1 {_number(shape.x)} {_number(shape.y)} cm {outline} S Q"
            case Placed():
                scale = f"{shape.scale:.5f}"
                yield f"q {scale} 0 0 {scale} {_number(shape.x)} {_number(shape.y)} cm"
                yield from _painted(shape.shapes, theme)
                yield "Q"


@lru_cache(maxsize=1024)
def _outline(text: str, across: float, down: float) -> str:
    """A character at the origin."""
    return _drawn(placed(strokes(text), 0, 0, across, down))


def _drawn(strokes: Strokes) -> str:
    """Strokes; PDF has only cubic curves, so those of one control point are raised to two."""
    words: list[str] = []
    x = y = 0.0
    for verb, numbers in strokes:
        if verb == "Z":
            words.append("h")
            continue
        if verb == "Q":
            bend, turn, to_x, to_y = numbers
            numbers = (x + 2 * (bend - x) / 3, y + 2 * (turn - y) / 3,
                       to_x + 2 * (bend - to_x) / 3, to_y + 2 * (turn - to_y) / 3,
                       to_x, to_y)  # fmt: skip
        words.append(f"{' '.join(map(_number, numbers))} {OPERATORS[verb]}")
        x, y = numbers[-2:]
    return " ".join(words)


def _colour(theme: Theme, paint: str) -> str:
    """Red, green and blue from 0 to 1."""
    return " ".join(_number(part / 255, 4) for part in theme.rgb(paint))


def _number(number: float, digits: int = 3) -> str:
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")


TARGET = Target(
    name="pdf",
    summary="pages to print",
    suffix=".pdf",
    binary=True,
    write=write,
    write_all=write_all,
    needs=("reportlab",),
)
