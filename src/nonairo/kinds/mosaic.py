"""Mosaic (Fill-a-Pix): a number counts the filled cells in the 3x3 square around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from nonairo.errors import PuzzleError
from nonairo.grid import UNKNOWN, Cell, Grid, GridLike, Line
from nonairo.kinds.base import (
    Kind,
    LineViolation,
    RecordFields,
    check_standard,
    givens_beside,
    no_completion,
    put_givens,
    record_grid,
)
from nonairo.plain import brief, in_words, many
from nonairo.puzzle import ExtraLine, Puzzle, alike
from nonairo.rules import Anything, LineRule, Ones

NUMBERS = "0123456789"  # the clues, as the symbols of a grid; `.` is a cell without one


@lru_cache(maxsize=1 << 14)
def area(cell: Cell, height: int, width: int) -> tuple[Cell, ...]:
    """The cells around a cell and itself, in reading order.

    >>> [str(cell) for cell in area(Cell(0, 0), 5, 5)]
    ['r1c1', 'r1c2', 'r2c1', 'r2c2']
    """
    rows = range(max(cell.row - 1, 0), min(cell.row + 2, height))
    cols = range(max(cell.col - 1, 0), min(cell.col + 2, width))
    return tuple(Cell(row, col) for row, col in product(rows, cols))


def pose_clues(clues: Grid | GridLike, givens: object = None) -> Puzzle:
    """The puzzle with these clues, written cell by cell as digits and `.`."""
    clues = Grid.of(clues, NUMBERS)
    height, width = clues.height, clues.width
    return Puzzle(
        kind="mosaic",
        givens=givens_beside(height, width, givens),
        row_rules=alike(Anything(), height),
        col_rules=alike(Anything(), width),
        more_lines=tuple(
            _line(Cell(*divmod(k, width)), int(clue), height, width)
            for k, clue in enumerate(clues.cells)
            if clue != UNKNOWN
        ),
    )


@lru_cache(maxsize=1 << 14)
def _line(cell: Cell, clue: int, height: int, width: int) -> ExtraLine:
    cells = area(cell, height, width)
    down, across = (len({place[k] for place in cells}) for k in (0, 1))
    return ExtraLine("area", f"the {down}x{across} around {cell}", cells, Ones(clue), at=cell)


def clues_of(puzzle: Puzzle) -> Grid:
    """The clues of a puzzle, as a grid of digits."""
    blank = Grid.blank(puzzle.height, puzzle.width)
    found = {}
    for line in puzzle.more_lines:
        if type(line.rule) is not Ones or line.at is None:
            raise PuzzleError(f"a Mosaic's lines are numbers in cells, found {line.name}")
        found[line.at] = str(line.rule.number)
    return blank.fill(found)


def read(body: str, rules: str) -> Puzzle:
    check_standard("mosaic", rules)
    clues, *givens = body.split(";")
    if len(givens) > 1:
        raise PuzzleError(
            f"expected 'clues' or 'clues;givens', found {many(len(givens) + 1, 'part')}"
        )
    return pose_clues(clues, *givens)


def write(puzzle: Puzzle) -> str:
    clues = "/".join(clues_of(puzzle).rows())
    given = puzzle.givens.cells.strip(UNKNOWN)
    return f"{clues};{'/'.join(puzzle.givens.rows())}" if given else clues


def from_record(record: Mapping[str, object]) -> Puzzle:
    clues = record_grid(record, "clues", NUMBERS)
    cells = record.get("grid")
    if cells is not None and not isinstance(cells, str | list):
        raise PuzzleError(f"'grid': expected a string of cells, found {brief(cells)}")
    return pose_clues(clues, None if cells is None else Grid.like(clues, cells))


def to_record(puzzle: Puzzle) -> dict[str, object]:
    return put_givens(puzzle, {"clues": clues_of(puzzle).cells})


def record_fields(record: Mapping[str, object], puzzle: Puzzle) -> RecordFields:
    return RecordFields(names=frozenset(("clues",)))


def blank(height: int, width: int, rules: str) -> Puzzle:
    """Nothing is filled, and nothing can be: the clues are the question."""
    return pose(Grid(height, width, "0" * (height * width)), rules)


def pose(answer: Grid, rules: str) -> Puzzle:
    """The puzzle that has a clue in every cell."""
    check_standard("mosaic", rules)
    height, width = answer.height, answer.width
    edge = (0,) * (width + 2)
    rows = [edge, *((0, *map(int, row), 0) for row in answer.rows()), edge]
    sums = [[sum(column) for column in zip(*three, strict=True)]
            for three in zip(rows, rows[1:], rows[2:], strict=False)]  # fmt: skip
    clues = [sum(sums[row][col : col + 3]) for row in range(height) for col in range(width)]
    return pose_clues(Grid(height, width, "".join(map(str, clues))))


def line_violations(rule: LineRule, line: Line, symbols: str) -> Iterator[LineViolation]:
    """Too many cells around a clue are filled, or too few can be."""
    if type(rule) is not Ones:
        yield from no_completion(rule, line, symbols)
        return
    for symbol, most, word in (
        ("1", rule.number, "filled"),
        ("0", len(line) - rule.number, "empty"),
    ):
        where = tuple(k for k, cell in enumerate(line) if cell == symbol)
        if len(where) > most:
            found = in_words(len(where), f"{word} cell")
            yield LineViolation("clue", where, f"{found}; the clue is {rule.number}")


def label(rule: LineRule) -> tuple[str, ...]:
    return (str(rule.number),) if type(rule) is Ones else ()


KIND = Kind(
    name="mosaic",
    summary="a number counts the filled cells in the 3x3 square around it",
    how_to_play=(
        "Fill cells so that a picture appears.",
        "A number counts the filled cells in the 3x3 square around it, its own cell included.",
        "At an edge the square has only six cells, and in a corner only four.",
    ),
    example="mosaic:1.4.1/.6.../..52./4...2/..32.",
    read=read,
    write=write,
    from_record=from_record,
    to_record=to_record,
    record_fields=record_fields,
    blank=blank,
    pose=pose,
    posed=True,
    every_picture=True,
    sparse=True,
    typed="numbers",
    sizes=(5, 8, 10, 12, 12, 12, 12),
    glyphs="\N{MIDDLE DOT}\N{FULL BLOCK}",
    words=("empty", "filled"),
    aliases={"fill-a-pix": "standard", "fillapix": "standard"},
    label=label,
    line_violations=line_violations,
)
