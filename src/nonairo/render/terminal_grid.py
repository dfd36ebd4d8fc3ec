"""A grid for a terminal: numbered rows and columns, marked cells, folded where it is too wide.

The numbers of columns stand in the upper border, those of rows left of the box, or right of it
where clues are on the left. What a step looks at and decides has a sign before its symbol, so that
nothing depends on colour alone. A drawing is lines of spans, each with roles; the code that prints
them decides how a role looks. A role such as `#ff0000` is the colour of a ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from nonairo.grid import UNKNOWN, Cell, Grid, Place
from nonairo.puzzle import Puzzle
from nonairo.render.text import Layout, layout_of

Span: TypeAlias = tuple[str, str]  # text and its roles, which are words with blanks between
Spans: TypeAlias = list[Span]

SIGNS = {
    "made": "*",
    "seen": ":",
    "less": "-",
    "supposed": "~",
    "then": ">",
    "broken": "!",
    "both": "x",
    "wrong": "!",
    "differs": ":",
}
MEANINGS = {
    "made": "decided in this step",
    "seen": "used as a reason",
    "less": "cannot be one of its symbols",
    "supposed": "supposed",
    "then": "follows from it",
    "broken": "breaks a rule",
    "both": "follows and breaks a rule",
    "wrong": "mistake",
    "differs": "differs between the solutions",
}
FEWEST = 3  # columns that are worth a box of their own
FIFTH = 5


@dataclass(frozen=True, slots=True)
class Marked:
    """A grid, the roles of its marked cells, and the lines that are to be looked at."""

    grid: Grid
    roles: Mapping[Cell, str] = field(default_factory=dict)
    lines: frozenset[Place] = frozenset()


def of_places(
    grid: Grid, places: Sequence[Place], cells: Sequence[Cell], role: str = "seen"
) -> Marked:
    """Where to look: at these cells, or where there are none, at the whole of these lines."""
    shown = cells or [cell for place in places for cell in grid.along(place)]
    role = role if cells else "seen"
    return Marked(grid, dict.fromkeys(shown, role), frozenset(places))


def legend(roles: set[str]) -> str:
    """What the signs of these roles mean.

    >>> legend({"seen", "made"})
    'key: * decided in this step, : used as a reason'
    """
    parts = [f"{SIGNS[role]} {MEANINGS[role]}" for role in SIGNS if role in roles]
    return f"key: {', '.join(parts)}" if parts else ""


def ruled(
    puzzle: Puzzle, marked: Marked, width: int, symbols: str | None = None
) -> Iterator[Spans]:
    """The lines of a drawing that is at most so wide; one sentence where even folding is vain.

    >>> from nonairo.kinds import from_id
    >>> puzzle = from_id("binairo:1..0/..../..../0..1")
    >>> for spans in ruled(puzzle, Marked(puzzle.givens, {Cell(0, 1): "made"}), 80):
    ...     print("".join(text for text, _ in spans))
      ┌─1─2─3─4─┐
    1 │ 1*. . 0 │
    2 │ . . . . │
    3 │ . . . . │
    4 │ 0 . . 1 │
      └─────────┘
    """
    layout, grid = layout_of(puzzle, symbols), marked.grid
    digits = len(str(grid.height)) + 1
    around = max(layout.indent, 0 if layout.margin else digits) + 2 + len(layout.tail)
    around += digits if layout.margin else 0
    room = (width - around + layout.gap) // layout.wide
    if room < grid.width:  # then a sign may follow the last cell
        room = (width - around) // layout.wide
    if room < min(FEWEST, grid.width):
        least = around + layout.wide * min(FEWEST, grid.width)
        parts = f"(too wide to draw: the grid needs {least} columns, the terminal has {width})"
        yield [(parts, "note")]
        return
    step = _band(grid.width, room)
    for begin in range(0, grid.width, step):
        yield from box(puzzle, marked, layout, range(begin, min(begin + step, grid.width)))


def _band(columns: int, room: int) -> int:
    """How many columns stand side by side: all, or even parts, in fives where that is possible."""
    if columns <= room:
        return columns
    parts = -(-columns // room)
    even = -(-columns // parts)
    fives = -(-even // FIFTH) * FIFTH
    return fives if fives <= room else even


def unruled(puzzle: Puzzle, grid: Grid, symbols: str | None = None) -> Iterator[Spans]:
    """The lines of a drawing without numbers, as wide as it is: those of `draw`, with roles."""
    layout = layout_of(puzzle, symbols)
    return box(puzzle, Marked(grid), layout, range(grid.width), numbered=False)


def box(
    puzzle: Puzzle, marked: Marked, layout: Layout, columns: range, numbered: bool = True
) -> Iterator[Spans]:
    """The lines of a drawing of some columns: what stands above, a border, the rows, a border."""
    grid, used = marked.grid, marked.lines
    digits = len(str(grid.height))
    left = " " * (indent_of(layout, grid) if numbered else layout.indent)
    across = layout.across(len(columns), columns[-1] == grid.width - 1)
    for texts, paints in zip(layout.levels(), _levels(layout), strict=True):
        above = [
            _label(layout.over(texts[col]), _line_role("column", col, used, "clue"), paints[col])
            for col in columns
        ]
        yield [(left + " ", ""), *(span for spans in above for span in spans)]
    upper = _ruler(layout, columns, used, across) if numbered else [("─" * across, "border")]
    yield [(left, ""), ("┌", "border"), *upper, ("┐", "border")]
    some_given = bool(puzzle.givens.cells.strip(UNKNOWN))
    for row in range(grid.height):
        number = (str(row + 1).rjust(digits), _line_role("row", row, used, "ruler"))
        spans = [number, (" ", "")] if numbered else []
        if layout.margin:
            spans = _head(layout, row, _line_role("row", row, used, "clue"))
        spans.append(("│", "border"))
        for col in columns:
            cell = Cell(row, col)
            spans += _cell(layout, grid[cell], puzzle.givens[cell], marked.roles.get(cell, ""),
                           some_given)  # fmt: skip
            spans.append((layout.after(cell, grid.width), "clue"))
        spans.append((f"{layout.tail}│", "border"))
        yield [*spans, (" ", ""), number] if layout.margin and numbered else spans
        if layout.signs and row < grid.height - 1:
            below = layout.below(row, columns)[:across].ljust(across)
            yield [(left, ""), ("│", "border"), (below, "clue"), ("│", "border")]
    yield [(f"{left}└{'─' * across}┘", "border")]


def indent_of(layout: Layout, grid: Grid) -> int:
    """How many columns stand left of the border."""
    return layout.indent or len(str(grid.height)) + 1


def _levels(layout: Layout) -> list[list[str]]:
    """The colours of what stands over the columns, line by line; nothing where there are none."""
    tall = max(map(len, layout.above), default=0)
    padded = [("",) * (tall - len(paints)) + tuple(paints) for paints in layout.col_paints]
    return [[paints[level] for paints in padded] for level in range(tall)]


def _head(layout: Layout, row: int, role: str) -> Spans:
    """What stands left of a row; part by part where the parts have colours."""
    paints = layout.row_paints[row]
    if not any(paints):
        return _label(layout.head(row), role)
    parts = layout.beside[row].split()
    spans: Spans = [(" " * (2 + layout.margin - len(layout.beside[row])), "")]
    for part, paint in zip(parts, paints, strict=True):
        spans += [(part, f"{role} {paint}".strip()), (" ", "")]
    return spans


def _label(text: str, role: str, paint: str = "") -> Spans:
    """What stands beside a line; the blanks around it have no role, or they would be underlined."""
    bare = text.strip()
    before, after = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    role = f"{role} {paint}".strip()
    return [(" " * before, ""), (bare, role), (" " * after, "")] if bare else [(text, "")]


def _line_role(axis: str, index: int, used: frozenset[Place], role: str) -> str:
    return f"{role} used" if (axis, index) in used else role


def _ruler(layout: Layout, columns: range, used: frozenset[Place], length: int) -> Iterator[Span]:
    """The upper border with the numbers of columns: all, or the first and every fifth."""
    every = len(str(columns[-1] + 1)) < layout.wide
    at = 0
    for col in columns:
        number = str(col + 1)
        if not (every or col == columns[0] or (col + 1) % FIFTH == 0):
            continue
        begin = max(layout.wide * (col - columns[0] + 1) - layout.gap - len(number), 0)
        if begin < at + (at > 0) or begin + len(number) > length:
            continue  # it would touch the one before
        yield "─" * (begin - at), "border"
        yield number, _line_role("column", col, used, "ruler")
        at = begin + len(number)
    yield "─" * (length - at), "border"


def _cell(layout: Layout, symbol: str, given: str, role: str, some_given: bool) -> Spans:
    """A cell with the sign of its role in front. A block keeps its look: reversed it is a hole."""
    text = layout.cell(symbol)
    look = "unknown"
    if symbol != UNKNOWN:
        look = "given" if given == symbol else "found" if some_given else "ink"
    paint = layout.paints.get(symbol, "")
    if not role:
        return [(text, f"{look} {paint}".strip())]
    if layout.paints:  # cells are wide, for clues have letters
        look = f"{look} {paint}".strip()
        return [(text[:-2], look), (SIGNS[role], role), (text[-1:], look)]
    if layout.solid:
        return [(SIGNS[role], role), (text[1:], look)]
    return [(SIGNS[role], role), (text[1:], f"given {role}" if look == "given" else role)]
