"""`nonairo book`: puzzles by level as pages to print, solutions at the back."""

from __future__ import annotations

import argparse
import sys

from nonairo.cli.base import ANSWERED, BAD_INPUT, LIMIT_HIT, Command, for_each
from nonairo.cli.drafts import not_an_input
from nonairo.cli.parsing import Parser
from nonairo.cli.pictures import ready, report_strange, solution_of, write_file
from nonairo.cli.progress import with_progress
from nonairo.cli.puzzle_arguments import all_puzzles
from nonairo.cli.terminal_output import complain
from nonairo.errors import NonairoError
from nonairo.picture_gallery import gallery
from nonairo.plain import visible, whole
from nonairo.puzzle import Puzzle
from nonairo.render.book import PAPERS, SLOTS, Book, BookPuzzle, pages
from nonairo.render.glyphs import without_shape
from nonairo.render.themes import LIGHT

HARD = 4  # the level from which on a puzzle has a hint
NOT_GRADED = "Not graded"


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.option("-o --output OUT", "the file to write, such as book.pdf", required=True)
    parser.option("--title T", "the title on the cover", default="Puzzles")
    parser.add_argument(
        "--per-page", type=int, choices=tuple(SLOTS), default=4,
        help="puzzles per page (default: 4); large ones get more space",
    )  # fmt: skip
    parser.add_argument(
        "--paper", choices=tuple(PAPERS), default="a4", help="the page size (default: a4)"
    )
    parser.option("--level-pages", "start every level on a new page")
    parser.option("--hints", f"add a page of hints for puzzles of level {HARD} and more")
    parser.limits()


def run(options: argparse.Namespace) -> int:
    target = ready(options.output, "pdf")
    not_an_input(options.output, options.puzzles)
    entries: list[BookPuzzle] = []

    def enter(position: int, puzzle: Puzzle) -> int:
        entries.append(entry_of(puzzle, options))
        if entries[-1].level is not None:
            return ANSWERED
        reached = "the limit was reached; --time-limit S raises it"
        complain(f"puzzle {position} is not graded: {reached}")
        return LIMIT_HIT

    puzzles = list(gallery() if is_unnamed(options) else all_puzzles(options))
    shown = with_progress(puzzles, "puzzles", scrolling=False)
    code = for_each(shown, enter, "puzzle {} is left out: ")
    if not entries:
        complain("expected a puzzle for the book, found none; nothing was written")
        return max(code, BAD_INPUT)
    assert target.write_all is not None
    book = Book(options.title, options.paper, options.per_page, options.level_pages)
    data = target.write_all(options.title, pages(book, entries), LIGHT)
    write_file(options.output, data, complete=len(entries) == len(puzzles))
    titles = " ".join([visible(options.title), *(entry.title for entry in entries)])
    report_strange(without_shape(titles), target)
    return code


def is_unnamed(options: argparse.Namespace) -> bool:
    """Whether no puzzles are named, and none are piped in: then the book is our own gallery."""
    return not options.puzzles and sys.stdin.isatty()


def entry_of(puzzle: Puzzle, options: argparse.Namespace) -> BookPuzzle:
    """A puzzle with all that a book says of it; one that has not just one solution is refused."""
    from nonairo.grading import NAMES, grade

    solution, several = solution_of(puzzle, options.time_limit)
    if several:
        raise NonairoError("it has several solutions")
    level = whole(puzzle.extra.get("level"))
    if level is None or not 1 <= level <= len(NAMES):
        found = grade(puzzle, time_limit=options.time_limit)
        if found.reason in ("none", "multiple"):
            raise NonairoError("it does not have exactly one solution")
        level = found.level
    hint = ""
    if options.hints and level is not None and level >= HARD:
        hint = hint_of(puzzle, options.time_limit)
    return BookPuzzle(
        puzzle, solution, level, NOT_GRADED if level is None else NAMES[level - 1], hint
    )


def hint_of(puzzle: Puzzle, time_limit: float | None) -> str:
    """Where the first of the hardest steps is, and what it is called."""
    from nonairo.explaining import explain

    way = explain(puzzle, time_limit=time_limit)
    if not way.steps:
        return "no technique applies: try a value in a cell and see where it leads"
    step = next(step for step in way.steps if step.level == way.hardest_level)
    cells = [cell for cell, _ in step.effects]
    where = str(step.place) if step.place else str(cells[0])
    known = sum(symbol != "." for symbol in puzzle.givens.cells)
    known += sum(len(each.effects) for each in way.steps[: way.steps.index(step)])
    return f"when {known} cells are known, look at {where}: {step.name}"


COMMAND = Command(
    name="book",
    summary="make a printable book of puzzles by level, with solutions at the back (default: the"
    " gallery)",
    arguments=arguments,
    run=run,
    examples="  nonairo book examples/many.jsonl -o book.pdf --title 'Six puzzles'\n"
    "  nonairo book examples/*.txt -o book.pdf --per-page 2 --paper letter --hints",
)
