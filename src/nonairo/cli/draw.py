"""`nonairo draw`: a puzzle, a position, a solution or a step as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from nonairo.checking import check
from nonairo.cli.base import (
    ANSWERED,
    BAD_INPUT,
    LIMIT_HIT,
    Command,
    add_limits,
    add_puzzles,
    add_theme,
    complain,
    positive,
)
from nonairo.cli.convert import numbered
from nonairo.cli.grids import grid_argument
from nonairo.cli.picking import ALL, add_pick, picked
from nonairo.cli.pictures import (
    solution_of,
    target_of,
    tell_strange,
    theme_of,
    write_file,
)
from nonairo.cli.progress import patience
from nonairo.errors import LimitReached, NonairoError
from nonairo.grid import Cell, Grid
from nonairo.plain import many, visible
from nonairo.puzzle import Puzzle
from nonairo.render import TARGETS
from nonairo.render.base import Target
from nonairo.render.scene import Scene, puzzle_scene, step_scene
from nonairo.results import differing
from nonairo.wording import listed

EXAMPLES = """\
  nonairo draw examples/boat.txt -o boat.svg
  nonairo draw examples/boat.txt --solution --theme dark -o boat.html
  nonairo draw 'binairo:0..0/..0./..../.1.0' --state 0..0/1001/..../.1.0 -o half.svg
  nonairo draw examples/first.txt --step 3 -o third.svg
  nonairo draw examples/many.jsonl --pick all --solution -o solved.html"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser, many=False)
    add_pick(parser)
    suffixes = listed([target.suffix for target in TARGETS.values()], "or")
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True,
        help=f"the file to write: {suffixes}; of --pick all OUT-1, OUT-2 ..., or one file where"
        " it holds several pictures",
    )  # fmt: skip
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--solution", action="store_true", help="with the solution")
    shown.add_argument("--state", metavar="GRID", help="with how far somebody is: rows or a file")
    shown.add_argument(
        "--step", metavar="N", type=positive, help="the Nth step of nonairo explain, marked"
    )
    parser.add_argument("--plain", action="store_true", help="without a title or caption")
    add_theme(parser)
    add_limits(parser)


def run(options: argparse.Namespace) -> int:
    target = target_of(options.output)
    if options.pick != ALL:
        (puzzle,) = picked([options.puzzle], options.format, options.pick)
        if isinstance(puzzle, NonairoError):
            raise puzzle
        try:
            scene = scene_of(puzzle, options)
        except LimitReached as limit:
            complain(limit)
            return LIMIT_HIT
        with patience("drawing"):
            data = target.write(scene, theme_of(options))
        write_file(options.output, data)
        tell_strange(scene.strange, target)
        return ANSWERED
    return draw_all(target, options)


def draw_all(target: Target, options: argparse.Namespace) -> int:
    """A file for each puzzle, or one for all where the target can; a bad one is told, and left."""
    code = ANSWERED
    scenes: list[Scene] = []
    strange: list[str] = []
    for number, puzzle in enumerate(picked([options.puzzle], options.format, ALL), 1):
        try:
            if isinstance(puzzle, NonairoError):
                raise puzzle
            scene = scene_of(puzzle, options)
        except NonairoError as error:
            complain(f"puzzle {number}: {error}")
            code = max(code, LIMIT_HIT if isinstance(error, LimitReached) else BAD_INPUT)
            continue
        strange += scene.strange
        if target.write_all is None:
            path = numbered(options.output, number)
            write_file(path, target.write(scene, theme_of(options)))
        else:
            scenes.append(scene)
    if scenes and target.write_all is not None:
        title = Path(options.output).stem
        write_file(options.output, target.write_all(title, scenes, theme_of(options)))
    tell_strange(strange, target)
    return code


def scene_of(puzzle: Puzzle, options: argparse.Namespace) -> Scene:
    """What was asked for."""
    if options.step:
        return scene_of_step(puzzle, options)
    grid: Grid | None = None
    wrong: list[Cell] = []
    if options.solution:
        grid, several = solution_of(puzzle, options.time_limit)
        if several:
            complain("the puzzle has several solutions; one of them is drawn")
    elif options.state is not None:
        grid = Grid.like(puzzle.givens, grid_argument(options.state, puzzle), puzzle.symbols)
        wrong = differing(puzzle.givens, grid)
        if wrong:
            complain(f"the state is not that of this puzzle: {check(puzzle, grid)[0].message}")
    names = [name for name in (puzzle.title, puzzle.author) if name]
    caption = "" if options.plain else visible(", ".join(names))
    return puzzle_scene(puzzle, grid, caption, spoilt=wrong)


def scene_of_step(puzzle: Puzzle, options: argparse.Namespace) -> Scene:
    """One step of the explanation, in the grid before it."""
    from nonairo.explaining import explain

    told = explain(puzzle, time_limit=options.time_limit)
    if options.step > len(told.steps):
        if told.reason == "limit":
            limit = "the limit was reached before that step; raise it with --time-limit S (0: none)"
            raise LimitReached(limit)
        steps = many(len(told.steps), "step")
        raise NonairoError(f"expected a step of the {steps} that lead on, found {options.step}")
    grid = puzzle.givens
    for earlier in told.steps[: options.step - 1]:
        grid = grid.fill(dict(earlier.effects))
    step = told.steps[options.step - 1]
    caption = "" if options.plain else f"{options.step}. {step}"
    return step_scene(puzzle, grid, step, caption)


COMMAND = Command(
    name="draw",
    summary="draw a puzzle, a position, a solution or a step as "
    + listed([name.upper() for name in TARGETS], "or"),
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
