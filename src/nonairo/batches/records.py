"""The records of a shard: read, parsed, and what is wrong with those that are no puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

from nonairo.batches import parquet
from nonairo.batches.sources import ROWS, STREAM, Shard
from nonairo.batches.storage import open_to_read
from nonairo.batches.streams import LONGEST
from nonairo.batches.tasks import Json
from nonairo.errors import FormatError, NonairoError
from nonairo.formats import jsonl
from nonairo.formats.shared.decoding import text_of
from nonairo.formats.shared.json_text import parse_json
from nonairo.puzzle import Puzzle

FAR = 1 << 26  # bytes; whose line is further on is told by its byte
ADDED = ("status", "result")  # what an answer adds to a record


@dataclass(slots=True)
class Record:
    """A record as it came, the puzzle in it, or what is wrong with it."""

    text: bytes | None  # a line that is an object, without its end; None: write `data` anew
    data: Json
    puzzle: Puzzle | None = None
    error: str | None = None


def records_of(shard: Shard) -> Iterator[Record]:
    """What is in a shard, one by one; a bad record is told, and the rest go on."""
    if shard.way == ROWS:
        yield from _rows(shard)
        return
    places = Places(shard)
    if shard.too_long:
        shown = shard.read().decode("utf-8", "replace")
        error = f"{places.of(0, shard.start)}: expected lines of at most {LONGEST >> 20} MB"
        yield Record(None, {"line": shown}, error=error)
        return
    at = shard.start
    for number, line in enumerate(BytesIO(shard.read())):
        if bare := line.strip():
            record = _record(bare)
            if record.error is not None:
                record.error = places.of(number, at) + record.error
            yield record
        at += len(line)


def _rows(shard: Shard) -> Iterator[Record]:
    for number, row in enumerate(shard.rows(), shard.start + 1):
        record = Record(None, row)
        try:
            record.puzzle = jsonl.from_record(parquet.structured(row))
        except NonairoError as error:
            record.error = f"{shard.name}: row {number}: {error}"
        yield record


def _record(bare: bytes) -> Record:
    """A line; what is wrong with it is to be read behind its place."""
    data: object = None
    try:
        data = parse_json(text_of(bare), None)
        puzzle = jsonl.from_record(data)
        assert isinstance(data, dict)
    except NonairoError as error:
        told = f": {error}"
        if isinstance(error, FormatError):  # which counts lines of its own: ours is the only one
            column = "" if error.column is None else f":{error.column}"
            told = f"{column}: {error.message}"
        if isinstance(data, dict):
            return Record(None, data, error=told)
        return Record(None, {"line": bare.decode("utf-8", "replace")}, error=told)
    kept = bare if bare.startswith(b"{") and not (data.keys() & set(ADDED)) else None
    return Record(kept, data, puzzle)


class Places:
    """Where the lines of a shard are, for people. What is above it is read if anybody asks."""

    def __init__(self, shard: Shard) -> None:
        self._shard = shard

    def of(self, number: int, at: int) -> str:
        """The place of a line of the shard, which begins at so many bytes."""
        name = self._shard.name
        return f"{name}: byte {at}" if self._above is None else f"{name}:{self._above + number + 1}"

    @cached_property
    def _above(self) -> int | None:
        """How many lines are above the shard; None where nobody sees them, or far down."""
        if self._shard.way == STREAM or self._shard.start > FAR:
            return None
        with suppress(OSError), open_to_read(self._shard.name) as stream:
            return stream.read(self._shard.start).count(b"\n")
        return None
