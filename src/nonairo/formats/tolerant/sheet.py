"""Take the dress off a text: tags, code fences, quote marks, borders of tables, odd blanks.

What is left is a list of rows. A row knows its line in the text, its characters, and its cells
where bars, tabs, brackets or tags separate them.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from nonairo.formats.base import lines_of

LARGEST = 200_000  # characters of a text that people may have typed or pasted
MOST_LINES = 3000
LONGEST_LINE = 10_000  # characters: 1,000 cells with what stands between them

FULL_WIDTH = {0xFF01 + k: 0x21 + k for k in range(94)}
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
BLANKS = (
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
)
UNSEEN = "\u200b\u200c\u200d\u2060\u20e3\ufe0e\ufe0f\ufeff\u00ad"  # keycaps too
PLAIN = (
    FULL_WIDTH
    | dict.fromkeys(map(ord, DASHES), "-")
    | dict.fromkeys(map(ord, BLANKS), " ")
    | dict.fromkeys(map(ord, UNSEEN), None)
    | dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb"), '"')
    | dict.fromkeys(map(ord, "\u2018\u2019\u00b4"), "'")
    | {ord("\u00d7"): "x"}
)
BARS = "|\u2502\u2503\u2551\u2506\u250a\u00a6"
FENCE = re.compile(r"\s*(```|~~~)\s*[\w+-]*\s*")
# A border has a corner or a bar beside its dashes: dashes alone may be a row of blanks.
BORDER = re.compile(r"[\s+|:=\-_\u2500-\u257f]*")
BLANK_CELL = re.compile(r"\|\s*([-_])\s*(?=\||$)")
BLANK_ROW = re.compile(r"\s*(?:\|\s*[-_]\s*)+\|?\s*")
CORNER = re.compile(r"[+|][-=_:]|[-=_][+|]|[\u2500\u2501\u2550\u250c-\u254f\u2552-\u257f]")
QUOTED = re.compile(r"\"([^\"]*)\"(?:\s?[,;+.\\])?|'([^']*)'(?:\s?[,;+.\\])?")
BOXED = re.compile(r"(?:\[[^\[\]]?\]\s*){2,}|(?:\([^()]?\)\s*){2,}")
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?/?>")
LINE_TAGS = frozenset(("br", "p", "div", "li", "pre", "tr", "h1", "h2", "h3", "h4"))


class Row(NamedTuple):
    """A line without its dress."""

    line: int  # from 1
    text: str
    cells: tuple[str, ...] = ()  # where something separates them, the blank ones included


def rows_of(text: str) -> list[Row]:
    """Return the rows of a text, blank lines included."""
    text = text.translate(PLAIN)
    if re.search(r"<t[dh]\b", text, re.IGNORECASE):
        return _table_rows(text)
    if re.search(r"<(br|p|div|li|pre)\b", text, re.IGNORECASE):
        text = unescape(TAG.sub(lambda tag: "\n" * (tag[2].lower() in LINE_TAGS), text))
    lines = [(number, line.rstrip()) for number, line in enumerate(lines_of(text), 1)]
    lines = [each for each in _unquoted(lines) if not FENCE.fullmatch(each[1])]
    return _unframed([_row(number, line) for number, line in _without_borders(lines)])


def _unquoted(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Remove the `>` of an answered letter, if every line has it."""
    for _ in range(3):
        if not all(line.lstrip()[:1] in (">", "") for _, line in lines):
            break
        lines = [(number, re.sub(r"^\s*> ?", "", line)) for number, line in lines]
    return lines


def _without_borders(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Leave out borders; `|_|_|` is a row of blanks where other rows have blanks like it.

    `|-|-|` below the first line is one only if it makes the table a square: below headings it
    is a border.
    """
    inside = [line for _, line in lines if line.strip() and not _is_border(line)]
    blanks = {blank for line in inside for blank in BLANK_CELL.findall(line)}
    rows = [
        (number, line)
        for number, line in lines
        if BLANK_ROW.fullmatch(line) and {*line} & {"-", "_"} <= blanks
    ]
    second = next((number for number, line in lines if line.strip() and line != lines[0][1]), 0)
    whole = len(inside) + len(rows)
    kept = {
        number
        for number, line in rows
        if number != second or "_" in line or line.strip().strip("|").count("|") + 1 == whole
    }
    return [(number, line) for number, line in lines if number in kept or not _is_border(line)]


def _is_border(line: str) -> bool:
    return bool(CORNER.search(line)) and BORDER.fullmatch(line) is not None


def _row(number: int, line: str) -> Row:
    quoted = QUOTED.fullmatch(line.strip())
    if quoted:
        line = quoted[1] if quoted[1] is not None else quoted[2]
    return Row(number, line, _cells(line))


def _unframed(rows: list[Row]) -> list[Row]:
    """Remove the empty cells outside the bars of a table, where no row has anything."""
    barred = [row for row in rows if any(bar in row.text for bar in BARS)]
    left = all(not row.cells[0] for row in barred)
    right = all(not row.cells[-1] for row in barred)
    known = {row.line for row in barred}
    return [
        row._replace(cells=row.cells[left : len(row.cells) - right]) if row.line in known else row
        for row in rows
    ]


def _cells(line: str) -> tuple[str, ...]:
    """Return the cells of a line that bars, tabs or brackets separate; else nothing."""
    bar = next((bar for bar in BARS if bar in line), None)
    if bar is not None:
        return tuple(cell.strip() for cell in line.split(bar))
    if "\t" in line:
        return tuple(cell.strip() for cell in line.split("\t"))
    if BOXED.fullmatch(line.strip()):
        return tuple(cell.strip() for cell in re.findall(r"[\[(]([^\[\]()]?)[\])]", line))
    return ()


def _table_rows(text: str) -> list[Row]:
    """Return the rows of the tables of a page; a cell may have a clue on several lines."""
    rows: list[tuple[int, list[str]]] = []
    at, line, inside = 0, 1, False
    for tag in TAG.finditer(text):
        between = text[at : tag.start()]
        if inside and rows and rows[-1][1]:
            rows[-1][1][-1] += between
        line += text.count("\n", at, tag.end())
        at = tag.end()
        name, closes = tag[2].lower(), bool(tag[1])
        if name == "tr":
            inside = False
            if not closes:
                rows.append((line, []))
        elif name in ("td", "th"):
            inside = not closes
            if not closes:
                rows = rows or [(line, [])]
                rows[-1][1].append("")
        elif name in LINE_TAGS and inside and rows[-1][1]:
            rows[-1][1][-1] += " "
        elif name == "table":
            inside = False
    found = []
    for number, cells in rows:
        words = tuple(" ".join(unescape(cell).translate(PLAIN).split()) for cell in cells)
        if words:
            found.append(Row(number, " ".join(words), words))
    return found
