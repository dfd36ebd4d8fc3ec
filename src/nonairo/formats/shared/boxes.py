"""Boxes of characters around cells, as they are drawn in terminals: found, and read.

The upper border may number the columns; a grid that was folded is put together again by that.
Between cells there may be borders of regions: then each cell has four columns and two lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from nonairo.errors import FormatError
from nonairo.formats.base import MOST_ROWS, check_sides, lines_of, number_of_lines, unlike
from nonairo.grid import ALPHABET, UNKNOWN, Cell, Grid
from nonairo.kinds.palette import LETTERS
from nonairo.render.terminal_grid import SIGNS

ASCII_TOP = re.compile(r" *\+[-\d]+\+ *")
ASCII_BOTTOM = re.compile(r" *\+-+\+ *")
LABEL = re.compile(r"[0-9]+[a-z]?")  # a number, perhaps with the letter of a colour
SIGN_OF = frozenset(SIGNS.values())
NOT_YET = frozenset(SIGNS[role] for role in ("made", "supposed", "then", "both"))
SHORTEST = 5  # characters of a line of a drawing, on an average
INK = "#@\N{FULL BLOCK}1"
PAPER = "\N{MIDDLE DOT}0"
PITCH = 4  # columns from cell to cell where borders stand between them
BETWEEN = "─-"  # a border below a cell
NOTED = 3  # characters of a cell that has room for a clue: two for its symbol, one for the clue


Borders: TypeAlias = frozenset[tuple[Cell, Cell]]  # neighbours between which one stands


class Box(NamedTuple):
    """One box: its cells, and what stands beside its rows and above its columns."""

    grid: Grid
    beside: tuple[tuple[str, ...], ...]
    above: tuple[tuple[str, ...], ...]
    line: int
    above_it: int  # the index of the line above all of it
    first: int = 0  # the column of the grid that is its first: not 0 where a wide grid is folded
    marked: frozenset[Cell] = frozenset()  # cells that bear signs: it shows a step,
    later: frozenset[Cell] = frozenset()  # which decides or supposes these
    notes: Grid | None = None  # clues that are written in cells, if there are any
    borders: Borders = frozenset()


def is_ragged(text: str) -> bool:
    """Whether a text has more lines than drawings of its size, which have no short ones."""
    return number_of_lines(text) > MOST_ROWS + len(text) // SHORTEST


def drawn_lines(text: str) -> list[str]:
    """The lines of a text; boxes of `+-|` in it become boxes with corners."""
    lines = lines_of(text)
    if "┌" in text or not any(map(ASCII_BOTTOM.fullmatch, lines)):
        return lines
    inside = False
    for number, line in enumerate(lines):
        if ASCII_TOP.fullmatch(line):
            corners = "└┘" if inside else "┌┐"
            inside = not inside
            begin, end = line.index("+"), line.rindex("+")
            border = line[begin + 1 : end].replace("-", "─")
            lines[number] = line[:begin] + corners[0] + border + corners[1]
        elif inside:
            lines[number] = line.replace("|", "│")
    return lines


def boxes(lines: list[str]) -> Iterator[Box]:
    """The boxes of a text, top to bottom; those of a folded grid as one."""
    whole: Box | None = None
    for box in parts(lines):
        ends = whole and (whole.grid.width, whole.grid.height, whole.beside)
        if whole is not None and ends == (box.first, box.grid.height, box.beside):
            notes = whole.notes and box.notes and _beside(whole.notes, box.notes)
            whole = whole._replace(
                grid=_beside(whole.grid, box.grid),
                notes=notes,
                above=whole.above + box.above,
                marked=whole.marked.union(_moved(box.marked, box.first)),
                later=whole.later.union(_moved(box.later, box.first)),
                borders=whole.borders.union(
                    (one, other) for pair in box.borders for one, other in [_moved(pair, box.first)]
                ),
            )
            continue
        if whole is not None:
            yield whole
        whole = box
    if whole is not None:
        yield whole


def _beside(left: Grid, right: Grid) -> Grid:
    rows = zip(left.rows(), right.rows(), strict=True)
    return Grid(left.height, left.width + right.width, "".join(one + other for one, other in rows))


def _moved(cells: Iterable[Cell], columns: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, col + columns) for row, col in cells)


def parts(lines: list[str]) -> Iterator[Box]:
    """The boxes of a text as they are drawn."""
    number = 0
    while number < len(lines):
        left = lines[number].find("┌")
        number += 1
        if left < 0 or lines[number - 1][left + 1 : left + 2] not in {*"─0123456789"}:
            continue
        top = number - 1
        right = lines[top].find("┐", left)
        end = next((k for k in range(number, len(lines)) if "└" in lines[k]), None)
        if right < 0 or end is None:
            raise FormatError("expected a closed box, found only its beginning", line=number)
        yield _box(lines, top, end, left, right)
        number = end + 1


def _box(lines: list[str], top: int, end: int, left: int, right: int) -> Box:
    labels = top
    while labels and lines[labels - 1][left + 1 : right + 1].strip():
        if lines[labels - 1][: left + 1].strip() or not _numbers(lines[labels - 1]):
            break
        labels -= 1
    rows = [line.ljust(right) for line in lines[top + 1 : end]]
    ruler = [int(number) for number in re.findall(r"\d{1,4}", lines[top][left:right])]
    bare = bool(ruler) and not any(row[right + 1 :].strip() for row in rows)
    if bare:
        labels = top  # the numbers of rows are on the left, so there are no clues
    head = [line.ljust(right)[left + 1 : right] for line in lines[labels:top]]
    for number, row in enumerate(rows, top + 2):
        if row[left : left + 1] != "│" or len(row) <= right or row[right] != "│":
            raise FormatError("expected a row between two bars", line=number)
    inside, borders = _without_borders([row[left + 1 : right] for row in rows], top + 2, left + 2)
    spread = 2 if borders else 1
    rows = rows[::spread]
    width = len(head[-1].split()) if head else len(inside[0].split()) if inside else 0
    if ruler and not head:  # signs may stand where else are blanks
        width = len(inside[0]) // 2
    noted = not head and _has_notes(inside)
    if noted:
        width = len(inside[0]) // NOTED
    check_sides(len(rows), width, top + 1)
    wide = len(inside[0]) // width
    drawn = any(symbol in INK for symbol in "".join(inside).replace("1", ""))
    words = " ".join([*head, *(row[:left] for row in rows)]).split()
    inks = LETTERS if any(word[-1].isalpha() for word in words) else ""
    cells = [
        _cell(
            row[k * wide : (k + 1) * wide - noted],
            drawn,
            inks,
            top + 2 + number * spread,
            left + 2 + k * wide * spread,
        )
        for number, row in enumerate(inside)
        for k in range(width)
    ]
    above = tuple(
        tuple(filter(None, (line[k * wide : (k + 1) * wide].strip() for line in head)))
        for k in range(width)
    )
    beside = tuple(() if bare else tuple(row[:left].split()) for row in rows)
    signs = {
        Cell(row, k): text[k * wide]
        for row, text in enumerate(inside if ruler else ())
        for k in range(width)
        if text[k * wide] in SIGN_OF
    }
    return Box(
        Grid(len(rows), width, "".join(cells)),
        beside,
        above,
        line=top + 1,
        above_it=labels - 1,
        first=ruler[0] - 1 if ruler else 0,
        marked=frozenset(signs),
        later=frozenset(cell for cell, sign in signs.items() if sign in NOT_YET),
        notes=_notes(inside) if noted else None,
        borders=borders,
    )


def _without_borders(inside: list[str], line: int, column: int) -> tuple[list[str], Borders]:
    """Rows as they are without borders between cells, and these borders.

    Nothing else may stand between these cells: a sign would hide a border.
    """
    cells, below = inside[::2], inside[1::2]
    width = (len(inside[0]) + 1) // PITCH if inside else 0
    if len(cells) == len(below) or any(row.strip(f" {BETWEEN}=x") for row in below):
        return inside, frozenset()
    borders = {
        (Cell(number, k), Cell(number, k + 1))
        for number, row in enumerate(cells)
        for k in range(width)
        if row[PITCH * (k + 1) - 1 : PITCH * (k + 1)] == "│"
    } | {
        (Cell(number, k), Cell(number + 1, k))
        for number, row in enumerate(below)
        for k in range(width)
        if row[PITCH * k + 1] in BETWEEN
    }
    if not borders:
        return inside, frozenset()
    for number, row in enumerate(inside):
        between = f" {BETWEEN}" if number % 2 else " │"
        for k, character in enumerate(row):
            if character not in between and (number % 2 or k % PITCH > 1):
                expected = "expected a blank or the border of a region between cells"
                raise FormatError(
                    f"{expected}, found {character!r}", line=line + number, column=column + k
                )
    bare = ["".join(row[PITCH * k : PITCH * k + 2] for k in range(width)) + " " for row in cells]
    return bare, frozenset(borders)


def _has_notes(inside: list[str]) -> bool:
    """Whether every cell has room for a clue after it: `?1`, and a symbol before the room."""
    return any(row[NOTED - 1 :: NOTED].strip() for row in inside) and all(
        len(row) % NOTED == 0
        and " " not in row[NOTED - 2 :: NOTED]
        and not row[NOTED - 1 :: NOTED].strip(" 0123456789")
        for row in inside
    )


def _notes(inside: list[str]) -> Grid:
    rows = [row[NOTED - 1 :: NOTED].replace(" ", UNKNOWN) for row in inside]
    return Grid(len(rows), len(rows[0]), "".join(rows))


def _numbers(line: str) -> bool:
    return all(LABEL.fullmatch(word) for word in line.split())


def _cell(text: str, drawn: bool, inks: str, line: int, column: int) -> str:
    """The symbol of a cell; a dot is paper beside ink, and else what is not known.

    `inks` are the letters of colours, where the clues have some.
    """
    mark = text.strip()[-1:]
    if mark and mark in INK:
        return "1"
    if mark and mark in PAPER:
        return "0"
    if mark == ".":
        return "0" if drawn else "."
    if mark and mark in inks:
        return ALPHABET[1 + inks.index(mark)]
    if mark in ("?", "_", "~"):
        return "."
    if mark.isascii() and mark.isdigit():
        return mark  # a further symbol, of which the kind may have none
    raise unlike("a cell", text, line, column)
