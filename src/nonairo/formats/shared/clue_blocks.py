"""Whether a text is a nonogram's blocks: two sizes, then lines of numbers, or nearly so."""

from __future__ import annotations

import re

from nonairo.formats.base import MOST_LINES, first_line, is_number, lines_of
from nonairo.formats.shared.grid_rows import CELLS, squash

COLOURS = ("colours", "colors")  # how the last line of coloured blocks begins
BLOCK = re.compile(r"[0-9]{1,9}[A-Za-z]*")
SIZES = r"[0-9]{1,9}[ \t,]+[0-9]{1,9}"


def are_sizes(line: str) -> bool:
    """Whether a line is two numbers; the pattern waits for a line that may be."""
    return not line.strip("0123456789 \t,") and re.fullmatch(SIZES, line) is not None


def content(text: str) -> list[str]:
    """The lines up to the first comment line after the first number, without comments before."""
    lines = [line.strip() for line in lines_of(text)]
    start = next((k for k, line in enumerate(lines) if line and not line.startswith("#")), None)
    if start is None:
        return []
    lines = lines[start:]
    end = next((k for k, line in enumerate(lines) if line.startswith("#")), len(lines))
    return lines[:end]


def words_of(line: str) -> list[str]:
    return line.replace(",", " ").split()


def are_numbers(line: str) -> bool:
    return all(map(is_number, words_of(line)))


def has_letters(line: str) -> bool:
    """Whether a line is coloured blocks."""
    words = words_of(line)
    return all(map(BLOCK.fullmatch, words)) and not are_numbers(line)


def is_blocks(text: str) -> bool:
    """Two sizes, then only numbers, and not simply a grid with a header of two sizes."""
    start = first_line(text)
    if not start.startswith("#") and not are_sizes(start):
        return False
    if text.count("\n") > MOST_LINES:
        return False
    lines = content(text)
    if not lines or not are_sizes(lines[0]):
        return False
    body = [line for line in lines[1:] if line]
    if body and body[-1].lower().startswith(COLOURS):
        return all(BLOCK.fullmatch(word) for line in body[:-1] for word in words_of(line))
    if any(map(has_letters, body)) and all(are_numbers(line) or has_letters(line) for line in body):
        return True  # coloured, except for the line that defines the colours: its reader says so
    if not all(map(are_numbers, body)):
        return False
    height, width = map(int, words_of(lines[0]))
    if 0 in (height, width):
        return False
    cells = ["".join(line.split()) for line in body[:height]]
    rows = len(body) in (height, 2 * height) and all(len(cell) == width for cell in cells)
    return not (rows and width > 1 and height + width != len(body))


def is_nearly_blocks(text: str) -> bool:
    """Two sizes, then mostly numbers: blocks in which something is mistyped.

    Nobody reads such a text; but the reader of blocks knows best what is wrong with it.
    """
    if text.count("\n") > MOST_LINES:
        return False
    lines = content(text)
    sizes = words_of(lines[0]) if lines else []
    if len(sizes) != 2 or not any(map(is_number, sizes)):
        return False
    body = [line for line in lines[1:] if line]
    if not are_mostly_numbers(body) or (all(map(are_numbers, body)) and are_sizes(lines[0])):
        return False
    if not is_number(sizes[1]) or int(sizes[1]) == 1:
        return True
    rows = [row for row in map(squash, body) if len(row) == int(sizes[1]) and CELLS.issuperset(row)]
    return 2 * len(rows) <= len(body)  # else it is a grid


def are_mostly_numbers(lines: list[str]) -> bool:
    return 2 * sum(map(are_numbers, lines)) > len(lines)


def likeliest_format(text: str) -> str | None:
    """The name of the format of clues whose reader can say best what is mistyped in a text."""
    if is_nearly_blocks(text):
        return "mk" if any(line.strip() == "#" for line in lines_of(text)) else "text"
    lines = [line for line in content(text) if line] if text.count("\n") <= MOST_LINES else []
    if len(lines) > 3 and all(map(is_number, lines[:2])) and are_mostly_numbers(lines):
        return "cwd"
    return None
