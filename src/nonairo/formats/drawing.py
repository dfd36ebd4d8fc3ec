"""`drawing`: puzzles as `nonairo solve` draws them in a terminal, in boxes with clues beside them.

A heading (`binairo 6x6, rules no-distinct: Title`) tells kind, rules and title; without one, a box
with nothing beside it is a Binairo, and one with numbers the first kind that has such clues. A box
that solves the one above it is its solution; what stands between boxes is of no concern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from nonairo.checking import check
from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import Claim, Format, check_sides, joined, lines_of, printable
from nonairo.grid import Grid
from nonairo.kinds import KINDS, from_id
from nonairo.puzzle import Puzzle
from nonairo.render.text import draw, heading

HEADING = re.compile(
    r"([a-z]+) (\d{1,4}x\d{1,4})(?:, rules ([a-z+-]+))?(?:, engine \S+)?(?:: (.*))?"
)
INK = "#@\N{FULL BLOCK}1"
PAPER = "\N{MIDDLE DOT}0"


Told = tuple[str, str, "str | None", str]  # kind, rules, title and size of a heading


class Box(NamedTuple):
    """One box: its cells, and what stands beside its rows and above its columns."""

    grid: Grid
    beside: tuple[tuple[str, ...], ...]
    above: tuple[tuple[str, ...], ...]
    line: int
    above_it: int  # the index of the line above all of it


def claims(text: str) -> Claim | None:
    lines = lines_of(text)
    if any("┌─" in line for line in lines) and any("│" in line for line in lines):
        return Claim("a box drawn around cells")
    return None


def boxes(lines: list[str]) -> Iterator[Box]:
    """The boxes of a text, top to bottom."""
    number = 0
    while number < len(lines):
        left = lines[number].find("┌─")
        number += 1
        if left < 0:
            continue
        top = number - 1
        right = lines[top].find("┐", left)
        end = next((k for k in range(number, len(lines)) if "└" in lines[k]), None)
        if right < 0 or end is None:
            raise FormatError("expected a box that is closed, found its beginning", line=number)
        yield _box(lines, top, end, left, right)
        number = end + 1


def _box(lines: list[str], top: int, end: int, left: int, right: int) -> Box:
    labels = top
    while labels and lines[labels - 1][left + 1 : right + 1].strip():
        if lines[labels - 1][: left + 1].strip() or not _numbers(lines[labels - 1]):
            break
        labels -= 1
    head = [line.ljust(right)[left + 1 : right] for line in lines[labels:top]]
    rows = [line.ljust(right) for line in lines[top + 1 : end]]
    for number, row in enumerate(rows, top + 2):
        if row[left : left + 1] != "│" or len(row) <= right or row[right] != "│":
            raise FormatError("expected a row between two bars", line=number)
    inside = [row[left + 1 : right] for row in rows]
    width = len(head[-1].split()) if head else len(inside[0].split()) if inside else 0
    check_sides(len(rows), width, top + 1)
    wide = (right - left - 1) // width
    drawn = any(symbol in INK for symbol in "".join(inside).replace("1", ""))
    cells = [
        _cell(row[k * wide : (k + 1) * wide], drawn, number, left + 2 + k * wide)
        for number, row in enumerate(inside, top + 2)
        for k in range(width)
    ]
    above = tuple(
        tuple(filter(None, (line[k * wide : (k + 1) * wide].strip() for line in head)))
        for k in range(width)
    )
    beside = tuple(tuple(row[:left].split()) for row in rows)
    return Box(Grid(len(rows), width, "".join(cells)), beside, above, top + 1, labels - 1)


def _numbers(line: str) -> bool:
    return not line.strip("0123456789 ")


def _cell(text: str, drawn: bool, line: int, column: int) -> str:
    """The symbol of a cell; a dot is paper beside ink, and else what is not known."""
    mark = text.strip()[-1:]
    if mark and mark in INK:
        return "1"
    if mark and mark in PAPER:
        return "0"
    if mark == ".":
        return "0" if drawn else "."
    if mark in ("?", "_", "~"):
        return "."
    raise FormatError(f"expected a cell, found {printable(text)}", line=line, column=column)


def read(text: str) -> Iterator[Puzzle]:
    lines = lines_of(text)
    found = list(boxes(lines))
    puzzle: Puzzle | None = None
    before = 0
    for box in found:
        told = _told(lines[before : box.line - 1])
        before = box.line
        if puzzle is not None and told is None and _belongs(puzzle, box, lines[box.above_it]):
            if puzzle.solution is None and box.grid.full:
                puzzle = puzzle.about(title=puzzle.title, solution=box.grid)
            continue
        if puzzle is not None:
            yield puzzle
        puzzle = _posed(box, told)
    if puzzle is not None:
        yield puzzle


def _belongs(puzzle: Puzzle, box: Box, label: str) -> bool:
    """Whether a box shows the puzzle above it again, further or altogether solved."""
    if (box.grid.height, box.grid.width) != (puzzle.height, puzzle.width):
        return False
    try:
        again = _posed(box._replace(grid=puzzle.givens), (puzzle.kind, puzzle.rules, None, ""))
    except FormatError:
        return False
    if again != puzzle:
        return False
    called = label.strip().startswith(("solution", "what is known"))
    return called or (not check(puzzle, box.grid) and _keeps(puzzle, box.grid))


def _keeps(puzzle: Puzzle, grid: Grid) -> bool:
    both = zip(puzzle.givens.cells, grid.cells, strict=True)
    return all(given in (".", found) for given, found in both)


def _told(lines: list[str]) -> Told | None:
    """What the heading nearest to a box says."""
    for line in reversed(lines):
        found = HEADING.fullmatch(line.strip())
        if found and found[1] in KINDS:
            return found[1], found[3] or "standard", found[4], found[2]
    return None


def _posed(box: Box, told: Told | None) -> Puzzle:
    size = f"{box.grid.height}x{box.grid.width}"
    if told and told[3] not in ("", size):
        raise FormatError(f"expected a box of {told[3]}, found {size}", line=box.line)
    clued = any(box.beside) or any(box.above)
    kinds = [told[0]] if told else [name for name in KINDS if KINDS[name].posed is clued]
    rules, title = told[1:3] if told else ("standard", None)
    rows = "/".join(box.grid)
    sides = ("/".join(",".join(clue) or "0" for clue in side) for side in (box.beside, box.above))
    body = f"{';'.join(sides)};{rows}" if clued else rows
    error: PuzzleError | None = None
    for kind in kinds:
        try:
            return from_id(f"{kind}@{rules}:{body}").about(title=title)
        except PuzzleError as wrong:
            error = error or wrong
    raise FormatError(str(error), line=box.line)


def write(puzzle: Puzzle) -> str:
    """Heading and box; and the box of the solution."""
    lines = [heading(replace(puzzle, extra={})), draw(puzzle)]
    solution = puzzle.solution
    if solution is not None and solution.full:
        lines += ["solution", draw(puzzle, solution)]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="drawing",
    summary="boxes as drawn in a terminal by nonairo solve",
    claims=claims,
    read=read,
    write=write,
    write_all=joined(write, "\n"),
    rules=None,
    holds=frozenset(("solution", "givens", "title")),
)
