"""`nonairo generate`: new puzzles, always with one solution."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    LIMIT_HIT,
    Command,
    add_json,
    add_time_limit,
    complain,
    patience,
    positive,
    whole,
)
from nonairo.cli.output import Output
from nonairo.errors import LimitReached, PuzzleError
from nonairo.files import standard_input
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable

MISSES = 3  # in a row; then what is asked for is given up
EXAMPLES = """\
  nonairo generate binairo 8 --level 3
  nonairo generate binairo 6x10 --minimal --count 100 --to jsonl -o many.jsonl
  nonairo generate binairo 7 --rules odd-more-ones --symmetric
  nonairo generate nonogram 15 --level 2 --seed 7
  nonairo generate nonogram 20x30 --image cat.png --to non -o cat.non
  nonairo generate nonogram --text HELLO --solution"""


def size(text: str) -> int | tuple[int, int]:
    """N, or HxW."""
    found = re.fullmatch(r"([0-9]{1,4})(?:[xX\N{MULTIPLICATION SIGN}]([0-9]{1,4}))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected N or HxW such as 8 or 10x15, found {text!r}")
    height, width = found.groups()
    return int(height) if width is None else (int(height), int(width))


def share(text: str) -> float:
    """A share: 0.55 or 55%."""
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = -1.0
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"expected a share such as 0.55 or 55%, found {text!r}")
    return number


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kind", metavar="KIND", choices=("binairo", "nonogram"), help="binairo or nonogram"
    )
    parser.add_argument(
        "size", metavar="SIZE", nargs="?", type=size, help="N or HxW (rows x columns)"
    )
    parser.add_argument(
        "--level", metavar="L", type=positive, help="1 (easiest) to 7; see nonairo techniques"
    )
    parser.add_argument("--count", metavar="N", type=positive, default=1, help="how many")
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole,
        help="the same seed gives the same puzzle; with --count, also N+1, N+2 ...",
    )
    parser.add_argument("--to", metavar="F", help="the format to write (see nonairo formats)")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write")
    parser.add_argument("--solution", action="store_true", help="write the solutions as well")
    add_json(parser)
    add_time_limit(parser)
    parser.add_argument(
        "--budget",
        metavar="N",
        type=positive,
        help="pieces of work (default: 1000 for each cell; a million for a nonogram)",
    )
    only = parser.add_argument_group("for a Binairo")
    only.add_argument("--minimal", action="store_true", help="no given can be left out")
    only.add_argument(
        "--symmetric",
        action="store_true",
        help="the pattern of the givens looks the same upside down",
    )
    only.add_argument(
        "--rules", metavar="R", help="standard, no-distinct, odd-more-ones, odd-more-zeros"
    )
    only = parser.add_argument_group("for a nonogram")
    only.add_argument(
        "--image", metavar="PIC", help="from a picture; - for standard input (extra image)"
    )
    only.add_argument("--text", metavar="TEXT", help="from words, in a small built-in font")
    only.add_argument(
        "--threshold",
        metavar="N",
        type=whole,
        help="what is darker, of 0 to 255, is filled (default: found by itself)",
    )
    only.add_argument("--dither", action="store_true", help="shades become patterns of cells")
    only.add_argument("--density", metavar="S", type=share, help="the share of filled cells")


ONLY = {
    "binairo": ("minimal", "symmetric", "rules"),
    "nonogram": ("image", "text", "threshold", "dither", "density"),
}


def check_options(options: argparse.Namespace) -> None:
    """Raise PuzzleError for options of the other kind, and for a size that is missing."""
    for kind, names in ONLY.items():
        for name in names:
            if kind != options.kind and getattr(options, name) not in (None, False):
                raise PuzzleError(f"--{name} is for {kind} puzzles, not for {options.kind}")
    if options.size is None and not (options.image or options.text):
        raise PuzzleError("expected a SIZE: N or HxW, such as 8 or 10x15")


def run(options: argparse.Namespace) -> int:
    check_options(options)
    if options.json:
        options.to, options.solution = options.to or "jsonl", True
    output = Output(options.to, options.output, options.count)
    code, made, missed = ANSWERED, 0, 0
    told = options.seed is not None or output.tells_seed
    puzzles = puzzles_of(options)
    with output:
        while True:
            try:
                with patience(f"puzzle {made + 1} of {options.count}"):
                    puzzle = next(puzzles, None)
            except LimitReached as limit:
                complain(f"{limit}{raised_by(limit)}")
                code, missed = LIMIT_HIT, missed + 1
                if missed == MISSES or not isinstance(puzzles, Seeded):
                    break
                continue
            if puzzle is None:
                break
            made, missed = made + 1, 0
            output.add(puzzle if options.solution else replace(puzzle, solution=None), puzzle)
            for line in remarks(puzzle):
                complain(line)
            if not told:
                complain(f"seed {puzzle.extra['seed']}")
                told = True
    if made < options.count and code == ANSWERED:
        complain(f"there are no more than {made} different ones")
    return code


def raised_by(limit: LimitReached) -> str:
    """How to go further: what bounds a proof of the core is not for the caller to move."""
    option = {"time": "--time-limit S", "nodes": "--budget N"}.get(limit.limit)
    return f"; {option} raises it" if option else ""


class Seeded:
    """One puzzle for each seed; a seed that fails does not end it."""

    def __init__(self, make: Callable[[int], Puzzle], first: int, count: int) -> None:
        self.make = make
        self.seeds = iter(range(first, first + count))

    def __iter__(self) -> Iterator[Puzzle]:
        return self

    def __next__(self) -> Puzzle:
        return self.make(next(self.seeds))


def puzzles_of(options: argparse.Namespace) -> Iterator[Puzzle]:
    """The puzzles that are asked for, each made when it is its turn."""
    from nonairo.generating.random_draws import fresh_seed

    seed = fresh_seed() if options.seed is None else options.seed
    image = standard_input() if options.image == "-" else options.image
    limits = {"budget": options.budget, "time_limit": options.time_limit}
    if options.kind == "binairo":
        from nonairo.generating.boards.board_puzzles import generate_binairo

        return Seeded(
            lambda number: generate_binairo(
                options.size,
                options.level,
                number,
                options.minimal,
                options.symmetric,
                options.rules or "standard",
                **limits,
            ),
            seed,
            options.count,
        )
    from nonairo.generating.pictures.picture_puzzles import generate_nonogram

    if options.image and options.count > 1:
        from nonairo.generating.pictures.image_puzzles import variants

        return variants(image, options.size, options.level, options.count, seed, **limits)
    return Seeded(
        lambda number: generate_nonogram(
            options.size,
            image,
            options.level,
            number,
            options.density,
            text=options.text,
            threshold=options.threshold,
            dither=options.dither,
            **limits,
        ),
        seed,
        options.count,
    )


def remarks(puzzle: Puzzle) -> Iterator[str]:
    """What was changed in a picture to make it a puzzle."""
    changed = puzzle.extra.get("changed")
    if isinstance(changed, list):
        cells = puzzle.height * puzzle.width
        number = f"{len(changed)} of {cells} cells ({100 * len(changed) / cells:.1f} %)"
        where = ", ".join(f"r{row + 1}c{col + 1}" for row, col in changed[:12])
        more = " ..." if len(changed) > 12 else ""
        yield f"{number} changed{': ' if changed else ''}{where}{more}"


COMMAND = Command(
    name="generate",
    summary="make new puzzles: unique, of a wanted level, from chance, pictures or words",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
