"""`text`: a Binairo or a Trinairo as rows of cells, a nonogram as blocks of clues.

Which of them it is shows on the first lines: a nonogram's are two numbers, followed by lines of
numbers only; a Trinairo has a 2 somewhere, or says what it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints, has_signs
from nonairo.formats.shared import grid_text
from nonairo.formats.shared.clue_blocks import is_blocks, is_nearly_blocks
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    if bare_rows(text):
        return Claim("rows of cells joined by '/': a Binairo grid")
    if _is_signed(text):
        return Claim("rows of cells with signs between them: a Binairo")
    if is_blocks(text):
        return Claim("two sizes, then lines of numbers: a nonogram's blocks")
    three = _three_claims(text)
    if three is not None:
        return three
    return None if is_nearly_blocks(text) else grid_text.claims(text)


def read(text: str) -> Iterator[Puzzle]:
    return read_hinted(text, Hints())


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    if not text.strip():
        raise FormatError("expected rows of cells or clues, found nothing", line=1)
    text = bare_rows(text) or text
    if _is_signed(text):
        from nonairo.formats.shared import signed_text

        yield from signed_text.read(text, hints)
    elif not is_blocks(text) and _three_claims(text):
        from nonairo.formats.shared import three_text

        yield from three_text.read(text, hints)
    elif is_blocks(text) or is_nearly_blocks(text):
        yield _read_blocks(text)
    else:
        yield from grid_text.read(text, hints)


def _is_signed(text: str) -> bool:
    """Whether it is a Binairo with signs."""
    if "=" not in text and "x" not in text and "/" not in text:
        return False
    from nonairo.formats.shared import signed_text  # a plain Binairo starts without it

    return signed_text.is_signed(text)


def _three_claims(text: str) -> Claim | None:
    """Why it is a Trinairo, if it is one."""
    if "2" not in text and "trinairo" not in text:
        return None
    from nonairo.formats.shared import three_text

    return three_text.claims(text)


def _read_blocks(text: str) -> Puzzle:
    from nonairo.formats.shared import blocks_text  # a Binairo starts without it

    return blocks_text.read(text)


def _write_blocks(puzzle: Puzzle) -> str:
    from nonairo.formats.shared import blocks_text

    return blocks_text.write(puzzle)


def _write_binairo(puzzle: Puzzle) -> str:
    if not has_signs(puzzle):
        return grid_text.write(puzzle)
    from nonairo.formats.shared import signed_text

    return signed_text.write(puzzle)


def _write_three(puzzle: Puzzle) -> str:
    from nonairo.formats.shared import three_text

    return three_text.write(puzzle)


WRITERS = {
    "binairo": _write_binairo,
    "nonogram": _write_blocks,
    "trinairo": _write_three,
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
    colours=True,
    holds=frozenset(("solution", "signs", "title", "author", "source")),
)
