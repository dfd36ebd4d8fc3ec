"""`text`: a Binairo, a Trinairo or a Mosaic as rows of cells, a nonogram as blocks of clues.

Which of them it is shows on the first lines: a nonogram's are two numbers, followed by lines of
numbers only; a Trinairo or a Mosaic says what it is, or has other digits (`shared.named_text`). A
Binairo may have letters for 0 and 1 or separators between cells (`shared.other_symbols`), or be a
list of rows (`shared.lists`).
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, Hints, has_signs, lost_givens, unhinted
from nonairo.formats.shared import grid_text
from nonairo.formats.shared.clue_blocks import is_blocks, is_nearly_blocks
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.puzzle import Puzzle

NAMED = frozenset("23456789")  # one of these is in every grid that need not say what it is


def claims(text: str) -> Claim | None:
    text = _with_dots(text)
    claim = _other_symbols_claims(text)
    if claim is not None:
        return claim
    if bare_rows(text):
        return Claim("rows of cells joined by '/': a Binairo grid")
    if _is_signed(text):
        return Claim("rows of cells with signs between them: a Binairo")
    if is_blocks(text):
        return Claim("two sizes, then lines of numbers: a nonogram's blocks")
    named = _named_claims(text)
    if named is not None:
        return named
    return None if is_nearly_blocks(text) else grid_text.claims(text)


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    if not text.strip():
        raise FormatError("expected rows of cells or clues, found nothing", line=1)
    text = _in_plain_symbols(_with_dots(text))
    text = bare_rows(text) or text
    if _is_signed(text):
        from nonairo.formats.shared import signed_text

        yield from signed_text.read(text, hints)
    elif not is_blocks(text) and _named_claims(text):
        from nonairo.formats.shared import named_text

        yield from named_text.read(text, hints)
    elif is_blocks(text) or is_nearly_blocks(text):
        from nonairo.formats.shared import blocks_text  # a Binairo starts without it

        yield blocks_text.read(text)
    else:
        yield from grid_text.read(text, hints)


def _with_dots(text: str) -> str:
    """The text with dots for blank cells, if it is a square in which blanks are cells."""
    if " " not in text:
        return text
    from nonairo.formats.shared.spaced_square import dotted

    return dotted(text) or text


def _may_have_other_symbols(text: str) -> bool:
    """Whether there is anything besides plain cells; most grids start without what reads that."""
    start = text[:HEAD]
    return bool(set(start) - set("01.-_?*xX \r\n")) or "-1" in start


def _other_symbols_claims(text: str) -> Claim | None:
    """Why it is a Binairo in letters, with separators, as a list or the like, if it is one."""
    if not _may_have_other_symbols(text):
        return None
    from nonairo.formats.shared import lists, other_symbols

    if lists.is_list(text):
        return Claim("a list of rows: a Binairo", note=lists.note_of(text))
    return other_symbols.claims(text)


def _in_plain_symbols(text: str) -> str:
    """The text with plain rows of cells, if those of a Binairo are in other symbols."""
    if not _may_have_other_symbols(text):
        return text
    from nonairo.formats.shared import lists, other_symbols

    if lists.is_list(text):
        return "\n".join(lists.rows_of(text))
    found = other_symbols.in_plain_symbols(text)
    return text if found is None else found.text


def _is_signed(text: str) -> bool:
    """Whether it is a Binairo with signs."""
    if "=" not in text and "x" not in text and "/" not in text:
        return False
    from nonairo.formats.shared import signed_text  # a plain Binairo starts without it

    return signed_text.is_signed(text)


def _named_claims(text: str) -> Claim | None:
    """Why it is a Trinairo or a Mosaic, if it is one."""
    if NAMED.isdisjoint(text) and "# kind:" not in text:
        return None
    from nonairo.formats.shared import named_text

    return named_text.claims(text)


def write(puzzle: Puzzle) -> str:
    if puzzle.kind == "nonogram":
        from nonairo.formats.shared import blocks_text

        return blocks_text.write(puzzle)
    if puzzle.kind in ("trinairo", "mosaic"):
        from nonairo.formats.shared import named_text

        return named_text.write(puzzle)
    if has_signs(puzzle):
        from nonairo.formats.shared import signed_text

        return signed_text.write(puzzle)
    return grid_text.write(puzzle)


FORMAT = Format(
    name="text",
    summary="a Binairo, Trinairo or Mosaic row by row, or a nonogram's clues in blocks",
    kinds=("binairo", "nonogram", "trinairo", "mosaic"),
    claims=claims,
    read=unhinted(read_hinted),
    read_hinted=read_hinted,
    write=write,
    rules=None,
    colours=True,
    holds=frozenset(("solution", "signs", "title", "author", "source")),
    lacks=lost_givens,
    lacking="a Mosaic's givens",
)
