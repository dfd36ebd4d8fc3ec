"""What a file format brings along, and the limits that every reader keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nonairo.errors import FormatError
from nonairo.puzzle import Puzzle

LARGEST_TEXT = 64 * 1024 * 1024  # characters of a file that is read at once
LARGEST_RECORD = 16 * 1024 * 1024  # characters of one line of a file read line by line
MOST_PUZZLES = 100_000  # in a file that is read at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format: two pure functions and a guess. One file in `formats/`, one list entry."""

    name: str
    summary: str
    suffixes: tuple[str, ...] = ()
    kinds: tuple[str, ...] | None = None  # None: all
    claims: Callable[[str], str | None]  # why a text looks like this format, or None
    read: Callable[[str], Iterator[Puzzle]] | None = None
    write: Callable[[Puzzle], str] | None = None  # ends with a newline
    by_line: bool = False  # every line is a record: can be read and written one by one
    cannot_hold: str = ""  # what is lost on writing

    def to_json(self) -> dict[str, object]:
        """Name, description and abilities as data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "suffixes": list(self.suffixes),
            "kinds": "all" if self.kinds is None else list(self.kinds),
            "reads": self.read is not None,
            "writes": self.write is not None,
            "cannot_hold": self.cannot_hold,
        }


def printable(text: str) -> str:
    """A short quotation of foreign text for an error message."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def whole_numbers(text: str, line: int) -> list[int]:
    """The numbers of one line of text, blanks or commas between them."""
    numbers = []
    column = 0
    for word in text.replace(",", " ").split():
        column = text.index(word, column)
        if not (word.isascii() and word.isdigit() and len(word) <= 9):
            found = printable(word)
            raise FormatError(f"expected a number, found {found}", line=line, column=column + 1)
        numbers.append(int(word))
        column += len(word)
    return numbers
