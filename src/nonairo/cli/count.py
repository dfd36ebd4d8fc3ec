"""`nonairo count`: how many solutions a puzzle has."""

from __future__ import annotations

import argparse

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    Readable,
    add_json,
    add_limits,
    add_puzzles,
    complain,
    positive,
    print_json,
)
from nonairo.cli.places import add_parts, place_of
from nonairo.cli.progress import with_progress
from nonairo.puzzle import Puzzle
from nonairo.results import Count
from nonairo.solving import count


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    parser.add_argument("--limit", metavar="N", type=positive, help="count no further than N")
    add_limits(parser)
    add_parts(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    code = ANSWERED
    puzzles = Readable(options)
    with place_of(options) as place:
        for puzzle in with_progress(puzzles, "puzzles"):
            found = count(puzzle, options.limit, options.time_limit, **place)
            show(found, puzzle, options)
            if found.limit is not None:
                code = max(code, LIMIT_HIT)
    return max(code, puzzles.code)


def show(found: Count, puzzle: Puzzle, options: argparse.Namespace) -> None:
    """Print one number, and which limit came before the last one."""
    if options.json:
        print_json(found.to_json())
    else:
        rules = "" if puzzle.rules == "standard" else f" rules={puzzle.rules}"
        print(f"{'' if found.exact else 'at least '}{found.value}{rules}", flush=True)
    if found.limit == "time":
        complain("the time limit was reached; raise it with --time-limit S (0: none)")
    elif found.limit == "worker":
        complain("a part of the puzzle was lost: its workers ended")
    elif found.limit is not None:
        complain(found.reason or f"the limit of {found.limit} was reached")


COMMAND = Command(
    name="count",
    summary="count the solutions of puzzles",
    arguments=arguments,
    run=run,
    examples="  nonairo count binairo:..../..../..../....\n"
    "  nonairo count examples/first.txt --limit 1000",
)
