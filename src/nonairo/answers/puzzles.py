"""The puzzle of a request: text in any format, an id, a JSON Lines object, or bytes in base64.

Nothing here opens a file: a text that looks like a path is read as a text.
"""

from __future__ import annotations

import base64
import binascii

from nonairo.answers.errors import too_large, wrong_shape
from nonairo.answers.fields import Field, Request, flag
from nonairo.errors import FormatError, PuzzleError
from nonairo.grid import Grid
from nonairo.plain import shown
from nonairo.puzzle import Puzzle
from nonairo.reading import parse

LARGEST_SIDE = 512  # what every engine takes
LARGEST_FILE = 5 * 1024 * 1024  # bytes of a picture or another binary file
LARGEST_ANSWER = 10_000_000  # cells in all solutions together

EXAMPLE = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"

PUZZLE = Field(
    "puzzle",
    "puzzle",
    "The puzzle: text in any format, a one-line id, or a JSON Lines object.",
    example=EXAMPLE,
)
PUZZLE_BASE64 = Field(
    "puzzle_base64",
    "base64",
    "Instead of `puzzle`, for binary formats: the bytes of a file in base64.",
    instead_of="puzzle",
)
FORMAT = Field(
    "format",
    "text",
    "The format of the text (default: detected; see /api/formats).",
    most=200,
)
STRICT = flag("strict", "Read known formats only, not what people type or paste.")
PUZZLE_FIELDS = (PUZZLE, PUZZLE_BASE64, FORMAT, STRICT)


def puzzle_in(request: Request) -> Puzzle:
    """The one puzzle that a request is about, of a size that is taken."""
    puzzle = _read(request)
    check_size(puzzle.height, puzzle.width)
    return puzzle


def check_size(height: float, width: float, most: int = LARGEST_SIDE) -> None:
    """Refuse what has more rows or columns than are taken."""
    for side, name in ((height, "rows"), (width, "columns")):
        if side > most:
            raise too_large(f"expected at most {most} {name}, found {shown(side)}")


def _read(request: Request) -> Puzzle:
    format, strict = request.text_or_none("format"), request.flag("strict")
    if request.has("puzzle_base64"):
        data = bytes_of(request.text("puzzle_base64"), "puzzle_base64")
        return parse(data, format, strict=strict)
    return puzzle_of(request.value("puzzle"), format, strict)


def puzzle_of(source: object, format: str | None = None, strict: bool = False) -> Puzzle:
    """The puzzle in a field of the type `puzzle`."""
    if isinstance(source, str):
        return parse(source, format, strict=strict)
    from nonairo.formats.jsonl import from_record

    try:
        return from_record(source)
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def bytes_of(text: str, name: str) -> bytes:
    """The bytes of a field in base64; blanks and line ends in it do not matter."""
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise wrong_shape(f"{name}: expected base64, found other characters") from None
    if len(data) > LARGEST_FILE:
        most = LARGEST_FILE // 1024 // 1024
        raise too_large(f"{name}: expected at most {most} MB, found {len(data):,} bytes")
    return data


def grid_in(request: Request, name: str, puzzle: Puzzle) -> Grid | None:
    """The grid in a field, of the size of the puzzle; None if it is not there."""
    if not request.has(name):
        return None
    source = request.grid(name)
    try:
        return Grid.like(puzzle.givens, source, puzzle.symbols)
    except PuzzleError as error:
        raise PuzzleError(f"{name}: {error}") from None
