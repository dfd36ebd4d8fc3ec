"""The arguments of commands: a parser with the options that commands share, and their values."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from nonairo.cli.terminal_output import AUTO, COLOUR_WISHES, complain, terminal_width
from nonairo.cli.text_wrapping import wrapped
from nonairo.limits import SUPPOSITIONS
from nonairo.plain import brief, did_you_mean, shown

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

BAD_USAGE = 2
DEFAULT_SECONDS = 60.0
ALL = 0  # what `--pick all` stands for
UNITS = {"K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
MEGABYTE = 1 << 20  # what a plain number means where an option takes megabytes
TOO_LONG = re.compile(r"(\S{40})[^\s']{60,}")  # a word, in a message
DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.ASCII | re.IGNORECASE)
LONGEST_NUMBER = 40  # digits
MOST_CHOICES = 12  # in a message
LARGEST_FACTOR = 100
LARGEST_NUMBER = 2**63 - 1


class Parser(argparse.ArgumentParser):
    """Reports mistakes in one line with exit code 2, and has the options that commands share."""

    def __init__(self, **about: Any) -> None:
        super().__init__(formatter_class=Formatter, **about)

    def option(
        self,
        usage: str,
        help: str,
        type: Callable[[str], object] | None = None,
        default: object = None,
        *,
        choices: Sequence[object] | None = None,
        required: bool = False,
        to: argparse._ActionsContainer | None = None,
    ) -> None:
        """Add an option, written as the help shows it: `-o --output OUT`, or `--json` for a flag.

        It is added `to` a group of options, or to the parser itself. Without a `type` or choices,
        its value is any text that is not empty.
        """
        names = [word for word in usage.split() if word.startswith("-")]
        metavar = usage.split()[-1]
        type = type or (str if choices else filled)
        if metavar in names:
            (to or self).add_argument(*names, action="store_true", help=help)
        else:
            (to or self).add_argument(
                *names, metavar=metavar, help=help, type=type, default=default, choices=choices,
                required=required,
            )  # fmt: skip

    def puzzles(self, many: bool = True) -> None:
        """The argument(s) that name puzzles, and their format."""
        if many:
            several = "a file, - for standard input, or an id such as binairo:0..0/..0./..../.1.0"
            self.add_argument("puzzles", metavar="PUZZLE", nargs="*", help=several)
        else:
            self.add_argument(
                "puzzle", metavar="PUZZLE", help="a file, - for standard input, or an id"
            )
        self.option("--format F", "the format of files (default: detected)")
        self.strict()

    def strict(self) -> None:
        """Whether only known formats are read."""
        self.option("--strict", "accept only known formats, not free-form text")

    def pick(self, several: bool = True, usual: str = "") -> None:
        ranges = ", a range such as 2-4, or all" if several else ""
        self.option("--pick N", f"the number of a puzzle in the file{ranges}{usual}", picked_number)

    def json(self) -> None:
        self.option("--json", "print one JSON object per line")

    def limits(self, usual: float = DEFAULT_SECONDS, what: str = "each puzzle") -> None:
        time = f"seconds for {what} (default: {usual:g}; 0: no limit)"
        self.option("--time-limit S", time, seconds, usual)
        memory = "memory for tables, clauses and solutions: bytes, or a size such as 500M"
        self.option("--memory-limit B", f"{memory} (default: 1 GiB in the core)", size_in_bytes)

    def suppositions(self) -> None:
        """The number of suppositions that an explanation may make."""
        most = f"try at most N suppositions per puzzle (default: {SUPPOSITIONS:,}; 0: no limit)"
        self.option("--budget N", most, positive_or_none, SUPPOSITIONS)

    def budget(self, help: str) -> None:
        self.option("--budget N", help, positive)

    def workers(self, what: str = "the number of worker processes") -> None:
        self.option("--workers N", f"{what} (default: one process)", positive)
        dask = "the scheduler of a Dask cluster, such as tcp://host:8786 (needs the extra cluster)"
        self.option("--dask ADDRESS", dask)

    def parts(self) -> None:
        self.workers("split each puzzle over N processes")

    def output(self) -> None:
        """The file that puzzles are written to, and its format."""
        self.option("--to F", "the format to write (see nonairo formats)")
        several = (
            "the file to write; if the format stores one puzzle, the others go to OUT-2, OUT-3 ..."
        )
        self.option("-o --output OUT", several)

    def symbols(self) -> None:
        """The signs of cells in grids that are printed."""
        signs = "the characters for 0 and 1, in this order, such as 01, .# or .@"
        self.option("--symbols S", f"{signs} (#. and @. are read as .# and .@)")

    def colours(self) -> None:
        """Add the option that turns colours on or off."""
        when = "auto (default), always (even when piped, laid out as on a terminal) or never"
        self.option("--color WHEN", f"use colours: {when}", default=AUTO, choices=COLOUR_WISHES)

    def theme(self) -> None:
        """The colours of pictures."""
        from nonairo.render.themes import THEMES

        colours = f"the colours of pictures: {', '.join(THEMES)} (default: light)"
        self.option("--theme T", colours, default="light", choices=tuple(THEMES))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """As in argparse; but help that cannot be written is an error."""
        (file or sys.stderr).write(message)
        sys.stdout.flush()

    def error(self, message: str) -> NoReturn:
        """As in argparse; a value that starts with a dash needs an equals sign."""
        message = message.removeprefix("argument ")
        message = message.replace("the following arguments are required:", "missing:")
        message = message.replace("invalid int value:", "expected a whole number, found")
        message = TOO_LONG.sub(r"\1...", message)
        option, colon, rest = message.rpartition(": ")
        if colon and rest == "expected one argument":
            name = option.rpartition("/")[2]
            message += f"; for a value that starts with -, write {name}=-..."
        complain(f"{message} (see {self.prog} --help)")
        sys.exit(BAD_USAGE)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """As in argparse, with the likeliest name; a long list is left to the help."""
        names = list(map(str, action.choices or ()))
        if names and str(value) not in names:
            from nonairo.sentence_words import listed  # not needed unless something is wrong

            what = "/".join(action.option_strings) or str(action.metavar or action.dest).lower()
            expected = f"a {what}" if len(names) > MOST_CHOICES else listed(names, "or")
            option = f"{what}: " if action.option_strings else ""
            meant = "" if str(value).isdigit() else did_you_mean(str(value), names)
            found = shown(value) + meant
            raise argparse.ArgumentError(None, f"{option}expected {expected}, found {found}")

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """As in argparse; the message about an unknown option suggests one that exists."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            verbs = [
                verb
                for action in self._actions
                if isinstance(action, argparse._SubParsersAction)
                for verb in action.choices.values()
            ]
            flag = next((word for word in unknown if word.startswith("-")), unknown[0])
            name = flag.partition("=")[0]
            known = {
                option
                for parser in (self, *verbs)
                for option in parser._option_string_actions
                if option[:3] == name[:3]  # of short words many are alike
            }
            hint = did_you_mean(name, known) if name.startswith("--") else ""
            named = verbs[0] if len(verbs) == 1 else self  # the command that was called
            named.error(f"unknown argument: {' '.join(unknown)}{hint}")
        return options


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, folded between words, with examples that can be copied."""

    def __init__(self, prog: str) -> None:
        width = max(terminal_width() - 2, 20)  # argparse would load `shutil` for it
        super().__init__(prog, width=width, max_help_position=min(24, width // 3))

    def start_section(self, heading: str | None) -> None:
        folded = wrapped(heading, self._width - 1) if heading else [""]
        super().start_section("\n".join(folded) or None)

    def format_help(self) -> str:
        return re.sub(" +\n", "\n", super().format_help())

    def _format_usage(self, *about: Any) -> str:
        """As in argparse; where that is too wide, folded like prose."""
        usage = super()._format_usage(*about)
        if max(map(len, usage.splitlines())) <= self._width:
            return usage
        return "\n".join(wrapped(usage, self._width, hang=2)) + "\n\n"

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Lines stay lines; long ones are folded, and commands as shells read them."""
        lines = []
        for line in text.splitlines():
            begin = line[: len(line) - len(line.lstrip())]
            wide, end = width - len(begin), " \\" if line.startswith("  nonairo ") else ""
            folded = wrapped(line, wide, hang=len(begin))
            if len(folded) > 1 and end:
                folded = wrapped(line, wide - len(end), hang=len(begin))
            lines.append(f"{end}\n".join(f"{indent}{begin}{part}" for part in folded))
        return "\n".join(lines)


def is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def decimal(text: str) -> float | None:
    """A number as people write it, with or without a fraction; None for any other text.

    >>> decimal("2.5"), decimal("1e3"), decimal("1_0"), decimal("inf")
    (2.5, 1000.0, None, None)
    """
    return float(text) if DECIMAL.fullmatch(text) else None


def number_between(least: float, most: float, text: str, expected: str) -> float:
    """A number in this range; the message says what was `expected` instead of any other text."""
    number = decimal(text)
    if number is None or not least <= number <= most:
        raise argparse.ArgumentTypeError(f"expected {expected}, found {text!r}")
    return number


def seconds(text: str) -> float | None:
    """A time limit; 0 means none."""
    return number_between(0, 1e9, text, "0 or more seconds") or None


def size_in_bytes(text: str, plain: int = 1) -> int:
    """A limit of memory: bytes, or thousands, millions and so on of them.

    A number without K, M, G or T counts `plain` bytes each.

    >>> size_in_bytes("500M"), size_in_bytes("2g"), size_in_bytes("1T"), size_in_bytes("4096")
    (500000000, 2000000000, 1000000000000, 4096)
    """
    suffix = text[-1:].upper()
    digits, unit = (text[:-1], UNITS[suffix]) if suffix in UNITS else (text, plain)
    if not (is_digits(digits) and int(digits[:LONGEST_NUMBER]) > 0):
        expected = "bytes" if plain == 1 else "megabytes"
        raise argparse.ArgumentTypeError(
            f"expected a number of {expected}, or a size such as 500M, found {text!r}"
        )
    return min(int(digits[:LONGEST_NUMBER]) * unit, LARGEST_NUMBER)


def megabytes(text: str) -> int:
    """The same where a plain number means megabytes.

    >>> megabytes("2"), megabytes("2M")
    (2097152, 2000000)
    """
    return size_in_bytes(text, MEGABYTE)


def filled(text: str) -> str:
    """A name or a grid that is not empty, as it is where a script's variable was never set."""
    if not text.strip():
        raise argparse.ArgumentTypeError(f"expected a value, found {text!r}")
    return text


def positive(text: str) -> int:
    """A whole number of at least 1."""
    if not (is_digits(text) and int(text[:LONGEST_NUMBER]) > 0):
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {text!r}")
    return min(int(text[:LONGEST_NUMBER]), LARGEST_NUMBER)  # nobody waits for more than that


def factor(text: str) -> float:
    """How many times larger: a number above 0."""
    found = decimal(text) or 0.0
    if not 0 < found <= LARGEST_FACTOR:
        expected = f"expected a number above 0, at most {LARGEST_FACTOR}"
        raise argparse.ArgumentTypeError(f"{expected}, found {text!r}")
    return found


def positive_or_none(text: str) -> int | None:
    """A whole number of at least 1; 0 means no limit."""
    return None if text == "0" else positive(text)


def whole(text: str) -> int:
    """A whole number."""
    digits = text.removeprefix("-")
    if not is_digits(digits):
        raise argparse.ArgumentTypeError(f"expected a whole number, found {brief(text)}")
    if len(digits) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(
            f"expected at most {LONGEST_NUMBER} digits, found {len(digits)}"
        )
    return int(text)


def picked_number(text: str) -> int | range:
    """Which puzzle of a file, some of them, or all.

    >>> picked_number("3"), picked_number("2-4"), picked_number("all")
    (3, range(2, 5), 0)
    """
    if text == "all":
        return ALL
    first, dash, last = text.partition("-")
    if dash and is_digits(first) and is_digits(last):
        if not 1 <= positive(first) <= positive(last):
            raise argparse.ArgumentTypeError(f"expected numbers such as 2-4, found {text!r}")
        return range(positive(first), positive(last) + 1)
    if text[:1].isalpha():
        raise argparse.ArgumentTypeError(f"expected a number from 1, or all, found {text!r}")
    return positive(text)


def picks_several(pick: int | range | None) -> bool:
    """Whether `--pick` may name more than one puzzle."""
    return pick == ALL or isinstance(pick, range)
