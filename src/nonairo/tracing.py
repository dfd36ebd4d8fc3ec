"""Write traces: what an engine did, as JSON Lines for programs or as text with small grids."""

from __future__ import annotations

import json

from nonairo.events import Event
from nonairo.grid import UNKNOWN, Cell, Grid
from nonairo.plain import in_words, many
from nonairo.puzzle import Puzzle
from nonairo.render.text import draw, glyphs_of, heading
from nonairo.results import Result

MOST_DROPPED = 6  # values that a line of text names


def json_line(puzzle: Puzzle, engine: str, event: Event) -> str:
    """One object on a line; the first of a puzzle says whose it is."""
    whose = {"puzzle": puzzle.record_id, "engine": engine} if event.step == 1 else {}
    return json.dumps(event.to_json() | whose) + "\n"


def preface(puzzle: Puzzle, engine: str, symbols: str | None = None) -> str:
    """Return how a readable trace begins; `symbols` as for `draw`, with a key if there are any."""
    key = ""
    if symbols is not None and symbols != puzzle.symbols:
        glyphs = glyphs_of(puzzle, symbols)
        key = ", ".join(f"{glyphs[symbol]} is {symbol}" for symbol in puzzle.symbols)
        key = f"in the grids: {key}, {glyphs[UNKNOWN]} is unknown\n\n"
    title = f"{heading(puzzle)}, engine {engine}\n\n"
    return f"{title}{key}current configuration\n{draw(puzzle, symbols=symbols)}\n"


def paragraph(puzzle: Puzzle, event: Event, grid: Grid, symbols: str | None = None) -> str:
    """One event in words, with the grid where it changed."""
    text = f"{event.step}. depth {event.depth}: {sentence(event)}\n"
    if event.kind in ("visit", "prune", "round", "goal", "limit"):
        return text
    shown = grid.fill(dict(event.cells)) if event.valid is False and event.cells else grid
    return f"{text}{draw(puzzle, shown, symbols)}\n"


def summary(result: Result, *, backtracks: bool = True) -> str:
    """How a readable trace ends: the answer, and everything that was counted."""
    why = f": {result.reason}" if result.reason else ""
    number = in_words(len(result.solutions), "solution")
    cost = result.stats.lines(zeros=False, backtracks=backtracks)
    return "\n".join([f"{result.status}{why}, {number} found", *cost]) + "\n"


def sentence(event: Event) -> str:
    """One event in a line."""
    where = "" if event.place is None else f" {event.place}"
    why = f" ({event.criterion})" if event.criterion else ""
    cells = ", ".join(f"{cell} = {symbol}" for cell, symbol in event.cells[:8])
    if len(event.cells) > 8:
        cells += f" and {len(event.cells) - 8} more"
    line = "".join(symbol for _, symbol in event.cells)
    left = "" if event.unknowns is None else f", {many(event.unknowns, 'cell')} unknown"
    match event.kind:
        case "visit":
            return f"visit{where}{left}"
        case "place" if event.valid is None:
            return f"try {cells}"
        case "place":
            return f"try {cells}: {'VALID' if event.valid else 'INVALID' + why}"
        case "deduce":
            return f"deduce{where}{why}: {cells}"
        case "successor":
            return f"valid successor{where}: {line}"
        case "reject" if isinstance(event.place, Cell) and event.cells:
            return f"given {cells}: INVALID{why}"
        case "reject" if event.cells:
            return f"invalid successor{where}: {line}{why}"
        case "reject":
            return f"dead end{where}{why}"
        case "undo":
            return (
                f"undo{where}"
                if event.place is not None
                else f"undo {many(len(event.cells), 'cell')}"
            )
        case "prune":
            return f"prune{where}{why}: {_shrunk(event)}"
        case "round":
            return f"{event.criterion or 'round done'}{left}"
        case "limit":
            return event.criterion or "the trace stops here"
        case "goal" if event.valid is False:
            return event.criterion or "no solution"
        case "goal":
            return "GOAL: every cell is filled"
        case _:
            return "SOLUTION"


def _shrunk(event: Event) -> str:
    """How a line's list became shorter, and what left it."""
    had, has = event.values or (0, 0)
    shown = event.dropped[:MOST_DROPPED]
    more = f" and {had - has - len(shown)} more" if had - has > len(shown) else ""
    return f"{many(had, 'value')} -> {has:,}, without {' '.join(shown)}{more}"
