"""The signs of a Binairo+ task text, which has three encodings.

    threes  CELLS|SIGNS   a digit for each cell, h + 3v: the sign to the right and the one below,
                          0 none, 1 equal, 2 different; letters are runs of cells without signs
    flags   CELLS|SIGNS   the same with flags added up: 1 right equal, 2 right different, 4 below
                          equal, 8 below different
            CELLS;SIGNS   a comma list, for each cell any of R= Rx D= Dx

The text alone decides between threes and flags: a 3 or a 7 can only be threes, a 9 or a 10 only
flags, and no sign may leave the grid. If both remain, the reading is taken in which fewer cells
have two signs, and the puzzle has a note that names the other one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import printable
from nonairo.grid import Grid
from nonairo.kinds.binairo import pose_givens
from nonairo.kinds.signs import NONE, SignGrid
from nonairo.puzzle import Puzzle, noted

NAMES, NEITHER = ".=x", "?"
CellSigns = tuple[str, str]  # to the right of a cell, and below it


def read_signs(
    givens: Grid, text: str, bar: str, rules: str, line: int, encoding: str | None = None
) -> Puzzle:
    """The puzzle with the signs of a task; `encoding` chooses where the text can be read twice."""
    cells = givens.height * givens.width
    if bar == ";":
        found = _placed(_listed(text, cells, line), givens)
        if found is None:
            raise FormatError("expected signs inside the grid", line=line)
        return pose_givens(givens, rules, found)
    readings: dict[SignGrid, tuple[int, str]] = {}  # each with its cells that have two signs
    for name in ENCODINGS if encoding is None else (encoding,):
        for signs in _readings(text, name):
            placed = _placed(signs, givens) if len(signs) == cells else None
            if placed is not None:
                readings.setdefault(placed, (sum(NONE not in both for both in signs), name))
    if not readings:
        expected = f"signs for {cells} cells, inside the grid"
        raise FormatError(f"expected {expected}, found {printable(text)}", line=line)
    taken = min(readings, key=readings.__getitem__)
    puzzle = pose_givens(givens, rules, taken)
    if len(readings) == 1:
        return puzzle
    name = readings.pop(taken)[1]
    other = min(readings.values())[1]
    choice = f"puzzle-binairo:encoding={other}"
    return noted(puzzle, f"its signs can be read in two ways: read as {name}; or name {choice}")


def _by_threes(code: int) -> CellSigns:
    return NAMES[code % 3], NAMES[code // 3] if code < 9 else NEITHER


def _by_flags(code: int) -> CellSigns:
    return (NAMES + NEITHER)[code & 3], (NAMES + NEITHER)[code >> 2]


# How the codes of cells are separated, and what a code means. A 1 and a 0 are not always a 10.
ENCODINGS: dict[str, tuple[tuple[str, ...], Callable[[int], CellSigns]]] = {
    "threes": ((r"[0-9]|[a-z]",), _by_threes),
    "flags": ((r"10|[0-9]|[a-z]", r"[0-9]|[a-z]"), _by_flags),
}


def _readings(text: str, encoding: str) -> Iterator[list[CellSigns]]:
    """What the text may say of each cell in this encoding; nothing if it is no such text."""
    patterns, decode = ENCODINGS[encoding]
    for pattern in patterns if re.fullmatch(r"[0-9a-z]*", text) else ():
        codes: list[int] = []
        for word in re.findall(pattern, text):
            codes += [int(word)] if word.isdigit() else [0] * (ord(word) - 96)
        yield [decode(code) for code in codes]


def _listed(text: str, cells: int, line: int) -> list[tuple[str, str]]:
    """The signs of a comma list."""
    words = text.split(",")
    if len(words) != cells:
        raise FormatError(f"expected signs for {cells} cells, found {len(words)}", line=line)
    found = []
    for word in words:
        if not re.fullmatch(r"(?:[RD][=x])*", word.strip()):
            expected = "R=, Rx, D= or Dx"
            raise FormatError(f"expected {expected}, found {printable(word)}", line=line)
        signs = dict(re.findall(r"([RD])([=x])", word))
        found.append((signs.get("R", "."), signs.get("D", ".")))
    return found


def _placed(signs: list[tuple[str, str]], givens: Grid) -> SignGrid | None:
    """The signs where they belong; None if one leaves the grid, or is two at once."""
    height, width = givens.height, givens.width
    rows = [signs[at : at + width] for at in range(0, height * width, width)]
    right = ["".join(each for each, _ in row) for row in rows]
    below = ["".join(each for _, each in row) for row in rows]
    if (
        NEITHER in "".join(right + below)
        or below[-1].strip(".")
        or any(r[-1] != "." for r in right)
    ):
        return None
    return SignGrid(tuple(row[:-1] for row in right), tuple(below[:-1]))
