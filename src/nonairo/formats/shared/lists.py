"""A Binairo as a list of rows, as JSON, Python or numpy writes it.

Rows are lists of 0, 1 and blanks (null, None, -1, 9, nan, "" and the like), or strings of cells.
"""

from __future__ import annotations

import re
from itertools import islice

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, check_sides, printable, unlike
from nonairo.formats.shared.other_symbols import letters_legend, meaning_of, plain
from nonairo.grid import LARGEST_SIDE
from nonairo.limits import poll_supervision
from nonairo.plain import many

ARRAY = re.compile(r"(?:[a-z]+\.)?array\((.*?)(?:,\s*dtype=[^()]{0,40})?\)", re.DOTALL)
ROW = re.compile(r"\[([^\[\]]*)\]|\(([^()]*)\)")
WORD = re.compile(r'"([^"]*)"|\'([^\']*)\'|([^\s,"\']+)')
START = re.compile(r"(?:(?:[a-z]+\.)?array\()?[\[(](?:[\[(](?![\[(])|[\"'])")
LOOSE = re.compile(r"\[[0-9.-][^\[\]()]*\],?\[")  # rows in brackets, none around them
LARGEST = 16 * LARGEST_SIDE * LARGEST_SIDE  # characters


def is_list(text: str) -> bool:
    """Whether a text starts like a list of rows."""
    start = "".join(text[:1000].removeprefix("\ufeff").split())
    return START.match(start) is not None or _is_loose(text)


def _is_loose(text: str) -> bool:
    """Whether the first line is a row in brackets, and the next one begins another."""
    start = text[:1000].removeprefix("\ufeff").lstrip()
    return "]" in start.partition("\n")[0] and LOOSE.match("".join(start.split())) is not None


def note_of(text: str) -> str:
    """What to say of a list in letters: which of them is 0, as far as its beginning shows."""
    start = text[:HEAD]
    nested = start.count("[") + start.count("(") > 1
    words = {"".join(word) for word in WORD.findall(re.sub(r"[\[\]()]", " ", start))}
    legend = letters_legend({*map(plain, words)} if nested else set("".join(words)))
    return f"read as a Binairo: {legend}" if legend else ""


def rows_of(text: str) -> list[str]:
    """The rows over `0`, `1` and `.` of a list of rows."""
    return cells_of(_words(text))


def cells_of(rows: list[list[str]]) -> list[str]:
    """The rows over `0`, `1` and `.` of rows of words, each the word of a cell."""
    if not rows:
        raise FormatError("expected a list of rows, found none", line=1)
    check_sides(len(rows), len(rows[0]), 1)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            expected = many(len(rows[0]), "cell")
            raise FormatError(f"row {number}: expected {expected}, found {len(row)}", line=1)
    meaning = meaning_of({word for row in rows for word in row})
    if meaning is None:
        raise _wrong(rows)
    return ["".join([meaning[word] for word in row]) for row in rows]


def _words(text: str) -> list[list[str]]:
    """The cells of each row, as they are written."""
    if len(text) > LARGEST:
        raise FormatError(f"expected a list of at most {LARGEST:,} characters", line=1)
    text = text.removeprefix("\ufeff").strip()
    array = ARRAY.fullmatch(text)
    text = array[1].strip() if array else text
    if _is_loose(text):
        text = f"[{text}]"
    if text[:1] not in ("[", "(") or text[-1:] not in ("]", ")"):
        raise unlike("a list of rows in brackets", text, 1)
    if any(text.count(one) != text.count(other) for one, other in ("[]", "()")):
        raise FormatError("expected a list of rows, found brackets that do not match", line=1)
    inside = text[1:-1]
    found = inside.count("[") + inside.count("(")
    if not found:  # rows as strings
        return [list(row) for row in _split(inside, 1, "rows")]
    check_sides(found, 1, 1)
    rest = re.sub(r"[\s,]", "", ROW.sub("", inside))
    if rest:
        raise FormatError(f"expected a list of rows, found {printable(rest)} between them", line=1)
    rows = [row[0] or row[1] for row in ROW.findall(inside)]
    return [[plain(word) for word in _split(row, k, "columns")] for k, row in enumerate(rows, 1)]


def _split(row: str, number: int, what: str) -> list[str]:
    """The words of a list, without quotes; `what` they are: rows or columns."""
    poll_supervision()
    words = ["".join(found.groups("")) for found in islice(WORD.finditer(row), LARGEST_SIDE + 1)]
    if len(words) > LARGEST_SIDE:
        raise FormatError(f"expected 1 to {LARGEST_SIDE} {what}, found more", line=1)
    rest = re.sub(r"[\s,]", "", WORD.sub("", row))
    if rest:
        raise FormatError(f"row {number}: expected cells, found {printable(rest)}", line=1)
    return words


def _wrong(rows: list[list[str]]) -> FormatError:
    """The error that names the first cell that cannot be one."""
    for number, row in enumerate(rows, 1):
        for word in row:
            if meaning_of({word, "0"}) is None:
                found = printable(word)
                return FormatError(f"row {number}: expected 0, 1 or a blank, found {found}", line=1)
    return FormatError("expected cells that are 0, 1 or blanks, found letters among them", line=1)
