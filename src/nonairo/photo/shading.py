"""How the light falls on a grid: a smooth surface that most neighbouring cells agree on."""

from __future__ import annotations

import numpy as np

from nonairo.photo.images import Floats

DARKEST = 10.0  # levels that are added to all: noise in what is black counts little
ALIKE = 0.05  # the usual difference of two neighbours of one colour: a logarithm
TINT = 0.06  # from which difference in tint on they are certainly of two colours
ROUNDS = 8
DEGREE = 3
FEWEST = 5  # rows and columns for a surface that bends


def light_on(grounds: Floats) -> Floats:
    """Return how light falls on each cell (rows x columns), 1 on the average.

    `grounds` has the colour of each cell. Neighbours of one colour differ by the light alone; those
    of two colours differ more, and hardly count.
    """
    rows, cols = grounds.shape[:2]
    logs = np.log(grounds.astype(np.float64) + DARKEST)
    grey = logs.mean(axis=2)
    tint = logs - grey[:, :, None]
    y, x = np.mgrid[0:rows, 0:cols].astype(np.float64)
    x, y = 2 * x / max(1, cols - 1) - 1, 2 * y / max(1, rows - 1) - 1
    degree = DEGREE if min(rows, cols) >= FEWEST else 1
    terms = np.stack(
        [x**a * y**b for a in range(degree + 1) for b in range(degree + 1 - a) if a + b], axis=2
    )
    slopes, steps, tints = [], [], []
    for far in (1, 2):
        for one, other in (
            ((slice(far, None), slice(None)), (slice(None, -far), slice(None))),
            ((slice(None), slice(far, None)), (slice(None), slice(None, -far))),
        ):
            slopes.append((terms[one] - terms[other]).reshape(-1, terms.shape[2]))
            steps.append((grey[one] - grey[other]).ravel())
            tints.append(np.abs(tint[one] - tint[other]).max(axis=2).ravel())
    slope, step = np.concatenate(slopes), np.concatenate(steps)
    same = np.exp(-((np.concatenate(tints) / TINT) ** 2))
    same[~np.isfinite(step)], step = 0, np.nan_to_num(step)  # a cell may have no colour
    bend: Floats = np.zeros(slope.shape[1])
    for _ in range(ROUNDS):
        weights = same / (1 + ((step - slope @ bend) / ALIKE) ** 2) ** 2
        left = slope.T @ (slope * weights[:, None]) + 0.02 * np.eye(len(bend))
        bend = np.linalg.solve(left, slope.T @ (step * weights))
    surface = terms @ bend
    return np.asarray(np.exp(surface - surface.mean()), np.float32)
