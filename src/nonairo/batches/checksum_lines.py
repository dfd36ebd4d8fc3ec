"""Lines of JSON with a checksum, written to the disk before anybody relies on them."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

CHECK = b', "check": "'


def digest(*texts: bytes) -> str:
    """Return a short checksum of texts that follow one another."""
    return sha256(b"".join(texts)).hexdigest()[:16]


def seal(data: dict[str, Any], header: bytes = b"") -> bytes:
    """Return a line with a checksum of itself and of the `header` of its file."""
    text = json.dumps(data).encode()[:-1]
    return text + CHECK + digest(header, text).encode() + b'"}\n'


def unseal(line: bytes, header: bytes = b"") -> dict[str, Any]:
    """Return the data of a sealed line; ValueError if it is not as it was written.

    >>> unseal(seal({"value": 72}))
    {'value': 72}
    >>> unseal(seal({"value": 72}).replace(b"72", b"73"))
    Traceback (most recent call last):
    ValueError: this line was changed: its checksum does not match
    """
    text, found, check = line.rpartition(CHECK)
    if not found or check != digest(header, text).encode() + b'"}\n':
        raise ValueError("this line was changed: its checksum does not match")
    return dict(json.loads(text + b"}"))


def write_all(file: BinaryIO, data: bytes) -> None:
    """Write to a file without a buffer: what fails now is not tried again when it is closed."""
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def sync(file: BinaryIO) -> None:
    """Return when what was written to a file is on the disk."""
    os.fsync(file.fileno())


def sync_folder(path: Path) -> None:
    """Return when the names of new files in a folder are on the disk, where a system can do it."""
    with suppress(OSError):  # Windows opens no folder
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
