"""Grids and steps as SVG pictures: squares, and digits drawn as our own strokes. Pure functions.

What a step looks at has a grey ground and stripes; what it decides has a yellow ground and a thick
frame; the cells of a chain carry their number, what was supposed is struck out, and the cells that
break a rule bear a cross. So nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from nonairo.grid import UNKNOWN, Cell, Grid, Place
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.render.text import heading

if TYPE_CHECKING:
    from nonairo.techniques.base import Step

CELL = 24

# Digits as strokes in a box of 4 x 6, y downwards.
STROKES = {
    "0": "M0 1Q0 0 2 0Q4 0 4 1V5Q4 6 2 6Q0 6 0 5Z",
    "1": "M.6 1.4L2 0V6",
    "2": "M0 1.4Q0 0 2 0Q4 0 4 1.7Q4 3 0 6H4",
    "3": "M0 .8Q.7 0 2 0Q4 0 4 1.4Q4 2.8 1.6 2.8Q4 2.8 4 4.4Q4 6 2 6Q.6 6 0 5",
    "4": "M3 6V0L0 4.2H4",
    "5": "M4 0H.5L.2 2.8Q4 1.8 4 4Q4 6 2 6Q.6 6 0 5.2",
    "6": "M3.6 .6Q2.8 0 2 0Q0 0 0 4Q0 6 2 6Q4 6 4 4.1Q4 2.5 2 2.5Q.3 2.5 0 4",
    "7": "M0 0H4L1.4 6",
    "8": "M2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4"
    "Q4 2.8 2 2.8",
    "9": "M.4 5.4Q1.2 6 2 6Q4 6 4 2Q4 0 2 0Q0 0 0 1.9Q0 3.5 2 3.5Q3.7 3.5 4 2",
}


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen beside the cells themselves."""

    seen: frozenset[Cell] = frozenset()  # looked at
    made: frozenset[Cell] = frozenset()  # decided
    spoilt: frozenset[Cell] = frozenset()  # break a rule at the end of a chain
    numbers: Mapping[Cell, int] = field(default_factory=dict)  # the order of a chain
    struck: frozenset[Cell] = frozenset()  # show what was supposed and is not so
    lines: frozenset[Place] = frozenset()  # lines whose labels are looked at


def draw_grid(grid: Grid) -> str:
    """A grid by itself, with digits."""
    title = f"grid {grid.height}x{grid.width}"
    return _picture(grid, painted=False, rows=[], cols=[], title=title)


def draw_puzzle(puzzle: Puzzle, grid: Grid | None = None) -> str:
    """A puzzle with what is written beside its lines, and its givens or another grid."""
    kind = KINDS[puzzle.kind]
    return _picture(
        puzzle.givens if grid is None else grid,
        painted=kind.glyphs != "01",
        rows=[kind.label(rule) for rule in puzzle.row_rules],
        cols=[kind.label(rule) for rule in puzzle.col_rules],
        title=heading(puzzle),
    )


def draw_step(puzzle: Puzzle, grid: Grid, step: Step) -> str:
    """A step in the grid before it: what it looks at, and what it decides, filled in."""
    kind = KINDS[puzzle.kind]
    shown = grid.fill(dict(step.effects))
    numbers: dict[Cell, int] = {}
    spoilt: set[Cell] = set()
    struck: set[Cell] = set()
    if len(step.chains) == 1:  # the cells of a dead end, as they are supposed
        (chain,) = step.chains
        supposed = dict([chain.assumed])
        for inner in chain.steps:
            supposed |= dict(inner.effects)
        shown = grid.fill(supposed)
        spoilt = set(chain.broken.cells if chain.broken else ())
        struck = {chain.assumed[0]}
    for chain in step.chains:
        for effects in ((chain.assumed,), *(part.effects for part in chain.steps)):
            for cell, _ in effects:
                numbers.setdefault(cell, len(set(numbers.values())) + 1)
    return _picture(
        shown,
        painted=kind.glyphs != "01",
        rows=[kind.label(rule) for rule in puzzle.row_rules],
        cols=[kind.label(rule) for rule in puzzle.col_rules],
        title=str(step),
        marks=Marks(
            seen=frozenset(step.premises),
            made=frozenset(cell for cell, _ in step.effects),
            spoilt=frozenset(spoilt),
            numbers=numbers,
            struck=frozenset(struck),
            lines=frozenset((step.place, *step.others) if step.place else ()),
        ),
    )


def _picture(
    grid: Grid,
    painted: bool,
    rows: list[tuple[str, ...]],
    cols: list[tuple[str, ...]],
    title: str,
    marks: Marks | None = None,
) -> str:
    marks = marks or Marks()
    left = CELL * max((len(label) for label in rows), default=0)
    top = CELL * max((len(label) for label in cols), default=0)
    width, height = left + CELL * grid.width, top + CELL * grid.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}"'
        f' width="{width + 4}" height="{height + 4}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{left}" y="{top}" width="{width - left}" height="{height - top}" fill="#fff"/>',
        *_grounds(marks, left, top),
        '<g fill="none" stroke="#111" stroke-linecap="round" stroke-linejoin="round">',
        *_lines(grid, left, top),
        *_cells(grid, painted, left, top),
        *_labels(rows, cols, left, top),
        *_signs(grid, painted, marks, left, top),
        "</g></svg>",
    ]
    return "".join(parts)


def _grounds(marks: Marks, left: int, top: int) -> Iterator[str]:
    """The grounds of marked cells and lines, under everything else."""
    for place in sorted(marks.lines):
        at = CELL * place.index
        row = place.axis == "row"
        x, y = (0, top + at) if row else (left + at, 0)
        width, height = (left, CELL) if row else (CELL, top)
        if width and height:
            yield f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#e4e4e4"/>'
    for cells, colour in ((marks.seen, "#d9d9d9"), (marks.made, "#ffe58a")):
        for cell in sorted(cells):
            x, y = left + CELL * cell.col, top + CELL * cell.row
            yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def _signs(grid: Grid, painted: bool, marks: Marks, left: int, top: int) -> Iterator[str]:
    """Stripes, frames, crosses and small numbers, over everything else."""
    for cell in sorted(marks.seen - marks.made):
        x, y = left + CELL * cell.col, top + CELL * cell.row
        dark = painted and grid[cell] == "1"
        stripe = f"M{x + 2} {y + 8}l6 -6M{x + 2} {y + 22}l20 -20M{x + 16} {y + 22}l6 -6"
        yield f'<path d="{stripe}" stroke="{"#fff" if dark else "#888"}" stroke-width=".8"/>'
    for cell in sorted(marks.made):
        x, y = left + CELL * cell.col + 2, top + CELL * cell.row + 2
        yield (
            f'<rect x="{x}" y="{y}" width="{CELL - 4}" height="{CELL - 4}" stroke="#b36b00"'
            ' stroke-width="2.5"/>'
        )
    for cell in sorted(marks.struck):
        x, y = left + CELL * cell.col, top + CELL * cell.row
        yield f'<path d="M{x + 5} {y + 20}l15 -15" stroke="#c00" stroke-width="1.8"/>'
    for cell in sorted(marks.spoilt):
        x, y = left + CELL * cell.col, top + CELL * cell.row
        yield f'<path d="M{x + 18} {y + 18}l4 4m0 -4l-4 4" stroke="#c00" stroke-width="1.5"/>'
    for cell, number in marks.numbers.items():
        x, y = left + CELL * cell.col, top + CELL * cell.row
        ground = '<rect x="{:g}" y="{:g}" width="{:g}" height="8" fill="#fff" stroke="none"/>'
        yield ground.format(x + 1, y + 1, 2 + 5 * len(str(number)))
        for k, digit in enumerate(str(number)):
            place = f"translate({x + 2.5 + 5 * k:g} {y + 2}) scale(.8 1)"
            yield f'<path d="{STROKES[digit]}" transform="{place}" stroke-width=".9"/>'


def _lines(grid: Grid, left: int, top: int) -> Iterator[str]:
    right, bottom = left + CELL * grid.width, top + CELL * grid.height
    for number, at, path in (
        (grid.width, left, "M{} " + f"{top}V{bottom}"),
        (grid.height, top, f"M{left} " + "{}" + f"H{right}"),
    ):
        for k in range(number + 1):
            weight = 2 if k in (0, number) else 1.2 if k % 5 == 0 else 0.5
            yield f'<path d="{path.format(at + CELL * k)}" stroke-width="{weight}"/>'


def _cells(grid: Grid, painted: bool, left: int, top: int) -> Iterator[str]:
    for row, line in enumerate(grid.rows()):
        for col, symbol in enumerate(line):
            x, y = left + CELL * col, top + CELL * row
            if symbol == UNKNOWN:
                continue
            if not painted:
                yield from _number(symbol, x, y)
            elif symbol == "1":
                yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#111"/>'
            else:
                yield f'<circle cx="{x + CELL / 2}" cy="{y + CELL / 2}" r="1.5" fill="#111"/>'


def _labels(
    rows: list[tuple[str, ...]], cols: list[tuple[str, ...]], left: int, top: int
) -> Iterator[str]:
    for row, label in enumerate(rows):
        for k, text in enumerate(reversed(label), 1):
            yield from _number(text, left - CELL * k, top + CELL * row)
    for col, label in enumerate(cols):
        for k, text in enumerate(reversed(label), 1):
            yield from _number(text, left + CELL * col, top - CELL * k)


def _number(text: str, x: float, y: float) -> Iterator[str]:
    """A number in the middle of the cell at x, y; narrower when it has several digits."""
    squeeze = min(1.0, 3.0 / (1.4 * len(text) - 0.4)) if len(text) > 1 else 1.0
    advance = 5.6 * 2 * squeeze
    begin = x + CELL / 2 - (advance * (len(text) - 1) + 8 * squeeze) / 2
    for k, digit in enumerate(text):
        place = f"translate({begin + k * advance:g} {y + 6}) scale({2 * squeeze:g} 2)"
        yield f'<path d="{STROKES[digit]}" transform="{place}" stroke-width=".8"/>'
