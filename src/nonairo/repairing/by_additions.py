"""Puzzles made unique by more givens, or by more clues in cells, as few as there are.

If one solution is wanted, it must be the only one left: of every other one, a cell in which it
differs has to be given. So the smallest repair is a smallest set of cells that meets all these
differences (`smallest_sets.py`). They are found one by one: whatever set of cells meets the
differences known so far is tried, and as long as it leaves another solution, that is the next
difference.

If any solution will do, and they can be listed, the smallest repair is a smallest set of givens
that just one of them has.

Where a kind writes clues in cells, and any may be left out, clues are added instead of givens. Two
solutions then differ where their clues do, and nowhere if all their clues are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonairo.candidates import bits
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.boards.digging import dig
from nonairo.generating.random_draws import Draws
from nonairo.grid import UNKNOWN, Cell, Grid
from nonairo.kinds import kind_of
from nonairo.limits import Budget
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.repairing.outcome import Repair
from nonairo.repairing.smallest_sets import (
    SolutionSet,
    most_met,
    smallest_hitting,
    with_set,
)
from nonairo.results import Result, Status
from nonairo.solving import solve

MOST_SOLUTIONS = 10_000  # so many are listed; if there are more, givens are chosen on this sample
MOST_POSED = 1000  # the same where the clues of each have to be found
SAMPLE = 100  # solutions that a greedy choice looks at
PATIENCE = 200_000  # nodes of one search
EXACT_SHARE = 0.5  # of the time, if it is limited, for the search for the smallest change

Added = dict[Cell, str]  # what is added in which cells, a character each


class NoSolution(PuzzleError):
    """A puzzle without solutions, which no addition repairs."""


class EqualClues(PuzzleError):
    """Solutions that no clue tells apart."""


class Additions(NamedTuple):
    """What can be added to a puzzle so that fewer solutions are left."""

    how: str
    seen: Callable[[Grid], str]  # what of a solution can be added, a character for each cell
    added: Callable[[Added], Puzzle]
    shown: Callable[[Cell, str], str] = lambda _, symbol: symbol
    most: int = MOST_SOLUTIONS


def of_givens(puzzle: Puzzle) -> Additions:
    """More cells are given."""

    def added(givens: Added) -> Puzzle:
        return puzzle.with_givens(puzzle.givens.fill(givens))

    return Additions("givens", lambda grid: grid.cells, added)


def of_clues(puzzle: Puzzle) -> Additions:
    """More of the clues that a solution has are written in cells."""
    kind = kind_of(puzzle)
    letters: dict[object, str] = {}  # of each rule
    lines: dict[tuple[Cell, str], ExtraLine] = {}

    def seen(grid: Grid) -> str:
        text = [UNKNOWN] * len(grid.cells)
        for line in kind.pose(grid, puzzle.rules).more_lines:
            if line.at is not None:
                letter = letters.setdefault(line.rule, chr(ord("a") + len(letters)))
                lines[line.at, letter] = line
                text[line.at.row * grid.width + line.at.col] = letter
        return "".join(text)

    def added(clues: Added) -> Puzzle:
        more = (*puzzle.more_lines, *(lines[item] for item in clues.items()))
        return replace(puzzle, more_lines=tuple(sorted(more, key=lambda line: line.at or (-1, -1))))

    def shown(cell: Cell, letter: str) -> str:
        return " ".join(kind.label(lines[cell, letter].rule))

    return Additions("clues", seen, added, shown, MOST_POSED)


def repair_by(additions: Additions, puzzle: Puzzle, budget: int) -> Repair:
    """The puzzle with more givens or clues, so that just one solution is left."""
    search = _Search(additions, budget)
    wanted = puzzle.solution
    try:
        answer = search.solve({}, 2)
    except LimitReached as reached:
        if wanted is None or reached.limit == "time":
            raise
    else:
        if answer.status is Status.NONE:
            raise NoSolution("the puzzle has no solution, and more givens cannot help")
        if answer.status is Status.UNIQUE:
            return Repair(replace(puzzle, solution=answer.solution), additions.how, (), True)
    if wanted is None:
        more, exact = _for_any(search)
        wanted = search.solve(more, 2).solution
    else:
        check_wanted(puzzle, wanted)
        more, exact = _for_wanted(search, wanted)
    changes = tuple((cell, additions.shown(cell, what)) for cell, what in sorted(more.items()))
    return Repair(replace(additions.added(more), solution=wanted), additions.how, changes, exact)


def check_wanted(puzzle: Puzzle, wanted: Grid) -> None:
    """Refuse a grid that is no solution of the puzzle."""
    found = check(puzzle, wanted)
    if found or not wanted.full:
        why = found[0].message if found else "it has unknown cells"
        raise PuzzleError(f"the grid is not a solution of this puzzle: {why}")


class _Search:
    """Solves the puzzle with more givens or clues, and keeps to the limits."""

    def __init__(self, additions: Additions, budget: int) -> None:
        self.additions = additions
        self.all = Budget()
        self.exact = self.all.child(budget, EXACT_SHARE)

    def solve(self, more: Added, limit: int) -> Result:
        self.all.poll()
        result = solve(self.additions.added(more), limit=limit, limits=self.all.left(PATIENCE))
        if result.status is Status.UNKNOWN:
            unknown = f"it is unknown how many solutions are left: {result.reason}"
            raise LimitReached(unknown, "time" if result.limit == "time" else "patience")
        return result

    def only_needed(self, more: Added) -> Added:
        """Return the additions without those that are not needed."""
        for cell in sorted(more):
            less = {other: symbol for other, symbol in more.items() if other != cell}
            if self.solve(less, 2).status is Status.UNIQUE:
                more = less
        return more

    def seen(self, wanted: Grid, places: int) -> Added:
        """What can be added in these places, a mask, for a solution."""
        seen = self.additions.seen(wanted)
        return {Cell(*divmod(k, wanted.width)): seen[k] for k in bits(places)}

    def others(self, wanted: Grid, more: Added, limit: int) -> list[int]:
        """The cells in which other solutions differ from the wanted one, a mask for each."""
        found = self.solve(more, limit).solutions
        mine = self.additions.seen(wanted)
        masks = [_difference(mine, self.additions.seen(grid)) for grid in found if grid != wanted]
        if 0 in masks:
            raise EqualClues("another solution has the same clues in all cells")
        return masks


def _for_any(search: _Search) -> tuple[Added, bool]:
    """What singles out one solution, whichever; and whether it is the fewest additions."""
    more: Added = {}
    while True:
        result = search.solve(more, search.additions.most)
        texts = [search.additions.seen(grid) for grid in result.solutions]
        width = result.solutions[0].width
        several = SolutionSet(texts, search.all.poll)
        if not result.complete:
            if not several.literals:
                raise EqualClues("more solutions than can be compared have the same clues")
            place, symbol = several.literals[0][1]
            more[Cell(*divmod(place, width))] = symbol
            continue
        if len({*texts}) < len(texts):
            return _for_alone(search, result.solutions, texts), False
        sampled = bool(more)
        try:
            literals, exact = several.fewest(search.exact), not sampled
        except LimitReached:
            literals = several.greedy()
            exact = not sampled and len(literals) <= several.proved + 1
        more |= {Cell(*divmod(place, width)): symbol for place, symbol in literals}
        return (more if exact else search.only_needed(more)), exact


def _for_alone(search: _Search, grids: Sequence[Grid], texts: list[str]) -> Added:
    """What singles out the first solution whose clues no other one has."""
    wanted = next((k for k, text in enumerate(texts) if texts.count(text) == 1), None)
    if wanted is None:
        raise EqualClues("every solution has the clues of another one")
    found, _ = _for_wanted(search, grids[wanted])
    return found


def _for_wanted(search: _Search, wanted: Grid) -> tuple[Added, bool]:
    """Return what only the wanted solution has, and whether it is the fewest additions."""
    differences: list[int] = []
    try:
        while True:
            more = search.seen(wanted, smallest_hitting(differences, search.exact))
            others = search.others(wanted, more, 2)
            if not others:
                return more, True
            for other in others:
                differences = with_set(differences, other)
    except LimitReached:
        search.all.poll()
    more = {}
    try:
        while others := search.others(wanted, more, SAMPLE):
            more |= search.seen(wanted, 1 << most_met(others))
        return search.only_needed(more), False
    except LimitReached as reached:
        if reached.limit == "time" or search.additions.how != "givens":
            raise
    return _for_lines(search, wanted), False


def _for_lines(search: _Search, wanted: Grid) -> Added:
    """Givens from which single lines lead to the solution: no search, so none that is too hard."""
    puzzle = search.additions.added({})
    dug = dig(puzzle, wanted, Draws(0), search.all, by_lines=True)
    return {cell: dug[cell] for cell in puzzle.givens.unknown() if dug[cell] != UNKNOWN}


def _difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=True))
    return sum(1 << k for k, (mine, theirs) in pairs if mine != theirs)
