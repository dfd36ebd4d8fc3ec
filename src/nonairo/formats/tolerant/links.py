"""Addresses of puzzles on pages of other programs, and on our own page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from nonairo.errors import FormatError
from nonairo.formats.base import printable
from nonairo.formats.pzpr import PUZZLINK
from nonairo.formats.tatham import MOSAIC, PATTERN, UNRULY
from nonairo.formats.tolerant.prose import About, described
from nonairo.kinds import parse_id
from nonairo.puzzle import Puzzle, noted

ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s<>\"']+|(?<![\w.-])[\w.-]{1,99}\.[a-z]{2,6}/[^\s<>\"']*[#?][^\s<>\"']+"
)
OWN = re.compile(r"[#&]p=([^&]+)")
TATHAM = re.compile(r"/([a-z]+)(?:\.html)?#([0-9].*)")
PZPR = re.compile(r"[?/]([a-z_]+)(?:/[a-z]+)?/([0-9]+)/([0-9]+)/")
GAMES = {"unruly": UNRULY, "pattern": PATTERN, "mosaic": MOSAIC}
LONGEST = 100_000
NO_PAGES = "Nonairo opens no web pages: copy the puzzle itself, or save the page and name the file"


def read_link(text: str) -> Puzzle | FormatError | None:
    """Return the puzzle that an address has in it; None for a text without an address."""
    found = ADDRESS.search(text[:LONGEST])
    if found is None or len(text.split()) > 40:
        return None
    address = found[0].rstrip(".,;)]")
    line = text.count("\n", 0, found.start()) + 1
    try:
        puzzle = next(_puzzles(address, line))
        return noted(puzzle, described(puzzle, About()))
    except FormatError as error:
        return FormatError(error.message, line=line)


def _puzzles(address: str, line: int) -> Iterator[Puzzle]:
    own, tatham, pzpr = OWN.search(address), TATHAM.search(address), PZPR.search(address)
    if own:
        puzzle = parse_id(unquote(own[1]))
        if puzzle is not None:
            yield puzzle
            return
    if tatham and tatham[1] in GAMES:
        read = GAMES[tatham[1]].read
        assert read is not None
        yield from read(unquote(tatham[2]))
    elif pzpr and pzpr[1] == "nonogram":
        assert PUZZLINK.read is not None
        yield from PUZZLINK.read(unquote(address))
    elif tatham or pzpr:
        name = (tatham or pzpr or [""])[1]
        known = f"{', '.join(GAMES)} or nonogram"
        raise FormatError(f"expected a link to a puzzle ({known}), found {name!r}")
    else:
        raise FormatError(f"expected a puzzle, found the address {printable(address)}; {NO_PAGES}")
