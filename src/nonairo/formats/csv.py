"""`csv`: a picture in numbers, or the clues below the lines `rows` and `columns`.

Cells are separated by commas, semicolons or tabs; the clue form is written. Colours are numbers in
a picture; beside clues (`2a,1b`) they stand below the line `colours`, a letter and a number such as
ff0000 on each line.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, check_sides, full_lines, whole_number
from nonairo.formats.shared.clues import from_picture
from nonairo.formats.shared.coloured import (
    Colours,
    WordLine,
    clue_words,
    declared,
    pose_words,
    spare_paints,
)
from nonairo.formats.shared.other_symbols import in_plain_symbols
from nonairo.grid import ALPHABET, LARGEST_SIDE, Grid
from nonairo.kinds.palette import LETTERS
from nonairo.plain import many
from nonairo.puzzle import Puzzle

SEPARATORS = ",;\t"
COLOURS = ("colours", "colors")
NOTE = "read as a picture; for a full Binairo (--format text) leave out the separators"


def claims(text: str) -> Claim | None:
    lines = [_words(line, ",;\t") for _, line in full_lines(text[:HEAD])]
    if not lines:
        return None
    names = [words[0].lower() for words in lines if words]
    spaced = any(" " in word for words in lines for word in words)  # as people type clues
    if names[:1] == ["rows"] and "columns" in names and not spaced:
        return Claim("starts with the line 'rows', 'columns' follows")
    separated = all(any(mark in line for mark in SEPARATORS) for _, line in full_lines(text[:HEAD]))
    same = len({len(words) for words in lines}) == 1 and len(lines[0]) > 1
    if separated and same and all(set(words) <= set("0123456789") for words in lines):
        if any("9" in words for words in lines) and in_plain_symbols(text):
            return None  # blanks of a matrix: a Binairo
        plain = len(lines) == len(lines[0]) and len(lines) % 2 == 0
        full = plain and {*"01"}.issuperset(word for words in lines for word in words)
        return Claim("rows with the same number of digits, separated: a picture", note=NOTE * full)
    return None


def _words(line: str, separators: str) -> list[str]:
    for mark in separators:
        line = line.replace(mark, ",")
    return [word.strip().strip('"').strip() for word in line.split(",")]


def read(text: str) -> Iterator[Puzzle]:
    full = list(full_lines(text))
    if not full:
        raise FormatError("expected a picture or clues, found nothing", line=1)
    if len(full) > 2 * LARGEST_SIDE + 3 + len(LETTERS):
        few = f"expected 1 to {LARGEST_SIDE} rows and columns"
        raise FormatError(f"{few}, found {len(full)} lines", line=full[0][0])
    lines = [(number, _words(line, SEPARATORS)) for number, line in full]
    yield _clues(lines) if lines[0][1][0].lower() == "rows" else _picture(lines)


def _clues(lines: list[WordLine]) -> Puzzle:
    sides: dict[str, list[WordLine]] = {}
    for number, words in lines:
        name = "colours" if words[0].lower() in COLOURS else words[0].lower()
        if name in ("rows", "columns", "colours"):
            if name in sides:
                raise FormatError(f"expected {name} once, found it again", line=number)
            side = sides[name] = []
            continue
        filled = [word for word in words if word]  # a table pads short lines with empty cells
        side.append((number, filled))
    if "columns" not in sides:
        raise FormatError("expected a line 'columns', found none", line=lines[-1][0])
    colours = Colours()
    for number, words in sides.get("colours", []):
        if len(words) != 2:
            raise FormatError("expected a letter and a colour such as a,ff0000", line=number)
        colours.add(words[0], words[1], number)
    used = colours if colours.paints else None
    return pose_words(sides["rows"], sides["columns"], used, lines[0][0])


def _picture(lines: list[WordLine]) -> Puzzle:
    width = len(lines[0][1])
    check_sides(len(lines), width, lines[0][0])
    cells: list[int] = []
    for number, words in lines:
        if len(words) != width:
            raise FormatError(f"expected {many(width, 'cell')}, found {len(words)}", line=number)
        cells += [whole_number(word, number, "0, 1 or the number of a colour") for word in words]
    used = sorted({*cells} - {0})
    symbols = {0: "0", **dict(zip(used, ALPHABET[1:], strict=False))}
    paints = spare_paints(len(used))
    picture = Grid(len(lines), width, "".join([symbols[cell] for cell in cells]))
    if used in ([], [1]):
        return from_picture(picture)
    colours = Colours()
    for number, paint in zip(used, paints, strict=True):
        colours.add(str(number), paint, None)
    return colours.from_picture(picture)


def write(puzzle: Puzzle) -> str:
    rows, cols = clue_words(puzzle, ",")
    colours = [f"{key},{paint}" for key, paint in declared(puzzle)]
    lines = ["rows", *rows, "columns", *cols, *(["colours"] if colours else []), *colours]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="csv",
    summary="clues below 'rows' and 'columns', or a picture in numbers",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    colours=True,
)
