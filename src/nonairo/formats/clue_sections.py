"""`ini` and `toml`: a section `[clues]` with `columns` and `rows` as texts of several lines.

Lines of a text end at a comma or at a line break, numbers stand between blanks; `#` and `;` start
comments. Both are read by the same few lines, which ask for no more of either language than this.
Colours have a section of their own, `[colors]`, with `b = (blue) *`: name, colour, character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, claims_line, lines_of, unlike
from nonairo.formats.shared.coloured import (
    Colours,
    WordLine,
    clue_words,
    declared,
    has_letters,
    pose_words,
)
from nonairo.grid import LARGEST_SIDE
from nonairo.puzzle import Puzzle

SECTION = re.compile(r"\[([A-Za-z_ ]+)\]")
KEY = re.compile(r"([A-Za-z_]+)\s*[=:](.*)")
COLOUR = re.compile(r"([A-Za-z]+)\s*=\s*\(([^()]*(?:\([^()]*\))?)\)")
QUOTES = str.maketrans("\"'[]", "    ")


claims_ini = claims_line("[clues]", "has a section [clues]")


def claims_toml(text: str) -> Claim | None:
    quoted = '"""' in text[:HEAD] or "'''" in text[:HEAD]
    return Claim("has a table [clues] with quoted texts") if quoted and claims_ini(text) else None


def read(text: str) -> Iterator[Puzzle]:
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
            raise unlike("rows or columns", line.strip(), number)
    for name in ("rows", "columns"):
        if not sides.get(name):
            raise FormatError(f"expected {name} in [clues], found none", line=1)
    yield _posed(sides, colours).about(
        title=properties.get("title") or None, author=properties.get("author") or None
    )


def read_toml(text: str) -> Iterator[Puzzle]:
    for quotes in ('"""', "'''"):
        if text.count(quotes) % 2:
            last = len(lines_of(text))
            raise FormatError(f"expected {quotes} at the end of a text, found none", line=last)
    yield from read(text)


def _clues(text: str, number: int) -> list[WordLine]:
    return [(number, words) for line in text.split(",") if (words := line.split())]


def _posed(sides: dict[str, list[WordLine]], colours: Colours) -> Puzzle:
    rows, cols = sides["rows"], sides["columns"]
    lettered = next((number for number, words in rows + cols if has_letters(words)), None)
    if lettered is not None and not colours.paints:
        raise FormatError("expected a section [colors], found none", line=lettered)
    return pose_words(rows, cols, None if lettered is None else colours, 1)


def _colour_lines(puzzle: Puzzle) -> list[str]:
    """The colours of a puzzle as these files define them."""
    return [
        f"{key} = ({','.join(str(int(paint[k : k + 2], 16)) for k in (0, 2, 4))}) {key}"
        for key, paint in declared(puzzle)
    ]


def write_ini(puzzle: Puzzle) -> str:
    colours = _colour_lines(puzzle)
    lines = ["[colors]", *colours, ""] if colours else []
    lines.append("[clues]")
    rows, cols = clue_words(puzzle)
    for name, side in (("columns", cols), ("rows", rows)):
        lines += [f"{name} =", *(f"  {clue}" for clue in side)]
    return "\n".join(lines) + "\n"


def write_toml(puzzle: Puzzle) -> str:
    lines = []
    colours = ", ".join(f'"{line}"' for line in _colour_lines(puzzle))
    if colours:
        lines += ["[colors]", f"defs = [{colours}]", ""]
    lines.append("[clues]")
    rows, cols = clue_words(puzzle)
    for name, side in (("columns", cols), ("rows", rows)):
        lines += [f'{name} = """', *side, '"""']
    return "\n".join(lines) + "\n"


INI = Format(
    name="ini",
    summary="a section [clues] with columns and rows",
    kinds=("nonogram",),
    claims=claims_ini,
    read=read,
    write=write_ini,
    colours=True,
)
TOML = Format(
    name="toml",
    summary="a table [clues] with columns and rows",
    kinds=("nonogram",),
    claims=claims_toml,
    read=read_toml,
    write=write_toml,
    colours=True,
)
