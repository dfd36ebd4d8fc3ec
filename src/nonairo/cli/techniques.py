"""`nonairo techniques`: the ladders, and each technique with an example."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.terminal_output import (
    print_grid,
    print_json,
    print_legend,
    print_prose,
    print_table,
)
from nonairo.errors import FormatError
from nonairo.grid import SYMBOLS, Grid
from nonairo.plain import one_of
from nonairo.puzzle import Puzzle
from nonairo.step_pictures import of_step

if TYPE_CHECKING:
    from nonairo.techniques.base import Step, Technique


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "technique",
        metavar="NAME",
        nargs="?",
        help="show this technique (its id or title), with an example",
    )
    parser.json()


def run(options: argparse.Namespace) -> int:
    from nonairo.techniques import TECHNIQUES, named_technique

    if options.technique is None:
        _list(options.json)
        return ANSWERED
    technique = named_technique(options.technique)
    if technique is None:
        raise FormatError(one_of("a technique", TECHNIQUES, options.technique, "techniques"))
    if options.json:
        print_json(technique.to_json())
    else:
        _describe(technique)
    return ANSWERED


def _list(as_json: bool) -> None:
    from nonairo.techniques import LADDERS, TECHNIQUES, WEIGHTS

    if as_json:
        for technique in TECHNIQUES.values():
            print_json(technique.to_json())
        return
    print_table(
        ("rule", "rank", "technique", "level", "score", "what it does"),
        (
            (
                rule.__name__.lower(),
                str(rank),
                technique.id,
                str(technique.level),
                f"{WEIGHTS.of(rule, technique.id).base:g}",
                f"{technique.name}. {technique.summary}",
            )
            for rule, ladder in LADDERS.items()
            for rank, technique in enumerate(ladder, 1)
        ),
    )


def _describe(technique: Technique) -> None:
    from nonairo.techniques.shared.samples import show_sample

    print_prose(f"{technique.name} ({technique.id}), level {technique.level}", technique.name)
    print_prose(technique.summary)
    for sample in technique.samples:
        puzzle, step = show_sample(technique, sample)
        print()
        _show(puzzle, puzzle.givens)
        print_prose(step.text)
        _show(puzzle, puzzle.givens, step)


def _show(puzzle: Puzzle, grid: Grid, step: Step | None = None) -> None:
    """A grid in its box, before or after a step; with more than two symbols the bare rows."""
    after = grid.fill(dict(step.effects)) if step else grid
    if puzzle.symbols != SYMBOLS:
        print(after)
    elif step is None:
        print_grid(puzzle, grid)
    else:
        marked = of_step(grid, step)
        print_grid(puzzle, after, marked=marked)
        print_legend(set(marked.roles.values()))


COMMAND = Command(
    name="techniques",
    arguments=arguments,
    run=run,
    examples="  nonairo techniques\n  nonairo techniques gap_quota",
)
