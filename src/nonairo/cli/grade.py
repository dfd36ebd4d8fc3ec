"""`nonairo grade`: how hard puzzles are for a person."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    Readable,
    add_json,
    add_limits,
    add_puzzles,
    complain,
    print_json,
)
from nonairo.cli.output import add_suppositions, reached
from nonairo.cli.progress import with_progress
from nonairo.cli.screen import print_table
from nonairo.grid import Cell
from nonairo.plain import in_words
from nonairo.render.text import rules_told
from nonairo.wording import spell

if TYPE_CHECKING:
    from nonairo.grading import Grade

HEADINGS = (
    "puzzle", "level", "name", "score", "per cell", "hardest", "steps", "bottleneck",
    "first moves", "sweeps", "remarks",
)  # fmt: skip
MOST_CELLS = 4  # that a table names
SPARE = ("sweeps", "per cell", "bottleneck", "first moves", "steps")  # where room is scarce


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    add_limits(parser)
    add_suppositions(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.grading import grade

    code = ANSWERED
    rows: list[tuple[str, ...]] = []
    puzzles = Readable(options)
    for puzzle in with_progress(puzzles, "puzzles", scrolling=options.json):
        found = grade(puzzle, time_limit=options.time_limit, budget=options.budget)
        if found.reason == "limit":
            code = max(code, LIMIT_HIT)
            complain(f"{name(found)}: {reached(found.limit)}")
        if options.json:
            print_json(found.to_json())
        else:
            rows.append(row(found))
    if not options.json:
        print_table(HEADINGS, rows, SPARE)
    return max(code, puzzles.code)


def name(found: Grade) -> str:
    """What a puzzle is called in a table."""
    return found.puzzle.name


def row(found: Grade) -> tuple[str, ...]:
    """A grade as the row of a table."""
    remarks = list(filter(None, [rules_told(found.puzzle).removeprefix(", ")]))
    remarks += ["minimal"] if found.minimal else []
    remarks += [f"{in_words(found.decisions, 'case')} inside cases"] if found.decisions else []
    remarks += [f"two solutions differ in {some(found.differ)}"] if found.differ else []
    sweeps = "" if found.sweeps is None else str(found.sweeps.count or "not simple")
    return (
        name(found),
        "-" if found.level is None else str(found.level),
        found.name or f"no level: {found.reason}",
        "-" if found.level is None else f"{found.score:g}",
        "-" if found.level is None else f"{found.score_per_cell:.2f}",
        found.hardest or "-",
        str(found.steps),
        "-" if found.level is None else f"{found.bottleneck:.0%}",
        f"{found.first_moves} {found.first_technique or ''}".strip(),
        sweeps,
        ", ".join(remarks),
    )


def some(cells: Sequence[Cell]) -> str:
    """Cells in words, as many as a table has room for."""
    more = f" and {len(cells) - MOST_CELLS} more" if len(cells) > MOST_CELLS else ""
    return (", ".join(map(str, cells[:MOST_CELLS])) if more else spell(cells)) + more


COMMAND = Command(
    name="grade",
    summary="tell how hard puzzles are for a person: level, score, hardest technique",
    arguments=arguments,
    run=run,
    examples="  nonairo grade examples/first.txt examples/boat.txt\n"
    "  nonairo grade examples/many.jsonl --json > grades.jsonl",
)
