"""Which puzzles share a page, and where they stand on it.

A page is cut into shelves, and every shelf into parts, in proportion to what the puzzles need. A
page is tried with one puzzle more as long as none of them gets smaller than it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeVar

MOST_ACROSS = 3  # puzzles side by side
MOST_TRIED = 8  # puzzles of a group that are tried on a page that has no room for the next
UNEVEN = 0.75  # what a page is worth whose shelves differ by one puzzle
ENOUGH = 1 - 1e-9  # ease of a page whose puzzles are as large as they must be, but for rounding
TINY = 0.05  # what a drawing may lack in height, so that a page is never divided by nothing

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Block:
    """A drawing with a caption above it: how large it is, and how small it may become."""

    width: float
    height: float
    smallest: float  # scale at which it can still be read
    largest: float
    caption_height: Callable[[float], float]  # in a part of this width


class Place(NamedTuple):
    """Where a drawing begins, the width that it may have, and its scale; the caption is above."""

    x: float
    y: float
    width: float
    scale: float


class Layout(NamedTuple):
    """A page: a place for each block, and how much larger than it must be the smallest one is."""

    places: tuple[Place, ...]
    ease: float


def pages(
    groups: Sequence[Sequence[Item]],
    block_of: Callable[[Item], Block],
    room: tuple[float, float],
    gap: float,
    per_page: int,
) -> Iterator[list[tuple[Item, Place]]]:
    """Fill pages with the items of all groups, in this order.

    An item that still fits may come before one of its own group that does not, so that no page is
    left half empty. An item that is too large for any page has one for itself.
    """
    waiting = [list(group) for group in groups if group]
    while waiting:
        page = [waiting[0].pop(0)]
        layout = arranged([block_of(page[0])], room, gap, allow_small=True)
        while len(page) < per_page:
            waiting = [group for group in waiting if group]
            found = _next(page, waiting[0] if waiting else [], block_of, room, gap)
            if found is None:
                break
            k, layout = found
            page.append(waiting[0].pop(k))
        waiting = [group for group in waiting if group]
        assert layout is not None
        yield list(zip(page, layout.places, strict=True))


def _next(
    page: list[Item],
    group: list[Item],
    block_of: Callable[[Item], Block],
    room: tuple[float, float],
    gap: float,
) -> tuple[int, Layout] | None:
    """Where in its group the next item is that a page has room for, and the page with it."""
    for k, item in enumerate(group[:MOST_TRIED]):
        layout = arranged([block_of(each) for each in (*page, item)], room, gap)
        if layout is not None:
            return k, layout
    return None


def arranged(
    blocks: Sequence[Block], room: tuple[float, float], gap: float, allow_small: bool = False
) -> Layout | None:
    """The best page with these blocks; None if one would become too small, unless that is allowed.

    >>> block = Block(100, 100, 0.5, 2, lambda width: 20)
    >>> [place.scale for place in arranged([block] * 4, (310, 310), 10).places]
    [1.3, 1.3, 1.3, 1.3]
    """
    best: Layout | None = None
    most = 0.0
    for shape in shelvings(len(blocks)):
        layout = shelved(blocks, shape, room, gap)
        if layout.ease >= ENOUGH or allow_small:
            uneven = max(shape) - min(shape)
            worth = layout.ease * UNEVEN**uneven
            if worth > most:
                best, most = layout, worth
    return best


@cache
def shelvings(number: int) -> tuple[tuple[int, ...], ...]:
    """All ways to put so many blocks on shelves, each with how many stand on it.

    >>> shelvings(3)
    ((1, 1, 1), (1, 2), (2, 1), (3,))
    """
    if not number:
        return ((),)
    return tuple(
        (first, *rest)
        for first in range(1, min(number, MOST_ACROSS) + 1)
        for rest in shelvings(number - first)
    )


def shelved(
    blocks: Sequence[Block], shape: Sequence[int], room: tuple[float, float], gap: float
) -> Layout:
    """The page with so many blocks on each shelf, as large as they become; white is shared."""
    shelves, first = [], 0
    for number in shape:
        shelves.append(blocks[first : first + number])
        first += number
    widths = [_shares(room[0] - gap * (len(shelf) - 1), [b.width * b.smallest for b in shelf])
              for shelf in shelves]  # fmt: skip
    above = [
        max(block.caption_height(width) for block, width in zip(shelf, parts, strict=True))
        for shelf, parts in zip(shelves, widths, strict=True)
    ]
    free = room[1] - gap * (len(shelves) - 1) - sum(above)
    needs = [max(block.height * block.smallest for block in shelf) for shelf in shelves]
    heights = _shares(max(free, TINY), needs)
    scales = [
        [
            min(block.largest, width / block.width, height / block.height)
            for block, width in zip(shelf, parts, strict=True)
        ]
        for shelf, parts, height in zip(shelves, widths, heights, strict=True)
    ]
    drawn = [
        max(block.height * scale for block, scale in zip(shelf, row, strict=True))
        for shelf, row in zip(shelves, scales, strict=True)
    ]
    spare = (free - sum(drawn)) / len(shelves)
    places: list[Place] = []
    y = min(spare / 2, gap)
    for parts, row, caption, height in zip(widths, scales, above, drawn, strict=True):
        x = 0.0
        for width, scale in zip(parts, row, strict=True):
            places.append(Place(x, y + caption, width, scale))
            x += width + gap
        y += caption + height + gap + max(spare, 0.0)
    ease = min(
        scale / block.smallest
        for shelf, row in zip(shelves, scales, strict=True)
        for block, scale in zip(shelf, row, strict=True)
    )
    return Layout(tuple(places), ease)


def _shares(whole: float, needs: Sequence[float]) -> list[float]:
    """A length in parts, in proportion to these needs."""
    return [whole * need / sum(needs) for need in needs]
