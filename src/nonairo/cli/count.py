"""`nonairo count`: how many solutions a puzzle has."""

from __future__ import annotations

import argparse

from nonairo.api import count
from nonairo.cli.base import ANSWERED, LIMIT_HIT, MORE_TIME, Command, for_each, raised_by
from nonairo.cli.executors import place_of
from nonairo.cli.parsing import Parser, positive
from nonairo.cli.progress import with_progress
from nonairo.cli.puzzle_arguments import all_puzzles
from nonairo.cli.terminal_output import complain, is_terminal, print_json, print_rules
from nonairo.puzzle import Puzzle
from nonairo.results import Count, remarks


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.pick(usual=" (default: all)")
    parser.option("--limit N", "stop counting at N", positive)
    parser.limits()
    parser.parts()
    parser.json()


def run(options: argparse.Namespace) -> int:
    with place_of(options) as place:

        def count_one(_: int, puzzle: Puzzle) -> int:
            found = count(puzzle, limit=options.limit, time_limit=options.time_limit, **place)
            show(found, puzzle, options)
            return ANSWERED if found.limit is None else LIMIT_HIT

        return for_each(with_progress(all_puzzles(options), "puzzles"), count_one)


def show(found: Count, puzzle: Puzzle, options: argparse.Namespace) -> None:
    """Print one number, and which limit came before the last one."""
    if options.json:
        print_json(found.to_json() | remarks(puzzle))
    else:
        rules = f" (rules {puzzle.rules})" if is_terminal() and puzzle.rules != "standard" else ""
        print(f"{'' if found.exact else 'at least '}{found.value}{rules}", flush=True)
        print_rules(puzzle)
    if found.limit == "time":
        reached = f"the limit of {options.time_limit:g} s was reached"
        complain(f"{reached}. {MORE_TIME}")
    elif found.limit == "worker":
        complain("a part of the puzzle was lost: its workers ended")
    elif found.limit is not None:
        reached = found.reason or f"the {found.limit} limit was reached"
        complain(f"{reached}{raised_by(found.limit)}")


COMMAND = Command(
    name="count",
    arguments=arguments,
    run=run,
    examples="  nonairo count binairo:..../..../..../....\n"
    "  nonairo count examples/first.txt --limit 1000",
)
