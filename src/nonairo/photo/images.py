"""What several steps of seeing share: types of pictures, noise, homographies."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

# OpenCV's functions are typed without the numbers in an array, so these are only names.
Bytes: TypeAlias = NDArray[Any]  # pixels, 0 to 255
Floats: TypeAlias = NDArray[Any]
Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]


def noise_of(grey: Bytes) -> float:
    """Return the usual difference of a pixel from its neighbours where nothing is drawn."""
    rough = cv2.Laplacian(grey, cv2.CV_16S, ksize=1)[1:-1:2, 1:-1:2]
    counts = np.bincount(np.abs(rough).ravel())  # much quicker than to sort them
    return float(np.searchsorted(np.cumsum(counts), 0.6 * counts.sum())) / 3


def moved(points: Floats, matrix: Floats) -> Floats:
    """Return points (n, 2) after a homography."""
    there: Floats = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0]
    return there
