"""PNG, PDF and GIF, byte by byte: the same twice, and with pinned writers what they always were.

Bytes depend on who writes them, so there is a table of sums for each set of versions; with others
the test says so. Look at new pictures before you put their sums in the place of the old.
"""

from __future__ import annotations

import platform
import zlib
from hashlib import sha256
from importlib.metadata import version

import pytest
from scenes import SCENES, available

from nonairo.render.themes import THEMES

WRITERS = {"png": ("resvg-py",), "pdf": (), "gif": ("pillow", "resvg-py")}
DRAWN = ("binairo", "nonogram answered", "dead_end 1, clues of three digits")
# Of all that is in DRAWN, light and then dark, one after another.
SUMS = {
    "png": {
        "resvg-py 0.5.0, x86_64": (
            "8df96bdbf8586f9ae0603b1e664c6b7c9bc8986d8af6809ded4e1d7befd9a8e8"
        ),
    },
    "pdf": {
        "zlib 1.2.13": ("69bd855e27c03abd92c06f91672beaed6cfb00df1cfecb7bc4db71e669a0eafe"),
    },
    "gif": {
        "pillow 13.0.0, resvg-py 0.5.0, x86_64": (
            "8dc07a4a5a2906277836e833447d74d8e1975afa0c80fadfef5e536b0a12f93f"
        ),
    },
}


def writers(target: str) -> str:
    """All that the bytes depend on: who writes them, on what, and who packs them."""
    names = [f"{name} {version(name)}" for name in WRITERS[target]]
    more = f"zlib {zlib.ZLIB_RUNTIME_VERSION}" if target == "pdf" else platform.machine()
    return ", ".join([*names, more])  # smooth edges are sums of fractions, rounded by the machine


def written(target: str) -> bytes:
    """All pictures of a target, one after another."""
    tool, files = available(target), []
    for theme in THEMES.values():
        for names in DRAWN:
            scenes = [SCENES[name] for name in names.split(", ")]
            if tool.write_all is None:
                files += [tool.write(scene, theme) for scene in scenes]
            else:
                files.append(tool.write_all("A title", scenes, theme))
    return b"".join(files)


@pytest.mark.parametrize("target", WRITERS)
def test_the_same_bytes_twice(target: str) -> None:
    assert written(target) == written(target)


@pytest.mark.parametrize("target", WRITERS)
def test_with_known_writers_the_bytes_are_those_of_old(target: str) -> None:
    available(target)
    known, here = SUMS[target], writers(target)
    if here not in known:
        pytest.skip(f"no sum is known for {here}, but for {'; '.join(known)}")
    assert sha256(written(target)).hexdigest() == known[here]
