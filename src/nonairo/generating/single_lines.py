"""What single lines decide of a puzzle: the question that is asked most when puzzles are made.

The compiled core answers where it is there; without it the same answer comes from the line kernels
of Python, so that a seed gives the same puzzle either way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nonairo import native
from nonairo.candidates import Candidates, unknown_in
from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN, Cell, Grid, Place, Symbol
from nonairo.limits import Budget
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle


def decided_by_lines(puzzle: Puzzle, limits: Budget) -> Grid:
    """What single lines decide of a puzzle that has a solution; that lines differ is no help.

    >>> from nonairo.kinds import from_id
    >>> decided_by_lines(from_id("kakurasu:3/10/3/7;6/6/6/6"), Budget()).rows()
    ('...0', '1111', '...0', '...1')
    """
    known = _by_core(puzzle, limits)
    if known is not None:
        return known
    possible = Candidates.of(puzzle.givens, puzzle.symbols)
    propagate(kernels(puzzle), False, possible, limits.poll)
    return possible.grid()


def _by_core(puzzle: Puzzle, limits: Budget) -> Grid | None:
    """The same from the first node of a search: before it tries anything, it looks at all lines.

    Only for lines of which the core knows nothing but that: with transition tables, with signs, or
    with coloured blocks.
    """
    lines = replace(puzzle, distinct=False) if puzzle.distinct else puzzle
    plan = native.plan_of(lines)
    if plan is None or not isinstance(
        plan, native.compiled.TableGrid | native.compiled.SignedGrid | native.compiled.ColouredGrid
    ):
        return None
    told = plan.solve(puzzle.givens.cells, 2, limits.seconds_left(), 1, 0)
    answer = native.Answer(*told)
    if answer.limit == "time":
        limits.poll()
        raise LimitReached("the core stopped early", "time")
    cells = answer.proved or answer.solutions[0]
    return Grid(puzzle.height, puzzle.width, cells)


def giver(puzzle: Puzzle, limits: Budget) -> Callable[[int, Symbol], bool]:
    """Gives one cell after the other, and tells of each whether single lines were silent on it.

    Cells are counted row after row; each is given as it is in one solution.
    """
    known = _by_core(puzzle, limits)
    if known is None:
        return _giver_by_kernels(puzzle, limits)
    givens = puzzle.givens

    def give(place: int, symbol: Symbol) -> bool:
        nonlocal known, givens
        if known is None or known.cells[place] != UNKNOWN:
            return False
        givens = givens.fill({Cell(*divmod(place, puzzle.width)): symbol})
        known = _by_core(puzzle.with_givens(givens), limits)
        return True

    return give


def _giver_by_kernels(puzzle: Puzzle, limits: Budget) -> Callable[[int, Symbol], bool]:
    tools = kernels(puzzle)
    possible = Candidates.of(puzzle.givens, puzzle.symbols)
    propagate(tools, False, possible, limits.poll)

    def give(place: int, symbol: Symbol) -> bool:
        cell = Cell(*divmod(place, puzzle.width))
        if not unknown_in(possible.rows[cell.row]) >> cell.col & 1:
            return False
        possible.settle(cell, symbol)
        touched = [Place("row", cell.row), Place("column", cell.col)]
        propagate(tools, False, possible, limits.poll, touched=touched)
        return True

    return give
