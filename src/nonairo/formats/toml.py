"""`toml`: a table `[clues]` with `columns` and `rows` as texts of several lines; `[colors]`."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, lines_of
from nonairo.formats.shared.clue_sections import colour_lines, has_clues, read_sections
from nonairo.formats.shared.coloured import clue_words
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
    colours = ", ".join(f'"{line}"' for line in colour_lines(puzzle))
    if colours:
        lines += ["[colors]", f"defs = [{colours}]", ""]
    lines.append("[clues]")
    rows, cols = clue_words(puzzle)
    for name, side in (("columns", cols), ("rows", rows)):
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
