"""`toml`: a table `[clues]` with `columns` and `rows` as texts of several lines; `[colors]`."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, lines_of
from nonairo.formats.shared.clue_sections import (
    declared,
    has_clues,
    read_sections,
    written_sides,
)
from nonairo.kinds.coloured import is_coloured
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    quoted = '"""' in text[:HEAD] or "'''" in text[:HEAD]
    return Claim("has a table [clues] with quoted texts") if quoted and has_clues(text) else None


def read(text: str) -> Iterator[Puzzle]:
    for quotes in ('"""', "'''"):
        if text.count(quotes) % 2:
            last = len(lines_of(text))
            raise FormatError(f"expected {quotes} at the end of a text, found none", line=last)
    yield read_sections(text)


def write(puzzle: Puzzle) -> str:
    lines = []
    if is_coloured(puzzle):
        defs = ", ".join(f'"{definition}"' for definition in declared(puzzle))
        lines += ["[colors]", f"defs = [{defs}]", ""]
    lines.append("[clues]")
    for name, side in zip(("columns", "rows"), written_sides(puzzle), strict=True):
        lines += [f'{name} = """', *side, '"""']
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="toml",
    summary="a table [clues] with columns and rows",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    colours=True,
)
