"""`.jap`: binary, only read. Clues as counts and lengths, columns first; a picture is ignored."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, bytes_of, check_sides
from nonairo.formats.shared.clues import Numbers, pose
from nonairo.puzzle import Puzzle

MARK = "TLS"
OTHER_KIND = 0x40


def claims(text: str) -> Claim | None:
    flags_and_sizes = text[7:10]
    if text.startswith(MARK) and len(flags_and_sizes) == 3 and not text[:10].isprintable():
        return Claim(f"starts with the bytes {MARK}")
    return None


def read(text: str) -> Iterator[Puzzle]:
    data = bytes_of(text)
    if not text.startswith(MARK) or len(data) < 10:
        raise FormatError(f"expected the bytes {MARK} and a header of 10 bytes")
    flags, width, height = data[7:10]
    if flags & OTHER_KIND:
        raise FormatError(f"expected plain clues, found flags {flags:#04x}: not supported")
    check_sides(height, width, None)
    clues: list[Numbers] = []
    at = 10
    for index in range(width + height):
        end = at + 1 + (data[at] if at < len(data) else 0)
        if end > len(data):
            found = (
                f"expected {width + height} clues, found the end of the file in clue {index + 1}"
            )
            raise FormatError(found)
        clues.append((1, list(data[at + 1 : end])))
        at = end
    yield pose(clues[width:], clues[:width])


FORMAT = Format(
    name="jap",
    summary="binary clues, only read",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    binary=True,
)
