"""Puzzles made unique by more givens, as few as there are.

If one solution is wanted, it must be the only one left: of every other one, a cell in which it
differs has to be given. So the smallest repair is a smallest set of cells that meets all these
differences (`smallest_sets.py`). They are found one by one: whatever set of cells meets the
differences known so far is tried, and as long as it leaves another solution, that is the next
difference.

If any solution will do, and they can be listed, the smallest repair is a smallest set of givens
that just one of them has.
"""

from __future__ import annotations

from dataclasses import replace

from nonairo.candidates import bits
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.boards.digging import dig
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Cell, Grid, Symbol
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.repairing.outcome import Repair
from nonairo.repairing.smallest_sets import (
    Literal,
    SolutionSet,
    most_met,
    smallest_hitting,
    with_set,
)
from nonairo.results import Result, Status
from nonairo.solving import solve

MOST_SOLUTIONS = 10_000  # so many are listed; if there are more, givens are chosen on this sample
SAMPLE = 100  # solutions that a greedy choice looks at
PATIENCE = 200_000  # nodes of one search
EXACT_SHARE = 0.5  # of the time, if it is limited, for the search for the smallest change


def repair_by_givens(puzzle: Puzzle, budget: int) -> Repair:
    """The puzzle with more givens, so that just one solution is left."""
    search = _Search(puzzle, budget)
    wanted = puzzle.solution
    try:
        answer = search.solve({}, 2)
    except LimitReached as reached:
        if wanted is None or reached.limit == "time":
            raise
    else:
        if answer.status is Status.NONE:
            raise PuzzleError("the puzzle has no solution, and more givens cannot help")
        if answer.status is Status.UNIQUE:
            return Repair(replace(puzzle, solution=answer.solution), "givens", (), True)
    if wanted is None:
        givens, exact = _for_any(search)
        wanted = search.solve(givens, 2).solution
    else:
        check_wanted(puzzle, wanted)
        givens, exact = _for_wanted(search, wanted)
    changes = tuple(sorted(givens.items()))
    repaired = replace(puzzle, givens=puzzle.givens.fill(givens), solution=wanted)
    return Repair(repaired, "givens", changes, exact)


def check_wanted(puzzle: Puzzle, wanted: Grid) -> None:
    """Refuse a grid that is no solution of the puzzle."""
    found = check(puzzle, wanted)
    if found or not wanted.full:
        why = found[0].message if found else "it has unknown cells"
        raise PuzzleError(f"the grid is not a solution of this puzzle: {why}")


class _Search:
    """Solves the puzzle with more givens, and keeps to the limits."""

    def __init__(self, puzzle: Puzzle, budget: int) -> None:
        self.puzzle = puzzle
        self.all = Budget()
        self.exact = self.all.child(budget, EXACT_SHARE)

    def solve(self, givens: dict[Cell, Symbol], limit: int) -> Result:
        self.all.poll()
        puzzle = self.puzzle.with_givens(self.puzzle.givens.fill(givens))
        result = solve(puzzle, limit=limit, limits=self.all.left(PATIENCE))
        if result.status is Status.UNKNOWN:
            unknown = f"it is unknown how many solutions are left: {result.reason}"
            raise LimitReached(unknown, "time" if result.limit == "time" else "patience")
        return result

    def only_needed(self, givens: dict[Cell, Symbol]) -> dict[Cell, Symbol]:
        """Return the givens without those that are not needed."""
        for cell in sorted(givens):
            less = {other: symbol for other, symbol in givens.items() if other != cell}
            if self.solve(less, 2).status is Status.UNIQUE:
                givens = less
        return givens


def _for_any(search: _Search) -> tuple[dict[Cell, Symbol], bool]:
    """Givens that single out one solution, whichever; and whether they are the fewest."""
    givens: dict[Cell, Symbol] = {}
    while True:
        result = search.solve(givens, MOST_SOLUTIONS)
        several = SolutionSet([grid.cells for grid in result.solutions], search.all.poll)
        if not result.complete:
            givens |= _cells(search.puzzle, [several.literals[0][1]])
            continue
        sampled = bool(givens)
        try:
            literals, exact = several.fewest(search.exact), not sampled
        except LimitReached:
            literals = several.greedy()
            exact = not sampled and len(literals) <= several.proved + 1
        givens |= _cells(search.puzzle, literals)
        return (givens if exact else search.only_needed(givens)), exact


def _cells(puzzle: Puzzle, literals: list[Literal]) -> dict[Cell, Symbol]:
    return {Cell(*divmod(place, puzzle.width)): symbol for place, symbol in literals}


def _for_wanted(search: _Search, wanted: Grid) -> tuple[dict[Cell, Symbol], bool]:
    """Return givens that only the wanted solution has, and whether they are the fewest."""
    differences: list[int] = []
    try:
        while True:
            places = smallest_hitting(differences, search.exact)
            givens = _given(wanted, places)
            others = _others(search, wanted, givens, 2)
            if not others:
                return givens, True
            for other in others:
                differences = with_set(differences, other)
    except LimitReached:
        search.all.poll()
    givens = {}
    try:
        while others := _others(search, wanted, givens, SAMPLE):
            givens |= _given(wanted, 1 << most_met(others))
        return search.only_needed(givens), False
    except LimitReached as reached:
        if reached.limit == "time":
            raise
    return _for_lines(search, wanted), False


def _for_lines(search: _Search, wanted: Grid) -> dict[Cell, Symbol]:
    """Givens from which single lines lead to the solution: no search, so none that is too hard."""
    known = search.puzzle.givens
    dug = dig(search.puzzle, wanted, Draws(0), search.all, by_lines=True)
    return {cell: dug[cell] for cell in known.unknown() if dug[cell] != UNKNOWN}


def _given(wanted: Grid, places: int) -> dict[Cell, Symbol]:
    return {(cell := Cell(*divmod(k, wanted.width))): wanted[cell] for k in bits(places)}


def _others(search: _Search, wanted: Grid, givens: dict[Cell, Symbol], limit: int) -> list[int]:
    """The cells in which other solutions differ from the wanted one, a mask for each."""
    found = search.solve(givens, limit).solutions
    return [_difference(wanted, other) for other in found if other != wanted]


def _difference(one: Grid, other: Grid) -> int:
    pairs = enumerate(zip(one.cells, other.cells, strict=True))
    return sum(1 << k for k, (mine, theirs) in pairs if mine != theirs)
