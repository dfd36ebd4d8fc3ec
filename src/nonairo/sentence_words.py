"""Cells and numbers as words: values with format specifications for the templates of sentences.

>>> "{n:filled cell} {n:is|are} missing, {cells:or}".format(
...     n=Number(1), cells=Cells([Cell(0, 0), Cell(0, 1)])
... )
'one filled cell is missing, r1c1 or r1c2'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonairo.grid import Cell, Place
from nonairo.plain import in_words, number_word

ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth",
    "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
)  # fmt: skip
MOST_CELLS, SHORT = 4, 40  # cells that are named one by one; characters of a list that is short
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def spell(cells: Iterable[Cell], last: str = "and") -> str:
    """Cells as a person writes them; three or more in a row as a range.

    >>> spell([Cell(0, 1), Cell(0, 2), Cell(0, 3), Cell(2, 0)])
    'r1c2-r1c4 and r3c1'
    """
    runs: list[list[Cell]] = []
    for cell in sorted(set(cells)):
        if runs and cell == (runs[-1][-1].row, runs[-1][-1].col + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    if len(runs) > 2 and all(len(run) == 1 for run in runs):  # perhaps a stretch of a column
        runs = _stretches([run[0] for run in runs])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(words, last)


def some(cells: Sequence[Cell]) -> str:
    """Cells as a person writes them, if there are many the first of them.

    >>> some([Cell(0, k) for k in (0, 2, 4)]), some([Cell(k, k) for k in range(9)])
    ('r1c1, r1c3 and r1c5', 'r1c1, r2c2, r3c3, r4c4 and 5 more')
    """
    whole, more = spell(cells), len(cells) - MOST_CELLS
    if more <= 0 or len(whole) <= SHORT:
        return whole
    return f"{', '.join(map(str, cells[:MOST_CELLS]))} and {more} more"


def givens_changed(cells: Sequence[Cell]) -> str:
    """The givens that a grid has otherwise, where they are several.

    >>> givens_changed([Cell(0, 0), Cell(1, 2)])
    'two givens were changed: r1c1 and r2c3'
    """
    return f"{in_words(len(cells), 'given')} were changed: {some(cells)}"


def listed(words: list[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1] if words else "")))


def spell_lines(places: Iterable[Place]) -> str:
    """Lines as a person writes them.

    >>> spell_lines([Place("row", 2), Place("row", 3), Place("row", 8), Place("column", 0)])
    'rows 3, 4 and 9 and column 1'
    """
    parts = []
    places = tuple(places)
    for axis in ("row", "column"):
        numbers = [str(place.index + 1) for place in places if place.axis == axis]
        if numbers:
            parts.append(f"{axis}{'s' if len(numbers) > 1 else ''} {listed(numbers)}")
    return listed(
        [*parts, *(str(place) for place in places if place.axis not in ("row", "column"))]
    )


def sentence(text: str) -> str:
    """Return the text with a capital letter, unless it begins with a cell.

    >>> sentence("row 1 needs one more 1"), sentence("r1c2 is 0")
    ('Row 1 needs one more 1', 'r1c2 is 0')
    """
    return text if re.match(r"r\d+c\d", text) else f"{text[:1].upper()}{text[1:]}"


def ordinal(number: int) -> str:
    """Return which one it is, counted from 1: in words up to the twelfth.

    >>> ordinal(2), ordinal(13), ordinal(22)
    ('second', '13th', '22nd')
    """
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else ENDINGS.get(number % 10, 'th')}"


def _stretches(cells: list[Cell]) -> list[list[Cell]]:
    runs: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: (cell.col, cell.row)):
        if runs and cell == (runs[-1][-1].row + 1, runs[-1][-1].col):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


class Number(int):
    """A number in a template: `{n}` in words, `{n:d}` in figures, `{n:cell}` with what it counts.

    `{n:is|are both|are all}` is the first for one, the second for two, the last for more.
    """

    def __format__(self, spec: str) -> str:
        number = int(self)  # a plain int: `self` would call this method again
        if spec == "d":
            return f"{number:,}"
        if "|" in spec:
            forms = spec.split("|")
            return forms[0 if number == 1 else min(max(number, 2), len(forms)) - 1]
        return in_words(number, spec) if spec else number_word(number)


class Cells(tuple[Cell, ...]):
    """Cells in a template: `{c}` lists them, `{c:or}` as a choice, `{c:range}` from first to last.

    Any other format is what to say of none.
    """

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec == "range":
            first, last = min(self), max(self)
            return str(first) if first == last else f"{first}-{last}"
        return spell(self, "or" if spec == "or" else "and") if self else spec
