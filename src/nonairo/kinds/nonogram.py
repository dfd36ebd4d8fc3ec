"""Nonograms (Hanjie, Griddlers, Picross): the blocks of filled cells in every row and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from nonairo.errors import PuzzleError
from nonairo.grid import Grid, Line, check_size
from nonairo.kinds.base import Fault, Kind, no_completion
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue, LineRule, Runs, parse_clue


def nonogram(
    rows: Iterable[Sequence[int]],
    cols: Iterable[Sequence[int]],
    givens: str | Grid | Iterable[str] | None = None,
) -> Puzzle:
    """A nonogram from its clues; `[]` or `[0]` is an empty line.

    >>> nonogram(rows=[[1, 1], [5], [5], [3], [1]], cols=[[2], [4], [4], [4], [2]]).id
    'nonogram:1,1/5/5/3/1;2/4/4/4/2'
    """
    return pose_clues(list(rows), list(cols), givens)


def pose_clues(
    rows: Sequence[object], cols: Sequence[object], givens: str | Grid | Iterable[str] | None
) -> Puzzle:
    """The puzzle with these clues, each checked."""
    check_size(len(rows), len(cols))
    row_clues = [parse_clue(clue, f"row {k}", len(cols)) for k, clue in enumerate(rows, 1)]
    col_clues = [parse_clue(clue, f"column {k}", len(rows)) for k, clue in enumerate(cols, 1)]
    grid = Grid.blank(len(rows), len(cols)) if givens is None else Grid.of(givens)
    if (grid.height, grid.width) != (len(rows), len(cols)):
        found = f"{grid.height}x{grid.width}"
        raise PuzzleError(f"givens: expected a grid of {len(rows)}x{len(cols)}, found {found}")
    return Puzzle(
        kind="nonogram",
        givens=grid,
        row_rules=tuple(map(Runs, row_clues)),
        col_rules=tuple(map(Runs, col_clues)),
    )


def clues(rules: Iterable[LineRule]) -> tuple[Clue, ...]:
    """The clues behind the rules of a nonogram's rows or columns."""
    return tuple(rule.clue for rule in rules if isinstance(rule, Runs))


def clue_of(line: Line) -> Clue:
    """The blocks of a finished line.

    >>> clue_of("0110100")
    (2, 1)
    """
    return tuple(len(block) for block in line.split("0") if block)


def read(body: str, rules: str) -> Puzzle:
    if rules != "standard":
        raise PuzzleError(f"nonograms have no rules but the standard ones, found {rules!r:.40}")
    parts = body.split(";")
    if len(parts) not in (2, 3):
        expected = "row clues; column clues; and perhaps givens"
        raise PuzzleError(f"expected {expected}, found {len(parts)} parts")
    rows, cols = (
        [_read_clue(text, f"{axis} {k}") for k, text in enumerate(part.split("/"), 1)]
        for part, axis in zip(parts, ("row", "column"), strict=False)
    )
    return pose_clues(rows, cols, parts[2] if len(parts) == 3 else None)


def _read_clue(text: str, where: str) -> list[int]:
    numbers = [number.strip() for number in text.split(",")] if text.strip() else []
    for number in numbers:
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            raise PuzzleError(f"{where}: expected numbers with commas, found {text.strip()!r:.40}")
    return [int(number) for number in numbers]


def write(puzzle: Puzzle) -> str:
    parts = [
        "/".join(",".join(map(str, clue)) or "0" for clue in clues(rules))
        for rules in (puzzle.row_rules, puzzle.col_rules)
    ]
    if puzzle.givens.cells.strip("."):
        parts.append("/".join(puzzle.givens.rows()))
    return ";".join(parts)


def from_record(record: Mapping[str, object]) -> Puzzle:
    if record.get("coloured"):
        raise PuzzleError("coloured nonograms are not supported")
    sides = [record.get(key) for key in ("rows", "cols")]
    for key, side in zip(("rows", "cols"), sides, strict=True):
        if not isinstance(side, list):
            raise PuzzleError(f"'{key}': expected a list of clues, found {side!r:.40}")
    rows, cols = (side for side in sides if isinstance(side, list))
    for key, number in (("height", len(rows)), ("width", len(cols))):
        if record.get(key, number) not in (number, None):
            raise PuzzleError(f"'{key}': expected {number}, found {record[key]!r:.40}")
    check_size(len(rows), len(cols))
    cells = record.get("grid")
    if cells is not None and not isinstance(cells, str):
        raise PuzzleError(f"'grid': expected a string of cells, found {cells!r:.40}")
    givens = None if cells is None else Grid.flat(len(rows), len(cols), cells)
    return pose_clues(rows, cols, givens)


def to_record(puzzle: Puzzle) -> dict[str, object]:
    record: dict[str, object] = {
        "rows": [list(clue) for clue in clues(puzzle.row_rules)],
        "cols": [list(clue) for clue in clues(puzzle.col_rules)],
    }
    if puzzle.givens.cells.strip("."):
        record["grid"] = puzzle.givens.cells
    return record


def blank(height: int, width: int, rules: str) -> Puzzle:
    """Nothing is filled, and nothing can be: a nonogram's clues are its question."""
    return read(f"{'/'.join('0' * height)};{'/'.join('0' * width)}", rules)


def pose(answer: Grid, rules: str) -> Puzzle:
    if rules != "standard":
        raise PuzzleError(f"nonograms have no rules but the standard ones, found {rules!r:.40}")
    return nonogram(map(clue_of, answer.rows()), map(clue_of, answer.cols()))


def faults(rule: LineRule, line: Line) -> Iterator[Fault]:
    """The filled cells cannot be the blocks of the clue."""
    if isinstance(rule, Runs):
        for fault in no_completion(rule, line):
            wanted = ",".join(map(str, rule.clue)) or "0"
            found = ",".join(map(str, clue_of(line))) or "0"
            message = (
                f"the cells so far cannot become {wanted}"
                if "." in line
                else f"the blocks are {found}, but the clue is {wanted}"
            )
            yield Fault("clue", fault.positions, message)


def obvious(puzzle: Puzzle) -> str | None:
    """Rows and columns that do not fill equally many cells."""
    rows, cols = (sum(map(sum, clues(rules))) for rules in (puzzle.row_rules, puzzle.col_rules))
    return None if rows == cols else f"row clues fill {rows} cells, column clues {cols}"


def label(rule: LineRule) -> tuple[str, ...]:
    return tuple(map(str, rule.clue or (0,))) if isinstance(rule, Runs) else ()


KIND = Kind(
    name="nonogram",
    summary="the lengths of the blocks of filled cells in every row and column, in order",
    read=read,
    write=write,
    from_record=from_record,
    to_record=to_record,
    blank=blank,
    pose=pose,
    pictured=True,
    glyphs="\N{MIDDLE DOT}\N{FULL BLOCK}",
    words=("empty", "filled"),
    label=label,
    aliases={"hanjie": "standard", "griddler": "standard", "picross": "standard"},
    faults=faults,
    obvious=obvious,
)
