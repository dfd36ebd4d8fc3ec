"""A Binairo as text: one row on each line, optional blanks between cells.

An optional header has one number (the size) or two (rows, columns). `#` starts a comment; comments
`# rules: odd-more-ones`, `# title: ...` and the like are understood. A full grid below a puzzle
that solves it is its solution, any other grid is the next puzzle; rules hold until others come.
The header counts: rows and cells beyond it are left out, and so is a full grid that a comment calls
a solution though it is none; the puzzle's note says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt

from nonairo.errors import FormatError
from nonairo.formats.base import (
    Claim,
    Hints,
    TwoMeanings,
    about_of,
    check_sides,
    unlike,
    where_wrong,
    with_about,
)
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.grid_rows import (
    BLANKS,
    CELLS,
    Section,
    TextGrid,
    blocks,
    sections,
    squash,
)
from nonairo.grid import LARGEST_SIDE, SYMBOLS, Grid
from nonairo.plain import many
from nonairo.puzzle import Puzzle, noted

MOST_DOTS = 40  # in a message


def claims(text: str) -> Claim | None:
    try:
        first = next(blocks(text), None) if text[:1000].strip() else None
    except FormatError:
        return Claim("rows over 0, 1 and blanks: a Binairo grid")
    if first is None or len(first.rows) > LARGEST_SIDE + 1:
        return None
    cells = [squash(row) for _, row in first.rows]
    used = set().union(*cells)
    if len(cells) < 2 and first.sizes is None:
        return None
    if len({len(row) for row in cells}) != 1 or not used <= CELLS:
        return None
    if first.sizes is None and not used & {"0", "1"} and len(used) > 1:
        return None  # two characters that are both blanks here: a picture
    if not used & {"0", "1"} and not _in_columns([row for _, row in first.rows]):
        return None  # a picture in one character
    even = not (len(cells) % 2 or len(cells[0]) % 2) or len(cells) == len(cells[0])
    certain = first.sizes or any("rules" in part.about for part in sections(text))
    if used <= {"0", "1"} and not certain:
        return Claim("a full Binairo grid", doubtful=True) if even else None
    reason = "rows of equal length over 0, 1 and blanks: a Binairo grid"
    small = len(cells[0]) < 16 and not any(" " in row for _, row in first.rows)
    return Claim(reason) if certain or small else _grid_or_boards(first, cells, reason)


def _grid_or_boards(grid: TextGrid, cells: list[str], reason: str) -> Claim | None:
    """Why it is a grid, though each row may be a board of its own; None if it is such a list."""
    from nonairo.formats.shared.boards_by_line import (  # most grids start without it
        are_boards,
        are_solved_boards,
        cannot_be_a_grid,
    )

    if are_solved_boards([row for _, row in grid.rows]):
        return None
    if not are_boards(cells):
        return Claim(reason)
    if cannot_be_a_grid(cells):
        return None
    height, width = len(cells), len(cells[0])
    other = f"--format oneline reads {height} of {isqrt(width)}x{isqrt(width)}"
    return Claim(reason, note=f"read as a Binairo of {height}x{width}; {other}")


def _in_columns(rows: list[str]) -> bool:
    """Whether the characters of all rows stand below one another."""
    places = {tuple(k for k, sign in enumerate(row) if sign == " ") for row in map(str.strip, rows)}
    return len(places) == 1


def read(text: str, hints: Hints) -> Iterator[Puzzle]:
    """The puzzles of a grid text, each with its solution if that stands below it."""
    found = list(blocks(text))
    if not found:
        raise FormatError("expected rows of cells, found nothing", line=1)
    grids = [_cells_of(block) for block in found]
    rules = "standard"
    k = 0
    while k < len(found):
        block, cells = found[k], grids[k]
        rules = hints.rules or block.about.get("rules", rules)
        line = block.rows[0][0]
        more = _same_grid(found, grids, k, rules)
        for rows in grids[k + 1 : k + 1 + more]:
            cells += rows
        puzzle = pose_cells(cells, rules, line)
        k += 1 + more
        solution = _solution(puzzle, found[k], grids[k]) if k < len(found) else None
        notes = (
            [f"left out {block.beyond}, beyond the size in the first line"] if block.beyond else []
        )
        if solution is None and k < len(found) and _is_sample(puzzle, found[k], grids[k]):
            k += 1
            notes.append(
                "the grid below, labelled as a solution, does not solve it and was left out"
            )
        k += solution is not None
        puzzle = with_about(puzzle, block.about, solution)
        yield noted(puzzle, "; ".join(notes)) if notes else puzzle


def _cells_of(block: TextGrid) -> list[str]:
    """The rows of a block over `0`, `1` and `.`, as many and as long as they are to be."""
    height, width = block.sizes or (len(block.rows), len(squash(block.rows[0][1])))
    check_sides(height, width, block.line)
    if len(block.rows) != height:
        at = where_wrong(block.rows, height, block.line)
        found = many(len(block.rows), "row")
        raise FormatError(f"expected {many(height, 'row')}, found {found}", line=at)
    return [plain_row(row, number, width) for number, row in block.rows]


def plain_row(row: str, number: int, width: int, symbols: str = SYMBOLS) -> str:
    """The cells of a row, over its symbols and `.`; blanks between them do not count."""
    allowed = symbols + BLANKS
    for column, symbol in enumerate(row, 1):
        if symbol not in allowed and not symbol.isspace():
            known = ", ".join(map(repr, symbols))
            raise unlike(f"{known} or a blank such as '.'", symbol, number, column)
    cells = squash(row)
    if len(cells) != width:
        raise FormatError(f"expected {many(width, 'cell')}, found {len(cells)}", line=number)
    return "".join(["." if symbol in BLANKS else symbol for symbol in cells])


def _same_grid(found: list[TextGrid], grids: list[list[str]], first: int, rules: str) -> int:
    """How many of the blocks below the first belong to its grid, which has blank lines in it.

    They do where they make it a square, unless each of them can be a puzzle of its own: then
    nobody knows.
    """
    width = len(grids[first][0])
    rows, more = len(grids[first]), 0
    while rows < width and first + more + 1 < len(found):
        block, cells = found[first + more + 1], grids[first + more + 1]
        if block.sizes or block.about or block.labelled or len(cells[0]) != width:
            break
        rows += len(cells)
        more += 1
    if found[first].sizes or not more or rows != width:
        if more and rows + more == width and rows % 2 and not found[first].sizes:
            raise FormatError(
                f"{many(rows, 'row')} of {many(width, 'cell')} and {many(more, 'blank line')};"
                f" write an empty row as {'.' * min(width, MOST_DOTS)}",
                line=found[first + 1].rows[0][0] - 1,
            )
        return 0
    parts = grids[first : first + more + 1]
    try:
        alone = [pose_cells(cells, rules) for cells in parts]
    except FormatError:
        return more  # no puzzle has an odd side
    if len(parts) == 2 and _solves(alone[0], parts[1]):
        return 0
    if any(_too_few_lines(puzzle) for puzzle in alone):
        return more
    sizes = " and ".join(f"{puzzle.height}x{width}" for puzzle in alone)
    raise TwoMeanings(
        f"two readings are possible: a grid of {width}x{width} with blank lines in it, or"
        f" grids of {sizes}; a header such as '{width} {width}' decides it",
        line=found[first].rows[0][0],
    )


def _too_few_lines(puzzle: Puzzle) -> bool:
    """Whether there are not enough different lines for the puzzle to have any solution."""
    from nonairo.checking import why_none  # only for grids with blank lines in them

    return why_none(puzzle.with_givens(Grid.blank(puzzle.height, puzzle.width))) is not None


def _solves(puzzle: Puzzle, cells: list[str]) -> Grid | None:
    """The grid of these rows, if it is a solution of the puzzle."""
    if len(cells) != puzzle.height or len(cells[0]) != puzzle.width or "." in "".join(cells):
        return None
    from nonairo.checking import check

    grid = Grid(puzzle.height, puzzle.width, "".join(cells))
    return None if check(puzzle, grid) else grid


def _is_sample(puzzle: Puzzle, below: TextGrid, cells: list[str]) -> bool:
    """Whether the grid below is a full one that a comment calls a solution, and no puzzle."""
    same = (len(cells), len(cells[0])) == (puzzle.height, puzzle.width)
    return below.sample and same and "." not in "".join(cells)


def _solution(puzzle: Puzzle, below: TextGrid, cells: list[str]) -> Grid | None:
    """The grid below a puzzle, if it solves it; what is called a solution must."""
    if not below.labelled:
        return _solves(puzzle, cells)
    grid = Grid(len(cells), len(cells[0]), "".join(cells))
    if not (grid.full and grid.fits(puzzle.givens)):
        expected = f"a full grid of {puzzle.height}x{puzzle.width} that keeps the givens"
        raise FormatError(f"expected a solution: {expected}", line=below.rows[0][0])
    check_solution(puzzle, grid, below.rows[0][0])
    return grid


def check_solution(puzzle: Puzzle, grid: Grid, line: int | None) -> None:
    """Raise FormatError unless a grid is as large as a puzzle, full, and breaks no rule of it."""
    from nonairo.checking import check

    if (grid.height, grid.width) != (puzzle.height, puzzle.width) or not grid.full:
        expected = f"a full grid of {puzzle.height}x{puzzle.width}"
        raise FormatError(f"expected a solution: {expected}", line=line)
    for wrong in check(puzzle, grid):
        raise FormatError(f"expected a solution, found {wrong.message}", line=line)


def write(puzzle: Puzzle) -> str:
    """The rows, with what is not standard in comments above them; then the solution."""
    return written(puzzle, puzzle.givens.rows())


def written(puzzle: Puzzle, rows: Iterable[str], usual: str = "standard") -> str:
    """Such rows below what is to be said of a puzzle, and above its solution."""
    lines = [] if puzzle.rules == usual else [f"# rules: {puzzle.rules}"]
    lines += [f"# {name}: {words}" for name, words in about_of(puzzle).items()]
    lines += rows
    if puzzle.solution is not None and puzzle.solution.full:
        lines += ["", "# Solution", *puzzle.solution.rows()]
    return "\n".join(lines) + "\n"


def puzzles_of(
    parts: Sequence[Section],
    rules: str,
    hints: Hints,
    pose: Callable[[Section, str], Puzzle],
    solution_of: Callable[[Puzzle, Section], Grid],
) -> Iterator[Puzzle]:
    """The puzzles of some sections, each with its solution if that stands below it as such."""
    k = 0
    while k < len(parts):
        about = parts[k].about
        rules = hints.rules or about.get("rules", rules)
        puzzle = pose(parts[k], rules)
        k += 1
        solution = None
        if k < len(parts) and (parts[k].labelled or parts[k].sample):
            solution = solution_of(puzzle, parts[k])
            k += 1
        yield with_about(puzzle, about, solution)
