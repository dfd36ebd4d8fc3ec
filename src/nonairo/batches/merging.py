"""The outputs of all portions of a batch, made into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import inf
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from nonairo.batches import parquet
from nonairo.batches.journal import OldJournal
from nonairo.batches.outputs import PACKED, PROGRESS, FolderOutput
from nonairo.batches.storage import exists, is_remote, local_name, open_to_read, whole_file
from nonairo.batches.tally import Tally
from nonairo.errors import FormatError

COPIED = 1 << 20  # bytes at a time


class File(NamedTuple):
    """A file of a portion: how much of it belongs to it (None: all), and how many records that is.

    In a compressed file they are not counted (None).
    """

    name: str
    size: int | None
    records: int | None

    def check(self, found: int) -> None:
        """Raise where records are missing, or more than there were."""
        if self.records is not None and found != self.records:
            message = f"expected {self.records:,} records, found {found:,}; it was changed later"
            raise FormatError(message, path=self.name)


@dataclass(frozen=True, slots=True)
class Finished:
    """The output of a portion that is complete."""

    name: str
    journal: OldJournal
    number: int
    of: int

    @property
    def about(self) -> dict[str, Any]:
        """What it has in common with the other portions."""
        assert self.journal.about is not None
        own = ("portion", "spans")
        return {name: value for name, value in self.journal.about.items() if name not in own}

    def files(self) -> Iterator[File]:
        """Its files, in order."""
        entries = self.journal.entries
        records = sum(entry.tally.records for entry in entries)
        if is_table(self.name):
            if records or exists(self.name):
                yield File(self.name, None, records)
        elif is_folder(self.name):
            for each in sorted((e for e in entries if e.part), key=lambda e: (e.source, e.start)):
                name = f"{self.name.rstrip('/')}/{each.part}"
                yield File(name, None, each.tally.records)
        else:
            size = max((entry.end for entry in entries), default=0)
            yield File(self.name, size, None if packing(self.name) else records)


def is_table(name: str) -> bool:
    return name.endswith(".parquet")


def is_folder(name: str) -> bool:
    return name.endswith("/") or (not is_remote(name) and Path(name).is_dir())


def packing(name: str) -> str:
    """The suffix that says how a file is compressed; folders have plain parts."""
    return "" if is_folder(name) else next((end for end in PACKED if name.endswith(end)), "")


def merge(names: Sequence[str], out: str) -> Tally:
    """Write one file of the outputs of all portions, in order; return their summary together."""
    out = local_name(out)
    if exists(out):
        raise FormatError("already exists", path=out)
    if is_folder(out):
        raise FormatError("expected a file, found a folder", path=out)
    if not is_remote(out) and not Path(out).resolve().parent.is_dir():
        raise FormatError("expected a file in a folder that exists", path=out)
    portions = _all_of_them([_finished(local_name(name)) for name in names])
    for each in portions:
        if is_table(each.name) != is_table(out) or packing(each.name) != packing(out):
            kind = PurePath(each.name).suffix or "a folder"
            raise FormatError(
                f"expected outputs of the kind of {out}, found {kind}", path=each.name
            )
    files = [file for each in portions for file in each.files()]
    if is_table(out):
        for file in files:
            file.check(parquet.rows_of(file.name))
        parquet.merge([file.name for file in files], out)
    else:
        with whole_file(out) as half, half.open("wb") as target:
            for file in files:
                with closing(open_to_read(file.name)) as stream:
                    _copy(stream, target, file)
    tally = Tally()
    for each in portions:
        for entry in each.journal.entries:
            tally.include(entry.tally)
    return tally


def _copy(stream: Any, target: Any, file: File) -> None:
    """Copy what belongs to a portion, and count its lines; raise where that is not all there."""
    left, lines = inf if file.size is None else file.size, 0
    while left > 0 and (data := stream.read(int(min(left, COPIED)))):
        target.write(data)
        left -= len(data)
        lines += data.count(b"\n")
    if 0 < left < inf:
        raise FormatError(f"its last {left:,} bytes are missing", path=file.name)
    file.check(lines)


def _finished(name: str) -> Finished:
    """The output of one portion; refuses what is not complete."""
    bare = name.rstrip("/")
    progress = f"{bare}/{FolderOutput.progress}" if is_folder(name) else name + PROGRESS
    journal = OldJournal.read(progress)
    if journal.about is None or "portion" not in journal.about:
        raise FormatError("expected the output of a batch with --shard, and its journal", path=name)
    number, of = journal.about["portion"]
    if any(entry.lost for entry in journal.entries):
        again = "some records lost their worker; run that shard again with --resume"
        raise FormatError(f"shard {number}/{of}: {again}", path=name)
    done: dict[int, int] = {}
    ended = set()
    for entry in journal.entries:
        done[entry.source] = done.get(entry.source, 0) + entry.stop - entry.start
        ended |= {entry.source} if entry.is_end else set()
    for source, start, stop in journal.about["spans"]:
        whole = source in ended if stop < 0 else done.get(source, 0) == stop - start
        if not whole or (is_table(name) and not journal.merged):
            advice = "is not finished; run it again with --resume"
            raise FormatError(f"shard {number}/{of} {advice}", path=name)
    return Finished(name, journal, number, of)


def _all_of_them(found: list[Finished]) -> list[Finished]:
    """The portions in order; refuses different runs, and what is missing or there twice."""
    first = found[0]
    for each in found:
        if each.of != first.of or each.about != first.about:
            message = f"is of another run than {first.name}: other inputs, task or number of shards"
            raise FormatError(message, path=each.name)
    numbers = [each.number for each in found]
    missing = [str(k) for k in range(1, first.of + 1) if k not in numbers]
    if missing:
        some = ", ".join(missing[:10]) + (", ..." if len(missing) > 10 else "")
        raise FormatError(f"missing of {first.of} shards: {some}")
    if len(numbers) > first.of:
        twice = next(number for number in numbers if numbers.count(number) > 1)
        raise FormatError(f"shard {twice}/{first.of} was given twice")
    return sorted(found, key=lambda each: each.number)
