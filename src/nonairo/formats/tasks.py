"""Task texts of the puzzle-nonograms and puzzle-binairo pages: `var task = '...'` or bare.

puzzle-nonograms: columns, then rows, joined by `/`; numbers joined by `.`. The sizes are not in the
text. It is a square where the lines allow it, else the one split at which rows and columns fill
equally many cells, else you must give it: `puzzle-nonograms:width=N`.

puzzle-binairo: `0` and `1` are given cells, a letter is a run of blanks (`a`: 1). Binairo+, which
is only read, has signs between cells, in three encodings:

    threes  CELLS|SIGNS   a digit for each cell, h + 3v: the sign to the right and the one below,
                          0 none, 1 equal, 2 different; letters are runs of cells without signs
    flags   CELLS|SIGNS   the same with flags added up: 1 right equal, 2 right different, 4 below
                          equal, 8 below different
            CELLS;SIGNS   a comma list, for each cell any of R= Rx D= Dx

The text alone decides between threes and flags: a 3 or a 7 can only be threes, a 9 or a 10 only
flags, and no sign may leave the grid. If both remain, the reading is taken in which fewer cells
have two signs, and the puzzle has a note that names the other one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints, check_sides, unhinted, unlike, whole_number
from nonairo.formats.shared.cells import not_square, pose_cells, shaped
from nonairo.formats.shared.clues import Numbers, both_sides, pose, written
from nonairo.formats.shared.grid_rows import bare_rows
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.binairo import NO_DISTINCT, pose_givens
from nonairo.kinds.signs import NONE, SignGrid
from nonairo.puzzle import Puzzle, noted
from nonairo.rules import shortest

LONGEST = 10_000_000  # characters, far more than any task has
TASK = re.compile(r"\btask\s{0,20}[=:]\s{0,20}(['\"])([^'\"\n]*)\1")
NAMES, NEITHER = ".=x", "?"
CellSigns = tuple[str, str]  # to the right of a cell, and below it


def task_of(text: str) -> tuple[int, str]:
    """The line and the text of a task, inside a page or on its own."""
    found = TASK.search(text)
    if found:
        return text.count("\n", 0, found.start()) + 1, found[2].strip()
    bare = text.strip("\ufeff \t\r\n")
    line = text.count("\n", 0, text.find(bare)) + 1
    return line, bare if len(bare) <= LONGEST else bare[:LONGEST]


def claims_nonogram(text: str) -> Claim | None:
    _, task = task_of(text)
    if bare_rows(text):
        return None
    if "/" in task and re.fullmatch(r"[0-9./]*", task) and ".." not in task:
        return Claim("a task: numbers joined by '.', lines by '/'")
    return None


def read_nonogram(text: str, hints: Hints) -> Iterator[Puzzle]:
    line, task = task_of(text)
    if not re.fullmatch(r"[0-9./]*/[0-9./]*", task):
        raise unlike("lines joined by '/', numbers joined by '.'", task, line)
    lines = task.split("/")
    if len(lines) > 2 * LARGEST_SIDE:
        raise unlike(f"at most {2 * LARGEST_SIDE} lines", len(lines), line)
    clues: list[Numbers] = []
    for text_line in lines:
        words = [] if text_line in ("", "0") else text_line.split(".")
        clues.append((line, [whole_number(word, line) for word in words]))
    width = hints.width or guess_width([numbers for _, numbers in clues], line)
    check_sides(len(clues) - width, width, line)
    yield pose(clues[width:], clues[:width], line)


def guess_width(clues: list[list[int]], line: int | None) -> int:
    """How many of the lines are columns."""
    total = sum(map(sum, clues))
    needs = [shortest(tuple(clue)) for clue in clues]
    fits = []
    filled = 0
    for width in range(1, len(clues)):
        filled += sum(clues[width - 1])
        if 2 * filled == total:
            height = len(clues) - width
            if max(needs[:width]) <= height and max(needs[width:]) <= width:
                fits.append(width)
    square = len(clues) // 2 if len(clues) % 2 == 0 else None
    if square in fits or (square and not fits):
        return square or 0
    if len(fits) == 1:
        return fits[0]
    found = f"{len(clues)} lines"
    raise FormatError(
        f"expected a square, found {found}; use format puzzle-nonograms:width=N", line=line
    )


def ambiguous(puzzle: Puzzle) -> str | None:
    """Whether the width would be lost."""
    rows, cols = both_sides(puzzle)
    try:
        width = guess_width([list(clue) for clue in (*cols, *rows)], None)
    except FormatError:
        width = 0
    return None if width == puzzle.width else f"width {puzzle.width}"


def write_nonogram(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    return "/".join(written([*cols, *rows], ".")) + "\n"


def claims_binairo(text: str) -> Claim | None:
    _, task = task_of(text)
    cells, bar, signs = _parted(task)
    allowed = r"[RD=x, ]*" if bar == ";" else r"[0-9a-z]*"
    if not re.fullmatch(r"[01a-z]+", cells) or not re.fullmatch(allowed, signs):
        return None
    if bar:
        return Claim(f"a task of cells, '{bar}' and signs")
    size = sum(1 if symbol in "01" else ord(symbol) - 96 for symbol in cells)
    return Claim("a task of 0, 1 and letters") if round(size**0.5) ** 2 == size else None


def read_binairo(text: str, hints: Hints) -> Iterator[Puzzle]:
    line, task = task_of(text)
    task, bar, signs = _parted(task)
    if not re.fullmatch(r"[01a-z]+", task):
        raise unlike("0, 1 and letters", task, line)
    if len(task) > LARGEST_SIDE**2:
        raise FormatError(f"expected at most {LARGEST_SIDE**2} cells, found more", line=line)
    cells = "".join([s if s in "01" else "." * (ord(s) - 96) for s in task])
    rows = shaped(cells, hints, "puzzle-binairo", line)
    if not bar:
        yield pose_cells(rows, hints.rules or "standard", line)
        return
    plain = pose_cells(rows, hints.rules or NO_DISTINCT, line)
    yield read_signs(plain.givens, signs, bar, plain.rules, line, hints.encoding)


def _parted(task: str) -> tuple[str, str, str]:
    """Cells, what stands between them and the signs, and the signs."""
    return task.partition("|" if "|" in task else ";")


def write_binairo(puzzle: Puzzle) -> str:
    return re.sub(r"\.+", lambda run: _letters(len(run[0])), puzzle.givens.cells) + "\n"


def _letters(length: int) -> str:
    full, rest = divmod(length, 26)
    return "z" * full + (chr(96 + rest) if rest else "")


def read_signs(
    givens: Grid, text: str, bar: str, rules: str, line: int, encoding: str | None = None
) -> Puzzle:
    """The puzzle with the signs of a task; `encoding` chooses where the text can be read twice."""
    cells = givens.height * givens.width
    if bar == ";":
        found = _placed(_listed(text, cells, line), givens)
        if found is None:
            raise FormatError("expected signs inside the grid", line=line)
        return pose_givens(givens, rules, found)
    readings: dict[SignGrid, tuple[int, str]] = {}  # each with its cells that have two signs
    for name in ENCODINGS if encoding is None else (encoding,):
        for signs in _readings(text, name):
            placed = _placed(signs, givens) if len(signs) == cells else None
            if placed is not None:
                readings.setdefault(placed, (sum(NONE not in both for both in signs), name))
    if not readings:
        raise unlike(f"signs for {cells} cells, inside the grid", text, line)
    taken = min(readings, key=readings.__getitem__)
    puzzle = pose_givens(givens, rules, taken)
    if len(readings) == 1:
        return puzzle
    name = readings.pop(taken)[1]
    other = min(readings.values())[1]
    choice = f"puzzle-binairo:encoding={other}"
    return noted(
        puzzle, f"its signs have two meanings: read as {name}; for the other use --format {choice}"
    )


# How the codes of cells are separated, and what a code means. A 1 and a 0 are not always a 10.
ENCODINGS: dict[str, tuple[tuple[str, ...], Callable[[int], CellSigns]]] = {
    "threes": (
        (r"[0-9]|[a-z]",),
        lambda code: (NAMES[code % 3], NAMES[code // 3] if code < 9 else NEITHER),
    ),
    "flags": (
        (r"10|[0-9]|[a-z]", r"[0-9]|[a-z]"),
        lambda code: ((NAMES + NEITHER)[code & 3], (NAMES + NEITHER)[code >> 2]),
    ),
}


def _readings(text: str, encoding: str) -> Iterator[list[CellSigns]]:
    """What the text may say of each cell in this encoding; nothing if it is no such text."""
    patterns, decode = ENCODINGS[encoding]
    for pattern in patterns if re.fullmatch(r"[0-9a-z]*", text) else ():
        codes: list[int] = []
        for word in re.findall(pattern, text):
            codes += [int(word)] if word.isdigit() else [0] * (ord(word) - 96)
        yield [decode(code) for code in codes]


def _listed(text: str, cells: int, line: int) -> list[tuple[str, str]]:
    """The signs of a comma list."""
    words = text.split(",")
    if len(words) != cells:
        raise FormatError(f"expected signs for {cells} cells, found {len(words)}", line=line)
    found = []
    for word in words:
        if not re.fullmatch(r"(?:[RD][=x])*", word.strip()):
            raise unlike("R=, Rx, D= or Dx", word, line)
        signs = dict(re.findall(r"([RD])([=x])", word))
        found.append((signs.get("R", "."), signs.get("D", ".")))
    return found


def _placed(signs: list[tuple[str, str]], givens: Grid) -> SignGrid | None:
    """The signs where they belong; None if one leaves the grid, or is two at once."""
    height, width = givens.height, givens.width
    rows = [signs[at : at + width] for at in range(0, height * width, width)]
    right = ["".join(each for each, _ in row) for row in rows]
    below = ["".join(each for _, each in row) for row in rows]
    if (
        NEITHER in "".join(right + below)
        or below[-1].strip(".")
        or any(r[-1] != "." for r in right)
    ):
        return None
    return SignGrid(tuple(row[:-1] for row in right), tuple(below[:-1]))


NONOGRAMS = Format(
    name="puzzle-nonograms",
    summary="task text of puzzle-nonograms pages",
    kinds=("nonogram",),
    claims=claims_nonogram,
    read=unhinted(read_nonogram),
    read_hinted=read_nonogram,
    write=write_nonogram,
    lacks=ambiguous,
    lacking="the width of rectangles",
)
BINAIRO = Format(
    name="puzzle-binairo",
    summary="task text of puzzle-binairo pages",
    kinds=("binairo",),
    claims=claims_binairo,
    read=unhinted(read_binairo),
    read_hinted=read_binairo,
    encodings=lambda: tuple(ENCODINGS),
    write=write_binairo,
    lacks=not_square,
    lacking="the width of rectangles",
)
