"""Where commands that make puzzles write them: one by one, as soon as each is there."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from types import TracebackType

from nonairo.cli.base import MORE_TIME, raised_by
from nonairo.cli.drafts import new_numbered, numbered, open_bytes
from nonairo.cli.terminal_output import print_grid
from nonairo.errors import FormatError, LimitReached, blaming
from nonairo.formats import named_format
from nonairo.formats.base import ANYTHING, Format
from nonairo.puzzle import Puzzle
from nonairo.safe_files import Draft
from nonairo.writing import dumpb, format_for, refuse_unreadable


def with_advice(limit: LimitReached) -> str:
    """The limit that ended a generator, and how to go further, if one can."""
    return f"{limit}{raised_by(limit.limit, 'Allow more search steps with --budget N')}"


def reached(limit: str | None) -> str:
    """The limit that ended an explanation or a grade, and how to go further, if one can."""
    again = ""
    if limit is not None and " s was" in limit:
        again = f". {MORE_TIME}"
    elif limit is not None and (" suppositions was" in limit or " nodes was" in limit):
        again = ". Allow more with --budget N (0: no limit)"
    return f"{limit or 'the limit was reached'}{again}"


def writable_format(name: str | None, path: str | None, usual: str = "text") -> Format:
    """Return the format of an output; raise FormatError if it or its folder cannot be written."""
    if name is None and path is not None:
        name = format_for(path)
    found = named_format(name or usual)
    if found.write is None:
        raise FormatError(f"format {found.name} can be read but not written")
    if path is not None:
        with blaming(path):
            os.stat(os.path.join(os.path.dirname(os.path.realpath(path)), ""))  # noqa: PTH116, PTH118, PTH120
    return found


def file_of(path: str | None) -> str | None:
    """Return the file that -o names; None for standard output."""
    return None if path == "-" else path


class PuzzleWriter:
    """Puzzles for a terminal, a pipe or a file. What was made is written, whatever happens then.

    Without a format: pictures on a terminal; else `text` for one puzzle that it can hold, and ids
    for several, or JSON Lines if solutions are wanted.
    A file in a format that holds one puzzle becomes several files: x.txt, x-2.txt,
    x-3.txt ..., of which only the first may exist before.

    A file that exists is replaced when all puzzles are there (`complete`); until
    then, and if it never is, what was made is in another file beside it.
    """

    def __init__(
        self, format: str | None, path: str | None, count: int, solutions: bool = False
    ) -> None:
        self.path = file_of(path)
        self.drawn = format is None and path is None and sys.stdout.isatty()
        self.chosen = format is None and self.path is None  # by us, not by the user
        self.several = "jsonl" if solutions else "id"  # what we choose where text does not do
        usual = "text" if count == 1 else self.several
        self.format = writable_format(format, self.path, usual)  # before anything is made
        if solutions and not self.drawn and not _shows_solution(self.format):
            raise FormatError(f"format {self.format.name} cannot store solutions (--solution):"
                              " choose jsonl or text")  # fmt: skip
        if count > 1 and not self.format.several and self.path is None and not self.drawn:
            raise FormatError(f"format {self.format.name} stores one puzzle per file: choose jsonl"
                              " or id, or name a file with -o")  # fmt: skip
        if self.path is not None and not self.format.several:
            for number in range(2, count + 1):
                new_numbered(self.path, number, count)
        self.number = 0
        self.count = count
        self._waiting: list[Puzzle] = []  # for formats that are written at once
        self._opened = ExitStack()
        self._size = 0  # of these, in bytes
        self.complete = True
        self._draft: Draft | None = None

    @property
    def shows_seed(self) -> bool:
        """Whether a reader can see from which seed a puzzle was made."""
        return self.drawn or ANYTHING in self.format.holds

    def __enter__(self) -> PuzzleWriter:
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
            known = [name for name in ("level", "seed") if name in puzzle.extra]
            about = ", ".join(f"{name} {puzzle.extra[name]}" for name in known)
            print(puzzle.id, *filter(None, [about]), sep="\n", end="\n\n", flush=True)
        elif self.format.by_line:
            self._put(puzzle)
        elif self.format.several:
            self._size += len(dumpb(puzzle, self.format.name))
            refuse_unreadable(self.format, self._size)  # what waits is written all the same
            self._waiting.append(puzzle)
        else:
            self._alone(puzzle)

    def _put(self, puzzle: Puzzle) -> None:
        if self._draft is None:
            self._draft = self._opened.enter_context(open_bytes(self.path, keep=True))
        self._draft.write(dumpb(puzzle, self.format.name))
        self._draft.flush()

    def _alone(self, puzzle: Puzzle) -> None:
        path = self.path
        if path is not None and self.number > 1:
            path = str(numbered(path, self.number, self.count))
        self._write([puzzle], path, complete=True)

    def _write(self, puzzles: list[Puzzle], path: str | None, complete: bool) -> None:
        with open_bytes(path, keep=True) as draft:
            draft.complete = complete
            draft.write(dumpb(puzzles, self.format.name))
            draft.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        complete = self.complete and error is None
        with self._opened:
            if self._draft is not None:
                self._draft.complete = complete
            if self._waiting:
                self._write(self._waiting, self.path, complete)


def _can_hold(format: Format, puzzle: Puzzle) -> bool:
    """Whether nothing but metadata is lost."""
    if format.kinds is not None and puzzle.kind not in format.kinds:
        return False
    return all(loss.metadata for loss in format.losses(puzzle))


def _shows_solution(format: Format) -> bool:
    """Whether a reader of the format sees the solution."""
    return format.needs_solution or "solution" in format.holds or ANYTHING in format.holds
