"""A format: the rows of a Binairo between bars."""

from collections.abc import Iterator

from nonairo.formats.base import Claim, Format
from nonairo.kinds.binairo import binairo
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    return Claim("starts with two bars") if text.startswith("||") else None


def read(text: str) -> Iterator[Puzzle]:
    yield binairo([row.strip("|") for row in text.split()])


def write(puzzle: Puzzle) -> str:
    return "".join(f"||{row}||\n" for row in puzzle.givens.rows())


FORMAT = Format(
    name="bars",
    summary="rows between bars",
    kinds=("binairo",),
    suffixes=(".bars",),
    claims=claims,
    read=read,
    write=write,
)
