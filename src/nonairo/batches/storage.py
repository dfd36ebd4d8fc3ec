"""Files by name: on this machine, or wherever fsspec reaches (`s3://...`, `memory://...`)."""

from __future__ import annotations

import glob as local_glob
import os
from pathlib import Path
from typing import Any, BinaryIO, cast

from nonairo.errors import FormatError

MISSING = "{name}: needs {what}, of the extra cluster: pip install 'nonairo[cluster]'"


def is_remote(name: str) -> bool:
    return "://" in name


def full_name(name: str) -> str:
    """A name that says the same wherever one stands."""
    return name if is_remote(name) or name == "-" else os.path.abspath(name)  # noqa: PTH100


def missing(name: str, what: str) -> FormatError:
    """What to say where an optional package is not installed."""
    return FormatError(MISSING.format(name=name, what=what))


def _remote(name: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise missing(name, "fsspec") from None
    try:
        system, path = url_to_fs(name)
    except (ImportError, ValueError) as error:
        raise FormatError(str(error), path=name) from None
    return system, path


def open_to_read(name: str) -> BinaryIO:
    if is_remote(name):
        system, path = _remote(name)
        return cast(BinaryIO, system.open(path, "rb"))
    return open(name, "rb")  # noqa: PTH123


def size_of(name: str) -> int:
    if is_remote(name):
        system, path = _remote(name)
        return int(system.size(path))
    return Path(name).stat().st_size


def version_of(name: str) -> str:
    """Another text whenever a file was written anew."""
    if is_remote(name):
        system, path = _remote(name)
        return str(system.ukey(path))
    found = Path(name).stat()
    return f"{found.st_mtime_ns} {found.st_size} {found.st_ino}"


def matching(pattern: str) -> list[str]:
    """The files that a name with `*`, `?` or `[` stands for, in order; or just that file."""
    if not set(pattern) & set("*?[") or (not is_remote(pattern) and Path(pattern).exists()):
        return [pattern]
    if is_remote(pattern):
        system, path = _remote(pattern)
        return sorted(map(system.unstrip_protocol, system.glob(path)))
    return sorted(local_glob.glob(pattern, recursive=True))  # noqa: PTH207


def write_whole(name: str, data: bytes) -> None:
    """Write a file of which nobody ever sees a half."""
    if is_remote(name):
        system, path = _remote(name)
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        system.pipe_file(path, data)
        return
    place = Path(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    half = place.with_name(f".{place.name}.{os.getpid()}")
    half.write_bytes(data)
    half.replace(place)


def listed(folder: str) -> list[str]:
    """The names of the files in a folder; none where there is no such folder."""
    if is_remote(folder):
        system, path = _remote(folder)
        if not system.exists(path):
            return []
        return [str(each).rpartition("/")[2] for each in system.ls(path, detail=False)]
    return sorted(os.listdir(folder)) if Path(folder).is_dir() else []  # noqa: PTH208


def remove(name: str) -> None:
    if is_remote(name):
        system, path = _remote(name)
        system.rm_file(path)
    else:
        Path(name).unlink(missing_ok=True)


def read_if_there(name: str) -> bytes:
    try:
        with open_to_read(name) as stream:
            return stream.read()
    except FileNotFoundError:
        return b""
