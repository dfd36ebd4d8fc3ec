"""A Binairo as text: one row on each line, optional blanks between cells.

An optional header has one number (the size) or two (rows, columns). `#` starts a comment; comments
`# rules: odd-more-ones` and `# title: ...` are understood. Reading stops at an empty line once all
rows are in: a solution may follow and is not read as givens.
"""

from __future__ import annotations

import re

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import printable
from nonairo.grid import Grid
from nonairo.kinds.binairo import binairo
from nonairo.puzzle import Puzzle

BLANKS = ".-_?xX*"
CELLS = frozenset("01" + BLANKS)
PROPERTY = re.compile(r"#\s*(rules|title|author|source)\s*:\s*(.*)")
HEADER = re.compile(r"\d+(?:[\s,x]+\d+)?")


def looks_right(text: str) -> bool:
    """Whether some line is a row of cells, with at least two of them."""
    rows = [row for _, row in _rows(text)]
    if rows and HEADER.fullmatch(rows[0]) and not set("".join(rows[0].split())) <= set("01"):
        rows = rows[1:]
    sizes = {len(_squash(row)) for row in rows}
    return bool(rows) and len(sizes) == 1 and all(set(_squash(row)) <= CELLS for row in rows)


def _squash(row: str) -> str:
    return "".join(row.split())


def _rows(text: str) -> list[tuple[int, str]]:
    """The lines of the first paragraph, numbered, without comments."""
    rows: list[tuple[int, str]] = []
    lines = [(k, line.partition("#")[0].rstrip(), "#" in line) for k, line in enumerate(
        text.splitlines(), 1)]  # fmt: skip
    header: tuple[int, ...] | None = None
    for number, line, comment in lines:
        if line.strip():
            rows.append((number, line.strip()))
        elif rows and not comment:
            header = _header(rows[0][1])
            if not (len(rows) == 1 and header):  # an empty line may follow the header
                break
    return rows


def _header(row: str) -> tuple[int, ...] | None:
    if HEADER.fullmatch(row):
        return tuple(int(word) if len(word) < 10 else 0 for word in re.findall(r"\d+", row))
    return None


def read(text: str) -> Puzzle:
    """The puzzle of a grid text."""
    properties: dict[str, str] = {}
    for comment in text.splitlines():
        found = PROPERTY.fullmatch(comment.strip())
        if found:
            properties[found[1]] = found[2].strip()
    rows = _rows(text)
    sizes = _header(rows[0][1]) if rows else None
    if sizes and len(rows) > 1 and _is_header(sizes, rows):
        height, width = sizes[0], sizes[-1]
        rows = rows[1:]
        if len(rows) != height:
            found_rows = f"{len(rows)} row{'s' * (len(rows) != 1)}"
            raise FormatError(f"expected {height} rows, found {found_rows}", line=rows[-1][0])
    else:
        width = len(_squash(rows[0][1])) if rows else 0
    grid: list[str] = []
    for number, row in rows:
        for column, symbol in enumerate(row):
            if not symbol.isspace() and symbol not in CELLS:
                raise FormatError(
                    f"expected '0', '1' or a blank such as '.', found {printable(symbol)}",
                    line=number,
                    column=column + 1,
                )
        cells = _squash(row)
        if len(cells) != width:
            raise FormatError(f"expected {width} cells, found {len(cells)}", line=number)
        grid.append("".join("." if symbol in BLANKS else symbol for symbol in cells))
    try:
        puzzle = binairo(Grid.parse(grid), properties.pop("rules", "standard"))
    except PuzzleError as error:
        raise FormatError(str(error), line=rows[0][0] if rows else 1) from None
    return puzzle.about(
        title=properties.get("title"),
        author=properties.get("author"),
        source=properties.get("source"),
    )


def _is_header(sizes: tuple[int, ...], rows: list[tuple[int, str]]) -> bool:
    """A first line of numbers is a header unless it can only be a row of cells."""
    first, second = rows[0][1], rows[1][1]
    if not set(_squash(first)) <= CELLS:
        return True
    return len(_squash(second)) == sizes[-1] and len(rows) - 1 == sizes[0]


def write(puzzle: Puzzle) -> str:
    """The rows, with what is not standard in comments above them."""
    lines = [] if puzzle.rules == "standard" else [f"# rules: {puzzle.rules}"]
    for name in ("title", "author", "source"):
        value = getattr(puzzle, name)
        if value:
            lines.append(f"# {name}: {' '.join(value.split())}")
    return "\n".join([*lines, *puzzle.givens.rows()]) + "\n"
