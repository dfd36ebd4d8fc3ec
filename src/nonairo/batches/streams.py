"""Text that is read from its start, line by line: compressed files, and standard input."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import BinaryIO, cast

from nonairo.batches.checksum_lines import digest
from nonairo.batches.storage import missing, open_to_read
from nonairo.errors import FormatError
from nonairo.formats.base import LARGEST_RECORD
from nonairo.reading import standard_input

LONGEST = LARGEST_RECORD  # bytes of a line


class OtherText(FormatError):
    """A stream is not the one that a run began with."""


def other_text(name: str) -> OtherText:
    """Return the error for a stream that has changed since the run began."""
    message = "this is not the input that the run began with; --resume needs the same input"
    return OtherText(message, path="standard input" if name == "-" else name)


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
    with _readable(name):
        return stream.readline(most)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Turn what is wrong with a compressed text into a FormatError naming the file."""
    try:
        yield
    except FormatError:
        raise
    except EOFError:
        raise FormatError(
            "the compressed data end too early: the file is cut off", path=name
        ) from None
    except (ValueError, zlib.error, gzip.BadGzipFile) as error:
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


def skip(stream: BinaryIO, count: int, check: tuple[int, str] | None, name: str) -> None:
    """Pass by what is done already; its start must have the checksum that it had then."""
    with _readable(name):
        if check is not None:
            length, was = check
            if digest(stream.read(length)) != was:
                raise other_text(name)
            count -= length
        while count:
            text = stream.read(min(count, 1 << 20))
            if not text:
                raise other_text(name)
            count -= len(text)
