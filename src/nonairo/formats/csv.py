"""`csv`: a picture in numbers, or the clues below the lines `rows` and `columns`.

Cells are separated by commas, semicolons or tabs; the clue form is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    Claim,
    Format,
    check_sides,
    full_lines,
    is_number,
    whole_number,
)
from nonairo.formats.shared.clues import Numbers, both_sides, coloured, from_picture, pose, written
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.puzzle import Puzzle

SEPARATORS = ",;\t"


def claims(text: str) -> Claim | None:
    lines = [_words(line, ",;\t") for _, line in full_lines(text[:HEAD])]
    if not lines:
        return None
    names = [words[0].lower() for words in lines if words]
    if names[:1] == ["rows"] and "columns" in names:
        return Claim("starts with the line 'rows', 'columns' follows")
    separated = all(any(mark in line for mark in SEPARATORS) for _, line in full_lines(text[:HEAD]))
    same = len({len(words) for words in lines}) == 1 and len(lines[0]) > 1
    if separated and same and all(set(words) <= set("0123456789") for words in lines):
        return Claim("rows of equally many digits with separators: a picture")
    return None


def _words(line: str, separators: str) -> list[str]:
    for mark in separators:
        line = line.replace(mark, ",")
    return [word.strip().strip('"').strip() for word in line.split(",")]


def read(text: str) -> Iterator[Puzzle]:
    full = full_lines(text)
    if not full:
        raise FormatError("expected a picture or clues, found nothing", line=1)
    if len(full) > 2 * LARGEST_SIDE + 2:
        few = f"expected 1 to {LARGEST_SIDE} rows and columns"
        raise FormatError(f"{few}, found {len(full)} lines", line=full[0][0])
    lines = [(number, _words(line, SEPARATORS)) for number, line in full]
    yield _clues(lines) if lines[0][1][0].lower() == "rows" else _picture(lines)


def _clues(lines: list[tuple[int, list[str]]]) -> Puzzle:
    sides: dict[str, list[Numbers]] = {}
    for number, words in lines:
        name = words[0].lower()
        if name in ("rows", "columns"):
            if name in sides:
                raise FormatError(f"expected {name} once, found it again", line=number)
            side = sides[name] = []
            continue
        filled = [word for word in words if word]  # a table pads short lines with empty cells
        side.append((number, [whole_number(word, number) for word in filled]))
    if "columns" not in sides:
        raise FormatError("expected a line 'columns', found none", line=lines[-1][0])
    return pose(sides["rows"], sides["columns"], lines[0][0])


def _picture(lines: list[tuple[int, list[str]]]) -> Puzzle:
    width = len(lines[0][1])
    check_sides(len(lines), width, lines[0][0])
    cells = []
    for number, words in lines:
        if len(words) != width:
            raise FormatError(f"expected {width} cells, found {len(words)}", line=number)
        for word in words:
            if word not in ("0", "1"):
                if is_number(word):
                    raise coloured(number)
                whole_number(word, number, "0 or 1")
        cells += words
    return from_picture(Grid(len(lines), width, "".join(cells)))


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    return "\n".join(["rows", *written(rows, ","), "columns", *written(cols, ",")]) + "\n"


FORMAT = Format(
    name="csv",
    summary="clues below 'rows' and 'columns', or a picture in numbers",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
)
