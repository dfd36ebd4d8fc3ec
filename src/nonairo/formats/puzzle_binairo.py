"""Task text of puzzle-binairo: `0` and `1` are given cells, a letter is a run of blanks (`a`: 1).

Binairo+ (after `|` or `;` come signs between cells) is only read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints, printable, unhinted
from nonairo.formats.shared.cells import not_square, pose_cells, shaped
from nonairo.formats.shared.signed_task import ENCODINGS, read_signs
from nonairo.formats.shared.task import task_of
from nonairo.grid import LARGEST_SIDE
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.puzzle import Puzzle

LONGEST = 26


def claims(text: str) -> Claim | None:
    _, task = task_of(text)
    cells, bar, signs = _parted(task)
    allowed = r"[RD=x, ]*" if bar == ";" else r"[0-9a-z]*"
    if not re.fullmatch(r"[01a-z]+", cells) or not re.fullmatch(allowed, signs):
        return None
    if bar:
        return Claim(f"a task of cells, '{bar}' and signs")
    size = sum(1 if symbol in "01" else ord(symbol) - 96 for symbol in cells)
    return Claim("a task of 0, 1 and letters") if round(size**0.5) ** 2 == size else None


def read_hinted(text: str, hints: Hints) -> Iterator[Puzzle]:
    line, task = task_of(text)
    task, bar, signs = _parted(task)
    if not re.fullmatch(r"[01a-z]+", task):
        expected = "0, 1 and letters"
        raise FormatError(f"expected {expected}, found {printable(task)}", line=line)
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


def write(puzzle: Puzzle) -> str:
    return re.sub(r"\.+", lambda run: _letters(len(run[0])), puzzle.givens.cells) + "\n"


def _letters(length: int) -> str:
    full, rest = divmod(length, LONGEST)
    return "z" * full + (chr(96 + rest) if rest else "")


FORMAT = Format(
    name="puzzle-binairo",
    summary="task text of puzzle-binairo pages",
    kinds=("binairo",),
    claims=claims,
    read=unhinted(read_hinted),
    read_hinted=read_hinted,
    encodings=lambda: tuple(ENCODINGS),
    write=write,
    lacks=not_square,
    lacking="the width of rectangles",
)
