"""Which lines of a text are rows of which grid: headers, blank lines, comments, blanks as cells.

Nothing is dropped: a line is a row, a header, a comment, a label above a solution, or blank; what
else it may be, the reader of the rows refuses. Where no header says how many rows there are, a
blank line ends a grid, unless only the rows below it make it a square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import check_sides, lines_of
from nonairo.grid import LARGEST_SIDE
from nonairo.plain import many

BLANKS = ".-_?xX*"
CELLS = frozenset("01" + BLANKS)
PROPERTIES = ("kind", "rules", "title", "author", "source")
HEADER = r"([0-9]{1,9})(?:[ \t]*[ \t,x][ \t]*([0-9]{1,9}))?"  # compiled for lines that may match

MOST_SPACED = 3 * LARGEST_SIDE  # lines and columns of a text in which blanks are cells

Row = tuple[int, str]  # the number of its line, from 1, and the text
Rows = list[Row]
# Rows, sizes, the line where they begin, and what lies beyond the sizes.
GridRows = tuple[Rows, "tuple[int, int] | None", int, str]


class TextGrid(NamedTuple):
    """The rows of one grid, the sizes if there is a header, and what the comments say."""

    rows: Rows
    sizes: tuple[int, int] | None
    line: int  # where it begins
    about: dict[str, str]
    labelled: bool  # a line above says that it is a solution
    sample: bool  # a comment above speaks of solutions: a full grid is not a puzzle
    beyond: str  # which rows and cells the header does not count, in words


class Section(NamedTuple):
    """Lines that belong together, blank ones among them, below what comments say of them."""

    about: dict[str, str]
    labelled: bool
    lines: Rows
    sample: bool = False


def squash(row: str) -> str:
    return "".join(row.split())


def property_of(line: str) -> dict[str, str]:
    """What a comment says, if it is `# title: ...` or the like."""
    name, colon, value = line.strip()[1:].partition(":")
    return {name.strip(): value.strip()} if colon and name.strip() in PROPERTIES else {}


def header_of(line: str) -> tuple[int, int] | None:
    """The sizes in a header: one number, or two."""
    line = line.strip()
    found = None if line.strip("0123456789 \t,x") else re.fullmatch(HEADER, line)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def is_comment(line: str) -> bool:
    """A line that starts with `#` and is not a row of a picture in `#`, which has no 1."""
    line = line.strip()
    picture = set(line) <= (CELLS | {"#", " "}) - {"1"}
    return line.startswith("#") and (len(line) == 1 or not picture)


def is_label(line: str) -> bool:
    """Whether a line, a comment or not, says that a solution follows."""
    words = line.strip().lstrip("#").split(maxsplit=1)
    named = bool(words) and words[0].rstrip(":").lower() == "solution"
    return named and (len(words) == 1 or line.lstrip().startswith("#"))


def speaks_of_solutions(line: str) -> bool:
    """Whether a comment, such as `# one of the solutions`, names what follows in other words."""
    words = {word.strip(".,:;-()") for word in line.lower().lstrip("# ").split()}
    return not words.isdisjoint(("solution", "solutions", "solved", "answer"))


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
    """The lines of a text, parted where a comment is about what follows it."""
    found = [Section({}, False, [])]
    for number, line in enumerate(lines_of(text), 1):
        label = is_label(line)
        comment = label or is_comment(line)
        said = property_of(line) if comment else {}
        sample = comment and not said and speaks_of_solutions(line)
        if (label or said or sample) and any(row.strip() for _, row in found[-1].lines):
            found.append(Section({}, label, [], sample))
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


def blocks(text: str) -> Iterator[TextGrid]:
    """The grids of a text; where no header says how many rows they have, between blank lines."""
    parts = sections(text)
    spaced = blanks_are_cells([row for part in parts for _, row in part.lines])
    for about, labelled, lines, sample in parts:
        comments = about
        for rows, sizes, line, beyond in _spaced(lines) if spaced else _ruled(lines):
            yield TextGrid(rows, sizes, line, comments, labelled, sample, beyond)
            comments = {}


def blanks_are_cells(lines: list[str]) -> bool:
    """Whether a blank is an unknown cell: in rows of fixed width over 0, 1 and nothing else.

    Blanks between cells are another thing: they stand in the same places of every row.
    """
    rows = [line for line in lines if line.strip()]
    if max(map(len, rows), default=0) > MOST_SPACED:
        return False
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
    """The sizes, if the first row is them. What may be cells is a header if the next row fits."""
    sizes = header_of(rows[0][1])
    if sizes is None or len(rows) == 1:
        return None
    first, second = squash(rows[0][1]), squash(rows[1][1])
    longer = len(second) > sizes[1] > len(first)
    return sizes if not CELLS.issuperset(first) or len(second) == sizes[1] or longer else None


def _ruled(lines: Rows) -> Iterator[GridRows]:
    """The grids of a section whose rows have a character for every cell."""
    waiting = paragraphs(lines)[::-1]
    while waiting:
        rows = waiting.pop()
        sizes = starts_with_header(rows + waiting[-1][:1] if waiting else rows)
        if sizes is None:
            yield rows, None, rows[0][0], ""
            continue
        line, rows = rows[0][0], rows[1:]
        while waiting and len(rows) + len(waiting[-1]) <= sizes[0]:
            rows += waiting.pop()
        height = sizes[0]
        if len(rows) > height and set(squash(rows[height][1])) - CELLS:  # the next header
            waiting.append(rows[height:])
            rows = rows[:height]
        rows, beyond = _within(rows, *sizes)
        yield rows, sizes, line, beyond


def _within(rows: Rows, height: int, width: int) -> tuple[Rows, str]:
    """The rows and cells that a header counts, and what lies beyond them.

    As many rows again may be another grid, whose header is missing: then none is left out.
    """
    more = len(rows) - height
    if not height or more < 0 or (more and more % height == 0):
        return rows, ""
    longer = sum(len(squash(row)) > width for _, row in rows[:height])
    kept = [(k, squash(row)[:width] if len(squash(row)) > width else row) for k, row in rows]
    kept = kept[:height]
    beyond = [many(more, "row")] * bool(more)
    beyond += [f"the ends of {many(longer, 'row')}"] * bool(longer)
    return kept, " and ".join(beyond)


def _spaced(lines: Rows) -> Iterator[GridRows]:
    """The grids of a section in which a blank is an unknown cell, and a blank line may be a row."""
    if len(lines) > MOST_SPACED:
        raise FormatError(f"expected at most {MOST_SPACED} lines where spaces are cells")
    while any(line.strip() for _, line in lines):
        full = [row for row in lines if row[1].strip()]
        sizes, begin = _spaced_header(lines, full), full[0][0]
        if sizes is not None:
            lines = lines[lines.index(full[0]) + 1 :]
        height, width = sizes or (max(len(line.rstrip()) for _, line in lines),) * 2
        check_sides(height, width, begin)
        rows, lines = _first_rows(lines, height)
        padded = [(number, line.rstrip().ljust(width).replace(" ", ".")) for number, line in rows]
        yield padded, sizes, begin, ""


def _spaced_header(lines: Rows, full: Rows) -> tuple[int, int] | None:
    """The sizes, if the first row is them: what may be cells is, if the lines below fit it."""
    sizes = header_of(full[0][1])
    if sizes is None or len(full) == 1 or not CELLS.issuperset(squash(full[0][1])):
        return sizes if len(full) > 1 else None
    below = len(lines) - lines.index(full[0]) - 1
    width = max(len(line.rstrip()) for _, line in full[1:])
    return sizes if below >= sizes[0] and width == sizes[1] else None


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
        f"expected {height} rows where spaces are cells, found {last + 1 - first};"
        " write '.' for an unknown cell",
        line=number,
    )
