"""Steps as pictures and in terminals: what a step looks at, and what it decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nonairo.grid import Cell, Grid
from nonairo.kinds import appearance_of
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of
from nonairo.render.scene import Marks, Scene, board_scene
from nonairo.render.terminal_grid import Marked
from nonairo.techniques.base import Step


def grid_before(start: Grid, steps: Sequence[Step], number: int) -> Grid:
    """The grid in which a step is made, the first of them being number 1."""
    return start.fill(
        {cell: symbol for step in steps[: number - 1] for cell, symbol in step.effects}
    )


def step_scene(puzzle: Puzzle, grid: Grid, step: Step, caption: str | None = None) -> Scene:
    """A step in the grid before it: what it looks at, and what it decides, filled in.

    Below stands the first line of the step's text, which has the conclusion, or another caption, or
    nothing if that is empty.
    """
    shown = grid.fill(dict(step.effects))
    numbers: dict[Cell, int] = {}
    broken: set[Cell] = set()
    refuted: set[Cell] = set()
    if len(step.chains) == 1:  # the cells of a dead end, as they are supposed
        (chain,) = step.chains
        shown = grid.fill(chain.filled)
        broken = set(chain.breaks_at)
        refuted = {chain.assumed[0]}
    for chain in step.chains:
        for cell in chain.filled:
            numbers.setdefault(cell, len(numbers) + 1)
    marks = Marks(
        seen=frozenset(step.premises),
        made=frozenset(cell for cell, _ in step.effects),
        broken=frozenset(broken),
        numbers=numbers,
        refuted=frozenset(refuted),
        lines=frozenset((step.place, *step.others) if step.place else ()),
        excluded=_glyphs(puzzle, step.excludes),
        barred=_glyphs(puzzle, step.barred),
    )
    board = replace(board_of(puzzle, shown), coordinates=True)
    return board_scene(board, str(step), marks, step.headline if caption is None else caption)


def _glyphs(puzzle: Puzzle, symbols: Iterable[tuple[Cell, str]]) -> dict[Cell, str]:
    """Glyphs of symbols, cell by cell."""
    glyphs = dict(zip(puzzle.symbols, appearance_of(puzzle).glyphs, strict=False))
    found: dict[Cell, str] = {}
    for cell, symbol in symbols:
        found[cell] = found.get(cell, "") + glyphs[symbol]
    return found


def of_step(grid: Grid, step: Step) -> Marked:
    """A step in the grid before it; a dead end with all that was supposed."""
    roles = dict.fromkeys(step.premises, "seen")
    roles |= dict.fromkeys((cell for cell, _ in step.barred), "seen")
    filled = dict(step.effects)
    roles |= dict.fromkeys((cell for cell, _ in step.excludes), "less")
    roles |= dict.fromkeys(filled, "made")
    if len(step.chains) == 1 and step.chains[0].breaks_at:
        (chain,) = step.chains
        filled = chain.filled
        roles |= dict.fromkeys(filled, "then")
        for cell in chain.breaks_at:
            roles[cell] = "both" if cell in filled else "broken"
        roles[chain.assumed[0]] = "supposed"
    lines = (step.place, *step.others) if step.place else ()
    return Marked(grid.fill(filled), roles, frozenset(lines))
