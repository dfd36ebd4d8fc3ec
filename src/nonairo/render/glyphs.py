"""How a character is drawn: its strokes and width, from `stroke_font` or built from its parts."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, TypeAlias
from unicodedata import combining, normalize

from nonairo.render.stroke_font import ALIKE, LETTERS, MARKS, PARTS, STRANGE

# M sets the pen down at a point, L draws a straight stroke to the next, Q a curve (towards a point
# and on to another, a quadratic Bezier curve), Z goes straight back to where the pen was set down.
Strokes: TypeAlias = tuple[tuple[str, tuple[float, ...]], ...]

BASELINE = 6  # capitals and digits stand from 0 to 6
GAP = 1.6  # between two characters, where a capital is 6 high
DOTLESS = {"i": "\N{LATIN SMALL LETTER DOTLESS I}", "j": "\N{LATIN SMALL LETTER DOTLESS J}"}


class Character(NamedTuple):
    """Strokes in a box `width` wide."""

    width: float
    strokes: Strokes


def strokes(text: str) -> Strokes:
    """How one character is drawn.

    >>> strokes("7")
    (('M', (0.0, 0.0)), ('L', (4.0, 0.0)), ('L', (1.4, 6.0)))
    """
    return character(text).strokes


@cache
def character(text: str) -> Character:
    """One character; an empty box where we have none."""
    text = ALIKE.get(text, text)
    if text in LETTERS:
        return _written(LETTERS[text])
    if text in PARTS:
        width, parts = PARTS[text]
        drawn = (placed(strokes(part), x, y, size, size) for part, size, x, y in parts)
        return Character(width, tuple(stroke for part in drawn for stroke in part))
    return _accented(text) or _written(STRANGE)


def letters_of(text: str) -> list[str]:
    """The characters of a text, each with the accents that follow it, however they were typed.

    >>> letters_of("e\u0301a") == ["\u00e9", "a"]
    True
    """
    if text.isascii():
        return list(text)
    letters: list[str] = []
    for each in normalize("NFC", text):
        if combining(each) and letters:
            letters[-1] += each
        else:
            letters.append(each)
    return letters


def without_shape(text: str) -> list[str]:
    """The letters of a text that would be empty boxes, each once."""
    return list(dict.fromkeys(each for each in letters_of(text) if not drawable(each)))


def drawable(text: str) -> bool:
    """Whether a character is more than an empty box."""
    return character(text) != _written(STRANGE)


def of_symbol(symbol: str) -> str:
    """The character that stands for a cell's symbol: a capital, but for o, which would be a 0."""
    return symbol if symbol == "o" else symbol.upper()


def _written(letter: tuple[float, str]) -> Character:
    width, path = letter
    found = re.findall(r"([MLQZ])([^MLQZ]*)", path)
    return Character(
        width, tuple((verb, tuple(map(float, numbers.split()))) for verb, numbers in found)
    )


def _accented(text: str) -> Character | None:
    """A letter with accents that we have; None if there is anything else about it."""
    apart = normalize("NFD", text)
    letter, marks = apart[0], apart[1:]
    if letter not in LETTERS or not marks or not set(marks) <= set(MARKS):
        return None
    narrow, drawn = character(DOTLESS.get(letter, letter))
    accents = [_written(MARKS[mark]) for mark in marks]
    width = max(narrow, *(across for across, _ in accents))
    drawn = placed(drawn, (width - narrow) / 2, 0)
    for across, over in accents:
        below = min(numbers[1] for _, numbers in over if numbers) > BASELINE - 1
        raised = -2 if letter.isupper() and not below else 0
        drawn += placed(over, (width - across) / 2, raised)
    return Character(width, drawn)


def placed(drawn: Strokes, x: float, y: float, across: float = 1, down: float = 1) -> Strokes:
    """Return strokes stretched and moved to x, y.

    >>> placed(strokes("1"), 10, 20, 2, 2)[1:]
    (('L', (14.0, 20.0)), ('L', (14.0, 32.0)))
    """
    begin, stretch = (x, y), (across, down)
    return tuple(
        (verb, tuple(begin[k % 2] + stretch[k % 2] * each for k, each in enumerate(numbers)))
        for verb, numbers in drawn
    )
