"""Plain values from what people have: numpy's numbers and arrays, nested lists, rows of text.

numpy is never imported here: who hands over one of its things has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from operator import index
from typing import SupportsIndex

from nonairo.errors import PuzzleError

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"  # of symbols, in their order
UNKNOWN = "."
NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
MOST_NAMED = 10  # names in an error; more are looked up elsewhere


def whole(value: object) -> int | None:
    """A whole number as Python's own, be it numpy's; None for anything else.

    >>> whole(8), whole(True), whole("8")
    (8, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # such as an array of numbers
        return None


def shown(value: object) -> str:
    """What was found, short enough for a message."""
    plain = value is None or isinstance(value, str | int | float)
    return f"{value!r:.40}" if plain else type(value).__name__


def not_text(value: object) -> str:
    """What was found where text was expected; who has a path is told what reads files."""
    return f"{shown(value)}; nn.load reads files" if hasattr(value, "__fspath__") else shown(value)


def likeliest(word: str, names: Iterable[str]) -> str | None:
    """The name that somebody who wrote this word is likely to have meant."""
    from difflib import get_close_matches  # nobody mistypes on every start

    plain = {name.lower(): name for name in names}
    close = get_close_matches(word.lower().strip(), plain, 1, 0.66)
    return plain[close[0]] if close else None


def did_you_mean(word: str, names: Iterable[str], more: str = "") -> str:
    """The end of a message about a word that is not known; nothing where no name is like it.

    >>> did_you_mean("wlak", ["walk", "rows"])
    '; did you mean walk?'
    """
    meant = likeliest(word, names)
    return f"; did you mean {meant}{more}?" if meant else ""


def one_of(what: str, names: Iterable[str], found: object, command: str = "") -> str:
    """What to say where one of these names was expected: the likeliest, all, or where they are.

    >>> one_of("an engine", ["walk", "rows"], "wlak")
    "expected an engine, found 'wlak'; did you mean walk?"
    >>> one_of("an engine", ["walk", "rows"], "magic")
    "expected an engine of walk, rows, found 'magic'"
    """
    known = list(names)
    meant = did_you_mean(found, known) if isinstance(found, str) else ""
    if meant:
        return f"expected {what}, found {shown(found)}{meant}"
    if len(known) <= MOST_NAMED or not command:
        return f"expected {what} of {', '.join(known)}, found {shown(found)}"
    return f"expected {what} (nonairo {command} lists them), found {shown(found)}"


def visible(text: str) -> str:
    """Foreign text for a terminal: what would steer it, or turn the writing, is shown instead.

    >>> print(visible("a\\x1b[2Jb"))
    a\\x1b[2Jb
    """
    if text.isprintable():
        return text
    return "".join([_shown(symbol) for symbol in text])


def _shown(symbol: str) -> str:
    wide = symbol.isspace() and symbol >= "\xa0" and symbol not in "\u2028\u2029"
    if symbol.isprintable() or wide:
        return symbol
    return symbol.encode("unicode_escape").decode()


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: an ideograph two, an accent none.

    >>> columns_of("cat"), columns_of("\N{CJK UNIFIED IDEOGRAPH-732B}"), columns_of("e\u0301")
    (3, 2, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(letter) in "WF")
        for letter in text
    )


def many(number: int, what: str, more: str = "") -> str:
    """A number of things, in figures: for short lines, where one looks for numbers.

    >>> many(1, "node"), many(1200, "node"), many(2, "box", "boxes")
    ('1 node', '1,200 nodes', '2 boxes')
    """
    return f"{number:,} {_of_these(number, what, more)}"


def in_words(number: int, what: str, more: str = "") -> str:
    """A number of things as a sentence says it.

    >>> in_words(4, "1"), in_words(1, "filled cell"), in_words(13, "way")
    ('four 1s', 'one filled cell', '13 ways')
    """
    return f"{number_word(number)} {_of_these(number, what, more)}"


def number_word(number: int) -> str:
    """A number as a sentence says it: a word for a small one, figures for others.

    >>> number_word(2), number_word(12), number_word(1200)
    ('two', 'twelve', '1,200')
    """
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"


def _of_these(number: int, what: str, more: str) -> str:
    return what if number == 1 else more or what + "s"


def _three(number: float) -> str:
    """Three digits of a number, and never an exponent."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def duration(seconds: float, fine: bool = False) -> str:
    """A time with a unit that suits it; of short ones whole microseconds, unless it is `fine`.

    >>> duration(0.0000125), duration(0.25), duration(90), duration(0.0000125, fine=True)
    ('12 us', '250 ms', '90 s', '12.5 us')
    >>> duration(0.9996), duration(1234.5)
    ('1000 ms', '1234 s')
    """
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6 if fine else inf)):
        if seconds >= scale:
            return f"{_three(seconds / scale)} {unit}"
    return f"{seconds * 1e9:.3g} ns" if fine else f"{seconds * 1e6:.0f} us"


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as lines, their words below each other."""
    kept = [tuple(row) for row in rows]
    widths = [max(map(columns_of, column)) for column in zip(*kept, strict=True)]
    return "\n".join(
        "  ".join(
            word + " " * (wide - columns_of(word)) for word, wide in zip(row, widths, strict=True)
        ).rstrip()
        for row in kept
    )


def rows_of(source: object, symbols: str) -> list[str]:
    """Rows of text from rows of text, from nested lists, or from an array with two dimensions.

    A cell is the number of its symbol or the symbol itself; what is not known is None, -1, `.` or
    not a number.

    >>> rows_of([[0, None], ["1", -1.0], "01"], "01")
    ['0.', '1.', '01']
    """
    plain = getattr(source, "tolist", None)  # arrays have it
    rows = plain() if callable(plain) else source
    if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
        raise PuzzleError(f"expected a grid: text, rows or an array, found {shown(source)}")
    return [
        row if isinstance(row, str) else "".join(_cells(row, number, symbols))
        for number, row in enumerate(rows, 1)
    ]


def _cells(row: object, number: int, symbols: str) -> Iterable[str]:
    if isinstance(row, bytes) or not isinstance(row, Iterable):
        raise PuzzleError(f"row {number}: expected a list of cells, found {shown(row)}")
    for cell in row:
        symbol = _symbol(cell)
        if symbol is None or symbol not in symbols + UNKNOWN:
            expected = ", ".join(symbols)
            raise PuzzleError(f"row {number}: expected {expected} or None, found {shown(cell)}")
        yield symbol


def _symbol(cell: object) -> str | None:
    """The character of a cell; None if it is no cell."""
    if cell is None:
        return UNKNOWN
    if isinstance(cell, str):
        return cell if len(cell) == 1 else None
    if isinstance(cell, float):
        if cell != cell:  # not a number
            return UNKNOWN
        cell = int(cell) if cell.is_integer() else None
    number = int(cell) if type(cell).__name__ in ("bool", "bool_") else whole(cell)  # type: ignore[call-overload]
    if number is None or not -1 <= number < len(ALPHABET):
        return None
    return UNKNOWN if number == -1 else ALPHABET[number]
