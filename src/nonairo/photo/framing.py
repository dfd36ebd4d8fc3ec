"""Where the cells of a nonogram begin and end.

Lines often run on between the clues, and a border may be missing, so edges alone do not say which
of the lines are the first and the last. The clues do: every line of the grid has one, nothing else
has, they stand close to the grid, they fit into their lines, and those of the rows fill as many
cells as those of the columns. Each frame that may be meant is weighed by all of that together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from nonairo.photo.cells import Marks
from nonairo.photo.characters import JUNK, PAIR, Character
from nonairo.photo.clue_areas import SHARE, ClueAreas, Clues, share_of
from nonairo.photo.clue_numbers import Read
from nonairo.photo.extents import Edges, Extent
from nonairo.photo.glyphs import CLASSES
from nonairo.photo.images import Floats
from nonairo.photo.outer_lines import Way, outer_lines
from nonairo.photo.straightening import Sheet

RING = CLASSES.index("ring")
FEWEST = 3  # rows and columns of a grid
DOT = 0.28  # of a cell: smaller marks are dots in empty cells
COLOURED = 0.4  # a logarithm: how far another ground is from the usual one
CUT_OFF = 0.5  # what a part of a clue counts in a cell, against a digit
LATER = 0.45  # digits in cells for which a frame begins a line later
MOST_STRIPS = 8  # near one frame, in which clues are looked for
GOOD = -2.0  # what speaks against a frame beside which no other strips are looked at
BLANK = 1.0  # what a line without a clue counts
NO_CLUE = 0.02  # the probability of what stands for a clue that does not fit into its line
UNFIT = 1.5  # one whose clue does not fit into it
OUTSIDE = 2.5  # one with a clue that is left out
DIFFER = 1.0  # what it counts that rows and columns do not fill the same number of cells
UNEQUAL, BY_MUCH = 3.0, 0.15  # what it counts besides if they differ by that share or more
FAR, GAP = 4.0, 0.95  # what clues count that begin so many cells beside the grid
WRITTEN, MANY = 4.0, 0.35  # what a first line of cells counts that has so many digits in its cells
DRAWN, CROSSED = 0.6, 0.85  # of a line's cells have its end drawn, or the lines that cross it
LEFT_OUT = (0.0, 0.7, 2.0)  # what a line at the end counts that is left out: drawn or half drawn
UNDRAWN = (1.5, 0.3, 0.0)  # what one counts that is not left out


class Drawn(NamedTuple):
    """How far columns and rows are drawn: 2, 1 if only their end or most lines across, or 0."""

    cols: Floats
    rows: Floats
    usual: tuple[int, int]  # of the columns and of the rows of the frame as it seems


def drawn_around(
    edges: Edges, corner: tuple[int, int], lines: tuple[int, int], usual: Extent
) -> Drawn:
    """Return how far columns and rows are drawn that lie between so many lines.

    These begin at a corner of the sheet. Where the usual frame has no cells, such as beside clues,
    lines do not count.
    """
    found = []
    for ends, across, begin, count, first, low, high in (
        (edges.upright, edges.level, corner[0], lines[0] - 1, corner[1],
         usual.top, usual.bottom),
        (edges.level.T, edges.upright.T, corner[1], lines[1] - 1, corner[0],
         usual.left, usual.right),
    ):  # fmt: skip
        low, high = low + first, high + first
        closed = (ends[low:high, begin + 1 : begin + 1 + count] > 1).mean(axis=0) >= DRAWN
        crossed = (across[low : high + 1, begin : begin + count] > 1).mean(axis=0) >= CROSSED
        found.append(closed.astype(int) + crossed)
    cols, rows = found
    middle = np.median(cols[usual.left : usual.right]), np.median(rows[usual.top : usual.bottom])
    return Drawn(cols, rows, (int(middle[0]), int(middle[1])))


def best_frame(
    sheet: Sheet,
    edges: Edges,
    xs: Floats,
    ys: Floats,
    corner: tuple[int, int],
    marks: Marks,
    seen: Extent,
) -> tuple[Extent, Clues, list[Way], float] | None:
    """Return the frame among these lines whose clues agree best; None if there are no clues.

    With it come the clues, what else the frame may be, and what speaks against it: a negative
    number.

    `corner` says which column and row of the sheet the lines begin with; `seen` is the frame that
    edges say; `marks` are those in its cells.
    """
    digits = digits_in(marks)
    start, other = (
        seen._replace(left=seen.left + col, top=seen.top + row)
        for row, col in (first_cells(digits), first_cells(_anything_in(marks)))
    )
    found: tuple[float, Extent, ClueAreas] | None = None
    for usual in dict.fromkeys((start, other, seen)):
        areas = ClueAreas(sheet, xs, ys, usual)
        drawn = drawn_around(edges, corner, (len(xs), len(ys)), usual)
        worth, frame = _best_near(areas, digits, seen, drawn)
        if found is None or worth > found[0]:
            found = worth, frame, areas
        if worth > GOOD:
            break
    assert found is not None
    worth, best, areas = found
    clues = areas.clues(best)
    return None if clues is None else (*outer_lines(areas, edges, corner, best, clues), worth)


def _best_near(
    areas: ClueAreas, digits: Floats, seen: Extent, drawn: Drawn
) -> tuple[float, Extent]:
    """Climb from the usual frame to better ones beside it."""
    best, strips = areas.usual, {*areas.strips(areas.usual)}
    worth = {best: _worth(areas, digits, seen, drawn, best)}
    while np.isfinite(worth[best]) and worth[best] < 0:
        before = best
        for frame in _neighbours(before, areas):
            needed = strips | {*areas.strips(frame)}
            most = len(strips) if worth[before] > GOOD else MOST_STRIPS
            if frame in worth or len(needed) > most:
                continue
            strips = needed
            worth[frame] = _worth(areas, digits, seen, drawn, frame)
            if worth[frame] > worth[best]:
                best = frame
        if best == before:
            break
    return worth[best], best


def has_symbols(marks: Marks) -> bool:
    """Whether there are the symbols of a Binairo all over the last cells, where no clues are."""
    height, width = marks.there.shape
    inner = slice(height // 2, None), slice(width // 2, None)
    symbols = marks.classes[inner][:, :, [0, 1, RING, RING + 1, RING + 2]].sum(axis=2)
    symbols = symbols * marks.there[inner] * (marks.size[inner] > DOT)
    return bool((symbols > 0.6).sum() >= max(2, 0.08 * symbols.size))


def digits_in(marks: Marks) -> Floats:
    """How much there is of a digit from 2 to 9 in each cell, or of a part of a clue."""
    large = marks.there * (marks.size > DOT)
    digit = marks.classes[:, :, :10].sum(axis=2)
    other = marks.classes[:, :, 2:10].sum(axis=2)
    cut_off = marks.classes[:, :, [JUNK, PAIR]].sum(axis=2)
    return np.asarray(large * (CUT_OFF * (digit + cut_off) + other))


def _anything_in(marks: Marks) -> Floats:
    """Whether there is a mark in each cell, or it has another ground than most of the last ones."""
    height, width = marks.there.shape
    grounds = np.log(marks.grounds + 14)
    usual = np.median(grounds[height // 2 :, width // 2 :].reshape(-1, 3), axis=0)
    coloured = np.abs(grounds - usual).max(axis=2) > COLOURED
    return np.asarray((marks.there & (marks.size > DOT)) | coloured, np.float32)


def first_cells(digits: Floats) -> tuple[int, int]:
    """Return how many rows and columns have clues in them rather than cells, as it seems.

    What is in the last cells is no clue, however it looks: so much may be in all cells.
    """
    height, width = digits.shape
    more = digits - digits[height // 2 :, width // 2 :].mean()
    best, chosen = np.inf, (0, 0)
    for row in range(min(height - FEWEST, height * 2 // 3) + 1):
        for col in range(min(width - FEWEST, width * 2 // 3) + 1):
            cost = float(more[row:, col:].sum()) + LATER * (row + col)
            if cost < best:
                best, chosen = cost, (row, col)
    return chosen


def _is_grid(frame: Extent) -> bool:
    return min(frame.width, frame.height) >= FEWEST


def _neighbours(frame: Extent, areas: ClueAreas) -> Iterator[Extent]:
    """Frames that begin or end a line earlier or later: first those that need no other strip."""
    for left, top, right, bottom in (
        (0, 0, -1, 0), (0, 0, 0, -1), (0, 0, 1, 0), (0, 0, 0, 1), (0, 1, 0, 0), (1, 0, 0, 0),
        (0, -1, 0, 0), (-1, 0, 0, 0), (1, 1, 0, 0), (-1, -1, 0, 0),
    ):  # fmt: skip
        moved = Extent(
            frame.left + left, frame.top + top, frame.right + right, frame.bottom + bottom
        )
        if (
            _is_grid(moved)
            and min(moved[:2]) >= 0
            and moved.right < len(areas.xs)
            and moved.bottom < len(areas.ys)
        ):
            yield moved


def _worth(areas: ClueAreas, digits: Floats, seen: Extent, drawn: Drawn, frame: Extent) -> float:
    """What speaks against a frame, as a negative number; 0 if nothing does."""
    left, top, right, bottom = frame
    beside, above = areas.strips(frame)
    all_rows, all_cols = areas.written(beside), areas.written(above)
    rows, cols = all_rows[top:bottom], all_cols[left:right]
    if min(share_of(rows), share_of(cols)) < SHARE:
        return -np.inf
    against = 0.0
    for there, most, begin, end in (
        (drawn.cols, drawn.usual[0], left, right),
        (drawn.rows, drawn.usual[1], top, bottom),
    ):
        against += _added(LEFT_OUT, there[end:])
        more = 2 - most  # faint lines are drawn as far as they are seen
        against += _added(UNDRAWN, np.minimum(there[begin:end] + more, 2))
        against += _added(UNDRAWN, np.minimum(there[begin:end] + more, 2)[::-1])
    against += BLANK * sum(not line for line in (*rows, *cols))
    against += OUTSIDE * (
        _written(all_rows[:top][::-1]) + _written(all_rows[bottom:])
        + _written(all_cols[:left][::-1]) + _written(all_cols[right:])
    )  # fmt: skip
    for lines, border, end in ((rows, areas.xs[left], 2), (cols, areas.ys[top], 3)):
        near = [max((each.box[end] for each in line if each.digit > 0.3), default=None)
                for line in lines]  # fmt: skip
        gaps = [border - at for at in near if at is not None]
        against += FAR * (float(np.median(gaps)) > GAP * areas.sheet.side)
    own = digits[max(0, top - seen.top) :, max(0, left - seen.left) :]
    if own.size:
        usual = float(np.median(own))
        for first in (own[0], own[:, 0]):
            against += WRITTEN * (float(np.clip(first, 0, 1).mean()) > usual + MANY)
    return -against - _misfit(
        [areas.read(beside, k, frame.width) for k in range(top, bottom)],
        [areas.read(above, k, frame.height) for k in range(left, right)],
    )


def _misfit(rows: Sequence[Read], cols: Sequence[Read]) -> float:
    """What it counts that clues do not fit into their lines, or do not fill as many cells."""
    sums = [sum(sum(each.clues[0].clue) for each in reads) for reads in (rows, cols)]
    against = UNFIT * sum(each.clues[0].probability <= NO_CLUE for each in (*rows, *cols))
    apart = abs(sums[0] - sums[1])
    if apart:
        against += DIFFER + UNEQUAL * min(1.0, apart / (BY_MUCH * max(sums)))
    return against


def _added(costs: tuple[float, ...], drawn: Floats) -> float:
    """What lines count from the first one on, up to one that counts nothing."""
    total = 0.0
    for each in drawn:
        if not costs[each]:
            break
        total += costs[each]
    return total


def _written(lines: Sequence[Sequence[Character]]) -> int:
    """How many lines next to the frame, one after the other, have digits beside them."""
    count = 0
    for line in lines:
        if not any(each.digit + each.classes[RING] > 0.5 for each in line):  # a 0 may be a ring
            break
        count += 1
    return count
