"""A grid in a box of characters, with whatever its kind writes beside the lines."""

from __future__ import annotations

from nonairo.errors import NonairoError
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle


def glyphs_of(puzzle: Puzzle, symbols: str | None) -> dict[str, str]:
    """How each cell is shown; `symbols` is `01`, or a one and a zero such as `#.`."""
    if symbols is None:
        zero, one = tuple(KINDS[puzzle.kind].glyphs)
    elif len(symbols) != 2 or symbols[0] == symbols[1] or not symbols.isprintable():
        raise NonairoError(f"expected two different symbols such as 01 or '#.', found {symbols!r}")
    else:
        zero, one = tuple(symbols if symbols == "01" else symbols[::-1])
    blank = next(mark for mark in ".?_" if mark not in (zero, one))
    if zero == "\N{MIDDLE DOT}":
        blank = "?"
    return {"0": zero, "1": one, UNKNOWN: blank}


def draw(puzzle: Puzzle, grid: Grid | None = None, symbols: str | None = None) -> str:
    """A puzzle's grid (its givens unless another is given) in a box, with clues.

    >>> from nonairo.kinds import from_id
    >>> print(draw(from_id("nonogram:1/2;2/1"), Grid.parse("10/11"), "#."))
          2 1
        ┌─────┐
      1 │ # . │
      2 │ # # │
        └─────┘
    """
    grid = puzzle.givens if grid is None else grid
    glyphs = glyphs_of(puzzle, symbols)
    label = KINDS[puzzle.kind].label
    beside = [" ".join(label(rule)) for rule in puzzle.row_rules]
    above = [label(rule) for rule in puzzle.col_rules]
    solid = glyphs["1"] == "\N{FULL BLOCK}"
    wide = max((len(text) for texts in above for text in texts), default=1)
    wide = max(wide, 2 if solid else 1) + (wide > 1 or not solid)
    margin = max(map(len, beside), default=0)
    indent = margin + 3 if margin else 0
    tall = max(map(len, above), default=0)
    tail = "" if solid and wide == 2 else " "
    rule = "─" * (wide * grid.width + len(tail))
    left = " " * (indent + 1)
    lines = []
    for level in range(tall):
        texts = [column[level - tall + len(column)] if level >= tall - len(column) else ""
                 for column in above]  # fmt: skip
        lines.append((left + "".join(text.rjust(wide) for text in texts)).rstrip())
    lines.append(" " * indent + "┌" + rule + "┐")
    for text, row in zip(beside, grid.rows(), strict=True):
        cells = "".join(_cell(glyphs[symbol], wide, solid) for symbol in row)
        head = f"  {text.rjust(margin)} " if margin else ""
        lines.append(f"{head}│{cells}{tail}│")
    lines.append(" " * indent + "└" + rule + "┘")
    return "\n".join(lines)


def _cell(glyph: str, wide: int, solid: bool) -> str:
    if solid and glyph == "\N{FULL BLOCK}":
        return glyph * wide if wide == 2 else " " + glyph * (wide - 1)
    return glyph.rjust(wide)


def heading(puzzle: Puzzle) -> str:
    """Kind, size, rules where they are not standard, and title, in one line."""
    rules = "" if puzzle.rules == "standard" else f", rules {puzzle.rules}"
    name = puzzle.title or puzzle.extra.get("id")
    title = f": {name}" if name else ""
    return f"{puzzle.kind} {puzzle.height}x{puzzle.width}{rules}{title}"
