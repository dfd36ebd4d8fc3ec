"""What goes out: one file of lines, parts that become one Parquet file, or a folder of parts."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path, PurePath
from typing import Any, BinaryIO, Protocol, cast

from nonairo.batches import parquet
from nonairo.batches.checksum_lines import sync, write_all
from nonairo.batches.journal import Journal, OldJournal, check_about
from nonairo.batches.shards import Piece
from nonairo.batches.storage import exists, is_remote, listed, missing, remove
from nonairo.errors import FormatError

PACKED = (".gz", ".zst", ".zstd")
PLAIN = (".jsonl", ".ndjson", ".json", ".txt", ".out")  # what a file of lines may be called
TABLES = (".parquet", ".csv", ".tsv")
PROGRESS = ".progress"  # what the journal beside OUT is called
PART = re.compile(r"part-\d{4,}-\d{13,}-\d{13,}\.(jsonl|parquet)|\.part-.*\.\d+")  # also a half one


class Output(Protocol):
    """Where pieces go. `folder` is where workers write them, if they do."""

    journal: Journal
    folder: str | None
    suffix: str

    def add(self, pieces: Sequence[Piece]) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


def open_output(name: str, about: dict[str, Any], resume: bool) -> Output:
    """The output of a run that begins, or goes on."""
    if name in ("", "-"):
        raise FormatError("expected the name of a file, a folder/ or a URL", path=repr(name))
    remote = is_remote(name)
    packed = next((end for end in PACKED if name.endswith(end)), "")
    suffix = PurePath(name.removesuffix(packed)).suffix
    if name.endswith("/") or (not remote and Path(name).is_dir()):
        return FolderOutput(name.rstrip("/") or "/", about, resume)
    if not remote and not Path(name).resolve().parent.is_dir():
        raise FormatError("expected a file in a folder that exists", path=name)
    if suffix == ".parquet" and not packed:
        return ParquetOutput(name, about, resume)
    if remote and not packed and suffix not in (*PLAIN, *TABLES):
        return FolderOutput(name, about, resume)
    if remote:
        raise FormatError("expected a .parquet file, or a folder such as parts/", path=name)
    if suffix not in ("", *PLAIN):
        names = ".jsonl, .jsonl.gz, .jsonl.zst or .parquet"
        raise FormatError(
            f"expected a name that ends in {names}, or a folder such as parts/", path=name
        )
    return LinesOutput(name, about, resume, packed)


def _packer(name: str, packed: str) -> Callable[[bytes], bytes]:
    """What compresses a text; texts that were compressed one by one are a whole file, too."""
    if packed == ".gz":
        return partial(gzip.compress, compresslevel=6, mtime=0)
    if not packed:
        return bytes  # as it is
    try:
        import zstandard
    except ImportError:
        raise missing(name, "zstandard") from None
    return zstandard.ZstdCompressor().compress


def _earlier(
    progress: str, about: dict[str, Any], resume: bool, there: bool, name: str
) -> OldJournal:
    """The journal of an earlier run that goes on; an empty one where there was none."""
    if there and not resume:
        raise FormatError("already exists; use --resume to continue that run", path=name)
    earlier = OldJournal.read(progress)
    if earlier.foreign:
        raise FormatError("exists, and is not the journal of a batch", path=progress)
    if not resume:  # of an output that is there no more
        return OldJournal(size=earlier.size)
    if earlier.about is not None:
        check_about(earlier.about, about, name)
    elif there:
        raise FormatError(f"exists, but its journal {progress} does not", path=name)
    return earlier


class LinesOutput:
    """One file of JSON Lines. What stands in it behind the last shard of the journal is cut off.

    Lost records come last, unless the order is that of the input: to try them again is to cut off
    the first of them and all behind it.
    """

    folder: str | None = None
    suffix = "jsonl"

    def __init__(self, name: str, about: dict[str, Any], resume: bool, packed: str = "") -> None:
        self._pack = _packer(name, packed)
        path, progress = Path(name), name + PROGRESS
        there = path.exists()
        size = path.stat().st_size if there else 0
        earlier = _earlier(progress, about, resume, there, name)
        kept = list(takewhile(lambda each: each.end <= size and not each.lost, earlier.entries))
        self.end = kept[-1].end if kept else 0
        rest = earlier.entries[len(kept) :]  # done again, but where a stream ended stays known
        kept += [replace(each, end=self.end) for each in rest if each.is_end]
        self.journal = Journal(progress, about, earlier, kept)
        self._ordered = about["ordered"]
        self._lost: list[Piece] = []
        mode = "ab" if there else "xb"
        self._file = cast(BinaryIO, open(name, mode, buffering=0))  # noqa: PTH123, SIM115
        self._file.truncate(self.end)

    def add(self, pieces: Sequence[Piece]) -> None:
        """Write, and when it is on the disk say that it is written."""
        self._write([piece for piece in pieces if self._ordered or not piece.entry.lost])
        self._lost += [piece for piece in pieces if piece.entry.lost and not self._ordered]

    def _write(self, pieces: Sequence[Piece]) -> None:
        entries = []
        for piece in pieces:
            text = self._pack(piece.text) if piece.text else b""
            write_all(self._file, text)
            self.end += len(text)
            entries.append(replace(piece.entry, end=self.end))
        sync(self._file)
        for entry in entries:
            self.journal.add(entry)

    def finish(self) -> None:
        self._write(self._lost)
        if not self.end:
            write_all(self._file, self._pack(b""))  # an empty file is no archive

    def close(self) -> None:
        self._file.close()
        self.journal.close()


class FolderOutput:
    """A folder of parts, each written by the worker that made it; any path of fsspec."""

    suffix = "jsonl"
    progress = "_progress"

    def __init__(self, name: str, about: dict[str, Any], resume: bool) -> None:
        about = about | {"ordered": True}  # parts are in order anyway
        self.folder: str | None = name
        progress = f"{name}/{self.progress}"
        there = set(listed(name))
        if resume:  # with a journal alone, even an empty one: its run was killed at once
            there.discard(self.progress)
        earlier = _earlier(progress, about, resume, bool(there), name)
        self._begin(progress, about, earlier)

    def _begin(self, progress: str, about: dict[str, Any], earlier: OldJournal) -> None:
        assert self.folder is not None
        if not is_remote(self.folder):
            Path(self.folder).mkdir(parents=True, exist_ok=True)
        there = set(listed(self.folder))
        kept = [
            entry
            for entry in earlier.entries
            if not entry.lost and (entry.part is None or entry.part in there)
        ]
        self.journal = Journal(progress, about, earlier, kept)
        self._sweep()

    def _sweep(self) -> None:
        """Remove parts of which the journal knows nothing: they are done again."""
        assert self.folder is not None
        known = {part for _, _, part in self.journal.parts}
        for part in listed(self.folder):
            if PART.fullmatch(part) and part not in known:
                remove(f"{self.folder}/{part}")

    def add(self, pieces: Sequence[Piece]) -> None:
        for piece in pieces:
            self.journal.add(piece.entry)

    def finish(self) -> None:
        self._sweep()  # of a worker that outlived an earlier run

    def close(self) -> None:
        self.journal.close()


class ParquetOutput(FolderOutput):
    """A Parquet file, merged of parts at the end. Until then they are in a folder beside it."""

    suffix = "parquet"

    def __init__(self, name: str, about: dict[str, Any], resume: bool) -> None:
        parquet.pyarrow(name)  # refused before anything is done
        about = about | {"ordered": True}
        self._name = name
        self.folder = name + ".parts"
        written = exists(name)
        begun = name if written else self.folder
        there = written or bool(listed(self.folder))
        earlier = _earlier(name + PROGRESS, about, resume, there, begun)
        self._whole = earlier.merged and written
        if self._whole:
            self.journal = Journal(name + PROGRESS, about, earlier, earlier.entries)
            if is_remote(name):  # where it was written again
                self.journal.merged()
        else:
            self._begin(name + PROGRESS, about, earlier)

    def finish(self) -> None:
        assert self.folder is not None
        if not self._whole:
            parts = [f"{self.folder}/{part}" for _, _, part in sorted(self.journal.parts)]
            parquet.merge(parts, self._name, self.folder)
            if self.journal.lost:  # the parts are needed to put in what is tried again
                return
            self.journal.merged()
        for part in filter(PART.fullmatch, listed(self.folder)):
            remove(f"{self.folder}/{part}")
        if not is_remote(self.folder) and Path(self.folder).is_dir() and not listed(self.folder):
            Path(self.folder).rmdir()
