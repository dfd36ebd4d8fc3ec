"""The records of a shard: read, parsed, and what is wrong with those that are no puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

from nonairo.batches.sources import ROWS, STREAM, Shard
from nonairo.batches.storage import open_to_read
from nonairo.batches.streams import LONGEST
from nonairo.batches.tasks import Json
from nonairo.batches.valid_json import DEEPEST, is_deeper, quickly_parsed
from nonairo.errors import FormatError, NonairoError
from nonairo.formats import jsonl
from nonairo.formats.shared.decoding import text_of
from nonairo.formats.shared.json_text import parse_json
from nonairo.kinds import from_id
from nonairo.many_boards import Shape, board_in
from nonairo.puzzle import Puzzle
from nonairo.reading import is_id

BOM = b"\xef\xbb\xbf"
FAR = 1 << 26  # bytes; a line further on is named by its byte
NO_JSON = (b"NaN", b"Infinity")  # which Python reads and writes, and others do not
ADDED = ("status", "result")  # what an answer adds to a record
ADDED_FIELDS = frozenset(ADDED)


@dataclass(slots=True)
class Record:
    """A record as it came, the puzzle in it, or what is wrong with it."""

    text: bytes | None  # a line that is an object, without its end; None: `data` is written instead
    data: Json
    puzzle: Puzzle | None = None
    error: str | None = None
    board: tuple[Shape, str | bytes] | None = (
        None  # in the place of a puzzle: many are solved at once
    )

    def pose(self) -> None:
        """Turn the board into a puzzle."""
        self.restore()
        self.board, self.puzzle = None, jsonl.from_record(self.data)

    def restore(self) -> None:
        """Read again what `data` of a board does without."""
        if self.board is not None and self.text is not None and self.board[0].is_packed:
            self.data = quickly_parsed(self.text) or self.data


def records_of(shard: Shard, boards: bool = False) -> Iterator[Record]:
    """The records of a shard; a bad one has an error, and the rest go on.

    With `boards` those that are nothing else come as boards.
    """
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
        bare = (line if at else line.removeprefix(BOM)).strip()
        if bare and bare[:1] != b"#":
            data = _plain_object(bare) if boards else None
            record = None if data is None else _board(bare, data)
            if record is None:
                record = _record_of_id(bare) if is_id(bare) else _record(bare, data)
            if record.error is not None:
                record.error = places.of(number, at) + record.error
            yield record
        at += len(line)


def _rows(shard: Shard) -> Iterator[Record]:
    rows = enumerate(shard.rows(), shard.start + 1)
    return (record_of_row(row, f"{shard.name}: row {number}") for number, row in rows)


def record_of_row(row: Json, place: str) -> Record:
    """A row of Parquet; `place` says where it is."""
    record = Record(None, row)
    try:
        record.puzzle = jsonl.from_record(jsonl.structured(row))
    except NonairoError as error:
        record.error = f"{place}: {error}"
    return record


def _plain_object(bare: bytes) -> Json | None:
    """The object in a line; None for anything else, also for whatever is wrong."""
    if bare[:1] != b"{" or bare.count(b"[") + bare.count(b"{") > DEEPEST:
        return None
    return quickly_parsed(bare)


def _board(bare: bytes, data: Json) -> Record | None:
    """A line that is a board as usual; None for anything else."""
    if not ADDED_FIELDS.isdisjoint(data):
        return None
    board = board_in(data)
    if board is None:
        return None
    if board[0].is_packed:  # Python's garbage collector would look at these lists again and again
        data = {name: value for name, value in data.items() if name not in board[0].columns}
    return Record(bare, data, board=board)


def _record_of_id(bare: bytes) -> Record:
    """A line that is an id: its record is the one that JSON Lines would have."""
    try:
        puzzle = from_id(text_of(bare))
    except FormatError as error:
        return Record(None, {"line": bare.decode("utf-8", "replace")}, error=f": {error.message}")
    except NonairoError as error:
        return Record(None, {"line": bare.decode("utf-8", "replace")}, error=f": {error}")
    return Record(None, jsonl.to_record(puzzle), puzzle)


def _record(bare: bytes, known: Json | None = None) -> Record:
    """A line, and its object if it is known; what is wrong is to be read behind its place."""
    data: object = known
    try:
        if known is None:
            data = parse_json(text_of(bare), None)
        if bare.count(b"[") + bare.count(b"{") > DEEPEST and is_deeper(data, DEEPEST):
            data = None
            raise FormatError("expected JSON with less nesting")
        puzzle = jsonl.from_record(data)
        assert isinstance(data, dict)
    except NonairoError as error:
        message = f": {error}"
        if isinstance(error, FormatError):  # which counts lines of its own: ours is the only one
            column = "" if error.column is None else f":{error.column}"
            message = f"{column}: {error.message}"
        if isinstance(data, dict):
            return Record(None, data, error=message)
        return Record(None, {"line": bare.decode("utf-8", "replace")}, error=message)
    as_it_is = bare.startswith(b"{") and not (data.keys() & set(ADDED))
    kept = bare if as_it_is and not any(word in bare for word in NO_JSON) else None
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
