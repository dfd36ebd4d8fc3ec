"""Commands that run in a terminal of their own, and what is seen there."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
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
    deadline = time.monotonic() + 300  # machines under test are busy
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


class Session:
    """A command in a terminal of its own, whose keyboard and screen are ours."""

    def __init__(
        self,
        arguments: list[str],
        keyboard: bool = True,
        lines: int = 40,
        columns: int = 100,
        command: list[str] = NONAIRO,
    ) -> None:
        self.screen, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        keep = {k: v for k, v in os.environ.items() if k not in ("LINES", "COLUMNS")}
        stdin = self.theirs if keyboard else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*command, *arguments], stdin=stdin, stdout=self.theirs, stderr=self.theirs,
            env=keep | {"TERM": "xterm"},
        )  # fmt: skip
        self.shown = ""

    def resize(self, lines: int, columns: int) -> None:
        """Change the size and notify the command, as a terminal does."""
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def see(self, text: str, seconds: float = 20) -> None:
        """Wait until the text is on the screen, after what was seen before."""
        start, deadline = len(self.shown), time.monotonic() + seconds
        while text not in self.shown[start:]:
            assert time.monotonic() < deadline, self.shown[-2000:]
            self.read(0.2)

    def read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.screen], [], [], seconds)
        if ready:
            self.shown += os.read(self.screen, 65536).decode("utf-8", "replace")
        return bool(ready)

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def end(self) -> int:
        """The exit code; the terminal must be as it was."""
        deadline = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < deadline:
            self.read(0.1)
        while self.read(0.1):
            pass
        assert termios.tcgetattr(self.theirs) == self.before
        return self.process.wait(timeout=1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.screen)
        os.close(self.theirs)
