"""`nonairo examples`: the bundled puzzles, as a list or one by one in any format."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.convert import Conversion
from nonairo.cli.parsing import Parser, filled
from nonairo.cli.terminal_output import print_json, print_table
from nonairo.errors import FormatError
from nonairo.examples import EXAMPLES
from nonairo.formats import FORMATS, named_format
from nonairo.formats.jsonl import to_record
from nonairo.plain import one_of
from nonairo.puzzle import Puzzle
from nonairo.writing import format_for

HEADINGS = ("example", "kind", "size", "what it is", "source")
USAGE = """\
  nonairo examples
  nonairo examples paper-figure1
  nonairo examples walk-14x14 --to id
  nonairo examples rows-test1 | nonairo solve --engine rows --stats"""


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "name", metavar="NAME", nargs="?", type=filled, help="the example to write (default: list)"
    )
    parser.option("--to F", "the format to write (see nonairo formats)")
    parser.option("-o --output OUT", "the file to write")
    parser.json()


def run(options: argparse.Namespace) -> int:
    if options.name is None and (options.to or options.output):
        raise FormatError("--to and -o write one example: expected its name before them")
    if options.json and (options.to or options.output):
        raise FormatError("expected --json, or --to and -o, found both")
    chosen = dict(EXAMPLES) if options.name is None else {options.name: named(options.name)}
    if options.json:
        for puzzle in chosen.values():
            print_json(to_record(puzzle))
    elif options.name is None:
        print_table(HEADINGS, [row(name, puzzle) for name, puzzle in chosen.items()])
    else:
        return write(chosen[options.name], options)
    return ANSWERED


def named(name: str) -> Puzzle:
    """Return the example of this name."""
    if name not in EXAMPLES:
        raise FormatError(one_of("an example", EXAMPLES, name, "examples"))
    return EXAMPLES[name]


def row(name: str, puzzle: Puzzle) -> tuple[str, ...]:
    size = f"{puzzle.height}x{puzzle.width}"
    return name, puzzle.kind, size, puzzle.title or "", puzzle.source or puzzle.author or ""


def write(puzzle: Puzzle, options: argparse.Namespace) -> int:
    """Write a puzzle in the wanted format; as readable text by default."""
    kinds = FORMATS["text"].kinds
    readable = "text" if kinds is None or puzzle.kind in kinds else "id"
    name = options.to or (format_for(options.output) if options.output else readable)
    conversion = Conversion(named_format(name), name, lossy=False, partial=False)
    conversion.write(conversion.wanted([puzzle]), options.output)
    return conversion.code


COMMAND = Command(
    name="examples",
    arguments=arguments,
    run=run,
    examples=USAGE,
)
