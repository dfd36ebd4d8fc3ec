"""puzz.link / pzpr addresses: `nonogram/COLS/ROWS/BODY`, one on each line, on any host.

Every column has half its height in slots, every row half its width, rounded up; the clue nearest
the grid comes first, unused slots follow. Numbers are hexadecimal, letters from `g` on are gaps.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Format,
    check_sides,
    content_lines,
    first_content,
    is_number,
    printable,
)
from nonairo.formats.shared.clues import Numbers, both_sides, pose
from nonairo.puzzle import Puzzle

MARK = "nonogram/"
HEX = "0123456789abcdef"
GAPS = "ghijklmnopqrstuvwxyz"  # 1 to 20 empty slots
LONGER = {"-": 2, "+": 3}  # how many digits follow


def claims(text: str) -> Claim | None:
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


def read(text: str) -> Iterator[Puzzle]:
    for number, line in content_lines(text):
        found = _split(line)
        if not found:
            expected = "an address with nonogram/COLS/ROWS/BODY"
            raise FormatError(f"expected {expected}, found {printable(line)}", line=number)
        width, height, body = found
        check_sides(height, width, number)
        columns, rows = width * -(-height // 2), height * -(-width // 2)
        slots = _slots(body, columns + rows, number)
        sides = []
        for start, count, size in ((0, width, -(-height // 2)), (columns, height, -(-width // 2))):
            ends = range(start, start + count * size, size)
            sides.append([_clue(slots[k : k + size], number) for k in ends])
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


def _clue(slots: list[int], line: int) -> Numbers:
    used = [slot for slot in slots if slot]
    if used != slots[: len(used)]:
        raise FormatError("expected the clues of a line side by side, found a gap", line=line)
    return line, used[::-1]


def write(puzzle: Puzzle) -> str:
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


FORMAT = Format(
    name="puzzlink",
    summary="puzz.link and pzpr addresses, one on each line",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    by_line=True,
)
