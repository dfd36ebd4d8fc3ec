"""The signs of a Binairo+ task text, of which readers disagree.

    (a)  CELLS|SIGNS     a digit for each cell, h + 3v: the sign to the right and the one below,
                         0 none, 1 equal, 2 different; letters are runs of cells without
    (b)  CELLS|SIGNS     the same with flags added up: 1 right equal, 2 right different, 4 below
                         equal, 8 below different
    (c)  CELLS;SIGNS     a comma list, for each cell any of R= Rx D= Dx

A 9 or a 10 can only be (b). Else both are tried: signs must stay on the board, and the reading that
leaves one solution is the right one; where both do, it is (a), and the puzzle says so, as it does
where a short search does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from nonairo.engines import find_engine
from nonairo.engines.base import Run
from nonairo.errors import FormatError, LimitReached
from nonairo.formats.base import printable
from nonairo.grid import Grid
from nonairo.kinds.binairo import pose_givens
from nonairo.kinds.signs import SignGrid
from nonairo.limits import Budget, supervised
from nonairo.puzzle import Puzzle

NODES, SECONDS = 2_000, 0.5  # for each of two readings, to tell them apart
NAMES = ".=x"
DOUBT = "its signs can be read in two ways, each with one solution: h + 3v was taken"
UNSURE = "its signs can be read in two ways, and a short search did not tell which is right"


def read_signs(givens: Grid, text: str, bar: str, rules: str, line: int) -> Puzzle:
    """The puzzle with the signs of a task."""
    cells = givens.height * givens.width
    if bar == ";":
        found = _placed(_listed(text, cells, line), givens)
        if found is None:
            raise FormatError("expected signs inside the grid", line=line)
        return pose_givens(givens, rules, found)
    readings = []
    for codes, decode in _codes(text, cells):
        signs = _placed([decode(code) for code in codes], givens)
        if signs is not None and signs not in readings:
            readings.append(signs)
    if not readings:
        expected = f"signs for {cells} cells, inside the grid"
        raise FormatError(f"expected {expected}, found {printable(text)}", line=line)
    puzzles = [pose_givens(givens, rules, signs) for signs in readings]
    if len(puzzles) == 1:
        return puzzles[0]
    verdicts = [_is_single(puzzle) for puzzle in puzzles]
    single = [puzzle for puzzle, verdict in zip(puzzles, verdicts, strict=True) if verdict]
    taken = (single or puzzles)[0]
    if None in verdicts:
        return taken.about(extra={"note": UNSURE})
    return taken.about(extra={"note": DOUBT}) if len(single) > 1 else taken


def _by_threes(code: int) -> tuple[str, str]:
    return NAMES[code % 3], NAMES[code // 3]


def _by_flags(code: int) -> tuple[str, str]:
    right, below = code & 3, code >> 2
    return (NAMES + "?")[right], (NAMES + "?")[below]


def _codes(text: str, cells: int) -> Iterator[tuple[list[int], Callable[[int], tuple[str, str]]]]:
    """What the text may say of each cell, in both ways; nothing if it is no such text."""
    if not re.fullmatch(r"[0-9a-z]*", text):
        return
    for pattern, most, decode in (
        (r"[0-9]|[a-z]", 8, _by_threes),
        (r"[0-9]|[a-z]", 9, _by_flags),
        (r"10|[0-9]|[a-z]", 10, _by_flags),
    ):
        codes: list[int] = []
        for word in re.findall(pattern, text):
            codes += [int(word)] if word.isdigit() else [0] * (ord(word) - 96)
        if len(codes) == cells and max(codes) <= most:
            yield codes, decode


def _listed(text: str, cells: int, line: int) -> list[tuple[str, str]]:
    """The signs of a comma list."""
    words = text.split(",")
    if len(words) != cells:
        raise FormatError(f"expected signs for {cells} cells, found {len(words)}", line=line)
    found = []
    for word in words:
        if not re.fullmatch(r"(?:[RD][=x])*", word.strip()):
            expected = "R=, Rx, D= or Dx"
            raise FormatError(f"expected {expected}, found {printable(word)}", line=line)
        signs = dict(re.findall(r"([RD])([=x])", word))
        found.append((signs.get("R", "."), signs.get("D", ".")))
    return found


def _placed(signs: list[tuple[str, str]], givens: Grid) -> SignGrid | None:
    """The signs where they belong; None if one leaves the grid, or is two at once."""
    height, width = givens.height, givens.width
    rows = [signs[at : at + width] for at in range(0, height * width, width)]
    right = ["".join(each for each, _ in row) for row in rows]
    below = ["".join(each for _, each in row) for row in rows]
    if "?" in "".join(right + below) or below[-1].strip(".") or any(r[-1] != "." for r in right):
        return None
    return SignGrid(tuple(row[:-1] for row in right), tuple(below[:-1]))


def _is_single(puzzle: Puzzle) -> bool | None:
    """Whether there is just one solution; None if a short search does not tell."""
    found = 0
    try:
        with supervised(SECONDS):  # the tables of large boards take time, too
            _, engine, options, _ = find_engine("auto", puzzle)
            for grid in engine.start(puzzle, Run(Budget(node_limit=NODES), options=options)):
                found += grid is not None
                if found > 1:
                    break
    except LimitReached:
        return None
    return found == 1
