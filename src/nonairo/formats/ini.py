"""`ini`: a section `[clues]` with `columns` and `rows` as texts of several lines."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.formats.base import Claim, Format
from nonairo.formats.shared.clue_sections import has_clues, read_sections
from nonairo.formats.shared.clues import both_sides, written
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    return Claim("has a section [clues]") if has_clues(text) else None


def read(text: str) -> Iterator[Puzzle]:
    yield read_sections(text)


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    lines = ["[clues]"]
    for name, side in (("columns", cols), ("rows", rows)):
        lines += [f"{name} =", *(f"  {clue}" for clue in written(side))]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="ini",
    summary="a section [clues] with columns and rows",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
)
