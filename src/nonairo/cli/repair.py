"""`nonairo repair`: puzzles with several solutions made unique, by the smallest change."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    BAD_INPUT,
    LIMIT_HIT,
    Command,
    add_json,
    add_limits,
    add_puzzles,
    complain,
    print_json,
)
from nonairo.cli.grids import grid_argument
from nonairo.cli.output import Output, add_budget, add_output, raised_by
from nonairo.cli.picking import add_pick, picked
from nonairo.cli.progress import patience
from nonairo.errors import FormatError, LimitReached, NonairoError
from nonairo.plain import many
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.repairing import Repair

EXAMPLES = """\
  nonairo repair 'binairo:1.../..../..../....'
  nonairo repair 'nonogram:1/1;1/1'                      # by givens
  nonairo repair 'nonogram:1/1;1/1' --picture 10/01      # by changing the picture
  nonairo repair 'kakurasu:3/10/3/7;6/6/6/6'
  nonairo repair examples/cat.pbm -o better.pbm
  nonairo repair examples/many.jsonl --pick all --json"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    add_pick(parser)
    parser.add_argument(
        "--picture",
        metavar="GRID",
        help="the picture, or another solution, that the puzzle is wanted to have, nearly",
    )
    parser.add_argument(
        "--givens",
        action="store_true",
        help="give cells, even if there is a picture that could be changed",
    )
    add_output(parser)
    add_budget(parser, "pieces of work for the proof that no smaller change does it")
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    if options.json and (options.to or options.output):
        raise FormatError("expected --json, or --to and -o, not both")
    puzzles = list(picked(options.puzzles, options.format, options.pick))
    code = ANSWERED
    with Output(options.to, options.output, len(puzzles)) as output:
        for puzzle in puzzles:
            try:
                if isinstance(puzzle, NonairoError):
                    raise puzzle
                with patience("looking for the smallest change"):
                    found = repaired(puzzle, options)
                if options.json:
                    print_json(found.to_json())
                    continue
                told = found.puzzle if puzzle.solution else replace(found.puzzle, solution=None)
                output.add(told, found.puzzle)
            except LimitReached as limit:
                complain(f"{limit}{raised_by(limit)}")
                code = max(code, LIMIT_HIT)
                continue
            except NonairoError as error:
                complain(error)
                code = max(code, BAD_INPUT)
                continue
            for line in remarks(found):
                complain(line)
    return code


def repaired(puzzle: Puzzle, options: argparse.Namespace) -> Repair:
    from nonairo.repairing import repair

    picture = None
    if options.picture is not None:
        picture = grid_argument(options.picture, puzzle)
    more = {} if options.budget is None else {"budget": options.budget}
    return repair(puzzle, picture, by_givens=options.givens, time_limit=options.time_limit, **more)


def remarks(found: Repair) -> Iterator[str]:
    """What was done."""
    if not found.changes:
        yield "it has one solution already"
        return
    number = len(found.changes)
    what = {"givens": "given", "picture": "changed"}[found.how]
    where = ", ".join(f"{cell}={symbol}" for cell, symbol in found.changes[:12])
    more = " ..." if number > 12 else ""
    proof = "no smaller change does it" if found.exact else "a smaller change may exist (greedy)"
    yield f"{many(number, 'cell')} {what}: {where}{more}; {proof}"


COMMAND = Command(
    name="repair",
    summary="make puzzles with several solutions unique, by the smallest change",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
