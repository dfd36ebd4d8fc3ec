"""The shards that are done, in a file: a line for each, after one that says what is counted.

A line is written when its shard is done, so the file is right after a kill at any moment; a last
line that is not whole does not count.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, BinaryIO

from nonairo import __version__
from nonairo.batches.checksum_lines import seal, sync, sync_folder, unseal, write_all
from nonairo.batches.journal import locked
from nonairo.census.plan import CensusSize, Counted
from nonairo.errors import FormatError

LONGEST = 1 << 20  # bytes of a line


class CensusState:
    """What is done of a census, in a file or, without a name, only for now."""

    def __init__(self, name: str | None, size: CensusSize, shards: int, resume: bool) -> None:
        self.name = name
        self.done: dict[int, Counted] = {}
        self._file: BinaryIO | None = None
        if name is None:
            return
        about: dict[str, Any] = {"census": f"{size.height}x{size.width}", "rules": size.rules}
        about |= {"version": __version__, "shards": shards}
        if not resume and os.path.exists(name):  # noqa: PTH110
            raise FormatError("already exists; use --resume to continue that run", path=name)
        if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113
            raise FormatError("expected a file, found a folder, a pipe or a device", path=name)
        self._header = seal(about)
        self._file = locked(name)
        try:
            whole = self._read(name, about, shards)
            self._file.truncate(whole)
            if whole == 0:
                self._write(self._header)
                sync_folder(Path(name).absolute().parent)
        except BaseException:
            self._file.close()
            raise

    def _read(self, name: str, about: dict[str, Any], shards: int) -> int:
        """Read the shards of the file; return how many of its bytes are whole lines."""
        whole, first = 0, b""
        with open(name, "rb") as file:  # noqa: PTH123
            for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
                if not line.endswith(b"\n"):
                    if len(line) == LONGEST or (whole == 0 and not self._header.startswith(line)):
                        raise FormatError("expected the state of a census", line=number, path=name)
                    break
                try:
                    data = unseal(line, first)
                except ValueError as error:
                    ours = number > 1 or line.startswith(b'{"census": ')
                    message = str(error) if ours else "expected the state of a census"
                    raise FormatError(message, line=number, path=name) from None
                if number == 1:
                    first = line
                    _check_same(data, about, name)
                else:
                    self._take(data, shards, number, name)
                whole += len(line)
        return whole

    def _take(self, data: dict[str, Any], shards: int, line: int, name: str) -> None:
        try:
            counted = _counted(data, shards)
            if self.done.setdefault(counted.shard, counted).value != counted.value:
                raise ValueError  # which of the two would be true?
        except (ValueError, TypeError, KeyError):
            raise FormatError("expected a shard of a census", line=line, path=name) from None

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            write_all(self._file, line)
            sync(self._file)

    def add(self, counted: Counted) -> None:
        self.done[counted.shard] = counted
        if self._file is not None:
            data = {"shard": counted.shard, "value": str(counted.value)}
            self._write(seal(data | {"seconds": round(counted.seconds, 3)}, self._header))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _counted(data: dict[str, Any], shards: int) -> Counted:
    """A line of a state; raises unless it is about a shard that there is."""
    shard, value, seconds = data["shard"], data["value"], data["seconds"]
    if type(shard) is not int or not 0 <= shard < shards:
        raise ValueError
    if not isinstance(value, str) or type(seconds) not in (int, float):
        raise TypeError
    return Counted(shard, int(value), seconds)


def _check_same(began_with: dict[str, Any], about: dict[str, Any], name: str) -> None:
    """Raise where a run is to go on with something else than it began with."""
    for what, now in about.items():
        if began_with.get(what) != now:
            was = began_with.get(what)
            raise FormatError(f"this run began with {what} {was}, not {now}", path=name)
