"""Check a grid against a puzzle, with messages that a player understands."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import masks_of
from nonairo.grid import UNKNOWN, Cell, Grid, GridLike, Place
from nonairo.kinds import kind_of
from nonairo.line_solver import kernel
from nonairo.puzzle import Puzzle
from nonairo.results import Violation


def check(puzzle: Puzzle, grid: Grid | GridLike) -> list[Violation]:
    """The rules that a grid, finished or not, breaks so far; empty if none.

    >>> from nonairo.kinds.binairo import binairo
    >>> for violation in check(binairo("0.../..../..../...."), "1000/..../..../...."):
    ...     print(violation)
    r1c1: the given is 0, found 1
    row 1: 3 0s in a row
    row 1: 3 0s, but 2 0s and 2 1s are wanted
    """
    return list(_violations(puzzle, Grid.like(puzzle.givens, grid, puzzle.symbols)))


def _violations(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for position, (given, found) in enumerate(zip(puzzle.givens.cells, grid.cells, strict=True)):
        if UNKNOWN not in (given, found) and given != found:
            cell = Cell(*divmod(position, grid.width))
            yield Violation("given", cell, (cell,), f"{cell}: the given is {given}, found {found}")
    faults = kind_of(puzzle).faults
    for place in puzzle.places():
        for fault in faults(puzzle.rule(place), grid.line(place), puzzle.symbols):
            cells = tuple(place.cell(position) for position in fault.positions)
            yield Violation(fault.rule, place, cells, f"{place}: {fault.message}")
    if puzzle.distinct:
        yield from _equal_lines(puzzle, grid)


def _equal_lines(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    first: dict[tuple[str, str], Place] = {}
    for place in puzzle.places():
        line = grid.line(place)
        if UNKNOWN in line:
            continue
        twin = first.setdefault((place.axis, line), place)
        if twin != place:
            cells = tuple(where.cell(k) for where in (twin, place) for k in range(len(line)))
            message = f"{place} is equal to {twin}"
            yield Violation("distinct", place, cells, message)


def why_none(puzzle: Puzzle) -> str | None:
    """One line saying why a puzzle has no solution, where that is seen at once."""
    for violation in check(puzzle, puzzle.givens):
        return violation.message
    obvious = kind_of(puzzle).obvious(puzzle)
    if obvious is not None or not puzzle.distinct:
        return obvious
    for rules, number, length, name in (
        (puzzle.row_rules, puzzle.height, puzzle.width, "rows"),
        (puzzle.col_rules, puzzle.width, puzzle.height, "columns"),
    ):
        if len(set(rules)) == 1:
            tool = kernel(rules[0], length, puzzle.symbols)
            legal = tool.count(masks_of(UNKNOWN * length, puzzle.symbols))
            if legal < number:
                return f"{number} {name} must differ, but only {legal} are possible"
    return None
