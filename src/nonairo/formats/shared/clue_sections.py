"""What the INI and TOML files of two solvers share: a section `[clues]` with two long texts.

Lines of a text end at a comma or at a line break, numbers stand between blanks; `#` and `;` start
comments. Both are read by the same few lines, which ask for no more of either language than this.
Colours have a section of their own, `[colors]`, with `b = (blue) *`: name, colour, character.
"""

from __future__ import annotations

import re

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, lines_of, printable
from nonairo.formats.shared.coloured import Colours, WordLine, declared, has_letters, pose_words
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle

SECTION = re.compile(r"\[([A-Za-z_ ]+)\]")
KEY = re.compile(r"([A-Za-z_]+)\s*[=:](.*)")
COLOUR = re.compile(r"([A-Za-z]+)\s*=\s*\(([^()]*(?:\([^()]*\))?)\)")
QUOTES = str.maketrans("\"'[]", "    ")


def has_clues(text: str) -> bool:
    """Whether there is a section `[clues]`."""
    return any(line.strip().lower() == "[clues]" for line in lines_of(text[:HEAD]))


def read_sections(text: str) -> Puzzle:
    """The puzzle of a text with a section `[clues]`."""
    section = key = ""
    sides: dict[str, list[WordLine]] = {}
    colours = Colours()
    properties: dict[str, str] = {}
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip()
        if not line:
            continue
        if section in ("colors", "colours") and line[0] not in "#;[":
            for name, colour in COLOUR.findall(line):
                colours.add(name, colour, number)
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
    return _posed(sides, colours).about(
        title=properties.get("title") or None, author=properties.get("author") or None
    )


def _clues(text: str, number: int) -> list[WordLine]:
    return [(number, words) for line in text.split(",") if (words := line.split())]


def _posed(sides: dict[str, list[WordLine]], colours: Colours) -> Puzzle:
    rows, cols = sides["rows"], sides["columns"]
    lettered = next((number for number, words in rows + cols if has_letters(words)), None)
    if lettered is not None and not colours.paints:
        raise FormatError("expected a section [colors], found none", line=lettered)
    return pose_words(rows, cols, None if lettered is None else colours, 1)


def colour_lines(puzzle: Puzzle) -> list[str]:
    """The colours of a puzzle as these files define them."""
    return [
        f"{key} = ({','.join(str(int(paint[k : k + 2], 16)) for k in (0, 2, 4))}) {key}"
        for key, paint in declared(puzzle)
    ]
