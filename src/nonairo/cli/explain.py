"""`nonairo explain`: the way to the solution, step by step, as a person would go it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, overload

from nonairo.api import solve
from nonairo.checking import check, why_none
from nonairo.cli.base import ANSWERED, LIMIT_HIT, Command, for_each
from nonairo.cli.drafts import not_an_input, numbered
from nonairo.cli.parsing import Parser, filled, picks_several, positive
from nonairo.cli.pictures import theme_of, write_file, write_folder
from nonairo.cli.puzzle_arguments import grid_argument, picked
from nonairo.cli.puzzle_output import reached
from nonairo.cli.terminal_output import (
    complain,
    is_terminal,
    print_grid,
    print_json,
    print_legend,
    print_prose,
    print_title,
)
from nonairo.errors import NonairoError, PuzzleError
from nonairo.plain import in_words, many
from nonairo.puzzle import Puzzle
from nonairo.render import TARGETS
from nonairo.render.files import target_of
from nonairo.render.scene import Scene
from nonairo.render.terminal_grid import of_places
from nonairo.render.text import heading
from nonairo.results import Status, identity
from nonairo.step_pictures import (
    Branch,
    branches,
    caption_of,
    grid_before,
    of_step,
    step_scene,
)

if TYPE_CHECKING:
    from nonairo.explaining import Explanation


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.pick()
    parser.option("--max-level L", "use only techniques up to this level (1 to 7)", level)
    parser.option(
        "--path P",
        "easiest: the easiest step first (default); shortest: fewer steps, none harder than"
        " necessary",
        default="easiest",
    )
    parser.add_argument(
        "--from",
        type=filled,
        dest="state",
        metavar="GRID",
        help="start from this grid: rows joined by /, all cells in one string, or a file",
    )
    parser.option("--at N", "show only step N, in the grid before it", positive)
    for name, target in TARGETS.items():
        alone = target.write_all is None
        shown = (
            f"as {name.upper()} files in this folder" if alone else f"in one {name.upper()} file"
        )
        parser.add_argument(
            f"--{name}",
            type=filled,
            metavar="DIR" if alone else "OUT",
            help=f"draw all steps {shown}",
        )
    parser.theme()
    parser.option("--brief", "print sentences without grids; when piped, one line per step")
    parser.symbols()
    parser.limits()
    parser.suppositions()
    parser.json()


def level(text: str) -> int:
    """A level that techniques have."""
    if text not in tuple("1234567"):
        raise argparse.ArgumentTypeError(f"expected a level from 1 to 7, found {text!r}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    for name, target in TARGETS.items():  # wrong names are reported before the work begins
        path = getattr(options, name)
        if path and target.write_all is not None:
            target_of(path, [name])
            not_an_input(path, options.puzzles)

    puzzles: Iterable[Puzzle | NonairoError] = picked(options)
    last = 1
    if picks_several(options.pick) and draws(options):  # the names of files need their number
        puzzles = list(puzzles)
        last = len(puzzles)

    def work(number: int, puzzle: Puzzle) -> int:
        return explain_one(puzzle, options, str(number).zfill(len(str(last))))

    return for_each(puzzles, work, apart=not options.json)


def draws(options: argparse.Namespace) -> bool:
    """Whether the steps are wanted as pictures."""
    return any(getattr(options, name) for name in TARGETS)


def explain_one(puzzle: Puzzle, options: argparse.Namespace, number: str) -> int:
    """Explain one puzzle, and return the exit code."""
    from nonairo.explaining import begun, explain

    start = grid_argument(options.state, puzzle, strict=options.strict) if options.state else None
    if start is not None:
        start = begun(puzzle, start, "--from")
    way = explain(
        puzzle,
        max_level=options.max_level,
        path=options.path,
        start=start,
        time_limit=options.time_limit,
        budget=options.budget,
    )
    if options.at is not None and options.at > len(way.steps):
        last = f"expected a step from 1 to {len(way.steps)}, found {options.at}"
        raise PuzzleError(f"--at: {last if way.steps else way.summary}")
    pictures(way, options, number if picks_several(options.pick) else None)
    if options.json:
        print_json(way.to_json() if options.at is None else record_at(way, options.at))
    else:
        show(way, options)
    if options.at is not None or way.solved or way.reason == "none":
        return ANSWERED
    if way.reason == "stuck" and options.max_level is None:
        begun_puzzle = puzzle if start is None else puzzle.with_givens(way.start)
        answer = solve(begun_puzzle, time_limit=options.time_limit)
        if start is not None and answer.status is Status.NONE:
            complain("the starting grid has a mistake; nonairo hint --state shows it")
            return ANSWERED
        if answer.status is Status.MULTIPLE:
            complain("the puzzle has several solutions, so reasoning cannot decide all cells")
            return ANSWERED
        if answer.status is Status.NONE:
            reason = f": {answer.reason}" if answer.reason else ", as a search showed"
            complain(f"the puzzle has no solution{reason}")
            return ANSWERED
    complain(why(way, options.max_level))
    return LIMIT_HIT


def why(way: Explanation, max_level: int | None) -> str:
    """Why an explanation ends before the solution."""
    if way.reason == "limit":
        return reached(way.limit)
    left = way.grid.cells.count(".")
    allowed = "no technique" if max_level is None else f"no technique up to level {max_level}"
    still = f"{in_words(left, 'cell')} {'is' if left == 1 else 'are'} open"
    return f"{allowed} applies any more; {still}"


def record_at(way: Explanation, number: int) -> dict[str, object]:
    """One step as data, and the grid before it."""
    before = grid_before(way.start, way.steps, number)
    return identity(way.puzzle) | {
        "at": number,
        "of": len(way.steps),
        "grid": before.cells,
        "step": way.steps[number - 1].to_json(),
    }


def show(way: Explanation, options: argparse.Namespace) -> None:
    """The steps in words, each with the grid after it; of one step also the grid before it."""
    puzzle, grid = way.puzzle, way.start
    brief = options.brief or draws(options)  # the grids are in the pictures
    steps = list(enumerate(way.steps, 1))
    if options.at is not None:
        grid = grid_before(way.start, way.steps, options.at)
        steps = steps[options.at - 1 : options.at]
    if brief and not is_terminal():
        for number, step in steps:
            print(f"{number}. {str(step).splitlines()[0]}")
        if options.at is None:
            print_end(way)
        return
    print_title(heading(puzzle))
    print_grid(puzzle, grid, options.symbols)
    if not brief and is_terminal():
        print_legend({role for _, step in steps for role in of_step(grid, step).roles.values()})
    for number, step in steps:
        print()
        said = f"{number}. {step}"
        print_prose(said, said.partition(": ")[0], hang=len(f"{number}. "))
        marked = of_step(grid, step)
        grid = grid.fill(dict(step.effects))
        if not brief:
            print_grid(puzzle, grid, options.symbols, marked)
    if options.at is not None:
        return
    print()
    print_end(way, options.symbols, grids=not brief)


def print_end(way: Explanation, symbols: str | None = None, grids: bool = False) -> None:
    """How the explanation ends, and why it has no solution if that is so."""
    puzzle = way.puzzle
    if way.broken is not None:
        reason = why_none(puzzle)  # what `solve` says: often plainer than where the steps ended
        broken = next((seen.message for seen in check(puzzle, way.start)), None)
        same = reason is not None and reason.startswith(tuple(f"{p}:" for p in way.broken.places))
        also = f"; {reason}" if reason and not same else ""
        lost = "no solution" if way.start == puzzle.givens else "no solution from there"
        after = f" (after {many(len(way.steps), 'step')})" if way.steps and not broken else ""
        print_prose(f"{lost}: {broken or f'{way.broken}{also}'}{after}", lost, "bad")
        if is_terminal() and grids:
            marked = of_places(way.grid, way.broken.places, way.broken.cells, "broken")
            print_grid(puzzle, symbols=symbols, marked=marked)
            print_legend({*marked.roles.values()})
        return
    end = way.summary.partition(":")[0]
    print_prose(way.summary, end, "good" if way.solved else "bad")


def pictures(way: Explanation, options: argparse.Namespace, apart: str | None) -> None:
    """The steps as pictures, in every wanted format."""
    wanted = [target for name, target in TARGETS.items() if getattr(options, name)]
    if not wanted:
        return
    scenes = StepScenes(way, options.at)
    for target in wanted:
        path = Path(getattr(options, target.name))
        if target.write_all is None:
            write_folder(path / apart if apart else path, target, scenes.named(), theme_of(options))
        elif scenes:
            path = numbered(path, apart) if apart else path
            title = heading(way.puzzle)
            write_file(path, target.write_all(title, scenes, theme_of(options)))
        else:
            complain(f"{path}: not written: there is no step to draw")


MOST_BRANCHES = 12  # of a step that are drawn one by one


class StepScenes(Sequence[Scene]):
    """A scene for each step, drawn when it is needed: all together may be more than memory."""

    def __init__(self, way: Explanation, only: int | None = None) -> None:
        self.way = way
        shown = range(len(way.steps)) if only is None else range(only - 1, only)
        self.shown = [(k, branch) for k in shown for branch in self._branches(k)]

    def __len__(self) -> int:
        return len(self.shown)

    @overload
    def __getitem__(self, k: int) -> Scene: ...
    @overload
    def __getitem__(self, k: slice) -> list[Scene]: ...
    def __getitem__(self, k: int | slice) -> Scene | list[Scene]:
        if isinstance(k, slice):
            return [self[each] for each in range(*k.indices(len(self)))]
        number, branch = self.shown[k]  # raises where there is none, which ends a loop
        step = self.way.steps[number]
        grid = grid_before(self.way.start, self.way.steps, number + 1)
        caption = caption_of(step, branch, f"{number + 1}. ")
        return step_scene(self.way.puzzle, grid, step, caption, branch)

    def _branches(self, k: int) -> list[Branch] | list[None]:
        """The branches of a step: of very many the first, whose caption has the conclusion."""
        found = branches(self.way.steps[k])
        return (found if len(found) <= MOST_BRANCHES else found[:1]) or [None]

    def named(self) -> Iterator[tuple[str, Scene]]:
        """Each with its number and technique."""
        wide = len(str(len(self.way.steps)))
        for place, (k, branch) in enumerate(self.shown):
            part = f"-{branch.number}" if branch and branch.number else ""
            yield f"{k + 1:0{wide}}-{self.way.steps[k].technique}{part}", self[place]


COMMAND = Command(
    name="explain",
    arguments=arguments,
    run=run,
    examples="  nonairo explain examples/first.txt\n"
    "  nonairo explain examples/boat.txt --brief --max-level 2\n"
    "  nonairo explain examples/first.txt --at 3\n"
    "  nonairo explain 'binairo:0..0/..0./..../.1.0' --from 0110/..0./..../.1.0\n"
    "  nonairo explain examples/first.txt --svg steps\n"
    "  nonairo explain examples/first.txt --html first.html",
)
