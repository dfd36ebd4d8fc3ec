"""`nonairo hint`: the next step, or as much of it as one wants to know."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    add_json,
    add_limits,
    add_puzzles,
    filled,
    print_json,
)
from nonairo.cli.grids import grid_argument
from nonairo.cli.picking import ALL, add_pick, for_each
from nonairo.cli.screen import is_terminal, print_grid, print_legend, print_prose, print_title
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle
from nonairo.render.ruled import of_places, of_step
from nonairo.render.text import heading

if TYPE_CHECKING:
    from nonairo.explaining import Hint


ROLES = {"mistake": "wrong", "multiple": "differs"}  # of the cells that a hint tells


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    add_pick(parser)
    parser.add_argument(
        "--state",
        type=filled,
        metavar="GRID",
        help="how far you are: rows joined by /, one string, or a file",
    )
    parser.add_argument(
        "--strength",
        type=int,
        metavar="N",
        choices=(1, 2, 3, 4),
        default=4,
        help="1 where to look, 2 which technique, 3 from which cells or clue, 4 the whole step"
        " (default)",
    )
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.explaining import hint

    def run_one(puzzle: Puzzle) -> int:
        grid = grid_argument(options.state, puzzle) if options.state else None
        told = hint(puzzle, grid, options.strength, time_limit=options.time_limit)
        if options.json:
            record = {"id": puzzle.record_id}
            print_json(record | told.to_json())
        else:
            show(puzzle, puzzle.givens if grid is None else grid, told, options.pick == ALL)
        return LIMIT_HIT if told.kind in ("limit", "stuck") else ANSWERED

    return for_each(options, run_one)


def show(puzzle: Puzzle, grid: Grid, told: Hint, named: bool) -> None:
    """A hint in words; for a person also in the grid, with no more than the words tell."""
    if is_terminal():
        print_title(heading(puzzle))
        if told.step is not None and told.kind == "step":
            marked = of_step(grid, told.step)
        else:
            marked = of_places(grid, told.places, told.cells, ROLES.get(told.kind, "seen"))
        print_grid(puzzle, grid, marked=marked)
        print_legend(set(marked.roles.values()))
    whose = f"{puzzle.name}: " if named and not is_terminal() else ""
    print_prose(f"{whose}{told}", f"{whose}{told}".partition(": ")[0])
    if told.technique:
        print_prose(f"(nonairo techniques {told.technique} tells more)")
    for number, solution in enumerate(told.solutions, 1):
        print(f"solution {number}")
        if is_terminal():
            print_grid(puzzle, marked=of_places(solution, (), told.cells, "differs"))
        else:
            print(solution)


COMMAND = Command(
    name="hint",
    summary="tell the next step, in four strengths, or what is wrong so far",
    arguments=arguments,
    run=run,
    examples="  nonairo hint examples/first.txt --strength 1\n"
    "  nonairo hint 'binairo:0..0/..0./..../.1.0' --state 0110/..0./..../.1.0",
)
