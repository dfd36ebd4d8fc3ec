"""A pixel font, seven cells high, and words written in it."""

from __future__ import annotations

import unicodedata

from nonairo.errors import PuzzleError
from nonairo.generating.request import LARGEST
from nonairo.grid import Grid

HEIGHT = 7
SPACE = 3  # the width of a blank
MOST_CHARACTERS = 200
WHITE = str.maketrans("01", "10")

# A line of characters, then their seven rows; `.` is paper.
FONT = """
A      B      C      D      E      F      G      H      I    J
.###.  ####.  .####  ####.  #####  #####  .####  #...#  ###  ..###
#...#  #...#  #....  #...#  #....  #....  #....  #...#  .#.  ...#.
#...#  #...#  #....  #...#  #....  #....  #....  #...#  .#.  ...#.
#####  ####.  #....  #...#  ####.  ####.  #.###  #####  .#.  ...#.
#...#  #...#  #....  #...#  #....  #....  #...#  #...#  .#.  ...#.
#...#  #...#  #....  #...#  #....  #....  #...#  #...#  .#.  #..#.
#...#  ####.  .####  ####.  #####  #....  .####  #...#  ###  .##..

K      L      M      N      O      P      Q      R      S      T
#...#  #....  #...#  #...#  .###.  ####.  .###.  ####.  .####  #####
#..#.  #....  ##.##  ##..#  #...#  #...#  #...#  #...#  #....  ..#..
#.#..  #....  #####  ##..#  #...#  #...#  #...#  #...#  #....  ..#..
##...  #....  #.#.#  #.#.#  #...#  ####.  #...#  ####.  .###.  ..#..
#.#..  #....  #...#  #..##  #...#  #....  #.#.#  #.#..  ....#  ..#..
#..#.  #....  #...#  #..##  #...#  #....  #..##  #..#.  ....#  ..#..
#...#  #####  #...#  #...#  .###.  #....  .####  #...#  ####.  ..#..

U      V      W      X      Y      Z
#...#  #...#  #...#  #...#  #...#  #####
#...#  #...#  #...#  #...#  #...#  ....#
#...#  #...#  #...#  .#.#.  .#.#.  ...#.
#...#  #...#  #.#.#  ..#..  ..#..  ..#..
#...#  #...#  #####  .#.#.  ..#..  .#...
#...#  .#.#.  ##.##  #...#  ..#..  #....
.###.  ..#..  #...#  #...#  ..#..  #####

0      1    2      3      4      5      6      7      8      9
.###.  .#.  .###.  ####.  ...#.  #####  .###.  #####  .###.  .###.
#...#  ##.  #...#  ....#  ..##.  #....  #....  ....#  #...#  #...#
#..##  .#.  ....#  ....#  .#.#.  #....  #....  ...#.  #...#  #...#
#.#.#  .#.  ...#.  .###.  #..#.  ####.  ####.  ...#.  .###.  .####
##..#  .#.  ..#..  ....#  #####  ....#  #...#  ..#..  #...#  ....#
#...#  .#.  .#...  ....#  ...#.  ....#  #...#  ..#..  #...#  ....#
.###.  ###  #####  ####.  ...#.  ####.  .###.  .#...  .###.  .###.

.  ,   :  ;   !  ?      '  "    -    _      +      =      /    \\
.  ..  .  ..  #  .###.  #  #.#  ...  .....  .....  .....  ..#  #..
.  ..  .  ..  #  #...#  #  #.#  ...  .....  ..#..  .....  ..#  #..
.  ..  #  .#  #  ....#  .  ...  ...  .....  ..#..  #####  .#.  .#.
.  ..  .  ..  #  ..##.  .  ...  ###  .....  #####  .....  .#.  .#.
.  ..  .  ..  #  ..#..  .  ...  ...  .....  ..#..  #####  .#.  .#.
.  .#  #  .#  .  .....  .  ...  ...  .....  ..#..  .....  #..  ..#
#  #.  .  #.  #  ..#..  .  ...  ...  #####  .....  .....  #..  ..#

(   )   [   ]   <    >    *      #      %      &      @      |  $
.#  #.  ##  ##  ...  ...  .....  .#.#.  ##..#  .##..  .###.  #  ..#..
#.  .#  #.  .#  ..#  #..  #.#.#  .#.#.  ##..#  #..#.  #...#  #  .####
#.  .#  #.  .#  .#.  .#.  .###.  #####  ...#.  #..#.  #.###  #  #.#..
#.  .#  #.  .#  #..  ..#  #####  .#.#.  ..#..  .##..  #.#.#  #  .###.
#.  .#  #.  .#  .#.  .#.  .###.  #####  .#...  #.#.#  #.###  #  ..#.#
#.  .#  #.  .#  ..#  #..  #.#.#  .#.#.  #..##  #..#.  #....  #  ####.
.#  #.  ##  ##  ...  ...  .....  .#.#.  #..##  .##.#  .###.  #  ..#..

\N{BLACK HEART SUIT}
.....
.#.#.
#####
#####
#####
.###.
..#..
"""

LIKE = str.maketrans({
    "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LATIN CAPITAL LETTER AE}": "AE", "\N{LATIN CAPITAL LETTER O WITH STROKE}": "O",
    "\N{LATIN CAPITAL LIGATURE OE}": "OE", "\N{LATIN CAPITAL LETTER L WITH STROKE}": "L",
    "\N{NO-BREAK SPACE}": " ", "\t": " ",
})  # fmt: skip


def _glyphs() -> dict[str, tuple[str, ...]]:
    """The rows of every character, over 0 and 1."""
    glyphs: dict[str, tuple[str, ...]] = {" ": ("0" * SPACE,) * HEIGHT}
    for band in FONT.strip("\n").split("\n\n"):
        names, *rows = (line.split() for line in band.split("\n"))
        for name, *cells in zip(names, *rows, strict=True):
            glyphs[name] = tuple(row.replace(".", "0").replace("#", "1") for row in cells)
    return glyphs


GLYPHS = _glyphs()


def plain(text: str) -> str:
    """The text in capitals and without accents: what the font has.

    >>> plain("Café, groß")
    'CAFE, GROSS'
    """
    upper = text.upper().translate(LIKE)
    apart = unicodedata.normalize("NFKD", upper)
    return "".join(symbol for symbol in apart if not unicodedata.combining(symbol))


def spell(text: str, size: tuple[int, int] | None = None) -> Grid:
    """Words as a picture; with a size as large as they fit, in the middle.

    >>> print(spell("Hi"))
    100010111
    100010010
    100010010
    111110010
    100010010
    100010010
    100010111
    """
    rows = _written(text)
    height, width = len(rows), len(rows[0])
    if size is None:
        if max(height, width) > LARGEST:
            raise PuzzleError(
                f"the text needs {height}x{width} cells; the limit is {LARGEST} per side"
            )
        return Grid(height, width, "".join(rows))
    factor = min(size[0] // height, size[1] // width)
    if factor < 1:
        raise PuzzleError(f"the text needs at least {height}x{width}, found {size[0]}x{size[1]}")
    large = ["".join(cell * factor for cell in row) for row in rows for _ in range(factor)]
    above, before = (size[0] - len(large)) // 2, (size[1] - len(large[0])) // 2
    lines = ["0" * before + row + "0" * (size[1] - before - len(row)) for row in large]
    paper = ["0" * size[1]]
    lines = paper * above + lines + paper * (size[0] - above - len(lines))
    return Grid(*size, "".join(lines))


def on_plate(text: str, size: tuple[int, int] | None = None) -> list[Grid]:
    """The same words in white on a dark plate, with a rim of a cell; none if that is too large.

    >>> print(*on_plate("I"))
    11111
    10001
    11011
    11011
    11011
    11011
    11011
    10001
    11111
    """
    try:
        words = spell(text, None if size is None else (size[0] - 2, size[1] - 2))
    except PuzzleError:
        return []
    height, width = words.height + 2, words.width + 2
    if max(height, width) > LARGEST:
        return []
    rim = "1" * width
    white = (f"1{row.translate(WHITE)}1" for row in words)
    return [Grid(height, width, "".join([rim, *white, rim]))]


def _written(text: str) -> list[str]:
    """The rows of the text in natural size, each line in the middle."""
    if not isinstance(text, str) or not text.strip():
        raise PuzzleError("expected some text, found none")
    if len(text) > MOST_CHARACTERS:
        raise PuzzleError(f"expected at most {MOST_CHARACTERS} characters, found {len(text)}")
    blocks = [_line(plain(line.strip())) for line in text.strip().splitlines()]
    width = max(len(block[0]) for block in blocks)
    rows: list[str] = []
    for block in blocks:
        before = (width - len(block[0])) // 2
        rows += ["0" * before + row + "0" * (width - before - len(row)) for row in block]
        rows.append("0" * width)
    return rows[:-1]


def _line(line: str) -> list[str]:
    """The seven rows of one line of text."""
    for symbol in line:
        if symbol not in GLYPHS:
            name = unicodedata.name(symbol, f"U+{ord(symbol):04X}").lower()
            raise PuzzleError(f"the font has no {symbol!r} ({name}); choose another font (--font)")
    glyphs = [GLYPHS[symbol] for symbol in line or " "]
    return ["0".join(glyph[row] for glyph in glyphs) for row in range(HEIGHT)]
