"""What the signs of a grid mean: which is 0, which is 1, and which is a blank.

Signs mean what people use them for. If it is not clear which sign is the blank, it is the one
for which the other two break no rule of the puzzle; two such signs are an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from nonairo.checking import check
from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import printable
from nonairo.formats.tolerant.prose import (
    BLANK_WORDS,
    CELL_WORDS,
    ONE_WORDS,
    ZERO_WORDS,
    Understood,
)
from nonairo.formats.tolerant.sheet import Row
from nonairo.grid import Grid
from nonairo.kinds.binairo import binairo
from nonairo.plain import slip

DOTS = "\u00b7\u2022\u2219\u22c5\u2027\u30fb\u2026\u2591\u2423\u2753\u2754"  # question marks, too
BLANKS = frozenset(("", *".-_?*~,", *DOTS, "--", "..", "__", "n/a", "-1", "9")) | BLANK_WORDS
CROSSES = frozenset("xX")  # blanks beside digits
LIKE_DIGITS = dict.fromkeys("oO", "0") | dict.fromkeys("lIi", "1")  # letters beside digits
BOXES = "\u25a1\u2b1c\u25fb\u25ab\u25a2\u2b1a\u25fd\U0001f532\U0001f533"  # blanks beside two others
ZEROS = frozenset("oOwW\u25cb\u25ef\u26aa\u25a1\u2b1c\U0001f319\u263e\u263d\u2b58") | ZERO_WORDS
ONES = frozenset("\u25cf\u2b24\u26ab\u25a0\u2b1b\u2600\U0001f31e") | ONE_WORDS


class Unlikely(FormatError):
    """Most signs are no cells: the text is something else."""


class Meaning(NamedTuple):
    """What every sign means, and the words for those that are not plain."""

    cells: dict[str, str]
    legend: str


def meaning_of(rows: Sequence[Sequence[str]], lines: Sequence[Row], rules: str) -> Meaning:
    """Return what the signs mean; raise FormatError where they cannot be a Binairo's."""
    used = Counter(sign for row in rows for sign in row)
    blanks = {sign for sign in used if sign in BLANKS}
    signs = {sign for sign in used if sign not in blanks}
    if signs & {"0", "1"}:
        blanks |= {sign for sign in signs if sign in CROSSES}
        signs -= blanks
        if signs <= {"0", "1", *LIKE_DIGITS}:
            return _with_slips(used, signs, blanks)
    if any(len(sign) > 1 and sign.isalpha() and sign not in CELL_WORDS for sign in signs):
        raise Unlikely("expected cells, found other words")
    if len(signs) > 2 and {sign.lower() for sign in signs} & {"0", "1"} == set():
        signs = {sign.lower() for sign in signs}
    if len(signs) == 3 and not blanks:
        return _with_blank_among(rows, signs, rules, lines)
    if len(signs) > 2 or (signs & {"0", "1"} and not signs <= {"0", "1"}) or not signs:
        raise _foreign(rows, lines, signs)
    if len(signs) == 1 and not signs <= {"0", "1"}:
        raise FormatError(
            f"expected two characters for 0 and 1, found only {printable(min(signs))};"
            " write 0 and 1",
            line=lines[0].line,
        )
    return _posed(used, signs, blanks)


def _posed(used: Counter[str], signs: set[str], blanks: set[str]) -> Meaning:
    """Return the meaning of at most two signs and these blanks."""
    ordered = sorted(signs, key=_rank)
    return _with_values(used, dict(zip(ordered, "01", strict=False)), blanks)


def _with_slips(used: Counter[str], signs: set[str], blanks: set[str]) -> Meaning:
    """Return the meaning of digits, some of which are typed as letters."""
    return _with_values(used, {sign: LIKE_DIGITS.get(sign, sign) for sign in sorted(signs)}, blanks)


def _with_values(used: Counter[str], values: dict[str, str], blanks: set[str]) -> Meaning:
    """Return the meaning of signs with these values, and of blanks."""
    cells = {sign: "." if sign in blanks else values[_known(sign, values)] for sign in used}
    legend = [f"{sign} is {cell}" for sign, cell in values.items() if sign != cell]
    named = sorted(sign for sign in blanks if sign.strip("-.") and sign not in "?*_~," + DOTS)
    legend += [f"{sign} is an empty cell" for sign in named if len(sign) == 1 or not sign.isalpha()]
    return Meaning(cells, ", ".join(legend))


def _known(sign: str, values: dict[str, str]) -> str:
    return sign if sign in values else sign.lower()


def _rank(sign: str) -> tuple[int, str]:
    plain = sign if len(sign) == 1 else sign.lower()
    return (0 if plain in ZEROS else 2 if plain in ONES else 1, sign)


def _with_blank_among(
    rows: Sequence[Sequence[str]], signs: set[str], rules: str, lines: Sequence[Row]
) -> Meaning:
    """Return the meaning of three signs, one of which must be the blank."""
    used = Counter(sign for row in rows for sign in row)
    if signs != used.keys():  # a letter in both cases
        raise _foreign(rows, lines, signs)
    boxes = [sign for sign in BOXES if sign in signs]
    if len(boxes) == 1:
        return _posed(used, signs - {*boxes}, {*boxes})
    digits = signs <= {"0", "1", "2", "3"}
    if not digits and signs & {"0", "1"}:
        raise _foreign(rows, lines, signs)
    likely = []
    for blank in sorted(signs - ({"1"} if digits else set())):
        meaning = _posed(used, signs - {blank}, {blank})
        text = ["".join(meaning.cells[sign] for sign in row) for row in rows]
        try:
            puzzle = binairo(Grid.parse(text), rules=rules)
        except PuzzleError as error:
            raise FormatError(str(error), line=lines[0].line) from None
        if not check(puzzle, puzzle.givens):
            likely.append((blank, meaning))
    if len(likely) == 1:
        blank, meaning = likely[0]
        legend = meaning.legend if f"{blank} is" in meaning.legend else f"{blank} is an empty cell"
        return meaning._replace(legend=legend)
    blanks = [blank for blank, _ in likely] or sorted(signs)
    named = " or ".join(map(printable, blanks))
    raise FormatError(
        f"an empty cell may be {named}; write '.' for empty cells",
        line=lines[0].line,
    )


def _foreign(rows: Sequence[Sequence[str]], lines: Sequence[Row], signs: set[str]) -> FormatError:
    """Return the error that names the first cell that is neither 0 nor 1 nor a blank."""
    plain = {"0", "1"} & signs
    used = Counter(sign for row in rows for sign in row)
    foreign = sum(used[sign] for sign in used if sign not in plain and sign not in BLANKS)
    if plain and 4 * foreign > used.total():
        return Unlikely("expected cells")
    if not plain:  # the two that are most frequent
        count = Counter(sign for row in rows for sign in row if sign not in BLANKS)
        plain = {sign for sign, _ in count.most_common(2)}
    for row, line in zip(rows, lines, strict=True):
        for place, sign in enumerate(row, 1):
            if sign not in plain and sign not in BLANKS:
                one_line = "" if len({each.line for each in lines}) > 1 else f"cell {place}: "
                expected = "0, 1" if "0" in plain or "1" in plain else " or ".join(sorted(plain))
                meant = slip(sign, "01") if "0" in plain or "1" in plain else ""
                return (Understood if meant else FormatError)(
                    f"{one_line}expected {expected} or a blank such as '.',"
                    f" found {printable(sign)}{meant}",
                    line=line.line,
                    column=_column(line.text, sign, row[: place - 1]),
                )
    return FormatError("expected cells that are 0, 1 or blank, found none", line=lines[0].line)


def _column(text: str, sign: str, before: Sequence[str]) -> int | None:
    """Return where the sign stands in its line, after as many like it as there are before it."""
    at = -1
    for _ in range(sum(each == sign for each in before) + 1):
        at = text.find(sign, at + 1)
    return at + 1 if at >= 0 else None
