"""What the ids of Simon Tatham's collection have in common: sizes, width first, and no seeds.

Given cells are letters there: `a` to `y` skip 0 to 24 cells and give a 0, `A` to `Y` skip and give
a 1, `z` skips 25 and gives nothing. The last letter may stand for a cell just after the grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, check_sides, first_line, full_lines, printable
from nonairo.puzzle import Puzzle

SKIP = 25
SEED = re.compile(r"[0-9]+(x[0-9]+)?u?(d[ten])?#.*")
GENERATOR = (
    "expected a puzzle, found a random seed (after '#'): it names a run of another program's"
    " generator; copy the descriptive id instead"
)


def claims_as(looks: dict[re.Pattern[str], str]) -> Callable[[str], Claim | None]:
    """Claims a text whose first line looks like one of these, with the reason beside it."""

    def claims(text: str) -> Claim | None:
        line = first_line(text)
        return next((Claim(why) for look, why in looks.items() if look.fullmatch(line)), None)

    return claims


class Game(NamedTuple):
    """A game of the collection: `params:description` is an id, one on each line of a file."""

    read_id: Callable[[str, int | None], Puzzle]
    params: Callable[[Puzzle], str]
    description: Callable[[Puzzle], str]

    def read(self, text: str) -> Iterator[Puzzle]:
        return (self.read_id(line, number) for number, line in full_lines(text))

    def write(self, puzzle: Puzzle) -> str:
        return f"{self.params(puzzle)}:{self.description(puzzle)}\n"


def match_id(
    pattern: re.Pattern[str], text: str, example: str, line: int | None
) -> tuple[re.Match[str], int, int]:
    """The parts of an id whose first two are its sizes; and height and width, checked."""
    if SEED.fullmatch(text):
        raise FormatError(GENERATOR, line=line)
    found = pattern.fullmatch(text)
    if not found:
        expected = f"an id such as {example}"
        raise FormatError(f"expected {expected}, found {printable(text)}", line=line)
    width = int(found[1])
    height = int(found[2] or width)
    check_sides(height, width, line)
    return found, height, width


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
