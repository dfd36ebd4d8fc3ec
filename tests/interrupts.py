"""Programs that are interrupted while they work."""

from __future__ import annotations

import signal
import subprocess
import sys
import time


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
