"""What goes out: one file of lines, parts that become one Parquet file, or a folder of parts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from nonairo.batches import parquet
from nonairo.batches.journal import Entry, Journal, Told, check_about, write_all
from nonairo.batches.shards import Piece
from nonairo.batches.storage import is_remote, listed, remove
from nonairo.errors import FormatError

PROGRESS = ".progress"  # what the journal beside OUT is called


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
    folder = is_remote(name) or name.endswith("/") or Path(name).is_dir()
    if folder:
        return Folder(name.rstrip("/"), about, resume)
    if not name or not Path(name).resolve().parent.is_dir():
        raise FormatError("expected a file in a folder that exists", path=name)
    return Table(name, about, resume) if name.endswith(".parquet") else Lines(name, about, resume)


def _told(progress: str, about: dict[str, Any], resume: bool, there: bool, name: str) -> Told:
    """What the journal says of an earlier run; an empty one where there was none."""
    if there and not resume:
        raise FormatError("exists already; --resume goes on with it", path=name)
    told = Told.read(progress) if resume else Told()
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
        kept = 0
        for entry in told.entries:  # each later than the one before
            if entry.end > size:
                break
            kept += 1
        self.journal = Journal(progress, about, told, kept)
        self.end = told.entries[kept - 1].end if kept else 0
        self._file: BinaryIO = open(name, "ab", buffering=0)  # noqa: PTH123, SIM115
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
        there = bool(listed(name))
        progress = f"{name}/{self.progress}"
        begun = self.progress in listed(name)
        told = _told(progress, about, resume, there and (begun or not resume), name)
        self._begin(progress, about, told)

    def _begin(self, progress: str, about: dict[str, Any], told: Told) -> None:
        assert self.folder is not None
        if not is_remote(self.folder):
            Path(self.folder).mkdir(parents=True, exist_ok=True)
        there = set(listed(self.folder))
        lost = [k for k, entry in enumerate(told.entries) if entry.part and entry.part not in there]
        kept = len(told.entries) - len(lost)
        if lost:  # by somebody's hand: what is behind them in the journal stays
            there_still = [entry for k, entry in enumerate(told.entries) if k not in set(lost)]
            told.entries = there_still + [told.entries[k] for k in lost]
        self.journal = Journal(progress, about, told, kept)
        self._sweep()

    def _sweep(self) -> None:
        """Remove parts of which the journal knows nothing: they are done again."""
        assert self.folder is not None
        known = {part for _, _, part in self.journal.parts}
        for part in listed(self.folder):
            if part.lstrip(".").startswith("part-") and part not in known:
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
        told = _told(name + PROGRESS, about, resume, self.path.exists(), name)
        self._whole = told.merged and self.path.exists()
        if self._whole:
            self.journal = Journal(name + PROGRESS, about, told, len(told.entries))
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
