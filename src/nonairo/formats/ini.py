"""`ini`: a section `[clues]` with `columns` and `rows` as texts of several lines; `[colors]`."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.formats.base import Claim, Format
from nonairo.formats.shared.clue_sections import (
    declared,
    has_clues,
    read_sections,
    written_sides,
)
from nonairo.kinds.coloured import is_coloured
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    return Claim("has a section [clues]") if has_clues(text) else None


def read(text: str) -> Iterator[Puzzle]:
    yield read_sections(text)


def write(puzzle: Puzzle) -> str:
    lines = ["[colors]", *declared(puzzle), ""] if is_coloured(puzzle) else []
    lines.append("[clues]")
    for name, side in zip(("columns", "rows"), written_sides(puzzle), strict=True):
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
