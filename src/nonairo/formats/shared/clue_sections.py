"""What the INI and TOML files of two solvers share: a section `[clues]` with two long texts.

Lines of a text end at a comma or at a line break, numbers stand between blanks; `#` and `;` start
comments. Both are read by the same few lines, which ask for no more of either language than this.
"""

from __future__ import annotations

import re

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, lines_of, printable, whole_number
from nonairo.formats.shared.clues import Numbers, coloured, pose
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle

SECTION = re.compile(r"\[([A-Za-z_ ]+)\]")
KEY = re.compile(r"([A-Za-z_]+)\s*[=:](.*)")
QUOTES = str.maketrans("\"'[]", "    ")


def has_clues(text: str) -> bool:
    """Whether there is a section `[clues]`."""
    return any(line.strip().lower() == "[clues]" for line in lines_of(text[:HEAD]))


def read_sections(text: str) -> Puzzle:
    """The puzzle of a text with a section `[clues]`."""
    section = key = ""
    sides: dict[str, list[Numbers]] = {}
    properties: dict[str, str] = {}
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip()
        if not line:
            continue
        line = re.split(r"[#;]", line, maxsplit=1)[0].strip()
        found = SECTION.fullmatch(line)
        if found:
            section, key = found[1].strip().lower(), ""
            continue
        named = KEY.fullmatch(line)
        if named:
            key, line = named[1].lower(), named[2]
        plain = line.translate(QUOTES)
        if section == "clues" and key in ("rows", "columns"):
            sides.setdefault(key, []).extend(_clues(plain, number))
            if len(sides[key]) > LARGEST_SIDE:
                raise FormatError(f"expected at most {LARGEST_SIDE} {key}", line=number)
        elif named and section != "clues":
            properties[key] = plain.strip()
        elif section == "clues" and plain.strip():
            expected = "rows or columns"
            raise FormatError(f"expected {expected}, found {printable(line.strip())}", line=number)
    for name in ("rows", "columns"):
        if not sides.get(name):
            raise FormatError(f"expected {name} in [clues], found none", line=1)
    puzzle = pose(sides["rows"], sides["columns"], 1)
    return puzzle.about(
        title=properties.get("title") or None, author=properties.get("author") or None
    )


def _clues(text: str, number: int) -> list[Numbers]:
    clues = []
    for line in text.split(","):
        words = line.split()
        for word in words:
            if re.fullmatch(r"[0-9]+[A-Za-z]+", word):
                raise coloured(number)
        if words:
            clues.append((number, [whole_number(word, number) for word in words]))
    return clues
