"""`nonairo book`: puzzles by level as pages to print, solutions at the back."""

from __future__ import annotations

import argparse

from nonairo.cli.base import (
    ANSWERED,
    BAD_INPUT,
    LIMIT_HIT,
    Command,
    add_limits,
    add_puzzles,
    complain,
    puzzles_of,
)
from nonairo.cli.pictures import ready, solution_of, tell_strange, write_file
from nonairo.cli.progress import with_progress
from nonairo.errors import LimitReached, NonairoError
from nonairo.plain import visible, whole
from nonairo.puzzle import Puzzle
from nonairo.render.book import PAPERS, SLOTS, Book, Entry, pages
from nonairo.render.glyphs import without_shape
from nonairo.render.themes import LIGHT

HARD = 4  # the level from which on a puzzle has a hint
NOT_GRADED = "Not graded"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="the file to write, such as book.pdf"
    )
    parser.add_argument("--title", metavar="T", default="Puzzles", help="what stands on the cover")
    parser.add_argument(
        "--per-page", type=int, choices=tuple(SLOTS), default=4,
        help="puzzles a page (default: 4); large ones get more room",
    )  # fmt: skip
    parser.add_argument(
        "--paper", choices=tuple(PAPERS), default="a4", help="the size of pages (default: a4)"
    )
    parser.add_argument(
        "--level-pages", action="store_true", help="begin every level on a page of its own"
    )
    parser.add_argument(
        "--hints", action="store_true", help=f"a page of hints for puzzles of level {HARD} and more"
    )
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    target = ready(options.output, "pdf")
    code, entries = ANSWERED, []
    puzzles = puzzles_of(options.puzzles, options.format)
    for number, puzzle in enumerate(with_progress(puzzles, "puzzles", scrolling=False), 1):
        try:
            if isinstance(puzzle, NonairoError):
                raise puzzle
            entry = entry_of(puzzle, options)
        except LimitReached as limit:
            complain(f"puzzle {number} is left out: {limit}")
            code = max(code, LIMIT_HIT)
            continue
        except NonairoError as error:
            complain(f"puzzle {number} is left out: {error}")
            code = max(code, BAD_INPUT)
            continue
        if entry.level is None:
            complain(
                f"puzzle {number} is not graded: the limit was reached; --time-limit S raises it"
            )
            code = max(code, LIMIT_HIT)
        entries.append(entry)
    if not entries:
        complain("expected a puzzle for the book, found none; nothing is written")
        return max(code, BAD_INPUT)
    assert target.write_all is not None
    book = Book(options.title, options.paper, options.per_page, options.level_pages)
    write_file(options.output, target.write_all(options.title, pages(book, entries), LIGHT))
    titles = " ".join([visible(options.title), *(entry.title for entry in entries)])
    tell_strange(without_shape(titles), target)
    return code


def entry_of(puzzle: Puzzle, options: argparse.Namespace) -> Entry:
    """A puzzle with all that a book says of it; one that has not just one solution is refused."""
    from nonairo.grading import NAMES, grade

    solution, several = solution_of(puzzle, options.time_limit)
    if several:
        raise NonairoError("it has several solutions")
    level = whole(puzzle.extra.get("level"))
    if level is None or not 1 <= level <= len(NAMES):
        found = grade(puzzle, time_limit=options.time_limit)
        if found.reason in ("none", "multiple"):
            raise NonairoError("it has not just one solution")
        level = found.level
    hint = ""
    if options.hints and level is not None and level >= HARD:
        hint = hint_of(puzzle, options.time_limit)
    return Entry(puzzle, solution, level, NOT_GRADED if level is None else NAMES[level - 1], hint)


def hint_of(puzzle: Puzzle, time_limit: float | None) -> str:
    """Where the first of the hardest steps is, and what it is called."""
    from nonairo.explaining import explain

    told = explain(puzzle, time_limit=time_limit)
    if not told.steps:
        return "no technique helps: try a cell, and see where it leads"
    step = next(step for step in told.steps if step.level == told.level)
    cells = [cell for cell, _ in step.effects]
    where = str(step.place) if step.place else str(cells[0])
    known = sum(symbol != "." for symbol in puzzle.givens.cells)
    known += sum(len(each.effects) for each in told.steps[: told.steps.index(step)])
    name = step.technique.replace("_", " ")
    return f"when {known} cells are known, look at {where}: {name}"


COMMAND = Command(
    name="book",
    summary="make a book of puzzles to print: by level, with the solutions at the back",
    arguments=arguments,
    run=run,
    examples="  nonairo book examples/many.jsonl -o book.pdf --title 'Six puzzles'\n"
    "  nonairo book examples/*.txt -o book.pdf --per-page 2 --paper letter --hints",
)
