"""`nonairo book`: puzzles by level as pages to print, solutions at the back."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from pathlib import Path

from nonairo.api import solve
from nonairo.books.entries import BookPuzzle, in_words
from nonairo.books.hints import hints_of
from nonairo.books.pages import PER_PAGE, Book, pages
from nonairo.books.paper import GUTTER, PAPERS, Sheet
from nonairo.cli import parsing
from nonairo.cli.base import ANSWERED, BAD_INPUT, LIMIT_HIT, MORE_TIME, Command, for_each
from nonairo.cli.drafts import not_an_input
from nonairo.cli.parsing import Parser, number_between
from nonairo.cli.pictures import ready, report_strange, solution_of, write_file
from nonairo.cli.progress import with_progress
from nonairo.cli.puzzle_arguments import all_puzzles
from nonairo.cli.terminal_output import complain
from nonairo.errors import FormatError, NonairoError, blaming
from nonairo.picture_gallery import gallery
from nonairo.plain import visible, whole
from nonairo.puzzle import Puzzle
from nonairo.render.glyphs import without_shape
from nonairo.render.pdf import Document, write_document
from nonairo.render.themes import PRINT
from nonairo.results import Status

NOT_GRADED = "Not graded"
LARGEST_TASKS = 100_000  # bytes
WIDEST_GUTTER = 30.0  # millimetres
LONGEST_NAME = 100  # of a puzzle in the command that an imprint shows
MOST_NAMED = 40  # authors, licences, or stretches of seeds in an imprint


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.option("-o --output OUT", "the file to write, such as book.pdf", required=True)
    parser.option("--title T", "the title on the cover", str, "Puzzles")
    parser.option(
        "--author NAME", "the author for the imprint (default: those of the puzzles)", str
    )
    parser.option("--year Y", "the year for the imprint (default: this year)", type=parsing.whole)
    parser.option(
        "--licence TEXT", "the licence for the imprint (default: those of the puzzles)", str
    )
    parser.add_argument(
        "--per-page", type=int, choices=PER_PAGE, default=4,
        help="puzzles per page, at most (default: 4); 1 makes each as large as the page",
    )  # fmt: skip
    parser.add_argument(
        "--paper", choices=tuple(PAPERS), default="a4", help="the page size (default: a4)"
    )
    parser.option(
        "--gutter MM", f"millimetres to add to the margin at the binding (default: {GUTTER:g})",
        type=_gutter, default=GUTTER,
    )  # fmt: skip
    parser.option("--large-print", "print cells, digits and text larger")
    parser.option("--level-pages", "start every level on a new page")
    tasks = (
        "make a worksheet instead: the tasks in this text file, then the puzzles, and no solutions"
    )
    parser.option("--worksheet TASKS.txt", tasks)
    parser.option("--hints", "add a section of hints, in the order of solving")
    parser.limits()


def _gutter(text: str) -> float:
    return number_between(0, WIDEST_GUTTER, text, f"millimetres from 0 to {WIDEST_GUTTER:g}")


def run(options: argparse.Namespace) -> int:
    target = ready(options.output, "pdf")
    not_an_input(options.output, options.puzzles)
    tasks = None if options.worksheet is None else tasks_in(options.worksheet)
    entries: list[BookPuzzle] = []

    def enter(position: int, puzzle: Puzzle) -> int:
        entries.append(entry_of(puzzle, options))
        if entries[-1].level is not None:
            return ANSWERED
        reached = f"the time limit was reached. {MORE_TIME}"
        complain(f"puzzle {position} is not graded: {reached}")
        return LIMIT_HIT

    puzzles = list(gallery() if is_unnamed(options) else all_puzzles(options))
    shown = with_progress(puzzles, "puzzles", scrolling=False)
    code = for_each(shown, enter, "puzzle {} is left out: ")
    if not entries:
        complain("expected a puzzle for the book, found none; nothing was written")
        return max(code, BAD_INPUT)
    sheet = Sheet(options.paper, options.gutter, options.large_print)
    imprint = tuple(imprint_of(options, [entry.puzzle for entry in entries]))
    levels, hints = options.level_pages, options.hints
    book = Book(options.title, sheet, options.per_page, levels, hints, imprint, tasks)
    bound = pages(book, entries)
    for number, entry, cell in bound.small:
        least = sheet.smallest_cell(entry.puzzle)
        complain(
            f"puzzle {number} ({in_words(entry.puzzle)}) has cells of {cell:.1f} mm on"
            f" {options.paper}; at least {least:g} mm are easy to read: use larger paper"
        )
    document = Document(
        title=options.title,
        author=options.author or "",
        bookmarks=bound.bookmarks,
        spreads=tasks is None,
    )
    data = write_document(document, bound.scenes, PRINT)
    write_file(options.output, data, complete=len(entries) == len(puzzles))
    texts = " ".join([visible(options.title), *map(visible, imprint), *(e.title for e in entries)])
    report_strange(without_shape(texts), target)
    return code


def tasks_in(path: str) -> tuple[str, ...]:
    """The paragraphs of a text file, which blank lines part."""
    with blaming(path), Path(path).open("rb") as file:
        data = file.read(LARGEST_TASKS + 1)  # a device may have no end
    if len(data) > LARGEST_TASKS:
        raise FormatError(f"expected at most {LARGEST_TASKS:,} bytes", path=path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError("expected text in UTF-8", path=path) from None
    parts = text.replace("\r\n", "\n").split("\n\n")
    return tuple(" ".join(part.split()) for part in parts if part.strip())


def is_unnamed(options: argparse.Namespace) -> bool:
    """Whether no puzzles are named, and none are piped in: then the book is our own gallery."""
    return not options.puzzles and sys.stdin.isatty()


def entry_of(puzzle: Puzzle, options: argparse.Namespace) -> BookPuzzle:
    """A puzzle with all that a book says of it; one that has not just one solution is refused."""
    from nonairo.grading import NAMES, grade

    solution, several = solution_of(puzzle, options.time_limit)
    proof = solve(puzzle, time_limit=options.time_limit)  # a record may claim any solution
    if several or proof.status is Status.MULTIPLE:
        raise NonairoError("it has several solutions")
    level = whole(puzzle.extra.get("level")) if proof.status is Status.UNIQUE else None
    if level is None or not 1 <= level <= len(NAMES):
        found = grade(puzzle, time_limit=options.time_limit)
        if found.reason in ("none", "multiple"):
            raise NonairoError("it does not have exactly one solution")
        level = found.level
    hints, techniques = hints_of(puzzle, options.time_limit) if options.hints else ((), ())
    name = NOT_GRADED if level is None else NAMES[level - 1]
    return BookPuzzle(puzzle, solution, level, name, hints, techniques)


def imprint_of(options: argparse.Namespace, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Who made the book, who may copy it, and how it is made again."""
    authors = listed(puzzle.author for puzzle in puzzles)
    author = options.author or authors
    year = options.year or date.today().year
    yield f"\N{COPYRIGHT SIGN} {year}{f' {author}' if author else ''}"
    if options.author and authors and authors != options.author:
        yield f"Puzzles by {authors}"
    licence = options.licence or listed(puzzle.extra.get("licence") for puzzle in puzzles)
    if licence:
        yield f"Licence: {licence}"
    yield f"Made with: {command_of(options)}"
    seeds = {seed for puzzle in puzzles if (seed := whole(puzzle.extra.get("seed"))) is not None}
    if seeds:
        yield f"Seeds of the puzzles: {stretches(sorted(seeds))}"


def listed(values: Iterable[object]) -> str:
    """Names, each once."""
    names = list(
        dict.fromkeys(visible(value) for value in values if isinstance(value, str) and value)
    )
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def stretches(numbers: Sequence[int]) -> str:
    """Sorted numbers, those that follow each other as one stretch.

    >>> stretches([1, 2, 3, 7])
    '1 to 3, 7'
    """
    breaks = [k for k, (one, other) in enumerate(pairwise(numbers), 1) if other > one + 1]
    parts = [numbers[first:last] for first, last in pairwise([0, *breaks, len(numbers)])]
    return listed(str(part[0]) if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts)


def name_of(argument: str) -> str:
    """The name of a file without its folders; an id, or text, shortened if it is long."""
    with suppress(OSError, ValueError):  # too long for a name, or with a zero byte
        if Path(argument).exists():
            return Path(argument).name
    return argument if len(argument) <= LONGEST_NAME else f"{argument[:LONGEST_NAME]}..."


def command_of(options: argparse.Namespace) -> str:
    """The command that makes this book again; of a path only the name, for others read it."""
    words = ["nonairo", "book", *map(name_of, options.puzzles[:MOST_NAMED])]
    words += ["..."] if len(options.puzzles) > MOST_NAMED else []
    words += ["-o", Path(options.output).name, "--title", options.title]
    usual = {"per_page": 4, "paper": "a4", "gutter": GUTTER}
    for name in ("author", "year", "licence", "per_page", "paper", "gutter"):
        value = getattr(options, name)
        if value is not None and value != usual.get(name):
            words += [
                f"--{name.replace('_', '-')}",
                f"{value:g}" if name == "gutter" else str(value),
            ]
    for name in ("large_print", "level_pages", "hints"):
        words += [f"--{name.replace('_', '-')}"] if getattr(options, name) else []
    return shlex.join(words)


COMMAND = Command(
    name="book",
    arguments=arguments,
    run=run,
    examples="  nonairo book examples/many.jsonl -o book.pdf --title 'Six puzzles'\n"
    "  nonairo book examples/*.txt -o book.pdf --per-page 2 --paper letter --hints",
)
