"""`nonairo grade`: how hard puzzles are for a person."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, LIMIT_HIT, Command, for_each
from nonairo.cli.parsing import Parser
from nonairo.cli.progress import with_progress
from nonairo.cli.puzzle_arguments import all_puzzles
from nonairo.cli.puzzle_output import reached
from nonairo.cli.terminal_output import complain, print_json, print_table
from nonairo.plain import in_words
from nonairo.puzzle import Puzzle
from nonairo.render.text import rules_text
from nonairo.sentence_words import some

if TYPE_CHECKING:
    from nonairo.grading import Grade

HEADINGS = (
    "puzzle", "level", "name", "score", "per cell", "hardest", "steps", "bottleneck",
    "first moves", "sweeps", "remarks",
)  # fmt: skip
UNGRADED = {"none": "no solution", "multiple": "several solutions", "limit": "limit reached"}
SPARE = (
    "sweeps",
    "per cell",
    "bottleneck",
    "first moves",
    "steps",
)  # not on narrow terminals


COLUMNS = """\
score: the sum of the scores of all steps
per cell: the score, divided by the number of cells to decide
hardest: the hardest technique that is needed
bottleneck: the share of steps at which only one move of that level existed
first moves: how many easiest moves there are at first, and their technique
sweeps: how many passes over all rows or columns of a nonogram solve it
('not simple': looking at single lines is not enough)"""


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.pick(usual=" (default: all)")
    parser.limits()
    parser.suppositions()
    parser.option(
        "--spread", "also show the lowest and highest score of all rotated and mirrored copies"
    )
    parser.json()
    parser.add_argument_group("columns of the table", COLUMNS)


def run(options: argparse.Namespace) -> int:
    from nonairo.grading import grade

    rows: list[tuple[str, ...]] = []

    def grade_one(_: int, puzzle: Puzzle) -> int:
        found = grade(
            puzzle, time_limit=options.time_limit, budget=options.budget, spread=options.spread
        )
        if found.reason == "limit":
            complain(f"{puzzle.name}: {reached(found.limit)}")
        if options.json:
            print_json(found.to_json())
        else:
            rows.append(row(found))
        return LIMIT_HIT if found.reason == "limit" else ANSWERED

    puzzles = with_progress(all_puzzles(options), "puzzles", scrolling=options.json)
    code = for_each(puzzles, grade_one)
    if not options.json:
        print_table(HEADINGS, rows, SPARE)
    return code


def row(found: Grade) -> tuple[str, ...]:
    """A grade as the row of a table."""
    from nonairo.techniques import called

    remarks = list(filter(None, [rules_text(found.puzzle).removeprefix(", ")]))
    remarks += ["minimal"] if found.minimal else []
    remarks += [f"{in_words(found.decisions, 'case')} inside cases"] if found.decisions else []
    remarks += [f"two solutions differ in {some(found.differ)}"] if found.differ else []
    first = called(found.first_technique) if found.first_technique else ""
    sweeps = "" if found.sweeps is None else str(found.sweeps.count or "not simple")
    return (
        found.puzzle.name,
        "-" if found.level is None else str(found.level),
        found.name or UNGRADED.get(found.reason or "", "no level"),
        "-" if found.level is None else found.scored.removeprefix("score "),
        "-" if found.level is None else f"{found.score_per_cell:.2f}",
        called(found.hardest) if found.hardest else "-",
        str(found.steps),
        "-" if found.level is None else f"{found.bottleneck:.0%}",
        f"{found.first_moves} {first}".strip(),
        sweeps,
        ", ".join(remarks),
    )


COMMAND = Command(
    name="grade",
    arguments=arguments,
    run=run,
    examples="  nonairo grade examples/first.txt examples/boat.txt\n"
    "  nonairo grade examples/many.jsonl --json > grades.jsonl",
)
