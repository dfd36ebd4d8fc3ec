"""Light on a grid is distinguished from the colours of its cells."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("cv2")

from nonairo.photo.shading import light_on


def test_a_ramp_of_light_is_taken_off_and_two_greys_stay_apart() -> None:
    rng = np.random.default_rng(3)
    dark = rng.random((8, 8)) < 0.3
    flat = np.where(dark, 180.0, 230.0)[:, :, None].repeat(3, axis=2)
    y, x = np.mgrid[0:8, 0:8]
    grounds = flat * np.exp(-0.06 * x - 0.03 * y)[:, :, None]
    even = grounds / light_on(grounds)[:, :, None]
    light, less = even[~dark].mean(axis=1), even[dark].mean(axis=1)
    assert light.std() < 0.03 * light.mean()
    assert light.min() > 1.15 * less.max()


def test_cells_of_two_colours_are_not_taken_for_light() -> None:
    grounds = np.full((6, 6, 3), 230.0)
    grounds[:, 3:] = (60.0, 60.0, 200.0)
    assert np.ptp(light_on(grounds)) < 0.05


def test_a_cell_without_a_colour_changes_no_other() -> None:
    grounds = np.full((6, 6, 3), 200, np.float32)
    grounds[0, 0] = np.nan
    assert np.allclose(light_on(grounds), 1)
