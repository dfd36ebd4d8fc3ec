"""Text that is read from its start, line by line: compressed files, and standard input."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import BinaryIO, cast

from nonairo.batches.storage import missing, open_to_read
from nonairo.errors import FormatError
from nonairo.files import standard_input
from nonairo.formats.base import LARGEST_RECORD

LONGEST = LARGEST_RECORD  # bytes of a line


@contextmanager
def unpacked(name: str) -> Iterator[BinaryIO]:
    """A compressed file, or standard input, as the text in it."""
    if name == "-":
        yield standard_input()
        return
    with open_to_read(name) as stream:
        if not name.endswith((".zst", ".zstd")):
            with gzip.open(stream) as text:
                yield cast(BinaryIO, text)
            return
        try:
            import zstandard
        except ImportError:
            raise missing(name, "zstandard") from None
        reader = zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
        with BufferedReader(reader) as text:
            yield text


def read_line(stream: BinaryIO, most: int, name: str) -> bytes:
    """The next line, or so many bytes of it."""
    try:
        return stream.readline(most)
    except (EOFError, ValueError, zlib.error) as error:
        raise FormatError(str(error), path=name) from None
    except Exception as error:  # of zstandard, which may not be there to be named
        if type(error).__name__ != "ZstdError":
            raise
        raise FormatError(str(error), path=name) from None


def pass_line(stream: BinaryIO, name: str) -> int:
    """How many bytes are left of a line; they are read, and not kept."""
    length = 0
    while piece := read_line(stream, LONGEST, name):
        length += len(piece)
        if piece.endswith(b"\n"):
            break
    return length


def skip(stream: BinaryIO, count: int, name: str) -> None:
    """Pass by what is done already."""
    while count:
        text = stream.read(min(count, 1 << 20))
        if not text:
            raise FormatError("ends before what is done already; has it changed?", path=name)
        count -= len(text)
