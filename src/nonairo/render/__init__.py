"""Puzzles as text and pictures: pure functions.

`text` draws with characters. A picture is made once, as a `Scene` of shapes; targets write it as a
file. To add one: write `render/NAME.py` with a `TARGET`, and list it here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonairo.registry import Register

if TYPE_CHECKING:
    from nonairo.render.base import Target

TARGETS: Register[Target] = Register(
    "nonairo.render",
    {
        "svg": "svg.TARGET",
        "png": "png.TARGET",
        "pdf": "pdf.TARGET",
        "html": "html.TARGET",
        "gif": "gif.TARGET",
    },
)
