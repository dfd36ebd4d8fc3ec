"""Scenes as PNG: their SVG, painted by resvg. Needs the extra `draw`."""

from __future__ import annotations

from struct import pack
from zlib import crc32

from nonairo.render.base import Target, of_extra
from nonairo.render.scene import Scene
from nonairo.render.svg import draw
from nonairo.render.themes import Theme

FINE, FINE_SIDE = 2.0, 4096.0  # pixels for a unit (48 for a cell), and of a side at most
HEADER = 33  # bytes of a PNG's signature and first chunk
PLAIN, PLAIN_SIDE = 1.0, 6000.0  # for what would be too coarse then; and never more than that


def zoom_of(scene: Scene) -> float:
    """Pixels for a unit."""
    side = max(scene.width, scene.height)
    return max(min(FINE, FINE_SIDE / side), min(PLAIN, PLAIN_SIDE / side))


def paint(scene: Scene, theme: Theme, width: int) -> bytes:
    """A picture so many pixels wide."""
    resvg = of_extra("resvg_py", "PNG")
    # We bring our own letters: looking for the system's fonts would take longer than painting.
    written = resvg.svg_to_bytes(svg_string=draw(scene, theme), width=width, skip_system_fonts=True)
    return bytes(written)


def write(scene: Scene, theme: Theme) -> bytes:
    return paint(scene, theme, max(1, round(scene.width * zoom_of(scene) * scene.scale)))


def with_density(png: bytes, dpi: int) -> bytes:
    """The same PNG, which says how many pixels make an inch."""
    metre = round(dpi / 0.0254)
    body = b"pHYs" + pack(">IIB", metre, metre, 1)
    return png[:HEADER] + pack(">I", 9) + body + pack(">I", crc32(body)) + png[HEADER:]


TARGET = Target(
    name="png",
    summary="pixels, for everything else",
    suffix=".png",
    binary=True,
    write=write,
    needs=("resvg_py",),
    pixels=zoom_of,
)
