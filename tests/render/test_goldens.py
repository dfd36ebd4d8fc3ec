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
            "54a099c4465ab4c1602a40e31792a9605d8b39e8e6800a813e2084864c0ee65f"
        ),
    },
    "pdf": {
        "reportlab 5.1.0, zlib 1.2.13": (
            "230be060777f741c4156d8a5e3be297d3bcffe62726b8e57e4b469a1218e0712"
        ),
    },
    "gif": {
        "pillow 13.0.0, resvg-py 0.5.0, x86_64": (
            "b22b1f262d7c44037e56a3a557b31e27634d235af52b36013c62255d7d4fc63b"
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
