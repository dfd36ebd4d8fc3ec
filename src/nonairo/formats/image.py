"""Finished pictures as images: PNG, GIF, BMP, JPEG, WebP, TIFF (by Pillow), PGM and PPM.

A cell is a pixel, or a square of pixels, with or without lines between the cells; a note then says
how many there are. Pillow is in the extra `image`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from nonairo.errors import FormatError, NonairoError
from nonairo.formats.base import Claim, Format, bytes_of, check_sides, printable
from nonairo.formats.shared.cell_finding import WORKING_SIDE, find_cells
from nonairo.formats.shared.clues import from_picture, solution_of
from nonairo.formats.shared.coloured import BACKGROUND, Colours, declared, paper_of
from nonairo.formats.shared.pixels import header_of, is_plain, values_of
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.coloured import is_coloured
from nonairo.limits import poll_supervision
from nonairo.puzzle import Puzzle, noted

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image

SIGNATURES = {
    "\x89PNG\r\n\x1a\n": "PNG",
    "GIF87a": "GIF",
    "GIF89a": "GIF",
    "\xff\xd8\xff": "JPEG",
    "II*\0": "TIFF",
    "MM\0*": "TIFF",
}
UNPACKED = ("PNG", "GIF", "BMP", "JPEG", "WEBP", "TIFF")
MOST_PIXELS = 25_000_000  # of a picture that is unpacked; each takes up to four bytes
STRIP = 64  # rows of a reduced picture that are made at once
MARK = "nonairo"  # the name of a text in the PNG files that we write
DRAWN_SIDE = 100  # pixels: larger pictures are rarely drawn cell by cell
SCREENSHOT = "nonairo read FILE reads a puzzle from a photograph or screenshot"
ANY_PICTURE = (
    f"{SCREENSHOT}, nonairo generate nonogram --image FILE makes a nonogram from any picture"
)
MOST_COLOURS = 8
WHITE = b"\xff\xff\xff"
# The colour of each cell, how many there are in a row, the order of the colours, and a note.
Pixels: TypeAlias = tuple[list[bytes], int, list[bytes], str]


def claims(text: str) -> Claim | None:
    for signature, name in SIGNATURES.items():
        if text.startswith(signature):
            return Claim(f"starts with the signature of {name}")
    if text.startswith("RIFF") and text[8:12] == "WEBP":
        return Claim("starts with the signature of WebP")
    if text.startswith("BM") and text[6:10] == "\0\0\0\0":
        return Claim("starts with the signature of BMP")
    if text[:2] in ("P2", "P3", "P5", "P6") and (text[2:3].isspace() or text[2:3] == "#"):
        return Claim(f"starts with {text[:2]}")
    return None


def pillow() -> ModuleType:
    """Pillow's module of images."""
    try:
        from PIL import Image
    except ImportError:
        raise FormatError("format image needs Pillow: pip install Pillow") from None
    return Image


def read(text: str) -> Iterator[Puzzle]:
    data = bytes_of(text)
    points, width, order, note = (_plain if is_plain(data) else _unpacked)(data)
    used = set(points)
    if len(used) > MOST_COLOURS:
        expected = f"expected at most {MOST_COLOURS} colours, one pixel for each cell"
        raise FormatError(f"{expected}, or cells that are squares of one colour; {ANY_PICTURE}")
    paper = background(points, width)
    if len(used) > 2:
        puzzle = _coloured(points, width, paper, [paint for paint in order if paint in used])
    else:
        cells = "".join(["0" if point == paper else "1" for point in points])
        puzzle = from_picture(Grid(len(points) // width, width, cells))
    yield noted(puzzle, note) if note else puzzle


def _coloured(points: list[bytes], width: int, paper: bytes, order: list[bytes]) -> Puzzle:
    colours = Colours()
    colours.paper = paper.hex()
    for paint in order:
        if paint != paper:
            colours.add(paint.hex(), paint.hex(), None)
    symbols = {paper: "0"} | {bytes.fromhex(key): s for key, s in colours.symbols.items()}
    cells = "".join([symbols[point] for point in points])
    return colours.from_picture(Grid(len(points) // width, width, cells))


def _plain(data: bytes) -> Pixels:
    """The colours of all pixels."""
    header = header_of(data)
    check_sides(header.height, header.width, None)  # before any pixel is looked at
    values = values_of(data, header)
    if header.channels == 1:
        points = [bytes([value] * 3) for value in values]
    else:
        points = [values[k : k + 3] for k in range(0, len(values), 3)]
    return points, header.width, list(dict.fromkeys(points)), ""


def _unpacked(data: bytes) -> Pixels:
    """Likewise, of packed files."""
    picture, factor, table, is_marked = _opened(data)
    palette = [table[k : k + 3] for k in range(0, len(table), 3)]
    points, width, note = _cells(picture, factor, is_marked)
    return points, width, list(dict.fromkeys(palette + points)), note


def _opened(data: bytes) -> tuple[Image, int, bytes, bool]:
    """Return a picture in RGB, by how much it was reduced, its palette, and whether we wrote it."""
    from io import BytesIO

    try:
        with (
            warnings.catch_warnings(action="ignore"),  # of broken metadata and the like
            pillow().open(BytesIO(data), formats=UNPACKED) as packed,
        ):
            if packed.width * packed.height > MOST_PIXELS:  # before any is unpacked
                most = f"{MOST_PIXELS // 1_000_000} million pixels"
                found = f"found {packed.width} x {packed.height}"
                raise FormatError(f"expected an image of at most {most}, {found}")
            is_marked = packed.info.get(MARK) == _marked(packed.height, packed.width)
            image = upright(packed)
            table = bytes(image.getpalette() or ()) if image.mode == "P" else b""
            return *_on_paper(image), table, is_marked
    except NonairoError:
        raise
    except Exception as error:  # a broken image can make Pillow raise almost anything
        reason = "" if "BytesIO" in str(error) else f": {printable(str(error))}"
        raise FormatError(f"expected an image, found a damaged file{reason}") from None


def _on_paper(image: Image) -> tuple[Image, int]:
    """Return a picture on white paper, and by which factor it was reduced to the working side.

    It is done in strips: a whole picture of several bytes a pixel may take too much memory.
    """
    width, height = image.size
    factor = -(-max(width, height) // WORKING_SIDE)
    small: Image = pillow().new("RGB", (-(-width // factor), -(-height // factor)))
    step = factor * STRIP
    for top in range(0, height, step):
        poll_supervision()
        strip = image.crop((0, top, width, min(top + step, height))).convert("RGBA")
        paper = pillow().new("RGBA", strip.size, "white")
        paper.alpha_composite(strip)
        small.paste(paper.convert("RGB").reduce(factor), (0, top // factor))
    return small, factor


def upright(image: Image) -> Image:
    """Return the picture turned as its camera was held; as it is where that cannot be read."""
    from PIL import ExifTags, ImageOps

    try:
        is_turned = image.getexif().get(ExifTags.Base.Orientation, 1) != 1
        return ImageOps.exif_transpose(image) if is_turned else image  # which is not copied
    except Exception:  # broken metadata
        return image


def _marked(height: int, width: int) -> str:
    """What a PNG of ours says in its text; it is no longer true if somebody scales the picture."""
    return f"{height}x{width} cells of one pixel"


def _cells(picture: Image, factor: int, is_marked: bool) -> tuple[list[bytes], int, str]:
    """Return the colours of the cells, how many make a row, and a note if they are no pixels."""
    found = None if is_marked else find_cells(picture, factor)
    if found is not None:
        size = f"{len(found.colours) // found.width}x{found.width} cells"
        note = f"read as a picture of {size}, each of about {found.pixels:.3g} pixels"
        return found.colours, found.width, note
    width, height = picture.size
    if max(width, height) > LARGEST_SIDE:
        expected = f"expected at most {LARGEST_SIDE} pixels a side, one for each cell"
        about = "about " if factor > 1 else ""
        size = f"{about}{factor * width} x {factor * height}"
        found_size = f"found {size} pixels without such cells"
        raise FormatError(
            f"{expected}, or cells that are squares of one colour, {found_size}; {ANY_PICTURE}"
        )
    note = ""
    if min(width, height) > DRAWN_SIDE and not is_marked:
        note = f"each of the {width} x {height} pixels is read as a cell; {SCREENSHOT}"
    pixels = picture.tobytes()
    return [pixels[k : k + 3] for k in range(0, len(pixels), 3)], width, note


def background(points: list[bytes], width: int) -> bytes:
    """White, or else the most frequent colour of the border, unless there is only one colour."""
    if WHITE in points or len(set(points)) == 1:
        return WHITE
    border = points[:width] + points[-width:] + points[::width] + points[width - 1 :: width]
    return max(sorted(set(border)), key=border.count)


def write(puzzle: Puzzle) -> str:
    from io import BytesIO

    picture = solution_of(puzzle, "image")
    size = puzzle.width, puzzle.height
    pillow()
    from PIL.PngImagePlugin import PngInfo

    if is_coloured(puzzle):
        image = pillow().new("P", size)
        paints = (paint for _, paint in declared(puzzle))
        image.putpalette(bytes.fromhex("".join([paper_of(puzzle), *paints])))
        image.putdata([puzzle.symbols.index(cell) for cell in picture.cells])
    else:
        image = pillow().new("1", size)
        image.putdata([0 if cell == "1" else 255 for cell in picture.cells])
    out = BytesIO()
    text = PngInfo()
    text.add_text(MARK, _marked(puzzle.height, puzzle.width))
    image.save(out, format="PNG", pnginfo=text)
    return out.getvalue().decode("latin-1")


def lacks(puzzle: Puzzle) -> str | None:
    """Colours are known by their paints alone: each has to be used, and unlike the others."""
    if not is_coloured(puzzle) or puzzle.solution is None:
        return None
    paints = {paper_of(puzzle), *dict(declared(puzzle)).values()}
    used = {*puzzle.solution.cells} | {"0"}
    alike = len(paints) < len(puzzle.symbols) or used != {*puzzle.symbols}
    few = len(puzzle.symbols) == 2 or "0" not in puzzle.solution.cells
    return "exact colours" if alike or few or len(paints) > MOST_COLOURS else None


FORMAT = Format(
    name="image",
    summary="finished pictures: PNG, GIF, BMP, JPEG, WebP, TIFF (needs the extra image), PPM;"
    " written as PNG",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    binary=True,
    needs_solution=True,
    colours=True,
    lacks=lacks,
    lacking="some colours",
    holds=frozenset((BACKGROUND,)),
)
