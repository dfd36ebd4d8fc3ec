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
from nonairo.render.scene import Scene
from nonairo.render.shapes import (
    Circle,
    Close,
    Command,
    Curve,
    Glyph,
    Move,
    Path,
    Placed,
    Rectangle,
    Shape,
    Straight,
)
from nonairo.render.themes import Theme

POINT = 0.75  # points for a unit: a cell is 18 points, a quarter of an inch
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
        point = min(POINT, LONGEST / max(scene.width, scene.height))
        canvas.setPageSize((scene.width * point, scene.height * point))
        canvas.addLiteral(operators(scene, theme, point))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def operators(scene: Scene, theme: Theme, point: float = POINT) -> str:
    """What a page says: y is turned downwards, the pen made round, then shape after shape."""
    turned = f"{point:.4f} 0 0 {-point:.4f} 0 {scene.height * point:.4f} cm"
    return "\n".join(["q", turned, "1 J 1 j", *_painted(scene.shapes, theme), "Q"])


def _painted(shapes: Sequence[Shape], theme: Theme) -> Iterator[str]:
    """Shapes one after another; colours and pens are said when they change."""
    state: dict[str, str] = {}

    def use(**wanted: str) -> Iterator[str]:
        for name, value in wanted.items():
            if state.get(name) != value:
                state[name] = value
                yield value

    for shape in shapes:
        match shape:
            case Rectangle():
                paints = ""
                if shape.fill:
                    yield from use(fill=f"{_colour(theme, shape.fill)} rg")
                    paints = "f"
                if shape.stroke:
                    yield from use(stroke=f"{_colour(theme, shape.stroke)} RG")
                    yield from use(pen=f"{_number(shape.pen)} w")
                    paints = "B" if paints else "S"
                place = map(_number, (shape.x, shape.y, shape.width, shape.height))
                yield f"{' '.join(place)} re {paints or 'n'}"
            case Circle():  # a dot of a round pen
                yield from use(stroke=f"{_colour(theme, shape.fill)} RG")
                yield from use(pen=f"{_number(2 * shape.radius)} w")
                at = f"{_number(shape.x)} {_number(shape.y)}"
                yield f"{at} m {at} l S"
            case Path():
                yield from use(stroke=f"{_colour(theme, shape.stroke)} RG")
                yield from use(pen=f"{_number(shape.pen)} w")
                yield f"{_drawn(shape.commands)} S"
            case Glyph():
                yield from use(stroke=f"{_colour(theme, shape.stroke)} RG")
                yield from use(pen=f"{_number(shape.pen)} w")
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
    glyph = Glyph(text=text, x=0, y=0, across=across, down=down, stroke="ink", pen=1)
    return _drawn(glyph.path().commands)


def _drawn(commands: Sequence[Command]) -> str:
    """Strokes; PDF knows cubic curves only, so those of one control point are raised to two."""
    words: list[str] = []
    x = y = 0.0
    for command in commands:
        match command:
            case Move():
                words.append(f"{_number(command.x)} {_number(command.y)} m")
            case Straight():
                words.append(f"{_number(command.x)} {_number(command.y)} l")
            case Curve():
                bend, turn = command.towards_x, command.towards_y
                near = (x + 2 * (bend - x) / 3, y + 2 * (turn - y) / 3)
                far = (
                    command.x + 2 * (bend - command.x) / 3,
                    command.y + 2 * (turn - command.y) / 3,
                )
                numbers = map(_number, (*near, *far, command.x, command.y))
                words.append(f"{' '.join(numbers)} c")
            case Close():
                words.append("h")
                continue
        x, y = command.x, command.y
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
