"""Why a placement was rejected, for an observer: the line, and the count or prefix that failed.

These functions are called only while a run is observed, and count nothing: what a check costs is
counted where it is made.
"""

from __future__ import annotations

from typing import NamedTuple

from nonairo.candidates import Candidates
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Line, Place
from nonairo.kinds import kind_of
from nonairo.line_solver import kernel
from nonairo.plain import in_words, number_word
from nonairo.propagation import CROSSING
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule
from nonairo.sentence_words import spell


class FailedCheck(NamedTuple):
    """A check that failed, and where: cheap to make; it is put into words only for an observer."""

    check: str
    place: Place | None = None
    cells: tuple[Cell, ...] = ()


def check_reason(puzzle: Puzzle, grid: Grid, failed: FailedCheck) -> str:
    """A failed check of the cell walker in words; `grid` has the symbol that was tried."""
    check, place, cells = failed
    if place is None:
        return f"{check}: {spell(cells)} are all {grid[cells[0]]}" if cells else check
    line, rule = grid.line(place), puzzle.rule(place)
    match check:
        case "count":
            why = too_many(place, line, rule)
        case "prefix":
            why = cannot_be(puzzle, place, failing_prefix(line, rule))
        case "distinct" if UNKNOWN in line:
            why = f"{place} can only become equal to a full {place.axis}"
        case "distinct":
            why = f"{place} is equal to {twin_of(puzzle, grid, place)}"
        case _:
            why = f"{place} cannot be finished from {line}"
    return f"{check}: {why}" if why else check


def too_many(place: Place, line: Line, rule: LineRule) -> str | None:
    """The count that is above its quota."""
    if type(rule) is Balanced:
        for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
            number = line.count(symbol)
            if number > quota:
                return (
                    f"{in_words(number, symbol)} in {place}; at most {number_word(quota)} allowed"
                )
    return None


def too_long(place: Place, line: Line, rule: LineRule) -> str | None:
    """The cells that are too many alike in a row."""
    if type(rule) is Balanced:
        for symbol in SYMBOLS:
            at = line.find(symbol * (rule.longest + 1))
            if at >= 0:
                cells = [place.cell(at + k) for k in range(rule.longest + 1)]
                return f"{spell(cells)} are all {symbol}"
    return None


def failing_prefix(line: Line, rule: LineRule) -> Line:
    """The cells up to the one with which the rule cannot go on."""
    state = rule.start
    for read, symbol in enumerate(line, 1):
        after = rule.step(state, symbol) if symbol != UNKNOWN else None
        if after is None:
            return line[:read]
        state = after
    return line


def cannot_be(puzzle: Puzzle, place: Place, line: Line) -> str:
    """A line, with what is written beside it, that cannot begin or be like this."""
    beside = ",".join(kind_of(puzzle).label(puzzle.rule(place)))
    named = f"{place} ({beside})" if beside else str(place)
    line = line.rstrip(UNKNOWN)
    begins = "be" if len(line) == puzzle.length(place) else "begin with"
    return f"{named} cannot {begins} {line}"


def twin_of(puzzle: Puzzle, grid: Grid, place: Place) -> Place | None:
    """The nearest line along the axis that is equal to a full one; those before it first."""
    size = puzzle.height if place.axis == "row" else puzzle.width
    others = [*range(place.index - 1, -1, -1), *range(place.index + 1, size)]
    line = grid.line(place)
    found = (Place(place.axis, k) for k in others)
    return next((other for other in found if grid.line(other) == line), None)


def column_reason(puzzle: Puzzle, place: Place, read: Line) -> str:
    """Why the row backtracker does not take a column, of which it has read so much."""
    rule = puzzle.rule(place)
    return (
        too_many(place, read, rule) or too_long(place, read, rule) or cannot_be(puzzle, place, read)
    )


def contradiction_reason(puzzle: Puzzle, possible: Candidates) -> str:
    """Return why a guess and what followed from it cannot be.

    Broken rules in any line come first: they end every search, but only propagation that solves
    lines exactly finds out that a line cannot be finished.
    """
    grid = possible.grid()
    for place in puzzle.places():
        line, rule = grid.line(place), puzzle.rule(place)
        why = too_many(place, line, rule) or too_long(place, line, rule)
        if why:
            return f"contradiction: {why}"
    for place in puzzle.places() if puzzle.distinct else ():
        if place.axis not in CROSSING:
            continue
        twin = None if UNKNOWN in grid.line(place) else twin_of(puzzle, grid, place)
        if twin is not None:
            return f"contradiction: {twin} is equal to {place}"
    for place in puzzle.places():
        line, masks = grid.line(place), possible.lines(place.axis)[place.index]
        if not kernel(puzzle.rule(place), len(line), puzzle.symbols).possible(masks):
            return f"contradiction: {place} cannot be finished from {line}"
    return "contradiction"
