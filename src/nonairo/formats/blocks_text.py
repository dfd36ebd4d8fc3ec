"""A nonogram as text: `rows cols`, an empty line, the row clues, an empty line, the column clues.

Everything from the first `#` line after the sizes on is ignored (a picture of the solution may
stand there). Without the empty lines it is accepted when there are exactly rows + cols lines.
"""

from __future__ import annotations

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import whole_numbers
from nonairo.kinds.nonogram import clues, pose_clues
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue, parse_clue


def read(text: str) -> Puzzle:
    """The puzzle of a blocks text."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    title = None
    while lines and (not lines[0][1] or lines[0][1].startswith("#")):
        comment = lines.pop(0)[1]
        if comment.startswith("# title:"):
            title = comment.removeprefix("# title:").strip()
    end = next((k for k, (_, line) in enumerate(lines) if line.startswith("#")), len(lines))
    lines = [(number, line) for number, line in lines[:end] if line]
    first, header = lines[0]
    height, width = whole_numbers(header, first)
    body = lines[1:]
    if len(body) != height + width:
        last = body[-1][0] if body else first
        raise FormatError(
            f"expected {height} row clues and {width} column clues, found {len(body)} lines",
            line=last,
        )
    rows: list[Clue] = []
    cols: list[Clue] = []
    for position, (number, line) in enumerate(body):
        row = position < height
        index, length = (position, width) if row else (position - height, height)
        where = f"{'row' if row else 'column'} {index + 1}"
        try:
            (rows if row else cols).append(parse_clue(whole_numbers(line, number), where, length))
        except PuzzleError as error:
            raise FormatError(str(error), line=number) from None
    try:
        return pose_clues(rows, cols, givens=None).about(title=title)
    except PuzzleError as error:
        raise FormatError(str(error), line=first) from None


def write(puzzle: Puzzle) -> str:
    """Sizes, row clues, column clues."""
    if puzzle.givens.cells.strip("."):
        raise FormatError("format text cannot hold a nonogram's givens; use id or jsonl")
    title = [f"# title: {' '.join(puzzle.title.split())}"] if puzzle.title else []
    blocks = [f"{puzzle.height} {puzzle.width}"]
    for rules in (puzzle.row_rules, puzzle.col_rules):
        blocks.append("\n".join(" ".join(map(str, clue)) or "0" for clue in clues(rules)))
    return "\n".join(title) + "\n" * bool(title) + "\n\n".join(blocks) + "\n"
