"""Where commands that make puzzles write them: one by one, as soon as each is there."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from types import TracebackType
from typing import BinaryIO

from nonairo.cli.base import positive
from nonairo.cli.convert import numbered, open_bytes
from nonairo.cli.screen import print_grid
from nonairo.errors import FormatError, LimitReached
from nonairo.formats import named_format
from nonairo.formats.base import ANYTHING, Format
from nonairo.limits import SUPPOSITIONS
from nonairo.puzzle import Puzzle
from nonairo.writing import dumpb, format_for


def add_output(parser: argparse.ArgumentParser) -> None:
    """Where puzzles are written, and how."""
    parser.add_argument("--to", metavar="F", help="the format to write (see nonairo formats)")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write")


def add_budget(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument("--budget", metavar="N", type=positive, help=help)


def add_suppositions(parser: argparse.ArgumentParser) -> None:
    """How many things an explanation may suppose."""
    parser.add_argument(
        "--budget",
        metavar="N",
        type=_suppositions,
        default=SUPPOSITIONS,
        help=f"suppositions for each puzzle (default: {SUPPOSITIONS:,}; 0: no limit)",
    )


def _suppositions(text: str) -> int | None:
    """A budget; 0 means none."""
    return None if text == "0" else positive(text)


def raised_by(limit: LimitReached) -> str:
    """How to go further: what bounds a proof of the core is not for the caller to move."""
    options = {"time": "--time-limit S", "nodes": "--budget N", "memory": "--memory-limit B"}
    option = options.get(limit.limit)
    return f"; {option} raises it" if option else ""


def reached(limit: str | None) -> str:
    """The limit that ended an explanation or a grade, and how to go further, if one can."""
    again = ""
    if limit is not None and " s was" in limit:
        again = "; --time-limit S raises it (0: none)"
    elif limit is not None and " nodes was" in limit:
        again = "; --budget N raises it (0: none)"
    return f"{limit or 'the limit was reached'}{again}"


class Output:
    """Puzzles for a terminal, a pipe or a file. What was made is written, whatever happens then.

    Without a format: pictures on a terminal; else `text` for one puzzle that it can hold, and ids
    for several, or JSON Lines if solutions are wanted.
    A file in a format that holds one puzzle becomes several files: x.txt, x-2.txt,
    x-3.txt ...
    """

    def __init__(
        self, format: str | None, path: str | None, count: int, solutions: bool = False
    ) -> None:
        self.path = None if path in (None, "-") else path
        self.drawn = format is None and path is None and sys.stdout.isatty()
        self.chosen = format is None and self.path is None  # by us: nobody asked for it
        if format is None and self.path is not None:
            format = format_for(self.path)
        self.several = "jsonl" if solutions else "id"  # what we choose where text does not do
        self.format = named_format(format or ("text" if count == 1 else self.several))
        if solutions and not self.drawn and not _shows_solution(self.format):
            raise FormatError(f"format {self.format.name} cannot hold the solutions that --solution"
                              " asks for: choose jsonl or text")  # fmt: skip
        if self.format.write is None:
            raise FormatError(f"format {self.format.name} is only read, not written")
        if count > 1 and not self.format.several and self.path is None and not self.drawn:
            raise FormatError(f"format {self.format.name} holds one puzzle a file: choose jsonl or"
                              " id, or name a file with -o")  # fmt: skip
        self.number = 0
        self._waiting: list[Puzzle] = []  # for formats that are written at once
        self._opened = ExitStack()
        self._stream: BinaryIO | None = None

    @property
    def tells_seed(self) -> bool:
        """Whether a reader can see from which seed a puzzle was made."""
        return self.drawn or ANYTHING in self.format.holds

    def __enter__(self) -> Output:
        return self

    def add(self, puzzle: Puzzle, whole: Puzzle | None = None) -> None:
        """Write a puzzle; `whole` is the one with its solution, for formats that are pictures."""
        self.number += 1
        if self.chosen and not _can_hold(self.format, puzzle):
            self.format = named_format(self.several)
        if self.format.needs_solution and whole is not None:
            puzzle = whole
        if self.drawn:
            print_grid(puzzle, puzzle.solution)
            told = [
                f"{name} {puzzle.extra[name]}" for name in ("level", "seed") if name in puzzle.extra
            ]
            print(puzzle.id, *filter(None, [", ".join(told)]), sep="\n", end="\n\n", flush=True)
        elif self.format.by_line:
            self._put(puzzle)
        elif self.format.several:
            self._waiting.append(puzzle)
        else:
            self._alone(puzzle)

    def _put(self, puzzle: Puzzle) -> None:
        if self._stream is None:
            self._stream = self._opened.enter_context(open_bytes(self.path))
        self._stream.write(dumpb(puzzle, self.format.name))
        self._stream.flush()

    def _alone(self, puzzle: Puzzle) -> None:
        path = self.path
        if path is not None and self.number > 1:
            path = str(numbered(path, self.number))
        with open_bytes(path) as out:
            out.write(dumpb(puzzle, self.format.name))
            out.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if self._waiting:
                with open_bytes(self.path) as out:
                    out.write(dumpb(self._waiting, self.format.name))
                    out.flush()
        finally:
            self._opened.close()


def _can_hold(format: Format, puzzle: Puzzle) -> bool:
    """Whether nothing but metadata is lost."""
    if format.kinds is not None and puzzle.kind not in format.kinds:
        return False
    return all(loss.metadata for loss in format.losses(puzzle))


def _shows_solution(format: Format) -> bool:
    """Whether a reader of the format sees the solution."""
    return format.needs_solution or "solution" in format.holds or ANYTHING in format.holds
