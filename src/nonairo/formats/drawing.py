"""`drawing`: puzzles as `nonairo solve` draws them in a terminal, in boxes with clues beside them.

A heading (`binairo 6x6, rules no-distinct: Title`) names kind, rules and title; without one, a box
with nothing beside it is a Binairo, and one with numbers the first kind that has such clues. A box
that solves the one above it is its solution; what stands between boxes is of no concern.

On a terminal the upper border numbers the columns, and rows are numbered beside it; a wide grid is
folded into several such boxes, and cells may bear signs (`*1`). Boxes of `+-|` are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from nonairo.checking import check
from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import LINES, MORE_LINES, Claim, Format, has_signs, joined
from nonairo.formats.shared.boxes import Box, boxes, drawn_lines, is_ragged
from nonairo.formats.shared.coloured import spare_paints
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS, from_id
from nonairo.kinds.base import Kind
from nonairo.kinds.binairo import pose_givens
from nonairo.kinds.regions import REGIONS, divided, regions_of
from nonairo.limits import poll_supervision
from nonairo.puzzle import Puzzle
from nonairo.render.text import draw, heading

HEADING = re.compile(
    r"([a-z]+) (\d{1,4}x\d{1,4})(?:, rules ([a-z0-9=+-]+)|, (\d{1,2}) colours?)?"
    r"(?:, engine \S+)?(?:: (.*))?"
)
IN_PIECES = "regions in several pieces"  # whose borders look like those of several regions
Heading = tuple[str, str, "str | None", str]  # kind, rules, title and size


def claims(text: str) -> Claim | None:
    lines = [] if is_ragged(text) else drawn_lines(text)
    if any("┌" in line for line in lines) and any("│" in line for line in lines):
        return Claim("a box drawn around cells")
    return None


def read(text: str) -> Iterator[Puzzle]:
    if is_ragged(text):
        raise FormatError("expected boxes around cells, found short lines", line=1)
    lines = drawn_lines(text)
    puzzle: Puzzle | None = None
    before = 0
    for box in boxes(lines):
        if puzzle is not None:
            poll_supervision()
        head = _heading(lines[before : box.line - 1])
        before = box.line
        if puzzle is not None and head is None and _belongs(puzzle, box, lines[box.above_it]):
            whole = box.grid.full and not (box.marked and check(puzzle, box.grid))
            if puzzle.solution is None and whole:
                puzzle = puzzle.about(title=puzzle.title, solution=box.grid)
            continue
        if puzzle is not None:
            yield puzzle
        puzzle = _posed(box._replace(grid=box.grid.fill(dict.fromkeys(box.later, UNKNOWN))), head)
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
    called = bool(box.marked) or label.strip().startswith(("solution", "what is known"))
    foreign = {*box.grid.cells} - {*puzzle.symbols, UNKNOWN}
    if called and foreign:
        expected = f"expected the symbols of the puzzle above ({', '.join(puzzle.symbols)})"
        raise FormatError(f"{expected}, found {min(foreign)!r}", line=box.line)
    return called or (not foreign and not check(puzzle, box.grid) and _keeps(puzzle, box.grid))


def _keeps(puzzle: Puzzle, grid: Grid) -> bool:
    both = zip(puzzle.givens.cells, grid.cells, strict=True)
    return all(given in (".", found) for given, found in both)


def _heading(lines: list[str]) -> Heading | None:
    """What the heading nearest to a box says."""
    for line in reversed(lines):
        found = HEADING.fullmatch(line.strip())
        if found and found[1] in KINDS:
            rules = found[3] or _rules_of(KINDS[found[1]], int(found[4] or 0))
            return found[1], rules, found[5], found[2]
    return None


def _rules_of(kind: Kind, colours: int) -> str:
    """The rules that a heading names: with so many colours, which only a picture can show."""
    if not colours or kind.colour_rules is None:
        return "standard"
    return kind.colour_rules(spare_paints(colours))


def _posed(box: Box, head: Heading | None) -> Puzzle:
    size = f"{box.grid.height}x{box.grid.width}"
    if head and head[3] not in ("", size):
        raise FormatError(f"expected a box of {head[3]}, found {size}", line=box.line)
    clued = any(box.beside) or any(box.above)
    noted = box.notes is not None
    shown = (clued or noted, noted)
    kinds = [kind.name for kind in KINDS.values() if (kind.posed, kind.sparse) == shown]
    kinds = [head[0]] if head else kinds
    rules, title = head[1:3] if head else ("standard", None)
    rows = "/".join(box.grid)
    if box.borders:
        if clued or noted:
            expected = "expected no clues beside a box with borders of regions"
            raise FormatError(f"{expected} (a Binairo)", line=box.line)
        rules = rules if REGIONS in rules.split("+") else f"{rules}+{REGIONS}"
        rows += f";{'/'.join(divided(box.grid.height, box.grid.width, box.borders))}"
    sides = ("/".join(",".join(clue) or "0" for clue in side) for side in (box.beside, box.above))
    clues = "/".join(box.notes) if box.notes is not None else ";".join(sides)
    body = f"{clues};{rows}" if clued or noted else rows
    error: PuzzleError | None = None
    for kind in kinds:
        try:
            return from_id(f"{kind}@{rules}:{body}").about(title=title)
        except PuzzleError as wrong:
            error = error or wrong
    raise FormatError(str(error), line=box.line)


def write(puzzle: Puzzle) -> str:
    """Heading and box; and the box of the solution."""
    solution = puzzle.solution
    if has_signs(puzzle):  # only where the caller has said that they may be lost
        regions = regions_of(puzzle)
        puzzle = pose_givens(puzzle.givens, puzzle.rules, None, regions).about(title=puzzle.title)
    rules = "" if puzzle.rules == "standard" else f", rules {puzzle.rules}"
    lines = [heading(replace(puzzle, extra={}), rules), draw(puzzle)]
    if solution is not None and solution.full:
        lines += ["solution", draw(puzzle, solution)]
    return "\n".join(lines) + "\n"


def lost_lines(puzzle: Puzzle) -> str | None:
    """What is lost of lines besides rows and columns; clues in cells are read again."""
    if not puzzle.more_lines:
        return None
    try:
        (again,) = read(write(replace(puzzle, title=None, solution=None)))
    except (FormatError, PuzzleError):
        again = None
    if again is not None and again.more_lines == puzzle.more_lines:
        return None
    return IN_PIECES if regions_of(puzzle) is not None else MORE_LINES


FORMAT = Format(
    name="drawing",
    summary="boxes as drawn in a terminal by nonairo solve",
    claims=claims,
    read=read,
    write=write,
    write_all=joined(write, "\n"),
    rules=None,
    holds=frozenset(("solution", "givens", "title", LINES)),
    lacks=lost_lines,
    lacking=IN_PIECES,
)
