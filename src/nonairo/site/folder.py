"""A site into a folder: all of it, or nothing.

Files with hashes in their names come first: a site that stands there goes on working. Then
index.html changes over to them, and what only the former site had goes last.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.serving.static import INDEX
from nonairo.site.contents import MANIFEST, OFFLINE

LAST = (INDEX, OFFLINE, MANIFEST)  # in this order


def write_site(folder: Path, found: Mapping[str, bytes]) -> None:
    """Write the files of a site; into a new or empty folder, or over a former site."""
    try:
        _write(folder, found)
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(reason, path=str(folder)) from None


def _write(folder: Path, found: Mapping[str, bytes]) -> None:
    former = former_files(folder)
    early = [path for path in found if path not in LAST]
    changes: list[WrittenPath] = []
    try:
        for path in (*early, *LAST):
            _put(folder / path, found[path], changes)
    except BaseException:
        for change in reversed(changes):
            _undo(change)
        raise
    for path in former - set(found):
        _remove(folder, path)


def former_files(folder: Path) -> set[str]:
    """The files of the site that stands in a folder; refused where something else does."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise FormatError("expected a folder, found a file", path=str(folder))
    if not any(folder.iterdir()):
        return set()
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        listed = {path for path in manifest["files"] if manifest["nonairo"] and _inside(path)}
    except (OSError, ValueError, KeyError, TypeError):
        expected = "expected an empty folder or an earlier site"
        raise FormatError(f"{expected}, found other files", path=str(folder)) from None
    return listed | {MANIFEST}


def _inside(path: str) -> bool:
    """Whether it names a file below the folder, and nothing above it."""
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path


class WrittenPath(NamedTuple):
    """A file or folder that was written, and what it was before: None if it was not there."""

    target: Path
    before: bytes | None


def _put(target: Path, body: bytes, changes: list[WrittenPath]) -> None:
    """One file, whole or not at all; notes what it changes."""
    for each in reversed(target.parents):
        if not each.exists():
            each.mkdir()
            changes.append(WrittenPath(each, None))
    before = target.read_bytes() if target.exists() else None
    if before != body:
        _replace(target, body)
        changes.append(WrittenPath(target, before))


def _replace(target: Path, body: bytes) -> None:
    beside = target.with_name(target.name + ".part")
    try:
        beside.write_bytes(body)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _undo(change: WrittenPath) -> None:
    with suppress(OSError):  # what led here may hinder this, too
        if change.before is not None:
            _replace(change.target, change.before)
        elif change.target.is_dir():
            change.target.rmdir()
        else:
            change.target.unlink()


def _remove(folder: Path, path: str) -> None:
    """One file, and the folders that it leaves empty."""
    target = folder / path
    target.unlink(missing_ok=True)
    for each in target.parents:
        if each == folder or not each.is_dir() or any(each.iterdir()):
            return
        each.rmdir()
