"""`.g`: the format of the Olsak solver; an empty text line is an empty line of the puzzle.

Colours stand below `#d`, each with the character that ends its blocks; triangles and triddlers are
recognised and refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    Claim,
    Format,
    lines_of,
    one_line,
    printable,
    unlike,
    whole_number,
)
from nonairo.formats.shared.coloured import (
    BACKGROUND,
    Block,
    Colours,
    clue_words,
    declared,
    paper_of,
    pose_blocks,
)
from nonairo.kinds.colour_names import paint_named
from nonairo.kinds.coloured import is_coloured
from nonairo.kinds.palette import WHITE
from nonairo.puzzle import Puzzle

PAPER, INK = "0", "1"  # the keys of the background, and of blocks without a key
COLOURS = ("#d", "   0:   #FFFFFF   paper", "   1:#  #000000   ink")


def claims(text: str) -> Claim | None:
    lines = lines_of(text[:HEAD])
    colons = sum(line.startswith(":") for line in lines)
    if colons and any(line[:2].lower() in ("#d", "#t") for line in lines):
        return Claim("has a '#d' line and a line that starts with ':'")
    return Claim("has three lines that start with ':'") if colons >= 3 else None


def read(text: str) -> Iterator[Puzzle]:
    lines = lines_of(text)
    title = None
    marks = [k for k, line in enumerate(lines) if line.startswith(":")]
    start = next((k for k, line in enumerate(lines) if line[:1] in ("#", ":")), len(lines))
    if start:
        title = lines[0].strip() or None
    if start < len(lines) and lines[start][:2].lower() == "#t":
        raise FormatError("expected a grid, found a triddler: not supported", line=start + 1)
    if len(marks) < 2:
        raise unlike(
            "a line ':' before the rows and one before the columns", len(marks), max(len(lines), 1)
        )
    below = [(k + 1, lines[k]) for k in range(start + 1, marks[0])]
    words = {key: (number, word) for number, key, word in _declared(below)}
    end = marks[2] if len(marks) > 2 else len(lines)
    rows = [(k + 1, _clue(lines[k], k + 1)) for k in range(marks[0] + 1, marks[1])]
    cols = [(k + 1, _clue(lines[k], k + 1)) for k in range(marks[1] + 1, end)]
    used = {key for _, clue in rows + cols for _, key in clue}
    colours = None if used <= {INK} else _colours(words, used)  # one ink is black, whatever it is
    puzzle = pose_blocks(rows, cols, colours, marks[0] + 1)
    yield puzzle.about(title=title, extra=puzzle.extra)


def _declared(lines: list[tuple[int, str]]) -> Iterator[tuple[int, str, str]]:
    """The colours below `#d`: line, key, and the word for the colour."""
    for number, line in lines:
        line = line.strip()
        words = line[3:].split()
        if not words or line[1] != ":":
            continue
        if "/" in words[0] or "\\" in words[0]:
            raise FormatError("expected whole cells, found triangles: not supported", line=number)
        yield number, line[0], words[0]


def _colours(words: dict[str, tuple[int, str]], used: set[str]) -> Colours:
    colours = Colours()
    for key, (number, word) in words.items():
        if key == PAPER:
            colours.paper = paint_named(word) or WHITE
        elif key != INK or key in used:
            colours.add(key, word, number)
    if INK in used and INK not in words:
        colours.add(INK, "black", None)
    return colours


def _clue(line: str, number: int) -> list[Block]:
    blocks = []
    for word in line.split():
        found = re.fullmatch(r"([0-9]+)(.?)", word)
        if not found:
            if re.fullmatch(r".[0-9]+.{0,2}", word):
                expected = "expected whole cells, found a triangle"
                raise FormatError(f"{expected} {printable(word)}: not supported", line=number)
            raise unlike("a number", word, number)
        length = whole_number(found[1], number)
        if not length:
            raise FormatError("expected an empty text line for an empty line, found 0", line=number)
        blocks.append((length, found[2] or INK))
    return blocks


def write(puzzle: Puzzle) -> str:
    title = [one_line(puzzle.title).lstrip("#:")] if puzzle.title else []
    colours = list(COLOURS)
    if is_coloured(puzzle):
        colours[1:] = [f"   0:   #{paper_of(puzzle).upper()}   paper"]
        colours += [f"   {key}:{key}  #{paint.upper()}" for key, paint in declared(puzzle)]
    rows, cols = clue_words(puzzle, empty="")
    lines = [*title, *colours, ": rows", *rows, ": columns", *cols, ": end"]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="g",
    summary="the Olsak solver's clues between lines of ':'",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    holds=frozenset(("title", BACKGROUND)),
    colours=True,
)
