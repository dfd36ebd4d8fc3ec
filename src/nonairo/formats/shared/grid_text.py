"""A Binairo as text: one row on each line, optional blanks between cells.

An optional header has one number (the size) or two (rows, columns). `#` starts a comment; comments
`# rules: odd-more-ones`, `# title: ...` and the like are understood. Reading stops at an empty line
once all rows are in; full rows that follow are the solution, anything else is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Hints, check_sides, lines_of, one_line, printable
from nonairo.formats.shared.cells import pose_cells, signs_found
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.puzzle import Puzzle

BLANKS = ".-_?xX*"
CELLS = frozenset("01" + BLANKS)
PROPERTIES = ("rules", "title", "author", "source")
HEADER = r"([0-9]{1,9})(?:[ \t]*[ \t,x][ \t]*([0-9]{1,9}))?"  # compiled for lines that may match
SIGNS = frozenset("=x/ ")

Paragraph = list[tuple[int, str]]


def properties_of(lines: Iterable[str]) -> dict[str, str]:
    """What the comments say."""
    said = (line.strip()[1:].partition(":") for line in lines if line.lstrip().startswith("#"))
    return {
        name.strip(): value.strip()
        for name, colon, value in said
        if colon and name.strip() in PROPERTIES
    }


def header_of(line: str) -> tuple[int, int] | None:
    """The sizes that a header tells: one number, or two."""
    line = line.strip()
    found = None if line.strip("0123456789 \t,x") else re.fullmatch(HEADER, line)
    return (int(found[1]), int(found[2] or found[1])) if found else None


def is_sign_row(row: str) -> bool:
    """Whether a row holds signs between the cells above and below it."""
    return "=" in row and SIGNS.issuperset(row)


def is_comment(line: str) -> bool:
    """A line that starts with `#` and is not a row of a picture in `#`."""
    line = line.strip()
    return line.startswith("#") and (len(line) == 1 or not set(line) <= CELLS | {"#", " "})


def paragraphs(text: str, most: int) -> list[Paragraph]:
    """Lines with an empty one between, numbered, without comments; a header joins what follows."""
    found: list[Paragraph] = [[]]
    for number, line in enumerate(lines_of(text), 1):
        if is_comment(line):
            continue
        if "#" in line:
            line = re.split(r"\s#", line, maxsplit=1)[0]
        line = line.rstrip()
        if line.strip():
            found[-1].append((number, line))
            if len(found[-1]) > LARGEST_SIDE + 1:
                break  # no grid, and no reason to look at more
        elif found[-1] and not (len(found[-1]) == 1 and header_of(found[-1][0][1])):
            if len(found) == most:
                break
            found.append([])
    return [paragraph for paragraph in found if paragraph]


def squash(row: str) -> str:
    return "".join(row.split())


def without_header(rows: Paragraph) -> tuple[tuple[int, int] | None, Paragraph]:
    """The sizes, if the first line tells them, and the rows.

    A first line that could be a row of cells is a header only if the rows below have that length
    and number.
    """
    sizes = header_of(rows[0][1])
    if sizes is None or len(rows) == 1:
        return None, rows
    height, width = sizes
    below = rows[1:]
    fits = len(below) == height and all(len(squash(row)) == width for _, row in below)
    return (sizes, below) if fits or not set(squash(rows[0][1])) <= CELLS else (None, rows)


def fixed_width(rows: Paragraph) -> Paragraph:
    """Rows in which a blank is an unknown cell, in the usual dress; other rows as they are."""
    lengths = {len(squash(row)) for _, row in rows}
    width = max(len(row) for _, row in rows)
    if (
        len(lengths) == 1
        or not any(" " in row for _, row in rows)
        or width > LARGEST_SIDE
        or not set().union(*(r for _, r in rows)) <= set("01 ")
    ):
        return rows
    return [(number, row.ljust(width).replace(" ", ".")) for number, row in rows]


def claims(text: str) -> Claim | None:
    found = paragraphs(text, 1) if text[:1000].strip() else []
    if not found:
        return None
    if any(is_sign_row(row) for _, row in found[0]):
        cells = [squash(row) for _, row in found[0] if not is_sign_row(row)]
        signs = all(set(row) <= CELLS | {"="} for row in cells) and len(cells) > 1
        return Claim("rows of cells with signs between them: a Binairo") if signs else None
    header, rows = without_header(found[0])
    rows = fixed_width(rows)
    cells = [squash(row) for _, row in rows]
    used = set().union(*cells)
    if len(cells) < 2 or len({len(row) for row in cells}) != 1 or not used <= CELLS:
        return None
    if not used & {"0", "1"} and len(used) > 1:
        return None  # two characters that are both blanks here: a picture
    even = not (len(cells) % 2 or len(cells[0]) % 2) or len(cells) == len(cells[0])
    told = header is not None or "rules" in properties_of(lines_of(text))
    if used <= {"0", "1"} and not told:
        return Claim("a full Binairo grid", doubtful=True) if even else None
    return Claim("rows of equal length over 0, 1 and blanks: a Binairo grid")


def read(text: str, hints: Hints) -> Puzzle:
    """The puzzle of a grid text."""
    properties = properties_of(lines_of(text))
    found = paragraphs(text, 2)
    if not found:
        raise FormatError("expected rows of cells, found nothing", line=1)
    if any(is_sign_row(row) for _, row in found[0]):
        raise signs_found(found[0][0][0])
    header, rows = without_header(found[0])
    rows = fixed_width(rows)
    height, width = header or (len(rows), len(squash(rows[0][1])))
    check_sides(height, width, rows[0][0])
    if len(rows) != height:
        plural = f"{len(rows)} row{'s' * (len(rows) != 1)}"
        raise FormatError(f"expected {height} rows, found {plural}", line=rows[-1][0])
    grid = [_cells(row, number, width) for number, row in rows]
    rules = hints.rules or properties.get("rules", "standard")
    puzzle = pose_cells(grid, rules, rows[0][0])
    solution = _solution(found[1], puzzle) if len(found) > 1 else None
    return puzzle.about(
        title=properties.get("title"),
        author=properties.get("author"),
        source=properties.get("source"),
        solution=solution,
    )


def _cells(row: str, number: int, width: int) -> str:
    for column, symbol in enumerate(row):
        if not symbol.isspace() and symbol not in CELLS:
            raise FormatError(
                f"expected '0', '1' or a blank such as '.', found {printable(symbol)}",
                line=number,
                column=column + 1,
            )
    cells = squash(row)
    if len(cells) != width:
        raise FormatError(f"expected {width} cells, found {len(cells)}", line=number)
    return "".join(["." if symbol in BLANKS else symbol for symbol in cells])


def _solution(rows: Paragraph, puzzle: Puzzle) -> Grid | None:
    """The rows below the puzzle, if they are a full grid of its size that keeps its givens."""
    cells = [squash(row) for _, row in rows]
    if len(cells) != puzzle.height or any(len(row) != puzzle.width for row in cells):
        return None
    if not set("".join(cells)) <= {"0", "1"}:
        return None
    grid = Grid(puzzle.height, puzzle.width, "".join(cells))
    return grid if grid.fits(puzzle.givens) else None


def write(puzzle: Puzzle) -> str:
    """The rows, with what is not standard in comments above them; then the solution."""
    lines = [] if puzzle.rules == "standard" else [f"# rules: {puzzle.rules}"]
    for name in ("title", "author", "source"):
        value = getattr(puzzle, name)
        if value:
            lines.append(f"# {name}: {one_line(value)}")
    lines += puzzle.givens.rows()
    if puzzle.solution is not None and puzzle.solution.full:
        lines += ["", "# Solution", *puzzle.solution.rows()]
    return "\n".join(lines) + "\n"
