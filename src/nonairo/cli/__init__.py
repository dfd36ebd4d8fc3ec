"""The `nonairo` command. To add a verb: write `cli/NAME.py` with a `COMMAND`, and list it here."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from nonairo.cli import (
    bench,
    check,
    completion,
    convert,
    count,
    engines,
    explain,
    formats,
    generate,
    grade,
    hint,
    repair,
    solve,
    techniques,
)
from nonairo.cli.base import BAD_INPUT, INTERRUPTED, Command, complain
from nonairo.errors import NonairoError

COMMANDS: tuple[Command, ...] = (
    solve.COMMAND,
    check.COMMAND,
    count.COMMAND,
    convert.COMMAND,
    hint.COMMAND,
    explain.COMMAND,
    grade.COMMAND,
    generate.COMMAND,
    repair.COMMAND,
    engines.COMMAND,
    techniques.COMMAND,
    formats.COMMAND,
    bench.COMMAND,
    completion.COMMAND,
)


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        complain(f"{message} (see {self.prog} --help)")
        sys.exit(BAD_INPUT)


class Version(argparse.Action):
    """Prints the version and what the core runs on."""

    def __call__(self, *_: object) -> None:
        from nonairo import __version__
        from nonairo.native import version

        print(f"nonairo {__version__} ({version()}, Python {sys.version.split()[0]})")
        sys.exit(0)


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = Parser(
        prog="nonairo",
        description="Solve, watch, explain, grade, make and convert Binairo and Nonograms.",
        epilog="nonairo COMMAND --help tells more. A puzzle is a file, - or a one-line id.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and exit")
    verbs = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for command in COMMANDS:
        verb = verbs.add_parser(
            command.name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=command.examples and "examples:\n" + command.examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.arguments(verb)
        verb.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without these letters shows '?'
    parser = build_parser()
    try:
        arguments = parser.parse_args(argv)
        if arguments.command is None:
            parser.print_help()
            return BAD_INPUT
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else BAD_INPUT
    except NonairoError as error:
        complain(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader has gone, as in `nonairo ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return BAD_INPUT
    return code
