"""A Binairo, or a Mosaic by name, as people write it: rows of cells, perhaps numbered or titled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from nonairo.checking import check
from nonairo.errors import FormatError
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.named_text import can_be_clues, looks_like_clues
from nonairo.formats.tolerant.cells import BLANKS, Unlikely, meaning_of
from nonairo.formats.tolerant.prose import (
    KIND,
    About,
    Understood,
    about,
    described,
    is_prose,
    wrong_size,
)
from nonairo.formats.tolerant.sheet import Row
from nonairo.grid import LARGEST_SIDE, UNKNOWN, Grid
from nonairo.kinds.mosaic import NUMBERS, pose_clues
from nonairo.plain import many, shown
from nonairo.puzzle import Puzzle, noted

LABEL = re.compile(r"(?:row|r)?\s?([0-9]{1,3}|[A-Za-z])[:.)]?", re.IGNORECASE)
PREFIX = re.compile(r"\s*(?:row|r)?\s?([0-9]{1,3})\s?[:.)]\s*(\S.*)", re.IGNORECASE)
PROPERTY = re.compile(r"\s*#\s*(?:rules|kind|solution)\b", re.IGNORECASE)
BULLETS = frozenset("*-\u2022+")
JOINTS = "/|;,"
Cells = list[list[str]]


def read_grid(rows: Sequence[Row]) -> Puzzle | FormatError | None:
    """Return the Binairo of a text, what is wrong with it, or None if it is no grid at all."""
    barred = any(row.cells for row in rows)
    if any(
        PROPERTY.match(row.text) and not (barred and KIND.match(row.text.strip())) for row in rows
    ):
        return None  # the reader of grids knows what comments mean
    found = _block(rows)
    if found is None:
        return None
    said, lines, below = found
    stopped: FormatError | None = None
    for split in WAYS:
        if split is _spaced and not below:
            try:
                lines = _with_empty_rows(rows, lines)
            except Understood as error:
                return error
        cells = split(lines)
        if cells is None:
            continue
        cells, body = _unlabelled(cells, lines)
        if not _is_likely(cells):
            continue
        try:
            return _posed(cells, body, said, below)
        except Unlikely:
            continue
        except FormatError as error:
            stopped = stopped or error
    return stopped


def cells_in(rows: Sequence[Row], height: int, width: int) -> Iterator[tuple[Cells, list[Row]]]:
    """Yield the cells of a text in each way that gives a grid of this size."""
    filled = [row for row in rows if row.text.strip() or row.cells]
    found = _block(rows)
    for lines in [filled] + ([found[1]] if found is not None and found[1] != filled else []):
        for split in WAYS:
            cells = split(lines)
            if cells is None:
                continue
            cells, body = _unlabelled(cells, lines)
            if len(cells) == height and {*map(len, cells)} == {width}:
                yield [[_plain(sign) for sign in row] for row in cells], body


def _block(rows: Sequence[Row]) -> tuple[About, list[Row], list[Row]] | None:
    """Return what the prose says, the rows of the first grid, and those of a second one."""
    prose = [is_prose(row) for row in rows]
    places = [k for k, row in enumerate(rows) if not prose[k] and (row.text.strip() or row.cells)]
    if not places:
        return None
    inside = rows[places[0] : places[-1] + 1]
    above = about(rows[: places[0]])
    others = [row for k, row in enumerate(rows) if prose[k] and k > places[0]]
    left_out = (*above.left_out, *(row.line for row in others if not _is_label(row)))
    above = above._replace(left_out=left_out)
    blocks: list[list[Row]] = [[]]
    for row in inside:
        if is_prose(row) or not (row.text.strip() or row.cells):
            blocks.append([])
        else:
            blocks[-1].append(row)
    blocks = [block for block in blocks if block]
    if len(blocks) == 2 and len(blocks[0]) == len(blocks[1]) > 1 and is_square(blocks[0]):
        return above, blocks[0], blocks[1]
    return above, [row for block in blocks for row in block], []


def _is_label(row: Row) -> bool:
    """Whether a line says that the solution follows."""
    return row.text.lower().strip("#*_ \t").startswith(("solution", "answer"))


def is_square(block: Sequence[Row]) -> bool:
    """Whether a block of rows may be a whole grid by itself."""
    widths = {len(row.cells) or len("".join(row.text.split())) for row in block}
    return len(widths) == 1 and not len(block) % 2


def _by_cells(lines: Sequence[Row]) -> Cells | None:
    """Cells between bars, tabs, tags or brackets."""
    return (
        [[*row.cells] for row in lines] if len(lines) > 1 and all(r.cells for r in lines) else None
    )


def _by_mark(mark: str) -> Callable[[Sequence[Row]], Cells | None]:
    """Cells between commas or semicolons, with or without one at the end."""

    def split(lines: Sequence[Row]) -> Cells | None:
        if len(lines) < 2 or not all(mark in row.text for row in lines):
            return None
        texts = [row.text.strip() for row in lines]
        texts = [re.sub(r"^[\[({]+|[\])}]+[,;]?$", "", text) for text in texts]
        words = [[word.strip().strip("\"'") for word in text.split(mark)] for text in texts]
        ends = sum(word[-1] == "" for word in words)
        if ends >= len(words) - 1 and len(words[0]) % 2 and len({*map(len, words)}) <= 2:
            words = [word[:-1] if word[-1] == "" and len(word) % 2 else word for word in words]
        return words

    return split


def _by_blanks(lines: Sequence[Row]) -> Cells | None:
    words = [row.text.rstrip(",; ").split() for row in lines]
    return words if len(words) > 1 and all(len(word) > 1 for word in words) else None


def _by_signs(lines: Sequence[Row]) -> Cells | None:
    """Every sign a cell; numbers before the rows are taken off."""
    if len(lines) < 2:
        return None
    texts = [row.text.rstrip(",; ") for row in lines]
    numbered = [PREFIX.fullmatch(text) for text in texts]
    numbers = [int(found[1]) for found in numbered if found]
    if numbers == [*range(1, len(texts) + 1)] or numbers == [*range(len(texts))]:
        texts = [found[2] for found in numbered if found]
    return [[*"".join(text.split())] for text in texts]


def _spaced(lines: Sequence[Row]) -> Cells | None:
    """Every sign a cell, and a blank a blank cell; short rows are filled up."""
    if len(lines) < 2:
        return None
    texts = [row.text.rstrip() for row in lines]
    width = max(map(len, texts))
    signs = set().union(*texts) - {" "}
    if width > LARGEST_SIDE or not any(" " in text for text in texts):
        return None
    if len(signs) > 2 or any(sign.isdigit() and sign not in "01" for sign in signs):
        return None
    return [["" if sign == " " else sign for sign in text.ljust(width)] for text in texts]


def _with_empty_rows(rows: Sequence[Row], lines: list[Row]) -> list[Row]:
    """Return the rows where spaces are cells with the empty lines between them, if that is square.

    An empty line may be a row that lost its blanks, so none is left out unasked.
    """
    cells = _spaced(lines)
    if cells is None or not {"", "0", "1"}.issuperset(sign for row in cells for sign in row):
        return lines
    known = {row.line for row in lines}
    empty = [row for row in rows if not row.text.strip() and not row.cells]
    between = [row for row in empty if lines[0].line < row.line < lines[-1].line]
    if not between and len(lines) < len(cells[0]):
        between = empty  # above and below, where they may be rows, too
    if not between or len(lines) == len(cells[0]):
        return lines
    if len(lines) + len(between) == len(cells[0]):
        chosen = known | {row.line for row in between}
        return [row for row in rows if row.line in chosen]
    raise Understood(
        "expected rows without a gap, found an empty line, which may be a row of blanks;"
        " write '.' for a blank",
        line=between[0].line,
    )


def _joined(lines: Sequence[Row]) -> Cells | None:
    """Rows on one line, with slashes, bars, semicolons, commas or blanks between them."""
    if len(lines) != 1:
        return None
    text = lines[0].text.strip().strip("\"'")
    for mark in JOINTS:
        if mark in text:
            rows = [row.strip() for row in text.strip(mark).split(mark)]
            break
    else:
        rows = text.split()
    return [[*"".join(row.split())] for row in rows] if len(rows) > 1 else None


WAYS = (_by_cells, _by_mark(";"), _by_mark(","), _by_blanks, _by_signs, _spaced, _joined)


def _unlabelled(cells: Cells, lines: Sequence[Row]) -> tuple[Cells, list[Row]]:
    """Take off the numbers or letters of the rows and of the columns."""
    body = [*lines] if len(lines) == len(cells) else [lines[0]] * len(cells)
    if len(cells) > 2 and _in_order(_filled(cells[0])) and len(_filled(cells[0])) > 2:
        named = len(_filled(cells[0]))
        if {len(row) for row in cells[1:]} <= {named, named + 1}:
            cells, body = cells[1:], body[1:]
    first = [row[0] if row else "" for row in cells]
    if len(first) > 2 and _in_order(first) and len({*map(len, cells)}) == 1 and len(cells[0]) > 2:
        cells = [row[1:] for row in cells]
    elif (
        len({*first}) == 1
        and first[0] in BULLETS
        and {len(row) for row in cells} == {len(cells) + 1}
    ):
        cells = [row[1:] for row in cells]  # a list of rows
    return cells, body


def _filled(row: Sequence[str]) -> list[str]:
    return [word for word in row if word]


def _in_order(words: Sequence[str]) -> bool:
    """Whether words are 1, 2, 3 ..., 0, 1, 2 ... or a, b, c ..., perhaps with a dot or colon."""
    labels = [LABEL.fullmatch(word) for word in words]
    names = [label[1].lower() for label in labels if label]
    if len(names) < len(words):
        return False
    numbers = [int(name) for name in names if name.isdigit()]
    if numbers:
        return numbers in ([*range(1, len(words) + 1)], [*range(len(words))])
    return names == [chr(ord("a") + k) for k in range(len(words))]


def _is_likely(cells: Cells) -> bool:
    """Whether these may be the cells of a grid, perhaps with a slip."""
    most = sum(len({*row}) for row in cells[:LARGEST_SIDE])
    signs = {sign for row in cells for sign in row} if most else set()
    short = all(len(sign) <= 2 or sign.isalpha() for sign in signs)
    widths = sorted(map(len, cells))
    usual = widths[len(widths) // 2]
    return short and 2 <= usual <= LARGEST_SIDE and widths.count(usual) * 2 > len(widths)


def _posed(cells: Cells, body: Sequence[Row], said: About, below: Sequence[Row]) -> Puzzle:
    widths = [len(row) for row in cells]
    usual = max(sorted({*widths}), key=widths.count)
    for number, (width, row) in enumerate(zip(widths, body, strict=True), 1):
        if width != usual:
            expected = f"row {number}: expected {many(usual, 'cell')} (as in most rows)"
            raise FormatError(f"{expected}, found {width}", line=row.line)
    if not said.fits(len(cells), usual):
        raise wrong_size(said, len(cells), usual, body[0].line)
    if said.kind == "mosaic" or (said.kind is None and body[0].cells and _are_clues(cells)):
        return _mosaic(cells, body, said)
    if said.kind not in (None, "binairo"):
        raise FormatError(f"expected a {said.kind}, found rows of cells", line=body[0].line)
    cells = [[_plain(sign) for sign in row] for row in cells]
    try:
        meaning = meaning_of(cells, body, said.rules)
    except FormatError as error:
        if not _is_digits(cells):
            raise
        message = f"{error.message}; for a Mosaic, write Mosaic above it"
        raise type(error)(message, line=error.line, column=error.column) from None
    rows = ["".join(meaning.cells[sign] for sign in row) for row in cells]
    puzzle = pose_cells(rows, said.rules, body[0].line)
    legend = [meaning.legend] if meaning.legend else []
    solution = _solution(puzzle, below, meaning.cells) if below else None
    puzzle = puzzle.about(title=said.title, solution=solution)
    return noted(puzzle, described(puzzle, said, legend))


def _are_clues(cells: Cells) -> bool:
    """Whether the cells of a table can only be the clues of a Mosaic."""
    signs = [[sign if sign in NUMBERS and sign else UNKNOWN for sign in row] for row in cells]
    rows = ["".join(row) for row in signs]
    return _is_digits(cells) and looks_like_clues(rows) and can_be_clues(rows)


def _is_digits(cells: Cells) -> bool:
    """Whether every cell is a digit or a blank."""
    signs = {sign for row in cells for sign in row}
    return all(sign in BLANKS or sign in {*NUMBERS} for sign in signs)


def _mosaic(cells: Cells, body: Sequence[Row], said: About) -> Puzzle:
    """Return the Mosaic of a text that names it: numbers, and blanks of any sort."""
    for row, signs in zip(body, cells, strict=True):
        other = next((sign for sign in signs if sign not in NUMBERS and sign.isalnum()), None)
        if other is not None:
            expected = "expected a number from 0 to 9 or a blank"
            raise FormatError(f"{expected}, found {shown(other)}", line=row.line)
    rows = ["".join(sign if sign and sign in NUMBERS else UNKNOWN for sign in row) for row in cells]
    puzzle = pose_clues(rows).about(title=said.title)
    return noted(puzzle, described(puzzle, said, []))


def _plain(sign: str) -> str:
    return sign.lower() if len(sign) > 1 else sign


def _solution(puzzle: Puzzle, below: Sequence[Row], cells: dict[str, str]) -> Grid:
    """Return the solution below a puzzle; any other second grid is refused."""
    for split in WAYS:
        found = split(below)
        if found is None:
            continue
        found, _ = _unlabelled(found, below)
        signs = [[_plain(sign) for sign in row] for row in found]
        if {sign for row in signs for sign in row} <= cells.keys():
            rows = ["".join(cells[sign] for sign in row) for row in signs]
            if {len(row) for row in rows} == {puzzle.width} and len(rows) == puzzle.height:
                grid = Grid.parse(rows)
                if grid.full and not check(puzzle, grid):
                    return grid
    raise FormatError("expected one grid, found two; give one at a time", line=below[0].line)
