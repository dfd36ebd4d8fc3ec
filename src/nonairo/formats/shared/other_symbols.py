"""Binairo grids in other symbols: two letters, separators between cells, words or 9 for a blank.

    X..O      1,,,0      1 -1 -1  0      1990
    .O..      ,0,,      -1  0 -1 -1      9099

`in_plain_symbols` rewrites the rows over `0`, `1` and `.`, each in its line, for who reads grids.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import MOST_LINES, Claim, lines_of
from nonairo.formats.shared.grid_rows import blocks, header_of, is_comment, is_label, squash
from nonairo.grid import LARGEST_SIDE

LONGEST = 8 * LARGEST_SIDE * LARGEST_SIDE  # characters of such a text
SEPARATORS = ",;\t"
BLANKS = frozenset(("", ".", "-", "_", "?", "*", "none", "null", "nan"))
NUMBERS = frozenset(("9", "-1"))  # blanks of matrices
BLACK, WHITE = "●⬤⚫■⬛☀", "○◯⚪□⬜☾"
ZEROS = frozenset(f"ow{WHITE}")  # nought and white are 0, beside any other letter
FLOAT = re.compile(r"(-?[0-9]+)\.0*")


class PlainText(NamedTuple):
    """The text with plain rows, and what stood there instead."""

    text: str
    meaning: str  # such as "O is 0, X is 1"; empty where nothing has to be explained
    lettered: bool
    separated: bool


def is_letter(sign: str) -> bool:
    """Whether a character can stand for 0 or 1 in place of a digit."""
    return len(sign) == 1 and ((sign.isascii() and sign.isalpha()) or sign in BLACK + WHITE)


def in_plain_symbols(text: str) -> PlainText | None:
    """The text with its rows over `0`, `1` and `.`; None if they are plain already, or no rows."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        return None
    lines = lines_of(text)
    places = _row_places(lines)
    rows = [lines[k] for k in places]
    if len(rows) < 2 and not any("/" in row for row in rows):
        return None
    words = _words(rows)
    used = set().union(*words or map(squash, rows))
    if words is None:
        used -= {"/"}
    meaning = meaning_of(used)
    if meaning is None or not {"0", "1"}.intersection(meaning.values()):
        return None
    if words is None and not (_letters(used) or "9" in used):
        return None
    if words is not None:
        rows = ["".join(meaning[word] for word in row) for row in words]
    else:
        table = {ord(sign): cell for sign, cell in meaning.items()}
        rows = [row.translate(table) for row in rows]
    if not _letters(used) and "9" in used and not _are_squares([squash(row) for row in rows]):
        return None  # more likely numbers
    for k, row in zip(places, rows, strict=True):
        lines[k] = row
    return PlainText(
        "\n".join(lines) + "\n", _legend(used), bool(_letters(used)), words is not None
    )


def claims(text: str) -> Claim | None:
    """Why a text is such a grid; two letters are one in an even square with blanks only."""
    found = in_plain_symbols(text)
    if found is None:
        return None
    try:
        first = next(blocks(found.text.replace("/", "\n")), None)
    except FormatError:
        return None
    rows = [squash(row) for _, row in first.rows] if first is not None else []
    if found.lettered and not (_is_even_square(rows) and "." in "".join(rows)):
        return None
    if not found.meaning:
        return Claim("rows of cells with separators between them: a Binairo grid")
    rival = "csv" if found.separated else "chars"
    other = f"; --format {rival} reads a picture" if found.lettered != found.separated else ""
    reason = f"rows of cells, {found.meaning}: a Binairo grid"
    return Claim(reason, note=f"read as a Binairo: {found.meaning}{other}")


def picture_note(text: str) -> str:
    """What to say of a picture in two letters: the reading as a Binairo, if it can be one."""
    found = in_plain_symbols(text)
    if found is None or not found.lettered or found.separated:
        return ""
    rows = [squash(row) for row in lines_of(found.text) if row.strip()]
    height, width = len(rows), len(rows[0])
    if height % 2 == width % 2 == 0:
        choice = "text"
    elif height == width:
        choice = "text:rules=odd-more-ones (or odd-more-zeros)"
    else:
        return ""
    return f"read as a picture in two colours; --format {choice} reads a Binairo"


def one_letter_note(rows: list[str]) -> str:
    """What to say of a picture that may be a Binairo whose givens all have the same letter."""
    used = set().union(*rows)
    letters = [sign for sign in used if is_letter(sign)]
    if len(letters) != 1 or not used - {*letters} <= {*BLANKS, " "} or not _is_even_square(rows):
        return ""
    return "read as a picture; for a Binairo (--format text) write 0 and 1 in place of the letter"


def _row_places(lines: list[str]) -> list[int]:
    """Which lines are rows: not blank ones, comments, labels of solutions, or a header."""
    places = [
        k
        for k, line in enumerate(lines)
        if line.strip(" ") and not is_comment(line) and not is_label(line)  # tabs are cells
    ]
    if len(places) > 1 and header_of(lines[places[0]]):
        first, second = (lines[k] for k in places[:2])
        mark = _separator(second)
        cells = [line.count(mark) if mark else len(squash(line)) for line in (first, second)]
        places = places[1:] if cells[0] != cells[1] else places
    return places


def _separator(row: str) -> str | None:
    return next((mark for mark in SEPARATORS if mark in row), None)


def _words(rows: list[str]) -> list[list[str]] | None:
    """The cells of rows in which something stands between them; None where each is a character."""
    mark = _separator(rows[0])
    if mark is not None:
        words = [[plain(word) for word in row.split(mark)] for row in rows]
        right = len({*map(len, words)}) == 1 and any(map((BLANKS | NUMBERS).intersection, words))
        return words if right else None
    words = [[plain(word) for word in row.split()] for row in rows]
    long = {word for word in BLANKS | NUMBERS if len(word) > 1}
    right = len({*map(len, words)}) == 1 and any(map(long.intersection, words))
    return words if right else None


def plain(word: str) -> str:
    """A word without quotes, blanks in any case, and numbers without decimals."""
    word = word.strip().strip("\"'").strip()
    number = FLOAT.fullmatch(word)
    if number:
        return number[1]
    return word.lower() if len(word) > 1 else word


def _letters(used: set[str]) -> list[str]:
    """The two letters that stand for 0 and 1, in this order; none if they are not two."""
    letters = sorted(
        used - BLANKS, key=lambda sign: (sign.lower() not in ZEROS, sign.lower(), sign)
    )
    two = len(letters) == 2 and all(map(is_letter, letters))
    return letters if two and {*letters} != {"x", "X"} else []


def meaning_of(used: set[str]) -> dict[str, str] | None:
    """What each sign means; None if they are not those of a Binairo."""
    letters = _letters(used)
    if letters:
        return dict.fromkeys(used, ".") | dict(zip(letters, "01", strict=True))
    if not used <= BLANKS | NUMBERS | {"0", "1", "x", "X"}:
        return None
    return dict.fromkeys(used, ".") | {"0": "0", "1": "1"}


def _legend(used: set[str]) -> str:
    """What signs mean that are not plain."""
    named = [f"{sign} is an empty cell" for sign in sorted(used & NUMBERS)]
    return ", ".join([letters_legend(used)] * bool(_letters(used)) + named)


def letters_legend(used: set[str]) -> str:
    """Which letter is 0 and which is 1, such as "O is 0, X is 1"; empty where there are no two."""
    return ", ".join(f"{sign} is {cell}" for sign, cell in zip(_letters(used), "01", strict=False))


def _is_even_square(rows: list[str]) -> bool:
    side = len(rows)
    return side > 0 and side % 2 == 0 and all(len(row) == side for row in rows)


def _are_squares(rows: list[str]) -> bool:
    """Whether these are the rows of one or several even squares of one size, of at least 4x4."""
    side = len(rows[0])
    even = side >= 4 and side % 2 == 0 and len(rows) % side == 0
    return even and all(len(row) == side for row in rows)
