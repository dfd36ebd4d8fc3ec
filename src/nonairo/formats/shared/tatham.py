"""What the ids of Simon Tatham's collection have in common: sizes, width first, and no seeds."""

from __future__ import annotations

import re

from nonairo.errors import FormatError
from nonairo.formats.base import check_sides, printable

SEED = re.compile(r"[0-9]+(x[0-9]+)?u?(d[ten])?#.*")
GENERATOR = (
    "expected a puzzle, found a random seed (after '#'): it names a run of another program's"
    " generator; copy the descriptive id instead"
)


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
