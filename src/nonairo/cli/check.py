"""`nonairo check`: which rules a grid breaks."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from nonairo.api import check
from nonairo.cli.base import ANSWERED, VIOLATED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.puzzle_arguments import grid_argument, one_puzzle
from nonairo.cli.terminal_output import is_terminal, print_json, print_prose, print_rules
from nonairo.render.text import rules_text
from nonairo.results import Violation, check_to_json
from nonairo.sentence_words import givens_changed

MOST_CHANGED = 3  # givens that are named one by one


def arguments(parser: Parser) -> None:
    parser.puzzles(many=False)
    parser.add_argument(
        "grid", metavar="GRID", help="rows joined by /, all cells in one string, or a file"
    )
    parser.pick(several=False)
    parser.limits()
    parser.json()


def run(options: argparse.Namespace) -> int:
    puzzle = one_puzzle(options)
    grid = grid_argument(options.grid, puzzle, strict=options.strict)
    violations = check(puzzle, grid)
    if options.json:
        print_json(check_to_json(puzzle, grid, violations))
    elif violations:
        for text in lines(violations):
            print_prose(text, text.partition(":")[0] if ":" in text else "", "bad", hang=2)
    else:
        named = rules_text(puzzle).removeprefix(", ")
        rules = f" ({named})" if named and is_terminal() else ""
        print_prose(("solved" if grid.full else "no rule is broken so far") + rules)
        print_rules(puzzle)
    return VIOLATED if violations else ANSWERED


def lines(violations: Sequence[Violation]) -> Iterator[str]:
    """What is wrong, line by line; many givens that were changed are one of them."""
    changed = [cell for violation in violations if violation.rule == "given"
               for cell in violation.cells]  # fmt: skip
    if len(changed) > MOST_CHANGED:
        yield givens_changed(changed)
    for violation in violations:
        if violation.rule != "given" or len(changed) <= MOST_CHANGED:
            yield str(violation)


COMMAND = Command(
    name="check",
    arguments=arguments,
    run=run,
    examples="  nonairo check 'binairo:0..0/..0./..../.1.0' 0110/1001/0011/1100\n"
    "  nonairo solve examples/first.txt | tail -n +2 | nonairo check examples/first.txt -",
)
