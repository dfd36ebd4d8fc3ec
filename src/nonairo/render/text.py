"""A grid in a box of characters, with whatever its kind writes beside the lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nonairo.errors import ArgumentError
from nonairo.grid import UNKNOWN, Cell, Grid
from nonairo.kinds import appearance_of, kind_of
from nonairo.plain import brief, columns_of, many, visible
from nonairo.puzzle import Puzzle

BOXES = "┌┐└┘─│█·"  # all that drawings have beyond ASCII
ASCII = str.maketrans(BOXES, "++++-|#.")
OLD_SPELLINGS = ("#.", "@.")  # the sign for 1 first
GAP = 2  # columns between cells for a sign, in puzzles that have any


def glyphs_of(puzzle: Puzzle, symbols: str | None) -> dict[str, str]:
    """How each cell is shown; `symbols` has a sign for each symbol, that for 0 first.

    Two old spellings with the sign for 1 first are still understood: `#.` and `@.`.

    >>> from nonairo.kinds import from_id
    >>> puzzle = from_id("nonogram:1;1")
    >>> glyphs_of(puzzle, "ab")["1"], glyphs_of(puzzle, ".#")["1"], glyphs_of(puzzle, "#.")["1"]
    ('b', '#', '#')
    """
    alphabet = puzzle.symbols
    if symbols is None:
        shown = appearance_of(puzzle).glyphs
    elif len(symbols) != len(alphabet) or len({*symbols}) < len(symbols):
        number = "two" if len(alphabet) == 2 else str(len(alphabet))
        raise ArgumentError(
            "symbols",
            f": expected {number} different characters such as {alphabet}"
            f"{' or .#' if len(alphabet) == 2 else ''}, found {brief(symbols)}",
        )
    elif not symbols.isprintable() or not all(map(columns_of, symbols)):
        raise ArgumentError(
            "symbols", f": expected characters that can be printed, found {brief(symbols)}"
        )
    else:
        shown = symbols[::-1] if symbols in OLD_SPELLINGS else symbols
    blank = next(mark for mark in ".?_~" if mark not in shown)
    if "\N{MIDDLE DOT}" in shown:
        blank = "?"
    return dict(zip(alphabet, shown, strict=True)) | {UNKNOWN: blank}


@dataclass(frozen=True, slots=True)
class Layout:
    """How a drawing is laid out: the look of cells, their width, and what is written beside."""

    glyphs: dict[str, str]
    beside: list[str]  # left of the rows
    above: list[tuple[str, ...]]  # over the columns, from top to bottom
    solid: bool  # filled cells are blocks without a gap
    wide: int  # columns of a cell
    tail: str  # after the last cell
    gap: int = 0  # columns of a cell, at its end, that are for signs
    signs: Mapping[tuple[Cell, Cell], str] = field(default_factory=dict)  # between neighbours
    notes: Mapping[Cell, str] = field(default_factory=dict)  # clues in cells, after the symbol
    paints: Mapping[str, str] = field(default_factory=dict)  # colours of cells, by symbol
    row_paints: Sequence[tuple[str, ...]] = ()  # colours of what is written beside; "" for none
    col_paints: Sequence[tuple[str, ...]] = ()

    @property
    def margin(self) -> int:
        """The width of what stands beside the rows."""
        return max(map(len, self.beside), default=0)

    @property
    def indent(self) -> int:
        """How far from the left the box begins."""
        return self.margin + 3 if self.margin else 0

    def head(self, row: int) -> str:
        """What stands left of a row."""
        return f"  {self.beside[row].rjust(self.margin)} " if self.margin else ""

    def levels(self) -> list[list[str]]:
        """What stands over the columns, line by line."""
        tall = max(map(len, self.above), default=0)
        return [
            [column[level - tall + len(column)] if level >= tall - len(column) else ""
             for column in self.above]
            for level in range(tall)
        ]  # fmt: skip

    def across(self, number: int, last: bool = True) -> int:
        """Columns between the borders for so many cells; no sign stands after the `last`."""
        return self.wide * number - (self.gap if last and not self.notes else 0) + len(self.tail)

    def over(self, text: str) -> str:
        """What stands over a column, or a sign below a cell, as wide as a cell."""
        return text.rjust(self.wide - self.gap) + " " * self.gap

    def cell(self, symbol: str) -> str:
        """A cell as wide as all are, without its sign."""
        glyph = self.glyphs[symbol]
        wide = self.wide - self.gap
        if self.solid and glyph == "\N{FULL BLOCK}":
            return glyph * wide if wide == 2 else " " + glyph * (wide - 1)
        return " " * (wide - columns_of(glyph)) + glyph

    def after(self, cell: Cell, width: int) -> str:
        """What stands between a cell and its right neighbour; nothing after the last of a row."""
        if self.notes:
            return self.notes.get(cell, "").ljust(self.gap)
        if cell.col == width - 1 or not self.gap:
            return ""
        return self.signs.get((cell, Cell(cell.row, cell.col + 1)), "").rjust(self.gap)

    def below(self, row: int, columns: range) -> str:
        """The signs under a row."""
        found = [self.signs.get((Cell(row, col), Cell(row + 1, col)), "") for col in columns]
        return "".join(map(self.over, found))


def notes_of(puzzle: Puzzle) -> dict[Cell, str]:
    """The clues that are written in cells."""
    label = kind_of(puzzle).label
    return {
        line.at: " ".join(label(line.rule)) for line in puzzle.more_lines if line.at is not None
    }


def borders_of(puzzle: Puzzle) -> list[tuple[Cell, Cell]]:
    """Neighbours between which a line ends that is drawn with a border, in reading order."""
    owners: dict[Cell, set[int]] = {}
    for number, line in enumerate(puzzle.more_lines):
        if line.look == "border":
            for cell in line.cells:
                owners.setdefault(cell, set()).add(number)
    return [
        (cell, other)
        for cell in sorted(owners)
        for other in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col))
        if other in owners and owners[other] != owners[cell]
    ]


def layout_of(puzzle: Puzzle, symbols: str | None) -> Layout:
    """The layout of a puzzle's drawings; `symbols` as for `glyphs_of`."""
    glyphs = glyphs_of(puzzle, symbols)
    kind, colours = kind_of(puzzle), appearance_of(puzzle).colours
    label = kind.label
    signs = {(one, other): "─│"[one.row == other.row] for one, other in borders_of(puzzle)}
    signs |= {(one, other): glyph for one, other, glyph in kind.marks(puzzle)}
    notes = notes_of(puzzle)
    gap = 1 if notes else GAP if signs else 0
    above = [label(rule) for rule in puzzle.col_rules]
    solid = glyphs.get("1") == "\N{FULL BLOCK}"
    wide = max((len(text) for texts in above for text in texts), default=1)
    wide = max(wide, *map(columns_of, glyphs.values()))  # also of wide characters
    wide = max(wide, 2 if solid else 1) + (wide > 1 or not solid)
    row_paints, col_paints = (
        [tuple(colours[k] if k and colours else "" for k in kind.inks(rule)) for rule in rules]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    )
    return Layout(
        glyphs,
        beside=[" ".join(label(rule)) for rule in puzzle.row_rules],
        above=above,
        solid=solid,
        wide=wide + gap,
        tail="" if solid and wide == 2 else " ",
        gap=gap,
        signs=signs,
        notes=notes,
        paints=dict(zip(puzzle.symbols[1:], colours[1:], strict=False)),
        row_paints=row_paints,
        col_paints=col_paints,
    )


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
    layout = layout_of(puzzle, symbols)
    left = " " * layout.indent
    lines = [f"{left} {''.join(map(layout.over, texts))}".rstrip() for texts in layout.levels()]
    across = layout.across(grid.width)
    rule = "─" * across
    lines.append(f"{left}┌{rule}┐")
    for number, row in enumerate(grid.rows()):
        cells = [
            layout.cell(symbol) + layout.after(Cell(number, col), grid.width)
            for col, symbol in enumerate(row)
        ]
        lines.append(f"{layout.head(number)}│{''.join(cells)}{layout.tail}│")
        if layout.signs and number < grid.height - 1:
            below = layout.below(number, range(grid.width))
            lines.append(f"{left}│{below[:across].ljust(across)}│")
    lines.append(f"{left}└{rule}┘")
    return "\n".join(lines)


def in_ascii(text: str) -> str:
    """A drawing for terminals and files that have no boxes.

    >>> print(in_ascii("┌──┐"))
    +--+
    """
    return text.translate(ASCII)


def rules_text(puzzle: Puzzle, word: str = "rules ") -> str:
    """What to add to a puzzle's kind: its rules where they are not standard, or its colours."""
    colours = len(appearance_of(puzzle).colours) - 1
    if colours > 0:
        return f", {many(colours, 'colour')}"
    return "" if puzzle.rules == "standard" else f", {word}{puzzle.rules}"


def heading(puzzle: Puzzle, rules: str | None = None) -> str:
    """Kind, size, rules where they are not standard, and title, in one line."""
    rules = rules_text(puzzle) if rules is None else rules
    name = puzzle.title or puzzle.extra.get("id")
    title = f": {visible(str(name))}" if name else ""
    return f"{puzzle.kind} {puzzle.height}x{puzzle.width}{rules}{title}"
