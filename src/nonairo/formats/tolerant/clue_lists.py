"""A nonogram as lists of clues: below headings, in two blocks, or with a size above.

Reading never solves. Headings say which clues are rows and which are columns. Without headings, the
blank line at which both sides get the same total does; where two splits fit, both are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import check_sides, is_number
from nonairo.formats.shared.clues import Numbers, pose
from nonairo.formats.tolerant.clue_text import Content, Side, check_words, numbers_of, sides
from nonairo.formats.tolerant.prose import About, Understood, about, described, is_prose, wrong_size
from nonairo.formats.tolerant.sheet import Row
from nonairo.grid import LARGEST_SIDE
from nonairo.kinds.kakurasu import pose_totals
from nonairo.plain import many
from nonairo.puzzle import Puzzle, noted

ROWS = (
    "rows?|across|horizontals?|horizontally|left(?:[ -](?:hand )?side)?|side"
    "|zeilen?|reihen?|lignes?|filas?|righe|rijen"
)
COLUMNS = (
    "columns?|cols?|down|verticals?|vertically|top|spalten?|colonnes?|columnas?|colonne|kolommen"
)
# A heading such as `## Row clues (top to bottom):`, or `Row 1 -` before a single clue.
HEADING = re.compile(
    rf"[#*_>\s\u2022-]*(?:(?P<rows>{ROWS}|[rh](?=\s?[:=]))|(?P<cols>{COLUMNS}|[cv](?=\s?[:=])))"
    r"(?![a-z])(?:[ _-]?(?:clues?|hints?|numbers?|constraints?))?"
    r"(?:,?\s*\(?(?:from|starting)[a-z ]{1,30}|\s*\([^()]{0,60}\))?\)?[*_\s]*"
    r"(?P<label>[0-9]{1,4}(?=\s*[:=.)-]))?[*_\s]*(?:[:=.)]|-+>?)?[*_\s]*",
    re.IGNORECASE,
)
LABEL = re.compile(
    r"\s*(?:(?P<rows>row|r)|(?P<cols>column|col|c))[ #]?(?P<label>[0-9]{1,4})"
    r"(?:\s*(?:[:=.)]|-+>?)\s*|\s+|$)",
    re.IGNORECASE,
)
INITIAL = re.compile(r"\s*([rchv])\s+(?=[0-9])", re.IGNORECASE)
CLUES = re.compile(r"(?:clues?|hints?|numbers?|blocks?)", re.IGNORECASE)
LONGEST_HEADING = 200
RULE = re.compile(r"\s*[-=_*#~/]{1,}\s*")
CELLS = re.compile(r"[.-] ?[.-]")  # blank cells side by side: no clue
CLUE_SIGNS = frozenset(" 	0123456789,.;:/+&|()[]{}-")
EMPTY = ("-", "_", "/")  # an empty line, alone
MOST_SIDES = 20  # ways to read a side that are tried
MOST_WAYS = 400  # pairs of sides that are tried
HALVES = ";|/:"  # what may stand between the rows and the columns on one line


class Pair(NamedTuple):
    """Clues of rows and of columns that a text may mean, and how they were told apart."""

    rows: Side
    cols: Side
    how: str = ""


def fits(pair: Pair) -> bool:
    """Whether every clue has room, and rows and columns have the same total."""
    height, width = len(pair.rows), len(pair.cols)
    if not (1 <= height <= LARGEST_SIDE and 1 <= width <= LARGEST_SIDE):
        return False
    have_room = _have_room(pair.rows, width) and _have_room(pair.cols, height)
    return have_room and total(pair.rows) == total(pair.cols)


def _have_room(side: Side, length: int) -> bool:
    return all(0 not in clue and sum(clue) + len(clue) - 1 <= length for _, clue in side)


def total(side: Side) -> int:
    """Return how many cells the clues of a side fill."""
    return sum(sum(clue) for _, clue in side)


def read_clues(rows: Sequence[Row], width: int | None = None) -> Puzzle | FormatError | None:
    """Return the nonogram of a text, what is wrong with it, or None if it has no clues at all."""
    try:
        headed = _headed(rows)
        if headed is not None:
            return _from_headed(headed, width)
        return _from_bare(rows, width)
    except FormatError as error:
        return error


# --- below headings


def heading_of(text: str) -> tuple[str, int | None, str] | None:
    """Return the side that a line begins, the number of its line if it names one, and the rest."""
    for pattern in (LABEL, HEADING):
        found = pattern.match(text[:LONGEST_HEADING])
        rest = text[found.end() :] if found else ""
        if found and (found["label"] or found[0].rstrip()[-1:] == ":" or not rest[:1].isalpha()):
            label = found["label"]
            return "rows" if found["rows"] else "cols", int(label) if label else None, rest
    return None


class Headed(NamedTuple):
    """The lines below each heading, and the words around them."""

    said: About
    lines: dict[str, list[tuple[int, str]]]
    labels: dict[str, list[int]]


def _headed(rows: Sequence[Row]) -> Headed | None:
    """Return the lines below each heading; None if there are no headings."""
    found = Headed(About(), {}, {"rows": [], "cols": []})
    rows = _with_labels(_with_colons(rows))
    above: list[Row] = []
    below: list[Row] = []
    side: str | None = None
    for row in rows:
        heading = heading_of(row.text)
        if heading is not None:
            side, label, rest = heading
            lines = found.lines.setdefault(side, [])
            if lines and label is None:
                raise_twice(side, row.line)
            if label is not None:
                found.labels[side].append(label)
            if rest.strip() or label is not None:
                lines.append((row.line, rest.strip() or "0"))
        elif side is None:
            above.append(row)
        elif is_prose(row):
            below.append(row)
        elif not RULE.fullmatch(row.text) or row.text.strip() in EMPTY:
            found.lines[side].append((row.line, row.text))
    said, after = about(above), about(below)
    left_out = (*said.left_out, *(row.line for row in below if not about([row]).size))
    said = said._replace(left_out=left_out, sizes=said.sizes or after.sizes)
    return found._replace(said=said) if found.lines else None


def _with_colons(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows with a colon after R and C, where one line starts with each of them."""
    starts = [found[1].lower() for row in rows if (found := INITIAL.match(row.text))]
    if sorted(starts) not in (["c", "r"], ["h", "v"]):
        return rows
    return [row._replace(text=INITIAL.sub(r"\1: ", row.text)) for row in rows]


def _with_labels(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows of a table `| Row | Clue |` with labels: `row 1: 1 1` for `| 1 | 1 1 |`."""
    found: list[Row] = []
    side = ""
    for row in rows:
        first, *rest = [cell for cell in row.cells if cell] or [""]
        heading = HEADING.fullmatch(first)
        if heading is not None and len(rest) == 1 and CLUES.fullmatch(rest[0]):
            side = "row" if heading["rows"] else "column"
        elif side and len(row.cells) == 2 and is_number(first):
            found.append(row._replace(text=f"{side} {first}: {rest[0] if rest else '0'}"))
        else:
            side = side if not row.text.strip() else ""
            found.append(row)
    return found


def raise_twice(side: str, line: int) -> None:
    """Raise FormatError for a second heading of the same side."""
    name = "rows" if side == "rows" else "columns"
    raise FormatError(f"expected the heading of the {name} once, found it again", line=line)


def _from_headed(found: Headed, width: int | None) -> Puzzle:
    for side, name in (("rows", "rows"), ("cols", "columns")):
        if not any(text.strip() for _, text in found.lines.get(side, ())):
            (other,) = {"rows", "cols"} - {side}
            number = sum(bool(text.strip()) for _, text in found.lines.get(other, ()))
            what = "row" if other == "rows" else "column"
            understood = f"; read {many(number, 'line')} of {what} clues" if number else ""
            line = max((line for lines in found.lines.values() for line, _ in lines), default=1)
            raise FormatError(
                f"expected the clues of the {name}, found none{understood}", line=line
            )
    rows, cols = (_side(found.lines[side], found.labels[side], side) for side in ("rows", "cols"))
    pairs = [Pair(*pair) for pair in islice(product(rows, cols), MOST_WAYS)]
    return _chosen(pairs, found.said, width, headed=True)


def _side(lines: Content, labels: Sequence[int], side: str) -> list[Side]:
    """Return the clues that the lines below a heading may be; labels give the order."""
    full = [each for each in lines if each[1].strip()]
    if not labels:
        return [*islice(sides(full), MOST_SIDES)]
    name = "row" if side == "rows" else "column"
    first = min(labels)
    for wanted, label in zip(range(min(first, 1), len(labels) + 1), sorted(labels), strict=False):
        if label != wanted:
            what = f"{name} {label} twice" if labels.count(label) > 1 else f"no {name} {wanted}"
            raise FormatError(f"expected one clue for every {name}, found {what}", line=full[0][0])
    if len(full) != len(labels):
        raise FormatError(
            f"expected a label before every clue, as in '{name} 1:', found {len(labels)} for"
            f" {len(full)} lines",
            line=full[0][0],
        )
    check_words(full)
    inside = [(line, numbers_of(text)) for line, text in full]
    ordered = sorted(zip(labels, inside, strict=True), key=lambda each: each[0])
    return [[clue for _, clue in ordered]]


# --- without headings


def _from_bare(rows: Sequence[Row], width: int | None) -> Puzzle | FormatError | None:
    prose = [row for row in rows if is_prose(row)]
    lines = [row for row in rows if not is_prose(row)]
    full = [row for row in lines if row.text.strip()]
    marks = [row for row in full if RULE.fullmatch(row.text)]
    numbers = [row for row in full if _is_numbers(row.text)]
    if not numbers or _is_grid(full):
        return None
    if len(numbers) + len(marks) < len(full):
        return _nearly(full)
    if _has_sizes(full):
        return None  # its reader knows best what is wrong
    said = about(prose)
    pairs = [*islice(_pairs(lines, said), MOST_WAYS)]
    if said.columns_first:
        pairs = [
            Pair(pair.cols, pair.rows, "columns first") if pair.how == "rows first" else pair
            for pair in pairs
        ]
    return _chosen(pairs, said, width, headed=False) if pairs else None


def _has_sizes(full: Sequence[Row]) -> bool:
    """Whether the first line is two sizes and about as many lines follow."""
    for head in (1, 2):
        words = " ".join(row.text[:99] for row in full[:head]).replace(",", " ").split()
        if len(words) == 2 and all(map(is_number, words)):
            wanted = int(words[0]) + int(words[1])
            close = max(2, wanted // 2) if head == 1 else 1
            if wanted > 2 and abs(wanted - (len(full) - head)) <= close:
                return True
    return False


def _is_grid(full: Sequence[Row]) -> bool:
    """Whether a table has blank cells and nothing above 1: not clues, but a Binairo."""
    gaps = any("" in row.cells for row in full)
    return gaps and all({"", "0", "1"}.issuperset(row.cells) for row in full if row.cells)


def _is_numbers(text: str) -> bool:
    digits = any(sign.isdigit() for sign in text)
    return digits and CLUE_SIGNS.issuperset(text) and not CELLS.search(text)


def _nearly(full: Sequence[Row]) -> FormatError | None:
    """Return the error for clues among which a word stands that is no number."""
    wrong = [row for row in full if not _is_numbers(row.text) and not RULE.fullmatch(row.text)]
    if len(wrong) * 4 > len(full):
        return None
    try:
        for _ in sides([(wrong[0].line, wrong[0].text)]):
            pass
    except FormatError as error:
        return error
    return None


def _pairs(lines: Sequence[Row], said: About) -> Iterator[Pair]:
    """Yield the rows and columns that these lines may be."""
    full = [(row.line, row.text) for row in lines if row.text.strip()]
    if len(full) == 1:
        yield from _halves(*full[0])
        return
    blocks = _blocks(lines)
    if len(full) == 2:
        yield from _both([full[0]], [full[1]])
    if len(blocks) == 2:
        yield from _both(*blocks)
    elif len(blocks) > 2:
        for k in range(1, len(blocks)):
            upper = [line for block in blocks[:k] for line in block]
            lower = [line for block in blocks[k:] for line in block]
            yield from _both(upper, lower)
    if len(blocks) == 1 and len(full) > 2:
        yield from _anywhere(full, said)
        yield from _both(full[:1], full[1:])
        yield from _both(full[:-1], full[-1:])


def _blocks(lines: Sequence[Row]) -> list[list[tuple[int, str]]]:
    """Return the lines between blank lines and rules."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for row in lines:
        if not row.text.strip() or (RULE.fullmatch(row.text) and row.text.strip() not in EMPTY):
            blocks.append([])
        else:
            blocks[-1].append((row.line, row.text))
    return [block for block in blocks if block]


def _both(upper: Content, lower: Content) -> Iterator[Pair]:
    """Yield the ways to read two blocks: rows first, unless one line stands above many."""
    above = len(upper) == 1 < len(lower)
    ways = [[*islice(sides(block), MOST_SIDES)] for block in (upper, lower)]
    for one, other in product(*ways):
        if above and len(one) > 1:
            yield Pair(other, one, "columns first")
        else:
            yield Pair(one, other, "" if len(lower) == 1 < len(upper) else "rows first")


def _halves(line: int, text: str) -> Iterator[Pair]:
    """Yield the ways to split one line into rows and columns."""
    for mark in ("||", *HALVES, " - "):
        if text.count(mark) == 1:
            first, second = text.split(mark)
            if re.search("[0-9]", first) and re.search("[0-9]", second):
                yield from _both([(line, first)], [(line, second)])


def _anywhere(full: Content, said: About) -> Iterator[Pair]:
    """Yield every split of lines without a blank one that gives both sides the same total."""
    clues = next(sides(full))
    if len(clues) != len(full):
        return
    whole = total(clues)
    before = 0
    for k in range(1, len(clues)):
        before += sum(clues[k - 1][1])
        if 2 * before == whole and said.fits(k, len(clues) - k):
            yield Pair(clues[:k], clues[k:], "rows first")


# --- the choice


def _chosen(pairs: Iterable[Pair], said: About, width: int | None, *, headed: bool) -> Puzzle:
    every = [pair for pair in pairs if width in (None, len(pair.cols))]
    if said.kind == "kakurasu":
        return _posed_totals(every, said)
    right = _different([p for p in every if fits(p) and said.fits(len(p.rows), len(p.cols))])
    if len(right) > 1:
        one, two = right[:2]
        if len(one.cols) == len(two.cols):
            raise Understood(
                f"two readings are possible: {_in_words(one)} as {_shown(one)} or"
                f" {_shown(two)}; write one clue on each line",
                line=one.rows[0][0],
            )
        raise Understood(
            f"two readings are possible: {_in_words(one)} (--format"
            f" tolerant:width={len(one.cols)}) or {_in_words(two)} (--format"
            f" tolerant:width={len(two.cols)})",
            line=one.rows[0][0],
        )
    if right:
        return _posed(right[0], said)
    if not every:
        raise FormatError(f"expected clues of {width} columns, found another number", line=1)
    best = _likeliest(every)
    height, columns = len(best.rows), len(best.cols)
    check_sides(height, columns, best.rows[0][0])
    if not said.fits(height, columns):
        raise wrong_size(said, height, columns, best.rows[0][0])
    if headed or not _sides_fit(best):
        return _posed(best, said)  # unequal totals are no error: it has no solution
    raise Understood(
        f"read {_in_words(best)}, but the rows add up to"
        f" {total(best.rows)} and the columns to {total(best.cols)}",
        line=best.cols[0][0],
    )


def _sides_fit(pair: Pair) -> bool:
    return _have_room(pair.rows, len(pair.cols)) and _have_room(pair.cols, len(pair.rows))


def _likeliest(pairs: Sequence[Pair]) -> Pair:
    """Return the pair whose clues have room, or else the first."""
    return next(filter(_sides_fit, pairs), pairs[0])


def _different(pairs: Iterable[Pair]) -> list[Pair]:
    found: dict[object, Pair] = {}
    for pair in pairs:
        key = tuple(tuple(tuple(clue) for _, clue in side) for side in pair[:2])
        found.setdefault(key, pair)
    return list(found.values())


def _in_words(pair: Pair) -> str:
    return f"{many(len(pair.rows), 'row')} and {many(len(pair.cols), 'column')}"


def _shown(pair: Pair) -> str:
    clues: list[Numbers] = pair.rows[:4]
    return "/".join(",".join(map(str, clue)) or "0" for _, clue in clues)


def _posed_totals(pairs: Sequence[Pair], said: About) -> Puzzle:
    """Return the Kakurasu of a text that names it: one number for each row and column."""
    single = [
        pair for pair in pairs if all(len(clue) <= 1 for side in pair[:2] for _, clue in side)
    ]
    if not single:
        line = pairs[0].rows[0][0] if pairs else 1
        raise Understood("expected one total for each row and each column of a Kakurasu", line=line)
    pair = next((p for p in single if said.fits(len(p.rows), len(p.cols))), single[0])
    height, width = len(pair.rows), len(pair.cols)
    if not said.fits(height, width):
        raise wrong_size(said, height, width, pair.rows[0][0])
    rows, cols = ([sum(clue) for _, clue in side] for side in pair[:2])
    try:
        puzzle = pose_totals(rows, cols).about(title=said.title)
    except PuzzleError as error:
        raise Understood(str(error), line=pair.rows[0][0]) from None
    return noted(puzzle, described(puzzle, said, [pair.how] if pair.how else []))


def _posed(pair: Pair, said: About) -> Puzzle:
    try:
        puzzle = pose(pair.rows, pair.cols, pair.rows[0][0])
    except FormatError as error:
        rows, cols = many(len(pair.rows), "row clue"), many(len(pair.cols), "column clue")
        message = f"{error.message} ({rows} and {cols} were read)"
        raise type(error)(message, line=error.line, column=error.column) from None
    puzzle = puzzle.about(title=said.title)
    more = [pair.how] if pair.how else []
    if total(pair.rows) != total(pair.cols):
        more.append(f"the rows add up to {total(pair.rows)}, the columns to {total(pair.cols)}")
    return noted(puzzle, described(puzzle, said, more))
