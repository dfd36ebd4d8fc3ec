"""Whether the clues beside a grid are light on dark paper."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from nonairo.photo.characters import characters
from nonairo.photo.images import Bytes

LEGIBLE = 0.5  # the probability of a digit that counts
TALLEST = 0.82  # of a cell: the height of a digit
ENOUGH, MORE = 7, 1.8  # digits that decide, and how many times as many as in the other way


def is_dark(parts: Sequence[Bytes], side: int) -> bool:
    """Return whether what is written on these parts is lighter than the paper around it.

    The lighter and the darker pixels seldom say so beside a frame or a table top, so what decides
    is in which of the two ways more digits are read.
    """
    light, dark = (
        sum(_legible(part, side, way) for part in parts) for way in (False, True)
    )  # fmt: skip
    if max(light, dark) > ENOUGH and max(light, dark) > MORE * min(light, dark):
        return dark > light
    return sum(_seems_dark(part, side) for part in parts) > len(parts) / 2


def _legible(part: Bytes, side: int, dark: bool) -> float:
    """How many digits there are, each counted as far as it is clear."""
    return sum(
        float(each.classes[:10].max())
        for each in characters(part, side, dark)
        if each.digit > LEGIBLE and each.height < TALLEST * side
    )


def _seems_dark(part: Bytes, side: int) -> bool:
    """Whether the lightest pixels are further from those around them than the darkest."""
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    step = max(1, side // 14)
    few = cv2.resize(grey, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    far = few.astype(np.float32) - cv2.medianBlur(few, 2 * (side // step) + 1)
    low, high = np.percentile(far, (4, 96))
    return bool(high > -low)
