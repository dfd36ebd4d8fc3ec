"""The file of `solve --trace`: events as they come, up to so many, and in the end what it cost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonairo.cli.drafts import open_bytes
from nonairo.cli.terminal_output import complain
from nonairo.engines import OWN
from nonairo.events import Event, after
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.results import Result
from nonairo.tracing import json_line, paragraph, preface, summary


@contextmanager
def trace_file(path: str, engine: str, most: int | None) -> Iterator[TraceFile]:
    """Open a trace for writing; `-` is standard output.

    A file that exists is replaced only if the trace is `complete` in the end.
    """
    if path == "-":
        yield TraceFile(sys.stdout.write, path, engine, most)
        return
    with open_bytes(path, keep=True) as draft:
        record = TraceFile(lambda text: draft.write(text.encode()), path, engine, most)
        yield record
        draft.complete = record.complete
    if draft.replaces and not draft.complete and draft.left is None:
        complain(f"{path} was not changed: there was nothing to write")


class TraceFile:
    """Writes what an engine does, for machines or for people, puzzle after puzzle."""

    def __init__(
        self, put: Callable[[str], object], path: str, engine: str, most: int | None
    ) -> None:
        self._put = put
        self.machines = path.endswith(".jsonl")
        self.engine = engine
        self.most = most
        self.between = ""
        self.complete = True  # no puzzle was refused

    def begin(self, puzzle: Puzzle, symbols: str | None = None) -> Callable[[Event], None]:
        """Return an observer for the events of a puzzle; past the limit it only says so, once.

        `symbols` is how the cells of grids are drawn for people.
        """
        if not self.machines:
            self._put(self.between + preface(puzzle, self.engine, symbols))
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
                self._put("\n" + paragraph(puzzle, event, grid, symbols))

        return write

    def _cut(self, event: Event) -> Event:
        """Instead of the first event that is too many: that the trace stops, and nothing else."""
        stopped = f"the trace stops after {many(self.most or 0, 'event')}; the engine continues"
        complain(f"{stopped} (--max-events N for more, 0 for all)")
        return Event("limit", event.step, event.depth, criterion=stopped)

    def end(self, result: Result) -> None:
        """What it came to, for people; machines ask for --json."""
        if not self.machines:
            self._put("\n" + summary(result, backtracks=not result.engine.endswith(OWN)))
