"""The smallest set that is enough for something, by groups each of which it must have one of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonairo.candidates import bits

PROBES = 300  # to find the fewest; after that none is needless, but fewer might do
HITS = 20_000  # sets that are looked through for one that has one of each group


def fewest(everything: int, enough: int, holds: Callable[[int], bool]) -> int:
    """The smallest set, as a mask, that is enough.

    Every such set has one of each of some groups: those beyond a largest set that is not. The
    smallest set that has is tried; if it is not enough, it is part of one more such largest set.
    """
    groups: list[int] = []
    left = PROBES
    while True:
        best, tried = _hitting(groups, enough.bit_count())
        if best is None or tried > HITS:
            return enough
        left -= 1
        if left < 0:
            return enough
        if holds(best):
            return best
        for i in bits(everything & ~best):
            left -= 1
            if left >= 0 and not holds(best | 1 << i):
                best |= 1 << i
        if left < 0:
            return enough
        groups.append(everything & ~best)


def _hitting(groups: Sequence[int], most: int) -> tuple[int | None, int]:
    """The smallest set of fewer than so many that has one of each group; sets tried."""
    best: int | None = None
    tried = 0

    def go(taken: int, number: int) -> None:
        nonlocal best, tried
        if number >= (most if best is None else best.bit_count()):
            return
        tried += 1
        if tried > HITS:
            return
        missed = [group for group in groups if not group & taken]
        if not missed:
            best = taken
            return
        for i in bits(min(missed, key=int.bit_count)):
            go(taken | 1 << i, number + 1)

    go(0, 0)
    return best, tried
