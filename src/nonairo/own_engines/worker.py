"""The process in which an engine of the user's own runs: it checks grids, counts, and reports.

It gets one task on standard input (a pickle), and ends when standard input is closed. It writes
lines, each a list in JSON:

    ready                                   the package is loaded
    spent NODES REJECTED                    every now and then
    undo NODES REJECTED LINE DEPTH CELLS    for who watches: cells that were cleared,
    place NODES REJECTED LINE DEPTH CELLS HOLDS WHY   cells that were filled, and the verdict
    solution NODES REJECTED LINE CELLS      what was yielded
    end NODES REJECTED
    limit NAME                              nodes or memory
    error LINE MESSAGE STATEMENT            a mistake in the user's code
"""

from __future__ import annotations

import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from threading import Thread
from types import FrameType, TracebackType
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from nonairo.errors import NonairoError
from nonairo.grid import UNKNOWN, Grid
from nonairo.limits import memory_used
from nonairo.own_engines.line_checks import LineChecks
from nonairo.plain import shown
from nonairo.puzzle import Puzzle

Say: TypeAlias = Callable[..., None]
Cells: TypeAlias = list[tuple[int, str]]  # positions in reading order, and what is in them now

BETWEEN = 0.05  # seconds between two reports
OFTEN = 32  # checks between two looks at the clock
DEEPEST = 10_000  # calls inside each other


class Task(NamedTuple):
    """What to do: the program and its path, the puzzle, whether somebody watches, the limits."""

    path: str
    text: str
    puzzle: Puzzle
    observed: bool
    nodes: int | None  # checks that are allowed
    memory: int  # bytes


class Misuse(Exception):
    """The user's code passes something that is not a grid, or returns no solutions."""


class OutOfNodes(BaseException):
    """The checks are used up; no `except Exception` of the user may catch it."""


class Check:
    """What the user's engine calls with a grid: does it break a rule so far?

    It has the puzzle as `puzzle`, and its `height` and `width`.
    """

    def __init__(self, task: Task, say: Say) -> None:
        self.puzzle = task.puzzle
        self.height, self.width = task.puzzle.height, task.puzzle.width
        self._lines = LineChecks(task.puzzle)
        self._symbols = set(task.puzzle.symbols + UNKNOWN)
        self._task = task
        self._say = say
        self._seen = task.puzzle.givens.cells  # what who watches sees
        self._givens = self._seen.count(UNKNOWN)
        self._due = time.monotonic() + BETWEEN
        self.nodes = self.rejected = 0

    def __call__(self, grid: object) -> bool:
        """Return whether the grid breaks no rule so far."""
        cells = self.cells(grid)
        self.nodes += 1
        if self._task.nodes is not None and self.nodes > self._task.nodes:
            raise OutOfNodes
        why = self._lines.reason_against(cells)
        self.rejected += why is not None
        if self._task.observed:
            self.show(cells, line_of(self._task.path, sys._getframe(1)), why is None, why)
        elif self.nodes % OFTEN == 0 and time.monotonic() >= self._due:
            self._due = time.monotonic() + BETWEEN
            self._say("spent", self.nodes, self.rejected)
        return why is None

    def cells(self, grid: object) -> str:
        """Return the cells of a grid as one text, row after row."""
        if isinstance(grid, list | tuple):
            with suppress(TypeError):  # not text: perhaps numbers
                rows = ["".join(row) for row in grid]
                fits = len(rows) == self.height and all(len(row) == self.width for row in rows)
                if fits and self._symbols.issuperset(cells := "".join(rows)):
                    return cells
        try:
            return Grid.like(self.puzzle.givens, grid, self.puzzle.symbols).cells  # type: ignore[arg-type]
        except NonairoError as error:
            raise Misuse(f"expected a grid, a list of {self.height} rows: {error}") from None

    def show(self, cells: str, line: int | None, holds: bool, why: str | None = None) -> None:
        """Report by how much a grid differs from the one that was shown last."""
        before = self._seen
        changed = [k for k, (old, new) in enumerate(zip(before, cells, strict=True)) if old != new]
        gone: Cells = [(k, UNKNOWN) for k in changed if before[k] != UNKNOWN]
        new: Cells = [(k, cells[k]) for k in changed if cells[k] != UNKNOWN]
        about = (self.nodes, self.rejected, line)
        if gone:
            self._say("undo", *about, self._depth(before), gone)
        self._say("place", *about, self._depth(cells), new, holds, why)
        kept = dict(gone) | (dict(new) if holds else {})
        self._seen = "".join(kept.get(k, symbol) for k, symbol in enumerate(before))

    def _depth(self, cells: str) -> int:
        return self._givens - cells.count(UNKNOWN)


def line_of(path: str, frame: FrameType | None) -> int | None:
    """Return the line of the user's code that called us."""
    while frame is not None and frame.f_code.co_filename != path:
        frame = frame.f_back
    return None if frame is None else frame.f_lineno


def line_of_yield(path: str, found: object) -> int | None:
    """Return the line at which a generator, or the innermost one it yields from, has stopped."""
    line = None
    while (frame := getattr(found, "gi_frame", None)) is not None:
        line = frame.f_lineno if frame.f_code.co_filename == path else line
        found = getattr(found, "gi_yieldfrom", None)
    return line


def line_of_error(path: str, error: BaseException) -> int | None:
    """Return the last line of the user's code on the way to an error."""
    line = None
    at: TracebackType | None = error.__traceback__
    while at is not None:
        line = at.tb_lineno if at.tb_frame.f_code.co_filename == path else line
        at = at.tb_next
    return line


def run(task: Task, say: Say) -> None:
    """Load the user's program, and report what its function `solve` yields."""
    check = Check(task, say)
    try:
        _search(task, check, say)
        say("end", check.nodes, check.rejected)
    except OutOfNodes:
        say("limit", "nodes")
    except MemoryError:
        say("limit", "memory")
    except BrokenPipeError:  # nobody listens
        pass
    except BaseException as error:
        line = line_of_error(task.path, error)
        if isinstance(error, SyntaxError) and error.filename == task.path:
            line = error.lineno
        message = str(error) if isinstance(error, Misuse) else _named(error)
        lines = task.text.splitlines()
        statement = lines[line - 1].strip() if line and line <= len(lines) else ""
        say("error", line, message, statement)


def _named(error: BaseException) -> str:
    text = " ".join(str(error).split())[:300]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _search(task: Task, check: Check, say: Say) -> None:
    names: dict[str, Any] = {"__name__": Path(task.path).stem, "__file__": task.path}
    exec(compile(task.text, task.path, "exec"), names)  # that is what it is for
    solve = names["solve"]
    found = solve([list(row) for row in task.puzzle.givens.rows()], check)
    if not isinstance(found, Iterable) or isinstance(found, str | bytes):
        line = solve.__code__.co_firstlineno if hasattr(solve, "__code__") else None
        advice = f"solve returned {shown(found)}; it must yield each solution"
        say("error", line, advice, "")
        raise BrokenPipeError
    for grid in found:
        line = line_of_yield(task.path, found)
        try:
            cells = check.cells(grid)
        except Misuse as error:
            statement = task.text.splitlines()[line - 1].strip() if line else ""
            say("error", line, f"a solution is not a grid: {error}", statement)
            raise BrokenPipeError from None
        if task.observed:
            check.show(cells, line, holds=True)
        say("solution", check.nodes, check.rejected, line, cells)


def main() -> None:
    """Read the task, and do it with streams that the user's code cannot disturb."""
    with os.fdopen(os.dup(0), "rb") as pipe, os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        _set_apart()
        task: Task = pickle.load(pipe)  # from the process that started this one
        _end_with_parent(pipe)
        Thread(target=_wait_for_end, args=[pipe], daemon=True).start()
        _limit_memory(task.memory)
        sys.setrecursionlimit(DEEPEST)
        sys.path.insert(0, str(Path(task.path).resolve().parent))

        def say(*words: object) -> None:
            out.write(json.dumps(words) + "\n")
            out.flush()

        say("ready")
        run(task, say)
        out.flush()
        os._exit(0)  # threads of the user's code are not waited for


def _set_apart() -> None:
    """Standard input is empty for the user's code, and what it prints goes to standard error."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def _end_with_parent(pipe: BinaryIO) -> None:
    """Let the system end us, and what the user's code starts, when the pipe from the parent closes.

    A thread cannot do that while code in C, such as `sum(range(10**13))`, keeps the interpreter.
    """
    with suppress(ImportError, AttributeError, OSError):  # not on every system
        import fcntl

        if os.getpgrp() == os.getpid():  # else others would end too
            fcntl.fcntl(pipe, fcntl.F_SETOWN, -os.getpgrp())
            flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
            fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)  # SIGIO ends a process


def _wait_for_end(pipe: BinaryIO) -> None:
    while pipe.read(1):
        pass
    os._exit(1)  # the parent has gone


def _limit_memory(number: int) -> None:
    """Allow so many bytes more than now, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        used = max(pages * resource.getpagesize(), memory_used())
        resource.setrlimit(resource.RLIMIT_AS, (used + number, used + number))
