"""What the readers and writers of coloured nonograms share: blocks with colours, and palettes.

A format's own names of colours are its keys. Ours are letters, in the order in which the colours
are declared. A background other than white is kept as the field `background`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import check_sides, printable, unlike, whole_number
from nonairo.formats.shared.clues import both_sides, pose
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds.colour_names import paint_named
from nonairo.kinds.coloured import (
    clue_of_coloured,
    coloured_clues,
    is_coloured,
    parse_blocks,
    pose_coloured,
)
from nonairo.kinds.palette import LETTERS, SPARE, WHITE, palette_of, parse_palette
from nonairo.puzzle import Puzzle
from nonairo.rules import check_rule, letter_of

Block: TypeAlias = tuple[int, str]  # how long, and the key of its colour
BlockLine: TypeAlias = tuple[int, list[Block]]  # the line of the text, and the blocks on it
WordLine: TypeAlias = tuple[int, list[str]]  # likewise, as they are written

BACKGROUND = "background"  # the field that keeps it


class Colours:
    """The colours that a text declares, each with its key, in order."""

    def __init__(self) -> None:
        self.paints: dict[str, str] = {}
        self.paper = WHITE

    def add(self, key: str, colour: str, line: int | None) -> None:
        """A colour by its name or number."""
        paint = paint_named(colour)
        if paint is None:
            raise unlike("a colour such as #ff0000 or red", colour, line)
        if key in self.paints:
            raise FormatError(f"expected colour {printable(key)} once, found it again", line=line)
        if len(self.paints) == len(LETTERS):
            raise FormatError(f"expected at most {len(LETTERS)} colours, found more", line=line)
        self.paints[key] = paint

    @property
    def symbols(self) -> dict[str, str]:
        """Our symbol for each key."""
        return dict(zip(self.paints, ALPHABET[1:], strict=False))

    @property
    def extra(self) -> dict[str, object]:
        """What is kept beside the puzzle."""
        return {} if self.paper == WHITE else {BACKGROUND: f"#{self.paper}"}

    def pose(
        self, rows: Sequence[BlockLine], cols: Sequence[BlockLine], line: int | None
    ) -> Puzzle:
        """The puzzle with these clues; errors name the line of the clue."""
        check_sides(len(rows), len(cols), line)
        symbols = self.symbols
        for name, side, length in (("row", rows, len(cols)), ("column", cols, len(rows))):
            for index, (number, blocks) in enumerate(side, 1):
                try:
                    rule = parse_blocks(blocks, symbols, f"{name} {index}")
                    check_rule(rule, name, index, length)
                except PuzzleError as error:
                    raise FormatError(str(error), line=number) from None
        clues = [[blocks for _, blocks in side] for side in (rows, cols)]
        palette = palette_of(self.paints.values())
        return pose_coloured(clues[0], clues[1], palette, symbols, None).about(extra=self.extra)

    def from_picture(self, picture: Grid) -> Puzzle:
        """The puzzle whose solution is this picture over our symbols."""
        keys = {symbol: symbol for symbol in self.symbols.values()}
        puzzle = pose_coloured(
            [clue_of_coloured(row) for row in picture.rows()],
            [clue_of_coloured(col) for col in picture.cols()],
            palette_of(self.paints.values()),
            keys,
            None,
        )
        return puzzle.about(solution=picture, extra=self.extra)


def spare_paints(number: int) -> list[str]:
    """Paints for so many colours of which nothing is known."""
    if number > len(LETTERS):
        raise FormatError(f"expected at most {len(LETTERS)} colours, found {number}")
    more = [f"{k * 23 % 256:02x}{k * 71 % 256:02x}{k * 137 % 256:02x}" for k in range(1, 9)]
    return [*SPARE, *more][:number]


_BLOCK = re.compile(r"([0-9]{1,9})([A-Za-z]+)")


def read_blocks(words: Iterable[str], line: int) -> list[Block]:
    """BlockLine such as `2a`; a lone `0` is an empty line."""
    words = list(words)
    if words in ([], ["0"]):
        return []
    blocks = []
    for word in words:
        found = _BLOCK.fullmatch(word)
        if found is None:
            raise unlike("a block such as 2a", word, line)
        blocks.append((int(found[1]), found[2]))
    return blocks


def has_letters(words: Iterable[str]) -> bool:
    """Whether one of the words is a block with a colour."""
    return any(_BLOCK.fullmatch(word) for word in words)


def declared(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Each letter with its paint; none where the puzzle is black and white."""
    if not is_coloured(puzzle):
        return []
    palette, _ = parse_palette(puzzle.rules)
    return list(zip(palette.letters, palette.paints, strict=True))


def coloured_sides(puzzle: Puzzle) -> tuple[list[list[Block]], list[list[Block]]]:
    """The clues of rows and columns; the blocks of a black and white puzzle have no key."""
    if not is_coloured(puzzle):
        rows, cols = ([[(n, "") for n in clue] for clue in side] for side in both_sides(puzzle))
        return rows, cols
    rows, cols = (
        [[(length, letter_of(symbol)) for length, symbol in clue] for clue in coloured_clues(side)]
        for side in (puzzle.row_rules, puzzle.col_rules)
    )
    return rows, cols


def clue_words(puzzle: Puzzle, between: str = " ", empty: str = "0") -> tuple[list[str], list[str]]:
    """The clues of the rows and of the columns as text: `2a 1b`, or `2 1` in black and white."""
    rows, cols = (
        [between.join(f"{n}{key}" for n, key in clue) or empty for clue in side]
        for side in coloured_sides(puzzle)
    )
    return rows, cols


def pose_blocks(
    rows: Sequence[BlockLine], cols: Sequence[BlockLine], colours: Colours | None, line: int | None
) -> Puzzle:
    """The puzzle with these blocks; without colours, whatever their keys are."""
    if colours is not None:
        return colours.pose(rows, cols, line)
    plain = [[(k, [number for number, _ in clue]) for k, clue in side] for side in (rows, cols)]
    return pose(plain[0], plain[1], line)


def pose_words(
    rows: Sequence[WordLine], cols: Sequence[WordLine], colours: Colours | None, line: int | None
) -> Puzzle:
    """The puzzle with clues in words such as `2a`, or without colours `2`."""
    if colours is not None:
        blocks = [[(k, read_blocks(words, k)) for k, words in side] for side in (rows, cols)]
        return colours.pose(blocks[0], blocks[1], line)
    plain = [
        [(k, [whole_number(word, k) for word in words]) for k, words in side]
        for side in (rows, cols)
    ]
    return pose(plain[0], plain[1], line)


def paper_of(puzzle: Puzzle) -> str:
    """The paint of the background."""
    paper = puzzle.extra.get(BACKGROUND)
    return (paint_named(paper) if isinstance(paper, str) else None) or WHITE


def in_letters(cells: str, others: Mapping[str, str] | None = None) -> str:
    """Cells with the letters of their colours; `others` for what is no colour.

    >>> in_letters("0120"), in_letters("01.", {"0": " ", ".": "?"})
    ('0ab0', ' a?')
    """
    table: dict[int, str] = {
        ord(symbol): letter_of(symbol) for symbol in ALPHABET[1 : len(LETTERS) + 1]
    }
    return cells.translate(table | {ord(symbol): text for symbol, text in (others or {}).items()})
