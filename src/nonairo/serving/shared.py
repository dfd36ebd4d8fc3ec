"""Memory that all processes of a server share: what they count, and how often addresses have asked.

    key (32 bytes) | numbers of each process | times of addresses

Every number is written by one process only, so that nothing has to be locked; who wants the sum
reads all. Times of addresses are written by all: a lost update lets one more request through.
"""

from __future__ import annotations

import mmap
import os
import secrets
from tempfile import TemporaryFile

KEY = 32  # bytes, a multiple of 8
ADDRESSES = 1 << 16  # as many times; addresses with the same hash share one


class Shared:
    """The memory of a server of so many processes, each of which counts `size` numbers."""

    def __init__(self, processes: int, size: int, file: int | None = None) -> None:
        """Make it, or with a file descriptor use what another process has made."""
        self.processes = processes
        self.size = size
        self.file = _file() if file is None else file
        length = KEY + 8 * (processes * size + ADDRESSES)
        if file is None:
            os.truncate(self.file, length)
        self._memory = mmap.mmap(self.file, length)
        if file is None:
            self._memory[:KEY] = secrets.token_bytes(KEY)
        self.key = bytes(self._memory[:KEY])
        numbers = memoryview(self._memory)[KEY:].cast("d")
        self.times = numbers[processes * size :]
        self.numbers = [numbers[k * size : (k + 1) * size] for k in range(processes)]


def _file() -> int:
    """A file that is nowhere on the disk, or nowhere in a folder."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("nonairo")
    with TemporaryFile() as file:
        return os.dup(file.fileno())
