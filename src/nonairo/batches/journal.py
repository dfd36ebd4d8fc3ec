"""Which positions of the inputs are in the output: a line for each shard, kept beside it.

The first line says what the run is about. A line is written after what it speaks of, so that after
a kill at any moment everything it tells is true; what it does not tell is done again.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from nonairo.batches.shards import Piece
from nonairo.batches.sources import Span
from nonairo.batches.storage import is_remote, read_if_there, write_whole
from nonairo.batches.tally import Tally
from nonairo.errors import FormatError

BETWEEN = 2.0  # seconds between two writings of a journal that can only be written as a whole


@dataclass(frozen=True, slots=True)
class Entry:
    """One shard that is done."""

    source: int
    start: int
    stop: int
    end: int  # how long the output is with it
    part: str | None
    tally: Tally

    def line(self) -> bytes:
        data: dict[str, Any] = {"source": self.source, "start": self.start, "stop": self.stop}
        data |= {"end": self.end, "part": self.part, "tally": self.tally.to_json()}
        return json.dumps(data).encode() + b"\n"

    @classmethod
    def of(cls, piece: Piece, end: int) -> Entry:
        return cls(piece.source, piece.start, piece.stop, end, piece.part, piece.tally)


@dataclass(slots=True)
class Told:
    """What a journal says that was read again."""

    about: dict[str, Any] | None = None
    entries: list[Entry] = field(default_factory=list)
    merged: bool = False
    length: int = 0  # of what is whole in it

    @classmethod
    def read(cls, name: str) -> Told:
        """A last line that is not whole, and all behind it, was never said."""
        told = cls()
        for line in read_if_there(name).splitlines(keepends=True):
            try:
                data: Any = json.loads(line) if line.endswith(b"\n") else None
                if told.about is None:
                    told.about = dict(data)
                elif "merged" in data:
                    told.merged = True
                else:
                    tally = Tally.from_json(data.pop("tally"))
                    told.entries.append(Entry(**data, tally=tally))
            except (ValueError, TypeError, KeyError):
                break
            told.length += len(line)
        return told


class Journal:
    """The journal of a run that goes on."""

    def __init__(self, name: str, about: dict[str, Any], told: Told, kept: int) -> None:
        """Go on with the first `kept` entries of what was told; anew where nothing was."""
        self.name = name
        self.tally = Tally()
        self.parts: list[tuple[int, int, str]] = []
        self._done: dict[int, list[Span]] = {}
        self._file: BinaryIO | None = None
        self._lines: list[bytes] = [json.dumps(about).encode() + b"\n"]
        self._written = 0.0
        for entry in told.entries[:kept]:
            self._note(entry)
            self._lines.append(entry.line())
        if is_remote(name):
            self.flush()
            return
        with locked(name) as earlier:
            if told.about is not None and kept == len(told.entries):
                earlier.truncate(told.length)
            else:
                write_whole(name, b"".join(self._lines))  # never a moment without a journal
        self._file = locked(name)

    def done(self, source: int) -> list[Span]:
        """The spans of a source that are in the output."""
        return self._done.get(source, [])

    def positions(self) -> int:
        return sum(stop - start for spans in self._done.values() for start, stop in spans)

    def add(self, entry: Entry) -> None:
        self._note(entry)
        self._say(entry.line())

    def merged(self) -> None:
        self._say(b'{"merged": true}\n')

    def flush(self) -> None:
        """Write what was not written yet."""
        if self._file is None:
            write_whole(self.name, b"".join(self._lines))
            self._written = time.monotonic()

    def close(self) -> None:
        self.flush()
        if self._file is not None:
            self._file.close()

    def _note(self, entry: Entry) -> None:
        self._done.setdefault(entry.source, []).append((entry.start, entry.stop))
        self.tally.include(entry.tally)
        if entry.part is not None:
            self.parts.append((entry.source, entry.start, entry.part))

    def _say(self, line: bytes) -> None:
        if self._file is not None:
            write_all(self._file, line)
            return
        self._lines.append(line)
        if time.monotonic() > self._written + BETWEEN:
            self.flush()


def write_all(file: BinaryIO, data: bytes) -> None:
    """Write to a file without a buffer: what fails now is not tried again when it is closed."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def locked(name: str) -> BinaryIO:
    """A file for one run at a time; the lock ends with the process, however it ends."""
    file = open(name, "ab", buffering=0)  # noqa: PTH123, SIM115
    with suppress(ImportError):  # where there is none, nobody is kept out
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise FormatError("another run is writing to it", path=name) from None
    return file


def check_about(told: dict[str, Any], about: dict[str, Any], name: str) -> None:
    """Raise where a run is to go on with something else than it began with."""
    for key, value in about.items():
        if told.get(key) != value:
            was, now = json.dumps(told.get(key)), json.dumps(value)
            message = f"this run began with other {key}: {was}, and not {now}"
            raise FormatError(message, path=os.fspath(name))
