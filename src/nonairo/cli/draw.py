"""`nonairo draw`: a puzzle, a position, a solution or a step as a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from nonairo.checking import check
from nonairo.cli.base import ANSWERED, MORE_TIME, Command, for_each
from nonairo.cli.drafts import not_an_input, numbered
from nonairo.cli.parsing import Parser, factor, picks_several, positive
from nonairo.cli.pictures import (
    report_strange,
    solution_of,
    theme_of,
    write_file,
)
from nonairo.cli.progress import patience
from nonairo.cli.puzzle_arguments import grid_argument, picked
from nonairo.cli.terminal_output import complain
from nonairo.errors import FormatError, LimitReached, NonairoError
from nonairo.grid import Cell, Grid
from nonairo.plain import brief, visible
from nonairo.puzzle import Puzzle
from nonairo.render import TARGETS
from nonairo.render.base import Target
from nonairo.render.files import target_of
from nonairo.render.png import with_density
from nonairo.render.scene import Scene, answer_scene, puzzle_scene, without_spoilers
from nonairo.results import differing
from nonairo.sentence_words import listed
from nonairo.step_pictures import Branch, branches, caption_of, grid_before, step_scene
from nonairo.techniques.base import Step

EVERY = "all"
MOST_NAMED = 8  # branches in a message
EXAMPLES = """\
  nonairo draw examples/boat.txt -o boat.svg
  nonairo draw examples/boat.txt --solution --theme dark -o boat.html
  nonairo draw examples/boat.txt --solution --clean -o picture.svg
  nonairo draw 'binairo:0..0/..0./..../.1.0' --state 0..0/1001/..../.1.0 -o half.svg
  nonairo draw examples/first.txt --step 3 -o third.svg
  nonairo draw examples/many.jsonl --pick all --solution -o solved.html"""

UNITS_AN_INCH = 96  # a cell of 24 is a quarter of an inch
MOST_PIXELS = 10_000  # on a side


def arguments(parser: Parser) -> None:
    parser.puzzles(many=False)
    parser.pick()
    suffixes = listed([target.suffix for target in TARGETS.values()], "or")
    parser.option(
        "-o --output OUT",
        f"the file to write: {suffixes}; several pictures go to OUT-1, OUT-2 ..., or into one file"
        " where the format allows it; - is standard output",
        required=True,
    )
    parser.option(
        "--to F",
        "the format for -o - (standard output): svg (default), png ...",
        choices=tuple(TARGETS),
    )
    shown = parser.add_mutually_exclusive_group()
    parser.option("--solution", "show the solution", to=shown)
    parser.option("--state GRID", "show this grid: rows joined by /, or a file", to=shown)
    parser.option("--step N", "show step N of nonairo explain", positive, to=shown)
    parser.option(
        "--branch B",
        "show supposition B of that step, by its number in the text (2.1); all: one picture for"
        " each; default: the first",
    )
    parser.option("--plain", "leave out the title and the caption")
    parser.option(
        "--clean",
        "draw only the cells: no clues, no dots for empty cells, no letters on colours",
    )
    parser.theme()
    enlarged = parser.add_mutually_exclusive_group()
    parser.option("--scale X", "draw it X times as large", factor, to=enlarged)
    parser.option("--size N", "the length of the longer side in pixels", positive, to=enlarged)
    parser.option("--dpi N", "pixels per inch; four cells are one inch", positive, to=enlarged)
    parser.limits()


def run(options: argparse.Namespace) -> int:
    target = _target(options)
    not_an_input(options.output, [options.puzzle])
    scenes: list[Scene] = []
    if options.branch is not None and not options.step:
        raise NonairoError("--branch needs --step N, the step whose branch to draw")
    if options.clean and options.step:
        raise NonairoError("--clean is for pictures without --step")
    picked_several = picks_several(options.pick)
    several = picked_several or options.branch == EVERY
    puzzles = list(picked(options))

    def draw_one(number: int, puzzle: Puzzle) -> int:
        drawn = [enlarged(scene, target, options) for scene in scenes_of(puzzle, options)]
        scenes.extend(drawn)
        if several and target.write_all is not None:
            return ANSWERED
        path = options.output
        if picked_several:
            path = numbered(path, number, len(puzzles))
        for k, scene in enumerate(drawn, 1):
            with patience("drawing"):
                data = target.write(scene, theme_of(options))
            if options.dpi and target.name == "png":
                data = with_density(data, options.dpi)
            write_file(numbered(path, k, len(drawn)) if options.branch == EVERY else path, data)
        return ANSWERED

    code = for_each(puzzles, draw_one, "puzzle {}: " if picked_several else "")
    if several and scenes and target.write_all is not None:
        data = target.write_all(Path(options.output).stem, scenes, theme_of(options))
        write_file(options.output, data, complete=code == ANSWERED)
    report_strange((letter for scene in scenes for letter in scene.strange), target)
    return code


def _target(options: argparse.Namespace) -> Target:
    """What is written, if the options fit it."""
    if options.output == "-":
        target = TARGETS[options.to or "svg"]
        if target.binary and sys.stdout.isatty():
            raise FormatError(
                f"{target.name.upper()} cannot be shown in a terminal; redirect it to a file"
            )
        several = picks_several(options.pick) or options.branch == EVERY
        if several and target.write_all is None:
            raise FormatError(
                f"one {target.name.upper()} file has one picture; name a file with -o"
            )
    else:
        target = target_of(options.output)
        if options.to not in (None, target.name):
            raise FormatError(f"--to {options.to} does not fit the suffix", path=options.output)
    if options.size and target.pixels is None:
        raise FormatError(f"{target.name.upper()} has no pixels; use --scale X")
    if options.dpi and not (target.pixels and target.binary):
        raise FormatError(f"--dpi is for PNG and GIF, not for {target.name.upper()}")
    return target


def enlarged(scene: Scene, target: Target, options: argparse.Namespace) -> Scene:
    """The scene as large as the options say."""
    scale = options.scale or 1.0
    if target.pixels is not None:
        zoom, side = target.pixels(scene), max(scene.width, scene.height)
        if options.size:
            scale = options.size / (side * zoom)
        elif options.dpi:
            scale = options.dpi / (UNITS_AN_INCH * zoom)
        if target.binary and side * zoom * scale > MOST_PIXELS:
            found = f"found {side * zoom * scale:,.0f}"
            raise FormatError(f"expected a side of at most {MOST_PIXELS:,} pixels, {found}")
    return replace(scene, scale=scale)


def scenes_of(puzzle: Puzzle, options: argparse.Namespace) -> list[Scene]:
    """The puzzle, its solution, a position or a step, as the options say."""
    return scenes_of_step(puzzle, options) if options.step else [scene_of(puzzle, options)]


def scene_of(puzzle: Puzzle, options: argparse.Namespace) -> Scene:
    """The puzzle, its solution or a position, as the options say."""
    grid: Grid | None = None
    wrong: list[Cell] = []
    if options.solution:
        grid, several = solution_of(puzzle, options.time_limit)
        if several:
            complain("the puzzle has several solutions; one of them is drawn")
    elif options.state is not None:
        grid = Grid.like(
            puzzle.givens,
            grid_argument(options.state, puzzle, strict=options.strict),
            puzzle.symbols,
        )
        wrong = differing(puzzle.givens, grid)
        if wrong:
            complain(f"the state does not fit this puzzle: {check(puzzle, grid)[0].message}")
    if options.clean:
        return answer_scene(puzzle, puzzle.givens if grid is None else grid, letters=False)
    named = puzzle if grid is not None and grid.full else without_spoilers(puzzle)
    names = [name for name in (named.title, named.author) if name]
    caption = "" if options.plain else visible(", ".join(names))
    return puzzle_scene(puzzle, grid, caption, broken=wrong)


def scenes_of_step(puzzle: Puzzle, options: argparse.Namespace) -> list[Scene]:
    """One step of the explanation, in the grid before it: the branches that are wanted."""
    from nonairo.explaining import explain

    way = explain(puzzle, time_limit=options.time_limit)
    if options.step > len(way.steps):
        if way.reason == "limit":
            raise LimitReached(f"the limit was reached before that step. {MORE_TIME}")
        raise NonairoError(f"expected a step from 1 to {len(way.steps)}, found {options.step}")
    grid = grid_before(puzzle.givens, way.steps, options.step)
    step = way.steps[options.step - 1]
    return [
        step_scene(
            puzzle,
            grid,
            step,
            "" if options.plain else caption_of(step, branch, f"{options.step}. "),
            branch,
        )
        for branch in wanted_branches(step, options)
    ]


def wanted_branches(step: Step, options: argparse.Namespace) -> Sequence[Branch | None]:
    """The branches of a step that an option names; the first, or none, without it."""
    every = branches(step)
    if options.branch is None:
        return every[:1] or [None]
    if not every:
        raise NonairoError(f"step {options.step} supposes nothing, so it has no branches")
    if options.branch == EVERY:
        return every
    found = [branch for branch in every if branch.number == options.branch]
    if found:
        return found
    numbers = [branch.number for branch in every if branch.number]
    expected = listed([*numbers[:MOST_NAMED], EVERY], "or")
    raise NonairoError(
        f"expected a branch of step {options.step} ({expected}), found {brief(options.branch)}"
    )


COMMAND = Command(
    name="draw",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
