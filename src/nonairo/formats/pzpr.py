"""pzpr: addresses of puzz.link (`puzzlink`), and the files of that program (`pzpr`).

An address is `nonogram/COLS/ROWS/BODY`, one on each line, on any host. Every column has half its
height in slots, every row half its width, rounded up; the clue nearest the grid comes first, unused
slots follow. Numbers are hexadecimal, letters from `g` on are gaps.

A file is `pzprv3`, `nonogram`, rows, columns, then a table of clues and cells. The clues stand
flush against the grid, so every number is where a person sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    MOST_LINES,
    Claim,
    Format,
    check_sides,
    content_lines,
    first_content,
    first_line,
    full_lines,
    is_number,
    printable,
    unlike,
    whole_number,
)
from nonairo.formats.shared.clues import Numbers, both_sides, gives_clues, pose, rows_in, state_of
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

MARK = "nonogram/"
HEX = "0123456789abcdef"
GAPS = "ghijklmnopqrstuvwxyz"  # 1 to 20 empty slots
LONGER = {"-": 2, "+": 3}  # how many digits follow
VERSION = "pzprv3"
CELLS = {"#": "1", "+": "0", ".": "."}


def claims_link(text: str) -> Claim | None:
    return Claim(f"has '{MARK}' and two sizes") if _split(first_content(text)) else None


def _split(line: str) -> tuple[int, int, str] | None:
    """Columns, rows and body of an address."""
    before, mark, tail = line.partition(MARK)
    parts = tail.split("/")
    if not mark or (before and before[-1] not in "?/"):
        return None
    for k in range(min(len(parts) - 1, 10)):
        if is_number(parts[k]) and is_number(parts[k + 1]):
            return int(parts[k]), int(parts[k + 1]), "/".join(parts[k + 2 :]).rstrip("/")
    return None


def read_links(text: str) -> Iterator[Puzzle]:
    for number, line in content_lines(text):
        found = _split(line)
        if not found:
            raise unlike("an address with nonogram/COLS/ROWS/BODY", line, number)
        width, height, body = found
        check_sides(height, width, number)
        columns, rows = width * -(-height // 2), height * -(-width // 2)
        slots = _slots(body, columns + rows, number)
        sides = []
        for start, count, size in ((0, width, -(-height // 2)), (columns, height, -(-width // 2))):
            ends = range(start, start + count * size, size)
            sides.append([_slots_clue(slots[k : k + size], number) for k in ends])
        yield pose(sides[1], sides[0], number)


def _slots(body: str, wanted: int, line: int) -> list[int]:
    slots: list[int] = []
    at = 0
    while at < len(body):
        symbol = body[at]
        at += 1
        if symbol in HEX[1:]:
            slots.append(HEX.index(symbol))
        elif symbol in GAPS:
            slots += [0] * (GAPS.index(symbol) + 1)
        elif symbol in LONGER:
            digits = body[at : at + LONGER[symbol]]
            if len(digits) != LONGER[symbol] or not set(digits) <= set(HEX):
                raise FormatError(f"expected {LONGER[symbol]} hexadecimal digits after "
                                  f"{symbol!r}, found {printable(digits)}", line=line)  # fmt: skip
            slots.append(int(digits, 16))
            at += len(digits)
        elif symbol == ".":
            raise FormatError("expected known clues, found an unknown one ('.'): not supported",
                              line=line)  # fmt: skip
        else:
            raise FormatError(f"expected a digit or a gap, found {symbol!r}", line=line)
        if len(slots) > wanted:
            break
    if len(slots) != wanted:
        found = "more" if len(slots) > wanted else str(len(slots))
        raise FormatError(f"expected {wanted} slots for clues, found {found}", line=line)
    return slots


def _slots_clue(slots: list[int], line: int) -> Numbers:
    used = [slot for slot in slots if slot]
    if used != slots[: len(used)]:
        raise FormatError("expected the clues of a line side by side, found a gap", line=line)
    return line, used[::-1]


def write_link(puzzle: Puzzle) -> str:
    rows, cols = both_sides(puzzle)
    slots: list[int] = []
    for side, size in ((cols, -(-puzzle.height // 2)), (rows, -(-puzzle.width // 2))):
        for clue in side:
            slots += [*reversed(clue), *([0] * (size - len(clue)))]
    return f"{MARK}{puzzle.width}/{puzzle.height}/{_body(slots)}\n"


def _body(slots: list[int]) -> str:
    pieces: list[str] = []
    gap = 0
    for slot in [*slots, -1]:
        if slot == 0:
            gap += 1
            continue
        while gap:
            step = min(gap, len(GAPS))
            pieces.append(GAPS[step - 1])
            gap -= step
        if slot > 255:
            pieces.append(f"+{slot:03x}")
        elif slot > 15:
            pieces.append(f"-{slot:02x}")
        elif slot > 0:
            pieces.append(HEX[slot])
    return "".join(pieces)


def claims_file(text: str) -> Claim | None:
    start = first_line(text)
    if start.rpartition("?")[2].startswith(VERSION) and len(start) < 100_000:
        return Claim(f"starts with '{VERSION}'")
    return None


def read_file(text: str) -> Iterator[Puzzle]:
    lines = list(full_lines(text))
    if len(lines) == 1:  # an address: its line ends are slashes
        tail = lines[0][1].rpartition("?")[2]
        parts = tail.split("/", MOST_LINES)
        lines = [(1, part.strip()) for part in parts if part.strip()]
    if len(lines) < 4 or not lines[0][1].startswith(VERSION):
        raise FormatError(f"expected {VERSION}, nonogram, rows and columns on four lines", line=1)
    if lines[1][1] != "nonogram":
        raise unlike("the puzzle type nonogram", lines[1][1], lines[1][0])
    height, width = (whole_number(line, number, "a size") for number, line in lines[2:4])
    check_sides(height, width, lines[2][0])
    above, left = -(-height // 2), -(-width // 2)
    table = lines[4 : 4 + above + height]
    if len(table) != above + height:
        found = f"expected {above + height} lines of clues and cells, found {len(table)}"
        raise FormatError(found, line=lines[-1][0])
    words = [(number, line.split()) for number, line in table]
    for number, row in words:
        if len(row) != left + width:
            raise FormatError(f"expected {left + width} words, found {len(row)}", line=number)
    cols: list[Numbers] = [
        (words[0][0], [_clue(row[left + k], number) for number, row in words[:above]])
        for k in range(width)
    ]
    rows: list[Numbers] = [
        (number, [_clue(word, number) for word in row[:left]]) for number, row in words[above:]
    ]
    rows, cols = ([(line, [n for n in clue if n]) for line, clue in side] for side in (rows, cols))
    puzzle = pose(rows, cols, lines[2][0])
    grid = Grid(height, width, "".join(_cell(w, n) for n, row in words[above:] for w in row[left:]))
    if gives_clues(puzzle, Grid(height, width, grid.cells.replace(".", "0"))):
        yield puzzle.about(solution=Grid(height, width, grid.cells.replace(".", "0")))
    elif grid.cells.strip("."):
        yield puzzle.about(extra={"state": grid.cells})
    else:
        yield puzzle


def _clue(word: str, line: int) -> int:
    return 0 if word == "." else whole_number(word.removeprefix("c"), line, "a clue or '.'")


def _cell(word: str, line: int) -> str:
    if word not in CELLS:
        raise unlike("'#', '+' or '.'", word, line)
    return CELLS[word]


def write_file(puzzle: Puzzle) -> str:
    above, left = -(-puzzle.height // 2), -(-puzzle.width // 2)
    rows, cols = both_sides(puzzle)
    padded = [[0] * (above - len(clue)) + list(clue) for clue in cols]
    cells = state_of(puzzle) or "." * (puzzle.height * puzzle.width)
    if puzzle.solution is not None:
        cells = puzzle.solution.cells
    pictured = rows_in(cells, puzzle.width, {"1": "#", "0": "+"})
    lines = [[0] * left + [clue[k] for clue in padded] for k in range(above)]
    table = ["".join(f"{number or '.'} " for number in line) for line in lines]
    for clue, symbols in zip(rows, pictured, strict=True):
        numbers = [0] * (left - len(clue)) + list(clue)
        table.append("".join(f"{number or '.'} " for number in numbers)
                     + "".join(f"{symbol} " for symbol in symbols))  # fmt: skip
    head = [VERSION, "nonogram", str(puzzle.height), str(puzzle.width)]
    return "\n".join([*head, *table]) + "\n"


PUZZLINK = Format(
    name="puzzlink",
    summary="puzz.link and pzpr addresses, one on each line",
    kinds=("nonogram",),
    claims=claims_link,
    read=read_links,
    write=write_link,
    by_line=True,
)
PZPR = Format(
    name="pzpr",
    summary="pzpr files: clues and cells in one table",
    kinds=("nonogram",),
    claims=claims_file,
    read=read_file,
    write=write_file,
    holds=frozenset(("solution", "state")),
)
