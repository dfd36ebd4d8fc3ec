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
CLEAR, SEVERAL = 0.6, 2  # with so many signs that are clear, the unclear may be some, too
OWN = 0.4  # of what a sign is taken from is no border
Signs = tuple[tuple[tuple[Likely, ...], ...], ...]
FLOOR = 1e-4  # the least probability of a sign, or of none
NOTHING = (Likely(".", 1 - 2 * FLOOR), Likely("=", FLOOR), Likely("x", FLOOR))


def signs_of(colours: Bytes, xs: Floats, ys: Floats) -> tuple[Signs, Signs]:
    """Return the signs to the right of cells and below them; nothing where there are none."""
    middle_x, middle_y = (xs[1:] + xs[:-1]) / 2, (ys[1:] + ys[:-1]) / 2
    right = [[(x, y) for x in xs[1:-1]] for y in middle_y]
    below = [[(x, y) for x in middle_x] for y in ys[1:-1]]
    side = float(np.median(np.diff(xs)))
    found = [_read(colours, right, side, True), _read(colours, below, side, False)]
    seen = [each for signs in found for row in signs for each in row]
    if sum(each[0].value != "." for each in seen) < SEVERAL:  # one alone is a stain
        return (), ()
    return found[0], found[1]


def _read(
    colours: Bytes, places: list[list[tuple[float, float]]], side: float, upright: bool
) -> Signs:
    """Read the signs at these places: what is neither part of a usual border nor of this one."""
    reach = max(4, round(REACH * side))
    flat = [place for row in places for place in row]
    if len(flat) < 4:
        return tuple(tuple(NOTHING for _ in row) for row in places)
    wide = reach + max(2, reach // 2)
    padded = cv2.copyMakeBorder(colours, wide, wide, wide, wide, cv2.BORDER_REPLICATE)
    around = np.array(
        [padded[round(y) : round(y) + 2 * wide, round(x) : round(x) + 2 * wide] for x, y in flat]
    ).astype(np.float32)
    if upright:
        around = around.transpose(0, 2, 1, 3)
    far = np.minimum(_unusual(around, wide - reach), _unlike_its_ends(around, wide - reach))
    if upright:
        around, far = around.transpose(0, 2, 1, 3), far.transpose(0, 2, 1)
    crops = around[:, wide - reach : wide + reach, wide - reach : wide + reach]
    gap = np.ones((1, 3 + reach // 3) if upright else (3 + reach // 3, 1), np.uint8)
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
        border = np.percentile(alone[k], 30, axis=0 if upright else 1, keepdims=True)
        closed = cv2.morphologyEx(far[k], cv2.MORPH_CLOSE, gap)
        mended = np.where(border > 0.4 * border.max(), closed, far[k])  # what the border hides
        for seen in (far[k], mended, alone[k], on_disc[k]):
            if np.minimum(seen, far[k]).sum() < OWN * seen.sum():  # more of a border than of a sign
                continue
            kept = _central((seen / strength[k]).astype(np.float32), reach)
            if kept is not None:
                chosen.append(int(k))
                patches.append(patch_of(np.pad(kept[0], 4), kept[1]))
    best: dict[int, Floats] = {}
    for n, each in zip(chosen, classify(patches).classes, strict=True):
        if n not in best or each[EQUALS] + each[EX] > best[n][EQUALS] + best[n][EX]:
            best[n] = each
    several = sum(each[EQUALS] + each[EX] > CLEAR for each in best.values()) >= SEVERAL
    likely = {n: _candidates(each, several) for n, each in best.items()}
    rows, first = [], 0
    for row in places:
        rows.append(tuple(likely.get(first + k, NOTHING) for k in range(len(row))))
        first += len(row)
    return tuple(rows)


def _unusual(around: Floats, rim: int) -> Floats:
    """How far the middle of each picture is from how a border usually looks."""
    crops = around[:, rim:-rim, rim:-rim]
    usual = np.median(crops, axis=0)
    light = np.median(crops, axis=(1, 2, 3), keepdims=True) - np.median(usual)
    return np.asarray(np.abs(crops - usual - light).max(axis=3))


def _unlike_its_ends(around: Floats, rim: int) -> Floats:
    """How far the middle of each level border is from its own two ends, where no sign is."""
    left = np.median(around[:, rim:-rim, :rim], axis=2)[:, :, None]
    right = np.median(around[:, rim:-rim, -rim:], axis=2)[:, :, None]
    share = np.linspace(0, 1, around.shape[2] - 2 * rim)[:, None]
    crops = around[:, rim:-rim, rim:-rim]
    low, high = np.minimum(left, right), np.maximum(left, right)
    between = np.clip(crops, low, high)
    return np.asarray(
        np.minimum(np.abs(crops - between), np.abs(crops - (1 - share) * left - share * right)).max(
            axis=3
        )
    )


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


def _candidates(classes: Floats, several: bool) -> tuple[Likely, ...]:
    equals, ex = float(classes[EQUALS]), float(classes[EX])
    if several:
        more = (equals + ex + 1e-9) ** -0.5
        equals, ex = equals * more, ex * more
    likely = equals + ex
    if likely > 0.3:  # something stands there, and hardly anything but a sign
        doubt = 0.25 * (1 - likely)
        equals, ex = equals / likely * (1 - doubt), ex / likely * (1 - doubt)
    none = max(1 - equals - ex, 2 * FLOOR)
    found = (Likely("=", equals), Likely("x", ex), Likely(".", none))
    ranked = sorted(found, key=lambda each: -each.probability)
    return tuple(Likely(each.value, round(max(each.probability, FLOOR), 5)) for each in ranked)
