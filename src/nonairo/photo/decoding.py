"""Pictures in files as pixels: bounded before anything is unpacked."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from threading import current_thread, main_thread
from threading import enumerate as threads
from typing import TYPE_CHECKING, NoReturn

from nonairo.errors import FormatError, NonairoError, file_error
from nonairo.plain import shown

if TYPE_CHECKING:
    from nonairo.photo.images import Bytes

MOST_BYTES = 25_000_000
MOST_PIXELS = 50_000_000  # 150 MB in memory; phones take 12 to 50 million
LEAST_SIDE = 24  # pixels: less has no puzzle in it
NEEDS = "reading puzzles from pictures needs OpenCV: pip install opencv-python-headless numpy"
PNG = b"\x89PNG\r\n\x1a\n"
EXPECTED = "expected a picture (PNG, JPEG, WebP, GIF or BMP)"
MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")  # of a part of a JPEG
SCAN, END = b"\xff\xda", b"\xff\xd9"
MOST_SCANS = 200  # of a JPEG; each is a pass over all its pixels, and cameras write at most 10
PIECE = 1 << 14  # bytes of a PNG that are inflated at a time
DRAWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # the parts of a PNG that pixels come from
START_OF_FRAME = (*range(0xC0, 0xC4), *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))


def bytes_of(source: object) -> tuple[bytes, str | None]:
    """Return the bytes of a path or of bytes, and the path."""
    if isinstance(source, bytes | bytearray | memoryview):
        return _bounded(bytes(source[: MOST_BYTES + 1])), None
    if not isinstance(source, str | PathLike):
        raise FormatError(f"expected a path or the bytes of a picture, found {shown(source)}")
    path = str(fspath(source))
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return _bounded(file.read(MOST_BYTES + 1)), path
    except OSError as error:
        raise file_error(error, path) from None
    except ValueError as error:  # a null character in the name
        raise FormatError(str(error), path=shown(path)) from None
    except FormatError as error:
        raise error.at(path) from None


def _bounded(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise FormatError(f"expected a picture of at most {MOST_BYTES // 1_000_000} MB, found more")
    return data


def _scans_of(jpeg: bytes) -> int:
    """Return the number of scans, at most one too many; a phone may append a film after the end."""
    scans, at = 0, 2
    while scans <= MOST_SCANS and (marker := MARKER.search(jpeg, at)) and marker[0] != END:
        scans += marker[0] == SCAN
        at = marker.end() + int.from_bytes(jpeg[marker.end() : marker.end() + 2], "big")
    return scans


def pixels_of(data: bytes, most: int = MOST_PIXELS) -> Bytes:
    """Return a picture as rows x columns x (blue, green, red), upright, on white paper."""
    try:
        import cv2
        import numpy as np
    except ImportError:
        raise NonairoError(NEEDS) from None
    width, height = size_of(data)
    if width * height > most:
        expected = f"a picture of at most {most // 1_000_000} million pixels"
        raise FormatError(f"expected {expected}, found {width} x {height}")
    if min(width, height) < LEAST_SIDE:
        raise FormatError(f"found a picture of {width} x {height} pixels: too small for a puzzle")
    if data.startswith(PNG):
        data = _drawn_png(data)
    if data.startswith(b"\xff\xd8") and _scans_of(data) > MOST_SCANS:
        raise FormatError(f"expected a JPEG of at most {MOST_SCANS} scans, found more")
    # OpenCV turns a photograph as the camera was held only when it also drops transparency.
    clear = data.startswith((PNG, b"RIFF", b"GIF"))
    try:
        how = cv2.IMREAD_UNCHANGED if clear else cv2.IMREAD_COLOR
        with _quiet():
            found = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        found = None
    if found is None or found.ndim not in (2, 3):
        raise FormatError(f"{EXPECTED}, found a damaged file")
    image = np.asarray(found)
    if image.dtype == np.uint16:
        image = image // 256
    image = image.astype(np.uint8, copy=False)
    if image.ndim == 2:
        return np.repeat(image[:, :, None], 3, axis=2)
    if image.shape[2] == 4:
        share = image[:, :, 3:].astype(np.uint16)
        if int(share.min()) < 255:
            mixed = image[:, :, :3] * share + 255 * (255 - share)
            return (mixed // 255).astype(np.uint8)
    return np.ascontiguousarray(image[:, :, :3])


def _drawn_png(data: bytes) -> bytes:
    """Return a PNG without comments, profiles and frames, which need not be unpacked.

    FormatError is raised if its image data inflate to more than its pixels: OpenCV would inflate
    all of them, a thousand times the size of the file.
    """
    width, height = size_of(data)
    depth, colours = data[24:25], data[25:26]
    bits = min(16, _number(depth, 0, 1)) * {b"\0": 1, b"\2": 3, b"\3": 1, b"\4": 2}.get(colours, 4)
    room = width * height * bits // 8 + 4 * height + 32  # rows have a byte each; two passes a half
    inflater = zlib.decompressobj()
    kept, at = [PNG], len(PNG)
    while at + 12 <= len(data):
        end = at + 12 + _number(data, at, 4, "big")
        name = data[at + 4 : at + 8]
        if name in DRAWN:
            kept.append(data[at:end])
        if name == b"IDAT":
            room -= _inflated(inflater, data[at + 8 : end - 4], room)
            if room < 0:
                found = f"a PNG that unpacks to more than its {width} x {height} pixels"
                raise FormatError(f"{EXPECTED}, found {found}")
        at = end
    return b"".join(kept)


def _inflated(inflater: zlib._Decompress, data: bytes, room: int) -> int:
    """Return how many bytes come out of `data`; one more than `room` if that is too small."""
    size = 0
    for start in range(0, len(data), PIECE):
        if inflater.eof or size > room:
            break
        try:
            size += len(inflater.decompress(data[start : start + PIECE], room - size + 1))
        except zlib.error:  # OpenCV finds that, too
            break
    return size


@contextmanager
def _quiet() -> Iterator[None]:
    """Drop what libpng and libjpeg print meanwhile: OpenCV's log level does not turn it off.

    Standard error is one for the whole process, so they may print where other threads can run:
    what those print would be lost, too. Daemon threads, such as that of a worker process, which
    waits for its parent, are not counted.
    """
    lasting = [thread for thread in threads() if not thread.daemon]
    try:
        errors = os.dup(2) if lasting == [main_thread()] == [current_thread()] else None
    except OSError:  # there is no standard error
        errors = None
    if errors is None:
        yield
        return
    void = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(void, 2)
        yield
    finally:
        os.dup2(errors, 2)
        os.close(void)
        os.close(errors)


def size_of(data: bytes) -> tuple[int, int]:
    """Return width and height from the header of a file, before anything is unpacked.

    >>> size_of(b"GIF89a" + bytes([3, 0, 2, 0]) + bytes(20))
    (3, 2)
    """
    found = None
    if data.startswith(PNG):
        found = _number(data, 16, 4, "big"), _number(data, 20, 4, "big")
    elif data.startswith(b"\xff\xd8"):
        found = _jpeg(data)
    elif data.startswith((b"GIF87a", b"GIF89a")):
        found = _number(data, 6, 2), _number(data, 8, 2)
    elif data.startswith(b"BM"):
        found = _number(data, 18, 4), abs(_signed(_number(data, 22, 4)))
    elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        found = _webp(data)
    else:
        _unknown(data)
    if found is None or 0 in found:
        raise FormatError(f"{EXPECTED}, found a damaged file")
    return found


def _unknown(data: bytes) -> NoReturn:
    if re.match(rb"....ftyp(heic|heix|mif1|avif)", data[:12], re.DOTALL):
        raise FormatError(f"{EXPECTED}, found HEIC or AVIF: save it as JPEG first")
    found = "an empty file" if not data else "another type of file"
    if data and data[:200].isascii():
        found = "text; other commands read puzzles in text"
    raise FormatError(f"{EXPECTED}, found {found}")


def _number(data: bytes, at: int, size: int, order: str = "little") -> int:
    part = data[at : at + size]
    if len(part) < size:
        return 0
    return int.from_bytes(part, "big" if order == "big" else "little")


def _signed(value: int) -> int:
    return value - (1 << 32) if value >= 1 << 31 else value


def _jpeg(data: bytes) -> tuple[int, int] | None:
    """The size in the first frame header; segments before it are skipped."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in START_OF_FRAME:
            return _number(data, at + 7, 2, "big"), _number(data, at + 5, 2, "big")
        else:
            at += 2 + max(2, _number(data, at + 2, 2, "big"))
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    form = data[12:16]
    if form == b"VP8X":
        return _number(data, 24, 3) + 1, _number(data, 27, 3) + 1
    if form == b"VP8L":
        bits = _number(data, 21, 4)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if form == b"VP8 ":
        return _number(data, 26, 2) & 0x3FFF, _number(data, 28, 2) & 0x3FFF
    return None
