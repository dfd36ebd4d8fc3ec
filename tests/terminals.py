"""Commands that run in a terminal of their own, and what is seen there."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping

NONAIRO = [sys.executable, "-m", "nonairo"]


def in_terminal(
    arguments: list[str], lines: int, columns: int, more: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Exit code and screen output of a command that runs in a terminal of this size."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    keep = {k: v for k, v in os.environ.items() if k not in ("LINES", "COLUMNS", "NO_COLOR")}
    environment = keep | {"TERM": "xterm-256color"} | dict(more or {})
    process = subprocess.Popen(
        [*NONAIRO, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([ours], [], [], 1)
        if ready:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            shown += chunk
    os.close(ours)
    return process.wait(timeout=60), shown.decode()


def without_colours(shown: str) -> str:
    """The same without colours and emphasis."""
    return re.sub(r"\x1b\[[0-9;]*m", "", shown)
