"""Drawings in SVG from strangers, painted as PNG: plain shapes only, in a process of limited time.

A few letters of SVG can be work without end (patterns in patterns, dashes without number), which
the library that paints cannot interrupt; a process can be ended.
"""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec

from nonairo.errors import FormatError
from nonairo.formats.base import printable
from nonairo.formats.shared.markup import Element, elements
from nonairo.limits import in_force, poll_supervision

START = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg)")
MOST_LETTERS = 1 << 18
MOST_SHAPES = 2000
MOST_DATA = 1 << 16  # letters of one path
MOST_SECONDS = 5.0
CONTAINERS = ("svg", "g", "defs")  # without references, what is in `defs` is not painted
SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "title", "desc")
REFERENCE = re.compile(r"url\s*\(|filter|@import", re.IGNORECASE)
PAINT = (
    "import sys, resvg_py; sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes("
    "svg_string=sys.stdin.buffer.read().decode(), width={0}, height={0}, skip_system_fonts=True)))"
)


def is_svg(data: bytes) -> bool:
    """Whether it looks like a drawing in SVG.

    >>> is_svg(b"<svg>"), is_svg(b"PNG")
    (True, False)
    """
    return START.match(data[:1000]) is not None


def painted(data: bytes, side: int) -> bytes:
    """Return a drawing as PNG of at most so many pixels a side."""
    import subprocess  # which takes longer to load than most pictures to read

    text = data.decode("utf-8-sig", "replace")
    _check(text)
    if find_spec("resvg_py") is None:
        raise FormatError("SVG needs resvg-py: pip install resvg-py")
    seconds = in_force().seconds
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", PAINT.format(side)],
            input=text.encode(),
            capture_output=True,
            timeout=MOST_SECONDS if seconds is None else min(seconds, MOST_SECONDS),
            check=False,
        )
    except subprocess.TimeoutExpired:
        poll_supervision()
        most = f"{MOST_SECONDS:g} s"
        raise FormatError(f"expected an SVG that can be drawn in {most}, found more work") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise FormatError(f"expected an SVG: {printable(reason.partition(': ')[2] or reason)}")
    return done.stdout


def _check(text: str) -> None:
    """Raise FormatError unless a drawing is made of a bounded number of plain shapes."""
    if len(text) > MOST_LETTERS:
        raise FormatError(f"expected an SVG of at most {MOST_LETTERS >> 10} kB, found more")
    waiting = list(elements(text, "svg"))
    number = 0
    while waiting:
        element = waiting.pop()
        number += 1
        _check_shape(element)
        waiting += element.children or ()
    if number > MOST_SHAPES:
        raise FormatError(f"expected an SVG of at most {MOST_SHAPES:,} shapes, found {number:,}")


def _check_shape(element: Element) -> None:
    if element.name.rpartition(":")[2] not in (*CONTAINERS, *SHAPES):
        found = printable(f"<{element.name}>")
        raise FormatError(f"expected an SVG of plain shapes, found {found}", line=element.line)
    for name, value in element.attributes.items():
        if name in ("d", "points") and len(value) > MOST_DATA:
            expected = f"expected an SVG with paths of at most {MOST_DATA >> 10} kB"
            raise FormatError(f"{expected}, found more", line=element.line)
        if reference := REFERENCE.search(name if name == "filter" else value):
            found = printable(reference[0])
            raise FormatError(f"expected an SVG of plain shapes, found {found}", line=element.line)
