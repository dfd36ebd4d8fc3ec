"""`nonairo practise`: positions in which a technique is the next step."""

from __future__ import annotations

import argparse
import json
import shlex
from contextlib import ExitStack
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, LIMIT_HIT, Command
from nonairo.cli.drafts import open_bytes
from nonairo.cli.parsing import Parser, positive, whole
from nonairo.cli.puzzle_output import with_advice
from nonairo.cli.terminal_output import complain, print_grid, print_json, print_prose, print_title
from nonairo.errors import LimitReached
from nonairo.limits import Limits
from nonairo.render.text import heading
from nonairo.safe_files import Draft

if TYPE_CHECKING:
    from nonairo.practising import Exercise


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "technique",
        metavar="TECHNIQUE",
        help="the id or title of a technique (see nonairo techniques)",
    )
    parser.option("--kind K", "the kind of puzzle, if several kinds have the technique")
    parser.option("--size N", "N or HxW (rows x columns)")
    parser.option("--level L", "the level of the whole puzzle (see grade)", positive)
    parser.option(
        "--count N", "how many positions to make, at most 10,000 (default: 1)", positive, 1
    )
    parser.option("--seed N", "the same seed gives the same positions", whole)
    parser.option("--answer", "also show the step")
    parser.option("-o --output OUT", "write JSON Lines to this file")
    parser.budget("try at most N puzzles for one position (default: 20000)")
    parser.limits()
    parser.json()


def run(options: argparse.Namespace) -> int:
    from nonairo.practising import BUDGET, exercises

    made = exercises(
        options.technique,
        options.kind,
        options.size,
        options.level,
        options.count,
        options.seed,
        options.budget or BUDGET,
        Limits(options.time_limit),
    )
    with ExitStack() as opened:
        file: Draft | None = None
        try:
            for number, exercise in enumerate(made, 1):
                if options.output and file is None:  # not before there is something to write
                    file = opened.enter_context(open_bytes(options.output, keep=True))
                if file is not None:
                    file.write(json.dumps(exercise.to_json()).encode() + b"\n")
                    file.flush()
                elif options.json:
                    print_json(exercise.to_json())
                else:
                    show(exercise, number, options.answer)
        except LimitReached as limit:
            if file is not None:
                file.complete = False
            complain(with_advice(limit))
            return LIMIT_HIT
    return ANSWERED


def show(exercise: Exercise, number: int, answer: bool) -> None:
    """A position, what to look for, and the command that shows the answer."""
    puzzle, step = exercise.puzzle, exercise.step
    if number > 1:
        print()
    print_title(heading(puzzle))
    print_grid(puzzle, exercise.grid)
    print_prose(f"look for: {step.name} (level {step.level})", "look for")
    if answer:
        print_prose(str(step), step.name)
    else:
        grid = "/".join(exercise.grid.rows())
        print(f"answer: nonairo hint {shlex.quote(puzzle.id)} --state {grid}")


COMMAND = Command(
    name="practise",
    arguments=arguments,
    run=run,
    examples="  nonairo practise gap_quota\n"
    "  nonairo practise dead_end --kind nonogram --count 3 --seed 1\n"
    "  nonairo practise one_left --size 8 --json",
)
