"""The characters of a strip beside a grid, each with what it may be, where, and in which colour."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np

from nonairo.photo.glyphs import CLASSES, Array, Box, classify, patch_of
from nonairo.photo.images import Bytes, Floats
from nonairo.photo.inks import Piece, ink_of, pieces, ranked, with_holes

LOWEST, HIGHEST, WIDEST = 0.15, 1.0, 1.9  # of a cell: the size of characters
BORDER = 0.22  # of a cell, in which the border of the grid is looked for
NEAR = 0.12  # of a cell: how far from the end of a strip the border lies at most
FAINT = 0.2  # ink from which pixels hang together: thin strokes have no more
TOUCHING = 0.85  # of its height: from this width on a piece may be two digits
LEAST_GROUND = 9  # pixels: no digit can be read on less
FULL = 0.93  # of a ground is as strong as the most of it, or half
SOLID = 0.5  # of its strongest ink has the rim of a coloured ground
SMALLEST, WIDEST_GROUND = 0.3, 1.3  # of a cell: the sides of a coloured ground
LEVELS = (0.85, 0.7, 0.55, 0.42, 0.3)  # of the strongest ink, at which grounds come apart
STRUCK = 0.3  # of its height: how thick a line through a number is at most
SLIM = 0.4  # of its height: up to this width a piece is no digit but the rim of a ground
PAIR = CLASSES.index("pair")
JUNK = CLASSES.index("junk")
CLEAR, FEW = 0.7, 3  # the probability of a clear digit, and so many that others are compared with
FAINT_ONE, FAINT_DIGIT = 0.4, 0.25  # of their contrast has at least a 1, or another digit
MOST = 2500  # pieces of a strip that are looked at


class Character(NamedTuple):
    """One character; its colour is blue, green, red."""

    box: Box
    classes: Array
    struck: float
    colour: tuple[float, float, float]
    chip: bool  # it stands on a ground of that colour

    @property
    def height(self) -> int:
        return self.box[3] - self.box[1]

    @property
    def x(self) -> float:
        return (self.box[0] + self.box[2]) / 2

    @property
    def y(self) -> float:
        return (self.box[1] + self.box[3]) / 2

    @property
    def digit(self) -> float:
        """The probability that it is a digit."""
        return float(self.classes[:10].sum())


class _Cut(NamedTuple):
    """A character that is to be classified."""

    box: Box
    patch: Array
    ink: Floats  # of the character alone, with a margin
    inner: Box  # its box in `ink`
    colour: tuple[float, float, float]
    chip: bool


def characters(colours: Bytes, side: int, dark: bool) -> list[Character]:
    """Return the characters of a strip whose cells have this side, also those on coloured chips."""
    if min(colours.shape[:2]) < 4:
        return []
    ink = ink_of(colours, side, dark)
    _clear_border(ink, side)
    _clear_border(ink.T, side)
    cuts: list[_Cut] = []
    for piece, own in _of_size(ink, side):
        left, top, right, bottom = piece.box
        chip = _is_chip(ink[top:bottom, left:right] * own, side)
        inside = _on_chip(colours, piece, side) if chip else []
        cuts += inside  # an 8 may look like a ground, on which nothing stands
        if not inside and piece.height <= HIGHEST * side and piece.width <= WIDEST * side:
            cuts.append(_cut(colours, ink, piece.box, own, None))
    return _strong(_split(cuts), colours, side)


def _strong(found: list[Character], colours: Bytes, side: int) -> list[Character]:
    """Leave out what is much fainter than the digits: the grain of a table, pieces of lines."""
    contrast = [_contrast(each, colours) for each in found]
    clear = [
        far for each, far in zip(found, contrast, strict=True)
        if each.digit > CLEAR and each.classes[1] < 0.3 and not each.chip
        and each.height < HIGHEST * side
    ]  # fmt: skip
    if len(clear) < FEW:
        return found
    usual = float(np.median(clear))
    return [
        each for each, far in zip(found, contrast, strict=True)
        if each.chip or far > (FAINT_ONE if each.classes[1] > 0.3 else FAINT_DIGIT) * usual
    ]  # fmt: skip


def _contrast(each: Character, colours: Bytes) -> float:
    """Return how far a character is from the paper around it, against the light there."""
    left, top, right, bottom = each.box
    margin = max(2, round(0.2 * each.height))
    part = colours[max(0, top - margin) : bottom + margin, max(0, left - margin) : right + margin]
    rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    paper, ink = np.median(rim, axis=0), np.array(each.colour)
    return float(np.abs(ink - paper).max() / (max(ink.max(), paper.max()) + 5))


def _clear_border(ink: Floats, side: int) -> None:
    """Erase the border of the grid at the right end of a strip: digits may touch its blur."""
    width = ink.shape[1]
    begin = max(0, width - round(BORDER * side))
    lined = (ink[:, begin:] > FAINT).mean(axis=0) > 0.85
    if lined.all():  # coloured grounds touch it
        lined[: -round(NEAR * side)] = False
    if lined.any():
        last = int(np.nonzero(lined)[0][-1])
        before = np.nonzero(~lined[:last])[0]
        first = int(before[-1]) + 1 if len(before) else 0
        ink[:, max(0, begin + first - 1) :] = 0


def _of_size(ink: Floats, side: int) -> list[tuple[Piece, Floats]]:
    """Return the pieces that may be characters, each with the mask of its own pixels."""
    found: list[tuple[Piece, Floats]] = []
    all_pieces, labels = pieces(ink, FAINT)
    bottom_edge, right_edge = ink.shape
    for k, piece in enumerate(all_pieces[: 4 * MOST], 1):
        if piece.height < max(4, LOWEST * side):
            continue
        left, top, right, bottom = piece.box
        if piece.height > HIGHEST * side or piece.width > WIDEST * side:
            own = (labels[top:bottom, left:right] == k).astype(np.uint8)
            grounds = _grounds(piece, ink[top:bottom, left:right] * own, side)
            if grounds:
                found += grounds
                continue
            if with_holes(own, side).mean() < 0.7:  # only if it may be a coloured ground
                continue
        if (right == right_edge and piece.width < 0.2 * side) or (
            bottom == bottom_edge and piece.height < 0.2 * side
        ):  # the border of the grid
            continue
        mask = (labels[top:bottom, left:right] == k).astype(np.float32)
        found += _sharper(piece, mask, ink[top:bottom, left:right] * mask, side)
    return found[:MOST]


def _grounds(piece: Piece, ink: Floats, side: int) -> list[tuple[Piece, Floats]]:
    """Return the coloured grounds that touch each other by their blur: the strongest come first."""
    if piece.area < 2 * (SMALLEST * side) ** 2:
        return []
    strongest = ranked(ink[ink > 0], 0.92)
    left, top = piece.box[:2]
    found = []
    for level in LEVELS:
        parts, labels = pieces(ink, level * strongest)
        for k, part in enumerate(parts, 1):
            if min(part.width, part.height) < SMALLEST * side:
                continue
            if part.width > WIDEST_GROUND * side or part.height > HIGHEST * side:
                continue
            x0, y0, x1, y1 = part.box
            own = (labels[y0:y1, x0:x1] == k).astype(np.float32)
            if _is_chip(ink[y0:y1, x0:x1] * own, side):
                found.append((Piece((x0 + left, y0 + top, x1 + left, y1 + top), part.area), own))
                ink[max(0, y0 - 1) : y1 + 1, max(0, x0 - 1) : x1 + 1] = 0
    return found


def _sharper(piece: Piece, mask: Floats, ink: Floats, side: int) -> list[tuple[Piece, Floats]]:
    """Return a piece without its blurred rim, or its parts, if they only touch by that."""
    strongest = ranked(ink[mask > 0], 0.92)
    left, top = piece.box[:2]
    chip = _is_chip(ink, side)
    if piece.width > TOUCHING * piece.height and not chip:
        parts, labels = pieces(ink, 0.55 * strongest)
        tall = [(k, part) for k, part in enumerate(parts, 1) if part.height > 0.6 * piece.height]
        tall.sort(key=lambda item: item[1].box[0])
        if len(tall) > 1 and all(
            one.box[2] <= other.box[0] + 1 for (_, one), (_, other) in pairwise(tall)
        ):
            return [
                _placed(part.box, (labels == k).astype(np.float32), left, top) for k, part in tall
            ]
    level = 0.62 * min(strongest, _ground_ink(ink)) if chip else 0.34 * strongest
    sharp = (ink > level).astype(np.float32)
    rows, cols = np.nonzero(sharp.any(axis=1))[0], np.nonzero(sharp.any(axis=0))[0]
    box = (int(cols[0]), int(rows[0]), int(cols[-1]) + 1, int(rows[-1]) + 1)
    return [_placed(box, sharp, left, top)]


def _placed(box: Box, mask: Floats, left: int, top: int) -> tuple[Piece, Floats]:
    x0, y0, x1, y1 = box
    part = mask[y0:y1, x0:x1]
    return Piece((x0 + left, y0 + top, x1 + left, y1 + top), int(part.sum())), part


def _is_chip(ink: Floats, side: int) -> bool:
    """Whether a piece is a coloured ground rather than a character: strong all along its sides."""
    if min(ink.shape) < 0.26 * side or not ink.any():
        return False
    own = _tightly(ink, ranked(ink[ink > 0], 0.92))
    if own is not None and _has_sides(own, 0.8, 0.4):  # an 8 has no corners
        return True
    own = _tightly(ink, _ground_ink(ink))  # a low 8 has nearly all sides, too
    return own is not None and float(own.mean()) > FULL and _has_sides(own, 0.95, 0.8)


def _ground_ink(ink: Floats) -> float:
    """Return the ink of most of a piece: of the ground, where a darker digit stands on it."""
    return ranked(ink[ink > 0], 0.5)


def _tightly(ink: Floats, strong: float) -> Bytes | None:
    """Return where a piece is at least half as strong, without what is around that."""
    own = ink > SOLID * strong
    rows, cols = np.nonzero(own.any(axis=1))[0], np.nonzero(own.any(axis=0))[0]
    own = own[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    return None if min(own.shape) < LEAST_GROUND else own


def _has_sides(own: Bytes, sides: float, ends: float) -> bool:
    """Whether such shares of the sides of a rectangle, and of its corners, are filled."""
    rim = np.concatenate([own[1], own[-2], own[:, 1], own[:, -2]])
    near = max(2, round(0.15 * min(own.shape)))
    corners = [own[y, x] for y in (slice(near), slice(-near, None))
               for x in (slice(near), slice(-near, None))]  # fmt: skip
    return bool(rim.mean() > sides and np.mean(corners) > ends)


def _on_chip(colours: Bytes, piece: Piece, side: int) -> list[_Cut]:
    """Return the characters on a coloured ground, or on several that touch each other."""
    left, top, right, bottom = piece.box
    inset = max(1, round(0.02 * side))
    cuts = []
    part = colours[top:bottom, left:right]
    rim = [1, 2, -3, -2]  # what stands on the ground seldom reaches two of its sides at a place
    rows, cols = [(0, bottom - top)], [(0, right - left)]
    if piece.height > 1.7 * piece.width:
        rows = _stretches(part[:, rim].transpose(1, 0, 2))
    elif piece.width > 1.4 * piece.height:
        cols = _stretches(part[rim])
    for y0, y1 in rows:
        for x0, x1 in cols:
            box = (left + x0 + inset, top + y0 + inset, left + x1 - inset, top + y1 - inset)
            cuts += _inside(colours, box)
    return cuts


def _stretches(lines: Bytes) -> list[tuple[int, int]]:
    """Return the parts that have one colour each, of lines of colours that change together."""
    step, line = 2, lines[0]
    few = lines.astype(np.float32)
    change = np.abs(few[:, step:] - few[:, :-step]).max(axis=2).min(axis=0)
    ends = [0]
    k = 0
    while k < len(change):
        if change[k] > 40:
            begin = k
            while k < len(change) and change[k] > 40:
                k += 1
            ends.append((begin + k + step) // 2)
        k += 1
    ends.append(len(line))
    least = max(6, 0.25 * len(line)) if len(ends) < 4 else 6
    return [(a, b) for a, b in pairwise(ends) if b - a >= least] or [(0, len(line))]


def _inside(colours: Bytes, place: Box) -> list[_Cut]:
    left, top, right, bottom = place
    part = colours[top:bottom, left:right]
    if part.size == 0 or min(part.shape[:2]) < 5:
        return []
    rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    ground = np.median(rim, axis=0)
    far = np.abs(part.astype(np.float32) - ground).max(axis=2)
    strongest = ranked(far, 0.98)
    if strongest < 24:
        return []
    ink = (far / strongest).astype(np.float32)
    cuts = []
    inside, labels = pieces(ink, 0.45)
    for k, each in enumerate(inside, 1):
        x0, y0, x1, y1 = each.box
        if each.height < 0.2 * part.shape[1] or each.height < 5:
            continue
        high, wide = part.shape[:2]
        if x0 == 0 or x1 == wide:
            x0, x1 = _within_strike(labels == k) or (x0, x1)
        if _is_rim(x0 == 0, x1 == wide, (x1 - x0) / (y1 - y0)):
            continue
        if (y0 == 0 or y1 == high) and x1 - x0 > 0.8 * wide:
            continue
        own = (labels[y0:y1, x0:x1] == k).astype(np.float32)
        cut = _cut(part, ink, (x0, y0, x1, y1), own, tuple(float(v) for v in ground))
        cuts.append(cut._replace(box=(x0 + left, y0 + top, x1 + left, y1 + top)))
    return cuts


def _is_rim(at_left: bool, at_right: bool, slim: float) -> bool:
    """Whether a piece is the blurred rim of a ground, not a wide digit that touches its side."""
    return (at_left and at_right) or ((at_left or at_right) and slim < SLIM)


def _within_strike(own: Bytes) -> tuple[int, int] | None:
    """Return the columns of a number that is struck out from one side of its ground to the other.

    None if the piece has more at the sides than the end of a thin line.
    """
    struck = np.asarray(own[:, [0, -1]].any(axis=1), bool)
    if struck.sum() > STRUCK * own.any(axis=1).sum():
        return None
    wide = np.array(struck, bool)  # and its blur
    wide[1:] |= struck[:-1]
    wide[:-1] |= struck[1:]
    cols = np.nonzero(own[~wide].any(axis=0))[0]
    return (int(cols[0]), int(cols[-1]) + 1) if len(cols) else None


def _cut(
    colours: Bytes, ink: Floats, box: Box, own: Floats, ground: tuple[float, ...] | None
) -> _Cut:
    """Cut one piece out, without its neighbours."""
    left, top, right, bottom = box
    margin = max(3, round(0.2 * max(right - left, bottom - top)))
    y0, x0 = max(0, top - margin), max(0, left - margin)
    part = ink[y0 : bottom + margin, x0 : right + margin].copy()
    near = np.zeros(part.shape, np.uint8)
    near[top - y0 : bottom - y0, left - x0 : right - x0] = own > 0
    part[cv2.dilate(near, np.ones((3, 3), np.uint8)) == 0] *= 0.0
    inner = (left - x0, top - y0, right - x0, bottom - y0)
    if ground is None:
        inside = ink[top:bottom, left:right] * own
        strong = inside >= 0.85 * ranked(inside[own > 0], 0.9)
        colour = np.median(colours[top:bottom, left:right][strong], axis=0)
    else:
        colour = np.array(ground)
    b, g, r = (float(v) for v in colour)
    return _Cut(box, patch_of(part, inner), part, inner, (b, g, r), ground is not None)


def _split(cuts: list[_Cut]) -> list[Character]:
    """Classify all, and those again that are two digits, cut where that gives the clearest ones."""
    seen = classify([cut.patch for cut in cuts])
    halves: list[tuple[int, _Cut, _Cut]] = []
    for k, cut in enumerate(cuts):
        width, height = cut.box[2] - cut.box[0], cut.box[3] - cut.box[1]
        likely = seen.classes[k, PAIR] + (seen.classes[k, JUNK] if width > 0.85 * height else 0)
        if likely > 0.15 and width > 0.6 * height and width < 2.6 * height and width >= 6:
            halves += [(k, *parts) for parts in _halves(cut)]
    parts = classify([half.patch for _, *two in halves for half in two])
    best: dict[int, tuple[float, int]] = {}
    for n, (k, _, _) in enumerate(halves):
        clear = min(parts.classes[2 * n, :10].max(), parts.classes[2 * n + 1, :10].max())
        if clear > best.get(k, (0.3, 0))[0]:
            best[k] = (float(clear), n)
    found = []
    for k, cut in enumerate(cuts):
        if k in best:
            n = best[k][1]
            for which, half in enumerate(halves[n][1:]):
                classes, struck = parts.classes[2 * n + which], parts.struck[2 * n + which]
                found.append(Character(half.box, classes, float(struck), half.colour, half.chip))
        else:
            found.append(
                Character(cut.box, seen.classes[k], float(seen.struck[k]), cut.colour, cut.chip)
            )
    return found


def _halves(cut: _Cut) -> list[tuple[_Cut, _Cut]]:
    """Return the few best ways to cut a piece in two: where there is little ink."""
    left, top, right, bottom = cut.inner
    inside = cut.ink[top:bottom, left:right]
    profile = cv2.GaussianBlur(inside.sum(axis=0)[None], (0, 0), 0.6)[0]
    width = right - left
    low, high = max(2, round(0.22 * width)), min(width - 2, round(0.78 * width) + 1)
    order = sorted(range(low, high), key=lambda x: float(profile[x]))
    places: list[int] = []
    for x in order:
        if all(abs(x - other) > 0.1 * width for other in places):
            places.append(x)
        if len(places) == 3:
            break
    found = []
    for x in places:
        two = []
        for begin, end in ((left, left + x), (left + x, right)):
            ink = cut.ink.copy()
            ink[:, :begin] = 0
            ink[:, end:] = 0
            inner = (begin, top, end, bottom)
            tight = _tight(ink, inner)
            if tight is None:
                break
            dx, dy = cut.box[0] - cut.inner[0], cut.box[1] - cut.inner[1]
            box = (tight[0] + dx, tight[1] + dy, tight[2] + dx, tight[3] + dy)
            two.append(cut._replace(box=box, patch=patch_of(ink, tight), ink=ink, inner=tight))
        if len(two) == 2:
            found.append((two[0], two[1]))
    return found


def _tight(ink: Floats, inner: Box) -> Box | None:
    left, top, right, bottom = inner
    mask = ink[top:bottom, left:right] > 0.36
    if mask.sum() < 4:
        return None
    rows, cols = np.nonzero(mask.any(axis=1))[0], np.nonzero(mask.any(axis=0))[0]
    return (
        left + int(cols[0]), top + int(rows[0]), left + int(cols[-1]) + 1, top + int(rows[-1]) + 1
    )  # fmt: skip
