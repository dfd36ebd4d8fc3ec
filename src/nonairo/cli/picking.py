"""For commands that tell of one puzzle at a time: which one of a file that holds several."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence

from nonairo.cli.base import ANSWERED, BAD_INPUT, complain, positive, puzzles_of
from nonairo.errors import FormatError, NonairoError
from nonairo.puzzle import Puzzle

ALL = 0  # as a number that was picked


def add_pick(parser: argparse.ArgumentParser, several: bool = True) -> None:
    parser.add_argument(
        "--pick",
        metavar="N",
        type=pick,
        help="which puzzle of a file that holds several, from 1" + ("; or all" if several else ""),
    )


def pick(text: str) -> int | None:
    """Which puzzle of a file, or all of them."""
    if text == "all":
        return ALL
    if text[:1].isalpha():
        raise argparse.ArgumentTypeError(f"expected a number from 1, or all, found {text!r}")
    return positive(text)


def picked(
    arguments: Sequence[str], format: str | None, wanted: int | None, several: bool = True
) -> Iterator[Puzzle | NonairoError]:
    """One puzzle of each argument, or those that were picked where it holds several."""
    for argument in arguments or ("-",):
        found = puzzles_of([argument] if arguments else [], format)
        if wanted == ALL:
            yield from found
        elif wanted is not None:
            yield _nth(argument, found, wanted)
        else:
            first = next(found)
            more = sum(1 for _ in found)
            if more:
                pick = "--pick N or --pick all chooses" if several else "--pick N chooses one"
                told = f"expected one puzzle, found {more + 1}; {pick}"
                yield FormatError(told, path=argument)
            else:
                yield first


def _nth(
    argument: str, found: Iterator[Puzzle | NonairoError], wanted: int
) -> Puzzle | NonairoError:
    for number, item in enumerate(found, 1):
        if number == wanted:
            return item
    told = f"expected --pick of at most {number}, found {wanted}"
    return FormatError(told, path=argument)


def one_puzzle(argument: str, format: str | None, wanted: int | None = None) -> Puzzle:
    """The one puzzle that an argument names."""
    if wanted == ALL:
        raise FormatError("expected --pick N: this is about one puzzle, found --pick all")
    for item in picked([argument], format, wanted, several=False):
        if isinstance(item, NonairoError):
            raise item
        return item
    raise AssertionError("there is a puzzle or an error")


def for_each(options: argparse.Namespace, work: Callable[[Puzzle], int]) -> int:
    """Work on every puzzle that was picked, results apart by a blank line; the highest code."""
    code, first = ANSWERED, True
    for puzzle in picked(options.puzzles, options.format, options.pick):
        try:
            if isinstance(puzzle, NonairoError):
                raise puzzle
            if not first and not options.json:
                print()
            first = False
            code = max(code, work(puzzle))
            sys.stdout.flush()
        except NonairoError as error:
            complain(error)
            code = max(code, BAD_INPUT)
    return code
