"""Binairo whose symbols are the colours of the cells: empty ones, darker and lighter tiles.

A shadow makes a light tile as dark as a dark one in the light, but changes its tint little. So
cells are grouped by tint first; each group then says how light falls on its cells, neighbouring
cells agree on that, and what is left is the lightness of the tile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nonairo.limits import poll_supervision
from nonairo.photo.images import Floats
from nonairo.photo.shading import light_on

DARKEST = 4.0  # levels that are added to all: noise in what is black counts little
APART = 0.15  # how different the colours of two tiles are at least: logarithms
WEIGHTS = (0.15, 0.4, 1.0)  # of lightness beside tint, as the light becomes known
SHADES = 0.75, 2.0  # of APART: how far apart two shades of one tile may be, if there are many
COMPARED = 1600  # cells whose colours are compared with each other: of more, every so many
AROUND = 5  # rows and columns of cells that light falls alike on
CLOSE = 4.5  # spreads between two groups that are tiles of similar colours
FAINTEST = 0.008  # how different these are at least
FEWEST = 0.12  # of the cells of two similar colours have each of them
LEAST_SPREAD = 0.002  # of the cells of one colour
FLOOR = 5e-5  # the least probability of a symbol


class Tiles(NamedTuple):
    """For each cell the probabilities of `0`, `1` and `.`, and that the cells are tiles at all."""

    probabilities: Floats  # rows x columns x 3
    sure: float


def tiles_of(colours: Floats) -> Tiles | None:
    """Return what each cell is, by its colour in the middle (rows x columns x 3).

    None if there are not two or three colours.
    """
    features, groups = _grouped(colours)
    flat, shape = features.reshape(-1, 3), colours.shape[:2]
    if groups.max() == 1:
        groups = _with_third(flat, groups, shape)
    count = int(groups.max()) + 1
    if not 2 <= count <= 3:
        return None
    centres = np.array([np.median(flat[groups == k], axis=0) for k in range(count)])
    grid = groups.reshape(shape)
    empty = _empty_group(grid, centres)
    others = sorted((k for k in range(count) if k != empty), key=lambda k: centres[k, 0])
    if len(others) == 1:
        lighter = empty is not None and centres[others[0], 0] > centres[empty, 0]
        symbol_of = {others[0]: 0 if lighter else 1}
    else:
        symbol_of = {others[0]: 1, others[1]: 0}
    if empty is not None:
        symbol_of[empty] = 2
    chances = _chances(flat, groups, centres)
    result = np.full((len(flat), 3), FLOOR, np.float32)
    for k, symbol in symbol_of.items():
        result[:, symbol] += chances[:, k]
    result /= result.sum(axis=1, keepdims=True)
    return Tiles(result.reshape(*shape, 3), 0.9 if count == 3 or empty is None else 0.4)


def _grouped(colours: Floats) -> tuple[Floats, Floats]:
    """Return lightness and tint of each cell, in even light, and the groups of like ones."""
    light = np.log(light_on(colours))
    logs = np.log(colours.astype(np.float64) + DARKEST)
    grey = logs.mean(axis=2)
    tint = np.stack([logs[:, :, 2] - logs[:, :, 1], logs[:, :, 0] - logs[:, :, 1]], axis=2)
    groups = np.zeros(grey.size, int)
    features = np.zeros((*grey.shape, 3))
    for weight in WEIGHTS:
        even = grey - light
        features = np.concatenate([even[:, :, None], tint], axis=2)
        groups = _colour_groups((features * [weight, 1, 1]).reshape(-1, 3))
        usual = np.array([np.median(even.ravel()[groups == k]) for k in range(groups.max() + 1)])
        light = _smooth(grey - usual[groups].reshape(grey.shape))
    return features, groups


def _smooth(light: Floats) -> Floats:
    """Return the usual light around each cell."""
    half = AROUND // 2
    padded = np.pad(light, half, constant_values=np.nan)
    rows, cols = light.shape
    around = [padded[r : r + rows, c : c + cols] for r in range(AROUND) for c in range(AROUND)]
    # The nearest cells count most: the edge of a shadow may be sharp.
    near = [padded[r : r + rows, c : c + cols] for r in range(half - 1, half + 2)
            for c in range(half - 1, half + 2)]  # fmt: skip
    return np.asarray(np.nanmedian(np.stack([*around, *near, *near, *near]), axis=0))


def _colour_groups(features: Floats) -> Floats:
    """Group colours that are close, as many as there are; stray ones join the nearest."""
    left = np.arange(len(features))
    groups = np.full(len(features), -1)
    centres: list[Floats] = []
    while len(left) and len(centres) < 6:
        poll_supervision()
        some = features[left[:: -(-len(left) // COMPARED)]]
        near = np.hypot.reduce(some[:, None] - some[None], axis=2) < APART * 0.5
        k = int(near.sum(axis=1).argmax())
        centre = np.median(some[near[k]], axis=0)
        centres.append(centre)
        far = np.hypot.reduce(features[left] - centre, axis=1)
        groups[left[far < APART * 0.5]] = len(centres) - 1
        left = left[far >= APART * 0.5]
    sizes = np.bincount(groups[groups >= 0], minlength=len(centres))
    strong = [k for k in range(len(centres)) if sizes[k] >= max(2, 0.02 * len(features))]
    if len(strong) == 2:  # of the third colour, there may be one cell only
        strong += [
            k for k in range(len(centres)) if k not in strong
            and all(np.hypot.reduce(centres[k] - centres[n]) > 2 * APART for n in strong)
        ][:1]  # fmt: skip
    if not strong:
        return np.zeros(len(features), int)
    kept = np.array([centres[k] for k in strong])
    merged = _merged(kept)
    nearest = np.hypot.reduce(features[:, None] - kept[None], axis=2).argmin(axis=1)
    return np.asarray(merged[nearest])


def _merged(centres: Floats) -> Floats:
    """Give close centres one number, the closest first: three are left, or those far apart."""
    names = np.arange(len(centres))
    far = np.hypot.reduce(centres[:, None] - centres[None], axis=2)
    pairs = sorted((far[a, b], a, b) for a in range(len(centres)) for b in range(a))
    for apart, one, other in pairs:
        if apart < SHADES[0] * APART or (apart < SHADES[1] * APART and len(np.unique(names)) > 3):
            names[names == names[one]] = names[other]
    return np.unique(names, return_inverse=True)[1]


def _with_third(features: Floats, groups: Floats, shape: tuple[int, ...]) -> Floats:
    """Divide one of two groups, if it has two similar colours, such as white and a pale grey."""
    best, found = CLOSE, groups
    for k in (0, 1):
        own = np.nonzero(groups == k)[0]
        for along in features[own].T if len(own) >= 4 else ():
            order = np.sort(along)
            fewest = max(2, round(FEWEST * len(own)))  # not just a few stains
            ends = range(fewest, len(own) - fewest + 1)
            within = [order[:n].var() * n + order[n:].var() * (len(own) - n) for n in ends]
            cut = ends[int(np.argmin(within))]
            apart = float(order[cut:].mean() - order[:cut].mean())
            clear = apart / max(FAINTEST / CLOSE, float(np.sqrt(min(within) / len(own))))
            third = groups.copy()
            third[own[along >= order[cut]]] = 2
            grid = third.reshape(shape)
            if clear > best and not (_broken(grid == k) and _broken(grid == 2)):
                best, found = clear, third
    return np.asarray(found)


def _broken(symbol: Floats) -> float:
    """How much cells break the rules that one symbol has: no three in a row, no more than half."""
    lines = [*symbol, *symbol.T]
    most = sum(max(0.0, line.sum() - len(line) / 2) for line in lines)
    return float(most) + sum(
        bool(line[n : n + 3].all()) for line in lines for n in range(len(line) - 2)
    )


def _empty_group(grid: Floats, centres: Floats) -> int | None:
    """Return the group of the empty cells: of the symbols, no line has more than a half."""
    number = len(centres)
    if number == 2 and not any(
        abs(line.sum() - len(line) / 2) > 0 for line in [*(grid == 0), *(grid == 0).T]
    ):  # a full board
        return None
    scores = []
    for k in range(number):
        broken = sum(_broken(grid == other) for other in range(number) if other != k)
        tint = float(np.hypot(centres[k, 1], centres[k, 2]))
        scores.append(3 * broken + 6 * tint - 4 * float((grid == k).mean()))
    return int(np.argmin(scores))


def _chances(features: Floats, groups: Floats, centres: Floats) -> Floats:
    """Return the probability of each group for each cell: how near it is, against the spread."""
    spread = np.maximum(LEAST_SPREAD, 1.5 * np.median(np.abs(features - centres[groups]), axis=0))
    far = np.hypot.reduce((features[:, None] - centres[None]) / spread, axis=2)
    near = np.exp((far.min(axis=1, keepdims=True) ** 2 - far**2) / 4)
    return np.asarray(near / near.sum(axis=1, keepdims=True))
