"""`oneline`: all cells of a square in one word, one puzzle a line; a second word solves it."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import HEAD, Claim, Format, Hints, content_lines, unhinted, unlike
from nonairo.formats.shared.boards_by_line import are_boards
from nonairo.formats.shared.cells import not_square, pose_cells, shaped
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

BLANKS = ".-_?"
CELLS = frozenset("01" + BLANKS)


def claims(text: str) -> Claim | None:
    lines = [line for _, line in content_lines(text[:HEAD])]
    if len(text) > HEAD and len(lines) > 1:
        lines.pop()  # its end may be missing
    words = lines[0].split() if lines else []
    if not words or len(words) > 2 or not set(words[0]) <= CELLS:
        return None
    square = round(len(words[0]) ** 0.5) ** 2 == len(words[0]) and len(words[0]) > 1
    if not square or any("/" in line for line in lines):
        return None
    if len(words) == 2:
        pair = len(words[1]) == len(words[0]) and set(words[1]) <= set("01")
        return (
            Claim("two words on a line: the cells of a square and their solution") if pair else None
        )
    if len(lines) == 1:
        return Claim("one line with the cells of a square")
    boards = all(CELLS.issuperset("".join(line.split())) for line in lines) and are_boards(lines)
    return Claim("lines with the cells of a square each") if boards else None


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    for number, line in content_lines(text):
        words = line.split()
        if len(words) > 2:
            raise FormatError(f"expected one word or two, found {len(words)}", line=number)
        for word in words:
            for column, symbol in enumerate(word):
                if symbol not in CELLS:
                    raise unlike("'0', '1' or a blank such as '.'", symbol, number, column + 1)
        plain = [_plain(word) for word in words]
        puzzle = pose_cells(shaped(plain[0], hints, "oneline", number), hints.rules or "standard",
                            number)  # fmt: skip
        if len(plain) == 2:
            if len(plain[1]) != len(plain[0]) or "." in plain[1]:
                raise FormatError("expected a solution of as many cells, each 0 or 1", line=number)
            puzzle = puzzle.about(solution=Grid(puzzle.height, puzzle.width, plain[1]))
        yield puzzle


def _plain(word: str) -> str:
    return word.translate(dict.fromkeys(map(ord, BLANKS), "."))


def write(puzzle: Puzzle) -> str:
    solution = puzzle.solution
    words = [puzzle.givens.cells] + ([solution.cells] if solution and solution.full else [])
    return " ".join(words) + "\n"


FORMAT = Format(
    name="oneline",
    summary="all cells of a square in one word",
    kinds=("binairo",),
    claims=claims,
    read=unhinted(read_hinted),
    read_hinted=read_hinted,
    write=write,
    by_line=True,
    holds=frozenset(("solution",)),
    lacks=not_square,
    lacking="the width of rectangles",
)
