"""Prose and tables that fit into so many columns, folded between words.

Only a word that is longer than a whole line is cut; a coordinate such as `r3c12` never is. Rich
colours what is folded here, but its own tables cut words to keep all columns: in 80 columns it
prints the formats in 299 lines with cut words, and this module in 110 without any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product, zip_longest
from typing import TYPE_CHECKING

from nonairo.plain import columns_of, table

if TYPE_CHECKING:
    from nonairo.render.terminal_grid import Spans

GAPS = (2, 1)  # between two columns, wide or narrow
INDENT = 2  # of paragraphs
PROSE, NARROWEST = 24, 14  # a column so wide is prose; folded further it is no pleasure to read
TALLEST = 8  # lines of a row before paragraphs are better
TALLEST_SPARE, WIDEST_SPARE = 2, 20  # lines and least columns of what one can do without
NO_BREAK = "\N{NO-BREAK SPACE}"
BREAKS = re.compile(r"[^\S\xa0]+")
COORDINATES = re.compile(r"\W*r\d+c\d+\W*(r\d+c\d+\W*)?")
PARTS = re.compile(r"[^/]+/?|/")  # of options, names of files and ids
SHORTER_PARTS = re.compile(r"[^/-]+[/-]?|[/-]")


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """Lines of at most so many columns; all but the first begin with `hang` blanks.

    No line ends at a NO-BREAK SPACE, which comes out as a blank like others.

    >>> wrapped("r1c2-r1c4 and r3c12 are both 0", 10)
    ['r1c2-r1c4', 'and r3c12', 'are both 0']
    """
    hang = hang if hang < width // 2 else 0
    lines = [""]
    for word in filter(None, BREAKS.split(text)):
        for piece in _pieces(word.replace(NO_BREAK, " "), max(width - hang, 1)):
            if lines[-1].strip() and columns_of(lines[-1]) + 1 + columns_of(piece) > width:
                lines.append(" " * hang)
            lines[-1] += f" {piece}" if lines[-1].strip() else piece
    return lines


def wrapped_lines(text: str, width: int, hang: int = 0) -> list[str]:
    """The lines of a text, each wrapped by itself with its own indent.

    >>> wrapped_lines("r1c1 is 0\\n  suppose r1c1 is 1", 14)
    ['r1c1 is 0', '  suppose r1c1', '    is 1']
    """
    lines: list[str] = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        indent = indent if indent < width // 2 else 0
        deeper = indent + INDENT if indent else hang
        first, *more = wrapped(line, width - indent, deeper - indent)
        lines += [" " * indent + first, *(" " * indent + each for each in more)]
    return lines


def _pieces(word: str, width: int) -> Iterator[str]:
    """A word; or what is to be of it where it is longer than a line: parts between slashes."""
    if columns_of(word) <= width:
        yield word
    elif COORDINATES.fullmatch(word):
        yield from filter(None, re.split(r"(?<=-)", word))
    else:
        piece = ""
        parts = PARTS.findall(word)
        if max(map(columns_of, parts)) > width:
            parts = SHORTER_PARTS.findall(word)
        for part in parts:
            if piece and columns_of(piece) + columns_of(part) > width:
                yield piece
                piece = ""
            piece += part
            while columns_of(piece) > width:
                begin = beginning(piece, width) or piece[0]
                yield begin
                piece = piece[len(begin) :]
        if piece:
            yield piece


def beginning(text: str, width: int) -> str:
    """As much of a text as so many columns hold.

    >>> beginning("a\N{CJK UNIFIED IDEOGRAPH-732B}b", 2)
    'a'
    """
    if text.isascii():
        return text[:width]
    end = 0
    while end < len(text) and columns_of(text[: end + 1]) <= width:
        end += 1
    return text[:end]


def folded_table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    spare: Sequence[str] = (),
) -> Iterator[Spans]:
    """A table with folded columns; where it is too wide even so, a paragraph for each row.

    Before that the columns named in `spare` are shortened, and left out in this order.

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
    if sum(_widest(column) + GAPS[0] for column in columns) - GAPS[0] > width:
        columns = [column for column in columns if any(column[1:])]  # without the empty ones
    left_out = [name for name in spare if name in (column[0] for column in columns)]
    for stiff, number, gap in product((True, False), range(len(left_out) + 1), GAPS):
        kept = [column for column in columns if column[0] not in left_out[:number]]
        lines = _laid_out(kept, width, gap, spare, stiff)
        if lines is not None:
            yield from lines
            yield from _without(left_out[:number], width)
            return
    yield from _paragraphs(headings, rows, width)


def _without(left_out: Sequence[str], width: int) -> Iterator[Spans]:
    """Which columns are left out, and where they are shown."""
    if left_out:
        note = f"(not shown: {', '.join(left_out)}; --json has everything)"
        yield from ([(line, "note")] for line in wrapped(note, width))


def _laid_out(
    columns: Sequence[Sequence[str]], width: int, gap: int, spare: Sequence[str], stiff: bool
) -> list[Spans] | None:
    """The lines of a table; None where columns would be too narrow or rows too tall."""
    widths = _widths(columns, width - gap * (len(columns) - 1), spare, stiff)
    if widths is None:
        return None
    rows: list[list[tuple[str, ...]]] = []  # each of several lines
    for row in zip(*columns, strict=True):
        folded = [wrapped(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        for k, column in enumerate(columns):
            if column[0] in spare:
                folded[k] = _shortened(folded[k], widths[k])
        rows.append(list(zip_longest(*folded, fillvalue="")))
        if len(rows[-1]) > TALLEST:
            return None
    if not rows:  # all columns were empty
        return []
    texts = table([line for row in rows for line in row], widths, gap).split("\n")
    return [[(text, "" if k >= len(rows[0]) else "title")] for k, text in enumerate(texts)]


def _shortened(lines: list[str], width: int) -> list[str]:
    """The first lines, with dots where there were more."""
    if len(lines) <= TALLEST_SPARE:
        return lines
    kept = lines[:TALLEST_SPARE]
    while columns_of(kept[-1]) + len(" ...") > width and " " in kept[-1]:
        kept[-1] = kept[-1].rpartition(" ")[0]
    kept[-1] = beginning(kept[-1], width - len(" ...")) + " ..."
    return kept


def _widest(column: Sequence[str]) -> int:
    return max(map(columns_of, column))


def _widths(
    columns: Sequence[Sequence[str]], available: int, spare: Sequence[str], stiff: bool
) -> list[int] | None:
    """The widths of columns that share so much, no word of theirs cut; None if that cannot be.

    Where they are `stiff`, short ones are not folded at all: numbers stay with their units.
    """
    widths = list(map(_widest, columns))
    least = []
    for column, wide in zip(columns, widths, strict=True):
        parts = (part for cell in column for word in cell.split() for part in _parts(word))
        longest = max(map(columns_of, parts), default=0)
        longest = max(longest, NARROWEST) if wide > PROSE else longest
        longest = min(longest, WIDEST_SPARE) if column[0] in spare else longest
        least.append(wide if stiff and wide <= NARROWEST else longest)
    if sum(least) > available:
        return None
    while sum(widths) > available:  # take from the widest that can still give
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
