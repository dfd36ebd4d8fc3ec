"""What a picture of a grid, a puzzle or a step shows: shapes, before any file is written.

What a step looks at has a grey ground and stripes; what it decides has a yellow ground and a thick
frame; the cells of a chain carry their number, what was supposed is struck out, and the cells that
break a rule bear a cross. So nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nonairo.grid import UNKNOWN, Cell, Grid, Place, Symbol
from nonairo.kinds import kind_of
from nonairo.puzzle import Puzzle
from nonairo.render.shapes import Circle, Glyph, Move, Paint, Path, Rectangle, Shape, Straight
from nonairo.render.text import heading

if TYPE_CHECKING:
    from nonairo.techniques.base import Step

CELL = 24
MARGIN = 2  # around everything, for half of the border


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its size, what it is called, and its shapes in the order they are drawn."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen beside the cells themselves."""

    seen: frozenset[Cell] = frozenset()  # looked at
    made: frozenset[Cell] = frozenset()  # decided
    spoilt: frozenset[Cell] = frozenset()  # break a rule at the end of a chain
    numbers: Mapping[Cell, int] = field(default_factory=dict)  # the order of a chain
    struck: frozenset[Cell] = frozenset()  # show what was supposed and is not so
    lines: frozenset[Place] = frozenset()  # lines whose labels are looked at


def grid_scene(grid: Grid) -> Scene:
    """A grid by itself, with digits."""
    return _scene(_Sheet(grid), f"grid {grid.height}x{grid.width}")


def puzzle_scene(puzzle: Puzzle, grid: Grid | None = None) -> Scene:
    """A puzzle with what is written beside its lines, and its givens or another grid."""
    return _scene(_sheet(puzzle, puzzle.givens if grid is None else grid), heading(puzzle))


def step_scene(puzzle: Puzzle, grid: Grid, step: Step) -> Scene:
    """A step in the grid before it: what it looks at, and what it decides, filled in."""
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
                numbers.setdefault(cell, len(numbers) + 1)
    marks = Marks(
        seen=frozenset(step.premises),
        made=frozenset(cell for cell, _ in step.effects),
        spoilt=frozenset(spoilt),
        numbers=numbers,
        struck=frozenset(struck),
        lines=frozenset((step.place, *step.others) if step.place else ()),
    )
    return _scene(_sheet(puzzle, shown), str(step), marks)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What is drawn, and where: labels at the left and above, the cells below to the right."""

    grid: Grid
    rows: Sequence[tuple[str, ...]] = ()
    cols: Sequence[tuple[str, ...]] = ()
    fills: Mapping[Symbol, Paint] = field(default_factory=dict)  # symbols that fill their cell
    dotted: bool = False  # the background is a dot rather than a 0

    @property
    def left(self) -> int:
        return MARGIN + CELL * max(map(len, self.rows), default=0)

    @property
    def top(self) -> int:
        return MARGIN + CELL * max(map(len, self.cols), default=0)

    @property
    def right(self) -> int:
        return self.left + CELL * self.grid.width

    @property
    def bottom(self) -> int:
        return self.top + CELL * self.grid.height

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The upper left corner of a cell."""
        return self.left + CELL * cell.col, self.top + CELL * cell.row


def _sheet(puzzle: Puzzle, grid: Grid) -> _Sheet:
    kind = kind_of(puzzle)
    pictured = not kind.glyphs.isalnum()
    return _Sheet(
        grid,
        rows=[kind.label(rule) for rule in puzzle.row_rules],
        cols=[kind.label(rule) for rule in puzzle.col_rules],
        fills={"1": "ink"} if pictured else {},
        dotted=pictured,
    )


def _scene(sheet: _Sheet, title: str, marks: Marks | None = None) -> Scene:
    marks = marks or Marks()
    width, height = sheet.right + MARGIN, sheet.bottom + MARGIN
    shapes: tuple[Shape, ...] = (
        Rectangle(x=0, y=0, width=width, height=height, fill="paper"),
        *_grounds(sheet, marks),
        *_lines(sheet),
        *_cells(sheet),
        *_labels(sheet),
        *_signs(sheet, marks),
    )
    return Scene(width, height, title, shapes)


def _grounds(sheet: _Sheet, marks: Marks) -> Iterator[Shape]:
    """The grounds of marked cells and lines, under everything else."""
    for place in sorted(marks.lines):
        x, y = sheet.corner(place.cell(0))
        if place.axis == "row" and sheet.left > MARGIN:
            width = sheet.left - MARGIN
            yield Rectangle(x=MARGIN, y=y, width=width, height=CELL, fill="asked")
        if place.axis != "row" and sheet.top > MARGIN:
            height = sheet.top - MARGIN
            yield Rectangle(x=x, y=MARGIN, width=CELL, height=height, fill="asked")
    for paint, cells in (("seen", marks.seen), ("made", marks.made)):
        for x, y in map(sheet.corner, sorted(cells)):
            yield Rectangle(x=x, y=y, width=CELL, height=CELL, fill=paint)


def _lines(sheet: _Sheet) -> Iterator[Shape]:
    """The lines between cells: every fifth thicker, the border thickest."""
    left, top, right, bottom = sheet.left, sheet.top, sheet.right, sheet.bottom
    for k in range(sheet.grid.width + 1):
        x = left + CELL * k
        yield _stroke((x, top), (x, bottom), pen=_weight(k, sheet.grid.width))
    for k in range(sheet.grid.height + 1):
        y = top + CELL * k
        yield _stroke((left, y), (right, y), pen=_weight(k, sheet.grid.height))


def _weight(k: int, number: int) -> float:
    return 2 if k in (0, number) else 1.2 if k % 5 == 0 else 0.5


def _cells(sheet: _Sheet) -> Iterator[Shape]:
    for position, symbol in enumerate(sheet.grid.cells):
        x, y = sheet.corner(Cell(*divmod(position, sheet.grid.width)))
        paint = sheet.fills.get(symbol)
        if symbol == UNKNOWN:
            continue
        if paint is not None:  # with an outline, so that no seam shows between neighbours
            yield Rectangle(x=x, y=y, width=CELL, height=CELL, fill=paint, stroke=paint)
        elif symbol == "0" and sheet.dotted:
            yield Circle(x=x + CELL / 2, y=y + CELL / 2, radius=2, fill="ink")
        else:
            yield from _text(symbol, x, y)


def _labels(sheet: _Sheet) -> Iterator[Shape]:
    for row, label in enumerate(sheet.rows):
        for k, text in enumerate(reversed(label), 1):
            yield from _text(text, sheet.left - CELL * k, sheet.top + CELL * row)
    for col, label in enumerate(sheet.cols):
        for k, text in enumerate(reversed(label), 1):
            yield from _text(text, sheet.left + CELL * col, sheet.top - CELL * k)


def _signs(sheet: _Sheet, marks: Marks) -> Iterator[Shape]:
    """Stripes, frames, crosses and small numbers, over everything else."""
    for cell in sorted(marks.seen - marks.made):
        x, y = sheet.corner(cell)
        ends = (((2, 8), (8, 2)), ((2, 22), (22, 2)), ((16, 22), (22, 16)))
        paint = "paper" if sheet.grid[cell] in sheet.fills else "stripe"
        points = [(x + across, y + down) for stripe in ends for across, down in stripe]
        yield _stroke(*points, stroke=paint, pen=0.8)
    for x, y in map(sheet.corner, sorted(marks.made)):
        size = CELL - 4
        yield Rectangle(x=x + 2, y=y + 2, width=size, height=size, stroke="frame", pen=2.5)
    for x, y in map(sheet.corner, sorted(marks.struck)):
        yield _stroke((x + 5, y + 20), (x + 20, y + 5), stroke="wrong", pen=1.8)
    for x, y in map(sheet.corner, sorted(marks.spoilt)):
        right, bottom = x + 22, y + 22
        corners = ((x + 18, y + 18), (right, bottom), (right, y + 18), (x + 18, bottom))
        yield _stroke(*corners, stroke="wrong", pen=1.5)
    for cell, number in marks.numbers.items():
        x, y = sheet.corner(cell)
        width = 2 + 5 * len(str(number))
        yield Rectangle(x=x + 1, y=y + 1, width=width, height=8, fill="paper")
        for k, digit in enumerate(str(number)):
            at = x + 2.5 + 5 * k
            yield Glyph(text=digit, x=at, y=y + 2, across=0.8, down=1, stroke="ink", pen=0.8)


def _stroke(*points: tuple[float, float], stroke: Paint = "ink", pen: float) -> Path:
    """Straight strokes, each between two of the points."""
    commands = tuple((Straight if k % 2 else Move)(*point) for k, point in enumerate(points))
    return Path(commands=commands, stroke=stroke, pen=pen)


def _text(text: str, x: float, y: float) -> Iterator[Shape]:
    """Characters in the middle of the cell at x, y; narrower when there are many."""
    squeeze = min(1.0, 20 / (11.2 * len(text) - 3.2))
    advance = 11.2 * squeeze
    begin = x + CELL / 2 - (advance * (len(text) - 1) + 8 * squeeze) / 2
    for k, each in enumerate(text):
        yield Glyph(
            text=each,
            x=begin + k * advance,
            y=y + 6,
            across=2 * squeeze,
            down=2,
            stroke="ink",
            pen=0.8 + 0.8 * squeeze,
        )
