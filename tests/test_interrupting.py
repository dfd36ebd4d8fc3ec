"""Ctrl-C at any moment: exit code 130, one line, nothing hangs; few tries, many with --full."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from random import Random

import pytest

LOOSE = "binairo:" + "/".join(["." * 30] * 30)
CLUES = "/".join(["2,1,1"] * 14)
COMMANDS = {
    "solve": ("solve", LOOSE, "--all", "--time-limit", "0"),
    "solve in parts": ("solve", LOOSE, "--all", "--workers", "2", "--time-limit", "0"),
    "count": ("count", LOOSE, "--time-limit", "0"),
    "explain": ("explain", f"nonogram:{CLUES};{CLUES}", "--time-limit", "0"),
    "grade": ("grade", LOOSE, "--time-limit", "0"),
    "repair": ("repair", LOOSE, "--time-limit", "0"),
    "generate": ("generate", "binairo", "20", "--level", "7", "--count", "50", "--seed", "1"),
    "compare": ("compare", LOOSE, "--time-limit", "5"),
    "practise": ("practise", "cases", "--count", "20"),
    "census": ("census", "12"),
}
LONGEST = 1.5  # seconds until the signal
# Python itself may lose a Ctrl-C while it starts; so the time begins with our program.
STARTED = "import sys, nonairo.__main__ as n; print('started', flush=True); sys.exit(n.main())"
BY_SIGNAL = -signal.SIGINT  # as a shell sees it, 130 likewise


def fault_of(words: tuple[str, ...], delay: float) -> str | None:
    """What is wrong with how a command ends that is interrupted after a while."""
    with subprocess.Popen(
        [sys.executable, "-c", STARTED, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            return "it goes on"
    told = err.strip().splitlines()[-1:]
    if "nonairo: interrupted" in told and process.returncode in (130, BY_SIGNAL):
        return "a traceback" if "Traceback" in err else None
    if process.returncode == 0 or ("Traceback" not in err and process.returncode == BY_SIGNAL):
        return None  # it was done, or had not begun
    early = "nonairo" not in err.partition("Traceback")[2]
    return None if early else f"{process.returncode}: {err}"  # else Python itself was starting


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
def test_a_command_may_be_interrupted_at_any_moment(full: bool) -> None:
    rng = Random(1)
    names = list(COMMANDS)
    for number in range(400 if full else 5):
        name = names[number % len(names)] if full else names[2 * number % len(names)]
        delay = LONGEST * rng.random() ** 2  # most happens in the beginning
        fault = fault_of(COMMANDS[name], delay)
        assert fault is None, f"{name} after {delay:.3f} s: {fault}"
