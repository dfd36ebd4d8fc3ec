"""The file of `solve --trace`: events as they come, up to so many, and in the end what it cost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TextIO

from nonairo.cli.base import complain
from nonairo.errors import blaming
from nonairo.events import Event, after
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.results import Result
from nonairo.tracing import json_line, paragraph, preface, summary


@contextmanager
def trace_file(path: str, engine: str, most: int | None) -> Iterator[TraceFile]:
    """A trace that is open for writing; `-` is standard output."""
    if path == "-":
        yield TraceFile(sys.stdout, path, engine, most)
        return
    with blaming(path):
        out = Path(path).open("w", encoding="utf-8")  # noqa: SIM115  # closed below
    try:
        yield TraceFile(out, path, engine, most)
    finally:
        with blaming(path):
            out.close()


class TraceFile:
    """Writes what an engine does, for machines or for people, puzzle after puzzle."""

    def __init__(self, out: TextIO, path: str, engine: str, most: int | None) -> None:
        self.out = out
        self.path = path
        self.machines = path.endswith(".jsonl")
        self.engine = engine
        self.most = most
        self.between = ""

    def begin(self, puzzle: Puzzle) -> Callable[[Event], None]:
        """An observer for the events of a puzzle; past the limit it only says so, once."""
        if not self.machines:
            self._put(self.between + preface(puzzle, self.engine))
            self.between = "\n"
        grid = puzzle.givens

        def write(event: Event) -> None:
            nonlocal grid
            if self.most is not None and event.step > self.most:
                if event.step > self.most + 1:
                    return
                event = self._cut(event)
            grid = after(grid, event)
            if self.machines:
                self._put(json_line(puzzle, self.engine, event))
            else:
                self._put("\n" + paragraph(puzzle, event, grid))

        return write

    def _put(self, text: str) -> None:
        with blaming(self.path) if self.path != "-" else nullcontext():
            self.out.write(text)

    def _cut(self, event: Event) -> Event:
        """Instead of the first event that is too many: that the trace stops, and nothing else."""
        stopped = f"the trace stops after {many(self.most or 0, 'event')}; the engine goes on"
        complain(f"{stopped} (--max-events N for more, 0 for all)")
        return Event("limit", event.step, event.depth, criterion=stopped)

    def end(self, result: Result) -> None:
        """What it came to, for people; machines ask for --json."""
        if not self.machines:
            self._put("\n" + summary(result))
