"""Scenes to be written: of grids, of puzzles of every kind, of a step of every technique."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import nonairo as nn
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.render import TARGETS
from nonairo.render.base import Target
from nonairo.render.glyphs import placed, strokes
from nonairo.render.scene import Scene, grid_scene, puzzle_scene
from nonairo.render.shapes import AnyShape, Circle, Glyph, Path, Placed, Rectangle, Text
from nonairo.step_pictures import step_scene
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample

ANSWER = Grid.parse("010110/101001/011010/100101/110010/001101")
MANY = Grid(5, 8, ALPHABET.ljust(40, "."))  # every symbol that a cell can have
MORE = {
    "coloured": "nonogram@a=ff0000+b=000000+c=ffffcc:2a/1a,2b/2b,1c;2a/1a,2b/2b/1c",
    "signs": "tango:1.../..../..../...1;x../.=./.../..x;..../=.../....",
}
STRANGE = "<b>&\"'\x00\x1b]]>\ud800"


def puzzles() -> dict[str, Puzzle]:
    """One of every kind with something in it, and what is hard to draw."""
    made = {kind.name: kind.pose(ANSWER, "standard") for kind in KINDS.values()}
    made |= {f"blank {kind.name}": kind.blank(6, 6, "standard") for kind in KINDS.values()}
    made |= {name: nn.parse(puzzle) for name, puzzle in MORE.items()}
    wide = Grid.parse(["1" * 120, "1" * 99 + "0" + "1" * 20])
    made["clues of three digits"] = KINDS["nonogram"].pose(wide, "standard")
    large = Grid(60, 40, "".join("01"[k * k % 7 % 2] for k in range(2400)))
    made["60x40"] = KINDS["nonogram"].pose(large, "standard")
    made["strange title"] = nn.binairo(["0.", ".."]).about(title=STRANGE)
    return made


def made_for(side: int) -> Puzzle:
    """An empty puzzle of that size."""
    return KINDS["nonogram"].blank(side, side, "standard")


def scenes() -> Iterator[tuple[str, Scene]]:
    """What every target is tried on, by name."""
    yield "one cell", grid_scene(Grid.parse("."))
    yield "many symbols", grid_scene(MANY)
    for name, puzzle in puzzles().items():
        yield name, puzzle_scene(puzzle)
        yield f"{name}, with a caption", puzzle_scene(puzzle, caption=f"{puzzle.title} & more")
    yield "a long caption", puzzle_scene(made_for(1), caption="as long as a tapeworm " * 200)
    yield "a long word", puzzle_scene(made_for(6), caption="\N{CJK UNIFIED IDEOGRAPH-4E00}" * 300)
    for kind in KINDS.values():
        yield f"{kind.name} answered", puzzle_scene(kind.pose(ANSWER, "standard"), ANSWER)
    for name, text in MORE.items():
        yield f"{name} answered", puzzle_scene(nn.parse(text), nn.solve(text).solution)
    for technique in TECHNIQUES.values():
        for number, sample in enumerate(technique.samples, 1):
            puzzle, step = show_sample(technique, sample)
            yield f"{technique.id} {number}", step_scene(puzzle, puzzle.givens, step)


SCENES = dict(scenes())


def available(name: str) -> Target:
    """A target, if what it needs is installed."""
    for module in TARGETS[name].needs:
        pytest.importorskip(module, reason=f"{name} needs {module}, of the extra draw")
    return TARGETS[name]


def points(shape: AnyShape) -> list[tuple[float, float]]:
    """Points that enclose a shape, pen and all."""
    match shape:
        case Glyph():
            drawn = placed(strokes(shape.text), shape.x, shape.y, shape.across, shape.down)
            return points(Path(strokes=drawn, stroke=shape.stroke, pen=shape.pen))
        case Placed():
            inner = [point for each in shape.shapes for point in points(each)]
            scale = shape.scale
            return [(shape.x + scale * x, shape.y + scale * y) for x, y in inner]
        case Circle():
            corners, pen = [(shape.x, shape.y)], shape.radius
        case Rectangle():
            far = (shape.x + shape.width, shape.y + shape.height)
            corners, pen = [(shape.x, shape.y), far], shape.pen / 2 if shape.stroke else 0.0
        case Path() | Text():
            if not shape.strokes:
                return []
            corners = [pair for _, numbers in shape.strokes
                       for pair in zip(numbers[::2], numbers[1::2], strict=True)]  # fmt: skip
            pen = shape.pen / 2
    return [(x + k * pen, y + k * pen) for x, y in corners for k in (-1, 1)]


def paints(scene: Scene) -> set[str]:
    """All paint in a scene."""
    used = {getattr(shape, name, None) for shape in flat(scene) for name in ("fill", "stroke")}
    return {paint for paint in used if paint is not None}


def flat(scene: Scene) -> Iterator[AnyShape]:
    """All shapes, also those inside others."""
    waiting = [*scene.shapes]
    while waiting:
        shape = waiting.pop()
        yield shape
        if isinstance(shape, Placed):
            waiting += shape.shapes
