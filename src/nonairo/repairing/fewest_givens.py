"""The fewest givens that just one of several solutions has, whichever it is.

Every solution is one bit, and every cell with a symbol, a *literal*, is the set of the solutions
that have it. Some literals single out one solution when just one bit is left of their
sets' intersection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from nonairo.limits import Budget

Literal: TypeAlias = tuple[int, str]  # a place, row after row, and the symbol there


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
        self.literals = sorted(sets.items(), key=lambda item: (item[0].bit_count(), item[1]))

    def rarest(self) -> Literal:
        """The literal that the fewest solutions have."""
        return self.literals[0][1]

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
