"""The areas left of a nonogram and above it, in which its clues stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nonairo.limits import poll_supervision
from nonairo.photo.characters import Character, characters
from nonairo.photo.clue_numbers import Read, near_each_other, read_column, read_row
from nonairo.photo.extents import Extent
from nonairo.photo.images import Bytes, Floats
from nonairo.photo.ink_colours import Palette, palette_of
from nonairo.photo.on_dark import is_dark
from nonairo.photo.sighting import LikelyClue, SeenClue, SeenNumber
from nonairo.photo.straightening import Sheet

LONGEST = 14  # cells beside the grid in which clues are looked for
OTHER_LIGHT, OTHER_TINT = 0.8, 0.15  # logarithms: how far a table is from the page, at least
LASTING = 1.3  # cells for which another ground lasts that is no clue
SURE = 0.7  # the probability of a digit whose colour counts
FILLED = 0.3  # of the clues on each side that fill some cell, at least
SHARE = 0.4  # of the lines on each side that have a clue, at least
TALLEST = 0.82  # of a cell: the height of a digit
NARROW = 0.4  # of its height: the width of a piece of a line
ON_LINE = 0.16  # of a cell: how far from a line between two clues its pieces are, at most
STRAY = 0.1  # what is left of the probability of a clue with a colour that is left out
BLANK, BLANK_BESIDE_ZEROS = 0.8, 0.1  # a line without a clue is empty; where others have a 0
ON_GROUNDS = 0.75  # of the digits: from here on all clues stand on coloured grounds
FIRST, NEXT = 1.7, 1.45  # cells from the grid to a clue, and between two numbers, at most


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues of all lines."""

    rows: tuple[SeenClue, ...]
    cols: tuple[SeenClue, ...]
    palette: tuple[str, ...]
    inks: Palette
    score: float


class Strip(NamedTuple):
    """A strip beside a frame: left of an upright line, or above a level one."""

    above: bool
    first: int  # the line of the frame next to it
    low: int  # the lines between which it lies
    high: int


class ClueAreas:
    """The clues beside any part of a grid of lines; what was looked at once is kept.

    A frame is a part of the grid: it begins at one of the lines and ends at another. Its row clues
    stand left of its first upright line, its column clues above its first level one. They are
    looked for beside all lines that the usual frame has, too, so that trying a smaller one costs
    little.
    """

    def __init__(self, sheet: Sheet, xs: Floats, ys: Floats, usual: Extent) -> None:
        self.sheet = sheet
        self.xs, self.ys = xs, ys
        self.usual = usual
        cells, _ = _strip(
            sheet, xs[usual.left], ys[usual.top], xs[usual.right], ys[usual.bottom]
        )  # fmt: skip
        self._paper = _lights(cells[::3, ::3].reshape(1, -1, 3))[0]
        beside, above = (self._strip(strip)[0] for strip in self.strips(usual))
        self._dark = _dark(beside, above, sheet.side)
        self._chains: dict[Strip, list[list[Character]]] = {}
        self._apart: dict[Strip, float] = {}
        self._reads: dict[tuple[Strip, int, int], Read] = {}

    def strips(self, frame: Extent) -> tuple[Strip, Strip]:
        """Return where the clues of its rows and of its columns are."""
        left, top = min(frame.left, self.usual.left), min(frame.top, self.usual.top)
        right, bottom = max(frame.right, self.usual.right), max(frame.bottom, self.usual.bottom)
        return Strip(False, frame.left, top, bottom), Strip(True, frame.top, left, right)

    def written(self, strip: Strip) -> list[list[Character]]:
        """Return the characters of each line, also of those that do not meet the strip."""
        found = self._chains.get(strip)
        if found is None:
            poll_supervision()
            side = self.sheet.side
            part, at = self._strip(strip)
            first = strip.first
            lines, border = (self.xs, self.ys[first]) if strip.above else (self.ys, self.xs[first])
            seen = _moved(characters(part, side, self._dark), at)
            seen = _alike(seen, border, side, strip.above)
            found = [
                _chain(line if strip.low <= k < strip.high else [], border, side, strip.above)
                for k, line in enumerate(_lines(seen, lines, strip.above))
            ]
            self._chains[strip] = found
        return found

    def _strip(self, strip: Strip) -> tuple[Bytes, tuple[int, int]]:
        side = self.sheet.side
        far, near = LONGEST * side, 0.09 * side
        _, first, low, high = strip
        if strip.above:
            xs, y = self.xs, self.ys[first]
            part, (x, y) = _strip(self.sheet, xs[low] - near, y - far, xs[high] + near, y + near)
            beyond = _beyond_page(part[::-1, ::3], side, self._paper)
            return part[beyond:], (x, y + beyond)
        ys, x = self.ys, self.xs[first]
        part, (x, y) = _strip(self.sheet, x - far, ys[low] - near, x + near, ys[high] + near)
        beyond = _beyond_page(part[::3, ::-1].transpose(1, 0, 2), side, self._paper)
        return part[:, beyond:], (x + beyond, y)

    def read(self, strip: Strip, k: int, cells: int) -> Read:
        """Return the clue of a line of so many cells."""
        key = (strip, k, cells)
        if key not in self._reads:
            lines = self.written(strip)
            if strip.above:
                self._reads[key] = read_column(lines[k], 0.0, cells)
            else:
                if strip not in self._apart:
                    self._apart[strip] = near_each_other([each for line in lines for each in line])
                self._reads[key] = read_row(lines[k], self._apart[strip], cells)
        return self._reads[key]

    def clues(self, frame: Extent) -> Clues | None:
        """Return the clues beside a frame; None if too few of its lines have one."""
        left, top, right, bottom = frame
        beside, above = self.strips(frame)
        rows, cols = self.written(beside)[top:bottom], self.written(above)[left:right]
        if min(share_of(rows), share_of(cols)) < SHARE:
            return None
        seen = palette_of([each for line in (*rows, *cols) for each in line], self.sheet.colours)
        inks = seen.on_both(_inks(rows, seen), _inks(cols, seen))
        xs, ys = self.xs[left : right + 1], self.ys[top : bottom + 1]
        first_x = min((each.box[0] for line in rows for each in line), default=xs[0])
        first_y = min((each.box[1] for line in cols for each in line), default=ys[0])
        read_rows = tuple(
            _seen(self.sheet, line, self.read(beside, top + k, frame.width), inks,
                  (first_x, ys[k], xs[0], ys[k + 1]))
            for k, line in enumerate(rows)
        )  # fmt: skip
        read_cols = tuple(
            _seen(self.sheet, line, self.read(above, left + k, frame.height), inks,
                  (xs[k], first_y, xs[k + 1], ys[0]))
            for k, line in enumerate(cols)
        )  # fmt: skip
        if min(_filled(read_rows), _filled(read_cols)) < FILLED:
            return None
        zeros = any(
            not each.blank and not each.candidates[0].clue for each in (*read_rows, *read_cols)
        )
        share = BLANK_BESIDE_ZEROS if zeros else BLANK
        score = min(1.0, 0.5 + 0.5 * min(share_of(rows), share_of(cols)))
        return Clues(
            _doubted(read_rows, share), _doubted(read_cols, share), inks.names, inks, score
        )


def _doubted(clues: tuple[SeenClue, ...], share: float) -> tuple[SeenClue, ...]:
    """Where nothing is written, a number may have been missed."""
    return tuple(
        replace(each, candidates=(LikelyClue((), share),)) if each.blank else each for each in clues
    )


def _inks(lines: Sequence[Sequence[Character]], inks: Palette) -> set[int]:
    """The colours on one side of the grid: a colour that is not on both is a stain."""
    found = (inks.index_of([each]) for line in lines for each in line if each.digit > SURE)
    return {k for k in found if k is not None}


def _filled(clues: Sequence[SeenClue]) -> float:
    """The share of clues that are read as some number."""
    return sum(bool(each.candidates[0].clue) for each in clues) / len(clues)


def _strip(
    sheet: Sheet, left: float, top: float, right: float, bottom: float
) -> tuple[Floats, tuple[int, int]]:
    """Return a part of the sheet, and where it begins."""
    height, width = sheet.colours.shape[:2]
    x0, y0 = max(0, round(left)), max(0, round(top))
    x1, y1 = min(width, round(right)), min(height, round(bottom))
    part = sheet.colours[y0:y1, x0:x1]
    known = sheet.known[y0:y1, x0:x1] > 0
    if part.size == 0:
        return part, (x0, y0)
    while known.shape[1] > 4 and known[:, 0].mean() < 0.4:  # beyond the picture
        known, part, x0 = known[:, 4:], part[:, 4:], x0 + 4
    while known.shape[0] > 4 and known[0].mean() < 0.4:
        known, part, y0 = known[4:], part[4:], y0 + 4
    return part, (x0, y0)


def _beyond_page(outwards: Bytes, side: int, paper: Floats) -> int:
    """Return how many of the last rows of a strip lie beyond the page, on a table or a wall.

    There the ground changes, and stays so for longer than any clue is; nor is it the paper of the
    grid, as it is behind coloured grounds that fill the lines next to it.
    """
    if min(outwards.shape[:2]) < 2:
        return 0
    rows = _lights(outwards)
    long = round(LASTING * side)
    for at in range(side, len(rows) - long, max(1, side // 8)):
        far = rows[at : at + long]
        if (_other_ground(far - np.median(rows[:at], axis=0)) & _other_ground(far - paper)).all():
            return min(len(rows), len(rows) - at + side // 6)  # and its blurred edge
    return 0


def _lights(rows: Bytes) -> Floats:
    """Return the usual colour of each row, in logarithms."""
    return np.asarray(np.median(np.log(rows.astype(np.float32) + 12), axis=1), np.float32)


def _other_ground(apart: Floats) -> Bytes:
    """Whether colours are so far apart in light or in tint that they are two things."""
    light = np.abs(apart.mean(axis=1))
    tint = np.abs(apart - apart.mean(axis=1, keepdims=True)).max(axis=1)
    return np.asarray((light > OTHER_LIGHT) | (tint > OTHER_TINT))


def _dark(left: Floats, top: Floats, side: int) -> bool:
    """Whether the paper next to the grid is dark, and the clues are light."""
    near = round(1.5 * side)
    parts = [part for part in (left[:, -near:], top[-near:]) if min(part.shape[:2]) >= side // 2]
    return is_dark(parts, side)


def _moved(found: Sequence[Character], by: tuple[int, int]) -> list[Character]:
    x, y = by
    return [
        each._replace(box=(each.box[0] + x, each.box[1] + y, each.box[2] + x, each.box[3] + y))
        for each in found
    ]


def _alike(found: list[Character], border: float, side: int, above: bool) -> list[Character]:
    """Return the characters that are as high as the digits next to the grid are."""
    end = 3 if above else 2
    digits = [each for each in found if each.digit > 0.7 and each.height < TALLEST * side]
    near = [each for each in digits if border - each.box[end] < FIRST * side]
    if not near:
        return []
    usual = float(np.percentile([each.height for each in near], 70))
    chips = [
        each.chip for each in near if each.classes[1] < 0.3
    ]  # what looks like a 1 may be a line
    if chips and np.mean(chips) > ON_GROUNDS:
        found = [each for each in found if each.chip]
    return [
        each for each in found
        if 0.6 * usual < each.height < 1.6 * usual
        and each.digit + each.classes[15] > 0.12
        and not (
            each.classes[1] > 0.3 and each.box[2] - each.box[0] < 0.45 * each.height
            and not 0.74 * usual < each.height < 1.25 * usual
        )  # a piece of a line
    ]  # fmt: skip


def _lines(found: Sequence[Character], places: Floats, across: bool) -> list[list[Character]]:
    """Return the characters by the line beside which they stand."""
    lines: list[list[Character]] = [[] for _ in range(len(places) - 1)]
    for each in found:
        at = each.x if across else each.y
        k = int(np.searchsorted(places, at)) - 1
        if not 0 <= k < len(lines):
            continue
        beside = min(at - places[k], places[k + 1] - at) / (places[k + 1] - places[k])
        narrow = each.box[2] - each.box[0] < NARROW * each.height
        if beside < (ON_LINE if narrow or not across else 0):  # a piece of a line
            continue
        lines[k].append(each)
    return lines


def _chain(line: list[Character], border: float, side: int, across: bool) -> list[Character]:
    """Return the characters of a line from the grid outwards, up to the first large gap."""
    ends = (1, 3) if across else (0, 2)
    line = sorted(line, key=lambda each: -each.box[ends[1]])
    kept: list[Character] = []
    before, most = border, FIRST
    for each in line:
        if before - each.box[ends[1]] > most * side:
            break
        kept.append(each)
        before, most = min(before, each.box[ends[0]]), NEXT
    return kept


def share_of(lines: Sequence[Sequence[Character]]) -> float:
    """The share of lines that have a digit."""
    return sum(any(each.digit > 0.5 for each in line) for line in lines) / max(1, len(lines))


def _seen(
    sheet: Sheet,
    line: Sequence[Character],
    read: Read,
    inks: Palette,
    strip: tuple[float, float, float, float],
) -> SeenClue:
    """Return the clue of a line as it is reported."""
    numbers = []
    for own, likely in zip(read.numbers, read.likely, strict=True):
        box = (
            min(each.box[0] for each in own), min(each.box[1] for each in own),
            max(each.box[2] for each in own), max(each.box[3] for each in own),
        )  # fmt: skip
        numbers.append(
            SeenNumber(
                sheet.quad(*box), likely, inks.index_of(own),
                float(np.mean([each.struck for each in own])) > 0.5,
            )
        )  # fmt: skip
    clues = _coloured(read, inks)
    if not all(inks.has(own) for own in read.numbers):
        clues = tuple(each._replace(probability=STRAY * each.probability) for each in clues)
    return SeenClue(clues, tuple(numbers), sheet.quad(*strip), blank=not line)


def _coloured(read: Read, inks: Palette) -> tuple[LikelyClue, ...]:
    """Give every reading the colours of its numbers."""
    if not inks.names:
        return read.clues
    found = [inks.index_of(own) or 0 for own in read.numbers]
    return tuple(
        replace_inks(clue, found) if len(clue.clue) == len(found) else clue for clue in read.clues
    )


def replace_inks(clue: LikelyClue, inks: Sequence[int]) -> LikelyClue:
    return clue._replace(inks=tuple(inks))
