"""What a command is: its name, its arguments and what it does; exit codes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from nonairo.cli.parsing import BAD_USAGE, Parser
from nonairo.cli.terminal_output import complain, print_json, print_table
from nonairo.errors import LimitReached, NonairoError
from nonairo.puzzle import Puzzle

MORE_TIME = "Allow more time with --time-limit S (0: no limit)"
MORE_MEMORY = "Allow more memory with --memory-limit B"
CHECK_TYPED = "check what was typed; nonairo explain shows where it breaks"  # without a solution

ANSWERED, VIOLATED, BAD_INPUT, LIMIT_HIT, INTERRUPTED = 0, 1, BAD_USAGE, 3, 130


def raised_by(limit: str | None, nodes: str = "", memory: str = MORE_MEMORY) -> str:
    """Return, as a further sentence, the option that raises a limit; nothing if none does.

    >>> raised_by("memory"), raised_by("patience")
    ('. Allow more memory with --memory-limit B', '')
    """
    more = {"time": MORE_TIME, "nodes": nodes, "memory": memory}.get(limit or "")
    return f". {more}" if more else ""


class HasJson(Protocol):
    """What can be listed: it returns itself as data."""

    def to_json(self) -> dict[str, object]: ...


Listed = TypeVar("Listed", bound=HasJson)


@dataclass(frozen=True, slots=True)
class Command:
    """A verb of the command line. One file in `cli/`, one entry in `SUMMARIES`."""

    name: str
    arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]
    examples: str = ""


def lister(
    register: Mapping[str, Listed],
    headings: Sequence[str],
    row: Callable[[Listed], Sequence[str]],
    spare: Sequence[str] = (),
) -> Callable[[argparse.Namespace], int]:
    """Return what a command does that lists the members of a register, as a table or as JSON."""

    def run(options: argparse.Namespace) -> int:
        if options.json:
            for item in register.values():
                print_json(item.to_json())
        else:
            print_table(headings, map(row, register.values()), spare)
        return ANSWERED

    return run


def for_each(
    puzzles: Iterable[Puzzle | NonairoError],
    work: Callable[[int, Puzzle], int],
    prefix: str = "",
    apart: bool = False,
) -> int:
    """Do the work for each puzzle, numbered from 1, and return the highest exit code.

    An error in place of a puzzle, or while it is worked on, is reported after the `prefix`, in
    which {} is the number of the puzzle; the others go on. Results that are set `apart` have a
    blank line between them.
    """
    code, blank_line = ANSWERED, ""
    for number, puzzle in enumerate(puzzles, 1):
        try:
            if isinstance(puzzle, NonairoError):
                raise puzzle
            print(blank_line, end="")
            blank_line = "\n" if apart else ""
            code = max(code, work(number, puzzle))
            sys.stdout.flush()
        except NonairoError as error:
            complain(f"{prefix.format(number)}{error}")
            code = max(code, LIMIT_HIT if isinstance(error, LimitReached) else BAD_INPUT)
    return code
