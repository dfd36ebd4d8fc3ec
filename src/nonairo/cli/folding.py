"""Prose and tables that fit into so many columns, folded between words.

Only a word that is longer than a whole line is cut; a coordinate such as `r3c12` never is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonairo.render.ruled import Spans

GAPS = (2, 1)  # between two columns, if there is room for them
INDENT = 2  # of paragraphs
PROSE, NARROWEST = 24, 14  # a column so wide is prose; folded further it is no pleasure to read
TALLEST = 8  # lines of a row before paragraphs are better
COORDINATES = re.compile(r"\W*r\d+c\d+\W*(r\d+c\d+\W*)?")
PARTS = re.compile(r"[^/]+/?|/")  # of options, names of files and ids
SHORTER_PARTS = re.compile(r"[^/-]+[/-]?|[/-]")


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """Lines of at most so many columns; all but the first begin with `hang` blanks.

    >>> wrapped("r1c2-r1c4 and r3c12 are both 0", 10)
    ['r1c2-r1c4', 'and r3c12', 'are both 0']
    """
    hang = hang if hang < width // 2 else 0
    lines = [""]
    for word in text.split():
        for piece in _pieces(word, max(width - hang, 1)):
            if lines[-1].strip() and len(lines[-1]) + 1 + len(piece) > width:
                lines.append(" " * hang)
            lines[-1] += f" {piece}" if lines[-1].strip() else piece
    return lines


def _pieces(word: str, width: int) -> Iterator[str]:
    """A word; or what is to be of it where it is longer than a line: parts between slashes."""
    if len(word) <= width:
        yield word
    elif COORDINATES.fullmatch(word):
        yield from filter(None, re.split(r"(?<=-)", word))
    else:
        piece = ""
        parts = PARTS.findall(word)
        if max(map(len, parts)) > width:
            parts = SHORTER_PARTS.findall(word)
        for part in parts:
            if piece and len(piece) + len(part) > width:
                yield piece
                piece = ""
            piece += part
            while len(piece) > width:
                yield piece[:width]
                piece = piece[width:]
        yield piece


def folded_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> Iterator[Spans]:
    """A table with folded columns; where it is too wide even so, a paragraph for each row.

    >>> rows = [["pair", "two alike side by side"], ["dead end", "suppose and refute"]]
    >>> for spans in folded_table(("name", "what it is"), rows, 24):
    ...     print("".join(text for text, _ in spans).rstrip())
    name      what it is
    pair      two alike side
              by side
    dead end  suppose and
              refute
    """
    columns = list(zip(headings, *rows, strict=True))
    if sum(max(map(len, column)) + GAPS[0] for column in columns) - GAPS[0] > width:
        columns = [column for column in columns if any(column[1:])]  # the empty ones tell nothing
    for gap in GAPS:
        widths = _widths(columns, width - gap * (len(columns) - 1))
        if widths is not None:
            break
    else:
        yield from _paragraphs(headings, rows, width)
        return
    lines: list[Spans] = []
    for number, row in enumerate(zip(*columns, strict=True)):
        folded = [wrapped(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        tall = max(map(len, folded))
        if tall > TALLEST:
            yield from _paragraphs(headings, rows, width)
            return
        for k in range(tall):
            line = [cell[k] if k < len(cell) else "" for cell in folded]
            texts = [text.ljust(wide) for text, wide in zip(line, widths, strict=True)]
            lines.append([((" " * gap).join(texts).rstrip(), "" if number else "title")])
    yield from lines


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """The widths of columns that share the room, no word of theirs cut; None if that cannot be."""
    widths = [max(map(len, column)) for column in columns]
    least = [
        max(
            max((len(part) for cell in column for word in cell.split() for part in _parts(word)),
                default=0),
            NARROWEST if wide > PROSE else 0,
        )
        for wide, column in zip(widths, columns, strict=True)
    ]  # fmt: skip
    if sum(least) > room:
        return None
    while sum(widths) > room:  # take from the widest that can still give
        widest = max(range(len(widths)), key=lambda k: (widths[k] > least[k], widths[k]))
        widths[widest] -= 1
    return widths


def _parts(word: str) -> list[str]:
    """What must not be cut; short words are never folded at their slashes."""
    return PARTS.findall(word) if len(word) > NARROWEST else [word]


def _paragraphs(
    headings: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> Iterator[Spans]:
    """Rows one below the other: the first cell, and the others with their headings."""
    for number, row in enumerate(rows):
        if number:
            yield []
        for line in wrapped(row[0], width):
            yield [(line, "title")]
        for heading, cell in zip(headings[1:], row[1:], strict=True):
            if cell:
                for line in wrapped(f"{heading}: {cell}", width - INDENT, INDENT):
                    yield [(" " * INDENT + line, "")]
