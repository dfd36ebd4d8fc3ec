"""The areas left of a nonogram and above it, in which its clues stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nonairo.photo.cells import Marks
from nonairo.photo.characters import JUNK, PAIR, Character, characters
from nonairo.photo.clue_numbers import Read, near_each_other, read_column, read_row
from nonairo.photo.images import Floats
from nonairo.photo.ink_colours import Palette, palette_of
from nonairo.photo.on_dark import is_dark
from nonairo.photo.sighting import LikelyClue, SeenClue, SeenNumber
from nonairo.photo.straightening import Sheet

LONGEST = 14  # cells beside the grid in which clues are looked for
FEW_CLUES = 0.7  # digits from 2 to 9 among the cells: with fewer, none are clues
SURE = 0.7  # the probability of a digit whose colour counts
FILLED = 0.3  # of the clues on each side that fill some cell, at least
SHARE = 0.4  # of the lines on each side that have a clue, at least
DOT = 0.28  # of a cell: smaller marks are dots in empty cells
TALLEST = 0.82  # of a cell: the height of a digit
NARROW = 0.4  # of its height: the width of a piece of a line
ON_LINE = 0.16  # of a cell: how far from a line between two clues its pieces are, at most
BLANK, BLANK_BESIDE_ZEROS = 0.8, 0.1  # a line without a clue is empty; where others have a 0
FIRST, NEXT = 1.7, 1.45  # cells from the grid to a clue, and between two numbers, at most


@dataclass(frozen=True, slots=True)
class Clues:
    """The clues of all lines."""

    rows: tuple[SeenClue, ...]
    cols: tuple[SeenClue, ...]
    palette: tuple[str, ...]
    inks: Palette
    score: float


def clues_of(sheet: Sheet, xs: Floats, ys: Floats) -> Clues | None:
    """Return the clues beside a grid with these lines; None if too few lines have one."""
    side = sheet.side
    far, near = LONGEST * side, 0.09 * side
    left_strip, at_left = _strip(sheet, xs[0] - far, ys[0] - near, xs[0] + near, ys[-1] + near)
    top_strip, at_top = _strip(sheet, xs[0] - near, ys[0] - far, xs[-1] + near, ys[0] + near)
    dark = _dark(left_strip, top_strip, side)
    beside = _moved(characters(left_strip, side, dark), at_left)
    above = _moved(characters(top_strip, side, dark), at_top)
    beside, above = _alike(beside, side), _alike(above, side)
    rows = [_chain(line, xs[0], side, False) for line in _lines(beside, ys, False)]
    cols = [_chain(line, ys[0], side, True) for line in _lines(above, xs, True)]
    if min(_share(rows), _share(cols)) < SHARE:
        return None
    inks = palette_of([each for line in (*rows, *cols) for each in line], sheet.colours)
    inks = inks.only(_inks(rows, inks) & _inks(cols, inks))
    apart = near_each_other([each for line in rows for each in line])
    width, height = len(xs) - 1, len(ys) - 1
    left = min((each.box[0] for line in rows for each in line), default=xs[0])
    top = min((each.box[1] for line in cols for each in line), default=ys[0])
    read_rows = tuple(
        _seen(sheet, line, read_row(line, apart, width), inks, (left, ys[k], xs[0], ys[k + 1]))
        for k, line in enumerate(rows)
    )
    read_cols = tuple(
        _seen(sheet, line, read_column(line, apart, height), inks, (xs[k], top, xs[k + 1], ys[0]))
        for k, line in enumerate(cols)
    )
    if min(_filled(read_rows), _filled(read_cols)) < FILLED:
        return None
    zeros = any(not each.blank and not each.candidates[0].clue for each in (*read_rows, *read_cols))
    share = BLANK_BESIDE_ZEROS if zeros else BLANK
    read_rows, read_cols = _doubted(read_rows, share), _doubted(read_cols, share)
    score = min(1.0, 0.5 + 0.5 * min(_share(rows), _share(cols)))
    return Clues(read_rows, read_cols, inks.names, inks, score)


def _doubted(clues: tuple[SeenClue, ...], share: float) -> tuple[SeenClue, ...]:
    """Where nothing is written, a number may have been missed."""
    return tuple(
        replace(each, candidates=(LikelyClue((), share),)) if each.blank else each for each in clues
    )


def filled_cells(clues: Sequence[SeenClue]) -> int:
    """How many cells the likeliest clues of one side fill."""
    return sum(sum(each.candidates[0].clue) for each in clues)


def _inks(lines: Sequence[Sequence[Character]], inks: Palette) -> set[int]:
    """The colours on one side of the grid: a colour that is not on both is a stain."""
    found = (inks.index_of([each]) for line in lines for each in line if each.digit > SURE)
    return {k for k in found if k is not None}


def _filled(clues: Sequence[SeenClue]) -> float:
    """The share of clues that are read as some number."""
    return sum(bool(each.candidates[0].clue) for each in clues) / len(clues)


def first_cells(marks: Marks) -> tuple[int, int] | None:
    """Return how many rows and columns of the lattice have clues in them rather than cells.

    None if the marks in the cells are no clues, but symbols all over the grid.
    """
    large = marks.there * (marks.size > DOT)
    digit = marks.classes[:, :, :10].sum(axis=2) * large
    other = marks.classes[:, :, 2:10].sum(axis=2) * large
    height, width = digit.shape
    inner = marks.classes[height // 2 :, width // 2 :]
    symbols = inner[:, :, [0, 1, 15, 16, 17]].sum(axis=2) * marks.there[height // 2 :, width // 2 :]
    symbols = symbols * (marks.size[height // 2 :, width // 2 :] > DOT)
    if (symbols > 0.6).sum() >= max(2, 0.08 * symbols.size):
        return None
    cut_off = marks.classes[:, :, [JUNK, PAIR]].sum(axis=2) * large  # parts of clues
    if other.sum() + 0.5 * cut_off.sum() < FEW_CLUES:
        return 0, 0
    best, chosen = np.inf, (0, 0)
    for rows in range(min(height - 1, height * 2 // 3 + 1)):
        for cols in range(min(width - 1, width * 2 // 3 + 1)):
            left = 0.5 * (digit + cut_off)[rows:, cols:].sum() + other[rows:, cols:].sum()
            cost = float(left) + 0.45 * (rows + cols)
            if cost < best:
                best, chosen = cost, (rows, cols)
    return chosen


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


def _alike(found: list[Character], side: int) -> list[Character]:
    """Return the characters that are as high as the digits are."""
    heights = [each.height for each in found if each.digit > 0.7 and each.height < TALLEST * side]
    if not heights:
        return []
    usual = float(np.median(heights))
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


def _share(lines: Sequence[Sequence[Character]]) -> float:
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
    return SeenClue(_coloured(read, inks), tuple(numbers), sheet.quad(*strip), blank=not line)


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
