"""Turn what callers pass (numpy's numbers and arrays, lists, rows of text) into plain values.

This module does not import numpy: a caller who passes one of its objects has imported it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence, Sized
from itertools import islice
from math import inf
from operator import index
from typing import SupportsIndex

from nonairo.errors import PuzzleError

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"  # of symbols, in their order
NINE = "9"  # a blank, in a matrix of 0, 1 and 9
UNKNOWN = "."
LARGEST_SIDE = 1000  # rows or columns
NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
MOST_NAMED = 10  # names in an error; more are looked up elsewhere
MOST_SHOWN = 40  # characters of a value in an error


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
    """What was found, short enough for a message; of a list or an object only what it is."""
    if value is not None and not isinstance(value, str | int | float):
        return type(value).__name__
    return brief(value)


def brief(value: object) -> str:
    """A value as Python writes it, with dots where it is too long for a message.

    >>> print(brief("1,1"), brief("12" * 30))
    '1,1' '12121212121212121212121212121212121...'
    """
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits"
    if len(text) <= MOST_SHOWN:
        return text
    end = text[-1] if text[-1] in "'\"" else ""
    return f"{text[: MOST_SHOWN - 3 - len(end)]}...{end}"


def not_text(value: object) -> str:
    """Return what was found where text was expected; of a path also what reads files."""
    return f"{shown(value)}; nn.load reads files" if hasattr(value, "__fspath__") else shown(value)


def likeliest(word: str, names: Iterable[str]) -> str | None:
    """Return the name that is most like a word; None if none is."""
    from difflib import get_close_matches  # takes long to load

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
    "expected an engine (walk, rows), found 'magic'"
    """
    known = list(names)
    meant = did_you_mean(found, known) if isinstance(found, str) else ""
    if meant:
        return f"expected {what}, found {shown(found)}{meant}"
    if len(known) <= MOST_NAMED or not command:
        return f"expected {what} ({', '.join(known)}), found {shown(found)}"
    return f"expected {what} (nonairo {command} lists them), found {shown(found)}"


def is_one_of(found: object, names: Container[str]) -> bool:
    """Return whether a value is one of these names; False for lists, arrays and the like."""
    return isinstance(found, str) and found in names


def truth(value: object, what: str) -> bool:
    """Return a switch as a bool; refuse a value that is neither true nor false."""
    try:
        return bool(value)
    except (TypeError, ValueError):  # an array, pandas' NA
        raise PuzzleError(f"expected True or False for {what}, found {shown(value)}") from None


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
    if "\udc80" <= symbol <= "\udcff":  # a byte of a file's name that is no UTF-8
        return f"\\x{ord(symbol) - 0xDC00:02x}"
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


def table(rows: Iterable[Sequence[str]], widths: Sequence[int] | None = None, gap: int = 2) -> str:
    """Rows as lines, their words below each other; each column as wide as its longest word."""
    kept = [tuple(row) for row in rows]
    widths = widths or [max(map(columns_of, column)) for column in zip(*kept, strict=True)]
    return "\n".join(
        (" " * gap)
        .join(
            word + " " * (wide - columns_of(word)) for word, wide in zip(row, widths, strict=True)
        )
        .rstrip()
        for row in kept
    )


def listed(source: object) -> object:
    """Return an array, a Series or a DataFrame as lists, and anything else as it is."""
    if isinstance(source, str | bytes | list | tuple):
        return source
    if not hasattr(source, "tolist") and hasattr(source, "__array__"):  # a table; its own iteration
        source = source.__array__()  # gives the names of its columns
    plain = getattr(source, "tolist", None)
    return plain() if callable(plain) else source


def missing(value: object) -> bool:
    """Return whether a value marks an empty place: None, not a number, or NA and NaT of pandas.

    >>> missing(None), missing(float("nan")), missing(0)
    (True, True, False)
    """
    if value is None or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant"):
        return True
    return hasattr(value, "is_integer") and bool(value != value)  # which floats of numpy have, too


def unpadded(rows: object) -> list[object]:
    """Return rows of numbers as lists; those of an array or table without its missing values.

    Where values are missing, pandas and numpy store the other numbers as floats, so 2.0 is 2.
    """
    table = listed(rows)
    if not isinstance(table, Iterable):
        raise PuzzleError(f"expected lists of numbers, found {shown(rows)}")
    return [
        [_settled(number) for number in found if not missing(number)]
        if isinstance(found := listed(row), list) and (table is not rows or found is not row)
        else row
        for row in table
    ]


def _settled(number: object) -> object:
    """Return a float that is whole as an int."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def rows_of(source: object, symbols: str) -> list[str]:
    """Return rows of text from rows of text, nested lists, a DataFrame or an array.

    A cell is the number of its symbol or the symbol itself. An unknown cell is `.`, -1, None, not
    a number, or NA of pandas. A 9 stays as it is: `Grid.parse` knows whether it is a blank.

    >>> rows_of([[0, None], ["1", -1.0], "01"], "01")
    ['0.', '1.', '01']
    """
    rows = listed(source)
    if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
        raise PuzzleError(f"expected a grid: text, rows or an array, found {shown(source)}")
    return [
        row if isinstance(row, str) else "".join(_cells(row, number, symbols))
        for number, row in enumerate(_bounded(rows, "rows"), 1)
    ]


def _bounded(items: Iterable[object], what: str) -> list[object]:
    """Return rows or cells as a list; refuse more than a grid can have before any is converted."""
    found = list(islice(items, LARGEST_SIDE + 1))
    if len(found) > LARGEST_SIDE:
        number = len(items) if isinstance(items, Sized) else "more"
        raise PuzzleError(f"expected 1 to {LARGEST_SIDE} {what}, found {number}")
    return found


def _cells(row: object, number: int, symbols: str) -> Iterable[str]:
    if isinstance(row, bytes) or not isinstance(row, Iterable):
        raise PuzzleError(f"row {number}: expected a list of cells, found {shown(row)}")
    for cell in _bounded(row, "columns"):
        symbol = symbol_of(cell)
        if symbol is None or symbol not in symbols + UNKNOWN + NINE:
            expected = ", ".join(symbols)
            raise PuzzleError(f"row {number}: expected {expected} or None, found {shown(cell)}")
        yield symbol


def symbol_of(cell: object) -> str | None:
    """Return the character of a cell; None if it is no cell.

    >>> symbol_of(1), symbol_of(float("nan")), symbol_of(0.5)
    ('1', '.', None)
    """
    if isinstance(cell, str):
        return cell if len(cell) == 1 else None
    if missing(cell):
        return UNKNOWN
    if type(cell).__name__ in ("bool", "bool_"):  # of Python and numpy
        number: int | None = int(bool(cell))
    elif hasattr(cell, "is_integer") and cell.is_integer():
        number = int(cell)  # type: ignore[call-overload]
    else:
        number = whole(cell)
    if number is None or not -1 <= number < len(ALPHABET):
        return None
    return UNKNOWN if number == -1 else ALPHABET[number]


# Letters that are typed for digits, and the digit that is meant.
SLIPS = {"o": "0", "O": "0", "l": "1", "I": "1", "i": "1", "S": "5", "s": "5", "B": "8", "Z": "2"}


def slip(word: str, digits: str = "0123456789") -> str:
    """Return what to add to an error about a word with a letter in place of a digit, else nothing.

    `digits` are those that can be meant.

    >>> slip("1O")
    ' (letter O for the digit 0?)'
    """
    meant = "".join(SLIPS.get(sign, sign) for sign in word)
    letter = next((sign for sign in word if sign in SLIPS), None)
    if letter is None or not set(meant) <= set(digits):
        return ""
    return f" (letter {letter} for the digit {SLIPS[letter]}?)"
