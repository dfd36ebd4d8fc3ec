"""How many boards there are up to symmetry: images of each other count once.

Burnside's lemma: of a group that acts on the boards, the number of classes is the mean, over its
elements, of the number of boards that the element leaves as they are. The identity leaves all of
them; of every other element the boards are searched row by row, as one cell decides its images.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from nonairo.census.plan import CensusSize
from nonairo.grid import UNKNOWN
from nonairo.kinds.binairo import blank
from nonairo.limits import Budget
from nonairo.line_solver import completions
from nonairo.rules import LineRule

Cell: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where a cell of an h x w board goes; `exchanged`: 0s become 1s, too.

    `like`: on a square, as many boards are left as they are by the one of that name.
    """

    name: str
    image: Callable[[int, int, int, int], tuple[int, int]]
    square: bool = False  # it needs as many rows as columns
    exchanged: bool = False
    like: str | None = None


TURNS = (
    Symmetry("half turn", lambda r, c, h, w: (h - 1 - r, w - 1 - c)),
    Symmetry("mirror, left and right", lambda r, c, h, w: (r, w - 1 - c)),
    Symmetry(
        "mirror, top and bottom", lambda r, c, h, w: (h - 1 - r, c), like="mirror, left and right"
    ),
    Symmetry("quarter turn", lambda r, c, h, w: (c, h - 1 - r), square=True),
    Symmetry(
        "quarter turn back", lambda r, c, h, w: (w - 1 - c, r), square=True, like="quarter turn"
    ),
    Symmetry("falling diagonal", lambda r, c, h, w: (c, r), square=True),
    Symmetry(
        "rising diagonal",
        lambda r, c, h, w: (w - 1 - c, h - 1 - r),
        square=True,
        like="falling diagonal",
    ),
)


def symmetries(size: CensusSize) -> Iterator[Symmetry]:
    """All of a size but the identity: rotations and mirrors, then those that exchange 0 and 1."""
    fitting = [each for each in TURNS if size.height == size.width or not each.square]
    yield from fitting
    if size.exchangeable:
        yield Symmetry("exchange", lambda r, c, h, w: (r, c), exchanged=True)
        for each in fitting:
            like = each.like and f"{each.like}, exchange"
            yield replace(each, name=f"{each.name}, exchange", exchanged=True, like=like)


def fixed_by_all(size: CensusSize, budget: Budget) -> dict[Symmetry, int]:
    """How many boards each symmetry leaves as they are."""
    found: dict[str, int] = {}
    for each in symmetries(size):
        known = found.get(each.like) if each.like and size.height == size.width else None
        found[each.name] = fixed_boards(size, each, budget) if known is None else known
    return {each: found[each.name] for each in symmetries(size)}


def mean(all_boards: int, fixed: Collection[int]) -> int:
    """The number of classes, by Burnside's lemma.

    >>> from nonairo.limits import NO_LIMITS
    >>> fixed = fixed_by_all(CensusSize(4, 4), Budget(NO_LIMITS))
    >>> mean(72, [n for each, n in fixed.items() if not each.exchanged]), mean(72, fixed.values())
    (13, 10)
    """
    whole, left = divmod(all_boards + sum(fixed), 1 + len(fixed))
    assert left == 0, "the mean of Burnside's lemma is a whole number"
    return whole


def fixed_boards(size: CensusSize, symmetry: Symmetry, budget: Budget) -> int:
    """The number of boards that a symmetry leaves as they are."""
    try:
        depths = _depths(size, symmetry, budget)
    except _DiffersFromItself:
        return 0

    def search(row: int, board: int, turned: int) -> int:
        """Ways to go on from a board whose rows above are filled, with all their images."""
        budget.spend()
        if row == len(depths):
            return 1
        depth = depths[row]
        found = 0
        for value, values_turned in depth.ways[depth.row_of(board)]:
            after, after_turned = board | value, turned | values_turned
            if depth.rows.fit(after) and depth.cols.fit(after_turned):
                found += search(row + 1, after, after_turned)
        return found

    return search(0, 0, 0)


class _DiffersFromItself(Exception):
    """An exchange maps some cell to itself."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """The rows of a board as bits, or its columns, when the same cells of them are known."""

    lines: tuple[tuple[int, int, frozenset[int]], ...]  # place of a line, its known cells, values
    full: tuple[tuple[int, int], ...]  # place and cells of those that have to be different

    def fit(self, board: int) -> bool:
        """Whether every line can be finished, and those that are finished differ."""
        for place, known, values in self.lines:
            if board >> place & known not in values:
                return False
        finished = {board >> place & cells for place, cells in self.full}
        return len(finished) == len(self.full)


@dataclass(frozen=True, slots=True)
class _Depth:
    """What to do in one row: the boards as bits, row by row, and turned, column by column."""

    place: int
    known: int  # cells of the row that are images of cells above
    ways: dict[int, list[tuple[int, int]]]  # by their values: what a line adds, here and turned
    rows: _Lines
    cols: _Lines

    def row_of(self, board: int) -> int:
        """What is known of the row."""
        return board >> self.place & self.known


def _depths(size: CensusSize, symmetry: Symmetry, budget: Budget) -> list[_Depth]:
    """One for each row; bit c of a row is the cell in column c."""
    height, width = size.height, size.width
    puzzle = blank(height, width, size.rules)
    row_lines = [_legal(rule, width, budget) for rule in puzzle.row_rules]
    col_lines = [_legal(rule, height, budget) for rule in puzzle.col_rules]
    seen: set[tuple[int, int]] = set()
    made = []
    for row in range(height):
        known = sum(1 << c for c in range(width) if (row, c) in seen)
        orbits = [_orbit((row, c), size, symmetry) for c in range(width)]
        seen |= {cell for orbit in orbits for cell in orbit}
        ways: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for line in row_lines[row]:
            budget.poll()
            values = [
                (cell, line >> c & 1 ^ exchanged)
                for c, orbit in enumerate(orbits)
                for cell, exchanged in orbit.items()
            ]
            board = dict(values)
            if all(board[cell] == value for cell, value in values):
                here = sum(value << r * width + c for (r, c), value in board.items())
                turned = sum(value << c * height + r for (r, c), value in board.items())
                ways[line & known].append((here, turned))
        rows = [[c for c in range(width) if (r, c) in seen] for r in range(height)]
        cols = [[r for r in range(height) if (r, c) in seen] for c in range(width)]
        made.append(
            _Depth(
                row * width,
                known,
                ways,
                _lines(rows, row_lines, width, puzzle.distinct),
                _lines(cols, col_lines, height, puzzle.distinct),
            )
        )
    return made


def _legal(rule: LineRule, length: int, budget: Budget) -> list[int]:
    """All values of a line as bits, its first cell the lowest."""
    found = []
    for line in completions(rule, UNKNOWN * length):
        budget.poll()
        found.append(int(line[::-1], 2))
    return found


def _orbit(cell: Cell, size: CensusSize, symmetry: Symmetry) -> dict[Cell, int]:
    """The images of a cell, and whether their symbol is the other one."""
    orbit = {cell: 0}
    exchanged = 0
    while True:
        cell = symmetry.image(*cell, size.height, size.width)
        exchanged ^= symmetry.exchanged
        if cell in orbit:
            if orbit[cell] != exchanged:
                raise _DiffersFromItself
            return orbit
        orbit[cell] = exchanged


def _lines(known: list[list[int]], legal: list[list[int]], length: int, distinct: bool) -> _Lines:
    """Lines of which these cells are known."""
    masks = [sum(1 << k for k in cells) for cells in known]
    whole = (1 << length) - 1
    return _Lines(
        tuple(
            (place * length, mask, frozenset(line & mask for line in lines))
            for place, (mask, lines) in enumerate(zip(masks, legal, strict=True))
            if mask
        ),
        tuple(
            (place * length, whole)
            for place, mask in enumerate(masks)
            if distinct and mask == whole
        ),
    )
