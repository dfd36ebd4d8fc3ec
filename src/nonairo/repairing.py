"""Puzzles with several solutions made unique, by as small a change as there is.

More givens are enough for any kind. If one solution is wanted, it must be told from all others: of
every other one, a cell in which it differs has to be given. So the smallest repair is a smallest
set of cells that meets all these differences. They are found one by one: whatever set of cells
meets the differences known so far is tried, and as long as it leaves another solution, that is the
next difference.

If any solution will do, and they can be listed, the smallest repair is a smallest set of givens
that just one of them has: `singling.py` looks for it with a bit for each solution.

A nonogram that has a wanted picture can be repaired by changing the picture instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonairo.candidates import bits
from nonairo.checking import check
from nonairo.errors import LimitReached, PuzzleError
from nonairo.grid import UNKNOWN, Cell, Grid, Symbol
from nonairo.hitting import most_met, smallest_hitting
from nonairo.kinds import KINDS
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.results import Result, Status, identity
from nonairo.singling import Literal, Singling
from nonairo.solving import solve

WORK = 200_000  # branches looked at; then a small change must do instead of the smallest
MOST_SOLUTIONS = 10_000  # so many are listed; if there are more, givens are chosen on this sample
SAMPLE = 100  # solutions that a greedy choice looks at
EXACT_SHARE = 0.5  # of the time, if it is limited, for the search for the smallest change


@dataclass(frozen=True, slots=True)
class Repair:
    """A repaired puzzle, and what was done to it."""

    puzzle: Puzzle
    how: str  # givens: cells that are now given; picture: cells that were changed
    changes: tuple[tuple[Cell, Symbol], ...]  # with the symbols that they have now
    exact: bool  # it is proved that no smaller change does it

    def to_json(self) -> dict[str, object]:
        """As data."""
        return identity(self.puzzle) | {
            "puzzle": self.puzzle.id,
            "how": self.how,
            "changes": [[*cell, symbol] for cell, symbol in self.changes],
            "exact": self.exact,
            "solution": None if self.puzzle.solution is None else self.puzzle.solution.cells,
        }


def repair(
    puzzle: Puzzle,
    picture: Grid | str | None = None,
    *,
    by_givens: bool = False,
    budget: int = WORK,
    time_limit: float | None = None,
) -> Repair:
    """The puzzle made unique by as small a change as can be found.

    A nonogram with a wanted picture (`picture`, or the solution that comes with it) gets another
    picture, with the fewest cells changed; unless `by_givens`, or it has givens already. Any other
    puzzle gets more givens.
    The solution that stays is the one that comes with the puzzle, or else whichever needs the
    fewest givens. When `budget` is spent before the smallest change is known, a small one is given,
    and `exact` is false.

    >>> from nonairo.kinds import from_id
    >>> found = repair(from_id("binairo:1.../..../..../...."))
    >>> found.puzzle.id, found.exact
    ('binairo:11../1.../..0./....', True)
    >>> repair(from_id("nonogram:1/1;1/1"), "10/01").puzzle.id
    'nonogram:0/1;0/1'
    """
    wanted = puzzle.solution if picture is None else Grid.of(picture)
    by_givens = by_givens or bool(puzzle.givens.cells.strip(UNKNOWN))
    if KINDS[puzzle.kind].posed and wanted is not None and not by_givens:
        return _by_picture(puzzle, wanted, budget, time_limit)
    if picture is not None:
        puzzle = replace(puzzle, solution=wanted)
    return _by_givens(puzzle, budget, time_limit)


def _by_picture(puzzle: Puzzle, picture: Grid, budget: int, time_limit: float | None) -> Repair:
    from nonairo.generating.redrawing import repair_picture

    if (picture.height, picture.width) != (puzzle.height, puzzle.width):
        raise PuzzleError(f"expected a picture of {puzzle.height}x{puzzle.width},"
                          f" found {picture.height}x{picture.width}")  # fmt: skip
    done = repair_picture(picture, budget=budget, time_limit=time_limit)
    posed = KINDS[puzzle.kind].pose(done.picture, puzzle.rules)
    about = posed.about(title=puzzle.title, author=puzzle.author, source=puzzle.source,
                        solution=done.picture, extra=puzzle.extra)  # fmt: skip
    changes = tuple((cell, done.picture[cell]) for cell in done.changed)
    return Repair(about, "picture", changes, done.exact)


def _by_givens(puzzle: Puzzle, budget: int, time_limit: float | None) -> Repair:
    asking = _Asking(puzzle, budget, time_limit)
    answer = asking.solve({}, 2)
    if answer.status is Status.NONE:
        raise PuzzleError("the puzzle has no solution, and more givens cannot help")
    if answer.status is Status.UNIQUE:
        return Repair(replace(puzzle, solution=answer.solution), "givens", (), True)
    wanted = puzzle.solution
    if wanted is None:
        givens, exact = _for_any(asking)
        wanted = asking.solve(givens, 2).solution
    else:
        found = check(puzzle, wanted)
        if found or not wanted.full:
            why = found[0].message if found else "it has unknown cells"
            raise PuzzleError(f"the wanted solution is none of this puzzle: {why}")
        givens, exact = _for_wanted(asking, wanted)
    changes = tuple(sorted(givens.items()))
    repaired = replace(puzzle, givens=puzzle.givens.fill(givens), solution=wanted)
    return Repair(repaired, "givens", changes, exact)


class _Asking:
    """The puzzle with more givens, asked for solutions; and how much may be spent on it."""

    def __init__(self, puzzle: Puzzle, budget: int, time_limit: float | None) -> None:
        self.puzzle = puzzle
        self.all = Budget(time_limit)
        self.exact = self.all.child(budget, EXACT_SHARE)

    def solve(self, givens: dict[Cell, Symbol], limit: int) -> Result:
        self.all.poll()
        puzzle = self.puzzle.with_givens(self.puzzle.givens.fill(givens))
        result = solve(puzzle, limit=limit, time_limit=self.all.seconds_left())
        if result.status is Status.UNKNOWN:
            told = f"it is not known how many solutions are left: {result.reason}"
            raise LimitReached(told, result.limit or "time")
        return result

    def without_needless(self, givens: dict[Cell, Symbol]) -> dict[Cell, Symbol]:
        """Leave out what the others do without."""
        for cell in sorted(givens):
            less = {other: symbol for other, symbol in givens.items() if other != cell}
            if self.solve(less, 2).status is Status.UNIQUE:
                givens = less
        return givens


def _for_any(asking: _Asking) -> tuple[dict[Cell, Symbol], bool]:
    """Givens that single out one solution, whichever; and whether they are the fewest."""
    givens: dict[Cell, Symbol] = {}
    while True:
        result = asking.solve(givens, MOST_SOLUTIONS)
        singling = Singling([grid.cells for grid in result.solutions])
        if not result.complete:
            givens |= _cells(asking.puzzle, [singling.rarest()])
            continue
        sampled = bool(givens)
        try:
            literals, exact = singling.fewest(asking.exact.spend), not sampled
        except LimitReached:
            literals = singling.greedy()
            exact = not sampled and len(literals) <= singling.proved + 1
        givens |= _cells(asking.puzzle, literals)
        return (givens if exact else asking.without_needless(givens)), exact


def _cells(puzzle: Puzzle, literals: list[Literal]) -> dict[Cell, Symbol]:
    return {Cell(*divmod(place, puzzle.width)): symbol for place, symbol in literals}


def _for_wanted(asking: _Asking, wanted: Grid) -> tuple[dict[Cell, Symbol], bool]:
    """Givens that tell one solution from all others, and whether they are the fewest."""
    differences: list[int] = []
    try:
        while True:
            places = smallest_hitting(differences, asking.exact.spend)
            givens = _given(wanted, places)
            others = _others(asking, wanted, givens, 2)
            if not others:
                return givens, True
            differences += others
    except LimitReached:
        asking.all.poll()
    givens = {}
    while others := _others(asking, wanted, givens, SAMPLE):
        givens |= _given(wanted, 1 << most_met(others))
    return asking.without_needless(givens), False


def _given(wanted: Grid, places: int) -> dict[Cell, Symbol]:
    return {(cell := Cell(*divmod(k, wanted.width))): wanted[cell] for k in bits(places)}


def _others(asking: _Asking, wanted: Grid, givens: dict[Cell, Symbol], limit: int) -> list[int]:
    """The cells in which other solutions differ from the wanted one, a mask for each."""
    found = asking.solve(givens, limit).solutions
    return [_difference(wanted, other) for other in found if other != wanted]


def _difference(one: Grid, other: Grid) -> int:
    pairs = enumerate(zip(one.cells, other.cells, strict=True))
    return sum(1 << k for k, (mine, theirs) in pairs if mine != theirs)
