"""`tolerant`: puzzles as people type, paste and copy them. It is tried after all other formats.

sheet        takes the dress off: tags, fences, quotes, borders; what is left are rows
prose        titles, sizes and remarks around the puzzle
links        addresses                 records    JSON and lists under any names
clue_text    one side of a nonogram    clue_lists both sides, told apart by headings or totals
drawn        clues around a grid       grids      a Binairo; cells: what its signs mean
signed       a Binairo with signs      coloured_clues a nonogram in colours

Each reader returns a puzzle with a note on how the text was read, an error that says what was
understood and where it stopped, or None if the text is nothing for it. Reading never solves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import isqrt

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints, number_of_lines, unhinted
from nonairo.formats.tolerant.clue_lists import read_clues
from nonairo.formats.tolerant.coloured_clues import read_coloured
from nonairo.formats.tolerant.drawn import read_drawn
from nonairo.formats.tolerant.grids import read_grid
from nonairo.formats.tolerant.links import read_link
from nonairo.formats.tolerant.prose import Understood, about, is_prose
from nonairo.formats.tolerant.records import read_record
from nonairo.formats.tolerant.sheet import BARS, LARGEST, LONGEST_LINE, MOST_LINES, Row, rows_of
from nonairo.formats.tolerant.signed import read_signed
from nonairo.kinds import named_kind
from nonairo.limits import poll_supervision
from nonairo.puzzle import Puzzle

DIGITS, BLANK = "0123456789", "._-?*"  # of a Sudoku
UNBARRED = dict.fromkeys(map(ord, BARS))
CELLS = "01.-_?*"  # of a square that is written in one word
PREFIX = re.compile(r"\s{0,9}([A-Za-z]+)(?: ([0-9]{1,4}x[0-9]{1,4}))? ?:\s{0,9}(?=\S)")
MINUS = re.compile(r"(?:^|[;/,])\s?-[0-9]")  # a number below 0 in an id
TURNED = re.compile(r"\b(?:bottom[ -](?:to[ -]top|up)|right[ -]to[ -]left)\b", re.IGNORECASE)


def claims(text: str) -> Claim | None:
    """Claim nothing: what no other format reads is tried here anyway."""
    return None


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    if len(text) > LARGEST or number_of_lines(text) > MOST_LINES:
        raise FormatError(f"expected at most {LARGEST:,} characters and {MOST_LINES:,} lines here")
    found = understood(text, hints)
    if found is None:
        raise FormatError("expected a puzzle, found no grid, no clues and no address", line=1)
    if isinstance(found, FormatError):
        raise found
    yield found


def understood(text: str, hints: Hints) -> Puzzle | FormatError | None:
    """Return the puzzle of a text, what is wrong with it, or None if it is none."""
    if len(text) > LARGEST or number_of_lines(text) > MOST_LINES:
        return None
    found = read_link(text) or read_record(text)
    if found is not None:
        return found
    lengths = [len(line) for line in text.splitlines()]
    if max(lengths, default=0) > LONGEST_LINE:
        longest = max(lengths)
        return FormatError(
            f"expected at most {LONGEST_LINE:,} characters on a line, found {longest:,}",
            line=lengths.index(longest) + 1,
        )
    kind, size, text = _prefix(text)
    if kind == "nonogram" and _is_one_side(text):
        return Understood(
            "expected the clues of rows and columns with ';' between them, found only one of the"
            " two; in a shell, put the id in quotes: an unquoted ';' ends the command",
            line=1,
        )
    if kind not in (None, "binairo", "nonogram", "kakurasu") or (
        kind == "nonogram" and MINUS.search(text)
    ):
        return None  # the reader of ids says what is wrong
    if kind == "binairo":
        text = _in_rows(text)
    turned = TURNED.search(text)
    if turned:
        expected = "expected clues from top to bottom and from left to right"
        return Understood(
            f"{expected}, found '{turned[0]}'", line=text.count("\n", 0, turned.start()) + 1
        )
    above = "kakurasu" if kind == "kakurasu" else size
    rows = [Row(1, above)] * bool(above) + rows_of(text)
    readers: list[Callable[[Sequence[Row]], Puzzle | FormatError | None]] = []
    if kind == "kakurasu":
        readers.append(read_clues)
    elif kind != "binairo":
        readers += [read_drawn, read_coloured, lambda rows: read_clues(rows, hints.width)]
    if kind in (None, "binairo") and not (kind and "x" in text):  # which is a sign in ids
        readers += [read_signed, read_grid]
    stopped: FormatError | None = None
    for read in readers:
        poll_supervision()
        found = read(rows)
        if isinstance(found, Puzzle):
            return found
        stopped = stopped or found
    if kind is None and not about(rows).kind and _is_sudoku(rows):
        return Understood(
            "expected a puzzle of a known kind (see nonairo rules), found what looks like a Sudoku",
            line=1,
        )
    return stopped


def _is_sudoku(rows: Sequence[Row]) -> bool:
    """Whether the rows that are no prose are nine of nine digits and blanks."""
    texts = ["".join(row.text.translate(UNBARRED).split()) for row in rows if not is_prose(row)]
    texts = [text for text in texts if text]
    signs = set().union(*texts)
    right = len(texts) == 9 == max(map(len, texts)) == min(map(len, texts))
    return right and signs <= {*DIGITS, *BLANK} and bool(signs & {*"56789"})


def _in_rows(text: str) -> str:
    """Return the cells of a square in one word as rows; any other text as it is."""
    cells = text.strip()
    side = isqrt(len(cells))
    if side * side != len(cells) or not cells or {*cells} - {*CELLS}:
        return text
    return "\n".join(cells[k : k + side] for k in range(0, len(cells), side))


def _is_one_side(text: str) -> bool:
    """Whether a text is the first half of an id, cut off at its semicolon."""
    body = text.strip()
    if "\n" in body or any(map(str.isalpha, body)) or ("/" not in body and not body.isdigit()):
        return False
    halves = body.split("/")
    sides = len(halves) == 2 and all("," in half or " " in half.strip() for half in halves)
    return not sides and not any(mark in body for mark in (";", "|", " - "))


def _prefix(text: str) -> tuple[str | None, str, str]:
    """Return the kind and the size that a text names before a colon, and the rest of it."""
    found = PREFIX.match(text[:200])
    named = named_kind(found[1].lower()) if found else None
    if found is None or named is None:
        return None, "", text
    return named[0].name, found[2] or "", text[found.end() :]


FORMAT = Format(
    name="tolerant",
    summary="grids, clues and links as people write them, if no other format reads them",
    kinds=("binairo", "nonogram"),
    claims=claims,
    read=unhinted(read_hinted),
    read_hinted=read_hinted,
)
