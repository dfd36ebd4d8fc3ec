"""Solvers that are programs of their own, for comparison where they are installed.

* Simon Tatham's Unruly and Pattern (Debian: sgt-puzzles). They solve without guessing, so what they
  solve has one solution, and the rest they give up.
* pbnsolve by Jan Wolter, with a search, for nonograms.

Times are processor times of the child, so that other load does not matter.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from nonairo.bench.peers import PeerAnswer
from nonairo.errors import FormatError
from nonairo.puzzle import FrozenDict, Puzzle
from nonairo.writing import dumps

GAMES = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games"))  # Debian's place
REPEATS = (100, 1_000, 10_000, 100_000)  # of what takes microseconds, until all take
LONG_ENOUGH = 0.05  # seconds
TATHAM = {"binairo": ("sgt-unruly", "unruly"), "nonogram": ("sgt-pattern", "pattern")}
PBNSOLVE = "pbnsolve"
WORDS = {"unique": 1, "multiple": 2, "contradiction": 0, "contradition": 0}  # as it is spelt


class Ended(NamedTuple):
    """How a program ended: its exit code, what it wrote, and its processor time."""

    code: int
    output: str
    seconds: float


def found(program: str) -> str | None:
    """The path of a program, if it is installed."""
    return shutil.which(program, path=GAMES)


def run(command: Sequence[str], patience: float) -> Ended | None:
    """Run a program to its end; None if it takes longer on the clock than `patience`."""
    import resource  # of Unix, as these programs are

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=patience, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Ended(done.returncode, done.stdout, seconds)


def written(puzzle: Puzzle, form: str) -> str | None:
    """The bare puzzle in this format; None if the format does not have such puzzles."""
    bare = replace(puzzle, solution=None, title=None, author=None, source=None, extra=FrozenDict())
    try:
        return dumps(bare, form)
    except FormatError:
        return None


def tatham(puzzle: Puzzle, time_limit: float) -> PeerAnswer | None:
    """The time of one solve inside the game of Tatham's collection; None if it has no such game.

    The game is asked to solve the same puzzle many times, and once more only to read it so often:
    the difference is the time of solving.
    """
    program, form = TATHAM.get(puzzle.kind, ("", ""))
    path = found(program) if program else None
    text = written(puzzle, form) if path else None
    if path is None or text is None:
        return None
    answer = PeerAnswer(None, time_limit)
    for repeats in REPEATS:
        command = [path, "--generate", str(repeats)]
        reading = run([*command, text.strip()], time_limit)
        solving = run([*command, "--test-solve", text.strip()], time_limit)
        if reading is None or solving is None:
            break  # on a busy machine; fewer repeats must do
        if solving.code:
            return PeerAnswer(None, solving.seconds)
        seconds = max(solving.seconds - reading.seconds, 0.0)
        answer = PeerAnswer(1, seconds / repeats)
        if seconds >= LONG_ENOUGH:
            break
    return answer


def pbnsolve(puzzle: Puzzle, time_limit: float) -> PeerAnswer | None:
    """The time of a whole run of pbnsolve, which checks that the solution is unique."""
    path = found(PBNSOLVE)
    text = written(puzzle, "non") if path else None
    if path is None or text is None:
        return None
    with TemporaryDirectory(prefix="nonairo-") as folder:
        file = Path(folder) / "puzzle.non"
        file.write_text(text, encoding="utf-8")
        ended = run([path, "-u", "-b", str(file)], time_limit)
    if ended is None:
        return PeerAnswer(None, time_limit)
    words = re.findall("[a-z]+", ended.output)
    return PeerAnswer(next((WORDS[word] for word in words if word in WORDS), None), ended.seconds)


def tatham_version() -> str:
    """The version that the games print of themselves."""
    path = next(filter(None, (found(program) for program, _ in TATHAM.values())), None)
    ended = run([path, "--version"], 10.0) if path else None
    version = re.search(r"Version (\S+)", ended.output) if ended else None
    return version[1] if version else ""
