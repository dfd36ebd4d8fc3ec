"""What a picture of a grid, a puzzle or a step shows: shapes, before any file is written.

Where a board shows more than its givens, they are drawn heavier. What a step looks at has a grey
ground and stripes; what it decides has a yellow ground and a thick frame; the
cells of a chain carry their number, what was supposed is crossed out, and the cells that break a
rule bear a cross. So nothing depends on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil

from nonairo.grid import UNKNOWN, Cell, Grid, Place, Shape
from nonairo.kinds import kind_of
from nonairo.puzzle import Puzzle
from nonairo.render.board import (
    CELL,
    MARGIN,
    Board,
    along,
    board_of,
    cells,
    in_cell,
    line,
    notes,
    paints,
    rules,
)
from nonairo.render.board_labels import between, coordinates, labels
from nonairo.render.glyphs import without_shape
from nonairo.render.shapes import AnyShape, Rectangle
from nonairo.render.text import heading
from nonairo.render.text_layout import LINE, width_of, wrap, write_line
from nonairo.render.themes import readable_on

NARROWEST = 300.0  # what a caption is broken to under a small board
LETTERS_A_LINE = 90.0  # or so, under a large one
MOST_LINES = 12  # of a caption; all of it is in the picture's title
MOST_LETTERS = 2000  # that are looked at
CAPTION = 1.4  # the size of a caption's letters


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture: its size, what it is called, and its shapes in the order they are drawn."""

    width: float
    height: float
    title: str
    shapes: tuple[AnyShape, ...]
    strange: tuple[str, ...] = ()  # letters of its texts that have no shape and became empty boxes
    scale: float = 1.0  # how much larger than usual it is written


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen beside the cells themselves."""

    seen: frozenset[Cell] = frozenset()  # looked at
    made: frozenset[Cell] = frozenset()  # decided
    broken: frozenset[Cell] = frozenset()  # break a rule at the end of a chain
    numbers: Mapping[Cell, int] = field(default_factory=dict)  # the order of a chain
    refuted: frozenset[Cell] = frozenset()  # show what was supposed and is not so
    lines: frozenset[Place] = frozenset()  # lines whose labels are looked at
    excluded: Mapping[Cell, str] = field(default_factory=dict)  # glyphs of what a cell cannot be
    barred: Mapping[Cell, str] = field(default_factory=dict)  # the same, known from before


def grid_scene(grid: Grid) -> Scene:
    """A grid by itself, with digits."""
    return board_scene(Board(grid), f"grid {grid.height}x{grid.width}")


def puzzle_scene(
    puzzle: Puzzle, grid: Grid | None = None, caption: str = "", broken: Iterable[Cell] = ()
) -> Scene:
    """A puzzle with what is written beside its lines, and its givens or another grid.

    The title of a picture says what it shows: it stands there only if the picture is finished.
    """
    grid = puzzle.givens if grid is None else grid
    title = heading(puzzle if grid.full else without_spoilers(puzzle))
    return board_scene(board_of(puzzle, grid), title, Marks(broken=frozenset(broken)), caption)


def without_spoilers(puzzle: Puzzle) -> Puzzle:
    """The puzzle without a title that gives its picture away."""
    return replace(puzzle, title=None) if kind_of(puzzle).every_picture else puzzle


def answer_scene(puzzle: Puzzle, solution: Grid, letters: bool = True) -> Scene:
    """A solution to compare with: nothing beside the lines, and no dots in a picture.

    Without `letters`, cells show their colour only.
    """
    board = board_of(puzzle, solution, labels=False)
    if not letters:
        board = replace(board, letters=dict.fromkeys(board.letters, ""))
    if board.fills:
        bare = Grid(solution.height, solution.width, solution.cells.replace("0", UNKNOWN))
        board = replace(board, grid=bare)
    title = heading(puzzle if solution.full else without_spoilers(puzzle))
    return board_scene(board, title)


def board_scene(
    board: Board, title: str, marks: Marks | None = None, caption: str = "", lines: int = 0
) -> Scene:
    """A board with its marks, and a caption below it; `lines` keeps room for so many."""
    marks = marks or Marks()
    across, down = board.size
    size = CAPTION * max(1.0, across / (CAPTION * 5 * LETTERS_A_LINE))
    width = ceil(max(across, NARROWEST) if caption or lines else across)
    text = wrap(caption[:MOST_LETTERS], width - 4 * MARGIN, size, lines or MOST_LINES)
    height = down
    if caption or lines:
        height += size * (LINE * max(len(text), lines) - 1) + 2 * MARGIN
    height = ceil(height)
    board = replace(board, indent=(width - ceil(across)) // 2, lowered=frozenset(marks.numbers))
    shapes: tuple[AnyShape, ...] = (
        Rectangle(x=0, y=0, width=width, height=height, fill="paper"),
        *_grounds(board, marks),
        *_stripes(board, marks, "stripe"),
        *paints(board),
        *along(board),
        *rules(board),
        *cells(board),
        *_stripes(board, marks, "paper"),
        *notes(board),
        *labels(board),
        *coordinates(board),
        *_signs(board, marks),
        *_crossed_out(board, marks),
        *between(board),
        *_caption(text, width, down, size),
    )
    return Scene(width, height, title, shapes, tuple(without_shape(" ".join(text))))


def _caption(text: list[str], width: float, top: float, size: float) -> Iterator[AnyShape]:
    """Lines below the board, in the middle if there is just one."""
    single = len(text) == 1
    widest = max((width_of(each, size) for each in text), default=0.0)
    begin = width / 2 if single else (width - widest) / 2
    for k, each in enumerate(text):
        y = top + size * (3 + LINE * k)
        yield write_line(each, begin, y, size, align=0.5 if single else 0, stroke="quiet")


def _grounds(board: Board, marks: Marks) -> Iterator[AnyShape]:
    """The grounds of marked cells and lines, under everything else."""
    for place in sorted(marks.lines):
        x, y = board.corner(place.cell(0))
        if place.axis == "row" and board.beside:
            begin, width = board.left - board.beside, board.beside
            yield Rectangle(x=begin, y=y, width=width, height=CELL, fill="used")
        if isinstance(place, Shape):  # of its own shape
            for x, y in map(board.corner, place.cells):
                yield Rectangle(x=x, y=y, width=CELL, height=CELL, fill="used")
        elif place.axis != "row" and board.above:
            begin, height = board.top - board.above, board.above
            yield Rectangle(x=x, y=begin, width=CELL, height=height, fill="used")
    seen, made = marks.seen | marks.barred.keys(), marks.made | marks.excluded.keys()
    for paint, marked in (("seen", seen), ("made", made)):
        for x, y in map(board.corner, sorted(marked)):
            yield Rectangle(x=x, y=y, width=CELL, height=CELL, fill=paint)


def _stripes(board: Board, marks: Marks, paint: str) -> Iterator[AnyShape]:
    """Stripes of what is looked at: under the digits, but over cells that are filled."""
    for cell in sorted(marks.seen - marks.made):
        if (board.grid[cell] in board.fills) == (paint == "paper"):
            x, y = board.corner(cell)
            ends = (((2, 8), (8, 2)), ((2, 22), (22, 2)), ((16, 22), (22, 16)))
            points = [(x + across, y + down) for stripe in ends for across, down in stripe]
            ground = board.fills.get(board.grid[cell], "")
            pen = readable_on(ground) if ground.startswith("#") else paint
            yield line(*points, stroke=pen, pen=0.8)


def _crossed_out(board: Board, marks: Marks) -> Iterator[AnyShape]:
    """Small glyphs, crossed out, for what a cell cannot be: as many a line as there is room for."""
    for cell in sorted({*marks.excluded, *marks.barred}):
        if board.grid[cell] != UNKNOWN:
            continue  # what it is says more
        known = marks.barred.get(cell, "")
        glyphs = known + marks.excluded.get(cell, "")
        x, y = board.corner(cell)
        across = ceil(len(glyphs) ** 0.5)
        pitch = (CELL - 4) / across
        for k, glyph in enumerate(glyphs):
            left, top = x + 2 + pitch * (k % across), y + 2 + pitch * (k // across)
            size = min(pitch / 8, 1.8)
            middle = left + pitch / 2 - CELL / 2
            yield from in_cell(glyph, middle, top + pitch / 2 - 3.6 * size, size)
            ends = ((left + 1, top + pitch - 1), (left + pitch - 1, top + 1))
            yield line(*ends, stroke="quiet" if k < len(known) else "wrong", pen=0.9)


def _signs(board: Board, marks: Marks) -> Iterator[AnyShape]:
    """Frames, crosses and small numbers: each in a part of the cell where no other is."""
    for x, y in map(board.corner, sorted(marks.made)):
        size = CELL - 3.5
        yield Rectangle(x=x + 1.75, y=y + 1.75, width=size, height=size, stroke="frame", pen=2)
    for cell in sorted(marks.refuted):
        x, y = board.corner(cell)
        top = 10.5 if cell in marks.numbers else 5
        yield line((x + 5, y + 20), (x + 19, y + top), stroke="wrong", pen=1.8)
    for x, y in map(board.corner, sorted(marks.broken)):
        near, far, top, bottom = x + 18.3, x + 21, y + 3, y + 5.7
        ends = ((near, top), (far, bottom), (far, top), (near, bottom))
        yield line(*ends, stroke="wrong", pen=1.4)
    for cell, number in marks.numbers.items():
        x, y = board.corner(cell)
        text = str(number)
        size = min(0.85, 13 / width_of(text))
        width = width_of(text, size) + 1.6
        yield Rectangle(x=x + 2.8, y=y + 2.8, width=width, height=6.6, fill="paper")
        yield write_line(text, x + 3.6, y + 3.5, size)
