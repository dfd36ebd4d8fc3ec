"""From a picture file to the cells of a nonogram: read, crop, make small.

Pillow unpacks the file and makes very large pictures smaller (PBM, PGM and PPM need neither); all
else is done here in whole numbers, so that a picture gives the same puzzle everywhere.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeAlias, TypeVar, cast

from nonairo.errors import FormatError, PuzzleError, file_error
from nonairo.formats.base import printable
from nonairo.formats.image import claims, pillow, upright
from nonairo.formats.shared.pixels import header_of, is_plain, values_of
from nonairo.generating.pictures.svg_files import is_svg, painted

if TYPE_CHECKING:
    from PIL.Image import Image

File: TypeAlias = "str | PathLike[str] | bytes | bytearray | IO[bytes]"
Source: TypeAlias = "File | Image"
Rows: TypeAlias = list[list[int]]  # grey values, 0 black to 255 white
Colours: TypeAlias = list[list[tuple[int, int, int]]]  # red, green and blue, likewise
Wanted: TypeAlias = tuple[int, int] | int | None  # a size in cells, its longer side, or any
Pixels = TypeVar("Pixels", Rows, Colours)

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 50_000_000
MOST_PLAIN = 8 * 1024 * 1024  # bytes; of larger files Pillow makes less work
FEWER_PIXELS = f"an image of at most {MOST_PIXELS // 1_000_000} million pixels"
WORKING_SIDE = 400  # pixels; details below this size do not show in any puzzle
COLOURED_SIDE = 200  # the same, of pictures whose colours are counted
SIDE = 25  # cells on the longer side, unless a size is given
SAME = 16  # grey values so close to the paper count as paper
HEAD = 1000  # bytes of a file that is perhaps text
FAINT = 128  # grey values from the darkest to the lightest, below which a picture is faint


@dataclass(frozen=True, slots=True)
class Greys:
    """A small grey picture, one value a cell: 0 black, 255 white."""

    height: int
    width: int
    values: tuple[int, ...]


def read_image(source: Source) -> Rows:
    """Return the grey values of a picture, transparent parts white, turned upright."""
    return _read(source, _plain_greys, _packed_greys)


def read_colours(source: Source) -> Colours:
    """Return the colours of a picture, transparent parts white, turned upright."""
    return _read(source, _plain_colours, _packed_colours)


def _read(
    source: Source, plain: Callable[[bytes], Pixels], packed: Callable[[Image], Pixels]
) -> Pixels:
    try:
        return _pixels_of(source, plain, packed)
    except FormatError as error:
        if error.path is None and isinstance(source, str | PathLike):
            raise error.at(fspath(source)) from None
        raise


def _pixels_of(
    source: Source, plain: Callable[[bytes], Pixels], packed: Callable[[Image], Pixels]
) -> Pixels:
    if isinstance(source, str | PathLike | bytes | bytearray) or hasattr(source, "read"):
        source = _bytes_of(cast("File", source))
        if is_svg(source):
            source = painted(source, WORKING_SIDE)
        if is_plain(source) and len(source) <= MOST_PLAIN:
            return plain(source)
    module = pillow()
    from PIL import UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of broken metadata and the like
            warnings.simplefilter("error", module.DecompressionBombWarning)
            image = _opened(source)
            _check_pixels(*image.size)  # before any of them is unpacked
            return packed(upright(image))
    except FormatError:
        raise
    except (module.DecompressionBombWarning, module.DecompressionBombError):
        raise FormatError(f"expected {FEWER_PIXELS}, found more") from None
    except UnidentifiedImageError:
        damaged = isinstance(source, bytes | bytearray) and claims(source.decode("latin-1"))
        found = "a damaged file" if damaged else "another type of file"
        if not damaged and _is_text(source):
            found = "text; nonairo convert reads a picture made of characters"
        raise FormatError(f"expected an image, found {found}") from None
    except Exception as error:  # a broken image can make Pillow raise almost anything
        raise FormatError(
            f"expected an image, found one that cannot be read: {printable(str(error))}"
        ) from None


def _is_text(source: object) -> bool:
    return isinstance(source, bytes | bytearray) and source[:HEAD].isascii() and b"\n" in source


def _packed_greys(image: Image) -> Rows:
    grey = _grey(image)
    width, height = grey.size
    pixels = grey.tobytes()
    return [list(pixels[k * width : (k + 1) * width]) for k in range(height)]


def _packed_colours(image: Image) -> Colours:
    _, paper = _on_paper(image, COLOURED_SIDE)
    return _threes(paper.convert("RGB").tobytes(), paper.size[0])


def _on_paper(image: Image, side: int) -> tuple[Image, Image]:
    """Return the picture with at most so many pixels a side, and the same on white paper."""
    clear = image.convert("RGBA")
    factor = -(-max(clear.size) // side)
    if factor > 1:
        clear = clear.reduce(factor)
    paper: Image = pillow().new("RGBA", clear.size, "white")
    paper.alpha_composite(clear)
    return clear, paper


def _plain_colours(data: bytes) -> Colours:
    header = header_of(data)
    _check_pixels(header.width, header.height)
    values = values_of(data, header)
    if header.channels == 1:
        values = bytes(value for each in values for value in (each, each, each))
    rows = _threes(values, header.width)
    factor = -(-max(header.height, header.width) // COLOURED_SIDE)
    return [row[::factor] for row in rows[::factor]]


def _threes(values: bytes, width: int) -> Colours:
    """Return red, green and blue of every pixel, row after row."""
    pixels = list(zip(values[::3], values[1::3], values[2::3], strict=True))
    return [pixels[k : k + width] for k in range(0, len(pixels), width)]


def _plain_greys(data: bytes) -> Rows:
    """Return the grey values of pixels that need no unpacking, with or without Pillow."""
    header = header_of(data)
    _check_pixels(header.width, header.height)
    values: Sequence[int] = values_of(data, header)
    if header.channels == 3:  # by the weights that Pillow has
        red, green, blue = values[::3], values[1::3], values[2::3]
        values = [
            (r * 19595 + g * 38470 + b * 7471 + 0x8000) >> 16
            for r, g, b in zip(red, green, blue, strict=True)
        ]
    width = header.width
    rows = [list(values[k * width : (k + 1) * width]) for k in range(header.height)]
    factor = -(-max(header.height, width) // WORKING_SIDE)
    if factor == 1:
        return rows
    return averaged(rows, -(-header.height // factor), -(-width // factor))


def _opened(source: Source) -> Image:
    """Return the picture, not unpacked yet."""
    module = pillow()
    from PIL.Image import Image

    if isinstance(source, Image):
        return source
    image = module.open(BytesIO(_bytes_of(source)))
    assert isinstance(image, Image)
    if image.format == "EPS":  # Pillow would run another program to draw it
        raise FormatError("expected a bitmap image, found PostScript")
    return image


def _grey(image: Image) -> Image:
    """Return the picture in grey on white paper, at most `WORKING_SIDE` pixels a side."""
    from PIL import ImageOps

    if "A" not in image.getbands() and "transparency" not in image.info:
        grey = _eight_bits(image)
        factor = -(-max(image.size) // WORKING_SIDE)
        return grey.reduce(factor) if factor > 1 else grey
    clear, paper = _on_paper(image, WORKING_SIDE)
    flat = paper.convert("L")
    if flat.getextrema() == (255, 255):  # white on nothing: what is there is the motif
        return ImageOps.invert(clear.getchannel("A"))
    return flat


def _eight_bits(image: Image) -> Image:
    """Return the picture in grey; values of more than eight bits are stretched, not cut off."""
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        low, high = image.convert("F").getextrema()
        if not isinstance(low, float) or not isinstance(high, float) or high <= low:
            return image.convert("F").point(lambda value: value * 0 + 255).convert("L")
        scale = 255 / (high - low)
        return image.convert("F").point(lambda v: v * scale + -low * scale).convert("L")
    return image.convert("L")


def _bytes_of(source: File) -> bytes:
    """Return the content of a file, unless it is too large."""
    if isinstance(source, bytes | bytearray):
        data = bytes(source)
    elif isinstance(source, str | PathLike):
        path = Path(fspath(source))
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise file_error(error, str(path)) from None
        except ValueError as error:  # a null character in the name
            raise FormatError(f"no such file: {printable(str(error))}") from None
    elif hasattr(source, "read"):
        data = source.read(MOST_BYTES + 1)
        if not isinstance(data, bytes):
            raise FormatError("expected a file opened in binary mode, found text")
    else:
        raise FormatError(f"expected a path, bytes or an image, found {type(source).__name__}")
    if len(data) > MOST_BYTES:
        raise FormatError(f"expected an image of at most {MOST_BYTES >> 20} MB, found more")
    return data


def _check_pixels(width: int, height: int) -> None:
    if not 1 <= width * height <= MOST_PIXELS:
        raise FormatError(f"expected {FEWER_PIXELS}, found {width} x {height}")


def prepared(rows: Rows) -> Rows:
    """Return the picture dark on light, without empty margins; faint ones are stretched."""
    values = [value for row in rows for value in row]
    low, high = min(values), max(values)
    if high - low < SAME // 2:
        raise PuzzleError("the picture is blank: it has only one colour")
    if high - low < FAINT:
        rows = [[(value - low) * 255 // (high - low) for value in row] for row in rows]
    border = sorted(
        rows[0] + rows[-1] + [row[0] for row in rows[1:-1]] + [row[-1] for row in rows[1:-1]]
    )
    middle = border[len(border) // 2]
    cut = otsu([value for row in rows for value in row])
    if middle < cut:
        rows = [[255 - value for value in row] for row in rows]
        middle = 255 - middle
    inked = [[abs(value - middle) > SAME for value in row] for row in rows]
    down = [k for k, row in enumerate(inked) if any(row)]
    across = [k for k, column in enumerate(zip(*inked, strict=True)) if any(column)]
    return [row[across[0] : across[-1] + 1] for row in rows[down[0] : down[-1] + 1]]


def inverted(rows: Rows) -> Rows:
    """Return the picture with dark for light.

    >>> inverted([[0, 200]])
    [[255, 55]]
    """
    return [[255 - value for value in row] for row in rows]


def edges(rows: Rows) -> Rows:
    """Return the outlines of a picture, dark on light: where neighbouring values differ.

    >>> edges([[0, 0, 0, 90, 90, 90]] * 2)
    [[255, 255, 0, 0, 255, 255], [255, 255, 0, 0, 255, 255]]
    """
    high, low = rows, rows
    for _ in range(2):  # across and, turned, down
        high, low = (
            [
                [
                    choose(three)
                    for three in zip([row[0], *row[:-1]], row, [*row[1:], row[-1]], strict=True)
                ]
                for row in side
            ]
            for side, choose in ((high, max), (low, min))
        )
        high, low = ([list(column) for column in zip(*side, strict=True)] for side in (high, low))
    steps = [[a - b for a, b in zip(*pair, strict=True)] for pair in zip(high, low, strict=True)]
    most = max(max(row) for row in steps) or 1
    return [[255 - 255 * step // most for step in row] for row in steps]


def otsu(values: Sequence[int]) -> int:
    """Return the grey value that best separates dark from light: those below it are dark.

    N. Otsu, "A threshold selection method from gray-level histograms" (1979): the variance between
    the two classes is largest.

    >>> otsu([10, 12, 11, 200, 210, 190])
    101
    """
    counts = [0] * 256
    for value in values:
        counts[value] += 1
    total, everything = len(values), sum(values)
    number = weight = 0
    best, low, high = -1, 128, 128
    for grey in range(255):
        number += counts[grey]
        weight += grey * counts[grey]
        if not 0 < number < total:
            continue
        # (mean below - mean above)^2 * share below * share above, without fractions but one
        apart = (weight * total - everything * number) ** 2 // (number * (total - number))
        if apart > best:
            best, low, high = apart, grey, grey
        elif apart == best:
            high = grey  # nothing lies in between: take the middle
    return (low + high) // 2 + 1


def fitted(rows: Rows, size: Wanted) -> Greys:
    """Return the picture in so many cells, its proportions kept, centred on white paper."""
    (height, width), inner = inner_size(len(rows), len(rows[0]), size)
    small = averaged(rows, *inner)
    top, left = (height - inner[0]) // 2, (width - inner[1]) // 2
    values = [255] * (height * width)
    for r, row in enumerate(small):
        start = (top + r) * width + left
        values[start : start + inner[1]] = row
    return Greys(height, width, tuple(values))


def inner_size(tall: int, wide: int, size: Wanted) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the size in cells, and that of the picture inside, its proportions kept."""
    height, width = size if isinstance(size, tuple) else _natural(tall, wide, size or SIDE)
    if tall * width >= wide * height:
        return (height, width), (height, max(1, (2 * wide * height + tall) // (2 * tall)))
    return (height, width), (max(1, (2 * tall * width + wide) // (2 * wide)), width)


def _natural(tall: int, wide: int, most: int) -> tuple[int, int]:
    """Return the size whose longer side has so many cells."""
    longer = max(tall, wide)
    height, width = (max(1, (2 * side * most + longer) // (2 * longer)) for side in (tall, wide))
    return height, width


def averaged(rows: Rows, height: int, width: int) -> Rows:
    """Return for every cell the mean of the part of the picture that it covers.

    >>> averaged([[0, 0, 90], [90, 90, 0]], 1, 2)
    [[45, 45]]
    """
    sums = _summed([list(column) for column in zip(*_summed(rows, height), strict=True)], width)
    area = len(rows) * len(rows[0])
    return [[value // area for value in column] for column in zip(*sums, strict=True)]


def _summed(rows: Rows, count: int) -> Rows:
    """Return `count` rows made from all, each from the rows that it covers, wholly or in part.

    Of n rows each counts `count` parts, and each new row n of them.
    """
    number = len(rows)
    result = []
    for k in range(count):
        begin, end = k * number, (k + 1) * number
        total = [0] * len(rows[0])
        for i in range(begin // count, -(-end // count)):
            part = min(end, (i + 1) * count) - max(begin, i * count)
            total = [a + part * b for a, b in zip(total, rows[i], strict=True)]
        result.append(total)
    return result
