"""Images (PNG, GIF, BMP) with one pixel for each cell; needs Pillow (extra `image`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, bytes_of, check_sides, printable
from nonairo.formats.shared.clues import coloured, from_picture, solution_of
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from types import ModuleType

SIGNATURES = {"\x89PNG\r\n\x1a\n": "PNG", "GIF87a": "GIF", "GIF89a": "GIF"}
MOST_COLOURS = 8
WHITE = b"\xff\xff\xff"


def claims(text: str) -> Claim | None:
    for signature, name in SIGNATURES.items():
        if text.startswith(signature):
            return Claim(f"starts with the signature of {name}")
    if text.startswith("BM") and text[6:10] == "\0\0\0\0":
        return Claim("starts with the signature of BMP")
    return None


def pillow() -> ModuleType:
    """Pillow's module of images."""
    try:
        from PIL import Image
    except ImportError:
        raise FormatError("format image needs Pillow: pip install 'nonairo[image]'") from None
    return Image


def read(text: str) -> Iterator[Puzzle]:
    from io import BytesIO

    data = bytes_of(text)
    image_module = pillow()
    try:
        with image_module.open(BytesIO(data), formats=("PNG", "GIF", "BMP")) as image:
            width, height = image.size
            check_sides(height, width, None)  # before any pixel is unpacked
            plain = image_module.new("RGBA", image.size, "white")
            plain.alpha_composite(image.convert("RGBA"))
            colours = plain.convert("RGB").getcolors(MOST_COLOURS)
            pixels = plain.convert("RGB").tobytes()
    except FormatError:
        raise
    except Exception as error:  # a broken image can make Pillow raise almost anything
        raise FormatError(f"expected an image: {printable(str(error))}") from None
    if colours is None:
        raise FormatError(
            f"expected at most {MOST_COLOURS} colours, one pixel for each cell, found more"
        )
    if len(colours) > 2:
        raise coloured(None)
    points = [pixels[k : k + 3] for k in range(0, len(pixels), 3)]
    paper = background(points, width)
    cells = "".join(["0" if point == paper else "1" for point in points])
    yield from_picture(Grid(height, width, cells))


def background(points: list[bytes], width: int) -> bytes:
    """White, or else the most frequent colour of the border, unless there is only one colour."""
    if WHITE in points or len(set(points)) == 1:
        return WHITE
    border = points[:width] + points[-width:] + points[::width] + points[width - 1 :: width]
    return max(sorted(set(border)), key=border.count)


def write(puzzle: Puzzle) -> str:
    from io import BytesIO

    picture = solution_of(puzzle, "image")
    image = pillow().new("1", (puzzle.width, puzzle.height))
    image.putdata([0 if cell == "1" else 255 for cell in picture.cells])
    out = BytesIO()
    image.save(out, format="PNG")
    return out.getvalue().decode("latin-1")


FORMAT = Format(
    name="image",
    summary="PNG, GIF or BMP with one pixel for each cell; written as PNG (extra image)",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    binary=True,
    needs_solution=True,
)
