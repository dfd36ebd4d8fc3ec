"""`.mk`: `height width`, the row clues, a line that starts with `#`, the column clues."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format
from nonairo.formats.shared.bare import below_sizes, numeric_lines, two_sizes
from nonairo.formats.shared.clues import both_sides, clue_lines, pose, written
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    if "#" not in text:
        return None
    lines = numeric_lines(text, comments=True)
    both = two_sizes(lines) if lines else None
    if not lines or not both:
        return None
    mark = next((k for k, line in enumerate(lines) if line.startswith("#")), len(lines))
    above = [line for line in lines[1:mark] if line]
    below = [line for line in lines[mark + 1 :] if line]
    bare = lines[mark:] and lines[mark] == "#"  # then the reader says which counts do not fit
    fits = bare or len(above) == both[0]
    if fits and above and below and not any(line.startswith("#") for line in below):
        return Claim("'height width', and a '#' line between rows and columns")
    return None


def read(text: str) -> Iterator[Puzzle]:
    first, height, width, lines = below_sizes(text, "height", "width")
    mark = next((k for k, (_, line) in enumerate(lines) if line.lstrip().startswith("#")), None)
    if mark is None:
        expected = "a line that starts with '#' between rows and columns"
        last = lines[-1][0] if lines else first
        raise FormatError(f"expected {expected}, found none", line=last)
    rows = clue_lines(lines[:mark], height, "row clues before the '#'")
    cols = clue_lines(lines[mark + 1 :], width, "column clues after the '#'")
    yield pose(rows, cols, first)


def write(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    lines = [f"{puzzle.height} {puzzle.width}", *written(rows), "#", *written(cols)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="mk",
    summary="height and width, then bare numbers with # between rows and columns",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
)
