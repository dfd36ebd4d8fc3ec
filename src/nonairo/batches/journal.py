"""Which positions of the inputs are in the output: a line for each shard, kept beside it.

The first line says what the run is about. A line is written after what it describes is on the disk,
so that after a kill at any moment every line is true; shards without a line are done again. Where
no file can be appended to (object storage), further lines are in files of their own, called
`OUT.progress.TOKEN-00000001` and so on.
"""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from nonairo.batches.checksum_lines import seal, sync, sync_folder, unseal, write_all
from nonairo.batches.sources import Check, Span
from nonairo.batches.storage import is_remote, listed, read_if_there, remove, write_whole
from nonairo.batches.tally import Tally
from nonairo.errors import FormatError

BETWEEN = 2.0  # seconds between two parts of a journal that cannot be appended to


@dataclass(frozen=True, slots=True)
class Entry:
    """One shard that is done."""

    source: int
    start: int
    stop: int
    tally: Tally
    part: str | None = None  # the name of the file that contains it, in an output of parts
    lost: bool = False  # the machine failed, not the records: --resume tries them again
    check: Check | None = None  # of the text, where it came from a stream
    end: int = 0  # how long the output is with it

    @property
    def is_end(self) -> bool:
        """Whether it stands for the end of a stream, and not for a shard."""
        return self.start == self.stop

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Entry:
        source, start, stop, end = (int(data[key]) for key in ("source", "start", "stop", "end"))
        part = None if data["part"] is None else str(data["part"])
        tally, check = Tally.from_json(data["tally"]), data.get("text")
        check = None if check is None else (int(check[0]), str(check[1]))
        return cls(source, start, stop, tally, part, bool(data.get("lost")), check, end)

    def line(self, header: bytes) -> bytes:
        data: dict[str, Any] = {"source": self.source, "start": self.start, "stop": self.stop}
        data |= {"end": self.end, "part": self.part, "tally": self.tally.to_json()}
        data |= {"lost": True} if self.lost else {}
        data |= {"text": self.check} if self.check else {}
        return seal(data, header)


@dataclass(slots=True)
class OldJournal:
    """A journal of an earlier run, as far as its lines are whole."""

    about: dict[str, Any] | None = None
    entries: list[Entry] = field(default_factory=list)
    merged: bool = False
    ends: list[int] = field(default_factory=list)  # where its lines end, those that are whole
    size: int = 0  # of all that was there
    foreign: bool = False  # it is no journal of ours
    token: str | None = None  # in the names of its further parts, if it has some

    @classmethod
    def read(cls, name: str) -> OldJournal:
        """Read a journal up to the first line that is not whole; empty where there is none."""
        text = read_if_there(name)
        found = cls(size=len(text))
        header = found._read(text, b"")
        for part in _parts(name, found.token) if found.token is not None else ():
            found._read(read_if_there(part), header)
        return found

    def _read(self, text: bytes, header: bytes) -> bytes:
        """Read lines up to the first that is not whole; return the header."""
        found, end = self, 0
        for line in text.splitlines(keepends=True):
            try:
                if found.about is None:
                    found.foreign = line.endswith(b"\n")  # unless it is as ours are
                    about = unseal(line)
                    if not about.keys() >= {"task", "inputs", "ordered"}:
                        break
                    found.about = about
                    found.foreign, header = False, line
                    end += len(line)
                    found.ends.append(end)
                    continue
                data = unseal(line, header)
                if "merged" in data:
                    found.merged = True
                elif "parts" in data:
                    found.token = re.escape(str(data["parts"]))
                else:
                    found.entries.append(Entry.from_json(data))
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
                break
            end += len(line)
            found.ends.append(end)
        return header


def _parts(name: str, token: str = "[0-9a-f]{8}") -> list[str]:
    """The further parts of a journal, in order; without a token also those of earlier runs."""
    folder, _, own = name.rpartition("/")
    ours = re.compile(rf"{re.escape(own)}\.{token}-\d{{8,}}")
    return [f"{folder}/{each}" for each in sorted(listed(folder)) if ours.fullmatch(each)]


class Journal:
    """The journal of a run that goes on."""

    def __init__(
        self, name: str, about: dict[str, Any], earlier: OldJournal, kept: Sequence[Entry]
    ) -> None:
        """Continue an earlier journal with the entries that are kept of it, or begin a new one."""
        self.name = name
        self.tally = Tally()
        self.parts: list[tuple[int, int, str]] = []
        self._done: dict[int, dict[Span, Check | None]] = {}
        self._files: list[BinaryIO] = []  # the last is written to, all are locked
        self._lines: list[bytes] = []  # still to be written where no file can be appended to
        self._token = secrets.token_hex(4)  # in the names of the parts that are written there
        self._part = 0
        self._written = 0.0
        self._header = seal(about)
        self.lost = 0  # records
        for entry in kept:
            self._count(entry)
        if is_remote(name):
            lines = [self._header, *(entry.line(self._header) for entry in kept)]
            write_whole(name, b"".join([*lines, seal({"parts": self._token}, self._header)]))
            for part in _parts(name):  # of the runs before, which are in it now
                remove(part)
        else:
            self._files.append(locked(name, earlier.size))
            try:
                self._begin(earlier, kept)
            except BaseException:
                self.close()
                raise
            sync_folder(Path(name).absolute().parent)

    def _begin(self, earlier: OldJournal, kept: Sequence[Entry]) -> None:
        """Cut off what is not kept; if that is not at the end, rewrite the journal."""
        if earlier.about is None:
            self._files[0].truncate(0)
            self._write(self._header)
        elif list(kept) == earlier.entries[: len(kept)]:
            lines = len(earlier.ends) if len(kept) == len(earlier.entries) else 1 + len(kept)
            self._files[0].truncate(earlier.ends[lines - 1])
        else:  # never a moment without a journal
            text = b"".join([self._header, *(entry.line(self._header) for entry in kept)])
            write_whole(self.name, text)
            self._files.append(locked(self.name, len(text)))

    def done(self, source: int) -> dict[Span, Check | None]:
        """The spans of a source that are in the output."""
        return self._done.get(source, {})

    def positions(self) -> int:
        return sum(stop - start for spans in self._done.values() for start, stop in spans)

    def add(self, entry: Entry) -> None:
        self._count(entry)
        self._write(entry.line(self._header))

    def merged(self) -> None:
        self._write(seal({"merged": True}, self._header))

    def flush(self) -> None:
        """Write what was not written yet; what was is never written again."""
        if self._lines:
            self._part += 1
            write_whole(f"{self.name}.{self._token}-{self._part:08}", b"".join(self._lines))
            self._lines.clear()
            self._written = time.monotonic()

    def close(self) -> None:
        self.flush()
        for file in self._files:
            file.close()

    def _count(self, entry: Entry) -> None:
        self._done.setdefault(entry.source, {})[entry.start, entry.stop] = entry.check
        self.tally.include(entry.tally)
        self.lost += entry.tally.records if entry.lost else 0
        if entry.part is not None:
            self.parts.append((entry.source, entry.start, entry.part))

    def _write(self, line: bytes) -> None:
        if self._files:
            write_all(self._files[-1], line)
            sync(self._files[-1])
            return
        self._lines.append(line)
        if time.monotonic() > self._written + BETWEEN:
            self.flush()


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


def check_about(began_with: dict[str, Any], about: dict[str, Any], name: str) -> None:
    """Raise where a run is to go on with something else than it began with."""
    if began_with.get("task") != about["task"]:
        was, now = began_with.get("task"), about["task"]
        raise FormatError(f"this run began with another task: {was}, not {now}", path=name)
    if began_with.get("ordered") != about["ordered"]:
        began = "with" if began_with.get("ordered") else "without"
        raise FormatError(f"this run began {began} --ordered; resume it the same way", path=name)
    if began_with.get("result") != about.get("result"):
        began = "with" if began_with.get("result") else "without"
        raise FormatError(
            f"this run began {began} --result lean; resume it the same way", path=name
        )
    portions = [run.get("portion") for run in (began_with, about)]
    if portions[0] != portions[1]:
        was, now = ("none" if each is None else "{}/{}".format(*each) for each in portions)
        raise FormatError(f"this run began with another --shard: {was}, not {now}", path=name)
    known, given = began_with.get("inputs"), about["inputs"]
    if known == given:
        return
    what = "their names, their number or their order differ"
    if isinstance(known, list) and [*map(_name_of, known)] == [*map(_name_of, given)]:
        changed = next(new[0] for old, new in zip(known, given, strict=True) if old != new)
        what = f"{changed} has changed"
    raise FormatError(f"this run began with other inputs: {what}", path=name)


def _name_of(marked: object) -> object:
    return marked[0] if isinstance(marked, list) and marked else None
