"""How a process ends: while threads are inside the core, after many Ctrl-C, in a subinterpreter."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from nonairo import native
from terminals import NONAIRO

DAEMONS = """
import sys, threading
import nonairo as nn
blank = nn.KINDS["binairo"].blank
small = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
def quick():
    while True:
        nn.solve(small)
def long():
    nn.count(blank(100, 100, "standard"))
def stream():
    for _ in nn.solutions(blank(10, 10, "standard")):
        pass
def batch():
    while True:
        nn.solve_batch("binairo", 10, 10, b"." * 200_000, threads=2)
inside = threading.Barrier(4)
def work():
    inside.wait()
    vars(sys.modules["__main__"])[sys.argv[1]]()
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
inside.wait()
for _ in range(20):
    nn.solve(small)
print("ends", flush=True)
"""


@pytest.mark.skipif(native.compiled is None, reason="threads are inside the core")
@pytest.mark.parametrize("work", ["quick", "long", "stream", "batch"])
def test_python_ends_while_threads_are_inside_the_core(work: str, full: bool) -> None:
    words = [sys.executable, "-c", DAEMONS, work]
    for _ in range(20 if full else 1):
        told = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (told.returncode, told.stdout, told.stderr) == (0, "ends\n", "")


LATER = """
import atexit
atexit.register(lambda: print(nn.solve_batch("binairo", 2, 2, b"0..." * 100, threads=2)[1][0]))
import os, nonairo as nn
assert nn.solve("nonogram:1;1").status == "unique"
if hasattr(os, "fork") and os.fork() == 0:
    os._exit(nn.count("nonogram:1/1;1/1").value)
print(os.waitstatus_to_exitcode(os.wait()[1]) if hasattr(os, "fork") else 2)
"""


def test_the_thread_that_ends_python_may_still_solve() -> None:
    words = [sys.executable, "-c", LATER]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, "2\n1\n", "")


SUBINTERPRETER = """
import sys
import nonairo as nn
before = nn.solve("nonogram:1/1;1/1").to_json()
interpreters = __import__(sys.argv[1])
other = interpreters.create()
for module in ("nonairo", "nonairo._core", "nonairo.native"):
    try:
        failed = interpreters.run_string(other, f"import {module}")
    except interpreters.RunFailedError as error:
        failed = error
    print(failed)
interpreters.destroy(other)
after = nn.solve("nonogram:1/1;1/1").to_json()
print(before["solutions"] == after["solutions"], nn.grade("binairo:0./..").level)
"""


def test_a_subinterpreter_is_refused_and_harms_nobody() -> None:
    name = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    pytest.importorskip(name)
    told = subprocess.run(
        [sys.executable, "-c", SUBINTERPRETER, name], capture_output=True, text=True, check=False
    )
    *refused, after = told.stdout.splitlines()
    assert (told.returncode, told.stderr, after) == (0, "", "True 2")
    assert len(refused) == 3
    assert all("nonairo does not work in a subinterpreter: use" in line for line in refused)


BLANK = "binairo:" + "/".join(["." * 30] * 30)
LONG = {  # in the core, and in Python; each begins with something that is printed at once
    "count": ["nonogram:1;1", BLANK, "--time-limit", "0"],
    "generate": ["binairo", "6", "--count", "100000", "--seed", "1"],
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of Unix")
@pytest.mark.parametrize("command", LONG)
def test_many_interrupts_end_a_command_with_one_line(command: str, full: bool) -> None:
    words = [*NONAIRO, command, *LONG[command]]
    for number in range(20 if full else 2):
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline()  # it is at the next one now
            while process.poll() is None:
                process.send_signal(signal.SIGINT)
                time.sleep(0.0002 * number)
            _, err = process.communicate()
        # Python's very last steps know of no handler: the next signal ends it, which is 130, too.
        assert process.returncode in (130, -signal.SIGINT)
        assert err == "nonairo: interrupted\n"
