"""The `nonairo` command. To add a verb: write `cli/NAME.py` with a `COMMAND`, list it in summaries.

summaries.py            the commands and what each does, for the help
base.py                 what a command is, exit codes, the loop over puzzles
parsing.py              options and their values
puzzle_arguments.py     the puzzles and grids that arguments name
terminal_output.py      everything that is printed; text_wrapping.py: prose and tables in its width
progress.py             progress on a terminal; keyboard.py: keys, for `watch`
executors.py            `--workers` and `--dask`: where work is done
puzzle_output.py        puzzles as output; drafts.py, pictures.py: files of any sort
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from errno import ENOMEM
from io import UnsupportedOperation

from nonairo.cli.base import BAD_INPUT, INTERRUPTED, LIMIT_HIT, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.summaries import GROUPS, SUMMARIES
from nonairo.cli.terminal_output import colours, complain
from nonairo.errors import ArgumentError, LimitReached, NonairoError
from nonairo.kinds import KINDS
from nonairo.memory import NO_MEMORY, check_memory
from nonairo.registry import Register

COMMANDS: Register[Command] = Register(__name__, {name: f"{name}.COMMAND" for name in SUMMARIES})
WITHOUT_COMMANDS = ((), ("-h",), ("--help",), ("-V",), ("--version",))  # words that need none


class Version(argparse.Action):
    """Prints the version and what the core runs on."""

    def __call__(self, *_: object) -> None:
        from nonairo import __version__
        from nonairo.native import version

        print(f"nonairo {__version__} ({version()}, Python {sys.version.split()[0]})")
        sys.exit(0)


class Heading(argparse.Action):
    """A line above a group of commands in the help."""

    def __init__(self, text: str) -> None:
        super().__init__([], "", metavar=f"\n  {text}:")

    def __call__(self, *_: object) -> None:
        """Do nothing: it is never an argument."""


def build_parser(names: Iterable[str], *, bare: bool = False) -> Parser:
    """The parser of these commands; a `bare` one knows their names, and none of their options."""
    parser = Parser(
        prog="nonairo",
        description=f"Solve, explain, grade, make and play grid puzzles: {', '.join(KINDS)}.",
        epilog="A puzzle is a file, - for standard input, or a one-line id.\n"
        "nonairo COMMAND --help shows the options and examples of a command.",
    )
    parser.add_argument(
        "-V", "--version", action=Version, nargs=0, help="show the version and exit"
    )
    verbs = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=Parser, prog=parser.prog,
        title="commands", help="one of these:",
    )  # fmt: skip
    headings = {next(iter(group)): heading for heading, group in GROUPS.items()}
    for name in names:
        if name in headings:
            verbs._choices_actions.append(Heading(headings[name]))
        summary = SUMMARIES[name]
        if bare:
            verbs.add_parser(name, help=summary)
            continue
        command = COMMANDS[name]
        verb = verbs.add_parser(
            command.name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=command.examples and "examples:\n" + command.examples,
        )
        command.arguments(verb)
        verb.colours()
        verb.set_defaults(run=command.run)
    return parser


def open_missing_streams() -> None:
    """Replace standard streams that the caller has closed.

    Nothing is read, and messages are dropped; but a lost answer is an error, so the replacement of
    standard output cannot be written to.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            access = os.O_RDONLY if name == "stdout" else os.O_RDWR
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode))


def give_up_output() -> None:
    """Nothing more is written to standard output, not even what waits in its buffer."""
    with suppress(UnsupportedOperation):  # what is no file has no buffer, either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without these letters shows '?'
    warnings.showwarning = lambda message, *_: complain(f"warning: {message}")
    words = sys.argv[1:] if argv is None else argv
    if words and words[0] == "help":  # as people ask elsewhere
        words = [*(word for word in words[1:2] if word != "help"), "--help"]
    words = _command_first(words)
    # One command needs no other: all of them together take longer to load than to solve.
    named = words[:1] if words and words[0] in COMMANDS else COMMANDS
    parser = build_parser(named, bare=tuple(words) in WITHOUT_COMMANDS)
    try:
        code = _run(parser, words)
        sys.stdout.flush()
        return code
    except LimitReached as limit:
        complain(limit)
        return LIMIT_HIT
    except NonairoError as error:
        complain(f"--{error}" if isinstance(error, ArgumentError) else error)
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader has gone, as in `nonairo ... | head`
        give_up_output()
        return 0
    except OSError as error:
        if error.errno == ENOMEM:  # a process, a thread or a file that the system has no memory for
            return starved()
        if error.filename is None:
            give_up_output()
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return BAD_INPUT
    except (MemoryError, SystemError) as error:
        check_memory(error)  # which holds all that the work held: it is dropped first
    return starved()


def _command_first(words: Sequence[str]) -> Sequence[str]:
    """Move `--color WHEN` behind the command, where its parser reads it.

    >>> _command_first(["--color", "never", "solve", "x"])
    ['solve', '--color', 'never', 'x']
    """
    if words and words[0].startswith("--color="):
        return [*words[1:2], words[0], *words[2:]]
    if words and words[0] == "--color":
        return [*words[2:3], *words[:2], *words[3:]]
    return words


def starved() -> int:
    """Say that memory has run out; gives the exit code."""
    complain(NO_MEMORY)
    return LIMIT_HIT


def _run(parser: Parser, words: Sequence[str]) -> int:
    try:
        arguments = parser.parse_args(words)
        if arguments.command is None:
            parser.print_help()
            return BAD_INPUT
        with colours(arguments.color):
            return _bounded(arguments)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else BAD_INPUT


def _bounded(arguments: argparse.Namespace) -> int:
    """Run the command, with as much memory as it may take."""
    memory = getattr(arguments, "memory_limit", None)
    run: Callable[[argparse.Namespace], int] = arguments.run
    if memory is None:
        return run(arguments)
    from nonairo.limits import Limits, supervised

    with supervised(Limits(memory=memory)):
        return run(arguments)
