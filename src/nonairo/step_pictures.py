"""Steps as pictures and in terminals: what a step looks at, and what it decides.

If a step supposes something, a picture shows one supposition: a branch of its tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonairo.grid import Cell, Grid, Symbol
from nonairo.kinds import appearance_of
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of
from nonairo.render.scene import Marks, Scene, board_scene
from nonairo.render.terminal_grid import Marked
from nonairo.techniques.base import Chain, Step
from nonairo.techniques.shared.steps import INDENT

MOST_LINKS = 5  # that a caption lists; of more the numbers in the cells have to do


def grid_before(start: Grid, steps: Sequence[Step], number: int) -> Grid:
    """The grid in which a step is made, the first of them being number 1."""
    return start.fill(
        {cell: symbol for step in steps[: number - 1] for cell, symbol in step.effects}
    )


class Branch(NamedTuple):
    """A supposition of a step, and all that it stands in."""

    number: str  # in the step's text: 2.1; empty for the first where all others stand in it
    chain: Chain
    before: dict[Cell, Symbol]  # what is supposed around it and follows there, in this order
    supposed: tuple[Cell, ...]  # this cell, after those around it that break a rule, too

    @property
    def filled(self) -> dict[Cell, Symbol]:
        """All that it writes into the grid, in this order."""
        return self.before | self.chain.filled

    def lines(self, step: Step) -> list[str]:
        """What is supposed, what follows and how it ends, without what is supposed inside."""
        lines = self.chain.lines_of_text(step.words, self.number)
        links = [line for line in lines if not line.startswith(INDENT)]
        if len(self.chain.steps) > MOST_LINKS:
            links = links[len(self.chain.steps) :]
        return [self.chain.supposed(step.words, self.number), *links]


def branches(step: Step) -> list[Branch]:
    """The suppositions of a step, in the order of its text."""
    alone = len(step.chains) == 1
    return [
        branch
        for k, chain in enumerate(step.shown, 1)
        for branch in _inside(chain, "" if alone else str(k), {}, ())
    ]


def _inside(
    chain: Chain, number: str, before: dict[Cell, Symbol], around: tuple[Cell, ...]
) -> Iterator[Branch]:
    supposed = (*around, chain.assumed[0])
    yield Branch(number, chain, before, supposed)
    supposed = supposed if chain.breaks_at else around
    known, dot, below = before | dict([chain.assumed]), f"{number}." if number else "", 0
    for link in chain.steps:
        for inner in link.chains:
            below += 1
            yield from _inside(inner, f"{dot}{below}", known, supposed)
        known = known | dict(link.effects)
    for case in chain.cases:
        below += 1
        yield from _inside(case, f"{dot}{below}", known, supposed)


def step_scene(
    puzzle: Puzzle,
    grid: Grid,
    step: Step,
    caption: str | None = None,
    branch: Branch | None = None,
) -> Scene:
    """A step in the grid before it: what it looks at, and what it decides, filled in.

    Of one that supposes something this branch, or the first. Below stands the first line of the
    step's text, which has the conclusion, with the lines of the branch; or another caption, or
    nothing if that is empty.
    """
    if branch is None:
        branch = next(iter(branches(step)), None)
    if caption is None:
        caption = caption_of(step, branch)
    shown = grid.fill(dict(step.effects) if branch is None else branch.filled)
    marks = Marks(
        seen=frozenset(step.seen),
        made=frozenset(cell for cell, _ in step.effects),
        broken=frozenset(branch.chain.breaks_at if branch else ()),
        numbers={cell: k for k, cell in enumerate(branch.filled if branch else (), 1)},
        refuted=frozenset(branch.supposed if branch and branch.chain.breaks_at else ()),
        lines=frozenset((step.place, *step.others) if step.place else ()),
        excluded=_glyphs(puzzle, step.excludes),
        barred=_glyphs(puzzle, step.barred),
    )
    board = replace(board_of(puzzle, shown), coordinates=True)
    return board_scene(board, str(step), marks, caption)


def caption_of(step: Step, branch: Branch | None, before: str = "") -> str:
    """What stands below a step: the conclusion, and of a branch which one it is and how it ends."""
    if branch is None:
        return f"{before}{step}"
    return "\n".join([before + step.headline, *branch.lines(step)])


def _glyphs(puzzle: Puzzle, symbols: Iterable[tuple[Cell, str]]) -> dict[Cell, str]:
    """Glyphs of symbols, cell by cell."""
    glyphs = dict(zip(puzzle.symbols, appearance_of(puzzle).glyphs, strict=False))
    found: dict[Cell, str] = {}
    for cell, symbol in symbols:
        found[cell] = found.get(cell, "") + glyphs[symbol]
    return found


def of_step(grid: Grid, step: Step) -> Marked:
    """A step in the grid before it; a dead end with all that was supposed."""
    roles = dict.fromkeys(step.seen, "seen")
    roles |= dict.fromkeys((cell for cell, _ in step.barred), "seen")
    filled = dict(step.effects)
    roles |= dict.fromkeys((cell for cell, _ in step.excludes), "less")
    roles |= dict.fromkeys(filled, "made")
    if len(step.chains) == 1 and step.chains[0].breaks_at:
        (chain,) = step.shown
        filled = chain.filled
        roles |= dict.fromkeys(filled, "then")
        for cell in chain.breaks_at:
            roles[cell] = "both" if cell in filled else "broken"
        roles[chain.assumed[0]] = "supposed"
    lines = (step.place, *step.others) if step.place else ()
    return Marked(grid.fill(filled), roles, frozenset(lines))
