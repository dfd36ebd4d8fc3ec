"""Given cells as letters, the way of Simon Tatham's collection.

`a` to `y` skip 0 to 24 cells and give a 0, `A` to `Y` skip and give a 1, `z` skips 25 and gives
nothing. The last letter may stand for a cell just after the grid.
"""

from __future__ import annotations

from nonairo.errors import FormatError

SKIP = 25


def read_runs(text: str, size: int, line: int | None, ends: bool) -> str:
    """The cells over `01.`; with `ends` the text must reach the end of the grid."""
    pieces: list[str] = []
    at = 0
    for symbol in text:
        if not (symbol.isascii() and symbol.isalpha()):
            raise FormatError(f"expected letters for given cells, found {symbol!r}", line=line)
        skip = ord(symbol.lower()) - ord("a")
        at += skip
        if at > size:
            raise FormatError(f"expected the givens of {size} cells, found more", line=line)
        pieces.append("." * skip)
        if skip < SKIP:
            pieces.append("0" if symbol.islower() else "1")
            at += 1
    cells = "".join(pieces)
    if len(cells) > size + 1 or (ends and len(cells) != size + 1):
        found = f"expected the givens of {size} cells, found {max(len(cells) - 1, 0)}"
        raise FormatError(found, line=line)
    return cells[:size].ljust(size, ".")


def write_runs(cells: str) -> str:
    """The letters for cells over `01.`."""
    letters: list[str] = []
    gap = 0
    for cell in [*cells, "0"]:
        if cell == ".":
            gap += 1
            continue
        letters.append("z" * (gap // SKIP))
        letter = chr(ord("a") + gap % SKIP)
        letters.append(letter if cell == "0" else letter.upper())
        gap = 0
    return "".join(letters)
