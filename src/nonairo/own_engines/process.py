"""The process of an engine of the user's own, seen from this one: events, solutions, limits."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

from nonairo.engines.base import Run, Search
from nonairo.errors import LimitReached, OwnEngineError
from nonairo.events import Change
from nonairo.grid import Cell, Grid
from nonairo.own_engines.line_checks import broken_rule
from nonairo.own_engines.printed import Printed
from nonairo.own_engines.worker import Task
from nonairo.plain import brief
from nonairo.puzzle import Puzzle
from nonairo.workers.protocol import environment

CODE = "from nonairo.own_engines.worker import main; main()"
COMMAND = [sys.executable, "-P", "-c", CODE]
COUNTERS = ("checks", "rejected", "seconds.start")
MEMORY = 1 << 30  # bytes, where the user sets no limit
WAITING = 4096  # messages that the process may be ahead of who reads them
TICK = 0.05  # seconds between two looks at the clock
MOST_QUOTED = 100  # characters of a statement in an error
MOST_REMEMBERED = 100_000  # solutions, to notice one that comes twice


def search(path: str, text: str, puzzle: Puzzle, run: Run) -> Search:
    """Run the program in a process of its own, and give the solutions that it finds."""
    run.spend()
    nodes = run.budget.nodes_left()
    memory = run.budget.limits.memory
    task = Task(path, text, puzzle, run.observer is not None, nodes, memory or MEMORY)
    reader = Reader(path, text, puzzle, run)
    process = Process(task)
    try:
        for message in process.messages(run):
            yield from reader.read(message)
            if reader.ended:
                return
        raise OwnEngineError(f"{path}: its process ended ({_end(process.ended(run))})")
    finally:
        process.kill()


class Process:
    """A running worker."""

    def __init__(self, task: Task) -> None:
        self._printed = Printed(task.path)
        try:
            self.process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._printed.to,
                env=environment(),
                start_new_session=True,  # Ctrl-C is for us
            )
        finally:
            self._printed.started()
        self._task = task
        self._said: Queue[bytes | None] = Queue(WAITING)
        self._ear = Thread(target=self._listen, daemon=True)
        self._ear.start()

    def _listen(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(OSError):
            self.process.stdin.write(pickle.dumps(self._task))
            self.process.stdin.flush()
        for line in self.process.stdout:
            self._said.put(line)
        self._said.put(None)

    def messages(self, run: Run) -> Iterator[list[object]]:
        """Yield what the process says; raises LimitReached while it waits."""
        begin = time.perf_counter()
        while True:
            run.poll()
            with suppress(Empty):
                line = self._said.get(timeout=TICK)
                if line is None:
                    return
                message = json.loads(line)
                if message == ["ready"]:
                    run.took("seconds.start", time.perf_counter() - begin)
                    continue
                yield message

    def ended(self, run: Run) -> int:
        """Return the exit code; raises LimitReached while it waits: it may only say no more."""
        while True:
            run.poll()
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(TICK)

    def kill(self) -> None:
        """End the process and all that it has started, and close what belongs to it."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        while self._ear.is_alive():  # it may wait until there is space
            with suppress(Empty):
                self._said.get(timeout=TICK)
        with suppress(BrokenPipeError):
            self.process.__exit__(None, None, None)
        self._printed.wait()


class Reader:
    """Turns the messages of the process into events, counters, solutions and errors."""

    def __init__(self, path: str, text: str, puzzle: Puzzle, run: Run) -> None:
        self.path, self.lines = path, text.splitlines()
        self.puzzle, self.run = puzzle, run
        self.ended = False
        self._solutions: set[str] = set()

    def read(self, message: list[object]) -> Search:
        """Do what one message says; give a solution, or None where somebody watches."""
        run = self.run
        match message:
            case ["spent", int(nodes), int(rejected)]:
                self._count(nodes, rejected)
            case ["undo", int(nodes), int(rejected), line, int(depth), list(cells)]:
                self._count(nodes, rejected)
                place = self._changes(cells)
                alone = place[0][0] if len(place) == 1 else None
                run.emit("undo", depth, alone, place, line=_line(line))
                yield None
            case ["place", int(nodes), int(rejected), line, int(depth), list(cells), bool(ok), why]:
                self._count(nodes, rejected)
                if cells or not ok:
                    new = self._changes(cells)
                    about = new[0][0] if len(new) == 1 else None
                    why = None if why is None else str(why)
                    run.emit("place", depth, about, new, ok, why, line=_line(line))
                yield None
            case ["solution", int(nodes), int(rejected), line, str(cells)]:
                self._count(nodes, rejected)
                yield self._solution(cells, _line(line))
            case ["end", int(nodes), int(rejected)]:
                self._count(nodes, rejected)
                self.ended = True
                more = "further " if self._solutions else ""
                said = f"the engine ended: no {more}solution"
                run.emit("goal", 0, valid=False, criterion=said)
                run.remark = (
                    f"{self.path} reports that there is no {more}solution;"
                    " Nonairo checks only the solutions that it yields"
                )
            case ["limit", "memory"]:
                raise run.budget.limits._replace(memory=run.budget.limits.memory or MEMORY).reached(
                    "memory"
                )
            case ["limit", "nodes"]:
                raise self._out_of_nodes()
            case ["error", line, str(why), str(statement)]:
                raise self._error(_line(line), why, statement)
            case _:
                raise OwnEngineError(f"{self.path}: its process sent {brief(message)}")

    def _count(self, nodes: int, rejected: int) -> None:
        """Count what the process has counted; the first node is the search itself."""
        self.run.counters["checks"], self.run.counters["rejected"] = nodes, rejected
        self.run.spend(nodes + 1 - self.run.budget.nodes)

    def _out_of_nodes(self) -> LimitReached:
        budget = self.run.budget
        budget.nodes = budget.limits.nodes or 0
        self.run.counters["checks"] = max(budget.nodes - 1, 0)
        return budget.limits.reached("nodes")

    def _changes(self, cells: list[object]) -> tuple[Change, ...]:
        changes: list[Change] = []
        for cell in cells:
            match cell:
                case [int(position), str(symbol)]:
                    changes.append((Cell(*divmod(position, self.puzzle.width)), symbol))
        return tuple(changes)

    def _solution(self, cells: str, line: int | None) -> Grid:
        """Return a solution; refuse a grid that is none, and one that came before."""
        grid = Grid(self.puzzle.height, self.puzzle.width, cells)
        statement = self.lines[line - 1].strip() if line else ""
        why = broken_rule(self.puzzle, grid)
        if why is not None:
            raise self._error(line, f"this grid is no solution: {why}", statement)
        if cells in self._solutions:
            raise self._error(line, "this solution came before", statement)
        if len(self._solutions) < MOST_REMEMBERED:
            self._solutions.add(cells)
        self.run.emit("goal", self._depth(), valid=True, line=line)
        self.run.emit("solution", self._depth(), unknowns=0, line=line)
        return grid

    def _depth(self) -> int:
        return self.puzzle.givens.cells.count(".")

    def _error(self, line: int | None, why: str, statement: str) -> OwnEngineError:
        return OwnEngineError(mistake(self.path, line, why, statement))


def mistake(path: str, line: int | None, why: str, statement: str) -> str:
    """Return what is wrong in an engine, with the place; a long statement is cut.

    >>> mistake("my.py", 2, "TypeError", "  x = 1 + ''")
    "my.py line 2: TypeError, in: x = 1 + ''"
    """
    where = path if line is None else f"{path} line {line}"
    words = statement.strip()
    cut = words if len(words) <= MOST_QUOTED else f"{words[: MOST_QUOTED - 3]}..."
    return f"{where}: {why}" + (f", in: {cut}" if cut else "")


def _end(code: int) -> str:
    """How a process ended, from its exit code, which is negative after a signal."""
    with suppress(ValueError):  # a signal without a name
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return f"signal {-code}"


def _line(line: object) -> int | None:
    return line if isinstance(line, int) else None
