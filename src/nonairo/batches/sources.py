"""Inputs: JSON Lines or ids, plain or compressed, and Parquet; where they can be cut.

A position is a byte of the (decompressed) text, or a row of Parquet. Shards begin and end between
records. Plain files and Parquet are read by the worker of the shard; a stream that can only be
read from its start (compressed, standard input) is read here, and its text travels with the shard.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from io import BytesIO
from itertools import repeat
from pathlib import Path
from typing import Any, BinaryIO

from nonairo.batches import parquet
from nonairo.batches.checksum_lines import digest
from nonairo.batches.storage import is_remote, local_name, matching, open_to_read, size_of
from nonairo.batches.streams import LONGEST, other_text, pass_line, read_line, skip, unpacked
from nonairo.batches.valid_json import as_json
from nonairo.errors import FormatError, blaming
from nonairo.reading import is_id
from nonairo.workers.jobs import Pace

PLAIN, STREAM, ROWS = "plain", "stream", "rows"
ROW = 256  # bytes that a row of Parquet counts for
SHOWN = 1000  # bytes that are kept of a line that is too long
MARKED = 1 << 16  # bytes at either end of a file, by which it is known again
Span = tuple[int, int]
Check = tuple[int, str]  # so many bytes of a stream, and their checksum


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

    @property
    def too_long(self) -> bool:
        """Whether it is a line that nobody can read, of which only the start is at hand."""
        return self.way != ROWS and self.text is not None and len(self.text) < self.size

    def check(self) -> Check | None:
        """The checksum of a text that came from a stream, which cannot be looked at again."""
        if self.way != STREAM or self.text is None:
            return None
        return len(self.text), digest(self.text)

    def table(self) -> Any:
        """The rows of a shard of Parquet, as an Arrow table."""
        if self.text is None:
            return parquet.read_table(self.name, self.start, self.stop)
        return parquet.tabled(self.name, [json.loads(line) for line in self.text.splitlines()])

    def rows(self) -> list[dict[str, object]]:
        """The same as records."""
        return parquet.records_in(self.name, self.table())

    def read(self) -> bytes:
        """The lines of a shard that are text."""
        if self.text is not None:
            return self.text
        with open_to_read(self.name) as stream:
            stream.seek(self.start)
            text = stream.read(self.stop - self.start)
        if len(text) != self.stop - self.start:
            raise FormatError("the file became shorter while it was read", path=self.name)
        return text

    def singles(self) -> list[Shard]:
        """A shard for each record."""
        if self.way == ROWS:
            texts = repeat(None) if self.text is None else self.text.splitlines()
            each = zip(range(self.start, self.stop), texts, strict=False)
            return [replace(self, start=at, stop=at + 1, text=text) for at, text in each]
        if self.too_long:
            return [self]
        found, at = [], self.start
        for line in BytesIO(self.read()):
            found.append(replace(self, start=at, stop=at + len(line), text=line))
            at += len(line)
        return found


@dataclass(frozen=True, slots=True)
class BatchSource:
    """One input file: how it is read, and how much there is of it (0: nobody knows)."""

    number: int
    name: str
    way: str
    size: int

    def shards(
        self, pace: Pace, done: Mapping[Span, Check | None], carried: bool = False
    ) -> Iterator[Shard]:
        """What is not done yet, cut at the pace; with its text where workers cannot read it."""
        if self.way == ROWS:
            return self._rows(pace, [*done], carried and not is_remote(self.name))
        if self.way == STREAM:
            return self._streamed(pace, done)
        return self._cut(pace, [*done], carried)

    def _shard(self, start: int, stop: int, text: bytes | None = None) -> Shard:
        return Shard(self.number, self.name, self.way, start, stop, text)

    def _rows(self, pace: Pace, done: Sequence[Span], carried: bool) -> Iterator[Shard]:
        for first, last in gaps(done, self.size):
            at = first
            while at < last:
                shard = self._shard(at, min(at + max(1, int(pace.size) // ROW), last))
                if carried:  # as lines: they go into lines in the end
                    rows = [as_json(row) for row in shard.rows()]
                    shard = replace(shard, text="\n".join(rows).encode())
                yield shard
                at = shard.stop

    def _cut(self, pace: Pace, done: Sequence[Span], carried: bool) -> Iterator[Shard]:
        with open_to_read(self.name) as stream:
            for first, last in gaps(done, self.size):
                at = first
                while at < last:
                    shard = self._next(stream, at, min(at + int(pace.size), last), last)
                    carries = carried and shard.text is None
                    yield replace(shard, text=shard.read()) if carries else shard
                    at = shard.stop

    def _next(self, stream: BinaryIO, at: int, cut: int, last: int) -> Shard:
        """A shard from here to the end of the line that is at the cut; one too long is alone."""
        stop = cut
        if cut < last:
            stream.seek(cut - 1)  # where this is the end of a line, it is enough
            stop = min(cut - 1 + pass_line(stream, self.name), last)
        if stop - at <= LONGEST:
            return self._shard(at, stop)
        stream.seek(at)
        head = stream.read(cut - at)
        above = head.rfind(b"\n") + 1
        return self._shard(at, at + above) if above else self._shard(at, stop, head[:SHOWN])

    def _streamed(self, pace: Pace, done: Mapping[Span, Check | None]) -> Iterator[Shard]:
        """Shards in front of a part that is done wait until that part turns out to be the same.

        The last shard is empty: once it is done, the journal says where the text ends.
        """
        stops = {start: (stop, check) for (start, stop), check in done.items() if start < stop}
        end = next((start for start, stop in done if start == stop), None)
        last = max((stop for stop, _ in stops.values()), default=0)
        waiting: list[Shard] = []
        with unpacked(self.name) as stream, blaming(self.name):
            at = 0
            while True:
                if at in stops:
                    stop, check = stops[at]
                    skip(stream, stop - at, check, self.name)
                    at = stop
                    yield from waiting
                    waiting.clear()
                    continue
                begin, text, line = at, bytearray(), b""
                damage: FormatError | None = None  # raised when what stands before it is handed out
                while len(text) < pace.size and at + len(text) not in stops:
                    try:
                        line = read_line(stream, LONGEST + 1, self.name)
                    except FormatError as error:
                        damage, line = error, b""
                    if not line or len(line) > LONGEST:
                        break
                    text += line
                cut = [self._shard(at, at + len(text), bytes(text))] if text else []
                at += len(text)
                if len(line) > LONGEST:
                    rest = 0 if line.endswith(b"\n") else pass_line(stream, self.name)
                    cut.append(self._shard(at, at + len(line) + rest, line[:SHOWN]))
                    at += len(line) + rest
                if not cut:
                    if damage is not None:
                        raise damage
                    break
                if begin < last and any(begin < start < at for start in stops):
                    raise other_text(self.name)  # its lines end elsewhere
                if end is not None and at > end:
                    raise other_text(self.name)  # it is longer
                if at < last:
                    waiting += cut
                else:
                    yield from cut
                if damage is not None:
                    raise damage
            if at < last or (end is not None and at < end):
                raise other_text(self.name)
            if end is None:
                yield self._shard(at, at, b"")

    def mark(self) -> str:
        """What the file is known by when it is seen again: how long it is, and its ends."""
        if self.name == "-":
            return ""
        size = size_of(self.name)
        with open_to_read(self.name) as stream:
            ends = stream.read(MARKED)
            stream.seek(max(0, size - MARKED))
            ends += stream.read(MARKED)
        return f"{size} bytes, {sha256(ends).hexdigest()[:16]}"


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


def sources_of(names: Sequence[str]) -> list[BatchSource]:
    """The inputs that names and patterns stand for."""
    found: list[BatchSource] = []
    for pattern in map(local_name, names):
        files = [pattern] if pattern == "-" else matching(pattern)
        if not files:
            raise FormatError("no file matches this name", path=pattern)
        for name in files:
            found.append(_source(len(found), name))
    return found


def _source(number: int, name: str) -> BatchSource:
    if name == "-":
        return BatchSource(number, name, STREAM, 0)
    with blaming(name):
        if not is_remote(name) and Path(name).is_fifo():
            message = "expected a file that can be read again, found a pipe"
            raise FormatError(f"{message}; name it - and pipe into that", path=name)
        size = size_of(name)
        with open_to_read(name) as stream:
            head = stream.read(1 << 12)
    if head[:4] == b"PAR1":
        return BatchSource(number, name, ROWS, parquet.rows_of(name))
    if head[:2] == b"\x1f\x8b" or name.endswith((".zst", ".zstd")):
        return BatchSource(number, name, STREAM, 0)
    if not _are_records(head.removeprefix(b"\xef\xbb\xbf")):
        expected = "expected JSON Lines, ids or Parquet"
        raise FormatError(f"{expected}; nonairo convert {name} --to jsonl writes them", path=name)
    return BatchSource(number, name, PLAIN, size)


def _are_records(head: bytes) -> bool:
    """Whether the start of a file is lines of JSON, ids below perhaps some comments, or nothing."""
    full = (line for line in head.splitlines() if line.strip() and line.strip()[:1] != b"#")
    first = next(full, b"{").lstrip()
    return first[:1] == b"{" or is_id(first)
