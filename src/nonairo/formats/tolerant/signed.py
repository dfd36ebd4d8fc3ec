"""A Binairo with signs (Tango) as people type it: cells and signs with any blanks between them.

0 = . x . .        `=` or `x` between two cells of a row
x . . =            a row of signs has one for each cell, `.` for none,
. . . x 1          or its signs stand below the cells that they belong to
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.tolerant.cells import BOXES, ONES, ZEROS
from nonairo.formats.tolerant.prose import Understood, about, described, is_prose
from nonairo.formats.tolerant.sheet import BARS, Row
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.binairo import NO_DISTINCT, pose_givens
from nonairo.kinds.signs import NONE, SignGrid
from nonairo.plain import many
from nonairo.puzzle import Puzzle, noted

CELL, SIGN = "[01._?*-]", "[=x]"
CELL_ROW = re.compile(rf"\s*{CELL}(?:\s*(?:{SIGN}\s*)?{CELL})+\s*")
SIGN_ROW = re.compile(rf"(?=.*{SIGN})[\s=x._-]*")
SIGNS = re.compile(r"[=x]")
DRAWN = {sign: cell for signs, cell in ((ZEROS, "0"), (ONES, "1"), (BOXES, "."))
         for sign in signs if len(sign) == 1 and not sign.isascii()}  # fmt: skip
PLAIN = str.maketrans(DRAWN | dict.fromkeys(BARS, " ") | {"X": "x", "/": "x", "\u2260": "x"})


class Line(NamedTuple):
    """A row of cells: its line in the text, the cells, where they stand, and the signs between."""

    number: int
    cells: str
    places: tuple[int, ...]
    signs: str


def read_signed(rows: Sequence[Row]) -> Puzzle | FormatError | None:
    """Return the Binairo with signs of a text, what is wrong with it, or None for other texts."""
    end = next((k for k, row in enumerate(rows) if _says_solution(row)), len(rows))
    prose = [row for row in rows[:end] if is_prose(row)]
    texts = [(row.line, row.text.translate(PLAIN)) for row in rows[:end] if not is_prose(row)]
    texts = [(number, text) for number, text in texts if text.strip()]
    signed = [text for _, text in texts if SIGNS.search(text)]
    if len(texts) < 2 or len(texts) > 2 * LARGEST_SIDE or not signed:
        return None
    if not all(CELL_ROW.fullmatch(text) or SIGN_ROW.fullmatch(text) for _, text in texts):
        return None
    even = len({len(text.split()) for _, text in texts}) == 1
    if even and not any("=" in text for text in signed):
        return None  # each x may be a cell that is blank
    bars = {sum(map(row.text.strip(f"{BARS} ").count, BARS)) for row in rows[:end]
            if CELL_ROW.fullmatch(row.text.translate(PLAIN))}  # fmt: skip
    if len(bars) > 1:
        return Understood(
            "expected signs or borders of regions between cells, found both", line=texts[0][0]
        )
    said = about(prose)
    try:
        puzzle = _posed(texts, said.rules if said.rules != "standard" else NO_DISTINCT)
    except FormatError as error:
        return error
    puzzle = puzzle.about(title=said.title)
    left_out = ["left out the solution"] if end < len(rows) else []
    return noted(puzzle, described(puzzle, said, left_out))


def _says_solution(row: Row) -> bool:
    return row.text.lower().strip("#*_ \t").startswith(("solution", "answer"))


def _posed(texts: Sequence[tuple[int, str]], rules: str) -> Puzzle:
    lines = {number: _line(number, text) for number, text in texts if CELL_ROW.fullmatch(text)}
    widths = [len(line.cells) for line in lines.values()]
    if not widths:
        raise Understood("expected a row of cells, found only signs", line=texts[0][0])
    width = max(sorted({*widths}), key=widths.count)
    alternate = len(texts) == 2 * width - 1  # a square: even a row of dots may be of signs
    right: list[str] = []
    below: list[str] = []
    cells: list[str] = []
    above: Line | None = None
    waiting: tuple[int, str] | None = None
    for k, (number, text) in enumerate(texts):
        line = lines.get(number)
        is_cells = line is not None and len(line.cells) == width and not (alternate and k % 2)
        if line is not None and is_cells:
            if above is not None:
                below.append(_below(waiting, above, line) if waiting else NONE * width)
            above, waiting = line, None
            cells.append(line.cells)
            right.append(line.signs)
        elif above is None or waiting is not None or not SIGN_ROW.fullmatch(text):
            if line is not None and not (alternate and k % 2):
                expected = f"expected {many(width, 'cell')} (as in most rows)"
                raise Understood(f"{expected}, found {len(line.cells)}", line=number)
            if alternate and k % 2 and not text.strip(" ._-"):
                continue  # a row of dots: no signs
            raise Understood("expected a row of cells, found a row of signs", line=number)
        else:
            waiting = (number, text)
    if waiting is not None:
        raise Understood(
            "expected a row of cells at the end, found a row of signs", line=waiting[0]
        )
    try:
        return pose_givens(Grid.parse(cells), rules, SignGrid(tuple(right), tuple(below)))
    except PuzzleError as error:
        raise Understood(str(error), line=texts[0][0]) from None


def _line(number: int, text: str) -> Line:
    """Return the cells of a row, and the sign between each two."""
    found = [*re.finditer(CELL, text)]
    cells = "".join(cell[0] if cell[0] in "01" else "." for cell in found)
    between = [text[one.end() : two.start()].strip() for one, two in pairwise(found)]
    places = tuple(cell.start() for cell in found)
    return Line(number, cells, places, "".join(sign or NONE for sign in between))


def _below(signs: tuple[int, str], above: Line, below: Line) -> str:
    """Return the sign below each cell: one word for each, or each where its cell stands."""
    number, text = signs
    words = text.split()
    if len(words) == len(above.cells) and all(len(word) == 1 for word in words):
        return "".join(word if SIGNS.fullmatch(word) else NONE for word in words)
    found = [NONE] * len(above.cells)
    for sign in SIGNS.finditer(text):
        for line in (above, below):
            if sign.start() in line.places:
                found[line.places.index(sign.start())] = sign[0]
                break
        else:
            raise Understood(
                f"expected signs below the cells of a row, found {sign[0]!r} below none;"
                " write one sign for each cell, '.' for none",
                line=number,
            )
    return "".join(found)
