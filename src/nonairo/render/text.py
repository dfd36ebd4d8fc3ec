"""A grid in a box of characters, with whatever its kind writes beside the lines."""

from __future__ import annotations

from nonairo.errors import NonairoError
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import kind_of
from nonairo.plain import visible
from nonairo.puzzle import Puzzle


def glyphs_of(puzzle: Puzzle, symbols: str | None) -> dict[str, str]:
    """How each cell is shown; `symbols` is `01`, or a one and a zero such as `#.`.

    Puzzles with more symbols are shown by all of them, in their order.
    """
    alphabet = puzzle.symbols
    if symbols is None:
        own = kind_of(puzzle).glyphs
        shown = own if len(own) == len(alphabet) else alphabet
    elif len(symbols) != len(alphabet) or len({*symbols}) < len(symbols):
        number = "two" if len(alphabet) == 2 else str(len(alphabet))
        raise NonairoError(
            f"expected {number} different symbols such as {alphabet}"
            f"{' or #.' if len(alphabet) == 2 else ''}, found {symbols!r:.40}"
        )
    elif not symbols.isprintable():
        raise NonairoError(f"expected symbols that can be printed, found {symbols!r:.40}")
    else:
        shown = symbols[::-1] if len(alphabet) == 2 and symbols != alphabet else symbols
    blank = next(mark for mark in ".?_~" if mark not in shown)
    if "\N{MIDDLE DOT}" in shown:
        blank = "?"
    return dict(zip(alphabet, shown, strict=True)) | {UNKNOWN: blank}


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
    label = kind_of(puzzle).label
    beside = [" ".join(label(rule)) for rule in puzzle.row_rules]
    above = [label(rule) for rule in puzzle.col_rules]
    solid = glyphs.get("1") == "\N{FULL BLOCK}"
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
    title = f": {visible(str(name))}" if name else ""
    return f"{puzzle.kind} {puzzle.height}x{puzzle.width}{rules}{title}"
