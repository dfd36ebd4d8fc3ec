"""Programs that are interrupted while they work."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from servers import children


def let_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Wait until a process and its children have used so much processor time; or it has ended."""
    ticks = seconds * os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        if sum(map(ticks_of, [process.pid, *children(process.pid)])) >= ticks:
            return
        time.sleep(0.01)


def ticks_of(pid: int) -> int:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0
    return sum(map(int, stat.rpartition(")")[2].split()[11:15]))


def interrupted(program: str) -> str:
    """What a program writes to stderr when Ctrl-C comes a while after it has printed `ready`."""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        try:
            _, told = child.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            child.kill()  # else its end would be waited for
            raise
    return told.rstrip()
