"""The readings of a sighting that have exactly one solution, likeliest first.

Both searches start from the likeliest reading and change as little as possible. A reading with
clues is tried only if the totals of its rows and columns agree, which leaves one pair of changes in
dozens. A reading with givens that fails says what to change: of a contradiction, one of the cells
that make it; of two solutions, a cell where the change rules out one of them. Every reading that
holds and keeps the changes made so far makes one of these too, so none is passed over.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nonairo.errors import LimitReached, PuzzleError
from nonairo.grid import UNKNOWN, Grid
from nonairo.limits import Limits
from nonairo.photo.posing import pose, totals
from nonairo.photo.sighting import Sighting
from nonairo.photo.spots import Spot, Value
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

NODES = 3_000  # of one proof: a reading that needs more is put aside
STATES = 150_000  # combinations of changed clues that are looked at
FARTHEST = 24.0  # the cost of changes that are not worth a trial
Changes = tuple[tuple[int, int], ...]  # spots and their options, where that is not the first


class Verdict(NamedTuple):
    """What the core says of one reading."""

    status: Status
    puzzle: Puzzle | None
    solutions: tuple[Grid, ...]
    why: str | None = None


class Holding(NamedTuple):
    """A reading with exactly one solution."""

    cost: float  # how much less likely than the likeliest it is: a logarithm
    changes: Changes
    puzzle: Puzzle
    solution: Grid


@dataclass
class Trials:
    """Proves readings one by one, and counts them."""

    sighting: Sighting
    spots: Sequence[Spot]
    rules: str
    most: int
    until: float  # on the clock of time.process_time
    farthest: float = FARTHEST  # less, as soon as a reading was found
    tried: int = 0
    unproved: list[Changes] = field(default_factory=list)  # readings whose proof was given up

    @property
    def spent(self) -> bool:
        return self.tried >= self.most or time.process_time() > self.until

    def values(self, changes: Changes) -> list[Value]:
        values = [spot.options[0].value for spot in self.spots]
        for spot, option in changes:
            values[spot] = self.spots[spot].options[option].value
        return values

    def verdict(self, changes: Changes) -> Verdict:
        self.tried += 1
        found = judged(self.sighting, self.values(changes), self.rules)
        if found.status is Status.UNKNOWN:
            self.unproved.append(changes)
        return found


def judged(sighting: Sighting, values: Sequence[Value], rules: str) -> Verdict:
    """Solve the puzzle of one reading, as far as a second solution."""
    try:
        puzzle = pose(sighting, values, rules)
    except PuzzleError as error:
        return Verdict(Status.NONE, None, (), str(error))
    try:
        result = solve(puzzle, limit=2, limits=Limits(nodes=NODES))
    except LimitReached:
        return Verdict(Status.UNKNOWN, puzzle, ())
    return Verdict(result.status, puzzle, tuple(result.solutions), result.reason)


def holding(trials: Trials) -> Iterator[Holding]:
    """The readings that hold, likeliest first, until the trials are spent."""
    if trials.sighting.kind == "nonogram":
        yield from _by_totals(trials)
    else:
        yield from _by_conflicts(trials)


def _held(trials: Trials, cost: float, changes: Changes) -> tuple[Verdict, Holding | None]:
    found = trials.verdict(changes)
    if found.status is Status.UNIQUE and found.puzzle is not None:
        return found, Holding(cost, changes, found.puzzle, found.solutions[0])
    return found, None


def _by_conflicts(trials: Trials) -> Iterator[Holding]:
    """Givens and signs: the changes that a failed reading asks for."""
    queue: list[tuple[float, Changes]] = [(0.0, ())]
    queued: set[Changes] = {()}
    while queue and not trials.spent:
        cost, changes = heapq.heappop(queue)
        if cost > trials.farthest:
            return
        verdict, held = _held(trials, cost, changes)
        if held is not None:
            yield held
        for spot, option in _next_changes(trials, changes, verdict):
            total = cost + trials.spots[spot].cost(option)
            more = tuple(sorted((*changes, (spot, option))))
            if total <= trials.farthest and more not in queued:
                queued.add(more)
                heapq.heappush(queue, (total, more))


def _next_changes(trials: Trials, changes: Changes, verdict: Verdict) -> Iterator[tuple[int, int]]:
    """The single changes one of which is needed, or which may lead to another reading."""
    changed = {spot for spot, _ in changes}
    at_issue: set[int] | None = None
    if verdict.puzzle is None:
        return  # no puzzle at all, such as one with sides that cannot be
    if verdict.status is Status.NONE:
        at_issue = _contradicting(trials, changes)
    for k, spot in enumerate(trials.spots):
        if k in changed or (at_issue is not None and k not in at_issue):
            continue
        for option in range(1, len(spot.options)):
            if verdict.status is not Status.MULTIPLE or _excludes(trials, k, option, verdict):
                yield k, option


def _excludes(trials: Trials, k: int, option: int, verdict: Verdict) -> bool:
    """Whether a change of a spot rules out one of the two solutions that were found."""
    spot, wide = trials.spots[k], trials.sighting.width
    value = spot.options[option].value
    if value == UNKNOWN:
        return False
    cells = trials.sighting.height * wide
    if k < cells:
        return any(solution.cells[k] != value for solution in verdict.solutions)
    across = trials.sighting.height * (wide - 1)
    at = k - cells
    if at < across:
        one = at // (wide - 1) * wide + at % (wide - 1)
        other = one + 1
    else:
        one = at - across
        other = one + wide
    return any(
        (solution.cells[one] == solution.cells[other]) != (value == "=")
        for solution in verdict.solutions
    )


def _contradicting(trials: Trials, changes: Changes) -> set[int]:
    """A few givens and signs that have no solution together: none of them can be left out."""
    kept = trials.values(changes)
    needed = [k for k, value in enumerate(kept) if value != UNKNOWN]
    size = len(needed)
    while (
        size > 1 and not trials.spent
    ):  # large blocks are left out first, then smaller ones, at last single ones
        size = (size + 1) // 2
        for block in [needed[at : at + size] for at in range(0, len(needed), size)]:
            without = [UNKNOWN if k in block else value for k, value in enumerate(kept)]
            if judged(trials.sighting, without, trials.rules).status is Status.NONE:
                kept = without
        needed = [k for k in needed if kept[k] != UNKNOWN]
    return set(needed)


def neighbours(trials: Trials, best: Holding, known: set[Changes]) -> list[Holding]:
    """The readings that differ in one spot from one that holds, and hold, too.

    A Binairo often has more givens than it needs: then one given less is such a reading.
    """
    found = []
    option_of = dict(best.changes)
    for k, spot in enumerate(trials.spots):
        before = spot.cost(option_of.get(k, 0))
        for option in range(len(spot.options)):
            others = ((key, value) for key, value in best.changes if key != k)
            changes = tuple(sorted((*others, *([(k, option)] if option else []))))
            cost = best.cost - before + spot.cost(option)
            if changes not in known and option != option_of.get(k, 0) and cost < trials.farthest:
                held = _held(trials, cost, changes)[1]
                if held is not None:
                    found.append(held)
    return found


class _Change(NamedTuple):
    """Another clue for one line, its cost, and what it does to the totals, colour by colour."""

    cost: float
    spot: int
    option: int
    moved: tuple[int, ...]


def _by_totals(trials: Trials) -> Iterator[Holding]:
    """Clues: all sets of changes by cost, of which those are tried whose totals agree."""
    clues = [option.value for spot in trials.spots for option in spot.options]
    inks = sorted({ink for clue in clues if not isinstance(clue, str) for _, ink in clue}) or [0]

    def filled(k: int, option: int) -> tuple[int, ...]:
        value = trials.spots[k].options[option].value
        sums = totals(value) if not isinstance(value, str) else {}
        sign = 1 if k < trials.sighting.height else -1
        return tuple(sign * sums.get(ink, 0) for ink in inks)

    start = [filled(k, 0) for k in range(len(trials.spots))]
    balance = tuple(map(sum, zip(*start, strict=True)))
    singles = sorted(
        _Change(spot.cost(option), k, option,
                tuple(a - b for a, b in zip(filled(k, option), start[k], strict=True)))
        for k, spot in enumerate(trials.spots) for option in range(1, len(spot.options))
    )  # fmt: skip
    if not any(balance):
        _, held = _held(trials, 0.0, ())
        if held is not None:
            yield held
    for cost, chosen in _subsets(singles):
        if trials.spent or cost > trials.farthest:
            return
        moved = (sum(values) for values in zip(*(each.moved for each in chosen), strict=True))
        if any(a + b for a, b in zip(balance, moved, strict=True)):
            continue
        if len({each.spot for each in chosen}) == len(chosen):
            _, held = _held(trials, cost, tuple((each.spot, each.option) for each in chosen))
            if held is not None:
                yield held


def _subsets(singles: Sequence[_Change]) -> Iterator[tuple[float, tuple[_Change, ...]]]:
    """Sets of changes, cheapest first: each is the one before with its last change moved on, or
    with one more."""
    if not singles:
        return
    queue: list[tuple[float, tuple[int, ...]]] = [(singles[0].cost, (0,))]
    for _ in range(STATES):
        if not queue:
            return
        cost, chosen = heapq.heappop(queue)
        yield cost, tuple(singles[k] for k in chosen)
        last = chosen[-1] + 1
        if last < len(singles):
            more = singles[last].cost
            heapq.heappush(queue, (cost + more, (*chosen, last)))
            heapq.heappush(queue, (cost + more - singles[last - 1].cost, (*chosen[:-1], last)))
