"""The signs between the cells of a Tango: = and x on the borders of neighbours."""

from __future__ import annotations

import cv2
import numpy as np

from nonairo.photo.glyphs import CLASSES, classify, patch_of
from nonairo.photo.images import Bytes, Floats, noise_of
from nonairo.photo.inks import pieces
from nonairo.photo.sighting import Likely

EQUALS, EX = CLASSES.index("="), CLASSES.index("x")
REACH = 0.24  # of a cell: half the size of the area in which a sign stands
FAINTEST = 18.0
Signs = tuple[tuple[tuple[Likely, ...], ...], ...]
NOTHING = (Likely(".", 0.9995), Likely("=", 0.00025), Likely("x", 0.00025))


def signs_of(colours: Bytes, xs: Floats, ys: Floats) -> tuple[Signs, Signs]:
    """Return the signs to the right of cells and below them; nothing where there are none."""
    middle_x, middle_y = (xs[1:] + xs[:-1]) / 2, (ys[1:] + ys[:-1]) / 2
    right = [[(x, y) for x in xs[1:-1]] for y in middle_y]
    below = [[(x, y) for x in middle_x] for y in ys[1:-1]]
    side = float(np.median(np.diff(xs)))
    found = [_read(colours, places, side) for places in (right, below)]
    seen = [each for signs in found for row in signs for each in row]
    if not any(each[0].value != "." for each in seen):
        return (), ()
    return found[0], found[1]


def _read(colours: Bytes, places: list[list[tuple[float, float]]], side: float) -> Signs:
    """Read the signs at these places: what differs from how a border usually looks."""
    reach = max(4, round(REACH * side))
    flat = [place for row in places for place in row]
    if len(flat) < 4:
        return tuple(tuple(NOTHING for _ in row) for row in places)
    padded = cv2.copyMakeBorder(colours, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    crops = np.array(
        [padded[round(y) : round(y) + 2 * reach, round(x) : round(x) + 2 * reach] for x, y in flat]
    ).astype(np.float32)
    usual = np.median(crops, axis=0)
    light = np.median(crops, axis=(1, 2, 3), keepdims=True) - np.median(usual)
    far = np.abs(crops - usual - light).max(axis=3)
    few = max(4, reach * reach // 12)
    strength = np.partition(far.reshape(len(far), -1), -few, axis=1)[:, -few]
    noise = noise_of(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY))
    least = max(FAINTEST, 5 * noise, 0.3 * float(np.percentile(strength, 97)))
    paper = np.median(crops, axis=(1, 2), keepdims=True)
    alone = np.abs(crops - paper).max(axis=3)  # a sign on a disc hides the line
    inner = crops[:, reach // 2 : -(reach // 2), reach // 2 : -(reach // 2)]
    disc = np.median(inner, axis=(1, 2), keepdims=True)
    y, x = np.mgrid[: 2 * reach, : 2 * reach] + 0.5 - reach
    on_disc = np.abs(crops - disc).max(axis=3) * (np.hypot(x, y) < 0.74 * reach)
    chosen, patches = [], []
    for k in np.nonzero(strength > least)[0]:
        for seen in (far[k], alone[k], on_disc[k]):
            kept = _central((seen / strength[k]).astype(np.float32), reach)
            if kept is not None:
                chosen.append(int(k))
                patches.append(patch_of(np.pad(kept[0], 4), kept[1]))
    best: dict[int, Floats] = {}
    for n, each in zip(chosen, classify(patches).classes, strict=True):
        if n not in best or each[EQUALS] + each[EX] > best[n][EQUALS] + best[n][EX]:
            best[n] = each
    likely = {n: _candidates(each) for n, each in best.items()}
    rows, first = [], 0
    for row in places:
        rows.append(tuple(likely.get(first + k, NOTHING) for k in range(len(row))))
        first += len(row)
    return tuple(rows)


def _central(ink: Floats, reach: int) -> tuple[Floats, tuple[int, int, int, int]] | None:
    """Return the pieces near the middle, and their box."""
    found, labels = pieces(ink, 0.42)
    kept = []
    for k, piece in enumerate(found, 1):
        x, y = piece.middle
        if min(piece.box) == 0 or max(piece.box) == len(ink):  # part of a symbol or of a line
            continue
        if abs(x - reach) > 0.36 * reach or abs(y - reach) > 0.6 * reach:
            continue
        if piece.area >= 4 and max(piece.width, piece.height) < 1.7 * reach:  # no line
            kept.append((k, piece))
    if not kept:
        return None
    largest = max(piece.area for _, piece in kept)
    kept = [(k, piece) for k, piece in kept if piece.area > 0.2 * largest]
    box = (
        min(p.box[0] for _, p in kept), min(p.box[1] for _, p in kept),
        max(p.box[2] for _, p in kept), max(p.box[3] for _, p in kept),
    )  # fmt: skip
    if max(box[2] - box[0], box[3] - box[1]) < 0.35 * reach:
        return None
    own = np.where(np.isin(labels, [k for k, _ in kept]), ink, 0)
    return own.astype(np.float32), (box[0] + 4, box[1] + 4, box[2] + 4, box[3] + 4)


def _candidates(classes: Floats) -> tuple[Likely, ...]:
    equals, ex = float(classes[EQUALS]), float(classes[EX])
    likely = equals + ex
    if likely > 0.3:  # something stands there, and hardly anything but a sign
        doubt = 0.25 * (1 - likely)
        equals, ex = equals / likely * (1 - doubt), ex / likely * (1 - doubt)
    none = max(1 - equals - ex, 0.002)
    found = (Likely("=", equals), Likely("x", ex), Likely(".", none))
    ranked = sorted(found, key=lambda each: -each.probability)
    return tuple(Likely(each.value, round(max(each.probability, 1e-3), 5)) for each in ranked)
