"""Signs along a line: where they are, and which cells they link."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

EQUAL = "="
SIGN = {EQUAL: 1, "x": 2}  # how sentences choose between the two


def signs_in(signs: str) -> Iterator[tuple[int, str]]:
    """The gaps that have a sign: the cells k and k + 1, and which sign."""
    for k, sign in enumerate(signs):
        if sign in SIGN:
            yield k, sign


@lru_cache(maxsize=4096)
def groups_of(signs: str, longest: int) -> tuple[dict[int, bool], ...]:
    """The groups of linked cells, each with whether it is the opposite of the first.

    Where two alike are the most, the cells beside a pair of `=` differ from it.

    >>> groups_of(".=.", 2)
    ({0: False, 1: True, 2: True, 3: False},)
    """
    links: dict[int, list[tuple[int, bool]]] = {}

    def link(one: int, other: int, turned: bool) -> None:
        if one >= 0 and other <= len(signs):
            links.setdefault(one, []).append((other, turned))
            links.setdefault(other, []).append((one, turned))

    for k, sign in signs_in(signs):
        link(k, k + 1, sign != EQUAL)
        if sign == EQUAL and longest == 2:
            link(k - 1, k, True)
            link(k + 1, k + 2, True)
    found: list[dict[int, bool]] = []
    for first in sorted(links):
        if any(first in group for group in found):
            continue
        group = {first: False}
        waiting = [first]
        while waiting:
            here = waiting.pop()
            for there, turned in links[here]:
                if there not in group:
                    group[there] = group[here] != turned
                    waiting.append(there)
        found.append(group)
    return tuple(found)
