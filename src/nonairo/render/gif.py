"""Scenes as GIF: animated pictures. Needs the extra `draw`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

from nonairo.errors import NonairoError
from nonairo.render.base import Target, of_extra
from nonairo.render.png import paint
from nonairo.render.scene import Scene
from nonairo.render.shapes import Rectangle
from nonairo.render.themes import Theme, readable_on

LONGEST = 640.0  # pixels of a side
ZOOM = 1.5  # pixels for a unit, if that is less
SHADES = 4  # from a ground to what is drawn on it, for smooth edges
GROUNDS, PENS = ("paper", "used", "seen", "made"), ("ink", "quiet", "stripe", "frame", "wrong")
MOST_COLOURS = 256  # of a film
SHORTEST = 0.02  # seconds a picture; browsers show faster ones slowly
SECONDS, AT_THE_END = 1.5, 3.0  # for each picture, and for the last one
MOST = 500  # pictures, which are in memory together


def write(scene: Scene, theme: Theme) -> bytes:
    return write_all(scene.title, [scene], theme)


def write_all(title: str, scenes: Sequence[Scene], theme: Theme) -> bytes:
    """A film of the scenes, slow enough to read."""
    return animate(scenes, theme, SECONDS)


def animate(scenes: Iterable[Scene], theme: Theme, seconds: float) -> bytes:
    """A film with so many seconds for each scene; all have the size of the largest."""
    images = of_extra("PIL.Image", "GIF")
    scenes = scenes if isinstance(scenes, Sequence) else list(scenes)
    if len(scenes) > MOST:
        raise NonairoError(f"expected at most {MOST} pictures in a GIF, found {len(scenes)}")
    width, height = map(max, zip(*((each.width, each.height) for each in scenes), strict=True))
    zoom = zoom_of(width, height) * scenes[0].scale
    size = max(1, round(width * zoom)), max(1, round(height * zoom))
    palette = images.new("P", (1, 1))
    palette.putpalette(colours(theme, paints_of(scenes)))
    frames = []
    for scene in scenes:
        with images.open(BytesIO(paint(scene, theme, max(1, round(scene.width * zoom))))) as drawn:
            sheet = images.new("RGB", size, theme.colour("paper"))
            sheet.paste(drawn.convert("RGB"), ((size[0] - drawn.width) // 2, 0))
        frames.append(sheet.quantize(palette=palette, dither=images.Dither.NONE))
    out = BytesIO()
    shown = [round(1000 * max(seconds, SHORTEST))] * len(frames)
    shown[-1] = max(shown[-1], round(1000 * AT_THE_END))
    frames[0].save(
        out, "GIF", save_all=True, append_images=frames[1:], duration=shown, loop=0, optimize=False
    )
    return out.getvalue()


def zoom_of(width: float, height: float) -> float:
    """Pixels for a unit."""
    return min(ZOOM, LONGEST / max(width, height))


def paints_of(scenes: Iterable[Scene]) -> list[str]:
    """The colours of coloured cells, in the order they come."""
    shapes = (shape for scene in scenes for shape in scene.shapes if isinstance(shape, Rectangle))
    return list(dict.fromkeys(s.fill for s in shapes if s.fill and s.fill.startswith("#")))


def colours(theme: Theme, own: Sequence[str] = ()) -> list[int]:
    """Red, green and blue of the colours that a film has: those of the theme and between them.

    Those of coloured cells come along, and what lies between them and what is written on them.
    """
    plain = [theme.rgb(paint) for paint in (*theme.colours, *own)]
    pairs = [(ground, pen) for ground in GROUNDS for pen in PENS]
    pairs += [(paint, readable_on(paint)) for paint in own]
    mixed = [
        [round(one + (other - one) * shade / SHADES) for one, other in zip(*pair, strict=True)]
        for pair in ((theme.rgb(ground), theme.rgb(pen)) for ground, pen in pairs)
        for shade in range(1, SHADES)
    ]
    return [part for colour in (*plain, *mixed)[:MOST_COLOURS] for part in colour]


TARGET = Target(
    name="gif",
    summary="animated pictures",
    suffix=".gif",
    binary=True,
    write=write,
    write_all=write_all,
    needs=("PIL.Image", "resvg_py"),
    pixels=lambda scene: zoom_of(scene.width, scene.height),
)
