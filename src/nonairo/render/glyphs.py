"""Digits and letters as strokes in a box 4 wide and 6 high, y downwards.

M sets the pen down, L draws a straight stroke, Q a curve towards a point and on to the next, Z goes
back to the beginning. Letters are symbols after 9; they are drawn as capitals, but for `o`, which
would be a zero.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

Strokes: TypeAlias = tuple[tuple[str, tuple[float, ...]], ...]

BOX = (4, 6)
GLYPHS = {
    "0": "M0 1Q0 0 2 0Q4 0 4 1L4 5Q4 6 2 6Q0 6 0 5Z",
    "1": "M.6 1.4L2 0L2 6",
    "2": "M0 1.4Q0 0 2 0Q4 0 4 1.7Q4 3 0 6L4 6",
    "3": "M0 .8Q.7 0 2 0Q4 0 4 1.4Q4 2.8 1.6 2.8Q4 2.8 4 4.4Q4 6 2 6Q.6 6 0 5",
    "4": "M3 6L3 0L0 4.2L4 4.2",
    "5": "M4 0L.5 0L.2 2.8Q4 1.8 4 4Q4 6 2 6Q.6 6 0 5.2",
    "6": "M3.6 .6Q2.8 0 2 0Q0 0 0 4Q0 6 2 6Q4 6 4 4.1Q4 2.5 2 2.5Q.3 2.5 0 4",
    "7": "M0 0L4 0L1.4 6",
    "8": "M2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6"
    "Q4 6 4 4.4Q4 2.8 2 2.8",
    "9": "M.4 5.4Q1.2 6 2 6Q4 6 4 2Q4 0 2 0Q0 0 0 1.9Q0 3.5 2 3.5Q3.7 3.5 4 2",
    "a": "M0 6L2 0L4 6M.8 4L3.2 4",
    "b": "M0 6L0 0L2.2 0Q3.7 0 3.7 1.4Q3.7 2.8 2.2 2.8L0 2.8M2.2 2.8Q4 2.8 4 4.4Q4 6 2.2 6L0 6",
    "c": "M4 1.2Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q3.4 6 4 4.8",
    "d": "M0 6L0 0L1.6 0Q4 0 4 3Q4 6 1.6 6Z",
    "e": "M4 0L0 0L0 6L4 6M0 2.8L3.2 2.8",
    "f": "M4 0L0 0L0 6M0 2.8L3.2 2.8",
    "g": "M4 1.2Q3.4 0 2 0Q0 0 0 3Q0 6 2 6Q4 6 4 4L4 3.4L2.4 3.4",
    "h": "M0 0L0 6M4 0L4 6M0 2.8L4 2.8",
    "i": "M.8 0L3.2 0M2 0L2 6M.8 6L3.2 6",
    "j": "M1.4 0L4 0M3.2 0L3.2 4.2Q3.2 6 1.6 6Q.3 6 0 4.6",
    "k": "M0 0L0 6M4 0L0 3.6M1.4 2.4L4 6",
    "l": "M0 0L0 6L4 6",
    "m": "M0 6L0 0L2 3.2L4 0L4 6",
    "n": "M0 6L0 0L4 6L4 0",
    "o": "M2 2Q4 2 4 4Q4 6 2 6Q0 6 0 4Q0 2 2 2Z",
    "p": "M0 6L0 0L2.2 0Q4 0 4 1.7Q4 3.4 2.2 3.4L0 3.4",
    "q": "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0ZM2.6 4.4L4 6",
    "r": "M0 6L0 0L2.2 0Q4 0 4 1.6Q4 3.2 2.2 3.2L0 3.2M2 3.2L4 6",
    "s": "M3.8 1Q3.2 0 2 0Q.2 0 .2 1.5Q.2 2.7 2 3Q4 3.3 4 4.5Q4 6 2 6Q.6 6 0 4.9",
    "t": "M0 0L4 0M2 0L2 6",
    "u": "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0",
    "v": "M0 0L2 6L4 0",
    "w": "M0 0L1 6L2 2L3 6L4 0",
    "x": "M0 0L4 6M4 0L0 6",
    "y": "M0 0L2 3L4 0M2 3L2 6",
    "z": "M0 0L4 0L0 6L4 6",
    "?": "M.3 1.4Q.3 0 2 0Q3.8 0 3.8 1.5Q3.8 2.7 2 3.2L2 4.2M2 5.8L2 6",
}
STRANGE = "M0 0L4 0L4 6L0 6Z"  # an empty box for what we cannot draw


@cache
def strokes(text: str) -> Strokes:
    """How one character is drawn.

    >>> strokes("7")
    (('M', (0.0, 0.0)), ('L', (4.0, 0.0)), ('L', (1.4, 6.0)))
    """
    written = re.findall(r"([MLQZ])([^MLQZ]*)", GLYPHS.get(text.lower(), STRANGE))
    return tuple((verb, tuple(map(float, numbers.split()))) for verb, numbers in written)
