"""Words around a puzzle: titles, sizes, names of kinds, and what can be left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import printable
from nonairo.formats.tolerant.sheet import Row
from nonairo.grid import LARGEST_SIDE
from nonairo.kinds import named_kind
from nonairo.kinds.coloured import is_coloured
from nonairo.plain import many, slip
from nonairo.puzzle import Puzzle

SIZES = re.compile(r"(?<![\w.])([0-9]{1,4}) ?(?:x|X|\*|by) ?([0-9]{1,4})(?![\w.])")
SIZE = re.compile(r"\bsize\b\s?[:=]?\s?([0-9]{1,4})(?![\w.])(?! ?(?:x|X|\*|by))", re.IGNORECASE)
WIDTH = re.compile(r"\b(?:width|w)\b\s?[:=]?\s?([0-9]{1,4})\b", re.IGNORECASE)
HEIGHT = re.compile(r"\b(?:height|h)\b\s?[:=]?\s?([0-9]{1,4})\b", re.IGNORECASE)
LABELLED = re.compile(r"(?:row|r) ?[0-9]{1,3} ?[:.)]", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]{3,}")
LETTERS = re.compile(r"[^\W\d_]")
RULES = re.compile(
    r"(?<![\w-])(no-distinct|odd-more-ones|odd-more-zeros|diagonals|regions)(?![\w-])"
)
COLUMNS_FIRST = re.compile(r"\bcol(?:umn)?s\b.{0,20}\bfirst\b", re.IGNORECASE)
KIND = re.compile(r"#\s*kind\b", re.IGNORECASE)  # a comment as files have it, no title
LONGEST = 300  # characters of a line of prose that are looked at
LONGEST_TITLE = 80

# Words for a cell, so that a row of them is no prose.
ZERO_WORDS = frozenset(("zero", "white", "moon", "light", "off", "false", "red", "nought"))
ONE_WORDS = frozenset(("one", "black", "sun", "dark", "on", "true", "blue", "cross"))
BLANK_WORDS = frozenset(("none", "null", "nan", "empty", "blank", "unknown"))
CELL_WORDS = ZERO_WORDS | ONE_WORDS | BLANK_WORDS


class Understood(FormatError):
    """An error about a text that was understood, so that it says more than those of formats."""


class About(NamedTuple):
    """What the words around a puzzle say."""

    sizes: tuple[int, int] | None = None  # as written: people write both orders
    height: int | None = None
    width: int | None = None
    kind: str | None = None
    rules: str = "standard"
    title: str | None = None
    columns_first: bool = False
    left_out: tuple[int, ...] = ()  # lines that say something else

    def fits(self, height: int, width: int) -> bool:
        """Whether a puzzle of this size is as large as the words say."""
        if self.sizes is not None and self.sizes not in ((height, width), (width, height)):
            return False
        return self.height in (None, height) and self.width in (None, width)

    @property
    def size(self) -> str:
        """The size in words, for messages."""
        if self.sizes is not None:
            return f"{self.sizes[0]}x{self.sizes[1]}"
        sides = ((self.height, "row"), (self.width, "column"))
        return " and ".join(many(side, name) for side, name in sides if side is not None)


def is_prose(row: Row) -> bool:
    """Whether a row is words rather than cells or clues: a title, a size, a remark."""
    text = row.text.strip()[:LONGEST]
    if SIZES.fullmatch(text):
        return True
    if LABELLED.match(text):
        return False
    words = [word.lower() for word in WORD.findall(text)]
    if not words or CELL_WORDS.issuperset(words):
        return False
    few = len({letter.lower() for letter in LETTERS.findall(text)}) <= 2
    return not few


def about(rows: Iterable[Row]) -> About:
    """Return what rows of prose say."""
    said = About()
    left_out: list[int] = []
    for row in rows:
        text = row.text.strip()[:LONGEST]
        if not text:
            continue
        sizes, size = SIZES.search(text), SIZE.search(text)
        width, height = WIDTH.search(text), HEIGHT.search(text)
        if sizes:
            said = said._replace(sizes=(int(sizes[1]), int(sizes[2])))
        elif size:
            said = said._replace(sizes=(int(size[1]), int(size[1])))
        said = said._replace(
            width=int(width[1]) if width else said.width,
            height=int(height[1]) if height else said.height,
        )
        kinds = [found for word in WORD.findall(text) if (found := named_kind(word.lower()))]
        if kinds and said.kind is None:
            said = said._replace(kind=kinds[0][0].name, rules=kinds[0][1])
        rules = RULES.findall(text.lower())
        said = said._replace(rules="+".join([said.rules, *rules]))
        if COLUMNS_FIRST.search(text):
            said = said._replace(columns_first=True)
            continue
        words = text.strip("#*_=:- \t")
        if KIND.match(text):
            continue
        if said.title is None and not left_out and not (sizes or size or width or height):
            said = said._replace(title=words[:LONGEST_TITLE])
        elif not (sizes or size or width or height or kinds or rules):
            left_out.append(row.line)
    return said._replace(left_out=tuple(left_out))


def wrong_size(said: About, height: int, width: int, line: int | None) -> FormatError:
    """Return the error for a puzzle whose words name another size."""
    found = f"{many(height, 'row')} and {many(width, 'column')}"
    return FormatError(f"expected {said.size}, as the text says, found {found}", line=line)


def described(puzzle: Puzzle, said: About, more: Sequence[str] = ()) -> str:
    """Return the line that says how a text was read; an error if its words name another kind."""
    if said.kind not in (None, puzzle.kind):
        raise FormatError(
            f"expected a {said.kind}, as the text says, found a {puzzle.kind}", line=1
        )
    sides = f"{many(puzzle.height, 'row')} and {many(puzzle.width, 'column')}"
    name = "nonogram" if puzzle.kind == "nonogram" else puzzle.kind.capitalize()
    rules = "" if puzzle.rules == "standard" else f" with rules {puzzle.rules}"
    if is_coloured(puzzle):
        rules = f" in {many(len(puzzle.symbols) - 1, 'colour')}"
    parts = [f"read as a {name}{rules}, {sides}", *more]
    if said.left_out:
        lines = ", ".join(map(str, said.left_out[:5])) + ", ..." * (len(said.left_out) > 5)
        parts.append(f"left out line{'s' * (len(said.left_out) > 1)} {lines}")
    return "; ".join(parts)


def no_number(word: str, line: int, column: int | None = None) -> FormatError:
    """Return the error for a word in a clue that is no number."""
    if word.isascii() and word.isdigit():
        found = f"a number of {len(word):,} digits"
        expected = f"expected a block of at most {LARGEST_SIDE} cells"
        return Understood(f"{expected}, found {found}", line=line, column=column)
    found = f"expected a number, found {printable(word)}{slip(word)}"
    return (Understood if slip(word) else FormatError)(found, line=line, column=column)
