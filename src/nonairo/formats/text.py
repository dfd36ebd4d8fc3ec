"""`text`: a Binairo or a Trinairo as rows of cells, a nonogram as blocks of clues.

Which of them it is shows on the first lines: a nonogram's are two numbers, followed by lines of
numbers only; a Trinairo has a 2 somewhere, or says what it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints, has_signs
from nonairo.formats.shared import grid_text, signed_text, three_text
from nonairo.formats.shared.clue_blocks import is_blocks, is_nearly_blocks
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    if bare_rows(text):
        return Claim("rows of cells joined by '/': a Binairo grid")
    if signed_text.is_signed(text):
        return Claim("rows of cells with signs between them: a Binairo")
    if is_blocks(text):
        return Claim("two sizes, then lines of numbers: a nonogram's blocks")
    three = three_text.claims(text)
    if three is not None:
        return three
    return None if is_nearly_blocks(text) else grid_text.claims(text)


def read(text: str) -> Iterator[Puzzle]:
    return read_hinted(text, Hints())


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    if not text.strip():
        raise FormatError("expected rows of cells or clues, found nothing", line=1)
    text = bare_rows(text) or text
    if signed_text.is_signed(text):
        yield from signed_text.read(text, hints)
    elif not is_blocks(text) and three_text.claims(text):
        yield from three_text.read(text, hints)
    elif is_blocks(text) or is_nearly_blocks(text):
        yield _read_blocks(text)
    else:
        yield from grid_text.read(text, hints)


def _read_blocks(text: str) -> Puzzle:
    from nonairo.formats.shared import blocks_text  # a Binairo starts without it

    return blocks_text.read(text)


def _write_blocks(puzzle: Puzzle) -> str:
    from nonairo.formats.shared import blocks_text

    return blocks_text.write(puzzle)


def _write_binairo(puzzle: Puzzle) -> str:
    return signed_text.write(puzzle) if has_signs(puzzle) else grid_text.write(puzzle)


WRITERS = {
    "binairo": _write_binairo,
    "nonogram": _write_blocks,
    "trinairo": three_text.write,
}


def write(puzzle: Puzzle) -> str:
    return WRITERS[puzzle.kind](puzzle)


FORMAT = Format(
    name="text",
    summary="a Binairo or Trinairo grid row by row, or a nonogram's clues in blocks",
    kinds=tuple(WRITERS),
    claims=claims,
    read=read,
    read_hinted=read_hinted,
    write=write,
    rules=None,
    holds=frozenset(("solution", "signs", "title", "author", "source")),
)
