"""The cells of a straightened grid: the colour of each, and the mark that stands in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from nonairo.photo.glyphs import CLASSES, Array, classify, patch_of
from nonairo.photo.images import Bytes, Floats, noise_of
from nonairo.photo.inks import pieces
from nonairo.photo.shading import DARKEST, light_on

INSET = 0.075  # of a cell, cut off at each side: lines, and what stands on them
FAINT = 0.06  # of the strongest marks: others may be so faint, such as outlines beside black discs
FLAT = 0.12  # how different the corners of a cell of one colour are: a logarithm
FAINTEST = 13.0  # levels by which a mark differs from its ground


@dataclass(frozen=True, slots=True)
class Marks:
    """For each cell (row by row, as arrays): its ground, and its mark where there is one.

    Colours are as in even light.
    """

    grounds: Floats  # rows x columns x 3
    middles: Floats  # colours in the middle of the mark
    inks: Floats  # colours where the mark is strongest
    strength: Floats  # how far the mark is from its ground
    there: Floats  # whether there is a mark
    doubt: Floats  # the probability that `there` is wrong
    classes: Array  # rows x columns x classes
    size: Floats  # of the mark, against the cell
    area: Floats  # share of the mark's box that is ink
    centres: Floats  # the usual colour in the middle half of the cell, in the light of the picture
    flat: Floats  # whether that is the colour of its four corners, too


def marks_of(colours: Bytes, xs: Floats, ys: Floats) -> Marks:
    """Return what stands in each cell between the lines at `xs` and `ys`."""
    rows, cols = len(ys) - 1, len(xs) - 1
    side = float(np.median(np.diff(xs)))
    noise = noise_of(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY))
    crops = {
        (r, c): _crop(colours, xs[c], ys[r], xs[c + 1], ys[r + 1])
        for r in range(rows) for c in range(cols)
    }  # fmt: skip
    grounds = np.zeros((rows, cols, 3), np.float32)
    far: dict[tuple[int, int], Floats] = {}
    strength = np.zeros((rows, cols), np.float32)
    centres, flat = grounds.copy(), np.zeros((rows, cols), bool)
    for place, crop in crops.items():
        grounds[place] = ground_of(crop)
        centres[place], flat[place] = _centre_of(crop)
        far[place] = np.abs(crop.astype(np.float32) - grounds[place]).max(axis=2)
        inner = far[place][
            crop.shape[0] // 10 : -(crop.shape[0] // 10),
            crop.shape[1] // 10 : -(crop.shape[1] // 10),
        ]
        few = max(3, inner.size // 40)
        strength[place] = np.partition(inner, -few, axis=None)[-few] if inner.size > few else 0
    least = _least(strength, noise)
    there = strength > least
    doubt = 0.5 * np.exp(-np.abs(np.log2((strength + 1) / (least + 1))) * 4).astype(np.float32)
    middles, inks = grounds.copy(), grounds.copy()
    size, area = np.zeros((2, rows, cols), np.float32)
    places, patches = [], []
    for place in zip(*np.nonzero(there), strict=True):
        found = _mark(crops[place], far[place], float(strength[place]))
        if found is None:
            there[place] = False
            continue
        patch, box, mask = found
        left, top, right, bottom = box
        part = crops[place][top:bottom, left:right].astype(np.float32)
        high, wide = part.shape[:2]
        centre = part[
            round(0.36 * high) : max(1, round(0.64 * high)) + 1,
            round(0.36 * wide) : max(1, round(0.64 * wide)) + 1,
        ]
        middles[place] = np.median(centre.reshape(-1, 3), axis=0)
        strongest = far[place][top:bottom, left:right]
        inks[place] = np.median(part[strongest >= np.percentile(strongest, 88)], axis=0)
        size[place] = max(high, wide) / side
        area[place] = mask
        places.append(place)
        patches.append(patch)
    classes = np.zeros((rows, cols, len(CLASSES)), np.float32)
    if places:
        seen = classify(patches).classes
        for place, each in zip(places, seen, strict=True):
            classes[place] = each
    light = light_on(grounds)[:, :, None]
    return Marks(
        grounds / light, middles / light, inks / light,
        strength, there, doubt, classes, size, area, centres, flat,
    )  # fmt: skip


def _crop(colours: Bytes, left: float, top: float, right: float, bottom: float) -> Bytes:
    inset_x, inset_y = INSET * (right - left) + 1, INSET * (bottom - top) + 1
    # Cells may lie in part beyond the picture; negative numbers would count from its other end.
    rows = slice(max(0, round(top + inset_y)), max(0, round(bottom - inset_y)))
    return colours[rows, max(0, round(left + inset_x)) : max(0, round(right - inset_x))]


def ground_of(crop: Bytes) -> Floats:
    """Return the colour along the rim of a cell."""
    width = max(1, min(crop.shape[:2]) // 18)
    rim = np.concatenate([
        crop[:width].reshape(-1, 3), crop[-width:].reshape(-1, 3),
        crop[:, :width].reshape(-1, 3), crop[:, -width:].reshape(-1, 3),
    ])  # fmt: skip
    if not rim.size:  # a cell beyond the edge of the picture has no colour
        return np.full(3, np.nan, np.float32)
    return np.asarray(np.median(rim, axis=0), np.float32)


def _centre_of(crop: Bytes) -> tuple[Floats, bool]:
    """Return the colour in the middle of a cell, and whether its four corners have it, too.

    The corners are a sixth of the cell away from its sides: a tile may be smaller, and round.
    """
    high, wide = crop.shape[:2]
    if min(high, wide) < 8:
        return ground_of(crop), False
    middle = crop[high // 4 : -(high // 4), wide // 4 : -(wide // 4)]
    centre = np.median(middle.reshape(-1, 3), axis=0).astype(np.float32)
    y, x, size = high // 6, wide // 6, max(1, min(high, wide) // 12)
    corners = [
        np.median(crop[top : top + size, left : left + size].reshape(-1, 3), axis=0)
        for top in (y, high - y - size) for left in (x, wide - x - size)
    ]  # fmt: skip
    far = np.abs(np.log(np.array(corners) + DARKEST) - np.log(centre + DARKEST)).max(axis=1)
    return centre, bool(np.median(far) < FLAT)


def _least(strength: Floats, noise: float) -> float:
    """Return the strength from which something is a mark: in the widest gap of ratios."""
    values = np.sort(strength.ravel())
    low = max(FAINTEST * 0.7, 3.5 * noise)
    strong = float(np.percentile(values, 97))
    if strong < max(FAINTEST, 5 * noise):
        return max(strong, FAINTEST) * 1.2 + 1
    steps = np.geomspace(max(low, FAINT * strong), max(low * 1.2, 0.62 * strong), 32)
    logs = np.log(values + 1)
    gaps = [np.abs(logs - np.log(step + 1)).min() for step in steps]
    widest = max(gaps)
    chosen = [step for step, gap in zip(steps, gaps, strict=True) if gap > 0.85 * widest]
    return float(chosen[len(chosen) // 2])


def _mark(
    crop: Bytes, far: Floats, strength: float
) -> tuple[Array, tuple[int, int, int, int], float] | None:
    """Return the patch, the box and the filled share of the mark of a cell."""
    height, width = far.shape
    ink = (far / strength).astype(np.float32)
    found, labels = pieces(ink, 0.42)
    kept = []
    for k, piece in enumerate(found, 1):
        x, y = piece.middle
        left, top, right, bottom = piece.box
        at_rim = (left == 0) + (top == 0) + (right == width) + (bottom == height)
        central = abs(x / width - 0.5) < 0.3 and abs(y / height - 0.5) < 0.3
        if at_rim and not (central and min(piece.width / width, piece.height / height) > 0.4):
            continue
        if central or piece.area > 0.06 * width * height:
            kept.append((k, piece))
    if not kept:
        return None
    largest = max(piece.area for _, piece in kept)
    kept = [(k, piece) for k, piece in kept if piece.area > 0.08 * largest]
    box = (
        min(p.box[0] for _, p in kept), min(p.box[1] for _, p in kept),
        max(p.box[2] for _, p in kept), max(p.box[3] for _, p in kept),
    )  # fmt: skip
    if box[2] - box[0] < 2 or box[3] - box[1] < 2:
        return None
    mask = np.isin(labels, [k for k, _ in kept])
    own = np.where(cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, ink, 0)
    padded = np.pad(own, 4).astype(np.float32)
    shifted = (box[0] + 4, box[1] + 4, box[2] + 4, box[3] + 4)
    share = float(mask[box[1] : box[3], box[0] : box[2]].mean())
    return patch_of(padded, shifted), box, share
