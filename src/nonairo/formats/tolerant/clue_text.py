"""One side of a nonogram as people write it: each clue on a line, or all of them on one line.

On one line there are two sorts of separators, one between lines of the puzzle and one between the
blocks of a clue. Which is which, the text does not say: `sides` returns every way that there is,
the likeliest first, and the totals of rows and columns decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonairo.formats.base import printable
from nonairo.formats.shared.clues import Numbers
from nonairo.formats.tolerant.prose import Understood, no_number

Side = list[Numbers]
Content = Sequence[tuple[int, str]]  # lines of a text with their numbers

NOTHING_WORDS = frozenset(("none", "empty", "blank", "nothing", "null"))
JOINING_WORDS = frozenset(("and", "then"))  # between the blocks of a clue
BETWEEN = " \t,.;:/+&|-_'\"\\"  # what may stand between the blocks of a clue
OUTER = (";", "|", "/", ",", " ", ".", "+", "&", "-", ":")  # the strongest first
BULLET = re.compile(r"\s*[-*\u2022+]\s+(\S.*)")
NEGATIVE = re.compile(r"\s*-[0-9]")
NUMBERED = re.compile(r"\s*[(#]?([0-9]{1,4})(?:[):]\s*|[.]\s+|\s+-\s+)(\S.*|)")
QUOTED = re.compile(r'"([0-9]*(?:[ ,;]+[0-9]+)+)"')  # a clue of several blocks in a CSV table
GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]|([0-9]+)")
WORD = re.compile(r"[^\s,.;:/+&|\"'\\\[\](){}-]+")
OPEN, CLOSE = "[({", "])}"


def sides(content: Content) -> Iterator[Side]:
    """Yield the clues that these lines may be, the likeliest first; FormatError for other words."""
    lines = [(line, text) for line, text in content if text.strip()]
    lines = _without_marks([(line, QUOTED.sub(r"[\1]", text)) for line, text in lines])
    check_words(lines)
    negative = [(line, text.strip()) for line, text in lines if NEGATIVE.match(text)]
    if negative and (len(lines) == 1 or len(negative) < len(lines)):  # else they are bullets
        line, text = negative[0]
        found = printable(text.split(",")[0].split()[0])
        raise Understood(f"expected a number from 0, found {found}", line=line)
    text = "".join(text for _, text in lines)
    if any(bracket in text for bracket in OPEN):
        grouped = _groups(lines)
        if grouped is not None:
            yield grouped
            return
        lines = [(line, re.sub(r"[\[\](){}]", " ", text)) for line, text in lines]
    if len(lines) == 1:
        yield from _on_one_line(*lines[0])
    if lines:
        yield [(line, numbers_of(text)) for line, text in lines]


def numbers_of(text: str) -> list[int]:
    """Return the numbers of one clue; nothing for an empty line."""
    numbers = [int(number) for number in re.findall(r"[0-9]{1,9}", text)]
    return [] if numbers == [0] else numbers


def _without_marks(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Take off bullets, and numbers that only count the lines."""
    bullets = [BULLET.fullmatch(text) for _, text in lines]
    if lines and all(bullets) and (len(lines) > 1 or lines[0][1].lstrip()[0] != "-"):
        lines = [(line, found[1]) for (line, _), found in zip(lines, bullets, strict=True) if found]
    counted = [NUMBERED.fullmatch(text) for _, text in lines]
    numbers = [int(found[1]) for found in counted if found]
    if len(lines) > 1 and numbers == [*range(1, len(lines) + 1)]:
        lines = [(line, found[2]) for (line, _), found in zip(lines, counted, strict=True) if found]
    return lines


def check_words(lines: Content) -> None:
    """Raise FormatError for the first word that is no number."""
    for line, text in lines:
        for word in WORD.finditer(text):
            named = word[0].lower() in NOTHING_WORDS | JOINING_WORDS
            if not named and not re.fullmatch(r"[0-9]{1,9}|_", word[0]):
                raise no_number(word[0], line, word.start() + 1)


def _groups(lines: Content) -> Side | None:
    """Return clues in brackets, with numbers that stand alone between them; None if unmatched."""
    text = "\n".join(text for _, text in lines)
    depth, deepest = 0, 0
    for sign in text:
        depth += (sign in OPEN) - (sign in CLOSE)
        deepest = max(deepest, depth)
        if depth < 0:
            return None
    bare = text.strip().rstrip(",;")
    whole = bare[:1] in OPEN and bare[-1:] in CLOSE
    if depth or deepest > 2 or (deepest == 1 and whole and sum(map(bare.count, OPEN)) == 1):
        return None
    if deepest == 2:
        text = _unwrapped(text)
    side, line, at = [], lines[0][0], 0
    for found in GROUP.finditer(text):
        line += text.count("\n", at, found.start())
        at = found.start()
        side.append((line, numbers_of(found[0])))
    return side


def _unwrapped(text: str) -> str:
    """Replace the outermost brackets by blanks."""
    out, depth = [], 0
    for sign in text:
        depth += sign in OPEN
        outermost = depth == 1 and sign in OPEN + CLOSE
        depth -= sign in CLOSE
        out.append(" " if outermost else sign)
    return "".join(out)


def _on_one_line(line: int, text: str) -> Iterator[Side]:
    """Yield the clues of a side that stands on one line, for every separator between them."""
    text = re.sub(r" ?([\t,;/|+&.:-]) ?", r"\1", re.sub(" +", " ", text).strip(",;/| \t"))
    for mark in "\t" if "\t" in text else OUTER:  # a tab stands between cells of a table
        parts = text.split() if mark == " " else text.split(mark)
        if len(parts) > 1:
            yield [(line, numbers_of(part)) for part in parts]
