"""Check a grid against a puzzle, with messages that a player understands."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import masks_of
from nonairo.grid import UNKNOWN, Cell, Grid, GridLike, Place
from nonairo.kinds import kind_of
from nonairo.line_solver import kernel
from nonairo.plain import many
from nonairo.propagation import CROSSING
from nonairo.puzzle import Puzzle
from nonairo.results import Violation
from nonairo.sentence_words import spell


def check(puzzle: Puzzle, grid: Grid | GridLike) -> list[Violation]:
    """The rules that a grid, finished or not, breaks so far; empty if none.

    >>> from nonairo.kinds.binairo import binairo
    >>> for violation in check(binairo("0.../..../..../...."), "1000/..../..../...."):
    ...     print(violation)
    r1c1: the given is 0, found 1
    row 1: three 0s in a row (r1c2-r1c4)
    row 1: three 0s; expected two 0s and two 1s (r1c2-r1c4)
    """
    return list(_violations(puzzle, Grid.like(puzzle.givens, grid, puzzle.symbols)))


def _violations(puzzle: Puzzle, grid: Grid) -> Iterator[Violation]:
    for position, (given, found) in enumerate(zip(puzzle.givens.cells, grid.cells, strict=True)):
        if UNKNOWN not in (given, found) and given != found:
            cell = Cell(*divmod(position, grid.width))
            yield Violation("given", cell, (cell,), f"{cell}: the given is {given}, found {found}")
    kind = kind_of(puzzle)
    for place in puzzle.places():
        line = grid.line(place)
        for rule, positions, message in kind.line_violations(
            puzzle.rule(place), line, puzzle.symbols
        ):
            cells = tuple(place.cell(position) for position in positions)
            which = f" ({spell(cells)})" if 0 < len(cells) < len(line) else ""
            yield Violation(rule, place, cells, f"{place}: {message}{which}")
    for twin, place in equal_lines(puzzle, grid):
        cells = tuple(where.cell(k) for where in (twin, place) for k in range(puzzle.length(place)))
        yield Violation("distinct", place, cells, f"{place} is equal to {twin}")


def equal_lines(puzzle: Puzzle, grid: Grid) -> Iterator[tuple[Place, Place]]:
    """Full lines that should differ and do not: each with the first that it is equal to."""
    first: dict[tuple[str, str], Place] = {}
    for place in puzzle.places() if puzzle.distinct else ():
        if place.axis not in CROSSING:
            continue
        line = grid.line(place)
        twin = place if UNKNOWN in line else first.setdefault((place.axis, line), place)
        if twin != place:
            yield twin, place


def why_none(puzzle: Puzzle) -> str | None:
    """One line saying why a puzzle has no solution, where that is seen at once."""
    for violation in check(puzzle, puzzle.givens):
        return violation.message
    obvious = kind_of(puzzle).obvious(puzzle)
    if obvious is not None or not puzzle.distinct:
        return obvious
    for rules, number, length, name in (
        (puzzle.row_rules, puzzle.height, puzzle.width, "row"),
        (puzzle.col_rules, puzzle.width, puzzle.height, "column"),
    ):
        if len(set(rules)) == 1:
            tool = kernel(rules[0], length, puzzle.symbols)
            legal = tool.count(masks_of(UNKNOWN * length, puzzle.symbols))
            if legal < number:
                left = f"only {legal} {'is' if legal == 1 else 'are'} possible"
                return f"{many(number, name)} must differ, but {left}"
    return None
