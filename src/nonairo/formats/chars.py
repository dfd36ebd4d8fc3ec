"""`chars`: a picture in characters, rows of equal length; written with `#` and `.`.

The background is a blank, `.`, `-`, `_` or `0`, the first of them that occurs, a light square or
disc, or else the most frequent character; every other character is ink, and a single one is black.
A blank may stand after every cell, if there are two other characters.
Several are colours, and then letters or digits: `r` is red, `k` black and so on; any other
character gets a colour of its own. Two letters and blanks in an even square are a Binairo (format
`text`) unless this format is named; such a picture is written with `0` for the background, which
no Binairo has for a blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, check_sides, lines_of
from nonairo.formats.shared.clue_blocks import is_nearly_blocks
from nonairo.formats.shared.clues import from_picture, solution_of
from nonairo.formats.shared.coloured import Colours, declared, spare_paints
from nonairo.formats.shared.named_text import looks_like_clues, not_mosaic
from nonairo.formats.shared.other_symbols import claims as claimed_by_binairo
from nonairo.formats.shared.other_symbols import one_letter_note, picture_note
from nonairo.grid import ALPHABET, LARGEST_SIDE, UNKNOWN, Grid
from nonairo.kinds.coloured import is_coloured
from nonairo.puzzle import Puzzle

PAPERS = " .-_0"
LIGHT = "\u25a1\u2b1c\u25fb\u25fd\u25ab\u2591\u25cb\u26aa"  # squares and discs that are not filled
SIGNED = PAPERS[1:] + LIGHT  # background in a quarter of the cells: words have less of these
MOST_COLOURS = 8
PAINTS = {
    "r": "ff0000", "g": "008000", "b": "0000ff", "k": "000000", "y": "ffff00", "o": "ffa500",
    "p": "800080", "n": "a52a2a", "c": "00ffff", "m": "ff00ff", "i": "ffc0cb", "e": "808080",
    "l": "00ff00", "t": "008080", "v": "000080", "s": "c0c0c0", "w": "ffffff",
}  # fmt: skip


def claims(text: str) -> Claim | None:
    if text.count("\n") > 2 * LARGEST_SIDE or (len(text) > HEAD and "\n" not in text[:HEAD]):
        return None
    rows = _rows(text)
    used = set().union(*rows) if 2 <= len(rows) <= LARGEST_SIDE else set()
    if not 2 <= len(used) <= MOST_COLOURS + 1 or len({len(row) for row in rows}) != 1:
        return None
    parted = bool(used & set(", \t")) and len(used - set(", \t")) > 1
    if used <= set("0123456789, \t") and (parted or used > set("01")):
        return None  # numbers
    if is_nearly_blocks(text):
        return None  # clues with a wrong character: their reader says where
    if {"0", "."} <= used:
        return None  # a Binairo with a wrong character: the reader of grids says where
    if used == set("01"):
        return Claim("a picture in 0 and 1", doubtful=True)
    inks = used - set(PAPERS)
    if any(map(str.isdigit, inks)) and not all(map(str.isdigit, inks)):
        return None  # hardly a picture
    lettered = not 4 * sum(map("".join(rows).count, used & set(SIGNED))) >= len(rows) * len(rows[0])
    if (
        lettered
        and sum(map(str.isalpha, used)) > 1
        and len(used - {" "}) > 2
        and not _has_runs(rows)
    ):
        return None  # words
    reason = f"rows of equal length over {''.join(sorted(used))!r}: a picture"
    note = picture_note(text) if len(inks) == 2 else one_letter_note(rows)
    note = not_mosaic(used) if looks_like_clues(rows) else note
    if lettered and all(map(str.isalpha, used - {" "})) and not note:
        note = "read as a picture in letters, each of its own colour"
    return Claim(reason, note=note)


def _has_runs(rows: list[str]) -> bool:
    """Whether cells side by side are alike more often than the letters of words are."""
    beside = [pair for row in rows for pair in pairwise("".join(row.split()))]
    letters = [first == second for first, second in beside if (first + second).isalpha()]
    return 3 * sum(letters) > len(letters)


def _rows(text: str) -> list[str]:
    """The lines, without blank ones at the ends; blank cells that were cut off are put back."""
    lines = lines_of(text)
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    if not any(" " in line.strip() for line in lines):
        lines = [line.rstrip() for line in lines]
    width = max(map(len, lines), default=0)
    if all(not line[1::2].strip() for line in lines):  # a blank after every cell
        bare = [line[::2].ljust((width + 1) // 2) for line in lines]
        used = set().union(*bare)
        light = used.intersection(PAPERS[1:] + LIGHT)
        if len(used) == 2 and len(light) == 1 and not any(map(str.isdigit, used)):
            return bare
    if any(" " in line for line in lines):
        lines = [line.ljust(width) if width - len(line) < LARGEST_SIDE else line for line in lines]
    return lines


def read(text: str) -> Iterator[Puzzle]:
    rows = _rows(text)
    first = next((k for k, line in enumerate(lines_of(text), 1) if line.strip()), 1)
    width = len(rows[0]) if rows else 0
    check_sides(len(rows), width, first)
    for number, row in enumerate(rows, first):
        if len(row) != width:
            raise FormatError(f"expected {width} characters, found {len(row)}", line=number)
    text = "".join(rows)
    used = set(text)
    paper = next((symbol for symbol in PAPERS + LIGHT if symbol in used), "")
    if not paper and len(used) > 1:  # one character alone is ink everywhere
        paper = max(sorted(used), key=text.count)
    if len(used) > MOST_COLOURS + 1:
        found = f"expected at most {MOST_COLOURS + 1} characters, found {len(used)}"
        raise FormatError(found, line=first)
    if len(used - {paper}) > 1:
        if not all(ink.isascii() and ink.isalnum() for ink in used - {paper}):
            raise _slip(rows, paper, first)
        yield _coloured(Grid(len(rows), width, text), paper)
        return
    cells = "".join(["0" if symbol == paper else "1" for symbol in text])
    yield from_picture(Grid(len(rows), width, cells))


def _slip(rows: list[str], paper: str, first: int) -> FormatError:
    """The first cell that is neither paper nor the most frequent ink."""
    text = "".join(rows).replace(paper, "")
    ink = max(sorted(set(text)), key=text.count)
    other = next(symbol for symbol in text if symbol != ink)
    row = next(k for k, line in enumerate(rows) if other in line)
    return FormatError(
        f"expected {paper!r} or {ink!r}, found {other!r};"
        " for several colours, use letters or digits",
        line=first + row,
        column=rows[row].index(other) + 1,
    )


def _coloured(picture: Grid, paper: str) -> Puzzle:
    """The puzzle of a picture in several inks, in the order in which they appear."""
    inks = [ink for ink in dict.fromkeys(picture.cells) if ink != paper]
    named = {ink: PAINTS.get(ink.lower(), "") for ink in inks}
    taken = set(named.values())
    spare = iter([paint for paint in spare_paints(26) if paint not in taken])
    colours = Colours()
    for ink in inks:
        doubled = list(named.values()).count(named[ink]) > 1  # such as r and R
        colours.add(ink, next(spare) if doubled or not named[ink] else named[ink], None)
    symbols = {paper: "0", **colours.symbols}
    cells = "".join(symbols[symbol] for symbol in picture.cells)
    return colours.from_picture(Grid(picture.height, picture.width, cells))


def write(puzzle: Puzzle) -> str:
    picture = solution_of(puzzle, "chars")
    if (found := _number_of_inks(picture)) > MOST_COLOURS:
        raise FormatError(f"format chars stores at most {MOST_COLOURS} colours, found {found}")
    return _in_characters(puzzle, str(picture))


def _number_of_inks(picture: Grid) -> int:
    return len({*picture.cells} - {"0", UNKNOWN})


def _in_characters(puzzle: Puzzle, picture: str) -> str:
    signs = {"1": "#"}
    if is_coloured(puzzle):
        letters = {paint: letter for letter, paint in PAINTS.items()}
        free = iter("adfhjquxz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        inks = [letters.pop(paint, "") or next(free) for _, paint in declared(puzzle)]
        signs = dict(zip(ALPHABET[1:], inks, strict=False))
    table = {ord(symbol): ink for symbol, ink in ({"0": "."} | signs).items()}
    text = picture.translate(table) + "\n"
    return text.replace(".", "0") if claimed_by_binairo(text) else text  # no blanks of a Binairo


def lacks(puzzle: Puzzle) -> str | None:
    """Colours have no number here, and come in the order in which the picture has them."""
    if not is_coloured(puzzle) or puzzle.solution is None:
        return None
    if _number_of_inks(puzzle.solution) > MOST_COLOURS:
        return f"colours beyond {MOST_COLOURS}"
    again = next(read(_in_characters(puzzle, str(puzzle.solution))))
    return None if again == puzzle else "exact colours"


FORMAT = Format(
    name="chars",
    summary="a picture made of characters",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    needs_solution=True,
    colours=True,
    lacks=lacks,
    lacking="some colours",
)
