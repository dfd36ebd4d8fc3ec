"""Further lines of a Binairo: regions, and both diagonals; each has as many 0s as 1s."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from itertools import product

from nonairo.errors import PuzzleError
from nonairo.grid import Cell, Grid, GridLike, check_size
from nonairo.kinds.base import record_grid
from nonairo.plain import many, shown
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.rules import Ones

REGIONS, DIAGONALS = "regions", "diagonals"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"  # of regions, one a cell


def read_regions(text: Grid | GridLike, givens: Grid) -> Grid:
    """A letter for every cell, checked: each region can have as many 0s as 1s."""
    flat = not (isinstance(text, str) and "/" in text)
    try:
        regions = Grid.like(givens, text if flat else Grid.parse(text, LETTERS), LETTERS)
    except PuzzleError as error:
        raise PuzzleError(f"regions: {error}") from None
    for letter in sorted(set(regions.cells)):
        size = regions.cells.count(letter)
        if letter == ".":
            cell = Cell(*divmod(regions.cells.index(letter), regions.width))
            raise PuzzleError(f"{cell}: expected the letter of a region, found '.'")
        if size % 2:
            raise PuzzleError(f"region {letter}: expected an even number of cells, found {size}")
    return regions


def region_lines(regions: Grid) -> tuple[ExtraLine, ...]:
    """The regions, in the order in which they are met, each in reading order."""
    cells: dict[str, list[Cell]] = {}
    for k, letter in enumerate(regions.cells):
        cells.setdefault(letter, []).append(Cell(*divmod(k, regions.width)))
    return tuple(
        ExtraLine("region", f"region {letter}", tuple(own), Ones(len(own) // 2), look="border")
        for letter, own in cells.items()
    )


def diagonal_lines(height: int, width: int, ones: int) -> tuple[ExtraLine, ...]:
    """Both diagonals of a square, from the top."""
    if height != width:
        raise PuzzleError(f"rule {DIAGONALS} needs a square, found {height}x{width}")
    side = range(height)
    falling = tuple(Cell(k, k) for k in side)
    rising = tuple(Cell(k, height - 1 - k) for k in side)
    return (
        ExtraLine("diagonal", "the falling diagonal", falling, Ones(ones), look="stroke"),
        ExtraLine("diagonal", "the rising diagonal", rising, Ones(ones), look="stroke"),
    )


def regions_of(puzzle: Puzzle) -> Grid | None:
    """The letters of all cells; None if there are no regions."""
    letters = {
        cell: line.name[-1]
        for line in puzzle.more_lines
        if line.axis == "region"
        for cell in line.cells
    }
    return Grid.blank(puzzle.height, puzzle.width).fill(letters) if letters else None


def without_regions(puzzle: Puzzle) -> Puzzle:
    """The same puzzle without its regions, for formats that have none."""
    rules = [name for name in puzzle.rules.split("+") if name != REGIONS]
    others = tuple(line for line in puzzle.more_lines if line.axis != "region")
    return replace(puzzle, rules="+".join(rules) or "standard", more_lines=others)


def regions_in(record: Mapping[str, object]) -> Grid | None:
    """The regions of a JSON object, if it has any."""
    return None if record.get(REGIONS) is None else record_grid(record, REGIONS, LETTERS)


def diagonals_in(record: Mapping[str, object], rules: str) -> str:
    """The rules of a JSON object, with the diagonals that its own field asks for."""
    wanted = record.get(DIAGONALS)
    if wanted is not None and not isinstance(wanted, bool):
        raise PuzzleError(f"'{DIAGONALS}': expected true or false, found {shown(wanted)}")
    if wanted is False and DIAGONALS in rules.split("+"):
        raise PuzzleError(f"'{DIAGONALS}': expected true, as in the rules {rules}, found false")
    return f"{rules}+{DIAGONALS}" if wanted else rules


def blocks(height: int, width: int) -> Grid:
    """Regions that are rectangles of one size, as near to a square as can be, and even.

    >>> blocks(6, 6).rows()
    ('AAABBB', 'AAABBB', 'CCCDDD', 'CCCDDD', 'EEEFFF', 'EEEFFF')
    """
    check_size(height, width)
    sizes = [
        (down, across)
        for down in _divisors(height)
        for across in _divisors(width)
        if down * across % 2 == 0 and height * width // (down * across) <= len(LETTERS)
    ]
    if not sizes:
        raise PuzzleError(
            f"a {height}x{width} grid cannot be divided into regions of one even size"
        )
    side = max(height, width)  # as many cells as a line has, where that can be
    down, across = min(sizes, key=lambda b: (abs(b[0] * b[1] - side), abs(b[0] - b[1]), b[0]))
    a_row = width // across
    return Grid(
        height,
        width,
        "".join(
            LETTERS[row // down * a_row + col // across]
            for row in range(height)
            for col in range(width)
        ),
    )


def divided(height: int, width: int, borders: Container[tuple[Cell, Cell]]) -> Grid:
    """The regions between borders, each of which stands between two neighbours.

    >>> divided(2, 2, {(Cell(0, 0), Cell(0, 1)), (Cell(1, 0), Cell(1, 1))}).rows()
    ('AB', 'AB')
    """
    regions: dict[Cell, str] = {}
    for start in product(range(height), range(width)):
        if start in regions:
            continue
        if len({*regions.values()}) == len(LETTERS):
            raise PuzzleError(f"expected at most {len(LETTERS)} regions, found more")
        letter, waiting = LETTERS[len({*regions.values()})], [Cell(*start)]
        while waiting:
            cell = waiting.pop()
            regions[cell] = letter
            near = (
                Cell(*divmod(k, width)) for k in _beside(cell.row * width + cell.col, height, width)
            )
            waiting += [
                other
                for other in near
                if other not in regions and (min(cell, other), max(cell, other)) not in borders
            ]
    return Grid.blank(height, width).fill(regions)


def _divisors(side: int) -> list[int]:
    return [size for size in range(1, side + 1) if side % size == 0]


def drawn(height: int, width: int, below: Callable[[int], int]) -> Grid:
    """Regions drawn at random: those of `blocks`, with pairs of cells exchanged at their borders.

    Every region stays in one piece and keeps its size.
    """
    regions = list(blocks(height, width).cells)
    for _ in range(2 * height * width):
        _exchange(regions, height, width, below)
    return _relettered(Grid(height, width, "".join(regions)))


def _exchange(regions: list[str], height: int, width: int, below: Callable[[int], int]) -> None:
    """Exchange two cells of two regions, if both stay in one piece."""
    cell = below(len(regions))
    near = [k for k in _beside(cell, height, width) if regions[k] != regions[cell]]
    if not near:
        return
    mine, theirs = regions[cell], regions[near[below(len(near))]]
    others = [
        k
        for k, letter in enumerate(regions)
        if letter == theirs and any(regions[j] == mine for j in _beside(k, height, width))
    ]
    other = others[below(len(others))]
    regions[cell], regions[other] = theirs, mine
    if not all(_in_one_piece(regions, letter, height, width) for letter in (mine, theirs)):
        regions[cell], regions[other] = mine, theirs


def _beside(cell: int, height: int, width: int) -> list[int]:
    row, col = divmod(cell, width)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return [r * width + c for r, c in around if 0 <= r < height and 0 <= c < width]


def _in_one_piece(regions: list[str], letter: str, height: int, width: int) -> bool:
    cells = {k for k, own in enumerate(regions) if own == letter}
    waiting = [cells.pop()]
    while waiting:
        for k in _beside(waiting.pop(), height, width):
            if k in cells:
                cells.remove(k)
                waiting.append(k)
    return not cells


def _relettered(regions: Grid) -> Grid:
    """The same with letters in the order in which they are met."""
    new = dict(zip(dict.fromkeys(regions.cells), LETTERS, strict=False))
    return Grid(regions.height, regions.width, "".join(map(new.__getitem__, regions.cells)))


def in_words(puzzle: Puzzle) -> str:
    """What the extra lines ask for, after the rules of rows and columns; or nothing."""
    axes = {line.axis for line in puzzle.more_lines}
    regions = sum(line.axis == "region" for line in puzzle.more_lines)
    parts = [f"in {many(regions, 'region')}"] if regions else []
    parts += ["on both diagonals"] if "diagonal" in axes else []
    return f"; as many 0s as 1s also {' and '.join(parts)}" if parts else ""
