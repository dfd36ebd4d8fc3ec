"""What the ids of Simon Tatham's collection have in common: sizes, width first, and no seeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, check_sides, first_line, full_lines, printable
from nonairo.puzzle import Puzzle

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
