"""What goes out: one file of lines, parts that become one Parquet file, or a folder of parts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from nonairo.batches import parquet
from nonairo.batches.journal import Entry, Journal, Told, check_about, write_all
from nonairo.batches.shards import Piece
from nonairo.batches.storage import is_remote, listed, remove
from nonairo.errors import FormatError

PROGRESS = ".progress"  # what the journal beside OUT is called
PART = re.compile(r"part-\d{4,}-\d{13,}-\d{13,}\.(jsonl|parquet)|\.part-.*\.\d+")  # also a half one


class Output(Protocol):
    """Where pieces go. `folder` is where workers write them, if they do."""

    journal: Journal
    folder: str | None
    suffix: str

    def add(self, pieces: Iterable[Piece]) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


def open_output(name: str, about: dict[str, Any], resume: bool) -> Output:
    """The output of a run that begins, or goes on."""
    if name in ("", "-"):
        raise FormatError("expected the name of a file, a folder/ or a URL", path=repr(name))
    folder = is_remote(name) or name.endswith("/") or Path(name).is_dir()
    if folder:
        return Folder(name.rstrip("/") or "/", about, resume)
    if not Path(name).resolve().parent.is_dir():
        raise FormatError("expected a file in a folder that exists", path=name)
    return Table(name, about, resume) if name.endswith(".parquet") else Lines(name, about, resume)


def _told(progress: str, about: dict[str, Any], resume: bool, there: bool, name: str) -> Told:
    """What the journal says of an earlier run; an empty one where there was none."""
    if there and not resume:
        raise FormatError("exists already; --resume goes on with it", path=name)
    told = Told.read(progress)
    if told.foreign:
        raise FormatError("exists, and is no journal of a batch", path=progress)
    if not resume:  # of an output that is there no more
        return Told(size=told.size)
    if told.about is not None:
        check_about(told.about, about, name)
    elif there:
        raise FormatError(f"exists, but not {progress}, which knows what is in it", path=name)
    return told


class Lines:
    """One file of JSON Lines. What stands in it behind the last shard of the journal is cut off."""

    folder: str | None = None
    suffix = "jsonl"

    def __init__(self, name: str, about: dict[str, Any], resume: bool) -> None:
        path, progress = Path(name), name + PROGRESS
        there = path.exists()
        size = path.stat().st_size if there else 0
        told = _told(progress, about, resume, there, name)
        kept = list(takewhile(lambda entry: entry.end <= size, told.entries))
        self.journal = Journal(progress, about, told, kept)
        self.end = kept[-1].end if kept else 0
        mode = "ab" if there else "xb"
        self._file = cast(BinaryIO, open(name, mode, buffering=0))  # noqa: PTH123, SIM115
        self._file.truncate(self.end)

    def add(self, pieces: Iterable[Piece]) -> None:
        """Write, and then say that it is written."""
        for piece in pieces:
            write_all(self._file, piece.text)
            self.end += len(piece.text)
            self.journal.add(Entry.of(piece, self.end))

    def finish(self) -> None:
        """Nothing is left to do."""

    def close(self) -> None:
        self._file.close()
        self.journal.close()


class Folder:
    """A folder of parts, each written by the worker that made it; any path of fsspec."""

    suffix = "jsonl"
    progress = "_progress"

    def __init__(self, name: str, about: dict[str, Any], resume: bool) -> None:
        self.folder: str | None = name
        progress = f"{name}/{self.progress}"
        there = set(listed(name))
        if resume:  # with a journal alone, even an empty one: its run was killed at once
            there.discard(self.progress)
        told = _told(progress, about, resume, bool(there), name)
        self._begin(progress, about, told)

    def _begin(self, progress: str, about: dict[str, Any], told: Told) -> None:
        assert self.folder is not None
        if not is_remote(self.folder):
            Path(self.folder).mkdir(parents=True, exist_ok=True)
        there = set(listed(self.folder))
        kept = [entry for entry in told.entries if entry.part is None or entry.part in there]
        self.journal = Journal(progress, about, told, kept)
        self._sweep()

    def _sweep(self) -> None:
        """Remove parts of which the journal knows nothing: they are done again."""
        assert self.folder is not None
        known = {part for _, _, part in self.journal.parts}
        for part in listed(self.folder):
            if PART.fullmatch(part) and part not in known:
                remove(f"{self.folder}/{part}")

    def add(self, pieces: Iterable[Piece]) -> None:
        for piece in pieces:
            self.journal.add(Entry.of(piece, 0))

    def finish(self) -> None:
        self._sweep()  # of a worker that outlived an earlier run

    def close(self) -> None:
        self.journal.close()


class Table(Folder):
    """A Parquet file, merged of parts at the end. Until then they are in a folder beside it."""

    suffix = "parquet"

    def __init__(self, name: str, about: dict[str, Any], resume: bool) -> None:
        parquet.pyarrow(name)  # told before anything is done
        self.path = Path(name)
        self.folder = name + ".parts"
        begun = name if self.path.exists() else self.folder
        there = self.path.exists() or bool(listed(self.folder))
        told = _told(name + PROGRESS, about, resume, there, begun)
        self._whole = told.merged and self.path.exists()
        if self._whole:
            self.journal = Journal(name + PROGRESS, about, told, told.entries)
        else:
            self._begin(name + PROGRESS, about, told)

    def finish(self) -> None:
        assert self.folder is not None
        if not self._whole:
            parts = [Path(self.folder, part) for _, _, part in sorted(self.journal.parts)]
            parquet.merge(parts, self.path)
            self.journal.merged()
        for part in listed(self.folder):
            remove(f"{self.folder}/{part}")
        if Path(self.folder).is_dir():
            Path(self.folder).rmdir()
