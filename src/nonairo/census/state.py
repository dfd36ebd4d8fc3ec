"""The shards that are done, in a file: a line for each, after one that says what is counted.

A line is written when its shard is done, and not before, so that after a kill at any moment
everything that the file tells is true; a last line that is not whole was never said.
"""

from __future__ import annotations

import json
import os
from typing import Any, BinaryIO

from nonairo import __version__
from nonairo.batches.journal import locked, write_all
from nonairo.census.plan import Counted, Size
from nonairo.errors import FormatError


class State:
    """What is done of a census, in a file or, without a name, only for now."""

    def __init__(self, name: str | None, size: Size, shards: int, resume: bool) -> None:
        self.name = name
        self.done: dict[int, Counted] = {}
        self._file: BinaryIO | None = None
        if name is None:
            return
        about: dict[str, Any] = {"census": f"{size.height}x{size.width}", "rules": size.rules}
        about |= {"version": __version__, "shards": shards}
        if not resume and os.path.exists(name):  # noqa: PTH110
            raise FormatError("is there already; --resume goes on with it", path=name)
        if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113
            raise FormatError("expected a file, found a folder, a pipe or a device", path=name)
        self._file = locked(name)
        try:
            told = self._read(name, about, shards)
            self._file.truncate(told)
            if told == 0:
                write_all(self._file, _line(about))
        except BaseException:
            self._file.close()
            raise

    def _read(self, name: str, about: dict[str, Any], shards: int) -> int:
        """Take over what the file tells; gives how many of its bytes are whole."""
        with open(name, "rb") as file:  # noqa: PTH123
            lines = file.read().splitlines(keepends=True)
        told = 0
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                break
            try:
                data = dict(json.loads(line))
                if number > 1:
                    counted = _counted(data, shards)
                    if self.done.setdefault(counted.shard, counted).value != counted.value:
                        raise ValueError  # which of the two would be true?
            except (ValueError, TypeError, KeyError):
                raise FormatError("expected a shard of a census", line=number, path=name) from None
            if number == 1:
                _check_same(data, about, name)
            told += len(line)
        if lines and told == 0 and not _line(about).startswith(lines[0]):
            raise FormatError("expected the state of a census", line=1, path=name)
        return told

    def add(self, counted: Counted) -> None:
        self.done[counted.shard] = counted
        if self._file is not None:
            data = {"shard": counted.shard, "value": str(counted.value)}
            write_all(self._file, _line(data | {"seconds": round(counted.seconds, 3)}))

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


def _check_same(told: dict[str, Any], about: dict[str, Any], name: str) -> None:
    """Raise where a run is to go on with something else than it began with."""
    for what, now in about.items():
        if told.get(what) != now:
            was = told.get(what)
            raise FormatError(f"this run began with other {what}: {was}, and not {now}", path=name)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"
