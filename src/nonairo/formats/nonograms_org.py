"""nonograms.org pages, only read: `var d=[[...],...]` draws the picture in veiled runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, check_sides
from nonairo.formats.shared.clues import from_picture
from nonairo.formats.shared.coloured import Colours
from nonairo.formats.shared.json_text import parse_json
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds.palette import LETTERS
from nonairo.puzzle import Puzzle

MARK = "var d="


def claims(text: str) -> Claim | None:
    return Claim(f"has '{MARK}[['") if f"{MARK}[[" in text.replace(" =", "=")[:2_000_000] else None


def read(text: str) -> Iterator[Puzzle]:
    text = text.replace("var d =", MARK).replace(f"{MARK} ", MARK)
    start = text.find(f"{MARK}[[")
    line = text.count("\n", 0, max(start, 0)) + 1
    end = text.find("]]", start)
    if start < 0 or end < 0:
        raise FormatError(f"expected {MARK}[[...],...]; found no such list", line=line)
    lists = parse_json(text[start + len(MARK) : end + 2], line)
    d = Lists(lists, line)
    colours = _colours(d)
    picture = _picture(d, max(len(colours.paints), 1))
    yield colours.from_picture(picture) if len(colours.paints) > 1 else from_picture(picture)


class Lists:
    """Lists of at least four numbers, each checked on access."""

    def __init__(self, lists: object, line: int) -> None:
        self.lists: Sequence[object] = lists if isinstance(lists, list) else []
        self.line = line

    def __getitem__(self, index: int) -> list[int]:
        found = self.lists[index] if index < len(self.lists) else None
        if not isinstance(found, list) or len(found) < 4 or any(type(n) is not int for n in found):
            raise self.wrong(f"four numbers in list {index}")
        return found

    def wrong(self, expected: str) -> FormatError:
        return FormatError(f"expected {expected}, found something else", line=self.line)

    def residues(self, index: int) -> tuple[int, int, int]:
        """The first three numbers modulo the fourth."""
        first, second, third, modulus = self[index][:4]
        if not modulus:
            raise self.wrong(f"a fourth number other than 0 in list {index}")
        return first % modulus, second % modulus, third % modulus

    def value(self, index: int) -> int:
        first, second, third = self.residues(index)
        return first + second - third


def _colours(d: Lists) -> Colours:
    colours, number, veil = Colours(), d.value(3), d[4]
    if number > len(LETTERS):
        raise d.wrong(f"at most {len(LETTERS)} colours")
    for index in range(max(number, 0)):
        red, green, blue = d[5 + index][:3]
        parts = red - veil[1], green - veil[0], blue - veil[3]
        if not all(0 <= part < 256 for part in parts):
            raise d.wrong(f"a colour in list {5 + index}")
        colours.add(str(index + 1), ",".join(map(str, parts)), d.line)
    return colours


def _picture(d: Lists, most: int) -> Grid:
    width, height, colours = (d.value(index) for index in (1, 2, 3))
    check_sides(height, width, d.line)
    at = 5 + max(colours, 0)
    first, second, third = d.residues(at)
    runs = first * first + 2 * second + third
    if not 0 <= runs <= height * width or at + 2 + runs > len(d.lists):
        number = str(runs) if abs(runs) < 10**9 else "a sensible number of"
        raise d.wrong(f"{number} runs")
    veil = d[at + 1]
    cells = [["0"] * width for _ in range(height)]
    for index in range(at + 2, at + 2 + runs):
        begin, length, colour, row = (n - v for n, v in zip(d[index][:4], veil[:4], strict=True))
        if not (1 <= row <= height and begin >= 1 and length >= 1 and begin + length - 1 <= width):
            raise d.wrong(f"a run inside the grid in list {index}")
        if not 1 <= colour <= most:
            raise d.wrong(f"a colour from 1 to {most} in list {index}")
        cells[row - 1][begin - 1 : begin - 1 + length] = [ALPHABET[colour]] * length
    return Grid(height, width, "".join("".join(row) for row in cells))


FORMAT = Format(
    name="nonograms-org",
    summary="page data of nonograms.org, only read",
    kinds=("nonogram",),
    claims=claims,
    read=read,
)
