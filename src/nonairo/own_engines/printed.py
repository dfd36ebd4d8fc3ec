"""What an engine of the user's own prints: passed on to standard error, up to a limit."""

from __future__ import annotations

import os
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from threading import Thread

MOST = 100_000  # bytes of one run, about 2,000 lines
LAST_WORDS = 1.0  # seconds for what was printed last, where something keeps the pipe open


class Printed:
    """A pipe for standard error of a process, and a thread that passes on what comes."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._from, self.to = os.pipe()
        self._thread = Thread(target=self._pass_on, daemon=True)
        self._thread.start()

    def started(self) -> None:
        """The process has its end of the pipe; ours would keep the pipe open."""
        os.close(self.to)

    def wait(self) -> None:
        """Return when all that was printed is passed on."""
        self._thread.join(LAST_WORDS)

    def _pass_on(self) -> None:
        decoder, size = getincrementaldecoder("utf-8")("replace"), 0
        while data := os.read(self._from, 1 << 16):
            shown = data[: max(0, MOST - size)]
            size += len(data)
            text = decoder.decode(shown)
            if shown != data and size - len(data) <= MOST:
                text += f"\nnonairo: {self._path} prints more than {MOST:,} bytes:"
                text += " the rest is not shown\n"
            if text and sys.stderr is not None:
                with suppress(OSError, ValueError):  # it is closed, or nobody reads it
                    sys.stderr.write(text)
                    sys.stderr.flush()
        os.close(self._from)
