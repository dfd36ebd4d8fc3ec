"""Smallest sets, by branch and bound on bit masks: of cells, and of givens.

The smallest set of cells that meets every one of some sets:

sets     {a, b}   {b, c}   {c, d}        the smallest: {b, c}, or {b, d}, or {a, c}

And the fewest givens that just one of several solutions has, whichever it is. Every solution is one
bit, and every cell with a symbol, a *literal*, is the set of the solutions that have it. Some
literals single out one solution when just one bit is left of their sets' intersection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from nonairo.candidates import bits
from nonairo.limits import Budget

Literal: TypeAlias = tuple[int, str]  # a place, row after row, and the symbol there
WEIGHT = 64  # so many sets are as much work as the rest of a branch


def greedy_hitting(sets: Sequence[int]) -> int:
    """A set that meets all sets, the cell that meets most of them first.

    >>> bin(greedy_hitting([0b0011, 0b0110, 0b1100]))
    '0b110'
    """
    chosen, left = 0, list(sets)
    while left:
        best = most_met(left)
        chosen |= 1 << best
        left = [each for each in left if not each >> best & 1]
    return chosen


def smallest_hitting(sets: Sequence[int], limits: Budget) -> int:
    """A smallest set that meets all sets; every branch is a piece of work, more with many sets.

    >>> smallest_hitting([0b011, 0b101, 0b110], Budget()).bit_count()
    2
    """
    best = greedy_hitting(sets)
    most = best.bit_count()
    # Each branch: what is chosen, what may not be chosen any more, and the sets not met yet.
    stack = [(0, 0, sorted(sets, key=int.bit_count))]
    while stack:
        chosen, barred, left = stack.pop()
        limits.spend(1 + len(left) // WEIGHT)
        if not left:
            if chosen.bit_count() < most:
                best, most = chosen, chosen.bit_count()
            continue
        if chosen.bit_count() + _apart(left, barred) >= most:
            continue
        narrowest = min(left, key=lambda each: (each & ~barred).bit_count()) & ~barred
        unmet = {cell: [each for each in left if not each >> cell & 1] for cell in bits(narrowest)}
        for cell in sorted(unmet, key=lambda cell: (len(unmet[cell]), cell)):
            stack.append((chosen | 1 << cell, barred, unmet[cell]))
            barred |= 1 << cell  # sets with this cell are looked at in that branch
    return best


def with_set(sets: Sequence[int], new: int) -> list[int]:
    """One more set; those that hold another one are met with it, and left out.

    >>> [bin(each) for each in with_set([0b0111, 0b1100], 0b0011)]
    ['0b1100', '0b11']
    """
    if any(each & new == each for each in sets):
        return list(sets)
    return [*(each for each in sets if each & new != new), new]


def most_met(sets: Sequence[int]) -> int:
    """The cell that meets most of the sets; of several, the first."""
    return max(_votes(sets).items(), key=lambda vote: (vote[1], -vote[0]))[0]


def _votes(sets: Sequence[int]) -> dict[int, int]:
    """How many of the sets each cell meets."""
    votes: dict[int, int] = {}
    for each in sets:
        for cell in bits(each):
            votes[cell] = votes.get(cell, 0) + 1
    return votes


def _apart(sets: Sequence[int], barred: int) -> int:
    """How many of the sets share no cell: each of them needs one of its own."""
    taken = number = 0
    for each in sets:
        free = each & ~barred
        if not free & taken:
            taken |= free
            number += 1
    return number


class SolutionSet:
    """Several solutions, and which literals just one of them has.

    >>> SolutionSet(["0011", "0101", "0110"]).fewest(Budget())
    [(1, '0')]
    """

    def __init__(self, solutions: Sequence[str], poll: Callable[[], object] = lambda: None) -> None:
        self.poll = poll
        self.everything = (1 << len(solutions)) - 1
        self.proved = 0  # so many literals are not enough
        sets: dict[int, Literal] = {}  # of literals with equal sets, one is enough
        for place in range(len(solutions[0])):
            poll()
            column = "".join(solution[place] for solution in reversed(solutions))
            for symbol in sorted(set(column)):
                having = int("".join("1" if cell == symbol else "0" for cell in column), 2)
                if having not in (0, self.everything):
                    sets.setdefault(having, (place, symbol))
        # The literal that the fewest solutions have is the first.
        self.literals = sorted(sets.items(), key=lambda item: (item[0].bit_count(), item[1]))

    def greedy(self) -> list[Literal]:
        """Each literal leaves as few solutions as it can."""
        left, chosen = self.everything, []
        while left & (left - 1):
            self.poll()
            having, literal = min(
                (item for item in self.literals if 0 < (left & item[0]) != left),
                key=lambda item: ((left & item[0]).bit_count(), item[1]),
            )
            left &= having
            chosen.append(literal)
        return chosen

    def fewest(self, limits: Budget) -> list[Literal]:
        """One literal, or two, or three ...: the first number that does it is the smallest."""
        if not self.everything & (self.everything - 1):
            return []
        while True:
            found = self._with(self.everything, self.proved, 0, set(), limits)
            if found is not None:
                return found
            self.proved += 1

    def _with(
        self,
        left: int,
        more: int,
        begin: int,
        seen: set[tuple[int, int]],
        limits: Budget,
    ) -> list[Literal] | None:
        """One literal that ends it after `more` others, which come in the order of the list."""
        limits.spend()
        if not more:
            for having, literal in self.literals:
                rest = left & having
                if rest and not rest & (rest - 1):
                    return [literal]
            return None
        for number in range(begin, len(self.literals)):
            having, literal = self.literals[number]
            rest = left & having
            if rest in (0, left) or (rest, more) in seen:
                continue
            seen.add((rest, more))
            found = self._with(rest, more - 1, number + 1, seen, limits)
            if found is not None:
                return [literal, *found]
        return None
