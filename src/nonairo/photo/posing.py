"""A reading as a puzzle: one value for every spot of a sighting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds.binairo import binairo
from nonairo.kinds.nonogram import nonogram
from nonairo.photo.sighting import Sighting
from nonairo.photo.spots import Block, Value
from nonairo.puzzle import Puzzle

KEYS = "abcdefghijklmnopqrstuvwxyz"
SIDE = {"row": "rows", "column": "columns"}


def pose(sighting: Sighting, values: Sequence[Value], rules: str) -> Puzzle:
    """Return the puzzle of a reading; PuzzleError if there can be none, such as of odd sides."""
    if sighting.kind == "nonogram":
        return _nonogram(sighting, values)
    height, width = sighting.height, sighting.width
    cells = [value for value in values if isinstance(value, str)]
    rows = ["".join(cells[r * width : (r + 1) * width]) for r in range(height)]
    signs = _signs(cells[height * width :], sighting)
    if signs:
        return binairo(rows, rules=rules, signs=signs)
    return binairo(rows, rules=rules)


def _signs(values: Sequence[str], sighting: Sighting) -> list[list[object]]:
    """The signs that are there, as `nn.binairo` takes them."""
    found: list[list[object]] = []
    rest = iter(values)
    for along, down, right in ((sighting.right, 0, 1), (sighting.below, 1, 0)):
        for r, row in enumerate(along):
            for c in range(len(row)):
                sign = next(rest)
                if sign != UNKNOWN:
                    found.append([r, c, r + down, c + right, sign])
    return found


def _nonogram(sighting: Sighting, values: Sequence[Value]) -> Puzzle:
    clues = [value for value in values if not isinstance(value, str)]
    rows, cols = clues[: sighting.height], clues[sighting.height :]
    inks = sorted({ink for clue in clues for _, ink in clue} - {0})
    if not inks:
        return nonogram(
            *([[length for length, _ in clue] for clue in side] for side in (rows, cols))
        )
    colours = {KEYS[ink - 1]: f"#{sighting.palette[ink - 1].lstrip('#')}" for ink in inks}
    coloured = ([[(length, KEYS[ink - 1]) for length, ink in clue] for clue in side]
                for side in (rows, cols))  # fmt: skip
    return nonogram(*coloured, colours=colours)


def totals(clue: Sequence[Block]) -> Counter[int]:
    """How many cells of each colour a clue fills."""
    found: Counter[int] = Counter()
    for length, ink in clue:
        found[ink] += length
    return found


def totals_differ(sighting: Sighting, values: Sequence[Value]) -> str | None:
    """One line saying how the rows' and the columns' totals differ; None if they agree."""
    if sighting.kind != "nonogram":
        return None
    sums: list[Counter[int]] = [Counter(), Counter()]
    for k, value in enumerate(values):
        if not isinstance(value, str):
            sums[k >= sighting.height].update(totals(value))
    rows, cols = sums
    for ink in sorted(rows.keys() | cols.keys()):
        if rows[ink] != cols[ink]:
            what = f"cells of colour {KEYS[ink - 1]}" if ink else "cells"
            return f"the row clues fill {rows[ink]} {what}, the column clues {cols[ink]}"
    return None


def entries_of(sighting: Sighting, puzzle: Puzzle) -> Grid:
    """The grid as the player left it: the givens of the puzzle, and what was entered."""
    cells = []
    for row, givens in zip(sighting.cells, puzzle.givens.rows(), strict=True):
        for seen, given in zip(row, givens, strict=True):
            value = seen.candidates[0].value if seen.candidates else UNKNOWN
            known = given == UNKNOWN and value in puzzle.symbols
            cells.append(value if known else given)
    return Grid(sighting.height, sighting.width, "".join(cells))


__all__ = ["entries_of", "pose", "totals", "totals_differ"]
