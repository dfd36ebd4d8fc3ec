"""What the readers and writers of nonograms share: clues with the lines they stand on, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import check_sides, where_wrong, whole_numbers
from nonairo.grid import Grid
from nonairo.kinds.coloured import clue_of_coloured
from nonairo.kinds.nonogram import clue_of, clues, pose_clues
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue, ColouredRuns, LineRule, check_rule, runs_of, write_blocks

Numbers: TypeAlias = tuple[int, list[int]]  # the line of the text, and the numbers on it


def pose(rows: Sequence[Numbers], cols: Sequence[Numbers], line: int | None = None) -> Puzzle:
    """The nonogram with these clues; errors name the line of the clue."""
    check_sides(len(rows), len(cols), line)
    try:
        return pose_clues([clue for _, clue in rows], [clue for _, clue in cols], givens=None)
    except PuzzleError as error:
        raise FormatError(str(error), line=_line_at_fault(rows, cols)) from None


def _line_at_fault(rows: Sequence[Numbers], cols: Sequence[Numbers]) -> int | None:
    """Where the first clue stands that cannot be."""
    for axis, side, length in (("row", rows, len(cols)), ("column", cols, len(rows))):
        for number, numbers in side:
            try:
                check_rule(runs_of(numbers, axis), axis, number, length)
            except PuzzleError:
                return number
    return None


def from_picture(picture: Grid) -> Puzzle:
    """The nonogram whose solution is this picture."""
    puzzle = pose_clues(
        [clue_of(row) for row in picture.rows()], [clue_of(col) for col in picture.cols()], None
    )
    return puzzle.about(solution=picture)


def gives_clues(puzzle: Puzzle, picture: Grid) -> bool:
    """Whether a finished picture has the blocks that the clues ask for."""
    lines = [*picture.rows(), *picture.cols()]
    rules = puzzle.row_rules + puzzle.col_rules
    return all(_blocks(line, rule)[0] for line, rule in zip(lines, rules, strict=True))


def _blocks(line: str, rule: LineRule) -> tuple[bool, str, str]:
    """Whether a line has the blocks of its rule; those that are wanted and those it has."""
    if type(rule) is ColouredRuns:
        own = clue_of_coloured(line)
        return own == rule.clue, write_blocks(rule.clue), write_blocks(own)
    (wanted,), found = clues([rule]), clue_of(line)
    words = written((wanted, found), ",")
    return found == wanted, words[0], words[1]


def check_picture(puzzle: Puzzle, picture: Grid, line: int | None) -> None:
    """Raise FormatError unless the picture has the blocks that the clues ask for."""
    for axis, lines, rules in (
        ("row", picture.rows(), puzzle.row_rules),
        ("column", picture.cols(), puzzle.col_rules),
    ):
        for index, (cells, rule) in enumerate(zip(lines, rules, strict=True), 1):
            right, wanted, found = _blocks(cells, rule)
            if not right:
                raise FormatError(
                    f"expected a picture with {wanted} in {axis} {index}, found {found}", line=line
                )


def solution_of(puzzle: Puzzle, format: str) -> Grid:
    """The finished picture that a format of pictures writes."""
    picture = puzzle.solution
    if picture is None or not picture.full:
        raise FormatError(f"format {format} stores a finished picture: solve the puzzle first")
    if puzzle.kind == "nonogram" and not gives_clues(puzzle, picture):
        raise FormatError(f"format {format}: the solution does not have the blocks of the clues")
    from nonairo.checking import check

    for wrong in check(puzzle, picture):
        raise FormatError(f"format {format}: the solution does not solve it: {wrong.message}")
    return picture


def state_of(puzzle: Puzzle) -> str | None:
    """The saved position that came with a puzzle, if it is one."""
    state = puzzle.extra.get("state")
    if isinstance(state, str) and len(state) == puzzle.height * puzzle.width:
        return state if set(state) <= {*puzzle.symbols, "."} else None
    return None


def both_sides(puzzle: Puzzle) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
    """The clues of the rows and of the columns."""
    return clues(puzzle.row_rules), clues(puzzle.col_rules)


def written(side: Iterable[Clue], between: str = " ", empty: str = "0") -> list[str]:
    """Each clue as text."""
    return [between.join(map(str, clue)) or empty for clue in side]


def clue_lines(lines: Sequence[tuple[int, str]], wanted: int, what: str) -> list[Numbers]:
    """The numbers of so many clue lines."""
    chosen = chosen_lines(lines, wanted, what)
    return [(number, whole_numbers(line, number)) for number, line in chosen]


def chosen_lines(
    lines: Sequence[tuple[int, str]], wanted: int, what: str
) -> Sequence[tuple[int, str]]:
    """So many clue lines; blank ones count only if there would be too few otherwise."""
    full = [(number, line) for number, line in lines if line.strip()]
    chosen = full if len(full) == wanted or len(lines) != wanted else lines
    if len(chosen) != wanted:
        at = where_wrong(chosen if len(chosen) > wanted else lines, wanted)
        raise FormatError(f"expected {wanted} {what}, found {len(chosen)}", line=at)
    return chosen


def rows_in(cells: str, width: int, symbols: Mapping[str, str]) -> list[str]:
    """Rows of cells in a format's own symbols.

    >>> rows_in("0110", 2, {"0": "_", "1": "x"})
    ['_x', 'x_']
    """
    theirs = cells.translate({ord(ours): symbol for ours, symbol in symbols.items()})
    return [theirs[k : k + width] for k in range(0, len(theirs), width)]


def spaced_rows(grid: Grid, alphabet: Mapping[str, str]) -> list[str]:
    """The same of a grid with blanks between the cells; by the alphabet that reads it."""
    theirs = {ours: symbol for symbol, ours in alphabet.items()}
    return [" ".join(row) for row in rows_in(grid.cells, grid.width, theirs)]


def grid_in(
    rows: Sequence[tuple[int, str]], alphabet: dict[str, str], height: int, width: int
) -> Grid:
    """The grid of rows in a format's own alphabet, each with the number of its line."""
    cells = [cells_of("".join(row.split()), alphabet, number, width) for number, row in rows]
    return Grid(height, width, "".join(cells))


def sizes(text: str, line: int, first: str, second: str) -> tuple[int, int]:
    """Two numbers on a line, as the sizes of a grid."""
    numbers = whole_numbers(text, line)
    if len(numbers) != 2:
        raise FormatError(f"expected {first} and {second}, found {len(numbers)} numbers", line=line)
    check_sides(numbers[0], numbers[1], line)
    return numbers[0], numbers[1]


def cells_of(
    text: str, alphabet: dict[str, str], line: int, width: int, what: str = "cells"
) -> str:
    """One row of a picture over `01.`, translated from a format's own alphabet."""
    try:
        row = "".join([alphabet[symbol] for symbol in text])
    except KeyError as error:
        column = text.index(error.args[0]) + 1
        expected = ", ".join(map(repr, alphabet))
        found = repr(error.args[0])
        raise FormatError(
            f"expected {what} {expected}, found {found}", line=line, column=column
        ) from None
    if len(row) != width:
        raise FormatError(f"expected {width} {what}, found {len(row)}", line=line)
    return row
