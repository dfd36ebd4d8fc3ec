"""`nonairo generate`: new puzzles with one solution."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import NoReturn, TypeAlias

from nonairo.cli.base import ANSWERED, LIMIT_HIT, Command
from nonairo.cli.executors import on_this_machine
from nonairo.cli.parsing import Parser, decimal, positive, whole
from nonairo.cli.progress import patience, with_progress
from nonairo.cli.puzzle_output import PuzzleWriter, with_advice
from nonairo.cli.terminal_output import complain
from nonairo.errors import EngineError, LimitReached, PuzzleError
from nonairo.grid import UNKNOWN
from nonairo.kinds import KINDS, named_kind
from nonairo.kinds.base import Kind
from nonairo.plain import one_of, shown
from nonairo.puzzle import Puzzle
from nonairo.reading import standard_input
from nonairo.sentence_words import listed
from nonairo.workers.jobs import Pace, Work, run_jobs

Attempt: TypeAlias = Puzzle | LimitReached
PRESETS = {name: kind for kind in KINDS.values() for name in kind.presets or ()}
MOST_LEVEL = 7
MISSES = 3  # in a row; then the rest is given up
EXAMPLES = """\
  nonairo generate binairo 8 --level 3
  nonairo generate binairo 6x10 --minimal --count 100 --to jsonl -o many.jsonl
  nonairo generate binairo 7 --rules odd-more-ones --symmetric
  nonairo generate binairo 8 --symmetry diagonal --givens 24
  nonairo generate tango --level 3
  nonairo generate binairo 8 --signs 0.2 --rules no-distinct
  nonairo generate binairo 8 --rules regions
  nonairo generate trinairo 6
  nonairo generate mosaic 10
  nonairo generate nonogram 15 --level 2 --seed 7
  nonairo generate nonogram 15 --image examples/cat.pbm --to non -o cat.non
  nonairo generate nonogram --text HELLO --solution
  nonairo generate nonogram 15 --style blot
  nonairo generate nonogram 12 --colours 3 --seed 1
  nonairo generate kakurasu 6 --level 6"""


def size(text: str) -> int | tuple[int, int]:
    """N, or HxW."""
    found = re.fullmatch(r"([0-9]{1,30})(?:[xX\N{MULTIPLICATION SIGN}]([0-9]{1,30}))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"expected N or HxW such as 8 or 10x15, found {text!r}")
    height, width = found.groups()
    return int(height) if width is None else (int(height), int(width))


def share(text: str) -> float:
    """A share of filled cells: 0.55 or 55%; neither nearly nothing nor nearly all."""
    number = _share(text)
    if not 0.1 <= number <= 0.9:
        expected = "expected a share from 0.1 to 0.9 such as 0.55 or 55%"
        raise argparse.ArgumentTypeError(f"{expected}, found {text!r}")
    return number


def share_or_all(text: str) -> float:
    """A share that may also be 0 for nothing, or 1 for all."""
    number = _share(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(
            f"expected a share such as 0.55 or 55%, from 0 to 1, found {text!r}"
        )
    return number


def _share(text: str) -> float:
    number = decimal(text.removesuffix("%"))
    return -1.0 if number is None else number / (100 if text.endswith("%") else 1)


def level(text: str) -> int:
    """A level, by its number or by its name."""
    from nonairo.grading import NAMES

    names = {name.lower().replace(" ", "-"): k for k, name in enumerate(NAMES[:MOST_LEVEL], 1)}
    named = names.get(text.lower().strip().replace(" ", "-").replace("_", "-"))
    if named is None and text[:1].isalpha():
        expected = f"a level from 1 to {MOST_LEVEL}"
        raise argparse.ArgumentTypeError(one_of(expected, names, text))
    return positive(text) if named is None else named


def kind_name(text: str) -> str:
    """The name of a kind in any case, or another name of it."""
    if named_kind(text.lower()) is None:
        raise argparse.ArgumentTypeError(one_of("a kind", (*KINDS, *PRESETS), text, "rules"))
    return text.lower()


def symmetry(text: str) -> str:
    """The name of a symmetry."""
    from nonairo.generating.boards.symmetries import SYMMETRIES

    if text not in SYMMETRIES:
        expected = listed(list(SYMMETRIES), "or")
        raise argparse.ArgumentTypeError(f"expected {expected}, found {shown(text)}")
    return text


def arguments(parser: Parser) -> None:
    names = (*KINDS, *PRESETS)
    others = [name for kind in KINDS.values() for name in kind.aliases or () if name not in names]
    parser.add_argument(
        "kind",
        metavar="KIND",
        type=kind_name,
        choices=(*names, *others),
        help=f"{', '.join(names)}; also {', '.join(others)}",
    )
    parser.add_argument(
        "size",
        metavar="SIZE",
        nargs="?",
        type=size,
        help="N or HxW (rows x columns; default: depends on the kind)",
    )
    parser.option("--level L", "1 (easiest) to 7, or a name such as hard", level)
    parser.option("--count N", "how many puzzles to make (default: 1)", positive, 1)
    same = "the same seed gives the same puzzle; --count uses N, N+1, N+2 ..."
    parser.option("--seed N", same, whole)
    rules = "rules other than the standard ones: no-distinct, odd-more-ones, regions, diagonals"
    parser.option("--rules R", f"{rules} (joined by +)")
    parser.output()
    parser.option("--solution", "also write the solutions")
    parser.json()
    parser.limits()
    workers = "the number of worker processes (default: one process)"
    parser.option("--workers N", workers, positive)
    parser.budget("stop after N search steps (default: 1000 per cell; a million for a nonogram)")
    dug = parser.add_argument_group(f"for kinds made from a full board ({_named(False)})")
    parser.option("--minimal", "remove givens until no more can be removed", to=dug)
    symmetric = "keep the pattern of givens symmetric under a half turn"
    parser.option("--symmetric", symmetric, to=dug)
    turned = "half (same as --symmetric), quarter (turn), mirror (left-right), flip (top-bottom) or"
    turned += " diagonal"
    parser.option("--symmetry NAME", f"the symmetry of the givens: {turned}", symmetry, to=dug)
    parser.option("--givens N", "leave exactly N givens", whole, to=dug)
    fewest = "search for as few givens as the budget allows, and report their number"
    parser.option("--fewest", fewest, to=dug)
    signs = "the share of neighbours (0 to 1) with = or x between them"
    signs += ", before redundant signs are removed"
    parser.option("--signs S", signs, share_or_all, to=dug)
    posed = parser.add_argument_group(f"for kinds made from a picture ({_named(True)})")
    picture = "make it from an image file (needs the extra image) or SVG (needs the extra draw);"
    picture += " - for standard input"
    parser.option("--image PIC", picture, str, to=posed)
    parser.option("--text TEXT", "make it from words, in a small built-in font", str, to=posed)
    parser.option("--font FILE", "draw the words in the font of a file", to=posed)
    styles = "what a random picture shows: scene (an object; default for nonograms) or blot"
    parser.option("--style STYLE", styles, to=posed)
    darker = "pixels darker than this (0 to 255) are filled (default: chosen automatically)"
    parser.option("--threshold N", darker, whole, to=posed)
    parser.option("--dither", "turn shades of grey into patterns of cells", to=posed)
    parser.option("--invert", "exchange filled and empty cells of the image", to=posed)
    parser.option("--edges", "draw only the outlines of the image", to=posed)
    longer = "the number of cells on the image's longer side, instead of SIZE (default: 25)"
    parser.option("--longer N", longer, positive, to=posed)
    several = "use at most N colours, from the image or random (nonogram)"
    parser.option("--colours N", several, positive, to=posed)
    parser.option("--density S", "the share of filled cells (0.1 to 0.9)", share, to=posed)


ONLY = {  # whether a kind is posed, and the options that only such kinds have
    False: ("minimal", "symmetric", "symmetry", "givens", "fewest", "signs"),
    True: (
        "image",
        "text",
        "font",
        "style",
        "threshold",
        "dither",
        "invert",
        "edges",
        "longer",
        "density",
        "colours",
    ),
}
ALONE = {"colours": "nonogram"}  # options that not all such kinds have


def _named(posed: bool) -> str:
    """The kinds that are made in one way."""
    return listed([name for name, kind in KINDS.items() if kind.posed is posed])


def _kind_of(options: argparse.Namespace) -> Kind:
    """The kind that the options name, be it by another name."""
    named = named_kind(options.kind)
    return PRESETS.get(options.kind) or (named[0] if named else KINDS[options.kind])


def _given(options: argparse.Namespace, names: Iterable[str]) -> dict[str, object]:
    """Those of some options that were given."""
    values = {name: getattr(options, name) for name in names}
    return {
        name: value
        for name, value in values.items()
        if value is not None and value is not False  # a threshold may be 0
    }


def check_options(options: argparse.Namespace) -> None:
    """Raise PuzzleError for options of other kinds; choose a size where none is given."""
    kind = _kind_of(options)
    other = not kind.posed
    for name in _given(options, ONLY[other]):
        users = ALONE.get(name) or _named(other)
        raise PuzzleError(f"--{name} is for {users}, not for {options.kind}")
    if options.text is not None and not options.text.strip():
        raise PuzzleError("--text: expected letters to draw, found none")
    if options.image == "":
        raise PuzzleError("--image: expected the name of an image file, found none")
    if options.size is None and not (options.image or options.text or options.kind in PRESETS):
        usual = kind.sizes[min(options.level or 2, len(kind.sizes)) - 1]
        odd = "odd" in (options.rules or "")
        options.size = -(-usual // kind.unit) * kind.unit + odd


def run(options: argparse.Namespace) -> int:
    check_options(options)
    if options.json:
        options.to, options.solution = options.to or "jsonl", True
    output = PuzzleWriter(options.to, options.output, options.count, options.solution)
    code, made, missed = ANSWERED, 0, 0
    seed_shown = options.seed is not None or output.shows_seed
    with output, closing(puzzles_of(options)) as puzzles:
        shown = waited_for(puzzles, options.count) if output.drawn else puzzles
        for puzzle in with_progress(shown, f"of {options.count} puzzles", output.drawn):
            if isinstance(puzzle, LimitReached):
                complain(with_advice(puzzle))
                code, missed = LIMIT_HIT, missed + 1
                output.complete = False
                if missed == MISSES:
                    break
                continue
            made, missed = made + 1, 0
            output.add(puzzle if options.solution else unsolved(puzzle), puzzle)
            if options.fewest:
                cells = puzzle.givens.cells
                complain(f"{len(cells) - cells.count(UNKNOWN)} givens")
            for line in remarks(puzzle, options.solution, options.style == "scene"):
                complain(line)
            if not seed_shown:
                complain(f"seed {puzzle.extra['seed']}")
                seed_shown = True
    if made < options.count and code == ANSWERED:
        complain(f"there are only {made} different puzzles")
    return code


def waited_for(puzzles: Iterator[Attempt], count: int) -> Iterator[Attempt]:
    """The same; each is shown as soon as it is there, so each has a sign of life of its own."""
    for number in range(1, count + 1):
        with patience(f"puzzle {number} of {count}"):
            puzzle = next(puzzles, None)
        if puzzle is None:
            return
        yield puzzle


def puzzles_of(options: argparse.Namespace) -> Generator[Attempt]:
    """The puzzles that the options describe, each made when it is its turn."""
    from nonairo.generating.any_kind import variants
    from nonairo.generating.random_draws import fresh_seed

    seed = fresh_seed() if options.seed is None else options.seed
    kind, size, level = options.kind, options.size, options.level
    common = _given(options, ("rules", "budget", "time_limit", "memory_limit"))
    special = _given(options, ONLY[_kind_of(options).posed])
    image = standard_input() if options.image == "-" else options.image
    if image and options.count > 1:
        for name in special:
            if name != "image":
                reason = "with --count it changes from puzzle to puzzle"
                raise PuzzleError(f"--{name} is for one puzzle: {reason}")
        try:
            yield from variants(
                image, size, level, options.count, seed, kind=kind,
                rules=options.rules or "standard", budget=options.budget,
                time_limit=options.time_limit,
            )  # fmt: skip
        except LimitReached as limit:
            yield limit
        return
    if image:
        special["image"] = image
    make = partial(_made, kind, size, level, common | special)
    workers = None if options.image == "-" else options.workers
    yield from from_seeds(make, range(seed, seed + options.count), workers)


def from_seeds(
    make: Callable[[int], list[Attempt]], seeds: Iterable[int], workers: int | None
) -> Generator[Attempt]:
    """One puzzle for each seed, made here or, a few ahead, by workers; always in this order."""

    def lost(seed: int, why: str) -> NoReturn:
        raise EngineError(f"seed {seed}: {why}")

    work = Work(do=make, split=lambda seed: [seed], failed=lost, size=lambda _: 1.0)
    with on_this_machine(workers) as (executor, ahead):
        pace = Pace(1, 1)
        for _, made in run_jobs(executor, iter(seeds), work, pace=pace, ordered=True, ahead=ahead):
            yield from made


def _made(
    kind: str,
    size: int | tuple[int, int] | None,
    level: int | None,
    options: dict[str, object],
    seed: int,
) -> list[Attempt]:
    """One puzzle, or its limit; a function of its own, so that other processes find it."""
    from nonairo.generating.any_kind import generate

    try:
        return [generate(kind, size, level=level, seed=seed, **options)]
    except LimitReached as limit:
        return [limit]


def unsolved(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its solution, and without what that shows."""
    extra = {name: value for name, value in puzzle.extra.items() if name != "picture"}
    return replace(puzzle, solution=None, extra=extra)


def remarks(puzzle: Puzzle, solved: bool, scene: bool) -> Iterator[str]:
    """What was changed in a picture to make it a puzzle; with the solution also what it shows.

    `scene`: a thing was asked for, and not every size and level has one.
    """
    if solved and "picture" in puzzle.extra:
        yield f"the picture: {puzzle.extra['picture']}"
    if scene and "picture" not in puzzle.extra:
        yield "the picture is an ink blot: there is no scene for this size and level"
    changed = puzzle.extra.get("changed")
    if isinstance(changed, list):
        cells = puzzle.height * puzzle.width
        number = "no cells"
        if changed:
            number = f"{len(changed)} of {cells} cells ({100 * len(changed) / cells:.1f} %)"
        where = ", ".join(f"r{row + 1}c{col + 1}" for row, col in changed[:12])
        more = " ..." if len(changed) > 12 else ""
        yield f"{number} changed{': ' if changed else ''}{where}{more}"


COMMAND = Command(
    name="generate",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
