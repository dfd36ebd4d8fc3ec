"""The smallest set of cells that meets every one of some sets: branch and bound on bit masks.

sets     {a, b}   {b, c}   {c, d}        the smallest: {b, c}, or {b, d}, or {a, c}
"""

from __future__ import annotations

from collections.abc import Sequence

from nonairo.candidates import bits
from nonairo.limits import Budget

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
