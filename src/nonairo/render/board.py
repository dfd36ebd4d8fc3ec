"""A grid with what is written around it: where everything stands, and its lines and cells.

Labels (the clues of a nonogram) stand at the left and above; coordinates on the other two sides, or
in the place of labels where there are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from nonairo.grid import UNKNOWN, Cell, Grid, Symbol
from nonairo.kinds import appearance_of, kind_of
from nonairo.kinds.base import Mark
from nonairo.puzzle import Puzzle
from nonairo.render.glyphs import character, of_symbol
from nonairo.render.shapes import AnyShape, Circle, Glyph, PaintName, Path, Rectangle
from nonairo.render.text import borders_of, notes_of
from nonairo.render.text_layout import width_of
from nonairo.render.themes import readable_on

CELL = 24
MARGIN = 2  # around everything, for half of the border
DIGIT = 2.0  # the size of digits in cells and labels: 12 high
THICK = 2.4  # the pen for the border of a region
HEAVY = 1.8  # how much heavier the pen is for givens among other cells
BETWEEN = 11.0  # two labels of a row
BLOCK = 5  # every so many lines there is a thick one, to count by
COUNTED = 12  # cells a side, up to which only clues are counted
PITCH = 17.0  # from one label of a column to the next
PAD = 5.0  # between labels and the grid
SMALL = 1.2  # the size of coordinates
STRIP = 14.0  # what coordinates need above or below
LETTER = 1.5  # the size of the letter on a coloured cell
CHIP = 3.0  # how much wider and higher than its number a coloured ground is, on each side
DOT = "\N{MIDDLE DOT}"  # what stands for a background


@dataclass(frozen=True, slots=True)
class Board:
    """What is drawn, and where."""

    grid: Grid
    rows: Sequence[tuple[str, ...]] = ()
    cols: Sequence[tuple[str, ...]] = ()
    row_inks: Sequence[tuple[PaintName | None, ...]] = ()  # the ground of each label; None for none
    col_inks: Sequence[tuple[PaintName | None, ...]] = ()
    fills: Mapping[Symbol, PaintName] = field(default_factory=dict)  # symbols that fill their cell
    letters: Mapping[Symbol, str] = field(default_factory=dict)  # what stands on such a cell
    between: Sequence[Mark] = ()  # what stands on the borders of neighbours
    notes: Mapping[Cell, str] = field(default_factory=dict)  # clues that stand in cells
    borders: Sequence[tuple[Cell, Cell]] = ()  # neighbours with a thick line between them
    strokes: Sequence[tuple[Cell, ...]] = ()  # cells with a faint line along them
    dotted: bool = False  # the background is a dot rather than a 0
    coordinates: bool = False
    given: Grid | None = None  # whose symbols are heavier, where there are others beside them
    lowered: frozenset[Cell] = frozenset()  # cells whose symbol leaves room above for a number
    label_size: float = DIGIT  # of the digits of labels
    indent: float = 0.0  # how far it stands to the right, to be in the middle of a caption

    beside: float = field(init=False)  # the width of the labels at the left
    above: float = field(init=False)  # the height of the labels above
    strip: tuple[float, float] = field(init=False)  # the width and height of coordinates
    left: float = field(init=False)
    top: float = field(init=False)

    def __post_init__(self) -> None:
        widest = max((row_width(label, self.label_size) for label in self.rows), default=0.0)
        tallest = max(map(len, self.cols), default=0)
        beside = widest + 2 * PAD if widest else 0.0
        above = self.pitch * tallest + PAD if tallest else 0.0
        across, down = width_of(str(self.grid.height), SMALL) + 8, STRIP
        strip = (across, down) if self.coordinates else (0.0, 0.0)
        before = (0.0, 0.0) if beside or above else strip
        measured = {
            "beside": beside,
            "above": above,
            "strip": strip,
            "left": self.indent + MARGIN + before[0] + beside,
            "top": MARGIN + before[1] + above,
        }
        for name, value in measured.items():
            object.__setattr__(self, name, value)

    @property
    def labelled(self) -> bool:
        return bool(self.beside or self.above)

    @property
    def pitch(self) -> float:
        """From one label of a column to the next."""
        return PITCH + 6 * (self.label_size - DIGIT)

    @property
    def right(self) -> float:
        return self.left + CELL * self.grid.width

    @property
    def bottom(self) -> float:
        return self.top + CELL * self.grid.height

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of everything."""
        across, down = self.strip if self.labelled else (0.0, 0.0)
        return self.right + across + MARGIN - self.indent, self.bottom + down + MARGIN

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return self.left + CELL * cell.col, self.top + CELL * cell.row


def board_of(puzzle: Puzzle, grid: Grid, labels: bool = True) -> Board:
    """A puzzle's board: pictures are filled and dotted, all else is written."""
    kind, appearance = kind_of(puzzle), appearance_of(puzzle)
    pictured = not appearance.glyphs.isalnum()
    paints = dict(zip(puzzle.symbols, appearance.colours, strict=False))
    glyphs = dict(zip(puzzle.symbols, appearance.glyphs, strict=False))
    coloured = {symbol: paint for symbol, paint in paints.items() if glyphs[symbol] != DOT}
    inks = [coloured.get(symbol) for symbol in puzzle.symbols]
    return Board(
        grid,
        rows=[kind.label(rule) for rule in puzzle.row_rules] if labels else (),
        cols=[kind.label(rule) for rule in puzzle.col_rules] if labels else (),
        row_inks=[tuple(inks[k] for k in kind.inks(rule)) for rule in puzzle.row_rules],
        col_inks=[tuple(inks[k] for k in kind.inks(rule)) for rule in puzzle.col_rules],
        fills=coloured or ({"1": "ink"} if pictured else {}),
        letters={symbol: glyphs[symbol] for symbol in coloured},
        between=kind.marks(puzzle),
        notes=notes_of(puzzle) if labels else {},
        borders=borders_of(puzzle),
        strokes=[line.cells for line in puzzle.more_lines if line.look == "stroke"],
        dotted=pictured,
        given=puzzle.givens if grid != puzzle.givens and not pictured else None,
    )


def row_width(label: tuple[str, ...], size: float = DIGIT) -> float:
    """How wide the labels of a row are together."""
    return sum(width_of(text, size) + BETWEEN for text in label) - BETWEEN if label else 0.0


def rules(board: Board) -> Iterator[AnyShape]:
    """The lines between cells, every fifth thicker in what is counted; faint ones by labels."""
    left, top, right, bottom = board.left, board.top, board.right, board.bottom
    height, width = board.grid.height, board.grid.width
    if board.above:
        for k in range(width + 1):
            x = left + CELL * k
            yield line((x, top - board.above), (x, top), stroke="stripe", pen=_faint(k))
    if board.beside:
        for k in range(height + 1):
            y = top + CELL * k
            yield line((left - board.beside, y), (left, y), stroke="stripe", pen=_faint(k))
    for k in range(width + 1):
        x = left + CELL * k
        yield line((x, top), (x, bottom), pen=_weight(board, k, width))
    for k in range(height + 1):
        y = top + CELL * k
        yield line((left, y), (right, y), pen=_weight(board, k, height))
    for cell, other in board.borders:
        x, y = board.corner(other)
        across = (x, y + CELL) if cell.row == other.row else (x + CELL, y)
        yield line((x, y), across, pen=THICK)


def along(board: Board) -> Iterator[AnyShape]:
    """Faint lines along cells, under what stands in them."""
    for cells in board.strokes:
        for one, other in pairwise(cells):
            (x, y), (to_x, to_y) = board.corner(one), board.corner(other)
            half = CELL / 2
            points = (x + half, y + half), (to_x + half, to_y + half)
            yield line(*points, stroke="stripe", pen=1.2)


def notes(board: Board) -> Iterator[AnyShape]:
    """Clues in cells: in the middle, over what fills the cell; beside a dot or a number."""
    for cell, text in sorted(board.notes.items()):
        x, y = board.corner(cell)
        symbol = board.grid[cell]
        pen: PaintName = "paper" if board.fills.get(symbol) == "ink" else "ink"
        small = cell in board.lowered or (symbol == "0" and board.dotted)
        size = LETTER if small else DIGIT
        down = 11.2 if cell in board.lowered else CELL / 2 - 3.2 * size
        yield from in_cell(text, x - (5 if small else 0), y + down, size, stroke=pen)


def _weight(board: Board, k: int, number: int) -> float:
    if k in (0, number):
        return 2
    counted = board.fills or max(board.grid.height, board.grid.width) > COUNTED
    return 1.6 if k % BLOCK == 0 and counted else 0.5


def _faint(k: int) -> float:
    return 1.0 if k % BLOCK == 0 else 0.3


def paints(board: Board) -> Iterator[AnyShape]:
    """The grounds of coloured cells, under the lines: next to each other they stay apart."""
    for row, symbols in enumerate(board.grid.rows()):
        for symbol, run in groupby(enumerate(symbols), key=lambda item: item[1]):
            if symbol in board.letters:
                found = [col for col, _ in run]
                x, y = board.corner(Cell(row, found[0]))
                width, paint = CELL * len(found), board.fills[symbol]
                yield Rectangle(x=x, y=y, width=width, height=CELL, fill=paint)


def cells(board: Board) -> Iterator[AnyShape]:
    """What stands in the cells; filled neighbours of a row are one rectangle."""
    for row, symbols in enumerate(board.grid.rows()):
        for symbol, run in groupby(enumerate(symbols), key=lambda item: item[1]):
            if symbol == UNKNOWN:
                continue
            found = [Cell(row, col) for col, _ in run]
            paint = board.fills.get(symbol)
            x, y = board.corner(found[0])
            if symbol in board.letters:
                for cell in found:
                    yield from _lettered(board, cell, board.letters[symbol])
                continue
            if paint is not None:  # with an outline, so that no seam shows between neighbours
                width = CELL * len(found)
                yield Rectangle(x=x, y=y, width=width, height=CELL, fill=paint, stroke=paint)
                continue
            for cell in found:
                x, y = board.corner(cell)
                if symbol == "0" and board.dotted:
                    down = 15.5 if cell in board.lowered else CELL / 2
                    aside = CELL / 4 if cell in board.notes else 0  # the clue is beside it
                    yield Circle(x=x + CELL / 2 + aside, y=y + down, radius=2, fill="ink")
                elif cell in board.lowered:
                    yield from in_cell(of_symbol(symbol), x, y + 10.8, 1.4)
                else:
                    given = board.given is not None and board.given[cell] == symbol
                    heavy = HEAVY if given else 1.0
                    yield from in_cell(of_symbol(symbol), x, y + 6, DIGIT, heavy)


def _lettered(board: Board, cell: Cell, letter: str) -> Iterator[AnyShape]:
    """The letter of a coloured cell, if any, in the middle or below a number."""
    if not letter:
        return
    x, y = board.corner(cell)
    pen = readable_on(board.fills[board.grid[cell]])
    down = 11.6 if cell in board.lowered else CELL / 2 - 3.6 * LETTER
    yield from in_cell(letter, x, y + down, LETTER, stroke=pen)


def line(*points: tuple[float, float], stroke: PaintName = "ink", pen: float) -> Path:
    """Straight strokes, each between two of the points."""
    strokes = tuple(("ML"[k % 2], point) for k, point in enumerate(points))
    return Path(strokes=strokes, stroke=stroke, pen=pen)


def in_cell(
    text: str,
    x: float,
    y: float,
    size: float,
    bold: float = 1.0,
    *,
    stroke: PaintName = "ink",
    margin: float = 4,
) -> Iterator[AnyShape]:
    """Characters in the middle of a cell that begins at x; narrower when there are many."""
    squeeze = min(1.0, (CELL - margin) / width_of(text, size))
    begin = x + CELL / 2 - squeeze * width_of(text, size) / 2
    yield from characters(text, begin, y, size * squeeze, size, bold, stroke)


def characters(
    text: str,
    x: float,
    y: float,
    across: float,
    down: float,
    bold: float = 1.0,
    stroke: PaintName = "ink",
) -> Iterator[AnyShape]:
    """Characters one after another; the pen grows with them."""
    pen = 0.4 * (across + down) * bold
    for each in text:
        yield Glyph(text=each, x=x, y=y, across=across, down=down, stroke=stroke, pen=pen)
        x += across * (character(each).width + 1.6)
