"""Lines of text as strokes: how wide they are, where they are broken, and where they stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from nonairo.render.glyphs import GAP, character, letters_of
from nonairo.render.shapes import PaintName, Text

LINE = 11.5  # from one line of text to the next
PEN = 0.72  # of a stroke, likewise


def width_of(text: str, size: float = 1.0) -> float:
    """How wide a line is; `size` 1 has capitals 6 high.

    >>> width_of("00"), width_of("")
    (9.6, 0.0)
    """
    return (
        size * (sum(character(each).width + GAP for each in letters_of(text)) - GAP)
        if text
        else 0.0
    )


def write_line(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    align: float = 0.0,
    stroke: PaintName = "ink",
    bold: float = 1.0,
) -> Text:
    """A line whose capitals begin at y; with `align` 0.5 its middle is at x, with 1 its end."""
    x -= align * width_of(text, size)
    return Text(text=text, x=x, y=y, size=size, stroke=stroke, pen=PEN * size * bold)


def wrap(text: str, width: float, size: float, most: int | None = None) -> list[str]:
    """The text in lines of at most this width, broken at blanks where there are any.

    What begins a line in the text begins one here.
    """
    lines = [line for part in text.splitlines() for line in _broken(part, width, size)]
    if most is not None and len(lines) > most:
        lines = lines[:most]
        lines[-1] = shorten(lines[-1] + " ...", width, size)
    return lines


def shorten(text: str, width: float, size: float) -> str:
    """The text if it is not wider than that, else its beginning and three dots."""
    if width_of(text, size) <= width:
        return text
    text = text.removesuffix(" ...")
    kept = bisect_right(
        range(len(text) + 1), width, key=lambda end: width_of(text[:end] + " ...", size)
    )
    return text[: max(kept - 1, 0)].rstrip() + " ..."


def _broken(text: str, width: float, size: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width_of(longer, size) <= width:
            line = longer
            continue
        if line:
            yield line
        letters = letters_of(word)
        while (fits := _fitting(letters, width, size)) < len(letters):  # wider than the line
            yield "".join(letters[:fits])
            letters = letters[fits:]
        line = "".join(letters)
    if line:
        yield line


def _fitting(letters: Sequence[str], width: float, size: float) -> int:
    """How many letters fit on a line: at least one."""
    wide = -GAP
    for number, letter in enumerate(letters):
        wide += character(letter).width + GAP
        if size * wide > width:
            return max(number, 1)
    return len(letters)
