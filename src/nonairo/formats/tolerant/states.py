"""A grid for a puzzle that is known: somebody's state, as people draw it.

The size and the symbols are known, so less has to be guessed than for a puzzle. The signs mean
what they mean in puzzles; where cells are filled or empty, `x` is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonairo.checking import check
from nonairo.errors import FormatError
from nonairo.formats.base import number_of_lines
from nonairo.formats.tolerant.cells import BLANKS, CROSSES, ONES, ZEROS, meaning_of
from nonairo.formats.tolerant.grids import Cells, cells_in
from nonairo.formats.tolerant.sheet import LARGEST, LONGEST_LINE, MOST_LINES, Row, rows_of
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import appearance_of
from nonairo.puzzle import Puzzle
from nonairo.sentence_words import listed

FILLED = frozenset("#@\u2588")
UNSURE = "?"
LOOSE = (".", "", "_", "~", "-")  # unknown, the first that is used; the others are empty then
MOST_SHOWN = 8  # signs in a note


class State(NamedTuple):
    """A grid, and how it was read."""

    grid: Grid
    note: str


def read_state(text: str, puzzle: Puzzle, *, picture: bool = False) -> State | None:
    """Return the grid that a person would see in a text; None if there is none of this size.

    In a `picture` a dot beside filled cells is an empty cell, and never an unknown one.
    """
    if len(text) > LARGEST or number_of_lines(text) > MOST_LINES:
        return None
    if max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
        return None
    for cells, lines in _splits(text, puzzle):
        found = _read(cells, lines, puzzle, picture)
        if found is not None:
            return found
    return None


def _splits(text: str, puzzle: Puzzle) -> Iterator[tuple[Cells, Sequence[Row]]]:
    """Yield the cells of a text in every way that has the size of the puzzle."""
    height, width = puzzle.height, puzzle.width
    rows = rows_of(text)
    while rows and not (rows[-1].text.strip() or rows[-1].cells):
        rows.pop()
    widest = max((len(row.text) for row in rows), default=0)
    if len(rows) == height and widest <= width and not any(row.cells for row in rows):
        cells = [[*row.text.ljust(width)] for row in rows]  # every sign is a cell, blanks too
        if UNKNOWN not in text or not any(len(row.text) < width for row in rows):
            yield [["" if sign == " " else sign for sign in row] for row in cells], rows
    yield from cells_in(rows, height, width)
    if len(rows) == 1 and len(rows[0].text) == height * width:
        signs = [*rows[0].text]
        yield [signs[k : k + width] for k in range(0, len(signs), width)], rows * height


def _read(cells: Cells, lines: Sequence[Row], puzzle: Puzzle, picture: bool) -> State | None:
    """Return the grid of these cells, if every sign means something."""
    used = {sign for row in cells for sign in row}
    glyphs = appearance_of(puzzle).glyphs
    if used <= {*puzzle.symbols, *BLANKS, *CROSSES} and used & {*puzzle.symbols[1:]}:
        readings = [_with_digits(used, puzzle)]
    elif glyphs != puzzle.symbols:
        readings = [*_drawn(used, puzzle, glyphs, picture)]
    elif used <= {*puzzle.symbols, *BLANKS}:
        readings = [_with_digits(used, puzzle)]
    elif puzzle.symbols == "01":
        try:
            readings = [meaning_of(cells, lines, puzzle.rules).cells]
        except FormatError:
            return None
    else:
        return None
    first: State | None = None
    for table in readings:
        grid = Grid(
            puzzle.height, puzzle.width, "".join(table[sign] for row in cells for sign in row)
        )
        state = State(grid, _legend(table, puzzle))
        if len(readings) == 1 or not check(puzzle, grid):
            return state
        first = state  # the last one leaves most open
    return first


def _with_digits(used: set[str], puzzle: Puzzle) -> dict[str, str]:
    """Return what signs mean beside the puzzle's own symbols.

    A cross is an empty cell where cells are filled or empty, and a blank where 0 is a value.
    """
    crossed = "0" if appearance_of(puzzle).glyphs != puzzle.symbols else UNKNOWN
    return {
        sign: sign if sign in {*puzzle.symbols} else crossed if sign in CROSSES else UNKNOWN
        for sign in used
    }


def _drawn(used: set[str], puzzle: Puzzle, glyphs: str, picture: bool) -> Iterator[dict[str, str]]:
    """Yield what signs may mean beside cells that are filled or empty, the likeliest first."""
    empty = puzzle.symbols[0]
    inks = dict(zip(glyphs[1:], puzzle.symbols[1:], strict=True))
    if len(inks) == 1:
        inks |= dict.fromkeys([*FILLED, *(sign for sign in ONES if len(sign) == 1)], "1")
    inks |= {sign: sign for sign in puzzle.symbols[1:]}
    fixed = {sign: empty for sign in (*CROSSES, glyphs[0], empty) if sign not in inks}
    known = {sign: inks.get(sign) or fixed[sign] for sign in used if sign in inks or sign in fixed}
    loose = used - known.keys()
    if not loose <= {UNSURE, *LOOSE, *BLANKS, *ZEROS}:
        return
    drawn = len(inks) > 1 and bool(used & FILLED)
    unsure = loose & {UNSURE}
    others = loose - unsure
    if unsure or (picture and drawn):
        yield known | dict.fromkeys(others, empty) | dict.fromkeys(unsure, UNKNOWN)
        return
    if used & inks.keys() and not any(value == empty for value in known.values()):
        if len(others) > 1:
            open_ = next((sign for sign in LOOSE if sign in others), None)
            yield known | {sign: UNKNOWN if sign == open_ else empty for sign in others}
            return
        yield known | dict.fromkeys(others, empty)  # the whole picture, if it is right
    elif len(puzzle.symbols) == 2 and not used & inks.keys():  # crosses: are they the ink?
        yield {sign: "1" if sign in CROSSES else empty for sign in used}
    yield known | dict.fromkeys(others, UNKNOWN)


def _legend(table: dict[str, str], puzzle: Puzzle) -> str:
    """Return the note that says what signs mean."""
    drawn = appearance_of(puzzle).glyphs != puzzle.symbols
    names = {UNKNOWN: "unknown"} | ({"0": "empty"} if drawn else {})
    order = [*puzzle.symbols, UNKNOWN]
    if drawn:
        order = [*puzzle.symbols[1:], "0", UNKNOWN]
        names |= {"1": "filled"} if len(puzzle.symbols) == 2 else {}
    shown = [
        f"{sign or 'a space'} as {names.get(cell, cell)}"
        for sign, cell in sorted(table.items(), key=lambda each: (order.index(each[1]), each))
        if sign != cell or sign == UNKNOWN
    ]
    plain = all(sign == cell for sign, cell in table.items())
    if plain or len(shown) > MOST_SHOWN:
        return "read the grid in free form"
    advice = ""
    if drawn and "0" not in table.values() and UNKNOWN in table.values():
        advice = "; write x for empty cells"
    return f"read the grid with {listed(shown, 'and')}{advice}"
