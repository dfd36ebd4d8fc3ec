"""PBM: a picture with one bit for each cell, as text (P1) or packed (P4); written as P1."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, bytes_of, check_sides, unlike
from nonairo.formats.shared.clues import from_picture, solution_of
from nonairo.formats.shared.pixels import packed_bits
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

HEADER = re.compile(
    rb"P([14])((?:\s|#[^\r\n]*[\r\n])+)([0-9]{1,9})((?:\s|#[^\r\n]*[\r\n])+)([0-9]{1,9})"
)
LONGEST = 70  # characters on a line, as the format asks


def claims(text: str) -> Claim | None:
    text = text[:10].removeprefix("\ufeff").removeprefix("\xef\xbb\xbf")
    if text[:2] in ("P1", "P4") and (text[2:3].isspace() or text[2:3] == "#"):
        return Claim(f"starts with {text[:2]}")
    return None


def read(text: str) -> Iterator[Puzzle]:
    data = bytes_of(text.removeprefix("\ufeff")).removeprefix(b"\xef\xbb\xbf")
    found = HEADER.match(data)
    if not found:
        raise unlike("P1 or P4, width and height", text[:20], 1)
    line = data[: found.end()].count(b"\n") + 1
    width, height = int(found[3]), int(found[5])
    check_sides(height, width, line)
    cells = (_bits if found[1] == b"1" else _packed)(data[found.end() :], height, width, line)
    yield from_picture(Grid(height, width, cells))


def _bits(data: bytes, height: int, width: int, line: int) -> str:
    plain = re.sub(rb"#[^\n]*", lambda found: b" " * len(found[0]), data).decode("latin-1")
    other = re.search(r"[^01\s]", plain)
    if other:
        above = plain[: other.start()]
        line, column = line + above.count("\n"), other.start() - above.rfind("\n")
        raise FormatError(f"expected 0 and 1, found {other[0]!r}", line=line, column=column)
    cells = "".join(plain.split())
    if len(cells) != height * width:
        raise unlike(f"{width}x{height} = {height * width} bits", len(cells), line)
    return cells


def _packed(data: bytes, height: int, width: int, line: int) -> str:
    stride = (width + 7) // 8
    data = data[1:]  # one blank after the height
    if len(data) < stride * height or data[stride * height :].strip():
        raise FormatError(f"expected {stride * height} bytes, found {len(data)}", line=line)
    return packed_bits(data, height, width)


def write(puzzle: Puzzle) -> str:
    picture = solution_of(puzzle, "pbm")
    lines = ["P1", f"{puzzle.width} {puzzle.height}"]
    for row in picture.rows():
        lines += [row[k : k + LONGEST] for k in range(0, len(row), LONGEST)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="pbm",
    summary="a picture, one bit for each cell",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    binary=True,
    needs_solution=True,
)
