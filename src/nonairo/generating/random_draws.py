"""Random draws that are the same on every platform and in every version of Python (splitmix64).

The core draws in the same way. Of Python's own generator only `random()` is promised to stay as it
is, so its shuffles and samples are no ground to build a seed's promise on.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from os import urandom
from typing import TypeVar

Item = TypeVar("Item")

BITS = (1 << 64) - 1
HALF = 1 << 32
STEP = 0x9E3779B97F4A7C15


class Draws:
    """A stream of draws from a seed.

    >>> draws = Draws(1)
    >>> [draws.below(6) + 1 for _ in range(8)]
    [4, 5, 6, 3, 3, 5, 6, 4]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & BITS  # from which the core can go on drawing, and give it back

    def word(self) -> int:
        """64 random bits."""
        self.state = z = (self.state + STEP) & BITS
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & BITS
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & BITS
        return z ^ z >> 31

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, each exactly as likely as the others.

        The few draws that would favour some of them are thrown away (Lemire, "Fast random integer
        generation in an interval", 2019).
        """
        if not 1 <= count <= HALF:
            raise ValueError(f"expected a count from 1 to {HALF}, found {count}")
        unfair = HALF % count
        while (product := (self.word() >> 32) * count) & (HALF - 1) < unfair:
            pass
        return product >> 32

    def coin(self) -> bool:
        """Heads or tails."""
        return self.word() >> 63 != 0

    def chance(self, share: float) -> bool:
        """True with this probability."""
        return self.word() < share * (BITS + 1)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put the items into a random order, in place."""
        for k in range(len(items) - 1, 0, -1):
            other = self.below(k + 1)
            items[k], items[other] = items[other], items[k]

    def fork(self) -> Draws:
        """A stream of its own, so that what one part draws does not move the others."""
        return Draws(self.word())


def fresh_seed() -> int:
    """Return a new seed, short enough to be written down and typed again."""
    return int.from_bytes(urandom(4), "big")
