"""`nonairo gallery`: pictures of our own, as a list, or as puzzles in any format."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.generate import size
from nonairo.cli.parsing import Parser
from nonairo.cli.puzzle_output import PuzzleWriter
from nonairo.cli.terminal_output import print_json, print_table
from nonairo.errors import FormatError
from nonairo.formats.jsonl import to_record
from nonairo.picture_gallery import LEVELS, gallery, themes
from nonairo.puzzle import Puzzle

HEADINGS = ("picture", "theme", "size", "level", "colours")
EXAMPLES = """\
  nonairo gallery
  nonairo gallery --level 2 --size 10 --theme animals
  nonairo gallery --pick cat
  nonairo gallery --coloured --to jsonl -o coloured.jsonl
  nonairo gallery --level 1 --to jsonl | nonairo book -o book.pdf"""


def arguments(parser: Parser) -> None:
    parser.option("--level L", "only pictures of this level", int, choices=LEVELS)
    parser.option("--size N", "only pictures of at most NxN or HxW cells", size)
    names = themes()
    parser.option("--theme T", f"only pictures of this theme: {', '.join(names)}", choices=names)
    parser.option("--coloured", "only coloured pictures")
    parser.option("--pick NAME", "the picture to write (default: list them)")
    parser.option("--to F", "the format to write (see nonairo formats)")
    parser.option("-o --output OUT", "the file to write")
    parser.json()


def run(options: argparse.Namespace) -> int:
    if options.json and (options.to or options.output):
        raise FormatError("expected --json, or --to and -o, found both")
    found = gallery(
        options.pick,
        level=options.level,
        size=options.size,
        theme=options.theme,
        coloured=options.coloured or None,
    )
    if not found:
        raise FormatError("no picture of the gallery matches all these options")
    if options.json:
        for puzzle in found:
            print_json(to_record(puzzle))
    elif options.pick or options.to or options.output:
        with PuzzleWriter(options.to, options.output, len(found)) as writer:
            for puzzle in found:
                unsolved = puzzle.about(
                    title=puzzle.title, author=puzzle.author, extra=puzzle.extra
                )
                writer.add(unsolved, puzzle)
    else:
        print_table(HEADINGS, map(row, found))
    return ANSWERED


def row(puzzle: Puzzle) -> tuple[str, ...]:
    colours = len(puzzle.symbols) - 1
    cells = f"{puzzle.height}x{puzzle.width}"
    theme, level = (str(puzzle.extra[name]) for name in ("theme", "level"))
    return str(puzzle.title), theme, cells, level, str(colours)


COMMAND = Command(
    name="gallery",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
