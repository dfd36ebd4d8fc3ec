"""Of several ways to tell something by suppositions the one that rests on nothing needless."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from nonairo.techniques.shared.steps import Told

T = TypeVar("T")


def least_spare(several: Iterable[tuple[T, Told]]) -> tuple[T, Told] | None:
    """The first that has nothing to spare; where all have something, of those told again.

    That is more to read, so it comes second. None if there are none at all.
    """
    tried: list[tuple[T, Told]] = []
    for way, told in several:
        if not told.spare:
            return way, told
        tried.append((way, told))
    again: list[tuple[T, Told]] = []
    for way, told in tried:
        fewer = told.again() if told.again is not None else None
        if fewer is not None:
            again.append((way, fewer))
            if not fewer.spare:
                break
    return min(again or tried, key=lambda each: each[1].spare, default=None)
