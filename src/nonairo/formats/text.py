"""`text`: a Binairo as rows of cells, a nonogram as blocks of clues.

Which of the two it is shows on the first line: a nonogram's starts with two numbers, followed by
lines of numbers only.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints
from nonairo.formats.shared import grid_text
from nonairo.formats.shared.clue_blocks import is_blocks, is_nearly_blocks
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    if bare_rows(text):
        return Claim("rows of cells joined by '/': a Binairo grid")
    if is_blocks(text):
        return Claim("two sizes, then lines of numbers: a nonogram's blocks")
    return None if is_nearly_blocks(text) else grid_text.claims(text)


def read(text: str) -> Iterator[Puzzle]:
    return read_hinted(text, Hints())


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    if not text.strip():
        raise FormatError("expected rows of cells or clues, found nothing", line=1)
    text = bare_rows(text) or text
    if is_blocks(text) or is_nearly_blocks(text):
        yield _read_blocks(text)
    else:
        yield from grid_text.read(text, hints)


def _read_blocks(text: str) -> Puzzle:
    from nonairo.formats.shared import blocks_text  # a Binairo starts without it

    return blocks_text.read(text)


def _write_blocks(puzzle: Puzzle) -> str:
    from nonairo.formats.shared import blocks_text

    return blocks_text.write(puzzle)


WRITERS = {"binairo": grid_text.write, "nonogram": _write_blocks}


def write(puzzle: Puzzle) -> str:
    return WRITERS[puzzle.kind](puzzle)


FORMAT = Format(
    name="text",
    summary="a Binairo grid row by row, or a nonogram's clues in blocks",
    kinds=tuple(WRITERS),
    claims=claims,
    read=read,
    read_hinted=read_hinted,
    write=write,
    rules=None,
    colours=True,
    holds=frozenset(("solution", "title", "author", "source")),
)
