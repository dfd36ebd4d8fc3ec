"""`nonairo practise`: positions in which a technique is the next step."""

from __future__ import annotations

import argparse
import json
import shlex
from contextlib import ExitStack
from typing import TYPE_CHECKING, TextIO

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    add_json,
    add_limits,
    complain,
    filled,
    positive,
    print_json,
)
from nonairo.cli.output import add_budget, raised_by
from nonairo.cli.screen import print_grid, print_prose, print_title
from nonairo.errors import LimitReached
from nonairo.render.text import heading

if TYPE_CHECKING:
    from nonairo.practising import Exercise


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "technique", metavar="TECHNIQUE", help="its name, as `nonairo techniques` lists it"
    )
    parser.add_argument("--kind", metavar="K", help="binairo, nonogram or another kind that has it")
    parser.add_argument("--size", metavar="N", help="n, or rows x columns as in 6x10")
    parser.add_argument(
        "--level", metavar="L", type=positive, help="the level of the whole puzzle (see grade)"
    )
    parser.add_argument("--count", metavar="N", type=positive, default=1, help="how many")
    parser.add_argument("--seed", metavar="N", type=int, help="the same seed, the same positions")
    parser.add_argument("--answer", action="store_true", help="tell the step, too")
    parser.add_argument("-o", "--output", type=filled, metavar="OUT", help="a file for JSON lines")
    add_budget(parser, "puzzles to draw for one position (default: 20000)")
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.practising import BUDGET, Options, exercises

    asked = Options(
        options.size,
        options.level,
        options.count,
        options.seed,
        options.budget or BUDGET,
        options.time_limit,
    )
    made = exercises(options.technique, options.kind, asked)
    with ExitStack() as opened:
        file: TextIO | None = None
        try:
            for number, exercise in enumerate(made, 1):
                if options.output and file is None:  # not before there is something to write
                    file = opened.enter_context(open(options.output, "w", encoding="utf-8"))  # noqa: PTH123
                if file is not None:
                    file.write(json.dumps(exercise.to_json()) + "\n")
                    file.flush()
                elif options.json:
                    print_json(exercise.to_json())
                else:
                    show(exercise, number, options.answer)
        except LimitReached as limit:
            complain(f"{limit}{raised_by(limit)}")
            return LIMIT_HIT
    return ANSWERED


def show(exercise: Exercise, number: int, answer: bool) -> None:
    """A position, what to look for, and how to hear the answer."""
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
    summary="make positions whose next step needs a technique, and nothing easier will do",
    arguments=arguments,
    run=run,
    examples="  nonairo practise gap_quota\n"
    "  nonairo practise dead_end --kind nonogram --count 3 --seed 1\n"
    "  nonairo practise one_left --size 8 --json",
)
