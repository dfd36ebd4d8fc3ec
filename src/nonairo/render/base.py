"""What a target of pictures is: a way to write a scene as a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nonairo.render.scene import Scene
from nonairo.render.themes import Theme


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A kind of file that scenes are written as. One file in `render/`, one entry in `TARGETS`."""

    name: str
    summary: str
    suffix: str  # of its files, with the dot
    binary: bool  # or text in UTF-8
    write: Callable[[Scene, Theme], bytes]
