"""Grids of `0`, `1` and `.` (unknown), and how their places are written.

A line is a string over `01.`; a grid is its rows. The same text is used in code, tests, files and
on the command line; other signs (`#`, `x`, blanks) exist only where text is read or drawn. Puzzles
with more symbols continue with `2`, `3` ... `9`, `a` ... `z`: an alphabet is a string such as
`012`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from nonairo.errors import NonairoError, PuzzleError
from nonairo.plain import ALPHABET as ALPHABET
from nonairo.plain import LARGEST_SIDE as LARGEST_SIDE
from nonairo.plain import NINE, many, rows_of, shown, slip, whole
from nonairo.plain import UNKNOWN as UNKNOWN
from nonairo.registry import svg_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing

Symbol: TypeAlias = str  # "0" or "1", or a further character of a puzzle's alphabet
Line: TypeAlias = str  # text over an alphabet and "."

SYMBOLS = "01"  # the alphabet of most puzzles; the first symbol is the background
OTHER = {"0": "1", "1": "0"}
MOST_LISTED = 5  # symbols in an error
SHOWN = 100  # cells of a grid that is shown whole where it is only mentioned


class SupportsArray(Protocol):
    """An array of numpy, a Series or a DataFrame."""

    def __array__(self) -> numpy.typing.NDArray[Any]: ...


# Text, rows of text, nested numbers, an array, a table: all that `Grid.of` understands.
GridLike: TypeAlias = (
    "str | Iterable[str] | Iterable[Sequence[int | str | float | None]] | SupportsArray"
)


class Cell(NamedTuple):
    """The position of a cell, counted from 0; printed from 1.

    >>> print(Cell(0, 4))
    r1c5
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"


class Place(NamedTuple):
    """The position of a line: axis (`row` or `column`) and index, counted from 0; printed from 1.

    >>> print(Place("column", 2))
    column 3
    """

    axis: str
    index: int  # type: ignore[assignment]  # from 0; hides the method tuple.index

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"

    def cell(self, position: int) -> Cell:
        """Return the cell at `position` along this line."""
        return Cell(self.index, position) if self.axis == "row" else Cell(position, self.index)


class Shape(Place):
    """A line that is neither a row nor a column: it has its cells, and a name for sentences.

    `index` is its number among these lines of the puzzle. As a value it is a place like any other.

    >>> region = Shape("region", 0, (Cell(0, 0), Cell(1, 0)), "region C")
    >>> print(region, region.cell(1)), region == Place("region", 0)
    region C r2c1
    (None, True)
    """

    cells: tuple[Cell, ...]
    name: str

    def __new__(cls, axis: str, index: int, cells: tuple[Cell, ...], name: str) -> Shape:
        shape = super().__new__(cls, axis, index)
        shape.cells, shape.name = cells, name
        return shape

    def __reduce__(self) -> tuple[object, ...]:
        return Shape, (self.axis, self.index, self.cells, self.name)

    def __str__(self) -> str:
        return self.name

    def cell(self, position: int) -> Cell:
        return self.cells[position]


def from_nines(rows: list[str], symbols: str = SYMBOLS) -> list[str]:
    """Return rows over the symbols and 9 with `.` for 9, and any other rows as they are.

    >>> from_nines(["90", "19"]), from_nines(["90", "1."])
    (['.0', '1.'], ['90', '1.'])
    """
    if NINE in symbols or not {*symbols, NINE}.issuperset("".join(rows)):
        return rows
    return [row.replace(NINE, UNKNOWN) for row in rows]


def check_size(height: int, width: int) -> None:
    """Raise PuzzleError unless a grid can have this many rows and columns."""
    for count, name in ((height, "rows"), (width, "columns")):
        number = whole(count)
        if number is None or not 1 <= number <= LARGEST_SIDE:
            raise PuzzleError(f"expected 1 to {LARGEST_SIDE} {name}, found {shown(count)}")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Grid:
    """A rectangle of cells, each `0`, `1` or `.`.

    `Grid.parse`, `Grid.flat` and `Grid.of` check what they are given; `Grid(...)` itself does not.

    >>> grid = Grid.parse("01/1.")
    >>> grid[1, 1], grid.cols(), grid.fill({Cell(1, 1): "0"}).rows()
    ('.', ('01', '1.'), ('01', '10'))
    """

    height: int
    width: int
    cells: str

    def __init__(self, height: int, width: int, cells: str) -> None:
        # Grids come by the thousand, and this is twice as fast as what a frozen class does.
        _set_height(self, height)
        _set_width(self, width)
        _set_cells(self, cells)

    @classmethod
    def parse(cls, text: Grid | GridLike, symbols: str = SYMBOLS) -> Grid:
        """Return a grid from its rows: one text joined by `/` or newlines, or a list.

        A row is a text or a list of 0, 1 and None. All rows together may be a numpy array or a
        DataFrame, in which an unknown cell is -1, NaN or NA. In a matrix of 0, 1 and 9, 9 is
        unknown.
        """
        if isinstance(text, Grid):
            text = text.rows()
        if isinstance(text, str):
            text = text.strip().replace("\n", "/")
            check_size(text.count("/") + 1, 1)  # before millions of rows are split
            rows = text.split("/")
        else:
            rows = rows_of(text, symbols)
        rows = [row.strip() for row in rows]
        if any(NINE in row for row in rows):
            rows = from_nines(rows, symbols)
        width = len(rows[0]) if rows else 0
        check_size(len(rows), width)
        cells = "".join(rows)
        if {width}.issuperset(map(len, rows)) and not cells.strip(symbols + UNKNOWN):
            return cls(len(rows), width, cells)
        for index, row in enumerate(rows):
            if len(row) != width:
                raise PuzzleError(
                    f"row {index + 1}: expected {many(width, 'cell')}, found {len(row)}"
                )
            for col, symbol in enumerate(row):
                if symbol != UNKNOWN and symbol not in symbols:
                    expected = ", ".join(map(repr, symbols))
                    if len(symbols) > MOST_LISTED:
                        expected = f"{symbols[0]!r} to {symbols[-1]!r}"
                    where = Cell(index, col)
                    found = f"{symbol!r}{slip(symbol, symbols)}"
                    raise PuzzleError(f"{where}: expected {expected} or '.', found {found}")
        raise AssertionError("a row or a cell is wrong")

    @classmethod
    def of(cls, source: Grid | GridLike, symbols: str = SYMBOLS) -> Grid:
        """Return a grid from a grid, its text, nested lists or an array."""
        if not isinstance(source, Grid):
            return cls.parse(source, symbols)
        full = len(source.cells) == source.height * source.width
        if full and {*symbols, UNKNOWN}.issuperset(source.cells):
            return source
        return cls.flat(source.height, source.width, source.cells, symbols)  # says what is wrong

    @classmethod
    def like(cls, other: Grid, source: Grid | GridLike, symbols: str = SYMBOLS) -> Grid:
        """Return a grid as `of` does, of the size of another; a text may be one row of cells."""
        if isinstance(source, str) and len(source.strip()) == len(other.cells) > other.width:
            return cls.flat(other.height, other.width, source.strip(), symbols)
        grid = cls.of(source, symbols)
        if (grid.height, grid.width) != (other.height, other.width):
            expected, found = f"{other.height}x{other.width}", f"{grid.height}x{grid.width}"
            raise PuzzleError(f"expected a grid of {expected}, found {found}")
        return grid

    @classmethod
    def flat(cls, height: int, width: int, cells: str, symbols: str = SYMBOLS) -> Grid:
        """Return a grid of this size from a string with all cells, row after row."""
        check_size(height, width)
        if len(cells) != height * width:
            expected = f"{height}x{width} = {many(height * width, 'cell')}"
            raise PuzzleError(f"expected {expected}, found {len(cells)}")
        if {*symbols, UNKNOWN}.issuperset(cells):
            return cls(int(height), int(width), cells)
        rows = (cells[start : start + width] for start in range(0, len(cells), width))
        return cls.parse(rows, symbols)  # says what is wrong

    @classmethod
    def blank(cls, height: int, width: int) -> Grid:
        """Return a grid of unknown cells."""
        check_size(height, width)
        return cls(height, width, UNKNOWN * (height * width))

    def __getitem__(self, cell: tuple[int, int] | int) -> str:
        """One cell, as in `grid[row, col]`; or, as in `grid[row]`, a row."""
        if not isinstance(cell, tuple):
            return self.rows()[cell]
        row, col = cell
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise self._no_cell(row, col)
        return self.cells[row * self.width + col]

    def __str__(self) -> str:
        return "\n".join(self.rows())

    def __repr__(self) -> str:
        if len(self.cells) <= SHOWN:
            return f"Grid.parse({'/'.join(self.rows())!r})"
        return f"<Grid {self.height}x{self.width}, {self.cells.count(UNKNOWN)} unknown>"

    def __iter__(self) -> Iterator[Line]:
        return iter(self.rows())

    def __len__(self) -> int:
        return self.height

    def rows(self) -> tuple[Line, ...]:
        """Return the rows, from top to bottom."""
        width = self.width
        return tuple(self.cells[k : k + width] for k in range(0, len(self.cells), width))

    def cols(self) -> tuple[Line, ...]:
        """Return the columns, from left to right."""
        return tuple(self.cells[col :: self.width] for col in range(self.width))

    def line(self, place: Place) -> Line:
        """Return the cells of one line."""
        if place.axis == "row":
            return self.cells[place.index * self.width : (place.index + 1) * self.width]
        if isinstance(place, Shape):
            return "".join([self.cells[row * self.width + col] for row, col in place.cells])
        return self.cells[place.index :: self.width]

    def along(self, place: Place) -> tuple[Cell, ...]:
        """Return the positions of the cells of a line, in order."""
        if isinstance(place, Shape):
            return place.cells
        length = self.width if place.axis == "row" else self.height
        return tuple([place.cell(k) for k in range(length)])

    def unknown(self) -> Iterator[Cell]:
        """Yield the unknown cells, in reading order."""
        for position, symbol in enumerate(self.cells):
            if symbol == UNKNOWN:
                yield Cell(*divmod(position, self.width))

    @property
    def full(self) -> bool:
        """Return whether every cell is known."""
        return UNKNOWN not in self.cells

    def fill(self, cells: Mapping[Cell, str]) -> Grid:
        """Return the grid with some cells changed."""
        height, width = self.height, self.width
        symbols = list(self.cells)
        for (row, col), symbol in cells.items():
            if not (0 <= row < height and 0 <= col < width):
                raise self._no_cell(row, col)
            symbols[row * width + col] = symbol
        try:
            return Grid(height, width, "".join(symbols))
        except TypeError:
            raise PuzzleError(
                "expected symbols such as '1' for cells, found something else"
            ) from None

    def _no_cell(self, row: int, col: int) -> IndexError:
        return IndexError(f"no cell {row}, {col} in a grid of {self.height}x{self.width}")

    def transpose(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        return Grid(self.width, self.height, "".join(self.cols()))

    def fits(self, other: Grid) -> bool:
        """Return whether no known cell of `other` has another value here."""
        return (self.height, self.width) == (other.height, other.width) and all(
            UNKNOWN in (mine, theirs) or mine == theirs
            for mine, theirs in zip(self.cells, other.cells, strict=True)
        )

    def to_numpy(self) -> numpy.typing.NDArray[numpy.int8]:
        """Return the cells as an array of numbers, with -1 for unknown cells; needs numpy."""
        try:
            import numpy
        except ImportError:
            raise NonairoError("to_numpy needs numpy: pip install numpy") from None
        numbers = [-1 if symbol == UNKNOWN else ALPHABET.index(symbol) for symbol in self.cells]
        return numpy.array(numbers, numpy.int8).reshape(self.height, self.width)

    def __array__(
        self, dtype: numpy.typing.DTypeLike | None = None, copy: bool | None = None
    ) -> numpy.typing.NDArray[Any]:
        """Return the cells as numbers, as `to_numpy` does: for `numpy.asarray` and `DataFrame`.

        >>> import numpy
        >>> numpy.asarray(Grid.parse("01/1."), dtype=int).tolist()
        [[0, 1], [1, -1]]
        """
        if copy is False:
            raise PuzzleError("a grid has no array to share: copy=False is not possible")
        numbers = self.to_numpy()
        array = numbers.astype(numbers.dtype if dtype is None else dtype)
        if array.dtype.kind in "bu" and not self.full:  # -1 became True or 255
            raise PuzzleError(f"{array.dtype} cannot store unknown cells; use int or float")
        return array

    def _repr_svg_(self) -> str:
        return svg_of(self)


_set_height, _set_width, _set_cells = (
    vars(Grid)[name].__set__ for name in ("height", "width", "cells")
)
