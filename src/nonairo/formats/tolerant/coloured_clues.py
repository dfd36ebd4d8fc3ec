"""A coloured nonogram as lists of clues: `2a 3b`, `2a3b`, `2 red, 3 blue` or `red 2, blue 3`.

Below headings, in two blocks, or rows and columns with `;` between them. A line such as `a = red`
names a colour; letters without one get colours of ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonairo.errors import FormatError
from nonairo.formats.shared.coloured import Block, BlockLine, Colours, spare_paints
from nonairo.formats.tolerant.clue_lists import heading_of
from nonairo.formats.tolerant.prose import Understood, about, described, is_prose, wrong_size
from nonairo.formats.tolerant.sheet import Row
from nonairo.kinds.colour_names import paint_named
from nonairo.kinds.palette import LETTERS
from nonairo.puzzle import Puzzle, noted
from nonairo.sentence_words import listed

BLOCK = re.compile(
    r"([0-9]{1,4})\s?([a-z]+)|([a-z]+)\s?([0-9]{1,4})(?![0-9])|([0-9]{1,4})(?![0-9])",
    re.IGNORECASE,
)
BETWEEN = frozenset(" \t,.;:+/|-")
PALETTE = re.compile(r"([a-z])\s?[=:]\s?(#?[0-9a-z]+)", re.IGNORECASE)
INITIALS = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "k": "black",
            "o": "orange", "p": "purple"}  # fmt: skip
EMPTY = ("", "0", "-", "_")
LONGEST = 4000  # characters of a line of clues
OUTER = "/|;,"  # between the clues of a side on one line, the strongest first


def read_coloured(rows: Sequence[Row]) -> Puzzle | FormatError | None:
    """Return the coloured nonogram of a text, what is wrong with it, or None for other texts."""
    colours = Colours()
    sides: list[list[tuple[int, str]]] = [[]]
    named: list[str] = []
    prose: list[Row] = []
    for row in rows:
        text = row.text.strip()
        palette = PALETTE.fullmatch(text)
        heading = heading_of(text)
        if palette and paint_named(palette[2]):
            colours.add(palette[1].lower(), palette[2], row.line)
        elif heading is not None:
            side, label, text = heading
            if not named or named[-1] != side:
                named.append(side)
                sides.append([])
            if text.strip() or label is not None:
                sides[-1].append((row.line, text.strip()))
        elif not text and not named:
            sides.append([])
        elif text and _is_clue(text):
            sides[-1].append((row.line, text))
        elif text and is_prose(row):
            prose.append(row)
        elif text:
            return None
    full = [side for side in sides if side]
    if len(full) == 1 and len(full[0]) == 1 and full[0][0][1].count(";") == 1:
        line, text = full[0][0]
        full = [[(line, part)] for part in text.split(";")]
    if len(full) != 2 or named not in ([], ["rows", "cols"], ["cols", "rows"]):
        return None
    if named == ["cols", "rows"]:
        full.reverse()
    if not all(_is_clue(text) for side in full for _, text in side):
        return None
    clues = [[(line, _blocks(text)) for line, text in _apart(side)] for side in full]
    try:
        return _posed(clues, colours, prose)
    except FormatError as error:
        return Understood(error.message, line=error.line, column=error.column)


def _is_clue(text: str) -> bool:
    """Whether a text is blocks with separators between them, or says that there are none."""
    return text in EMPTY or (len(text) <= LONGEST and BETWEEN.issuperset(BLOCK.sub(" ", text)))


def _apart(side: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the clues of a side, which may stand on one line."""
    if len(side) > 1:
        return side
    line, text = side[0]
    mark = next((mark for mark in OUTER if mark in text), None)
    return [(line, part) for part in text.split(mark)] if mark else side


def _blocks(text: str) -> list[Block]:
    """Return the blocks of a clue; the key of one without a colour is empty."""
    found = [
        (int(block[1] or block[4] or block[5]), (block[2] or block[3] or "").lower())
        for block in BLOCK.finditer(text)
    ]
    return [] if found == [(0, "")] else found


def _posed(
    clues: list[list[BlockLine]], colours: Colours, prose: Sequence[Row]
) -> Puzzle | FormatError | None:
    every = [(line, block) for side in clues for line, blocks in side for block in blocks]
    keys = list(dict.fromkeys(key for _, (_, key) in every if key))
    bare = [(line, number) for line, (number, key) in every if not key]
    words = [key for key in keys if len(key) > 1]
    if not keys or 2 * len(bare) > len(every) or any(paint_named(word) is None for word in words):
        return None
    if bare:
        line, number = bare[0]
        raise FormatError(f"expected a colour beside {number}, as in {number}a", line=line)
    key_of = _key_of_each(keys, colours, every)
    letters = sorted({*key_of.values()} - {*words} - colours.paints.keys())
    for word in words:
        if key_of[word] == word:
            colours.add(word, word, None)
    taken = {*colours.paints.values()}
    initials = taken.isdisjoint(paint_named(INITIALS.get(letter, "white")) for letter in letters)
    initials = initials and {*letters} <= INITIALS.keys()
    unlike_them = sorted(spare_paints(len(LETTERS)), key=taken.__contains__)
    for letter, paint in zip(letters, unlike_them, strict=False):
        colours.add(letter, INITIALS[letter] if initials else f"#{paint}", None)
    said = about(prose)
    rows, cols = (
        [(line, [(number, key_of[key]) for number, key in blocks]) for line, blocks in side]
        for side in clues
    )
    if not said.fits(len(rows), len(cols)):
        raise wrong_size(said, len(rows), len(cols), rows[0][0])
    puzzle = colours.pose(rows, cols, rows[0][0]).about(title=said.title)
    known = {key: INITIALS[key] if initials and key in letters else key_of[key] for key in keys}
    meant = [f"{key} is {known[key]}" for key in sorted(keys) if len(key) == 1 < len(known[key])]
    more = [listed(meant, "and")] if meant else []
    if letters and not initials:
        more.append(f"the colour of {listed(letters, 'and')} was chosen")
    return noted(puzzle, described(puzzle, said, more))


def _key_of_each(
    keys: Sequence[str], colours: Colours, every: Sequence[tuple[int, Block]]
) -> dict[str, str]:
    """Return the one key of each colour for all its keys: `r` beside `red` is `red`."""
    by_paint = {paint: key for key, paint in colours.paints.items()}
    words = {word: paint_named(word) or "" for word in keys if len(word) > 1}
    key_of = {key: key for key in keys}
    key_of |= {word: by_paint.setdefault(paint, word) for word, paint in words.items()}
    for letter in keys:
        if len(letter) > 1 or letter in colours.paints:
            continue
        usual = paint_named(INITIALS.get(letter, ""))
        beside = [word for word in words if word.startswith(letter)]
        beside = beside or [word for word, paint in words.items() if paint == usual]
        if len({key_of[word] for word in beside}) > 1:
            line = next(line for line, (_, key) in every if key == letter)
            raise FormatError(f"expected {listed(beside, 'or')}, found {letter!r}", line=line)
        if beside:
            key_of[letter] = key_of[beside[0]]
    return key_of
