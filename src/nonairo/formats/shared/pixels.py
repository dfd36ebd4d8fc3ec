"""Pictures as plain pixels: PBM, PGM and PPM (P1 to P6), read without any library."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from nonairo.errors import FormatError

BLANK = rb"(?:\s|#[^\r\n]*[\r\n])+"
HEADER = re.compile(
    rb"P([14])" + BLANK + rb"([0-9]{1,9})" + BLANK + rb"([0-9]{1,9})"
    rb"|P([2356])" + BLANK + rb"([0-9]{1,9})" + BLANK + rb"([0-9]{1,9})" + BLANK + rb"([0-9]{1,5})"
)
SIGNATURE = re.compile(rb"P[1-6][\s#]")


class Header(NamedTuple):
    """What a file says of itself; the pixels begin at `start`."""

    form: int  # 1 to 6
    height: int
    width: int
    most: int  # the value that is white
    start: int

    @property
    def channels(self) -> int:
        return 3 if self.form in (3, 6) else 1


def is_plain(data: bytes) -> bool:
    """Whether it looks like such a picture.

    >>> is_plain(b"P5 2 1 255\\n"), is_plain(b"PNG")
    (True, False)
    """
    return SIGNATURE.match(data) is not None


def header_of(data: bytes) -> Header:
    """The size, before any pixel is looked at."""
    found = HEADER.match(data)
    if found is None:
        raise FormatError("expected a picture of pixels: P1 to P6, width, height, largest value")
    if found[1]:
        form, width, height, most = int(found[1]), int(found[2]), int(found[3]), 1
    else:
        form, width, height, most = (int(found[k]) for k in (4, 5, 6, 7))
    if not (height and width and 1 <= most <= 65535):
        found_size = f"{width} x {height} pixels of up to {most}"
        raise FormatError(f"expected a picture of pixels, found {found_size}")
    return Header(form, height, width, most, found.end())


def values_of(data: bytes, header: Header) -> bytes:
    """All values, 0 black to 255 white, row after row; three a pixel where there are colours.

    >>> data = b"P2 3 1 100  0 50 100"
    >>> list(values_of(data, header_of(data)))
    [0, 127, 255]
    """
    number = header.height * header.width * header.channels
    if header.form == 4:
        return _bits(data[header.start + 1 :], header)
    if header.form > 4:
        size = 2 if header.most > 255 else 1
        body = data[header.start + 1 :][: number * size]
        values: Sequence[int] = body if size == 1 else [a << 8 | b for a, b in _pairs(body)]
    else:
        values = _written(data[header.start :], header, number)
    if len(values) != number:
        raise FormatError(f"expected {number} values of pixels, found {len(values)}")
    if max(values) > header.most:
        raise FormatError(f"expected values up to {header.most}, found {max(values)}")
    if header.form == 1:
        return bytes(255 * (1 - value) for value in values)  # 1 is black there
    if isinstance(values, bytes) and header.most == 255:
        return values
    return bytes(value * 255 // header.most for value in values)


def _pairs(body: bytes) -> list[tuple[int, int]]:
    return list(zip(body[::2], body[1::2], strict=False))


def _bits(body: bytes, header: Header) -> bytes:
    """Eight pixels a byte, every row in bytes of its own; 1 is black."""
    stride = (header.width + 7) // 8
    if len(body) < stride * header.height:
        raise FormatError(f"expected {stride * header.height} bytes, found {len(body)}")
    return bytes(255 * (bit == "0") for bit in packed_bits(body, header.height, header.width))


def packed_bits(body: bytes, height: int, width: int) -> str:
    """The bits of a packed picture: every row begins with a byte of its own."""
    stride = (width + 7) // 8
    rows = (body[k * stride : (k + 1) * stride] for k in range(height))
    return "".join("".join(f"{byte:08b}" for byte in row)[:width] for row in rows)


def _written(body: bytes, header: Header, number: int) -> list[int]:
    """Values as text; bits may stand without blanks between them."""
    words = re.sub(rb"#[^\r\n]*", b"", body).split()
    text = b"".join(words)
    if not re.fullmatch(rb"[0-9]*", text) or any(len(word) > 5 for word in words) > (
        header.form == 1
    ):
        raise FormatError("expected numbers for pixels, found something else")
    return [byte - 48 for byte in text] if header.form == 1 else [int(w) for w in words[:number]]
