"""`nonairo hint`: the next step, or as much of it as one wants to know."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, CHECK_TYPED, LIMIT_HIT, Command, for_each
from nonairo.cli.parsing import Parser, picks_several
from nonairo.cli.puzzle_arguments import grid_argument, picked
from nonairo.cli.terminal_output import (
    is_terminal,
    print_grid,
    print_json,
    print_legend,
    print_prose,
    print_title,
)
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle
from nonairo.render.terminal_grid import of_places
from nonairo.render.text import heading
from nonairo.results import named
from nonairo.step_pictures import of_step

if TYPE_CHECKING:
    from nonairo.hinting import Hint


ROLES = {"mistake": "wrong", "multiple": "differs"}  # of the cells that a hint names


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.pick()
    parser.option(
        "--state GRID",
        "your grid so far: rows joined by /, all cells in one string, or a file",
    )
    parser.option(
        "--strength N",
        "1: where to look, 2: which technique, 3: the cells or the clue it uses, 4: the whole step"
        " (default)",
        int,
        4,
        choices=(1, 2, 3, 4),
    )
    parser.option("--by-givens", "explain from the givens alone why an entry is wrong")
    parser.limits()
    parser.json()


def run(options: argparse.Namespace) -> int:
    from nonairo.hinting import hint

    def hint_one(_: int, puzzle: Puzzle) -> int:
        grid = (
            grid_argument(options.state, puzzle, strict=options.strict) if options.state else None
        )
        found = hint(
            puzzle,
            grid,
            strength=options.strength,
            time_limit=options.time_limit,
            by_givens=options.by_givens,
        )
        if options.json:
            print_json(named(puzzle) | found.to_json())
        else:
            show(
                puzzle, puzzle.givens if grid is None else grid, found, picks_several(options.pick)
            )
        return LIMIT_HIT if found.kind in ("limit", "stuck") else ANSWERED

    return for_each(picked(options), hint_one, apart=not options.json)


def show(puzzle: Puzzle, grid: Grid, found: Hint, named: bool) -> None:
    """A hint in words; for a person also in the grid, with no more than the words say."""
    if is_terminal():
        print_title(heading(puzzle))
        if found.step is not None and found.kind == "step":
            marked = of_step(grid, found.step)
        else:
            marked = of_places(grid, found.places, found.cells, ROLES.get(found.kind, "seen"))
        print_grid(puzzle, grid, marked=marked)
        print_legend(set(marked.roles.values()))
    whose = f"{puzzle.name}: " if named and not is_terminal() else ""
    said = f"{whose}{found}" + f"; {CHECK_TYPED}" * (found.kind == "none")
    print_prose(said, said.partition(": ")[0])
    if found.step is not None and found.text.count("\n") < found.step.text.count("\n"):
        print_prose("(for all lines of the reason: --json)")
    if found.technique:
        print_prose(f"(to learn more: nonairo techniques {found.technique})")


COMMAND = Command(
    name="hint",
    arguments=arguments,
    run=run,
    examples="  nonairo hint examples/first.txt --strength 1\n"
    "  nonairo hint 'binairo:0..0/..0./..../.1.0' --state 0110/..0./..../.1.0",
)
