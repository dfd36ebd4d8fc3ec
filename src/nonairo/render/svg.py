"""A grid as an SVG picture: squares, and digits drawn as our own strokes. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.render.text import heading

CELL = 24

# Digits as strokes in a box of 4 x 6, y downwards.
STROKES = {
    "0": "M0 1Q0 0 2 0Q4 0 4 1V5Q4 6 2 6Q0 6 0 5Z",
    "1": "M.6 1.4L2 0V6",
    "2": "M0 1.4Q0 0 2 0Q4 0 4 1.7Q4 3 0 6H4",
    "3": "M0 .8Q.7 0 2 0Q4 0 4 1.4Q4 2.8 1.6 2.8Q4 2.8 4 4.4Q4 6 2 6Q.6 6 0 5",
    "4": "M3 6V0L0 4.2H4",
    "5": "M4 0H.5L.2 2.8Q4 1.8 4 4Q4 6 2 6Q.6 6 0 5.2",
    "6": "M3.6 .6Q2.8 0 2 0Q0 0 0 4Q0 6 2 6Q4 6 4 4.1Q4 2.5 2 2.5Q.3 2.5 0 4",
    "7": "M0 0H4L1.4 6",
    "8": "M2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4"
    "Q4 2.8 2 2.8",
    "9": "M.4 5.4Q1.2 6 2 6Q4 6 4 2Q4 0 2 0Q0 0 0 1.9Q0 3.5 2 3.5Q3.7 3.5 4 2",
}


def draw_grid(grid: Grid) -> str:
    """A grid by itself, with digits."""
    title = f"grid {grid.height}x{grid.width}"
    return _picture(grid, painted=False, rows=[], cols=[], title=title)


def draw_puzzle(puzzle: Puzzle, grid: Grid | None = None) -> str:
    """A puzzle with what is written beside its lines, and its givens or another grid."""
    kind = KINDS[puzzle.kind]
    return _picture(
        puzzle.givens if grid is None else grid,
        painted=kind.glyphs != "01",
        rows=[kind.label(rule) for rule in puzzle.row_rules],
        cols=[kind.label(rule) for rule in puzzle.col_rules],
        title=heading(puzzle),
    )


def _picture(
    grid: Grid, painted: bool, rows: list[tuple[str, ...]], cols: list[tuple[str, ...]], title: str
) -> str:
    left = CELL * max((len(label) for label in rows), default=0)
    top = CELL * max((len(label) for label in cols), default=0)
    width, height = left + CELL * grid.width, top + CELL * grid.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}"'
        f' width="{width + 4}" height="{height + 4}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{left}" y="{top}" width="{width - left}" height="{height - top}" fill="#fff"/>',
        '<g fill="none" stroke="#111" stroke-linecap="round" stroke-linejoin="round">',
        *_lines(grid, left, top),
        *_cells(grid, painted, left, top),
        *_labels(rows, cols, left, top),
        "</g></svg>",
    ]
    return "".join(parts)


def _lines(grid: Grid, left: int, top: int) -> Iterator[str]:
    right, bottom = left + CELL * grid.width, top + CELL * grid.height
    for number, at, path in (
        (grid.width, left, "M{} " + f"{top}V{bottom}"),
        (grid.height, top, f"M{left} " + "{}" + f"H{right}"),
    ):
        for k in range(number + 1):
            weight = 2 if k in (0, number) else 1.2 if k % 5 == 0 else 0.5
            yield f'<path d="{path.format(at + CELL * k)}" stroke-width="{weight}"/>'


def _cells(grid: Grid, painted: bool, left: int, top: int) -> Iterator[str]:
    for row, line in enumerate(grid.rows()):
        for col, symbol in enumerate(line):
            x, y = left + CELL * col, top + CELL * row
            if symbol == UNKNOWN:
                continue
            if not painted:
                yield from _number(symbol, x, y)
            elif symbol == "1":
                yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#111"/>'
            else:
                yield f'<circle cx="{x + CELL / 2}" cy="{y + CELL / 2}" r="1.5" fill="#111"/>'


def _labels(
    rows: list[tuple[str, ...]], cols: list[tuple[str, ...]], left: int, top: int
) -> Iterator[str]:
    for row, label in enumerate(rows):
        for k, text in enumerate(reversed(label), 1):
            yield from _number(text, left - CELL * k, top + CELL * row)
    for col, label in enumerate(cols):
        for k, text in enumerate(reversed(label), 1):
            yield from _number(text, left + CELL * col, top - CELL * k)


def _number(text: str, x: float, y: float) -> Iterator[str]:
    """A number in the middle of the cell at x, y; narrower when it has several digits."""
    squeeze = min(1.0, 3.0 / (1.4 * len(text) - 0.4)) if len(text) > 1 else 1.0
    advance = 5.6 * 2 * squeeze
    begin = x + CELL / 2 - (advance * (len(text) - 1) + 8 * squeeze) / 2
    for k, digit in enumerate(text):
        place = f"translate({begin + k * advance:g} {y + 6}) scale({2 * squeeze:g} 2)"
        yield f'<path d="{STROKES[digit]}" transform="{place}" stroke-width=".8"/>'
