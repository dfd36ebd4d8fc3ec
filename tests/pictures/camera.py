"""A photograph of a picture: seen at an angle, lit unevenly, blurred, with noise, as a JPEG.

What is worse than a careful amateur's photograph is left out: the sides of the page stay within
some 25 degrees, and a digit stays legible for a person.
"""

from __future__ import annotations

from math import cos, pi, radians, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Light = NDArray[np.float32]
Quad = list[list[float]]


def photograph(image: Image, quads: list[Quad], rng: Random) -> tuple[bytes, list[Quad]]:
    """The photograph as JPEG, and where the grids are in it."""
    noise = np.random.default_rng(rng.randrange(2**32))
    lens = _lens(image.shape[1], image.shape[0], rng)
    matrix, size = lens
    ground = _ground(size, rng, noise)
    over = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(
        np.full(image.shape[:2], 255, np.uint8), matrix, size, flags=cv2.INTER_LINEAR
    )
    share = (mask.astype(np.float32) / 255)[:, :, None]
    seen = _light_of(over * share + ground * (1 - share))
    if rng.random() < 0.25:
        seen = _moire(seen, rng)
    seen = _light(seen, rng)
    seen = _soft(seen, rng)
    seen += _light_of(noise.normal(0, rng.uniform(0.5, 6), seen.shape))
    taken = np.clip(seen, 0, 255).astype(np.uint8)
    done, data = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(45, 93)])
    assert done
    return data.tobytes(), [_moved(quad, matrix) for quad in quads]


def _light_of(values: object) -> Light:
    return np.asarray(values, np.float32)


def _moved(quad: Quad, matrix: NDArray[np.float64]) -> Quad:
    points = cv2.perspectiveTransform(np.array([quad], np.float64), matrix)[0]
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def _lens(width: int, height: int, rng: Random) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """Rotation, perspective and scale: the corners of the page in the photograph."""
    scale = rng.uniform(0.85, 1.5) if max(width, height) < 1400 else rng.uniform(0.7, 1.0)
    across, down = width * scale, height * scale
    bend = 0.09
    turn = radians(rng.gauss(0, 5) if rng.random() < 0.85 else rng.uniform(-20, 20))
    corners = []
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        far = x * across / 2 * (1 + rng.uniform(-bend, bend))
        low = y * down / 2 * (1 + rng.uniform(-bend, bend))
        corners.append((far * cos(turn) - low * sin(turn), far * sin(turn) + low * cos(turn)))
    placed = np.array(corners, np.float32)
    margin = rng.uniform(0.0, 0.12) * max(across, down)
    placed += margin - placed.min(axis=0)
    size = placed.max(axis=0) + margin
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, placed.astype(np.float32))
    return np.asarray(matrix, np.float64), (int(size[0]), int(size[1]))


def _ground(size: tuple[int, int], rng: Random, noise: np.random.Generator) -> Light:
    """A table top: a colour with a coarse grain."""
    colour = np.array([rng.uniform(30, 200) for _ in range(3)], np.float32)
    coarse = _light_of(noise.normal(0, 1, (24, 24)))
    grain = cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC)[:, :, None]
    return _light_of(colour + 14 * grain)


def _moire(seen: Light, rng: Random) -> Light:
    """The rows of a screen's pixels beating with the camera's."""
    height, width = seen.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(2):
        angle, period = rng.uniform(0, pi), rng.uniform(3, 14)
        wave = np.sin((x * cos(angle) + y * sin(angle)) * 2 * pi / period)
        seen = _light_of(seen * (1 + rng.uniform(0.01, 0.06) * wave[:, :, None]))
    return seen


def _light(seen: Light, rng: Random) -> Light:
    """A lamp at one side, a shadow with a soft edge, and a colour cast."""
    height, width = seen.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * pi)
    ramp = (x / width - 0.5) * cos(angle) + (y / height - 0.5) * sin(angle)
    lit = _light_of(rng.uniform(0.7, 1.05) + rng.uniform(0, 0.5) * ramp)
    if rng.random() < 0.5:
        edge = rng.uniform(-0.3, 0.3)
        angle = rng.uniform(0, 2 * pi)
        side = (x / width - 0.5) * cos(angle) + (y / height - 0.5) * sin(angle) - edge
        soft = 1 / (1 + np.exp(-side / rng.uniform(0.01, 0.08)))
        lit = _light_of(lit * (1 - rng.uniform(0.15, 0.5) * soft))
    cast = np.array([rng.uniform(0.88, 1.05) for _ in range(3)], np.float32)
    return _light_of(seen * lit[:, :, None] * cast)


def _soft(seen: Light, rng: Random) -> Light:
    """Out of focus a little, or moved a little."""
    seen = _light_of(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.3)))
    if rng.random() < 0.2:
        length = rng.choice((2, 3, 4))
        kernel = np.zeros((5, 5), np.float32)
        cv2.line(kernel, (2 - length // 2, 2), (2 + (length + 1) // 2, 2), 1.0)
        turn = cv2.getRotationMatrix2D((2, 2), rng.uniform(0, 180), 1)
        turned = cv2.warpAffine(kernel, turn, (5, 5))
        seen = _light_of(cv2.filter2D(seen, -1, _light_of(turned / max(float(turned.sum()), 1e-6))))
    return seen
