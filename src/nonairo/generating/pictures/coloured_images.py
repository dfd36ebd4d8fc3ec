"""Puzzles in several colours from picture files: few colours, one for each cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from nonairo.errors import PuzzleError
from nonairo.generating.pictures.image_files import Colours, inner_size, read_colours
from nonairo.generating.pictures.job import Order
from nonairo.generating.pictures.palettes import few_colours, nearest
from nonairo.generating.pictures.wanted_pictures import wanted_puzzle
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds.palette import Paint
from nonairo.puzzle import Puzzle

__all__ = ["coloured_image_puzzle", "read_colours"]

INK, PAPER = 3, 2  # what a pixel counts in its cell: thin lines must not get lost
LIGHT = 240  # of 255: paper that is as light as this is white


def coloured_image_puzzle(
    rows: Colours, size: tuple[int, int] | None, number: int, order: Order
) -> Puzzle:
    """The puzzle of a picture in at most so many colours; `extra` says what was changed."""
    assert order.kind.colour_rules is not None
    paints = few_colours((paint for row in rows for paint in row), number + 1)
    if len(paints) < 2:
        raise PuzzleError("the picture is blank: there is but one colour")
    known = {paint: nearest(paint, paints) for row in rows for paint in row}
    pixels = [[known[paint] for paint in row] for row in rows]
    paper = _paper(pixels)
    cells, height, width = _fitted(_cropped(pixels, paper), paper, size)
    inks = sorted({*cells} - {paper})
    if not inks:
        raise PuzzleError("nothing in the picture is large enough to fill a cell")
    symbols = {paper: "0"} | dict(zip(inks, ALPHABET[1:], strict=False))
    picture = Grid(height, width, "".join(symbols[cell] for cell in cells))
    order = replace(order, rules=order.kind.colour_rules([_hex(paints[ink]) for ink in inks]))
    puzzle = wanted_puzzle(picture, [0] * len(cells), order, order.job(height, width))
    if min(paints[paper]) >= LIGHT:
        return puzzle
    return replace(puzzle, extra={**puzzle.extra, "background": f"#{_hex(paints[paper])}"})


def _hex(paint: Paint) -> str:
    return "".join(f"{part:02x}" for part in paint)


def _paper(pixels: list[list[int]]) -> int:
    """The colour of most of the border."""
    border = pixels[0] + pixels[-1] + [row[0] for row in pixels] + [row[-1] for row in pixels]
    often = Counter(border)
    return min(often, key=lambda paint: (-often[paint], paint))


def _cropped(pixels: list[list[int]], paper: int) -> list[list[int]]:
    """Without empty margins."""
    down = [k for k, row in enumerate(pixels) if {*row} != {paper}]
    across = [k for k, column in enumerate(zip(*pixels, strict=True)) if {*column} != {paper}]
    return [row[across[0] : across[-1] + 1] for row in pixels[down[0] : down[-1] + 1]]


def _fitted(
    pixels: list[list[int]], paper: int, size: tuple[int, int] | None
) -> tuple[list[int], int, int]:
    """The colour of most of each cell, proportions kept, centred on paper; and the size."""
    tall, wide = len(pixels), len(pixels[0])
    (height, width), (inner, across) = inner_size(tall, wide, size)
    top, left = (height - inner) // 2, (width - across) // 2
    cells = [paper] * (height * width)
    for r in range(inner):
        band = pixels[r * tall // inner : max((r + 1) * tall // inner, r * tall // inner + 1)]
        for c in range(across):
            begin = c * wide // across
            end = max((c + 1) * wide // across, begin + 1)
            often = Counter(paint for row in band for paint in row[begin:end])
            votes = {ink: n * (PAPER if ink == paper else INK) for ink, n in often.items()}
            cells[(top + r) * width + left + c] = min(votes, key=lambda ink: (-votes[ink], ink))
    return cells, height, width
