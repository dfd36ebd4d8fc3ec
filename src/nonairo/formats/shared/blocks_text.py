"""A nonogram as text: `rows cols`, an empty line, the row clues, an empty line, the column clues.

Without the empty lines it is accepted when there are exactly rows + cols lines. Comments above the
sizes may say `# title: ...`; everything from a later `#` line on is ignored, except that a picture
in `@` and `.` below `# Solution` is the solution, and has to give the clues.
"""

from __future__ import annotations

from nonairo.errors import FormatError
from nonairo.formats.base import lines_of, one_line
from nonairo.formats.shared.clues import both_sides, check_picture, clue_lines, pose, sizes, written
from nonairo.formats.shared.grid_rows import property_of
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle


def read(text: str) -> Puzzle:
    """The puzzle of a blocks text."""
    lines = [(number, line.rstrip()) for number, line in enumerate(lines_of(text), 1)]
    start = next(k for k, (_, line) in enumerate(lines) if line and not _is_comment(line))
    above, lines = lines[:start], lines[start:]
    end = next((k for k, (_, line) in enumerate(lines) if _is_comment(line)), len(lines))
    below, lines = lines[end:], lines[:end]
    first, header = lines[0]
    height, width = sizes(header, first, "rows", "columns")
    body = [pair for pair in lines[1:] if pair[1]]
    if not body:
        raise FormatError(f"expected {height} row clues, found none", line=first)
    what = f"clue lines ({height} rows, {width} columns)"
    numbers = clue_lines(body, height + width, what)
    puzzle = pose(numbers[:height], numbers[height:], first)
    about: dict[str, str] = {}
    for _, line in above:
        about |= property_of(line)
    solution = _solution([(number, line.strip()) for number, line in below], puzzle)
    return puzzle.about(
        title=about.get("title"),
        author=about.get("author"),
        source=about.get("source"),
        solution=solution,
    )


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _solution(lines: list[tuple[int, str]], puzzle: Puzzle) -> Grid | None:
    """The picture below `# Solution`, if there is one; it must give the clues."""
    if not lines or lines[0][1].lstrip("#").strip().lower() != "solution":
        return None
    rows = [line for _, line in lines[1:] if line][: puzzle.height]
    cells = "".join(rows).replace(".", "0").replace("@", "1")
    if any(len(row) != puzzle.width for row in rows) or not set(cells) <= set("01"):
        return None
    if len(rows) != puzzle.height:
        return None
    picture = Grid(puzzle.height, puzzle.width, cells)
    check_picture(puzzle, picture, lines[0][0] + 1)
    return picture


def write(puzzle: Puzzle) -> str:
    """What is known about it, sizes, row clues, column clues, solution."""
    fields = {"title": puzzle.title, "author": puzzle.author, "source": puzzle.source}
    about = [f"# {name}: {one_line(value)}\n" for name, value in fields.items() if value]
    rows, cols = both_sides(puzzle)
    blocks = [f"{puzzle.height} {puzzle.width}", "\n".join(written(rows)), "\n".join(written(cols))]
    if puzzle.solution is not None:
        picture = str(puzzle.solution).replace(".", "?").replace("0", ".").replace("1", "@")
        blocks.append(f"# Solution\n{picture}")
    return "".join(about) + "\n\n".join(blocks) + "\n"
