"""Files by name: on this machine, or wherever fsspec reaches (`s3://...`, `memory://...`)."""

from __future__ import annotations

import errno
import glob as local_glob
import io
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from nonairo.batches.checksum_lines import sync, sync_folder
from nonairo.errors import FormatError

MISSING = "{name}: needs {what}: pip install {what}"


def is_remote(name: str) -> bool:
    return "://" in name


def local_name(name: str) -> str:
    """The path in a `file://` URL; any other name as it is."""
    return name.removeprefix("file://")


def full_name(name: str) -> str:
    """A name that means the same in every working folder."""
    name = local_name(name)
    return name if is_remote(name) or name == "-" else os.path.abspath(name)  # noqa: PTH100


def missing(name: str, what: str) -> FormatError:
    """The error for an optional package that is not installed."""
    return FormatError(MISSING.format(name=name, what=what))


@contextmanager
def _reaching(name: str) -> Iterator[None]:
    """Turn whatever a remote file system raises (each has errors of its own) into an OSError."""
    try:
        yield
    except FileNotFoundError:  # some of them name a path and no reason
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name) from None
    except (OSError, FormatError, MemoryError):
        raise
    except Exception as error:
        message = " ".join(f"{type(error).__name__}: {error}".split())
        raise OSError(errno.EIO, message, name) from None


@contextmanager
def _remote(name: str) -> Iterator[tuple[Any, str]]:
    """The file system of a URL, and the path there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise missing(name, "fsspec") from None
    try:
        found = url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise FormatError(str(error), path=name) from None
    with _reaching(name):
        yield found


class _Raw(io.RawIOBase):
    """A remote file as Python's own buffers want it: those of fsspec read no lines in pieces."""

    def __init__(self, file: Any, name: str) -> None:
        self._file = file
        self._name = name

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        with _reaching(self._name):
            data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with _reaching(self._name):
            return int(self._file.seek(offset, whence))

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def open_to_read(name: str) -> BinaryIO:
    if is_remote(name):
        with _remote(name) as (system, path):
            return io.BufferedReader(_Raw(system.open(path, "rb"), name))
    return open(name, "rb")  # noqa: PTH123


def size_of(name: str) -> int:
    if is_remote(name):
        with _remote(name) as (system, path):
            return int(system.size(path))
    return Path(name).stat().st_size


def exists(name: str) -> bool:
    if is_remote(name):
        with _remote(name) as (system, path):
            system.invalidate_cache(path)
            return bool(system.exists(path))
    return Path(name).exists()


def version_of(name: str) -> str:
    """A text that changes whenever the file is written again."""
    if is_remote(name):
        with _remote(name) as (system, path):
            system.invalidate_cache(path)
            return str(system.ukey(path))
    found = Path(name).stat()
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def matching(pattern: str) -> list[str]:
    """The files that a name with `*`, `?` or `[` stands for, in order; or just that file."""
    if not set(pattern) & set("*?[") or (not is_remote(pattern) and Path(pattern).exists()):
        return [pattern]
    if is_remote(pattern):
        with _remote(pattern) as (system, path):
            return sorted(map(system.unstrip_protocol, system.glob(path)))
    return sorted(local_glob.glob(pattern, recursive=True))  # noqa: PTH207


@contextmanager
def whole_file(name: str, folder: str | None = None) -> Iterator[Path]:
    """A file to write on this machine, which becomes `name` at the end; nobody sees a half.

    It is written in `folder`, or where it will be, under a name that no other worker has: two of
    them may work on the same part.
    """
    if is_remote(name):
        with TemporaryDirectory() as folder:
            half = Path(folder, "whole")
            yield half  # outside of `_remote`: an error of the caller is none of the file system
            with _remote(name) as (system, path):
                system.makedirs(path.rpartition("/")[0], exist_ok=True)
                system.put_file(str(half), path)
        return
    place = Path(name).absolute()
    place.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(folder) if folder is not None else place.parent
    half = beside / f".part-{place.name}.{os.getpid()}{time.time_ns()}"
    try:
        yield half
        with half.open("rb") as file:
            sync(file)
        half.replace(place)
    finally:
        half.unlink(missing_ok=True)
    sync_folder(place.parent)


def write_whole(name: str, data: bytes) -> None:
    """Write a file of which nobody ever sees a half."""
    if is_remote(name):
        with _remote(name) as (system, path):
            system.makedirs(path.rpartition("/")[0], exist_ok=True)
            system.pipe_file(path, data)
        return
    with whole_file(name) as half:
        half.write_bytes(data)


def listed(folder: str) -> list[str]:
    """The names of the files in a folder; none where there is no such folder."""
    if is_remote(folder):
        with _remote(folder) as (system, path):
            system.invalidate_cache(path)  # others write there, too
            if not system.exists(path):
                return []
            return [str(each).rpartition("/")[2] for each in system.ls(path, detail=False)]
    return sorted(os.listdir(folder)) if Path(folder).is_dir() else []  # noqa: PTH208


def remove(name: str) -> None:
    if is_remote(name):
        with _remote(name) as (system, path):
            system.rm_file(path)
    else:
        Path(name).unlink(missing_ok=True)


def read_if_there(name: str) -> bytes:
    try:
        with open_to_read(name) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
