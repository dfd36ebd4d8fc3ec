"""Lines without a clue at the ends of a nonogram: whether they belong to it.

Such a line changes neither totals nor solutions, so no proof notices that it is missing or too
many. Only the picture can tell: the lines of the grid run across all of its cells, and no further.
Where they do not say it clearly, the frame that is a line longer or shorter is another way to see
the grid, and the user is asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from nonairo.photo.clue_areas import BLANK, ClueAreas, Clues
from nonairo.photo.extents import Edges, Extent
from nonairo.photo.images import Floats
from nonairo.photo.sighting import NONE, ZERO, LikelyClue, SeenClue

FEWEST = 3  # rows and columns of a grid
RUNNING_ON = 0.5  # of the lines that cross the others cross one that may be a part
MOSTLY = 0.7  # cross one that surely is
USUAL = 0.3  # of the lines that cross the others, at least: fewer say nothing
SUREST = 0.9  # that a line without a clue is a part where the grid seems to end before it, at most
BESIDE_ZEROS = 0.5  # that it is one where 0 stands beside others, at most
ALIKE = 0.35  # logarithms of colours: how far the paper of a line is from that of cells, at most
WRITTEN = 0.5  # the probability of a 0 from which on it counts as written


class Way(NamedTuple):
    """The frame with a line more or less at one end: left, top, right, bottom."""

    frame: Extent
    clues: Clues
    line: tuple[str, str]  # its name in the frame as it seems, and what it is instead
    probability: float


def outer_lines(
    areas: ClueAreas, edges: Edges, corner: tuple[int, int], frame: Extent, clues: Clues
) -> tuple[Extent, Clues, list[Way]]:
    """Return the frame as the lines across its ends say, its clues, and what else may be meant."""
    grid = _Grid(areas, edges, corner)
    doubtful: list[tuple[int, bool, float]] = []  # an end, whether to add a line, how likely
    for side in range(4):
        surest = 1.0
        while not _zeros(clues) and grid.runs_on(frame, side):
            frame, clues = grid.longer(frame, clues, side)
            surest = SUREST
        lines = clues.rows if side % 2 else clues.cols
        last = lines[-(side >= 2)]
        if last.candidates[0].clue or len(lines) <= FEWEST:
            continue
        shorter, _ = _shorter(frame, clues, side)
        there = grid.on_paper(shorter, frame, side)
        part = grid.crossed(frame, side, beyond=False) if there else 0.0
        part = 1.0 if part >= MOSTLY else max(1 - SUREST, part)
        part = min(part, surest, BESIDE_ZEROS if last.blank and _zeros(clues) else 1.0)
        if part < 0.5:
            frame, clues = _shorter(frame, clues, side)
        if part < 1:
            doubtful.append((side, part < 0.5, part))
    ways = []
    for side, add, part in doubtful:
        what, count = ("row", frame.height) if side % 2 else ("column", frame.width)
        if add:
            line = f"{what} {count + 1 if side >= 2 else 0}", ZERO
            ways.append(Way(*grid.longer(frame, clues, side), line, part))
        else:
            line = f"{what} {count if side >= 2 else 1}", NONE
            ways.append(Way(*_shorter(frame, clues, side), line, 1 - part))
    return frame, clues, ways


def _zeros(clues: Clues) -> bool:
    """Whether a 0 stands beside empty lines: then none is without a clue."""
    return any(
        not each.blank and not each.candidates[0].clue and each.candidates[0].probability > WRITTEN
        for each in (*clues.rows, *clues.cols)
    )


class _Grid(NamedTuple):
    """All lines of a lattice, of which the frame is a part."""

    areas: ClueAreas
    edges: Edges
    corner: tuple[int, int]  # of the sheet, at which they begin

    def runs_on(self, frame: Extent, side: int) -> bool:
        """Whether the lines run on beyond an end, through cells without a clue."""
        areas = self.areas
        longer = _moved(frame, side, 1)
        if (
            min(longer) < 0
            or longer.right >= len(areas.xs)
            or longer.bottom >= len(areas.ys)
            or self.crossed(frame, side, beyond=True) < RUNNING_ON
            or not self.on_paper(frame, longer, side)
        ):
            return False
        beside, above = (areas.written(strip) for strip in areas.strips(longer))
        own, along = (beside, above) if side % 2 else (above, beside)
        if own[_line(longer, side)]:
            return False
        if side < 2:  # other clues may stand in these cells
            first, last = (frame.left, frame.right) if side % 2 else (frame.top, frame.bottom)
            usual = areas.written(areas.strips(frame)[side % 2])
            if any(len(usual[k]) != len(along[k]) for k in range(first, last)):
                return False
        return True

    def on_paper(self, frame: Extent, longer: Extent, side: int) -> bool:
        """Whether the cells of a line at an end are in the picture, and of the grid's paper."""
        k = _line(longer, side)
        count = range(*(frame[::2] if side % 2 else frame[1::2]))
        beyond = [self._colour(*((k, at) if side % 2 else (at, k))) for at in count]
        inside = [
            self._colour(row, col)
            for row in range(frame.top, frame.bottom) for col in range(frame.left, frame.right)
        ]  # fmt: skip
        if np.isnan(beyond).mean() > 0.5:
            return False
        far = np.abs(np.array(inside) - np.nanmedian(beyond, axis=0)).max(axis=1)
        return bool(np.nanmin(far) < ALIKE)

    def _colour(self, row: int, col: int) -> Floats:
        """The logarithms of the usual colour in the middle of a cell; NaN beyond the picture."""
        xs, ys, sheet = self.areas.xs, self.areas.ys, self.areas.sheet
        x, y, half = (xs[col] + xs[col + 1]) / 2, (ys[row] + ys[row + 1]) / 2, sheet.side / 4
        part = (
            slice(max(0, round(y - half)), max(0, round(y + half))),
            slice(max(0, round(x - half)), max(0, round(x + half))),
        )
        if not sheet.known[part].size or (sheet.known[part] > 0).mean() < 0.5:
            return np.full(3, np.nan, np.float32)
        colour = np.median(sheet.colours[part].reshape(-1, 3), axis=0)
        return np.asarray(np.log(colour + 12), np.float32)

    def crossed(self, frame: Extent, side: int, *, beyond: bool) -> float:
        """How many of the lines across the last line of an end, or across the next, are drawn.

        They are compared with those across the other lines.
        """
        col, row = self.corner
        left, top, right, bottom = (at + by for at, by in zip(frame, 2 * (col, row), strict=True))
        if side % 2:
            drawn, first, last = self.edges.upright[:, left + 1 : right].T > 1, top, bottom
        else:
            drawn, first, last = self.edges.level[top + 1 : bottom] > 1, left, right
        usual = max(USUAL, float(np.median(drawn[:, first + 1 : last - 1].mean(axis=0))))
        at = _line(_moved(frame, side, int(beyond)), side) + (row if side % 2 else col)
        return min(1.0, float(drawn[:, at].mean()) / usual) if at < drawn.shape[1] else 0.0

    def longer(self, frame: Extent, clues: Clues, side: int) -> tuple[Extent, Clues]:
        """Return the frame with a line more at an end, and its clues."""
        frame = _moved(frame, side, 1)
        xs, ys, k = self.areas.xs, self.areas.ys, _line(frame, side)
        near = self.areas.sheet.side
        if side % 2:
            quad = self.areas.sheet.quad(xs[frame.left] - near, ys[k], xs[frame.left], ys[k + 1])
        else:
            quad = self.areas.sheet.quad(xs[k], ys[frame.top] - near, xs[k + 1], ys[frame.top])
        blank = (SeenClue((LikelyClue((), BLANK),), (), quad, blank=True),)
        lines = clues.rows if side % 2 else clues.cols
        return frame, _with(clues, side, lines + blank if side >= 2 else blank + lines)


def _moved(frame: Extent, side: int, by: int) -> Extent:
    """The frame with so many lines more at an end."""
    ends = list(frame)
    ends[side] += by if side >= 2 else -by
    return Extent(*ends)


def _line(frame: Extent, side: int) -> int:
    """The last line at an end."""
    return frame[side] - (side >= 2)


def _shorter(frame: Extent, clues: Clues, side: int) -> tuple[Extent, Clues]:
    lines = clues.rows if side % 2 else clues.cols
    return _moved(frame, side, -1), _with(clues, side, lines[:-1] if side >= 2 else lines[1:])


def _with(clues: Clues, side: int, lines: tuple[SeenClue, ...]) -> Clues:
    return replace(clues, rows=lines) if side % 2 else replace(clues, cols=lines)
