"""Few colours for a picture of many: median cut, then means, in whole numbers.

P. Heckbert, "Color image quantization for frame buffer display" (1982).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from nonairo.kinds.palette import WEIGHTS, Paint, distance

Weighted: TypeAlias = list[tuple[Paint, int]]  # colours, and how often each occurs

ROUNDS = 8  # of means
SAME = 24 * 24 * sum(WEIGHTS)  # colours so close are one


def few_colours(pixels: Iterable[Paint], number: int) -> list[Paint]:
    """At most so many colours that stand for all, the most frequent first.

    >>> few_colours([(250, 0, 0), (254, 0, 0), (0, 0, 0), (0, 2, 0)], 2)
    [(0, 1, 0), (252, 0, 0)]
    """
    counted = sorted(Counter(pixels).items())
    boxes = [counted]
    while len(boxes) < number:
        widest = max(boxes, key=_spread)
        if len(widest) < 2:
            break
        boxes.remove(widest)
        boxes += _halves(widest)
    paints = [_mean(box) for box in boxes]
    for _ in range(ROUNDS):
        groups: list[Weighted] = [[] for _ in paints]
        for paint, count in counted:
            groups[nearest(paint, paints)].append((paint, count))
        again = [_mean(group) for group in groups if group]
        if again == paints:
            break
        paints = again
    return _merged(paints, counted)


def nearest(paint: Paint, paints: Sequence[Paint]) -> int:
    """The number of the colour that is most like one."""
    return min(range(len(paints)), key=lambda k: (distance(paint, paints[k]), k))


def _spread(box: Weighted) -> int:
    return sum(count for _, count in box) * _widest(box)[0]


def _widest(box: Weighted) -> tuple[int, int]:
    """How far a box reaches, and along which channel."""
    reaches = []
    for channel, weight in enumerate(WEIGHTS):
        values = [paint[channel] for paint, _ in box]
        reaches.append((weight * (max(values) - min(values)), -channel))
    reach, channel = max(reaches)
    return reach, -channel


def _halves(box: Weighted) -> list[Weighted]:
    """Parted where half of the pixels lie on either side, at least one colour in each."""
    channel = _widest(box)[1]
    ordered = sorted(box, key=lambda pair: (pair[0][channel], pair[0]))
    half, behind = sum(count for _, count in box) / 2, 0
    for k, (_, count) in enumerate(ordered):
        behind += count
        if behind >= half or k == len(ordered) - 2:
            return [ordered[: k + 1], ordered[k + 1 :]]
    raise AssertionError("a box of two colours has two halves")


def _mean(box: Weighted) -> Paint:
    number = sum(count for _, count in box)
    red, green, blue = (
        (sum(paint[channel] * count for paint, count in box) + number // 2) // number
        for channel in range(3)
    )
    return red, green, blue


def _merged(paints: list[Paint], counted: Weighted) -> list[Paint]:
    """Without those that look the same as a more frequent one."""
    often = Counter[int]()
    for paint, count in counted:
        often[nearest(paint, paints)] += count
    ranked = sorted(range(len(paints)), key=lambda k: (-often[k], paints[k]))
    kept: list[Paint] = []
    for k in ranked:
        if all(distance(paints[k], other) > SAME for other in kept):
            kept.append(paints[k])
    return kept
