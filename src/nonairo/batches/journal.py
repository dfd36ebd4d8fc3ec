"""Which positions of the inputs are in the output: a line for each shard, kept beside it.

The first line says what the run is about. A line is written after what it speaks of, so that after
a kill at any moment everything it tells is true; what it does not tell is done again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
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

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Entry:
        source, start, stop, end = (int(data[key]) for key in ("source", "start", "stop", "end"))
        part = None if data["part"] is None else str(data["part"])
        return cls(source, start, stop, end, part, Tally.from_json(data["tally"]))

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
    ends: list[int] = field(default_factory=list)  # where its lines end, those that are whole
    size: int = 0  # of all that was there
    foreign: bool = False  # it is somebody's file

    @classmethod
    def read(cls, name: str) -> Told:
        """A last line that is not whole, and all behind it, was never said."""
        text = read_if_there(name)
        told, end = cls(size=len(text)), 0
        for line in text.splitlines(keepends=True):
            try:
                data: Any = json.loads(line) if line.endswith(b"\n") else None
                if told.about is None:
                    told.foreign = line.endswith(b"\n")  # unless it is as ours are
                    told.about = {key: data[key] for key in ("task", "inputs")}
                    told.foreign = False
                elif "merged" in data:
                    told.merged = True
                else:
                    told.entries.append(Entry.from_json(data))
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
                break
            end += len(line)
            told.ends.append(end)
        return told


class Journal:
    """The journal of a run that goes on."""

    def __init__(self, name: str, about: dict[str, Any], told: Told, kept: Sequence[Entry]) -> None:
        """Go on with those entries that are kept of what was told; anew where nothing was."""
        self.name = name
        self.tally = Tally()
        self.parts: list[tuple[int, int, str]] = []
        self._done: dict[int, list[Span]] = {}
        self._files: list[BinaryIO] = []  # the last is written to, all are locked
        self._lines: list[bytes] = []  # of a journal that can only be written as a whole
        self._written = 0.0
        for entry in kept:
            self._note(entry)
        header = json.dumps(about).encode() + b"\n"
        if is_remote(name):
            self._lines = [header, *(entry.line() for entry in kept)]
            self.flush()
        else:
            self._files.append(locked(name, told.size))
            self._begin(header, told, kept)

    def _begin(self, header: bytes, told: Told, kept: Sequence[Entry]) -> None:
        """Cut off what is not kept; what lies in the middle of the rest means to write it anew."""
        if told.about is None:
            self._files[0].truncate(0)
            self._say(header)
        elif list(kept) == told.entries[: len(kept)]:
            lines = len(told.ends) if len(kept) == len(told.entries) else 1 + len(kept)
            self._files[0].truncate(told.ends[lines - 1])
        else:  # never a moment without a journal
            text = b"".join([header, *(entry.line() for entry in kept)])
            write_whole(self.name, text)
            self._files.append(locked(self.name, len(text)))

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
        if is_remote(self.name):
            write_whole(self.name, b"".join(self._lines))
            self._written = time.monotonic()

    def close(self) -> None:
        self.flush()
        for file in self._files:
            file.close()

    def _note(self, entry: Entry) -> None:
        self._done.setdefault(entry.source, []).append((entry.start, entry.stop))
        self.tally.include(entry.tally)
        if entry.part is not None:
            self.parts.append((entry.source, entry.start, entry.part))

    def _say(self, line: bytes) -> None:
        if self._files:
            write_all(self._files[-1], line)
            return
        self._lines.append(line)
        if time.monotonic() > self._written + BETWEEN:
            self.flush()


def write_all(file: BinaryIO, data: bytes) -> None:
    """Write to a file without a buffer: what fails now is not tried again when it is closed."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def locked(name: str, size: int | None = None) -> BinaryIO:
    """A file for one run at a time, as long as it was; the lock ends with the process."""
    file = open(name, "ab", buffering=0)  # noqa: PTH123, SIM115
    try:
        with suppress(ImportError):  # where there is none, nobody is kept out
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if size is not None and os.fstat(file.fileno()).st_size != size:  # since we read it
            raise BlockingIOError
    except BlockingIOError:
        file.close()
        raise FormatError("another run is writing to it", path=name) from None
    return file


def check_about(told: dict[str, Any], about: dict[str, Any], name: str) -> None:
    """Raise where a run is to go on with something else than it began with."""
    if told.get("task") != about["task"]:
        was, now = told.get("task"), about["task"]
        raise FormatError(f"this run began with other task: {was}, and not {now}", path=name)
    known, given = told.get("inputs"), about["inputs"]
    if known == given:
        return
    what = "their names, their number or their order differ"
    if isinstance(known, list) and [*map(_name_of, known)] == [*map(_name_of, given)]:
        changed = next(new[0] for old, new in zip(known, given, strict=True) if old != new)
        what = f"{changed} has changed"
    raise FormatError(f"this run began with other inputs: {what}", path=name)


def _name_of(marked: object) -> object:
    return marked[0] if isinstance(marked, list) and marked else None
