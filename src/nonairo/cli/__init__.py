"""The `nonairo` command. To add a verb: write `cli/NAME.py` with a `COMMAND`, and list it here."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from io import UnsupportedOperation
from typing import TYPE_CHECKING, NoReturn

from nonairo.cli.base import BAD_INPUT, INTERRUPTED, Command, complain
from nonairo.cli.helping import Formatter
from nonairo.errors import NonairoError
from nonairo.kinds import KINDS
from nonairo.plain import did_you_mean, one_of
from nonairo.registry import Register

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: Register[Command] = Register(
    __name__,
    {
        "solve": "solve.COMMAND",
        "verify": "verify.COMMAND",
        "check": "check.COMMAND",
        "count": "count.COMMAND",
        "convert": "convert.COMMAND",
        "hint": "hint.COMMAND",
        "explain": "explain.COMMAND",
        "grade": "grade.COMMAND",
        "draw": "draw.COMMAND",
        "book": "book.COMMAND",
        "generate": "generate.COMMAND",
        "repair": "repair.COMMAND",
        "engines": "engines.COMMAND",
        "techniques": "techniques.COMMAND",
        "formats": "formats.COMMAND",
        "compare": "compare.COMMAND",
        "batch": "batch.COMMAND",
        "census": "census.COMMAND",
        "serve": "serve.COMMAND",
        "practise": "practise.COMMAND",
        "play": "play.COMMAND",
        "site": "site.COMMAND",
        "bench": "bench.COMMAND",
        "completion": "completion.COMMAND",
    },
)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with 2."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """As in argparse; but help that nobody gets to see is an error."""
        (file or sys.stderr).write(message)
        sys.stdout.flush()

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (see {self.prog} --help)")
        sys.exit(BAD_INPUT)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """As in argparse, with a likely name instead of all that there are."""
        names = list(map(str, action.choices or ()))
        if names and str(value) not in names:
            what = "/".join(action.option_strings) or action.metavar or action.dest
            raise argparse.ArgumentError(None, one_of(str(what), names, value, "--help"))

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """As in argparse; an option that is not known is told with one that is."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            verbs = [
                verb
                for action in self._actions
                if isinstance(action, argparse._SubParsersAction)
                for verb in action.choices.values()
            ]
            known = {flag for parser in (self, *verbs) for flag in parser._option_string_actions}
            flag = next((word for word in unknown if word.startswith("-")), unknown[0])
            name = flag.partition("=")[0]
            hint = did_you_mean(name, known) if name.startswith("--") else ""
            told = verbs[0] if len(verbs) == 1 else self  # the one command that was asked for
            told.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options


class Version(argparse.Action):
    """Prints the version and what the core runs on."""

    def __call__(self, *_: object) -> None:
        from nonairo import __version__
        from nonairo.native import version

        print(f"nonairo {__version__} ({version()}, Python {sys.version.split()[0]})")
        sys.exit(0)


def build_parser(names: Iterable[str]) -> argparse.ArgumentParser:
    """The parser of these commands."""
    parser = Parser(
        prog="nonairo",
        description="Solve, watch, explain, grade, make and convert grid puzzles: "
        + ", ".join(KINDS)
        + ".",
        epilog="nonairo COMMAND --help tells more. A puzzle is a file, - or a one-line id.",
        formatter_class=Formatter,
    )
    parser.add_argument(
        "-V", "--version", action=Version, nargs=0, help="show the version and exit"
    )
    verbs = parser.add_subparsers(
        dest="command", metavar="COMMAND", parser_class=Parser, prog=parser.prog
    )
    for name in names:
        command = COMMANDS[name]
        verb = verbs.add_parser(
            command.name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=command.examples and "examples:\n" + command.examples,
            formatter_class=Formatter,
        )
        command.arguments(verb)
        verb.set_defaults(run=command.run)
    return parser


def open_missing_streams() -> None:
    """Stand-ins for streams that were closed by whoever started us.

    There is nothing to read, and nobody to hear remarks; but who closed standard output shall not
    take a lost answer for one, so that its stand-in cannot be written to.
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
    words = sys.argv[1:] if argv is None else argv
    if words and words[0] == "help":  # as people ask elsewhere
        words = [*(word for word in words[1:2] if word != "help"), "--help"]
    # Who names a command needs no other: all of them together take longer to load than to solve.
    named = words[:1] if words and words[0] in COMMANDS else COMMANDS
    parser = build_parser(named)
    try:
        code = _run(parser, words)
        sys.stdout.flush()
        return code
    except NonairoError as error:
        complain(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader has gone, as in `nonairo ... | head`
        give_up_output()
        return 0
    except OSError as error:
        if error.filename is None:
            give_up_output()
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return BAD_INPUT


def _run(parser: argparse.ArgumentParser, words: Sequence[str]) -> int:
    try:
        arguments = parser.parse_args(words)
        if arguments.command is None:
            parser.print_help()
            return BAD_INPUT
        return _bounded(arguments)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else BAD_INPUT


def _bounded(arguments: argparse.Namespace) -> int:
    """Run the command, with as much memory as it may take."""
    memory = getattr(arguments, "memory_limit", None)
    run: Callable[[argparse.Namespace], int] = arguments.run
    if memory is None:
        return run(arguments)
    from nonairo.limits import supervised

    with supervised(memory_limit=memory):
        return run(arguments)
