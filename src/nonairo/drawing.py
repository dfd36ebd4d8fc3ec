"""Draw a puzzle, a position or a step as SVG text, or into a file by its suffix."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from nonairo.errors import LimitReached, MissingFileError, PuzzleError
from nonairo.explaining import Explanation, begun, explain
from nonairo.grid import Grid, GridLike
from nonairo.limits import number_of
from nonairo.memory import names_memory
from nonairo.plain import is_one_of, one_of, truth
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.reading import file_name, unusable
from nonairo.render.files import target_of
from nonairo.render.scene import Scene, answer_scene, puzzle_scene
from nonairo.render.svg import draw as svg
from nonairo.render.themes import THEMES
from nonairo.results import differing
from nonairo.safe_files import drafted
from nonairo.step_pictures import step_scene
from nonairo.techniques.base import Step

if TYPE_CHECKING:
    from pathlib import PurePath


class Picture(str):
    """SVG text that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@names_memory
def draw(
    puzzle: PuzzleLike,
    grid: Grid | GridLike | None = None,
    *,
    step: Step | int | None = None,
    theme: str = "light",
    path: str | PurePath | None = None,
    clean: bool = False,
) -> Picture:
    """Return a picture as SVG text; with `path`, also write a file of the type of its suffix.

    `puzzle` is a Puzzle, its id or its text. The picture shows the givens, or `grid` if there is
    one, for example a solution. `step` is a step of `nn.explain`, or its number, from 1: it is
    drawn in the grid before it, or in `grid`, with its sentence. `theme` is `light` or `dark`, and
    `path` ends in .svg, .png, .pdf, .html or .gif (.png and .gif need the extra `draw`).
    `clean` draws only the cells, without clues, dots for empty cells and letters on colours: a
    finished picture to look at.

    >>> import nonairo as nn
    >>> boat = nn.EXAMPLES["boat"]
    >>> draw(boat, nn.solve(boat).solution, clean=True)[:4]
    '<svg'
    >>> "so r5c2 and r5c5 must be 1" in draw(nn.EXAMPLES["first"], step=1)
    True
    """
    if not is_one_of(theme, THEMES):
        raise PuzzleError(one_of("a theme", THEMES, theme))
    scene = _scene(puzzle_of(puzzle), grid, step, truth(clean, "clean"))
    if path is not None:
        _write(file_name(path), scene, theme)
    return Picture(svg(scene, THEMES[theme]))


def _scene(
    puzzle: Puzzle, grid: Grid | GridLike | None, step: Step | int | None, clean: bool
) -> Scene:
    if step is not None:
        if clean:
            raise PuzzleError("clean is for pictures without a step")
        return _step_scene(puzzle, grid, step)
    shown = puzzle.givens
    if grid is not None:
        shown = Grid.like(puzzle.givens, grid, puzzle.symbols)
    if clean:
        return answer_scene(puzzle, shown, letters=False)
    return puzzle_scene(puzzle, shown, broken=differing(puzzle.givens, shown))


def _step_scene(puzzle: Puzzle, grid: Grid | GridLike | None, step: Step | int) -> Scene:
    """A step of this puzzle in the grid before it, or in another grid."""
    if not isinstance(step, Step):
        return _step_scene(puzzle, None, _numbered(explain(puzzle, start=grid), step))
    if step.route is not None and step.route.puzzle != puzzle:
        raise PuzzleError("this step is from the explanation of another puzzle")
    if grid is None and step.route is not None:
        return step_scene(puzzle, step.route.before(step.number), step)
    return step_scene(puzzle, begun(puzzle, grid, "grid"), step)


def _numbered(way: Explanation, number: int) -> Step:
    """The step with a number, counted from 1."""
    number = number_of(number, "a step", 1) or 1
    if number <= len(way.steps):
        return way.steps[number - 1]
    if way.limit is not None:
        raise LimitReached(f"the explanation stopped before step {number}: {way.limit}")
    raise PuzzleError(f"expected a step from 1 to {len(way.steps)}, found {number}")


def _write(name: str, scene: Scene, theme: str) -> None:
    data = target_of(name).write(scene, THEMES[theme])
    folder = os.path.dirname(name)  # noqa: PTH120
    if folder and not os.path.exists(folder):  # noqa: PTH110
        expected = f"expected a folder that exists, found {folder!r}"
        raise MissingFileError(expected, path=name)
    try:
        with drafted(name) as draft:
            draft.write(data)
    except ValueError as error:  # such as a null character in the name
        raise unusable(error, name) from None
