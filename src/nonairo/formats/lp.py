"""`.lp`: input of an integer-programming solver, words and counts for every line."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Format,
    check_sides,
    first_line,
    full_lines,
    is_number,
    printable,
    unlike,
    whole_number,
)
from nonairo.formats.shared.clues import Numbers, both_sides, pose
from nonairo.plain import many
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    if first_line(text).lower().startswith("number_of_rows:"):
        return Claim("starts with 'number_of_rows:'")
    return None


class WordReader:
    """The words of a text one after another, each with its line."""

    def __init__(self, text: str) -> None:
        self.rest = ((word, k) for k, line in full_lines(text) for word in line.split())
        self.line = 1

    def next(self, expected: str) -> str:
        word, self.line = next(self.rest, ("", self.line))
        if not word:
            raise FormatError(f"expected {expected}, found the end", line=self.line)
        return word

    def number(self, expected: str) -> int:
        return whole_number(self.next(expected), self.line, expected)

    def keyword(self, keyword: str) -> None:
        word = self.next(keyword)
        if word.lower() != keyword:
            raise unlike(keyword, word, self.line)


def read(text: str) -> Iterator[Puzzle]:
    words = WordReader(text)
    words.keyword("number_of_rows:")
    height = words.number("the number of rows")
    words.keyword("number_of_columns:")
    width = words.number("the number of columns")
    check_sides(height, width, words.line)
    sides: dict[str, dict[int, Numbers]] = {"row": {}, "column": {}}
    for _ in range(height + width):
        name = words.next("row_i or column_i")
        axis, _, index = name.lower().partition("_")
        size = {"row": height, "column": width}.get(axis, 0)
        line = words.line
        if not is_number(index) or not 1 <= int(index) <= size:
            raise FormatError(f"expected row_1 to row_{height} or column_1 to column_{width}, "
                              f"found {printable(name)}", line=line)  # fmt: skip
        if int(index) in sides[axis]:
            raise FormatError(f"expected {axis} {int(index)} once, found it again", line=line)
        words.next("number_of_clusters:")  # this word and the next vary between files
        count = words.number("a number of blocks")
        words.next("size(s):")
        if count > max(height, width):
            most = many(max(height, width), "block")
            raise FormatError(f"expected at most {most}, found {count}", line=words.line)
        sides[axis][int(index)] = line, [words.number("a block") for _ in range(count)]
    rows, cols = ([side[k] for k in sorted(side)] for side in sides.values())
    yield pose(rows, cols, 1)


def write(puzzle: Puzzle) -> str:
    lines = [f"number_of_rows: {puzzle.height}", f"number_of_columns: {puzzle.width}"]
    for axis, side in zip(("row", "column"), both_sides(puzzle), strict=True):
        for index, clue in enumerate(side, 1):
            lines += [f"{axis}_{index}", f"number_of_clusters: {len(clue)}"]
            lines.append(" ".join(["size(s):", *map(str, clue)]))
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="lp",
    summary="words and counts for an integer-programming solver",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
)
