"""Which lines of a text are rows of which grid: headers, blank lines, comments, blanks as cells.

Nothing is dropped: a line is a row, a header, a comment, a label above a solution, or blank; what
else it may be, the reader of the rows refuses. Where no header tells how many rows there are, a
blank line ends a grid, unless only the rows below it make it a square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import check_sides, lines_of
from nonairo.grid import LARGEST_SIDE

BLANKS = ".-_?xX*"
CELLS = frozenset("01" + BLANKS)
PROPERTIES = ("kind", "rules", "title", "author", "source")
HEADER = r"([0-9]{1,9})(?:[ \t]*[ \t,x][ \t]*([0-9]{1,9}))?"  # compiled for lines that may match

MOST_SPACED = 3 * LARGEST_SIDE  # lines of a text in which blanks are cells: they take thought

Row = tuple[int, str]  # the number of its line, from 1, and the text
Rows = list[Row]
Found = tuple[Rows, "tuple[int, int] | None", int]  # rows, sizes, the line where they begin


class Block(NamedTuple):
    """The rows of one grid, the sizes if a header told them, and what the comments say."""

    rows: Rows
    sizes: tuple[int, int] | None
    line: int  # where it begins
    about: dict[str, str]
    labelled: bool  # a line above says that it is a solution


class Section(NamedTuple):
    """Lines that belong together, blank ones among them, below what comments say of them."""

    about: dict[str, str]
    labelled: bool
    lines: Rows


def squash(row: str) -> str:
    return "".join(row.split())


def property_of(line: str) -> dict[str, str]:
    """What a comment says, if it is `# title: ...` or the like."""
    name, colon, value = line.strip()[1:].partition(":")
    return {name.strip(): value.strip()} if colon and name.strip() in PROPERTIES else {}


def header_of(line: str) -> tuple[int, int] | None:
    """The sizes that a header tells: one number, or two."""
    line = line.strip()
    found = None if line.strip("0123456789 \t,x") else re.fullmatch(HEADER, line)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def is_comment(line: str) -> bool:
    """A line that starts with `#` and is not a row of a picture in `#`."""
    line = line.strip()
    return line.startswith("#") and (len(line) == 1 or not set(line) <= CELLS | {"#", " "})


def is_label(line: str) -> bool:
    """Whether a line, a comment or not, says that a solution follows."""
    words = line.strip().lstrip("#").split(maxsplit=1)
    named = bool(words) and words[0].rstrip(":").lower() == "solution"
    return named and (len(words) == 1 or line.lstrip().startswith("#"))


def bare_rows(text: str) -> str | None:
    """Rows on one line, joined by `/`, one on each line instead; None if the text is not that.

    So few rows of that length, which is even, cannot be the clues of a task text.
    """
    line = text.strip()
    if "/" not in line or len(line) > 2 * LARGEST_SIDE * LARGEST_SIDE or set(line) - set("01./"):
        return None
    rows = line.split("/")
    width = len(rows[0])
    if width % 2 or any(len(row) != width for row in rows) or len(rows) >= 2 * width:
        return None
    return "\n".join(rows)


def sections(text: str) -> list[Section]:
    """The lines of a text, parted where a comment tells of what follows it."""
    found = [Section({}, False, [])]
    for number, line in enumerate(lines_of(text), 1):
        label = is_label(line)
        comment = label or is_comment(line)
        said = property_of(line) if comment else {}
        if (label or said) and any(row.strip() for _, row in found[-1].lines):
            found.append(Section({}, label, []))
        if label:
            found[-1] = found[-1]._replace(labelled=True)
        found[-1].about.update(said)
        if not comment:
            if "#" in line:
                line = re.split(r"\s#", line, maxsplit=1)[0]
            found[-1].lines.append((number, line.rstrip() or line))
    if len(found) > 1 and not any(row.strip() for _, row in found[-1].lines):
        found[-2].about.update(found.pop().about)  # said below the last grid
    return found


def blocks(text: str) -> Iterator[Block]:
    """The grids of a text; where no header tells how many rows they have, between blank lines."""
    parts = sections(text)
    spaced = blanks_are_cells([row for part in parts for _, row in part.lines])
    for about, labelled, lines in parts:
        told = about
        for rows, sizes, line in _spaced(lines) if spaced else _ruled(lines):
            yield Block(rows, sizes, line, told, labelled)
            told = {}


def blanks_are_cells(lines: list[str]) -> bool:
    """Whether a blank is an unknown cell: in rows of fixed width over 0, 1 and nothing else.

    Blanks between cells are another thing: they stand in the same places of every row.
    """
    rows = [line for line in lines if line.strip()]
    if rows and header_of(rows[0]) and not set(squash(rows[0])) <= CELLS:
        lines = lines[lines.index(rows.pop(0)) + 1 :]
    if not any(" " in row for row in rows) or not set().union(*rows) <= set("01 "):
        return False
    lengths = {len(squash(row)) for row in rows}
    if len(lengths) > 1:
        return True
    width = max(len(row.rstrip()) for row in rows)
    between = "\n".join(lines).strip("\n").count("\n") + 1
    if any("  " in row for row in rows) and width in (between, sum(map(bool, lines))):
        return True  # a square, if blank lines are rows
    apart = [[k for k, symbol in enumerate(row.strip()) if symbol != " "] for row in rows]
    return apart.count(apart[0]) < len(apart) and lengths != {len(rows)}


def paragraphs(lines: Rows) -> list[Rows]:
    """Lines with blank ones between."""
    found: list[Rows] = [[]]
    for number, line in lines:
        if line.strip():
            found[-1].append((number, line))
        elif found[-1]:
            found.append([])
    return [rows for rows in found if rows]


def starts_with_header(rows: Rows) -> tuple[int, int] | None:
    """The sizes, if the first row tells them. What may be cells tells them if the next row fits."""
    sizes = header_of(rows[0][1])
    if sizes is None or len(rows) == 1:
        return None
    cells = set(squash(rows[0][1])) <= CELLS
    return sizes if not cells or len(squash(rows[1][1])) == sizes[1] else None


def _ruled(lines: Rows) -> Iterator[Found]:
    """The grids of a section whose rows have a character for every cell."""
    waiting = paragraphs(lines)[::-1]
    while waiting:
        rows = waiting.pop()
        sizes = starts_with_header(rows + waiting[-1][:1] if waiting else rows)
        if sizes is None:
            yield rows, None, rows[0][0]
            continue
        line, rows = rows[0][0], rows[1:]
        while waiting and len(rows) + len(waiting[-1]) <= sizes[0]:
            rows += waiting.pop()
        height = sizes[0]
        if len(rows) > height and set(squash(rows[height][1])) - CELLS:  # the next header
            waiting.append(rows[height:])
            rows = rows[:height]
        yield rows, sizes, line


def _spaced(lines: Rows) -> Iterator[Found]:
    """The grids of a section in which a blank is an unknown cell, and a blank line may be a row."""
    if len(lines) > MOST_SPACED:
        raise FormatError(f"expected at most {MOST_SPACED} lines where blanks are cells")
    while any(line.strip() for _, line in lines):
        full = [row for row in lines if row[1].strip()]
        sizes, begin = starts_with_header(full), full[0][0]
        if sizes is not None:
            lines = lines[lines.index(full[0]) + 1 :]
        height, width = sizes or (max(len(line.rstrip()) for _, line in lines),) * 2
        check_sides(height, width, begin)
        rows, lines = _first_rows(lines, height)
        padded = [(number, line.rstrip().ljust(width).replace(" ", ".")) for number, line in rows]
        yield padded, sizes, begin


def _first_rows(lines: Rows, height: int) -> tuple[Rows, Rows]:
    """The rows of the first grid, and the lines below it.

    A line of blanks is a row. An empty line may be one that lost its blanks, or stand between.
    """
    first = next(k for k, (_, line) in enumerate(lines) if line)
    last = max(k for k, (_, line) in enumerate(lines) if line.strip())
    inside = [k for k in range(len(lines)) if lines[k][1]]
    if len(inside) == height:
        return [lines[k] for k in inside], []
    for start, end in ((first, last + 1), (first, len(lines)), (0, len(lines))):
        if end - start == height:
            return lines[start:end], []
    for start in (first, 0):
        end = start + height
        if end < len(lines) and not lines[end][1]:
            return lines[start:end], lines[end:]
    number = lines[last][0]
    raise FormatError(
        f"expected {height} rows where blanks are cells, found {last + 1 - first};"
        " write '.' for an unknown cell",
        line=number,
    )
