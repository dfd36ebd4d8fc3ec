"""The cells of a nonogram in progress: empty, crossed out, or filled with a colour."""

from __future__ import annotations

import numpy as np

from nonairo.photo.cells import Marks
from nonairo.photo.clue_areas import Clues
from nonairo.photo.images import Floats
from nonairo.photo.sighting import Likely


def states_of(marks: Marks, clues: Clues) -> list[list[tuple[Likely, ...]]]:
    """Return what each cell may be: `1` (or the number of its colour) filled, `0` crossed, `.`."""
    grounds = np.log(marks.grounds + 14)
    there = marks.there
    paper = _paper(grounds)
    fills = [np.log(np.asarray(colour) + 14) for colour in clues.inks.colours]
    if not clues.palette:
        fills = [_ink(grounds, paper, fills[0])]
    options = np.array([paper, *fills])
    far = np.abs(grounds[:, :, None] - options[None, None]).max(axis=3)
    spread = max(0.12, 0.14 * float(np.abs(options[1:] - paper).max()))
    near = np.exp(-np.clip(far / spread, 0, 30))
    near /= near.sum(axis=2, keepdims=True)
    states = []
    for r in range(grounds.shape[0]):
        line = []
        for c in range(grounds.shape[1]):
            line.append(_candidates(near[r, c], bool(there[r, c]), float(marks.doubt[r, c])))
        states.append(line)
    return states


def _paper(grounds: Floats) -> Floats:
    """The commonest ground of a cell."""
    flat = grounds.reshape(-1, 3)
    far = np.abs(flat[:, None] - flat[None]).max(axis=2)
    return np.asarray(np.median(flat[far[(far < 0.25).sum(axis=1).argmax()] < 0.25], axis=0))


def _ink(grounds: Floats, paper: Floats, clue: Floats) -> Floats:
    """The colour of filled cells: of those that are as far from the paper as clues are."""
    away = float((clue - paper).mean())
    far = (grounds - paper).mean(axis=2)
    filled = (far * np.sign(away) > 0.55 * abs(away)) if away else np.zeros(far.shape, bool)
    return np.asarray(np.median(grounds[filled], axis=0)) if filled.any() else clue


def _candidates(near: Floats, mark: bool, doubt: float) -> tuple[Likely, ...]:
    empty = float(near[0])
    crossed = empty * ((1 - doubt) if mark else doubt)
    found = [Likely("0", crossed), Likely(".", empty - crossed)]
    found += [Likely(str(k), float(p)) for k, p in enumerate(near[1:], 1)]
    ranked = sorted(found, key=lambda each: -each.probability)
    return tuple(Likely(each.value, round(max(each.probability, 1e-4), 5)) for each in ranked)
