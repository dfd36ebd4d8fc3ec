"""`nonairo repair`: puzzles with several solutions made unique, by the smallest change."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, CHECK_TYPED, Command, for_each
from nonairo.cli.parsing import Parser
from nonairo.cli.progress import patience
from nonairo.cli.puzzle_arguments import grid_argument, picked
from nonairo.cli.puzzle_output import PuzzleWriter, with_advice
from nonairo.cli.terminal_output import complain, print_json
from nonairo.errors import FormatError, LimitReached
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.repairing import Repair

EXAMPLES = """\
  nonairo repair 'binairo:1.../..../..../....'
  nonairo repair 'nonogram:1/1;1/1'                      # by givens
  nonairo repair 'nonogram:1/1;1/1' --picture 10/01      # by changing the picture
  nonairo repair 'kakurasu:3/10/3/7;6/6/6/6'
  nonairo repair 'mosaic:1.4.1/.6.../..5../4...2/.....'
  nonairo repair examples/cat.pbm -o better.pbm
  nonairo repair examples/many.jsonl --pick all --json"""


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.pick()
    parser.option(
        "--picture GRID",
        "the picture or solution that you want; the result stays as close to it as possible",
    )
    parser.option("--givens", "add givens instead of changing the picture")
    parser.output()
    parser.budget("limit on the search for a smaller change")
    parser.limits()
    parser.json()


def run(options: argparse.Namespace) -> int:
    if options.json and (options.to or options.output):
        raise FormatError("expected --json, or --to and -o, not both")
    puzzles = list(picked(options))
    with PuzzleWriter(options.to, options.output, len(puzzles)) as output:

        def repair_one(_: int, puzzle: Puzzle) -> int:
            with patience("looking for the smallest change"):
                found = repaired(puzzle, options)
            if options.json:
                print_json(found.to_json())
                return ANSWERED
            bare = found.puzzle if puzzle.solution else replace(found.puzzle, solution=None)
            output.add(bare, found.puzzle)
            for line in remarks(found):
                complain(line)
            return ANSWERED

        code = for_each(puzzles, repair_one)
        output.complete = code == ANSWERED
    return code


def repaired(puzzle: Puzzle, options: argparse.Namespace) -> Repair:
    from nonairo.repairing import NoSolution, repair

    picture = None
    if options.picture is not None:
        picture = grid_argument(options.picture, puzzle, strict=options.strict, picture=True)
    more = {} if options.budget is None else {"budget": options.budget}
    limit = options.time_limit
    try:
        return repair(puzzle, picture=picture, by_givens=options.givens, time_limit=limit, **more)
    except LimitReached as reached:
        raise LimitReached(with_advice(reached), reached.limit) from None
    except NoSolution as none:
        raise NoSolution(f"{none}; {CHECK_TYPED}") from None


def remarks(found: Repair) -> Iterator[str]:
    """What was done."""
    if not found.changes:
        yield "it already has one solution"
        return
    where = ", ".join(f"{cell}={symbol}" for cell, symbol in found.changes[:12])
    more = " ..." if len(found.changes) > 12 else ""
    proof = "no smaller change is enough" if found.exact else "a smaller change may exist"
    yield f"{found.done}: {where}{more}; {proof}"


COMMAND = Command(
    name="repair",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
