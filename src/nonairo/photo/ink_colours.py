"""The colours of clues: which belong together, and whether there are several at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from nonairo.photo.characters import Character
from nonairo.photo.images import Bytes, Floats

COLOURED = 30.0  # chroma (CIE Lab) of a colour that is not some grey
APART = 30.0  # how far two colours are apart
NEAR = 0.6  # of that: how far a colour is from the middle of its group at most
SATURATED = 90.0  # how far tints are apart where ink is not pale: pale ink brings colours together
PALE, PALEST = 0.5, 0.22  # of that: the least of plain ink, and of several inks at all
LIGHTNESS = 0.35  # how much a difference in lightness counts against one in chroma
MOST = 8


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the clues; no names if all are one colour."""

    names: tuple[str, ...]
    labs: Floats
    colours: Floats  # blue, green, red; the one of all clues if there are no names

    def index_of(self, characters: Sequence[Character]) -> int | None:
        """The colour of a number."""
        if not self.names:
            return None
        lab = lab_of(np.array([each.colour for each in characters], np.float32)).mean(axis=0)
        return int(_far(lab[None], self.labs)[0].argmin())

    def on_both(self, rows: set[int], cols: set[int]) -> Palette:
        """The palette without colours of one side only; without names if there are not several.

        Two such colours that are near each other are one colour, in the light and in the shade.
        """
        order = sorted(rows & cols)
        if not self.names or len(order) == len(self.names):
            return self
        labs, colours = [self.labs[k] for k in order], [self.colours[k] for k in order]
        alone = sorted(cols - rows)
        for k in sorted(rows - cols):
            far = _far(self.labs[k][None], self.labs[alone])[0]
            if far.size and far.min() < APART:
                other = alone.pop(int(far.argmin()))
                labs.append((self.labs[k] + self.labs[other]) / 2)
                colours.append((self.colours[k] + self.colours[other]) / 2)
        if len(labs) < 2:
            return Palette((), self.labs[:0], self.colours[:1])
        return Palette(_names(np.array(colours)), np.array(labs), np.array(colours))

    def has(self, characters: Sequence[Character]) -> bool:
        """Whether the tint of a number is one of these, or near one."""
        lab = lab_of(np.array([each.colour for each in characters], np.float32)).mean(axis=0)
        tints = lab_of(self.colours)[:, 1:] - lab[1:]
        return bool(np.hypot(*tints.T).min() < APART)


def _names(colours: Floats) -> tuple[str, ...]:
    return tuple(f"{round(r):02x}{round(g):02x}{round(b):02x}" for b, g, r in colours)


def lab_of(colours: Floats) -> Floats:
    """Return colours (blue, green, red) in CIE Lab."""
    flat = np.asarray(colours, np.float32).reshape(-1, 1, 3) / 255
    return cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(-1, 3)


def _far(some: Floats, others: Floats) -> Floats:
    apart = some[:, None] - others[None]
    return np.asarray(np.hypot(np.hypot(apart[..., 1], apart[..., 2]), LIGHTNESS * apart[..., 0]))


def palette_of(found: Sequence[Character], sheet: Bytes) -> Palette:
    """Return the colours of all characters together."""
    found = [each for each in found if each.digit > 0.4]
    colours = np.array([each.colour for each in found], np.float32).reshape(-1, 3)
    light = colours.mean(axis=1)
    usual_ink = colours[np.argsort(light)[len(light) // 4]] if len(light) else np.zeros(3)
    none = Palette((), np.zeros((0, 3), np.float32), np.asarray(usual_ink, np.float32)[None])
    if len(found) < 2:
        return none
    labs = lab_of(colours)
    usual = np.median(lab_of(sheet[::9, ::9].reshape(-1, 3).astype(np.float32)), axis=0)
    tint = labs[:, 1:] - usual[1:]  # the light of a room tints all
    if np.percentile(np.hypot(*tint.T), 92) < COLOURED:
        return none
    low, high = np.percentile(labs[:, 1:], (4, 96), axis=0)
    clear = float(np.hypot(*(high - low))) / SATURATED
    if clear < PALEST:
        return none
    groups = _groups(labs, APART * NEAR * (clear if clear < PALE else 1))
    sizes = [len(group) for group in groups]
    kept = [group for group in groups if len(group) >= max(1, 0.015 * sum(sizes))][:MOST]
    if len(kept) < 2:
        return none
    kept.sort(key=lambda group: -len(group))
    means = np.array([np.median(colours[group], axis=0) for group in kept], np.float32)
    return Palette(_names(means), lab_of(means), means)


def _groups(labs: Floats, apart: float) -> list[list[int]]:
    """Group colours that are close: each time around the one with most others near it."""
    left = list(range(len(labs)))
    groups: list[list[int]] = []
    while left and len(groups) < 2 * MOST:
        near = _far(labs[left], labs[left]) < apart
        centre = np.median(labs[left][near[near.sum(axis=1).argmax()]], axis=0)
        close = _far(labs[left], centre[None])[:, 0] < apart
        if not close.any():
            break
        groups.append([k for k, yes in zip(left, close, strict=True) if yes])
        left = [k for k, yes in zip(left, close, strict=True) if not yes]
    return groups
