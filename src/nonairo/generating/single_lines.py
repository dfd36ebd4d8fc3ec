"""What single lines decide in a puzzle: the most frequent query while puzzles are generated.

The compiled core answers if it is there; without it the line kernels of Python give the same
answer, so that a seed gives the same puzzle either way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from nonairo import native
from nonairo.candidates import Candidates, unknown_in
from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN, Cell, Grid, Symbol
from nonairo.limits import Budget
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle


def decided_by_lines(puzzle: Puzzle, limits: Budget) -> Grid:
    """Return what single lines decide, distinctness aside: nothing if they contradict each other.

    >>> from nonairo.kinds import from_id
    >>> decided_by_lines(from_id("kakurasu:3/10/3/7;6/6/6/6"), Budget()).rows()
    ('...0', '1111', '...0', '...1')
    """
    known = _by_core(puzzle, limits)
    if known is not None:
        return known
    possible = Candidates.in_puzzle(puzzle)
    if not propagate(kernels(puzzle), False, possible, limits.poll):
        return Grid.blank(puzzle.height, puzzle.width)
    return possible.grid()


def _by_core(puzzle: Puzzle, limits: Budget) -> Grid | None:
    """Return the same from the first node of a search, which looks at all lines before it guesses.

    Only for plans that look at nothing else: those of transition tables, signs and coloured blocks;
    None for all others. A single node does not look at the clock, so this function does.
    """
    limits.poll()
    lines = replace(puzzle, distinct=False) if puzzle.distinct else puzzle
    plan = native.plan_of(lines)
    if plan is None or not isinstance(
        plan, native.compiled.TableGrid | native.compiled.SignedGrid | native.compiled.ColouredGrid
    ):
        return None
    answer = native.PlanResult(*plan.solve(puzzle.givens.cells, 2, limits.seconds_left(), 1, 0))
    if answer.limit == "time":
        limits.poll()
        raise LimitReached("the core stopped early", "time")
    if answer.outcome == "exhausted" and not answer.solutions:
        return Grid.blank(puzzle.height, puzzle.width)
    return Grid(puzzle.height, puzzle.width, answer.proved or answer.solutions[0])


def giver(puzzle: Puzzle, limits: Budget) -> Callable[[int, Symbol], bool]:
    """Return a function that gives a cell and returns whether single lines had left it open.

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
    possible = Candidates.in_puzzle(puzzle)
    propagate(tools, False, possible, limits.poll)

    def give(place: int, symbol: Symbol) -> bool:
        cell = Cell(*divmod(place, puzzle.width))
        if not unknown_in(possible.rows[cell.row]) >> cell.col & 1:
            return False
        possible.settle(cell, symbol)
        touched = [*puzzle.lines_through(cell)]
        propagate(tools, False, possible, limits.poll, touched=touched)
        return True

    return give
