"""Whole pages with one puzzle or several on them, and what stands around: headings, text, buttons.

The places of the cells are measured in the browser: `MEASURE` gives a quadrilateral for each grid.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random

from canvases import canvas
from looks import Style, entries_differ, style_of
from posed import Posed, pose
from tables import table

import nonairo as nn
from nonairo.grid import Cell, Grid
from nonairo.render.board import CELL, board_of
from nonairo.render.scene import puzzle_scene
from nonairo.render.svg import draw as svg
from nonairo.render.themes import THEMES

KINDS = (*3 * ("binairo",), "tango", *3 * ("nonogram",), "coloured")
WORDS = (
    "Daily puzzle", "Level 12", "Easy", "Hard", "New game", "Undo", "Hint", "Check", "02:41",
    "Fill the grid so that every row and column has as many zeros as ones.", "Score 1200",
    "No more than two equal symbols may stand next to each other.", "Solution on page 48",
    "The numbers tell how many cells in a row are filled.", "Nr. 7", "Share", "Settings", "2026",
)  # fmt: skip
MEASURE = """
() => [...document.querySelectorAll("[data-puzzle]")].map((holder) => {
  const box = holder.querySelector("[data-box]");
  if (box) {
    const [left, top, right, bottom] = JSON.parse(box.dataset.box);
    const at = box.getBoundingClientRect();
    return [at.left + left * at.width, at.top + top * at.height,
            at.left + right * at.width, at.top + bottom * at.height];
  }
  const cells = holder.querySelectorAll("[data-cell]");
  const first = cells[0].getBoundingClientRect();
  const last = cells[cells.length - 1].getBoundingClientRect();
  return [first.left, first.top, last.right, last.bottom];
})
"""


@dataclass(frozen=True)
class Page:
    """HTML, what is on it, and how it is to be photographed from the screen."""

    html: str
    posed: tuple[Posed, ...]
    style: Style
    kind: str
    drawn: str  # `table`, `canvas`, `own`
    zoom: float  # pixels for one CSS pixel
    tight: bool  # cut out close to the puzzle


def page_of(rng: Random, fonts: list[str]) -> Page:
    """A page like one that a newspaper, an app or we ourselves would show."""
    kind = rng.choice(KINDS)
    several = rng.random() < 0.08
    posed = tuple(
        pose(kind, rng, small=several) for _ in range(rng.choice((2, 3, 4)) if several else 1)
    )
    largest = max(max(p.puzzle.givens.height, p.puzzle.givens.width) for p in posed)
    style = style_of(kind, (largest, largest), fonts, rng)
    drawn = rng.choice(("table", "table", "table", "canvas", "canvas", "own"))
    if style.look in ("sky", "emoji") and drawn == "canvas":
        drawn = "table"
    if drawn == "own" and style.look != "cells":
        style = replace(style, look="digits")
    draw = {"table": table, "canvas": canvas, "own": own}[drawn]
    zoom = rng.choice((1, 1, 1.5, 2, 2, 3))
    while zoom > 1 and (style.cell * (largest + 6) * zoom) ** 2 > 3_000_000:
        zoom -= 0.5
    grids = "".join(
        f'<div data-puzzle style="margin:18px">{draw(each, style)}</div>' for each in posed
    )
    words = [rng.choice(WORDS) for _ in range(4)]
    tight = rng.random() < 0.4 and not several
    around = rng.random() < 0.7 and not tight
    before, after = "", ""
    if around:
        before = f"<h2>{words[0]}</h2><p>{words[1]}</p>"
        after = "".join(
            f'<span style="display:inline-block;margin:6px;padding:6px 12px;border-radius:6px;'
            f'border:1px solid {style.line}">{word}</span>'
            for word in words[2:]
        )
    middle = f'<div style="display:flex;flex-wrap:wrap">{grids}</div>'
    html = (
        f'<div id=page style="display:inline-block;background:{style.paper};color:{style.ink};'
        f"font-family:'{style.font}';padding:{rng.choice((2, 8, 20))}px\">"
        f"{before}{middle}{after}</div>"
    )
    return Page(html, posed, style, kind, drawn, zoom, tight)


def own(posed: Posed, style: Style) -> str:
    """Our own drawing of the puzzle."""
    puzzle = posed.puzzle
    grid = merged(posed) if posed.started else puzzle.givens
    scene = puzzle_scene(puzzle, grid)
    board = board_of(puzzle, grid)
    box = [
        board.left / scene.width,
        board.top / scene.height,
        (board.left + CELL * grid.width) / scene.width,
        (board.top + CELL * grid.height) / scene.height,
    ]
    scale = style.cell / CELL
    drawn = str(svg(scene, THEMES["dark" if style.dark else "light"]))
    return (
        f'<div data-box="{json.dumps(box)}" style="width:{scene.width * scale:.1f}px;'
        f'height:{scene.height * scale:.1f}px">'
        + drawn.replace("<svg ", '<svg style="width:100%;height:100%;display:block" ', 1)
        + "</div>"
    )


def merged(posed: Posed) -> Grid:
    """The givens and what was entered."""
    return posed.puzzle.givens.fill(
        {
            Cell(r, c): symbol
            for r, row in enumerate(posed.entries)
            for c, symbol in enumerate(row)
            if symbol != "."
        }
    )


def truth_of(page: Page, number: int) -> dict[str, object]:
    """What a reader should find in one puzzle of a page."""
    posed = page.posed[number]
    puzzle = posed.puzzle
    return {
        "id": puzzle.id,
        "kind": page.kind,
        "height": puzzle.givens.height,
        "width": puzzle.givens.width,
        "givens": list(posed.givens),
        "entries": list(posed.entries),
        "differ": entries_differ(page.style, page.drawn),
        "unique": nn.is_unique(puzzle),
    }
