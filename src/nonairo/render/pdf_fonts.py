"""Our strokes as fonts of a PDF (Type 3): embedded, and with the text that every letter stands for.

A font has one pen, because readers keep the letters of a font that they have drawn once. It has the
letters that are used, numbered in the order in which they come; what has no shape is an empty box
that still stands for its letter when the text is searched or copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from nonairo.render.glyphs import BASELINE, GAP, Strokes, character, letters_of
from nonairo.render.pdf_file import PdfFile, number, utf16

EM = 10.0  # units of our strokes for the size of a font
MOST_LETTERS = 255  # of a font: their codes are single bytes, and 0 is not used
HIGHEST, LOWEST = 9.0, -3.0  # what accents reach above the baseline, and tails below it
OPERATORS = {"M": "m", "L": "l", "Q": "c"}
MOST_RANGES = 100  # letters in one block of a character map


class StrokeFont:
    """One font: a pen, and a code for each letter."""

    def __init__(self, name: str, pen: str) -> None:
        self.name = name
        self.pen = pen
        self.codes: dict[str, int] = {}

    def write(self, file: PdfFile) -> int:
        """Add the font to a file and return its number."""
        names = [f"/a{code}" for code in self.codes.values()]
        widths = [character(letter).width + GAP for letter in self.codes]
        shapes = [file.add_stream(self._shape(letter)) for letter in self.codes]
        drawn = " ".join(f"{name} {shape} 0 R" for name, shape in zip(names, shapes, strict=True))
        box = f"[-1 {number(LOWEST)} {number(max(widths, default=0) + 1)} {number(HIGHEST)}]"
        descriptor = file.add(
            f"<< /Type /FontDescriptor /FontName /NonairoStrokes-{self.name} /Flags 4"
            f" /FontFamily (Nonairo Strokes) /ItalicAngle 0 /FontBBox {box} /CapHeight {BASELINE}"
            f" /Ascent {number(HIGHEST)} /Descent {number(LOWEST)} /StemV 1 >>"
        )
        unicode = file.add_stream(self._to_unicode())
        return file.add(
            f"<< /Type /Font /Subtype /Type3 /Name /{self.name} /FontBBox {box}"
            f" /FontMatrix [{number(1 / EM)} 0 0 {number(1 / EM)} 0 0] /FontDescriptor"
            f" {descriptor} 0 R /FirstChar 1 /LastChar {len(names)}"
            f" /Widths [{' '.join(map(number, widths))}] /CharProcs << {drawn} >>"
            f" /Encoding << /Type /Encoding /Differences [1 {' '.join(names)}] >>"
            f" /Resources << /ProcSet [/PDF] >> /ToUnicode {unicode} 0 R >>"
        )

    def _shape(self, letter: str) -> str:
        """Return what draws a letter: its width, its box, and its strokes from the baseline up."""
        width, drawn = character(letter)
        upright = tuple(
            (verb, tuple(each if k % 2 == 0 else BASELINE - each for k, each in enumerate(found)))
            for verb, found in drawn
        )
        box = f"-1 {number(LOWEST)} {number(width + 1)} {number(HIGHEST)}"
        begin = f"{number(width + GAP)} 0 {box} d1"
        return f"{begin}\n{self.pen} w 1 J 1 j {path(upright)} S" if upright else begin

    def _to_unicode(self) -> str:
        """Return the map from codes to letters."""
        pairs = [f"<{code:02X}> <{utf16(letter)}>" for letter, code in self.codes.items()]
        blocks = [pairs[k : k + MOST_RANGES] for k in range(0, len(pairs), MOST_RANGES)]
        mapped = "\n".join(
            f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks
        )
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            f"1 begincodespacerange\n<00> <FF>\nendcodespacerange\n{mapped}\n"
            "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
        )


class StrokeFonts:
    """The fonts of a file. They grow while its pages are written, and are written after them."""

    def __init__(self) -> None:
        self._fonts: list[StrokeFont] = []
        self._places: dict[tuple[str, str], StrokeFont] = {}  # of a pen and a letter
        self._open: dict[str, StrokeFont] = {}  # the last font of each pen

    def show(self, text: str, x: float, y: float, size: float, across: float, pen: float) -> str:
        """Return the operators that write a text; its capitals begin at x, y, which is downwards.

        Letters are `across` as wide as usual, and the pen is the one for size 1.
        """
        spelled = number(pen, 2)
        fonts = [(self._font(spelled, letter), letter) for letter in letters_of(text)]
        parts = [
            f"/{font.name} {number(size * EM)} Tf <{_codes(font, found)}> Tj"
            for font, found in groupby(fonts, key=lambda item: item[0])
        ]
        place = f"{number(across)} 0 0 -1 {number(x)} {number(y + BASELINE * size)} Tm"
        return f"BT {place} {' '.join(parts)} ET"

    def _font(self, pen: str, letter: str) -> StrokeFont:
        """Return the font with this pen that has the letter; it is added where none has it."""
        place = pen, letter
        font = self._places.get(place)
        if font is None:
            font = self._open.get(pen)
            if font is None or len(font.codes) == MOST_LETTERS:
                font = self._open[pen] = StrokeFont(f"F{len(self._fonts) + 1}", pen)
                self._fonts.append(font)
            font.codes[letter] = len(font.codes) + 1
            self._places[place] = font
        return font

    def write(self, file: PdfFile) -> str:
        """Add all fonts to a file, and return the dictionary by which pages name them."""
        named = " ".join(f"/{font.name} {font.write(file)} 0 R" for font in self._fonts)
        return f"<< {named} >>"


def _codes(font: StrokeFont, found: Iterator[tuple[StrokeFont, str]]) -> str:
    return "".join(f"{font.codes[letter]:02X}" for _, letter in found)


def path(strokes: Strokes) -> str:
    """Return strokes as a path: PDF has only cubic curves, so quadratic ones are raised."""
    words: list[str] = []
    x = y = 0.0
    for verb, numbers in strokes:
        if verb == "Z":
            words.append("h")
            continue
        if verb == "Q":
            bend, turn, to_x, to_y = numbers
            numbers = (x + 2 * (bend - x) / 3, y + 2 * (turn - y) / 3,
                       to_x + 2 * (bend - to_x) / 3, to_y + 2 * (turn - to_y) / 3,
                       to_x, to_y)  # fmt: skip
        words.append(f"{' '.join(map(number, numbers))} {OPERATORS[verb]}")
        x, y = numbers[-2:]
    return " ".join(words)
