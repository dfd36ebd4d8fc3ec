"""`nonairo check`: which rules a grid breaks."""

from __future__ import annotations

import argparse

from nonairo.cli.base import (
    ANSWERED,
    VIOLATED,
    Command,
    add_json,
    add_limits,
    add_puzzles,
    print_json,
)
from nonairo.cli.grids import grid_argument
from nonairo.cli.picking import add_pick, one_puzzle
from nonairo.cli.screen import print_prose
from nonairo.judging import check
from nonairo.render.text import rules_told
from nonairo.results import check_to_json


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser, many=False)
    parser.add_argument(
        "grid", metavar="GRID", help="rows joined by /, one string over 01., or a file"
    )
    add_pick(parser, several=False)
    add_limits(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    puzzle = one_puzzle(options.puzzle, options.format, options.pick)
    grid = grid_argument(options.grid, puzzle)
    violations = check(puzzle, grid)
    if options.json:
        print_json(check_to_json(puzzle, grid, violations))
    elif violations:
        for violation in violations:
            told = str(violation)
            print_prose(told, told.partition(":")[0] if ":" in told else "", "bad", hang=2)
    else:
        told = rules_told(puzzle).removeprefix(", ")
        rules = f" ({told})" if told else ""
        print_prose(("solved" if grid.full else "no rule is broken so far") + rules)
    return VIOLATED if violations else ANSWERED


COMMAND = Command(
    name="check",
    summary="check a grid, finished or not, against a puzzle",
    arguments=arguments,
    run=run,
    examples="  nonairo check 'binairo:0..0/..0./..../.1.0' 0110/1001/0011/1100\n"
    "  nonairo solve examples/first.txt | tail -n +2 | nonairo check examples/first.txt -",
)
