"""`ini`: a section `[clues]` with `columns` and `rows` as texts of several lines; `[colors]`."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.formats.base import Claim, Format
from nonairo.formats.shared.clue_sections import colour_lines, has_clues, read_sections
from nonairo.formats.shared.coloured import clue_words
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    return Claim("has a section [clues]") if has_clues(text) else None


def read(text: str) -> Iterator[Puzzle]:
    yield read_sections(text)


def write(puzzle: Puzzle) -> str:
    colours = colour_lines(puzzle)
    lines = ["[colors]", *colours, ""] if colours else []
    lines.append("[clues]")
    rows, cols = clue_words(puzzle)
    for name, side in (("columns", cols), ("rows", rows)):
        lines += [f"{name} =", *(f"  {clue}" for clue in side)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="ini",
    summary="a section [clues] with columns and rows",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    colours=True,
)
