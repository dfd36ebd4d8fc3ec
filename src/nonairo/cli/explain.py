"""`nonairo explain`: the way to the solution, step by step, as a person would go it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    add_json,
    add_puzzles,
    add_time_limit,
    complain,
)
from nonairo.cli.picking import add_pick, for_each
from nonairo.cli.screen import is_terminal, print_grid, print_legend, print_prose, print_title
from nonairo.errors import FormatError
from nonairo.plain import in_words
from nonairo.puzzle import Puzzle
from nonairo.render.ruled import of_places, of_step
from nonairo.render.text import heading
from nonairo.results import Status
from nonairo.solving import solve

if TYPE_CHECKING:
    from nonairo.explaining import Explanation


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    add_pick(parser)
    parser.add_argument(
        "--max-level",
        metavar="L",
        type=level,
        help="use only techniques up to this level (1 to 7)",
    )
    parser.add_argument("--svg", metavar="DIR", help="write one picture a step into this folder")
    parser.add_argument("--brief", action="store_true", help="sentences without grids")
    parser.add_argument("--symbols", metavar="S", help="draw cells as 01, #. or @.")
    add_time_limit(parser)
    add_json(parser)


def level(text: str) -> int:
    """A level that techniques have."""
    if text not in tuple("1234567"):
        raise argparse.ArgumentTypeError(f"expected a level from 1 to 7, found {text!r}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    number = 0

    def run_one(puzzle: Puzzle) -> int:
        nonlocal number
        number += 1
        folder = Path(options.svg) if options.svg else None
        if folder and options.pick == 0:  # several: a folder for each
            folder /= str(number)
        return explain_one(puzzle, options, folder)

    return for_each(options, run_one)


def explain_one(puzzle: Puzzle, options: argparse.Namespace, folder: Path | None) -> int:
    """Explain one puzzle; gives the exit code."""
    from nonairo.explaining import explain

    told = explain(puzzle, options.max_level, time_limit=options.time_limit)
    if folder:
        pictures(told, folder)
    if options.json:
        print(json.dumps(told.to_json()))
    else:
        show(told, options)
    if told.solved or told.reason == "none":
        return ANSWERED
    stuck = told.reason == "stuck" and options.max_level is None
    if stuck and solve(puzzle, time_limit=options.time_limit).status is Status.MULTIPLE:
        complain("the puzzle has several solutions; no reasoning leads to one of them")
        return ANSWERED
    complain(why(told, options.max_level))
    return LIMIT_HIT


def why(told: Explanation, max_level: int | None) -> str:
    """Why an explanation ends before the solution."""
    if told.reason == "limit":
        return "the limit was reached; raise it with --time-limit S (0: none)"
    left = told.grid.cells.count(".")
    allowed = "no technique" if max_level is None else f"no technique up to level {max_level}"
    still = f"{in_words(left, 'cell')} {'is' if left == 1 else 'are'} open"
    return f"{allowed} helps any further; {still}"


def show(told: Explanation, options: argparse.Namespace) -> None:
    """The steps in words, each with the grid after it."""
    puzzle, grid = told.puzzle, told.puzzle.givens
    print_title(heading(puzzle))
    print_grid(puzzle, grid, options.symbols)
    if not options.brief and is_terminal():
        print_legend({role for step in told.steps for role in of_step(grid, step).roles.values()})
    for number, step in enumerate(told.steps, 1):
        print()
        said = f"{number}. {step}"
        print_prose(said, said.partition(": ")[0], hang=len(f"{number}. "))
        marked = of_step(grid, step)
        grid = grid.fill(dict(step.effects))
        if not options.brief:
            print_grid(puzzle, grid, options.symbols, marked)
    print()
    if told.broken is not None:
        print_prose(f"no solution: {told.broken}", "no solution", "bad")
        if is_terminal() and not options.brief:
            marked = of_places(told.grid, told.broken.places, told.broken.cells, "broken")
            print_grid(puzzle, symbols=options.symbols, marked=marked)
            print_legend({*marked.roles.values()})
        print()
    end = told.summary.partition(":")[0]
    print_prose(told.summary, end, "good" if told.solved else "bad")


def pictures(told: Explanation, folder: Path) -> None:
    """One SVG file a step, numbered."""
    from nonairo.render.svg import draw_step

    try:
        folder.mkdir(parents=True, exist_ok=True)
        puzzle: Puzzle = told.puzzle
        grid = puzzle.givens
        wide = len(str(len(told.steps)))
        for number, step in enumerate(told.steps, 1):
            name = f"{number:0{wide}}-{step.technique}.svg"
            (folder / name).write_text(draw_step(puzzle, grid, step), encoding="utf-8")
            grid = grid.fill(dict(step.effects))
    except OSError as error:
        raise FormatError(error.strerror or str(error), path=str(folder)) from None


COMMAND = Command(
    name="explain",
    summary="solve a puzzle as a person would, every step with its reason",
    arguments=arguments,
    run=run,
    examples="  nonairo explain examples/first.txt\n"
    "  nonairo explain examples/boat.txt --brief --max-level 2\n"
    "  nonairo explain examples/first.txt --svg steps",
)
