"""Which symbols of a Binairo were printed, and which the player entered.

Entries look different in one of three ways: their ink is paler, their strokes are thinner, or the
cells of the givens have a ground of their own. Each is measured in every cell with a symbol; where
the measures fall into two groups that are far apart, the paler, thinner or plain ones are entries.
How sure that is depends on how far: `tests/pictures/calibrate.py` shows how often it is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod
from typing import NamedTuple

import cv2
import numpy as np

from nonairo.grid import UNKNOWN, Cell
from nonairo.photo.images import Bytes, Floats
from nonairo.photo.shading import light_on
from nonairo.photo.sighting import Quad, SeenCell, Sighting

SIDE = 48  # pixels of a cell that is looked at
MARGIN = 6  # of these at each side, where lines and signs are
RIM = 3  # pixels from a cell's border in which the ground beside a large symbol is seen
CLEAR = 0.99  # the probability that such a difference means what it seems to
GAP, LIKELY = 1.32, 0.93  # the ratio of two inks in a gap between all symbols, and what it means
PERHAPS_SO = 0.3  # the probability that symbols are entries that differ only a little
ONE_SYMBOL = 0.6  # of the differences between 0s alone, or 1s alone, mean something
FEW_OF_ONE_SYMBOL = 0.1  # where only a few differ
SAME_GROUP = 0.9999  # of the symbols in a group are what the group is
OTHER_GROUND = 5.0  # least difference of two grounds, in units of CIELAB
FEWEST = 4  # symbols: among fewer no groups are looked for


class Least(NamedTuple):
    """From which difference on two groups are taken for givens and entries."""

    paler: float  # the ratio of their ink
    thinner: float  # the ratio of their strokes
    apart: float  # how many times their own spread they are apart
    gap: float  # the ratio of the two values on either side of the gap


STEADY = Least(1.1, 1.1, 4.5, 1.08)  # little, but hardly any spread
SURELY, PERHAPS = Least(1.4, 1.22, 4.0, 1.1), Least(1.2, 1.12, 2.4, 1.03)


class Look(NamedTuple):
    """What one cell looks like."""

    ink: float  # how much its symbol differs from the ground, against the light there
    stroke: float  # how wide its strokes are
    ground: Floats  # the colour under it


def with_entries(image: Bytes, sighting: Sighting) -> Sighting:
    """Return the sighting with the probability that each symbol was given.

    If symbols seem to be entries, `others` has what else there may be: other groups of symbols
    that differ less, and at last none. The proof chooses, as givens alone have one solution.
    """
    if sighting.kind != "binairo" or sighting.look == "tiles":
        return sighting
    looks = _looks(image, sighting)
    symbols = {cell: seen.candidates[0].value for cell, seen in sighting.each_cell()}
    filled = [cell for cell, value in symbols.items() if value != UNKNOWN]
    if len(filled) < FEWEST:
        return sighting
    found: dict[frozenset[Cell], float] = {}
    for sure, entered in _ways(filled, symbols, looks, sighting.look):
        if 0 < len(entered) < len(filled):
            found.setdefault(frozenset(entered), sure)
    if not found:
        return sighting
    left = prod(1 - sure for sure in found.values())
    found[frozenset()] = left
    views = [
        replace(_told(sighting, entered), weight=found[entered])
        for entered in sorted(found, key=len, reverse=True)
    ]
    return replace(views[0], others=tuple(views[1:]))


def _ways(
    filled: Sequence[Cell], symbols: dict[Cell, str], looks: dict[Cell, Look], look: str
) -> Iterator[tuple[float, set[Cell]]]:
    """The groups of symbols that may be entries, with probabilities."""
    empty = {cell: looks[cell].ground for cell, value in symbols.items() if value == UNKNOWN}
    yield CLEAR, _by_ground(filled, looks, empty)
    for least, sure in ((SURELY, CLEAR), (STEADY, CLEAR), (PERHAPS, PERHAPS_SO)):
        entered, both = _by_ink(filled, symbols, looks, look, least)
        one = ONE_SYMBOL if len(entered) >= FEWEST else FEW_OF_ONE_SYMBOL
        yield sure if both else sure * one, entered
    if look in ("digits", "letters"):
        yield LIKELY, _below_gap(filled, symbols, looks)


def _told(sighting: Sighting, entered: frozenset[Cell]) -> Sighting:
    """The sighting with these symbols entered and all others given."""
    sure = SAME_GROUP if entered else 1.0

    def told(cell: Cell, seen: SeenCell) -> SeenCell:
        if seen.candidates[0].value == UNKNOWN:
            return seen
        return replace(seen, given=1 - sure if cell in entered else sure)

    cells = tuple(
        tuple(told(Cell(r, c), seen) for c, seen in enumerate(row))
        for r, row in enumerate(sighting.cells)
    )
    return replace(sighting, cells=cells)


def _looks(image: Bytes, sighting: Sighting) -> dict[Cell, Look]:
    """Measure every cell, straightened, as in even light."""
    patches = {cell: _straight(image, seen.quad) for cell, seen in sighting.each_cell()}
    inset = RIM if sighting.look == "discs" else MARGIN  # beside a large symbol there is little
    inner = slice(inset, -inset)
    grounds = np.array([
        np.median(_rim(patch[inner, inner]), axis=0) for patch in patches.values()
    ]).reshape(sighting.height, sighting.width, 3)  # fmt: skip
    light = light_on(grounds)
    return {cell: _look(patch / light[cell.row, cell.col], inset)
            for cell, patch in patches.items()}  # fmt: skip


def _straight(image: Bytes, quad: Quad) -> Floats:
    square = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), square)
    patch = cv2.warpPerspective(image, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA)
    return np.asarray(patch, np.float32)


def _look(patch: Floats, inset: int) -> Look:
    """Measure one cell."""
    even = np.clip(patch, 0, 255).astype(np.uint8)
    whole = np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2LAB), np.float32)
    lab = whole[MARGIN:-MARGIN, MARGIN:-MARGIN]
    ground = np.asarray(np.median(_rim(whole[inset:-inset, inset:-inset]), axis=0), np.float32)
    far = np.linalg.norm(lab - ground, axis=2)
    most = float(np.percentile(far, 97))
    mask = np.clip(far / max(most, 1.0) * 1.6 - 0.3, 0, 1)
    around = np.abs(np.diff(mask, axis=0)).sum() + np.abs(np.diff(mask, axis=1)).sum()
    light = max(40.0, float(ground[0]), float(lab[:, :, 0].max()))
    return Look(most / light, 2 * float(mask.sum()) / max(1.0, float(around)), ground)


def _rim(lab: Floats) -> Floats:
    """The colours along the sides of a cell."""
    return np.concatenate([lab[:3].reshape(-1, 3), lab[-3:].reshape(-1, 3),
                           lab[:, :3].reshape(-1, 3), lab[:, -3:].reshape(-1, 3)])  # fmt: skip


def _below_gap(
    filled: Sequence[Cell], symbols: dict[Cell, str], looks: dict[Cell, Look]
) -> set[Cell]:
    """The symbols whose ink is below a wide gap between the inks of all, if there is one.

    A gap between 0 and 1 does not count.
    """
    order = sorted(filled, key=lambda cell: looks[cell].ink)
    inks = np.array([looks[cell].ink for cell in order])
    steps = inks[1:] / np.maximum(inks[:-1], 1e-6)
    cut = int(steps.argmax()) + 1
    mixed = len({symbols[cell] for cell in order[:cut]}) > 1
    mixed |= len({symbols[cell] for cell in order[cut:]}) > 1
    return set(order[:cut]) if mixed and steps.max() > GAP and 2 <= cut < len(order) - 1 else set()


def _by_ground(
    filled: Sequence[Cell], looks: dict[Cell, Look], empty: dict[Cell, Floats]
) -> set[Cell]:
    """The symbols on the ground of the empty cells, if others have a ground of their own.

    In a shadow, that is the ground of the empty cells next to them.
    """
    if len(empty) < 3:
        return set()
    grounds = np.array(list(empty.values()))
    plain = np.median(grounds, axis=0)
    spread = float(np.median(np.linalg.norm(grounds - plain, axis=1)))

    def apart(cell: Cell) -> float:
        near = [ground for other, ground in empty.items()
                if max(abs(other.row - cell.row), abs(other.col - cell.col)) == 1]  # fmt: skip
        return min(float(np.linalg.norm(looks[cell].ground - each)) for each in (plain, *near))

    far = {cell: apart(cell) for cell in filled}
    order = sorted(filled, key=lambda cell: far[cell])
    steps = np.diff([far[cell] for cell in order])
    cut = int(steps.argmax()) + 1
    least = max(OTHER_GROUND, 4 * spread)
    several = len(order) - cut > 1  # one may be a stain
    clear = several and far[order[cut - 1]] < 0.5 * far[order[cut]] and far[order[cut]] > least
    return set(order[:cut]) if clear else set()


def _by_ink(
    filled: Sequence[Cell],
    symbols: dict[Cell, str],
    looks: dict[Cell, Look],
    look: str,
    least: Least,
) -> tuple[set[Cell], bool]:
    """The paler symbols, or else the thinner ones, and whether both 0 and 1 are divided.

    0 and 1 are compared with their like only.
    """
    groups = [[cell for cell in filled if symbols[cell] == value] for value in "01"]
    strokes = {cell: looks[cell].stroke for cell in filled}
    measures = [(least.paler, {cell: looks[cell].ink for cell in filled})]
    if look in ("digits", "letters"):
        measures.append((least.thinner, strokes))
    for ratio, measured in measures:
        found = [_lesser(group, [measured[cell] for cell in group], ratio, least)
                 for group in groups]  # fmt: skip
        if all(found) and measured is strokes:
            found = _alike(groups, found, measured)
        if all(found):
            return found[0] | found[1], True
        for (one, other), entered in zip((groups, groups[::-1]), found, strict=True):
            if entered:  # of the other symbol, all are given or all are entered
                rest = [measured[cell] for cell in one if cell not in entered]
                low, high = np.median([measured[cell] for cell in entered]), np.median(rest)
                middle = np.median([measured[cell] for cell in other]) if other else high
                alike = abs(middle - low) < abs(middle - high)
                return entered | (set(other) if alike else set()), False
    return set(), False


def _alike(
    groups: Sequence[Sequence[Cell]], found: Sequence[set[Cell]], measured: dict[Cell, float]
) -> list[set[Cell]]:
    """Return the lesser 0s and 1s, if the others of one symbol are not like the lesser of the
    other: then one symbol has no others, and only looks divided."""
    lesser = [np.log(np.median([measured[cell] for cell in each])) for each in found]
    other = [np.log(np.median([measured[cell] for cell in group if cell not in each]))
             for group, each in zip(groups, found, strict=True)]  # fmt: skip
    kept = list(found)
    for one in (0, 1):
        if other[one] - lesser[1 - one] < other[1 - one] - other[one]:
            kept[one] = set()
    return kept


def _lesser(
    cells: Sequence[Cell], values: Sequence[float], ratio: float, least: Least
) -> set[Cell]:
    """The cells of the lower group, if there are two groups that are clearly apart."""
    if len(cells) < 2:
        return set()
    order = np.argsort(values)
    ordered = np.array(values)[order]
    steps = ordered[1:] / np.maximum(ordered[:-1], 1e-6)
    cut = int(np.argmax(steps)) + 1
    low, high = ordered[:cut], ordered[cut:]
    spread = max(float(low.std()), float(high.std()), 0.02 * float(high.mean()))
    clear = high.mean() / max(float(low.mean()), 1e-6) >= ratio
    apart = float(high.mean() - low.mean()) >= least.apart * spread
    gap = float(steps[cut - 1]) >= least.gap
    return {cells[k] for k in order[:cut]} if clear and apart and gap else set()
