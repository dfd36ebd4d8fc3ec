"""What the commands share: arguments that name puzzles, exit codes, lists."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from nonairo.cli.folding import wrapped
from nonairo.cli.screen import print_table, terminal_width
from nonairo.errors import FormatError, NonairoError, PuzzleError
from nonairo.files import loads, parse, records
from nonairo.formats import detect, parse_name
from nonairo.kinds import from_id, meant_kind, split_id
from nonairo.plain import likeliest, visible
from nonairo.puzzle import Puzzle

ANSWERED, VIOLATED, BAD_INPUT, LIMIT_HIT, INTERRUPTED = 0, 1, 2, 3, 130
DEFAULT_SECONDS = 60.0
MOST_FILES = 2000  # of a folder that a mistyped name is looked for in

Item = TypeVar("Item")


class HasJson(Protocol):
    """What can be listed: it says what it is as data."""

    def to_json(self) -> dict[str, object]: ...


Listed = TypeVar("Listed", bound=HasJson)


@dataclass(frozen=True, slots=True)
class Command:
    """A verb of the command line. One file in `cli/`, one entry in `COMMANDS`."""

    name: str
    summary: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    examples: str = ""


def print_json(record: object) -> None:
    """One object on a line of its own, at once."""
    import json  # most people read no JSON, and pay for its start-up all the same

    print(json.dumps(record), flush=True)


def complain(message: object) -> None:
    """One line on standard error; on a terminal folded between words."""
    remark(_for_stderr(f"nonairo: {visible(str(message))}"))


def remark(text: str) -> None:
    """Lines on standard error. Where nobody can hear them they change neither answer nor code."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def add_puzzles(parser: argparse.ArgumentParser, many: bool = True) -> None:
    """The argument(s) that name puzzles, and how their format is told."""
    if many:
        parser.add_argument(
            "puzzles",
            metavar="PUZZLE",
            nargs="*",
            help="a file, - for standard input, or an id such as binairo:0..0/..0./..../.1.0",
        )
    else:
        parser.add_argument("puzzle", metavar="PUZZLE", help="a file, - or an id")
    parser.add_argument("--format", metavar="F", help="the format of files (default: by content)")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object a line, for machines")


def add_theme(parser: argparse.ArgumentParser) -> None:
    """The colours of pictures."""
    from nonairo.render.themes import THEMES

    parser.add_argument(
        "--theme",
        metavar="T",
        choices=tuple(THEMES),
        default="light",
        help=f"the colours of pictures: {', '.join(THEMES)} (default: light)",
    )


def add_limits(
    parser: argparse.ArgumentParser, usual: float = DEFAULT_SECONDS, what: str = "each puzzle"
) -> None:
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=seconds,
        default=usual,
        help=f"seconds for {what} (default: {usual:g}; 0: no limit)",
    )
    parser.add_argument(
        "--memory-limit",
        metavar="B",
        type=size_in_bytes,
        help="bytes for tables, clauses and solutions, such as 500M or 2G (default: 1 GiB of the"
        " core's)",
    )


def seconds(text: str) -> float | None:
    """A time limit; 0 means none."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e9:
        raise argparse.ArgumentTypeError(f"expected seconds, found {text!r}")
    return number or None


UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MEGABYTE = 1 << 20  # what a plain number means where megabytes are asked for


def size_in_bytes(text: str, plain: int = 1) -> int:
    """A limit of memory: bytes, or thousands, millions and so on of them.

    A number without K, M, G or T counts `plain` bytes each.

    >>> size_in_bytes("500M"), size_in_bytes("2g"), size_in_bytes("1T"), size_in_bytes("4096")
    (500000000, 2000000000, 1000000000000, 4096)
    """
    suffix = text[-1:].upper()
    digits, unit = (text[:-1], UNITS[suffix]) if suffix in UNITS else (text, plain)
    if not (digits.isascii() and digits.isdigit() and int(digits[:LONGEST_NUMBER]) > 0):
        expected = "bytes" if plain == 1 else "megabytes, or a size"
        raise argparse.ArgumentTypeError(f"expected {expected}, as in 500M, found {text!r}")
    return min(int(digits[:LONGEST_NUMBER]) * unit, LARGEST_NUMBER)


def megabytes(text: str) -> int:
    """The same where a plain number means megabytes.

    >>> megabytes("2"), megabytes("2M")
    (2097152, 2000000)
    """
    return size_in_bytes(text, MEGABYTE)


LONGEST_NUMBER = 40  # digits
LARGEST_NUMBER = 2**63 - 1


def filled(text: str) -> str:
    """A name or a grid that is not empty, as it is where a script's variable was never set."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"expected a value, found {text!r}")
    return text


def positive(text: str) -> int:
    """A whole number of at least 1."""
    if not (text.isascii() and text.isdigit() and int(text[:LONGEST_NUMBER]) > 0):
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {text!r}")
    return min(int(text[:LONGEST_NUMBER]), LARGEST_NUMBER)  # nobody waits for more than that


def whole(text: str) -> int:
    """A whole number."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(
            f"expected a whole number of at most {LONGEST_NUMBER} digits, found {text!r}"
        )
    return int(text)


def is_id(argument: str) -> bool:
    """Whether an argument is a puzzle's id rather than the name of a file."""
    return split_id(argument) is not None


def is_bare(argument: str) -> bool:
    """Whether an argument is the rows of a Binairo, and not the name of a file that exists."""
    return bool(argument) and not set(argument) - set("01./") and not os.path.exists(argument)  # noqa: PTH110


ONE_LINERS = ("puzzlink", "unruly", "pattern", "puzzle-nonograms", "puzzle-binairo")


def named_puzzle(argument: str, format: str | None) -> Puzzle | None:
    """The puzzle of a one-line id of others, such as an address; None for the name of a file."""
    if argument in ("", "-") or os.path.exists(argument):  # noqa: PTH110
        return None
    try:
        if (format or detect(argument).format.name) in ONE_LINERS:
            return parse(argument, format)
    except FormatError:
        pass  # that there is no such file says more
    return None


def puzzles_of(arguments: Sequence[str], format: str | None) -> Iterator[Puzzle | NonairoError]:
    """The puzzles that the arguments name, one by one, with errors in the places of bad ones."""
    if not arguments:
        if sys.stdin.isatty():
            yield FormatError("expected a PUZZLE: a file, - or an id; see --help")
            return
        arguments = ["-"]
    if format is not None:
        parse_name(format)  # a wrong one is told once, and not for every file
    for argument in arguments:
        try:
            if is_id(argument):
                yield from_id(argument)
            elif format is None and is_bare(argument):
                yield from [from_id(f"binairo:{argument}")] if "/" in argument else loads(argument)
            elif (named := named_puzzle(argument, format)) is not None:
                yield named
            else:
                yield from records(argument, format)
        except PuzzleError as error:  # of an id: which one it was is said where there are several
            yield FormatError(str(error), path=argument) if len(arguments) > 1 else error
        except FormatError as error:
            yield FormatError(f"{error.message}{_meant(argument)}", line=error.line,
                              column=error.column, path=error.path)  # fmt: skip


class Readable:
    """The puzzles that the arguments name; bad ones are complained of, and the code tells."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.code = ANSWERED  # so far
        self._puzzles = puzzles_of(options.puzzles, options.format)

    def __iter__(self) -> Iterator[Puzzle]:
        for puzzle in self._puzzles:
            if isinstance(puzzle, NonairoError):
                complain(puzzle)
                self.code = BAD_INPUT
            else:
                yield puzzle


def _meant(argument: str) -> str:
    """The kind that somebody meant who wrote `binaro:1./..`; nothing where it is plainly a file."""
    if os.path.exists(argument):  # noqa: PTH110
        return ""
    return meant_kind(argument) or _meant_file(argument)


def _meant_file(argument: str) -> str:
    """The file that somebody meant who mistyped a part of its name."""
    found = ""
    for part in argument.split("/"):
        path = f"{found}{part}"
        if not os.path.exists(path or "/"):  # noqa: PTH110
            try:
                names = os.listdir(found or ".")[:MOST_FILES]  # noqa: PTH208
            except OSError:
                return ""
            path = f"{found}{likeliest(part, names) or part}"
        found = f"{path}/"
    meant = found.removesuffix("/")
    return f"; did you mean {meant}?" if os.path.exists(meant) else ""  # noqa: PTH110


def print_note(note: str, hang: int = 0) -> None:
    """What has to be known of an answer: not a part of it, so on standard error."""
    sys.stdout.flush()
    remark(_for_stderr(visible(note), hang))


def _for_stderr(text: str, hang: int = 0) -> str:
    """A line for a program, or for a person as wide as the terminal."""
    return "\n".join(wrapped(text, terminal_width(2), hang)) if sys.stderr.isatty() else text


def lister(
    register: Mapping[str, Listed],
    headings: Sequence[str],
    row: Callable[[Listed], Sequence[str]],
    spare: Sequence[str] = (),
) -> Callable[[argparse.Namespace], int]:
    """What a command does that lists the members of a register, as a table or as JSON."""

    def run(options: argparse.Namespace) -> int:
        if options.json:
            for item in register.values():
                print_json(item.to_json())
        else:
            print_table(headings, map(row, register.values()), spare)
        return ANSWERED

    return run
