"""Clues drawn around a grid: in a table, or in characters that stand above each other.

        1
  0 3 1 3        |   | 2 | 4 |
3 . . . .        | 1 |   |   |
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonairo.errors import FormatError
from nonairo.formats.shared.clues import pose
from nonairo.formats.tolerant.clue_lists import Pair, fits, total
from nonairo.formats.tolerant.clue_text import Side, numbers_of
from nonairo.formats.tolerant.prose import about, described, is_prose
from nonairo.formats.tolerant.sheet import BARS, Row
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle, noted

CELL = ".\u00b7\u2022_\u25a1\u2b1c\u25fb\u2591?#\u25a0\u2b1b\u2588"
BODY = re.compile(rf"(?P<clue>[\s0-9,]*?)(?P<cells>[{CELL}](?:\s*[{CELL}])*)\s*")
NO_BARS = dict.fromkeys(map(ord, BARS), " ")
TOKEN = re.compile(r"[0-9]+")
CLUE = re.compile(r"[0-9]+(?:[ ,./+&-]+[0-9]+)*")
HEADER = frozenset(" 0123456789\t,")


def read_drawn(rows: Sequence[Row]) -> Puzzle | FormatError | None:
    """Return the nonogram whose clues stand around a grid; None if there is no such drawing."""
    prose = [row for row in rows if is_prose(row)]
    lines = [row for row in rows if not is_prose(row) and (row.text.strip() or row.cells)]
    if len(lines) < 2:
        return None
    plain = [row._replace(text=row.text.translate(NO_BARS)) for row in lines]
    plain = [row for row in plain if row.text.strip(" -=_+")]
    pair = _from_table(lines) or _from_places(plain) or _from_stack(plain)
    if pair is None:
        return None
    said = about(prose)
    if not fits(pair):
        if total(pair.rows) == total(pair.cols):
            return None
        return FormatError(
            f"read clues around a grid, {len(pair.rows)} rows and {len(pair.cols)} columns, but"
            f" the rows add up to {total(pair.rows)} and the columns to {total(pair.cols)}",
            line=lines[0].line,
        )
    puzzle = pose(pair.rows, pair.cols, lines[0].line).about(title=said.title)
    return noted(puzzle, described(puzzle, said, ["clues around a grid"]))


def _from_table(lines: Sequence[Row]) -> Pair | None:
    """Return the clues beside and above the cells of a table."""
    rows = [row.cells or _separated(row.text) for row in lines]
    if not all(rows):
        return None
    width = max(map(len, rows))
    table = [[*row, *[""] * (width - len(row))] for row in rows]
    if width > 2 * LARGEST_SIDE:
        return None
    beside = max((k for k, cell in enumerate(table[-1]) if CLUE.fullmatch(cell)), default=-1) + 1
    above = next((k for k, row in enumerate(table) if not _clued(row[beside:])), 0)
    while beside < width and not any(row[width - 1] for row in table):
        width -= 1
    if not (0 < beside < width and 0 < above < len(table)):
        return None
    corner = any(_clued(row[:beside]) for row in table[:above])
    if corner or any(_clued(row[beside:width]) for row in table[above:]):
        return None
    cols: Side = []
    for k in range(beside, width):
        numbers = [n for row in table[:above] for n in numbers_of_cell(row[k])]
        if not numbers:
            return None
        cols.append((lines[0].line, [] if numbers == [0] else numbers))
    side: Side = []
    for row, line in zip(table[above:], lines[above:], strict=True):
        numbers = [n for cell in row[:beside] for n in numbers_of_cell(cell)]
        if not numbers:
            return None
        side.append((line.line, [] if numbers == [0] else numbers))
    return Pair(side, cols)


def _separated(text: str) -> tuple[str, ...]:
    mark = next((mark for mark in ";," if mark in text), None)
    return tuple(cell.strip() for cell in text.split(mark)) if mark else ()


def _clued(cells: Sequence[str]) -> bool:
    return any(CLUE.fullmatch(cell) for cell in cells)


def numbers_of_cell(cell: str) -> list[int]:
    """Return the numbers in a cell of a table; a 0 counts as one."""
    return [0] if cell.strip() == "0" else numbers_of(cell) if CLUE.fullmatch(cell) else []


def _from_places(lines: Sequence[Row]) -> Pair | None:
    """Return clues that stand before rows of cells, and above them in the same places."""
    bodies = [
        BODY.fullmatch(row.text) if len(row.text) < 5 * LARGEST_SIDE else None for row in lines
    ]
    first = next((k for k, body in enumerate(bodies) if body), 0)
    if not first or not all(bodies[first:]):
        return None
    header = lines[:first]
    if not all(HEADER.issuperset(row.text) for row in header):
        return None
    side: Side = []
    places: list[int] = []
    for row, body in zip(lines[first:], bodies[first:], strict=True):
        assert body is not None
        found = [k for k in range(*body.span("cells")) if row.text[k] in CELL]
        places = places or found
        if len(found) != len(places):
            return None
        side.append((row.line, numbers_of(body["clue"])))
    stacks: list[list[int]] = [[] for _ in places]
    for row in header:
        tokens = [*TOKEN.finditer(row.text)]
        for k, token in enumerate(tokens):
            stacks[k if len(tokens) == len(places) else _nearest(token, places)].append(
                int(token[0])
            )
    cols: Side = [(header[-1].line, [] if numbers == [0] else numbers) for numbers in stacks]
    return Pair(side, cols)


def _from_stack(lines: Sequence[Row]) -> Pair | None:
    """Return clues without cells: those of the columns above and right of those of the rows."""
    if not all(HEADER.issuperset(row.text) for row in lines):
        return None
    tokens = [[*TOKEN.finditer(row.text)] for row in lines]
    if not all(tokens):
        return None
    for first in range(1, len(lines)):
        left = max(found[-1].end() for found in tokens[first:])
        if min(found[0].start() for found in tokens[:first]) < left:
            continue
        places = sorted({token.end() for found in tokens[:first] for token in found})
        cols: Side = []
        for place in places:
            stack = [int(t[0]) for found in tokens[:first] for t in found if t.end() == place]
            cols.append((lines[0].line, [] if stack == [0] else stack))
        rows: Side = [(row.line, numbers_of(row.text)) for row in lines[first:]]
        pair = Pair(rows, cols)
        if fits(pair):
            return pair
    return None


def _nearest(token: re.Match[str], places: Sequence[int]) -> int:
    """Return the column whose cells stand nearest to the last digit of a number."""
    at = token.end() - 1
    return min(range(len(places)), key=lambda k: abs(places[k] - at))
