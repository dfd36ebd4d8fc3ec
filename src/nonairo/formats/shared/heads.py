"""Which formats a text is shown to: cheap tests of how it begins, one for each format.

A head is a necessary condition of the format's claim, never a sufficient one: every text that the
format claims passes, and most others do not, so only a few formats are imported for a file. If
the beginning does not decide, a head returns true.

>>> rows = Beginning("# title: Four\\n01..\\n....\\n")
>>> made_of("01.")(rows), starts("{")(rows), (has("title") & line("["))(rows)
(True, False, False)
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from nonairo.formats.base import HEAD, lines_of

MARK = "\ufeff"  # of byte order
DIGITS = "0123456789"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MOST_SYMBOLS = 9  # of a picture in characters


class Beginning:
    """The first lines of a text, stripped and in lower case, without any byte order mark."""

    __slots__ = ("alone", "first", "lines", "rest", "symbols", "together")

    def __init__(self, source: str | bytes) -> None:
        if isinstance(source, bytes):  # a character has at most four
            start = source[: 4 * HEAD + 4].decode("utf-8", "replace")
        else:
            start = source[: HEAD + 1]
        start = start.removeprefix(MARK)[:HEAD]
        lines = lines_of(start.removeprefix("\xef\xbb\xbf").lower())
        self.lines = [line.replace(MARK, "").strip() for line in lines]
        self.together = "\n".join(["", *self.lines])
        self.symbols = frozenset("".join(start.split())) - {MARK}
        self.rest = source if len(source) > HEAD else ""
        content = (line for line in self.lines if line and line[0] != "#")
        self.first = next(content, None if self.rest else "")  # None: it comes later
        self.alone = next(content, None) is None


class Head:
    """A test of how a text begins; tests are joined by `&` and `|`."""

    __slots__ = ("passes",)

    def __init__(self, passes: Callable[[Beginning], bool]) -> None:
        self.passes = passes

    def __call__(self, text: Beginning) -> bool:
        return self.passes(text)

    def __and__(self, other: Head) -> Head:
        return Head(lambda text: self.passes(text) and other.passes(text))

    def __or__(self, other: Head) -> Head:
        return Head(lambda text: self.passes(text) or other.passes(text))


def of_first(passes: Callable[[str], bool]) -> Head:
    """A test of the first line that is neither blank nor a comment, as far as it is known."""
    return Head(lambda text: text.first is None or passes(text.first))


def starts(*marks: str) -> Head:
    """The first line starts with one of these."""
    return of_first(lambda line: line.startswith(marks))


def first_has(*marks: str) -> Head:
    """The first line has one of these in it."""
    return of_first(lambda line: any(mark in line for mark in marks))


def words(number: int) -> Head:
    """The first line has so many words."""
    return of_first(lambda line: len(line.split()) == number)


def made_of(symbols: str) -> Head:
    """The first line has nothing but these symbols and blanks before a comment."""
    known = frozenset(symbols)
    return of_first(lambda line: _over(line.partition("#")[0], known))


def _over(line: str, symbols: frozenset[str]) -> bool:
    return symbols.issuperset("".join(line.split()))


def second(symbols: str) -> Head:
    """The line below the very first has these symbols and blanks, and nothing else."""
    known = frozenset(symbols)
    return Head(lambda text: len(text.lines) > 1 and _over(text.lines[1] or "?", known))


def line(*marks: str) -> Head:
    """A line starts with one of these."""
    return has(*(f"\n{mark}" for mark in marks))


def has(*marks: str) -> Head:
    """One of these is in the beginning."""
    return Head(lambda text: any(mark in text.together for mark in marks))


def anywhere(mark: str) -> Head:
    """This is in the text, be it far below the beginning."""
    return Head(lambda text: mark in text.together or _later(mark, text.rest))


def _later(mark: str, text: str | bytes) -> bool:
    return mark.encode() in text if isinstance(text, bytes) else mark in text


def _few_symbols(text: Beginning) -> bool:
    """At most so many as a picture has, and not those of a Binairo."""
    return len(text.symbols) <= MOST_SYMBOLS and not {"0", "."} <= text.symbols


def _two_letters(text: Beginning) -> bool:
    """Whether the lines may be rows of a Binairo in two letters, or with separators."""
    rows = [line for line in text.lines if line[:1] != "#" and not line.startswith("solution")]
    cells = "".join(rows)
    for blank in ("none", "null", "nan"):
        cells = cells.replace(blank, "")
    letters = [sign for sign in {*cells} if sign.isalpha() or not sign.isascii()]
    return len(letters) <= 2 and _over(cells, frozenset((*letters, *DIGITS, *".-_?*/,;\"'")))


def _list_of_rows(line: str) -> bool:
    """Whether a line opens a list, and another one or a string in it if it goes on; or is a row."""
    opened = line.partition("array(")[2] or line
    nested = opened[:1] in ("[", "(") and opened[1:].strip()[:1] in ("", "[", "(", '"', "'")
    row = line[:1] == "[" and line[1:].strip()[:1] in {*DIGITS, ".", "-"} and "]" in line
    return nested or row


ALONE = Head(lambda text: text.alone)  # one line, comments apart
BOARD = of_first(lambda line: len(line) >= 16 and isqrt(len(line)) ** 2 == len(line))  # 4x4 cells
JSON = starts("{", "[")
TASK = anywhere("task")
SEPARATED = first_has(",", ";", "\t")
LETTERED = Head(_two_letters)
LIST = of_first(_list_of_rows)
PICTURE = Head(lambda text: len(text.lines) > 1 and _few_symbols(text))
NEVER = Head(lambda text: False)
