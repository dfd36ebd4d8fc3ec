"""Words as pictures in any font: TrueType, OpenType and what else Pillow reads."""

from __future__ import annotations

from nonairo.errors import NonairoError, PuzzleError
from nonairo.grid import Grid

USUAL = 20  # rows, where no size is given
MOST_PIXELS = 400  # of a letter that is scaled down
DARK = 128


def spell_in(font: str, text: str, size: tuple[int, int] | None) -> Grid:
    """Return the words in the letters of a font file, as large as fits the size."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise NonairoError("fonts need Pillow: pip install Pillow") from None
    try:
        letters = ImageFont.truetype(font, MOST_PIXELS)
    except OSError as error:
        raise PuzzleError(f"{font}: expected a font file ({error})") from None
    left, top, right, bottom = letters.getbbox(text)
    if right <= left or bottom <= top:
        raise PuzzleError("the font draws nothing for this text")
    image = Image.new("L", (round(right - left), round(bottom - top)), 255)
    ImageDraw.Draw(image).text((-left, -top), text, font=letters, fill=0)
    high, wide = image.height, image.width
    height, width = size or (USUAL, max(1, min(100, round(USUAL * wide / high))))
    scale = min(height / high, width / wide)
    inner = max(1, int(high * scale)), max(1, int(wide * scale))
    small = image.resize((inner[1], inner[0]), Image.Resampling.BOX)
    above, before = (height - inner[0]) // 2, (width - inner[1]) // 2
    cells = [["0"] * width for _ in range(height)]
    for row in range(inner[0]):
        for col in range(inner[1]):
            if small.getpixel((col, row)) < DARK:  # type: ignore[operator]
                cells[above + row][before + col] = "1"
    return Grid(height, width, "".join(map("".join, cells)))
