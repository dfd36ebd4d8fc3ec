"""Groebner bases: the puzzle as polynomials over F2, whose common zeros are its solutions.

The third method of P. H. Utomo and R. H. Makarim, "Solving a Binary Puzzle", Mathematics in
Computer Science 11 (2017): a cell is a variable with x^2 = x; for three neighbours xyz = 0 and
(x+1)(y+1)(z+1) = 0; for a line of 2m cells the product of any m+1 cells, and that of their
complements, is 0; for two lines the product of all (x_i + y_i + 1) is 0; a given c is x + c = 0.
BRiAl (PolyBoRi), which they used, computes the basis in the degree-lexicographic order (extra
`groebner`), and all solutions are read off it.

It runs in a process of its own, `groebner_worker`: a computation in BRiAl cannot be interrupted,
may need any amount of memory, and gives up by ending its process. A time limit kills it; the memory
it may have is limited; both end in `unknown`, by name.

What to expect: boards with one solution up to 12x12 (a minute or two). The basis grows with the
number of solutions: a 6x6 board with some hundred can already be too much. Solutions come in
the order of BRiAl's set.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from math import comb
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread

from nonairo.engines.base import Engine, Run, Search
from nonairo.engines.binairo_rules import other_rules
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import Grid
from nonairo.limits import free_memory, in_gigabytes, memory_kills
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule

WORKER = [sys.executable, "-P", str(Path(__file__).with_name("groebner_worker.py"))]
MOST_MEMORY = 4 * 2**30  # bytes that the process may have, or what is free if that is less
MOST_POLYNOMIALS = 1_000_000
WAITING = 4096  # lines that the process may be ahead of who reads the solutions
KILLED = -9  # the end of a process that the system, or somebody, killed
TICK = 0.05  # seconds between two looks at the clock


def search(puzzle: Puzzle, run: Run) -> Search:
    """Ask the process for polynomials, basis and solutions, and keep to the limits meanwhile."""
    missing = absent()
    if missing is not None:
        raise EngineError(missing)
    number = polynomials(puzzle)
    if number > MOST_POLYNOMIALS:
        raise LimitReached(
            f"groebner would need more than {MOST_POLYNOMIALS:,} polynomials", "size"
        )
    run.spend()
    memory = min(MOST_MEMORY, free_memory() or MOST_MEMORY)
    begin = time.perf_counter()
    for word, *values in _lines(question(puzzle, memory), memory, run):
        match word:
            case "polynomials":
                seconds = float(values[1])
                run.counters["polynomials"] = int(values[0])
                run.took("seconds.start", time.perf_counter() - begin - seconds)
                run.took("seconds.prepare", seconds)
            case "basis":
                run.counters["basis"] = int(values[0])
                run.took("seconds.solve", float(values[1]))
            case "solution":
                yield Grid(puzzle.height, puzzle.width, values[0])
            case "missing":
                raise EngineError(f"{INSTALL} ({' '.join(values)})")
            case "memory":
                raise LimitReached(_too_little(memory), "memory")
            case _:
                return


def absent() -> str | None:
    """How to get BRiAl, where it is not installed."""
    return INSTALL if find_spec("sage") is None else None


INSTALL = "engine groebner needs BRiAl: pip install 'nonairo[groebner]'"


def polynomials(puzzle: Puzzle) -> int:
    """How many polynomials there will be."""
    number = sum(symbol != "." for symbol in puzzle.givens.cells)
    for rules, length in ((puzzle.row_rules, puzzle.width), (puzzle.col_rules, puzzle.height)):
        for rule in rules:
            assert isinstance(rule, Balanced)
            number += 2 * max(0, length - rule.longest)
            number += comb(length, rule.zeros + 1) + comb(length, rule.ones + 1)
        if puzzle.distinct:
            number += comb(len(rules), 2)
    return number


def question(puzzle: Puzzle, memory: int) -> str:
    """What the process is told."""

    def numbers(rules: tuple[LineRule, ...]) -> list[tuple[int, int, int]]:
        return [(r.zeros, r.ones, r.longest) for r in rules if isinstance(r, Balanced)]

    return json.dumps(
        {
            "height": puzzle.height,
            "width": puzzle.width,
            "givens": puzzle.givens.cells,
            "distinct": puzzle.distinct,
            "rows": numbers(puzzle.row_rules),
            "columns": numbers(puzzle.col_rules),
            "memory": memory,
        }
    )


def _lines(asked: str, memory: int, run: Run) -> Iterator[list[str]]:
    """What the process says, line by line, in words; it is killed when nobody listens any more."""
    # No crash report of the signal library: it would start a debugger.
    environment = {**os.environ, "CYSIGNALS_CRASH_NDEBUG": "1"}
    kills = memory_kills()
    with (
        TemporaryFile() as complaints,
        subprocess.Popen(
            WORKER,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            env=environment,
            text=True,
            start_new_session=True,  # Ctrl-C is ours to hear
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        said: Queue[str | None] = Queue(WAITING)
        ear = Thread(target=_listen, args=(process.stdout, said), daemon=True)
        ear.start()
        try:
            process.stdin.write(asked + "\n")
            process.stdin.flush()
            while (line := _next(said, run)) is not None:
                yield line.split()
            if process.wait() != 0:
                complaints.seek(0)
                starved = process.returncode == KILLED and memory_kills() > kills
                raise _gave_up(process.returncode, complaints.read(), memory, starved=starved)
        except BrokenPipeError:
            raise EngineError("engine groebner: its process did not start") from None
        finally:
            process.kill()
            while ear.is_alive():  # it may wait for room
                with suppress(Empty):
                    said.get(timeout=TICK)


def _listen(stream: Iterator[str], said: Queue[str | None]) -> None:
    for line in stream:
        said.put(line)
    said.put(None)


def _next(said: Queue[str | None], run: Run) -> str | None:
    """The next line, None after the last; raises LimitReached while it waits."""
    while True:
        run.poll()
        try:
            return said.get(timeout=TICK)
        except Empty:
            continue


def _gave_up(
    code: int, complaints: bytes, memory: int, *, starved: bool
) -> LimitReached | EngineError:
    """Why the process ended without an answer; `starved`: the system kills for want of memory."""
    text = complaints.decode("utf-8", "replace")
    if "matrix-size exceeded" in text:
        return LimitReached("BRiAl's largest matrix is too small for this puzzle", "memory")
    if starved or any(word in text for word in ("MemoryError", "bad_alloc", "out of memory")):
        return LimitReached(_too_little(memory), "memory")
    if code < 0:
        return EngineError(f"engine groebner: its process was killed (signal {-code})")
    last = (text.strip().splitlines() or ["without a word"])[-1]
    return EngineError(f"engine groebner: its process failed: {last:.200}")


def _too_little(memory: int) -> str:
    return f"{in_gigabytes(memory)} of memory were too little for the Groebner basis"


ENGINE = Engine(
    name="groebner",
    summary="polynomials over F2 and their Groebner basis, by BRiAl (extra groebner)",
    search=search,
    refusal=other_rules,
    absent=absent,
    counters=("polynomials", "basis", "seconds.start", "seconds.prepare", "seconds.solve"),
    traces=False,
)
