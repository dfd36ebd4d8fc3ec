"""What comes in: files of JSON Lines, plain or compressed, and Parquet; and where they can be cut.

A position is a byte of the (decompressed) text, or a row of Parquet. Shards begin and end between
records. Plain files and Parquet are read by whoever works on the shard; a stream that can only be
read from its start (compressed, standard input) is read here, and its text travels with the shard.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BufferedReader, BytesIO
from typing import BinaryIO, cast

from nonairo.batches import parquet
from nonairo.batches.storage import is_remote, matching, missing, open_to_read, size_of
from nonairo.errors import FormatError, blaming
from nonairo.files import standard_input
from nonairo.formats.base import LARGEST_RECORD
from nonairo.workers.pace import Pace

PLAIN, STREAM, ROWS = "plain", "stream", "rows"
ROW = 256  # bytes that a row of Parquet counts for
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shard:
    """Some records of a source, from one position to another; with their text if it is at hand."""

    source: int
    name: str
    way: str  # plain, stream or rows
    start: int
    stop: int
    text: bytes | None = None

    @property
    def size(self) -> int:
        """In bytes, or what comes near it."""
        return (self.stop - self.start) * (ROW if self.way == ROWS else 1)

    def read(self) -> bytes:
        """The lines of a shard that are text."""
        if self.text is not None:
            return self.text
        with open_to_read(self.name) as stream:
            stream.seek(self.start)
            text = stream.read(self.stop - self.start)
        if len(text) != self.stop - self.start:
            raise FormatError("the file has become shorter while it was read", path=self.name)
        return text

    def singles(self) -> list[Shard]:
        """A shard for each record."""
        if self.way == ROWS:
            return [replace(self, start=at, stop=at + 1) for at in range(self.start, self.stop)]
        found, at = [], self.start
        for line in BytesIO(self.read()):
            found.append(replace(self, start=at, stop=at + len(line), text=line))
            at += len(line)
        return found


@dataclass(frozen=True, slots=True)
class Source:
    """One input file: how it is read, and how much there is of it (0: nobody knows)."""

    number: int
    name: str
    way: str
    size: int

    def shards(self, pace: Pace, done: Sequence[Span], carried: bool = False) -> Iterator[Shard]:
        """What is not done yet, cut at the pace; with its text where workers cannot read it."""
        if self.way == ROWS:
            if carried and not is_remote(self.name):
                told = "workers do not see it; Parquet has to be in a shared folder, or under a URL"
                raise FormatError(told, path=self.name)
            return self._rows(pace, done)
        if self.way == STREAM:
            return self._streamed(pace, done)
        return self._cut(pace, done, carried)

    def _shard(self, start: int, stop: int, text: bytes | None = None) -> Shard:
        return Shard(self.number, self.name, self.way, start, stop, text)

    def _rows(self, pace: Pace, done: Sequence[Span]) -> Iterator[Shard]:
        for first, last in gaps(done, self.size):
            at = first
            while at < last:
                stop = min(at + max(1, int(pace.size) // ROW), last)
                yield self._shard(at, stop)
                at = stop

    def _cut(self, pace: Pace, done: Sequence[Span], carried: bool) -> Iterator[Shard]:
        with open_to_read(self.name) as stream:
            for first, last in gaps(done, self.size):
                at = first
                while at < last:
                    stop = min(at + int(pace.size), last)
                    if stop < last:
                        stream.seek(stop - 1)  # where this is the end of a line, it is enough
                        stop += len(self._line(stream)) - 1
                    shard = self._shard(at, min(stop, last))
                    yield replace(shard, text=shard.read()) if carried else shard
                    at = shard.stop

    def _streamed(self, pace: Pace, done: Sequence[Span]) -> Iterator[Shard]:
        stops = dict(done)
        with unpacked(self.name) as stream, blaming(self.name):
            at = 0
            while True:
                if at in stops:
                    _skip(stream, stops[at] - at, self.name)
                    at = stops[at]
                    continue
                text = bytearray()
                while len(text) < pace.size and at + len(text) not in stops:
                    line = self._line(stream)
                    if not line:
                        break
                    text += line
                if not text:
                    return
                yield self._shard(at, at + len(text), bytes(text))
                at += len(text)

    def _line(self, stream: BinaryIO) -> bytes:
        try:
            line = stream.readline(LARGEST_RECORD + 1)
        except (EOFError, ValueError, zlib.error) as error:
            raise FormatError(str(error), path=self.name) from None
        except Exception as error:  # of zstandard, which may not be there to be named
            if type(error).__name__ != "ZstdError":
                raise
            raise FormatError(str(error), path=self.name) from None
        if len(line) > LARGEST_RECORD:
            raise FormatError(
                f"expected lines of at most {LARGEST_RECORD >> 20} MB", path=self.name
            )
        return line


def gaps(done: Sequence[Span], end: int) -> Iterator[Span]:
    """What lies between spans that are done.

    >>> list(gaps([(0, 3), (5, 8)], 10))
    [(3, 5), (8, 10)]
    """
    at = 0
    for start, stop in sorted(done):
        if at < start:
            yield at, start
        at = stop
    if at < end:
        yield at, end


def _skip(stream: BinaryIO, count: int, name: str) -> None:
    while count:
        text = stream.read(min(count, 1 << 20))
        if not text:
            raise FormatError("ends before what is done already; has it changed?", path=name)
        count -= len(text)


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


def sources_of(names: Sequence[str]) -> list[Source]:
    """The inputs that names and patterns stand for."""
    found: list[Source] = []
    for pattern in names:
        files = [pattern] if pattern == "-" else matching(pattern)
        if not files:
            raise FormatError("no file has such a name", path=pattern)
        for name in files:
            found.append(_source(len(found), name))
    return found


def _source(number: int, name: str) -> Source:
    if name == "-":
        return Source(number, name, STREAM, 0)
    with blaming(name):
        size = size_of(name)
        with open_to_read(name) as stream:
            head = stream.read(1 << 12)
    if head[:4] == b"PAR1":
        return Source(number, name, ROWS, parquet.rows_of(name))
    if head[:2] == b"\x1f\x8b" or name.endswith((".zst", ".zstd")):
        return Source(number, name, STREAM, 0)
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start not in (b"", b"{"):
        told = f"expected JSON Lines or Parquet; nonairo convert {name} --to jsonl writes them"
        raise FormatError(told, path=name)
    return Source(number, name, PLAIN, size)
