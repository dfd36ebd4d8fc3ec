"""The symbols of a Binairo: digits, letters, discs, squares, suns and moons, or coloured tiles."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from nonairo.photo.cells import Marks
from nonairo.photo.glyphs import CLASSES
from nonairo.photo.images import Floats
from nonairo.photo.sighting import Likely, Look
from nonairo.photo.tiles import tiles_of

ZERO, ONE, EX, DISC, RING, SUN, MOON = (
    CLASSES.index(name) for name in ("0", "1", "x", "disc", "ring", "sun", "moon")
)
KNOWN = [ZERO, ONE, EX, DISC, RING, SUN, MOON]
FLOOR = 5e-5  # the least probability of a symbol
# How much surer a cell is than it seems, as a factor of logarithms of odds: see
# `tests/pictures/calibrate.py` (it holds where the grid lies where it was found).
PRESENCE, SYMBOL = 1.6, 1.4
# The lightness of the middle of a disc against its ground, a logarithm: between a grey disc and a
# hollow one; and the least gap between these.
HOLLOW, NARROWEST = (-0.65, 0.0), 0.2
TILE = 0.72  # of a cell: larger marks are the sides of tiles
MOSTLY, SELDOM = 0.8, 0.05  # the shares of tiles of one colour each, and of marks beside tiles


class Symbols(NamedTuple):
    """For each cell the probabilities of `0`, `1` and `.`, as an array, and what they look like."""

    probabilities: Floats  # rows x columns x 3
    look: Look
    sure: float  # the probability that these are the cells of a Binairo at all


def symbols_of(marks: Marks) -> Symbols:
    """Return what each cell may be."""
    tiles = tiles_of(marks.centres)
    if tiles is not None and _are_tiles(marks, tiles.probabilities):
        return Symbols(tiles.probabilities, "tiles", tiles.sure)
    if not marks.there.any():
        return Symbols(_blank(marks), "digits", 0.0)
    seen = marks.classes[marks.there]
    filled = float((seen[:, DISC] + seen[:, RING]).mean())
    moons = float((seen[:, MOON] > 0.5).mean())
    if moons + float((seen[:, SUN] > 0.5).mean()) > 0.2 and moons > 0.05:
        seen = seen.copy()  # a sun whose rays are faint looks like a disc
        seen[:, SUN] += seen[:, DISC]
        seen[:, DISC] = 0
        filled = 0.0
    if (seen[:, DISC] > 0.6).any() and filled > 0.6:
        chances, sure = _discs(marks)
        look: Look = "discs"
    else:
        zeros = seen[:, ZERO] + seen[:, RING] + seen[:, MOON]
        ones = seen[:, ONE] + seen[:, EX] + seen[:, SUN]
        chances = np.stack([zeros, ones], axis=1)
        sure = float(chances.sum(axis=1).mean())
        sky = float((seen[:, SUN] + seen[:, MOON]).mean())
        crosses = float(seen[:, EX].mean())
        look = "sky" if sky > 0.4 else "letters" if crosses > 0.25 else "digits"
        chances = _pooled(chances + FLOOR, marks, look)
    probabilities = _blank(marks)
    chances = chances**SYMBOL
    chances = chances / chances.sum(axis=1, keepdims=True)
    chances = FLOOR + (1 - 2 * FLOOR) * chances
    doubt = sharper(marks.doubt[marks.there], PRESENCE)[:, None]
    probabilities[marks.there] = np.hstack([chances * (1 - doubt), doubt])
    return Symbols(probabilities, look, sure)


def _are_tiles(marks: Marks, probabilities: Floats) -> bool:
    """Whether the colours of cells are symbols, rather than the marks in them."""
    symbols = probabilities[:, :, 2] < 0.5
    if not symbols.any() or marks.flat[symbols].mean() < MOSTLY:
        return False
    drawn = marks.there & ~marks.flat  # the edge of a shadow looks like a mark, but like no symbol
    if marks.classes[drawn][:, KNOWN].sum() > SELDOM * symbols.sum():
        return False
    marked = marks.there & symbols  # the sides of tiles look like marks
    return bool(
        marked.mean() < SELDOM
        or marks.classes[marked].max(axis=1).mean() < 0.3
        or np.median(marks.size[marked]) > TILE
    )


def _blank(marks: Marks) -> Floats:
    """All cells empty, as surely as there is no mark."""
    doubt = np.maximum(sharper(marks.doubt, PRESENCE), FLOOR)
    return np.stack([doubt / 2, doubt / 2, 1 - doubt], axis=2)


def sharper(doubt: Floats, power: float) -> Floats:
    """Bring a probability further from a half: the logarithm of its odds is multiplied."""
    return np.asarray(doubt**power / (doubt**power + (1 - doubt) ** power))


def _pooled(chances: Floats, marks: Marks, look: Look) -> Floats:
    """Let marks of the same colour and shape support each other."""
    chances = chances / chances.sum(axis=1, keepdims=True)
    if look != "sky" or len(chances) < 4:
        return chances
    colours = _lab(marks.inks[marks.there]) / 22
    odds = np.clip(np.log(chances[:, 1] / chances[:, 0]), -4, 4)[:, None] / 1.6
    group = _two_groups(np.hstack([colours, odds]))
    pooled = chances.copy()
    for k in (0, 1):
        if (group == k).any():
            mean = np.exp(np.log(chances[group == k]).mean(axis=0))
            mean /= mean.sum()
            pooled[group == k] = chances[group == k] * mean**1.5
    return np.asarray(pooled / pooled.sum(axis=1, keepdims=True))


def _discs(marks: Marks) -> tuple[Floats, float]:
    """Dark ones are 1. Where one sort is hollow, as light as its ground, the other is 1."""
    middles, grounds = marks.middles[marks.there], marks.grounds[marks.there]
    seen = marks.classes[marks.there]
    light = np.log(middles.mean(axis=1) + 20)
    ground = np.log(grounds.mean(axis=1) + 20)
    height = light - np.median(ground) if np.ptp(ground) < 0.3 else light - ground
    order = np.sort(height)
    dark_edge = _cut(order, *HOLLOW)
    light_edge = _cut(-order[::-1], *HOLLOW)
    if dark_edge is None and light_edge is None:  # all alike
        hollow = seen[:, RING].mean() > 0.5
        dark = np.median(height) < (HOLLOW[0] + HOLLOW[1]) / 2
        one = np.full(len(height), 0.1 if hollow else 0.98 if dark else 0.9, np.float32)
        return np.stack([1 - one, one], axis=1), 0.6
    if dark_edge is not None:
        (middle, spread), sign = dark_edge, -1
    else:  # light outlines on dark paper: the filled ones are light
        assert light_edge is not None
        (middle, spread), sign = (-light_edge[0], light_edge[1]), 1
    odds = sign * (height - middle) / (0.12 * spread * (1 - spread) + 0.03)
    one = 1 / (1 + np.exp(-np.clip(odds, -7, 7)))
    return np.stack([1 - one, one], axis=1).astype(np.float32), 0.95


def _cut(order: Floats, low: float, high: float) -> tuple[float, float] | None:
    """The middle and the width of the gap between values that lies most between two limits."""
    ends = np.clip(order, low, high)
    gaps = np.diff(ends)
    if not len(gaps) or gaps.max() < NARROWEST:
        return None
    k = int(gaps.argmax())
    return float(ends[k] + ends[k + 1]) / 2, float(gaps[k])


def _two_groups(features: Floats) -> Floats:
    """Divide points into the two groups with the least spread within them."""
    stack = features.astype(np.float32)
    rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
    cv2.setRNGSeed(1)
    start = np.zeros((len(stack), 1), np.int32)
    _, labels, _ = cv2.kmeans(stack, 2, start, rule, 4, cv2.KMEANS_PP_CENTERS)
    return np.asarray(labels.ravel())


def _lab(colours: Floats) -> Floats:
    """Return colours (blue, green, red) in CIE Lab."""
    flat = np.asarray(colours, np.float32).reshape(-1, 1, 3) / 255
    return cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(*colours.shape)


def candidates(three: Floats) -> tuple[Likely, ...]:
    """Return the symbols of a cell, likeliest first."""
    order = np.argsort(-three)
    return tuple(Likely("01."[k], round(float(three[k]), 5)) for k in order)
