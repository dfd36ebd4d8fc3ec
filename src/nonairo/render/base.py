"""What a target of pictures is: a way to write scenes as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from nonairo.errors import NonairoError
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
    # Where one file holds several pictures: what they are called together, and they themselves.
    write_all: Callable[[str, Sequence[Scene], Theme], bytes] | None = None
    needs: tuple[str, ...] = ()  # modules of the extra `draw`
    # Pixels for a unit of a scene as large as usual; None where paper has none.
    pixels: Callable[[Scene], float] | None = None


PACKAGES = {"PIL": "Pillow", "resvg_py": "resvg-py"}  # by module, where the names differ


def of_extra(module: str, what: str) -> ModuleType:
    """A module of the extra `draw`; says how to get it where it is missing."""
    try:
        return import_module(module)
    except ImportError:
        top = module.partition(".")[0]
        package = PACKAGES.get(top, top)
        raise NonairoError(f"{what} needs {package}: pip install {package}") from None
