"""Puzzles: a grid of unknown symbols with lines, each of which obeys a line rule.

A line is a list of cells. Every puzzle has its rows and its columns; `more_lines` are regions,
neighbourhoods, diagonals, or whatever a kind needs (its rows and columns may then obey `Anything`).
Some kinds also require that no two rows and no two columns are equal (`distinct`). Nothing else
about a kind matters to the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from nonairo.errors import PuzzleError
from nonairo.grid import (
    ALPHABET,
    SYMBOLS,
    UNKNOWN,
    Cell,
    Grid,
    GridLike,
    Place,
    Shape,
    check_size,
)
from nonairo.plain import brief, many, shown, visible
from nonairo.registry import list_of, picture_of, svg_of
from nonairo.rules import LineRule, check_rule

if TYPE_CHECKING:
    from pathlib import PurePath


class FrozenDict(dict[str, object]):
    """A dictionary that cannot be changed. The values in it are not copied.

    >>> FrozenDict(level=3)["level"]
    3
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the metadata of a puzzle cannot be changed: use Puzzle.about(extra=...)")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[FrozenDict], tuple[dict[str, object]]]:
        return FrozenDict, (dict(self),)


@dataclass(frozen=True, slots=True)
class ExtraLine:
    """A line that is neither a row nor a column: its cells in the order in which its rule reads.

    >>> from nonairo.rules import Ones
    >>> ExtraLine("region", "region C", (Cell(0, 0), Cell(1, 0)), Ones(1)).name
    'region C'
    """

    axis: str  # what sort of line it is, in a word: region, area, diagonal
    name: str  # what sentences call it
    cells: tuple[Cell, ...]
    rule: LineRule
    at: Cell | None = None  # the cell in which its clue is written, if it is written in one
    look: str = ""  # how it is drawn: `border` around its cells, `stroke` along them, or not


class MoreLines(tuple[ExtraLine, ...]):
    """Lines of any shape, checked; with their places, and which of them go through each cell."""

    places: tuple[Shape, ...] = ()
    sizes: tuple[int, int] = (0, 0)  # height and width of the grid in which they are
    _through: tuple[tuple[tuple[int, int], ...], ...] = ()  # of each cell: line, place along it

    @classmethod
    def of(cls, lines: tuple[ExtraLine, ...], height: int, width: int) -> MoreLines:
        """Check lines in a grid of this size."""
        for line in lines:
            where = str(line.name)
            if line.axis in ("row", "column") or not line.cells:
                raise PuzzleError(f"{where}: expected cells, and an axis other than row and column")
            for row, col in line.cells:
                if not (0 <= row < height and 0 <= col < width):
                    raise PuzzleError(f"{where}: no cell {row}, {col} in {height}x{width}")
            if len(set(line.cells)) < len(line.cells):
                raise PuzzleError(f"{where}: expected every cell once")
            check_rule(line.rule, where, "", len(line.cells))
        if not {Cell}.issuperset(type(cell) for line in lines for cell in line.cells):
            lines = tuple(
                replace(line, cells=tuple(Cell(*cell) for cell in line.cells)) for line in lines
            )
        return cls._checked(lines, (height, width))

    @classmethod
    def _checked(cls, lines: Iterable[ExtraLine], sizes: tuple[int, int]) -> MoreLines:
        made = cls(lines)
        height, width = made.sizes = sizes
        through: list[list[tuple[int, int]]] = [[] for _ in range(height * width)]
        for number, line in enumerate(made):
            for k, (row, col) in enumerate(line.cells):
                through[row * width + col].append((number, k))
        made._through = tuple(map(tuple, through))
        made.places = tuple(
            Shape(line.axis, number, line.cells, line.name) for number, line in enumerate(made)
        )
        return made

    def without(self, gone: ExtraLine) -> MoreLines:
        """The others of these lines, which need not be checked again."""
        return self._checked((line for line in self if line != gone), self.sizes)

    def through(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """The numbers of these lines that a cell is part of, each with the place along it."""
        row, col = cell
        return self._through[row * self.sizes[1] + col] if self else ()

    def all_through(self, cell: Cell) -> tuple[Place, ...]:
        """All lines that a cell is part of: its row, its column, and these."""
        row, col = cell
        crossing = Place("row", row), Place("column", col)
        if not self:
            return crossing
        return *crossing, *(self.places[number] for number, _ in self.through(cell))

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (list(self),)  # a puzzle checks them again


NO_MORE_LINES = MoreLines()


class Note(str):
    """How a text was read that has two meanings. Answers show it; no file stores it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """A puzzle: givens, a rule for every line, and whether lines must differ.

    Two puzzles are equal if these are equal; title, author and other metadata do not count.

    >>> import nonairo as nn
    >>> puzzle = nn.parse("nonogram:1,1/3;2/1/2").about(title="A cup")
    >>> puzzle.height, puzzle.width, puzzle.row_rules[0], puzzle.title
    (2, 3, Runs(clue=(1, 1)), 'A cup')
    >>> puzzle == nn.parse(puzzle.id)
    True
    """

    kind: str
    givens: Grid
    row_rules: tuple[LineRule, ...]
    col_rules: tuple[LineRule, ...]
    distinct: bool = False
    rules: str = "standard"
    symbols: str = SYMBOLS  # what a cell can be; the first is the background
    title: str | None = field(default=None, compare=False)
    author: str | None = field(default=None, compare=False)
    source: str | None = field(default=None, compare=False)
    solution: Grid | None = field(default=None, compare=False)
    extra: Mapping[str, object] = field(default_factory=FrozenDict, compare=False)
    more_lines: tuple[ExtraLine, ...] = NO_MORE_LINES  # besides rows and columns

    def __post_init__(self) -> None:
        height, width = self.givens.height, self.givens.width
        check_size(height, width)
        if len(self.row_rules) != height or len(self.col_rules) != width:
            found = f"{len(self.row_rules)} and {len(self.col_rules)}"
            raise PuzzleError(
                f"expected rules for {height} rows and {width} columns, found {found}"
            )
        if self.symbols != SYMBOLS and not (
            len(self.symbols) > 1 and ALPHABET.startswith(self.symbols)
        ):
            raise PuzzleError(f"expected symbols 01, 012 and so on, found {brief(self.symbols)}")
        object.__setattr__(self, "row_rules", _checked(self.row_rules, "row", width))
        object.__setattr__(self, "col_rules", _checked(self.col_rules, "column", height))
        if self.more_lines is not NO_MORE_LINES:
            more = _checked_more(self.more_lines, height, width)
            object.__setattr__(self, "more_lines", more)
        self._check_givens()
        if type(self.extra) is not FrozenDict:
            object.__setattr__(self, "extra", FrozenDict(self.extra))

    def _check_givens(self) -> None:
        height, width, cells = self.givens.height, self.givens.width, self.givens.cells
        if len(cells) != height * width or cells.strip(self.symbols + UNKNOWN):
            read = Grid.flat(height, width, cells, self.symbols)  # says what is wrong
            object.__setattr__(self, "givens", read)  # unless a 9 was a blank

    @property
    def height(self) -> int:
        return self.givens.height

    @property
    def width(self) -> int:
        return self.givens.width

    @property
    def row_clues(self) -> tuple[object, ...] | None:
        """Return the clues beside the rows, such as blocks or totals; None if the kind has none."""
        return _clues(self.row_rules)

    @property
    def col_clues(self) -> tuple[object, ...] | None:
        """Return the clues above the columns; None if the kind has none."""
        return _clues(self.col_rules)

    @property
    def id(self) -> str:
        """Return the puzzle in one line: `kind:body`, or `kind@rules:body`.

        The kind writes the body. This is the one place where a puzzle looks up its kind, by name.
        Raises PuzzleError for lines with rules that the kind does not have.
        """
        rules = "" if self.rules == "standard" else f"@{self.rules}"
        kind = list_of("nonairo.kinds").get(self.kind)
        write: Callable[[Puzzle], str] = getattr(kind, "write", givens_as_text)
        body = write(self)
        if self.more_lines:  # a kind writes its own only
            read: Callable[[str, str], Puzzle] | None = getattr(kind, "read", None)
            if read is None or read(body, self.rules) != self:
                raise PuzzleError(f"an id of {self.kind} cannot store the extra lines")
        return f"{self.kind}{rules}:{body}"

    @property
    def record_id(self) -> object:
        """Return the id of its record in a file, else the one-line id."""
        own = self.extra.get("id")
        return str(self) if own is None else own

    @property
    def name(self) -> str:
        """Return a short name: its title, the id of its record, or the beginning of its id."""
        text = str(self)
        beginning = text if len(text) <= 40 else f"{text[:36]} ..."  # a dot is a cell, too
        return visible(str(self.title or self.extra.get("id") or beginning))

    @property
    def note(self) -> str | None:
        """Return how its text was read, and how to choose, if the text has two meanings."""
        note = self.extra.get("note")
        return note if isinstance(note, Note) else None

    def __str__(self) -> str:
        try:
            return self.id
        except PuzzleError:  # put together by hand, with rules that its kind does not have
            return repr(self)

    def __repr__(self) -> str:
        parts = [f"{self.kind.capitalize()} {self.height}x{self.width}"]
        parts += [] if self.rules == "standard" else [self.rules]
        known = len(self.givens.cells) - self.givens.cells.count(UNKNOWN)
        parts += [many(known, "given")] if known or self.row_clues is None else []
        parts += [repr(self.title)] if self.title else []
        return f"<{', '.join(parts)}>"

    def places(self) -> Iterator[Place]:
        """Return all lines: rows first, then columns, then the others."""
        for index in range(self.height):
            yield Place("row", index)
        for index in range(self.width):
            yield Place("column", index)
        yield from self.shapes.places

    @property
    def shapes(self) -> MoreLines:
        """Return the lines that are neither rows nor columns, with their places."""
        more = self.more_lines
        assert isinstance(more, MoreLines), "a puzzle checks its lines"
        return more

    def rule(self, place: Place) -> LineRule:
        """Return the rule of a line."""
        if place.axis == "row":
            return self.row_rules[place.index]
        if place.axis == "column":
            return self.col_rules[place.index]
        return self.more_lines[place.index].rule

    def length(self, place: Place) -> int:
        """Return the number of cells of a line."""
        if place.axis == "row":
            return self.width
        return self.height if place.axis == "column" else len(self.more_lines[place.index].cells)

    def line_rules(self) -> tuple[LineRule, ...]:
        """Return the rules of all lines, in the order of `places`."""
        return *self.row_rules, *self.col_rules, *(line.rule for line in self.more_lines)

    def lines_through(self, cell: Cell) -> tuple[Place, ...]:
        """Return the lines of a cell: its row, its column, and others."""
        return self.shapes.all_through(cell)

    def with_givens(self, givens: Grid | GridLike) -> Puzzle:
        """Return the puzzle with other givens: a Grid, its text, nested lists or an array."""
        if type(givens) is not Grid:
            givens = Grid.like(self.givens, givens, self.symbols)
        elif (givens.height, givens.width) != (self.height, self.width):
            return replace(self, givens=givens)  # says what is wrong
        same = self._with(givens=givens)
        same._check_givens()
        return same

    def _with(self, **changed: object) -> Puzzle:
        """Return a copy with other fields, without checking the rules again."""
        same = object.__new__(Puzzle)
        for name in _FIELDS:
            object.__setattr__(
                same, name, changed[name] if name in changed else getattr(self, name)
            )
        return same

    def about(
        self,
        *,
        title: str | None = None,
        author: str | None = None,
        source: str | None = None,
        solution: Grid | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> Puzzle:
        """Return the puzzle with this metadata."""
        return self._with(
            title=title,
            author=author,
            source=source,
            solution=solution,
            extra=self.extra if extra is None else FrozenDict(extra),
        )

    def __reduce__(self) -> tuple[object, ...]:
        values = tuple(getattr(self, name) for name in _FIELDS)
        return Puzzle, values if self.more_lines else values[:-1]

    def draw(
        self,
        grid: Grid | GridLike | None = None,
        *,
        step: object = None,
        theme: str = "light",
        path: str | PurePath | None = None,
        clean: bool = False,
    ) -> str:
        """Return a picture of the puzzle as SVG text, or write it to `path`, as `nn.draw` does.

        >>> import nonairo as nn
        >>> nn.parse("binairo:0./..").draw("01/10", theme="dark")[:4]
        '<svg'
        """
        return picture_of(self, grid, step=step, theme=theme, path=path, clean=clean)

    def _repr_svg_(self) -> str:
        return svg_of(self)


_FIELDS = tuple(each.name for each in fields(Puzzle))
_SET = {name: vars(Puzzle)[name].__set__ for name in _FIELDS}
_set_kind, _set_givens, _set_rows, _set_cols, _set_distinct, _set_rules = list(_SET.values())[:6]
_set_symbols, _set_more = _SET["symbols"], _SET["more_lines"]
_set_title, _set_author, _set_source, _set_solution, _set_extra = (
    _SET[name] for name in ("title", "author", "source", "solution", "extra")
)
_NO_EXTRA = FrozenDict()


def trusted(
    kind: str,
    givens: Grid,
    row_rules: tuple[LineRule, ...],
    col_rules: tuple[LineRule, ...],
    distinct: bool = False,
    rules: str = "standard",
) -> Puzzle:
    """Return a puzzle of rows and columns over 0 and 1 whose parts are known to be right.

    Checking them takes ten times as long. Written out, because loops and names cost as much again.
    """
    puzzle = object.__new__(Puzzle)
    _set_kind(puzzle, kind)
    _set_givens(puzzle, givens)
    _set_rows(puzzle, row_rules)
    _set_cols(puzzle, col_rules)
    _set_distinct(puzzle, distinct)
    _set_rules(puzzle, rules)
    _set_symbols(puzzle, SYMBOLS)
    _set_title(puzzle, None)
    _set_author(puzzle, None)
    _set_source(puzzle, None)
    _set_solution(puzzle, None)
    _set_extra(puzzle, _NO_EXTRA)
    _set_more(puzzle, NO_MORE_LINES)
    return puzzle


def givens_as_text(puzzle: Puzzle) -> str:
    """The rows of the givens: the body of an id where nothing else needs to be said."""
    return "/".join(puzzle.givens.rows())


def _checked(rules: tuple[LineRule, ...], axis: str, length: int) -> tuple[LineRule, ...]:
    """Check rules of rows or columns; return the one tuple that all puzzles with them share.

    The core keeps its plans by the identity of these tuples.
    """
    if type(rules) is not tuple:
        raise PuzzleError(f"expected a tuple of rules, found {shown(rules)}")
    first = rules[0]
    try:
        if first is rules[-1] and rules.count(first) == len(rules):
            check_rule(first, axis, 1, length)
            return alike(first, len(rules))
        return _checked_lines(rules, axis, length)
    except TypeError:  # they cannot be looked up
        for number, rule in enumerate(rules, 1):
            check_rule(rule, axis, number, length)
        raise PuzzleError(f"expected rules that are hashable in every {axis}") from None


@lru_cache(maxsize=256)
def _checked_lines(rules: tuple[LineRule, ...], axis: str, length: int) -> tuple[LineRule, ...]:
    for number, rule in enumerate(rules, 1):
        check_rule(rule, axis, number, length)
    return rules


def _checked_more(lines: tuple[ExtraLine, ...], height: int, width: int) -> MoreLines:
    """Check other lines; return the one object that all puzzles with them share."""
    if isinstance(lines, MoreLines) and lines.sizes == (height, width):
        return lines
    if not isinstance(lines, tuple) or not {ExtraLine}.issuperset(map(type, lines)):
        raise PuzzleError("expected extra lines as a tuple of ExtraLine")
    try:
        return _more_shared(lines, height, width) if lines else NO_MORE_LINES
    except TypeError:
        raise PuzzleError(
            "expected extra lines with a tuple of cells and a hashable rule"
        ) from None


@lru_cache(maxsize=256)
def _more_shared(lines: tuple[ExtraLine, ...], height: int, width: int) -> MoreLines:
    return MoreLines.of(lines, height, width)


def _clues(rules: tuple[LineRule, ...]) -> tuple[object, ...] | None:
    """The clues behind rules that have one each."""
    found = tuple(getattr(rule, "clue", None) for rule in rules)
    return None if None in found else found


@lru_cache(maxsize=1024)
def alike(rule: LineRule, number: int) -> tuple[LineRule, ...]:
    """Return the rules of so many lines that all obey one; the same tuple every time."""
    return (rule,) * number


def noted(puzzle: Puzzle, note: str) -> Puzzle:
    """The same puzzle with a note on how its text was read, before what was noted already."""
    both = note if puzzle.note is None else f"{note}; {puzzle.note}"
    return replace(puzzle, extra={**puzzle.extra, "note": Note(both)})
