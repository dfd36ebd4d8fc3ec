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

WRITERS = {"png": ("resvg-py",), "pdf": ("reportlab",), "gif": ("pillow", "resvg-py")}
DRAWN = ("binairo", "nonogram answered", "dead_end 1, clues of three digits")
# Of all that is in DRAWN, light and then dark, one after another.
SUMS = {
    "png": {
        "resvg-py 0.5.0, x86_64": (
            "f7b12f7a2f38888746c191ca0d12d7f34a554dcbbcf6edab893369ae028e6e31"
        ),
    },
    "pdf": {
        "reportlab 5.1.0, zlib 1.2.13": (
            "61472a334c6301d278463d4d0ba993fbea31b9291c7c7a6d97e9acfb8c73c2ed"
        ),
    },
    "gif": {
        "pillow 13.0.0, resvg-py 0.5.0, x86_64": (
            "9457a5dffd2e12584c544483a093de4bd38de91b854bf5d1962d18692928d676"
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
