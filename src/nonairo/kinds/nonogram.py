"""Nonograms (Hanjie, Griddlers, Picross): the blocks of filled cells in every row and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from nonairo.errors import PuzzleError
from nonairo.grid import UNKNOWN, Grid, GridLike, Line, check_size
from nonairo.kinds import coloured
from nonairo.kinds.base import (
    Appearance,
    Kind,
    LineViolation,
    RecordFields,
    check_standard,
    clue_parts,
    givens_beside,
    join_sides,
    no_completion,
    put_givens,
    read_sides,
    record_sides,
)
from nonairo.kinds.palette import palette_of
from nonairo.kinds.quick_reading import from_clues, from_id, from_picture
from nonairo.memory import names_memory
from nonairo.plain import LARGEST_SIDE, brief, many, shown, unpadded
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue, ColouredRuns, LineRule, Runs, runs_of, write_blocks

if TYPE_CHECKING:
    from nonairo.grid import SupportsArray

# A clue is a list of numbers (or of pairs of a length and a colour's key), or an array of numbers.
Clues: TypeAlias = "Iterable[Sequence[object] | SupportsArray] | SupportsArray"


@names_memory
def nonogram(
    rows: Clues,
    cols: Clues,
    *,
    givens: Grid | GridLike | None = None,
    colours: Mapping[str, str] | None = None,
) -> Puzzle:
    """Return a nonogram from its clues; `[]` or `[0]` is an empty line; `givens` are known cells.

    `rows` and `cols` are lists of clues, numpy arrays or DataFrames, padded with NaN or NA.

    >>> nonogram(rows=[[1, 1], [5], [5], [3], [1]], cols=[[2], [4], [4], [4], [2]]).id
    'nonogram:1,1/5/5/3/1;2/4/4/4/2'

    With `colours`, blocks are pairs of a length and a key.

    >>> colours = {"r": "#ff0000", "k": "#000000"}
    >>> nonogram([[(1, "r"), (1, "k")]], [[(1, "r")], [(1, "k")]], colours=colours).id
    'nonogram@a=ff0000+b=000000:1a,1b;1a/1b'
    """
    if givens is None and colours is None:
        puzzle = from_clues(rows, cols)
        if puzzle is not None:
            return puzzle
    for side, name in ((rows, "row"), (cols, "column")):
        if isinstance(side, str | bytes) or not isinstance(side, Iterable):
            raise PuzzleError(f"expected the {name} clues as lists of numbers, found {shown(side)}")
    row_clues, col_clues = unpadded(rows), unpadded(cols)
    if colours is not None:
        keyed = dict(colours) if isinstance(colours, Mapping) else colours
        puzzle = coloured.from_record({"rows": row_clues, "cols": col_clues, "colours": keyed})
        return puzzle if givens is None else puzzle.with_givens(givens)
    return pose_clues(row_clues, col_clues, givens)


def pose_clues(
    rows: Sequence[object], cols: Sequence[object], givens: Grid | GridLike | None
) -> Puzzle:
    """The puzzle with these clues, each checked."""
    check_size(len(rows), len(cols))
    return _puzzle(
        tuple(runs_of(clue, f"row {k}") for k, clue in enumerate(rows, 1)),
        tuple(runs_of(clue, f"column {k}") for k, clue in enumerate(cols, 1)),
        givens,
    )


def _puzzle(
    row_rules: tuple[Runs, ...], col_rules: tuple[Runs, ...], givens: Grid | GridLike | None
) -> Puzzle:
    cells = givens_beside(len(row_rules), len(col_rules), givens)
    return Puzzle("nonogram", cells, row_rules, col_rules)


def clues(rules: Iterable[LineRule]) -> tuple[Clue, ...]:
    """The clues behind the rules of a nonogram's rows or columns."""
    found = []
    for rule in rules:
        if type(rule) is not Runs:
            raise PuzzleError(f"a nonogram's lines have clues, found {type(rule).__name__}")
        found.append(rule.clue)
    return tuple(found)


def clue_of(line: Line) -> Clue:
    """The blocks of a finished line.

    >>> clue_of("0110100")
    (2, 1)
    """
    return tuple(map(len, line.replace("0", " ").split()))


def write_clue(clue: Clue) -> str:
    """Return a clue as ids have it."""
    return ",".join(map(str, clue)) or "0"


def read(body: str, rules: str) -> Puzzle:
    if coloured.names_colours(rules):
        return coloured.read(body, rules)
    check_standard("nonogram", rules)
    return _puzzle(*read_sides(body, _read_clue))


@lru_cache(maxsize=8192)  # there are few different clues, and puzzles share their rules
def _read_clue(text: str) -> Runs:
    numbers = clue_parts(text)
    for number in numbers:
        if not (number.isascii() and number.isdigit()):
            raise PuzzleError(f"expected numbers separated by commas, found {brief(text.strip())}")
        if len(number) > 9:
            long = f"a number of {len(number):,} digits"
            raise PuzzleError(f"expected blocks of at most {LARGEST_SIDE} cells, found {long}")
    return Runs(()) if numbers == ["0"] else Runs(tuple(map(int, numbers)))


def write(puzzle: Puzzle) -> str:
    if coloured.is_coloured(puzzle):
        return coloured.write(puzzle)
    rows, cols = (
        [write_clue(clue) for clue in clues(rules)]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    )
    return join_sides(puzzle, rows, cols)


def from_record(record: Mapping[str, object]) -> Puzzle:
    if record.get("coloured"):
        return coloured.from_record(record)
    rows, cols, givens = record_sides(record, "clues")
    puzzle = from_clues(rows, cols) if givens is None else None
    return pose_clues(rows, cols, givens) if puzzle is None else puzzle


def record_fields(record: Mapping[str, object], puzzle: Puzzle) -> RecordFields:
    return (
        coloured.record_fields(record, puzzle) if coloured.is_coloured(puzzle) else RecordFields()
    )


def to_record(puzzle: Puzzle) -> dict[str, object]:
    if coloured.is_coloured(puzzle):
        return coloured.to_record(puzzle)
    record: dict[str, object] = {
        "rows": [list(clue) for clue in clues(puzzle.row_rules)],
        "cols": [list(clue) for clue in clues(puzzle.col_rules)],
    }
    return put_givens(puzzle, record)


def blank(height: int, width: int, rules: str) -> Puzzle:
    """Nothing is filled, and nothing can be: a nonogram's clues are its question."""
    check_size(height, width)
    if rules != "standard":
        return read(f"{'/'.join('0' * height)};{'/'.join('0' * width)}", rules)
    return nonogram([[]] * height, [[]] * width)


def pose(answer: Grid, rules: str) -> Puzzle:
    if coloured.names_colours(rules):
        return coloured.pose(answer, rules)
    check_standard("nonogram", rules)
    puzzle = from_picture(answer)
    if puzzle is not None:
        return puzzle
    return nonogram([*map(clue_of, answer.rows())], [*map(clue_of, answer.cols())])


def line_violations(rule: LineRule, line: Line, symbols: str) -> Iterator[LineViolation]:
    """The filled cells cannot be the blocks of the clue."""
    for violation in no_completion(rule, line, symbols):
        if type(rule) is Runs:
            wanted, found = write_clue(rule.clue), write_clue(clue_of(line))
        elif type(rule) is ColouredRuns:
            wanted, found = write_blocks(rule.clue), write_blocks(coloured.clue_of_coloured(line))
        else:
            yield violation
            continue
        message = (
            f"the cells so far cannot become {wanted}"
            if UNKNOWN in line
            else f"no cell is filled, but the clue is {wanted}"
            if found == "0"
            else f"the blocks are {found}, but the clue is {wanted}"
        )
        yield LineViolation("clue", violation.positions, message)


def obvious(puzzle: Puzzle) -> str | None:
    """Rows and columns that do not fill equally many cells."""
    if all(type(rule) is ColouredRuns for rule in (*puzzle.row_rules, *puzzle.col_rules)):
        return coloured.obvious(puzzle)
    if any(type(rule) is not Runs for rule in (*puzzle.row_rules, *puzzle.col_rules)):
        return None
    rows, cols = (sum(map(sum, clues(rules))) for rules in (puzzle.row_rules, puzzle.col_rules))
    return None if rows == cols else f"row clues fill {many(rows, 'cell')}, column clues {cols:,}"


def label(rule: LineRule) -> tuple[str, ...]:
    if type(rule) is ColouredRuns:
        return tuple(write_blocks(rule.clue).split(","))
    return tuple(write_clue(rule.clue).split(",")) if isinstance(rule, Runs) else ()


def in_words(puzzle: Puzzle) -> str:
    more = "; only blocks of one colour need a gap" if coloured.is_coloured(puzzle) else ""
    return KIND.summary + more


def appearance(puzzle: Puzzle) -> Appearance:
    return coloured.appearance(puzzle) if coloured.is_coloured(puzzle) else BLACK_AND_WHITE


MORE_EXAMPLES = {
    "colours": (
        "A number on a colour is a block of that colour. Between two blocks of the same colour is"
        " at least one empty cell; blocks of different colours may touch.",
        "nonogram@a=c00000+b=008000:1a,1a/5a/3a/1b/2b/1b;1a/3a,1b/2a,3b/3a/1a",
    ),
}


BLACK_AND_WHITE = Appearance("\N{MIDDLE DOT}\N{FULL BLOCK}", ("empty", "filled"))


KIND = Kind(
    name="nonogram",
    summary="the lengths of the blocks of filled cells in every row and column, in order",
    how_to_play=(
        "Fill cells so that a picture appears.",
        "The numbers beside a row or above a column are the lengths of its blocks of filled cells,"
        " in order.",
        "There is at least one empty cell between two blocks; blocks of different colours may"
        " touch.",
    ),
    example="nonogram:1,1/5/5/3/1;2/4/4/4/2",
    read=read,
    read_at_once=from_id,
    write=write,
    from_record=from_record,
    to_record=to_record,
    record_fields=record_fields,
    blank=blank,
    pose=pose,
    posed=True,
    every_picture=True,
    clues_only=True,
    typed="blocks",
    sizes=(10, 10, 15, 15, 15, 20, 15),
    options=("colours",),
    glyphs=BLACK_AND_WHITE.glyphs,
    words=BLACK_AND_WHITE.words,
    appearance=appearance,
    in_words=in_words,
    label=label,
    inks=coloured.inks,
    more_examples=MORE_EXAMPLES,
    colour_rules=lambda paints: palette_of(paints).rules,
    aliases={"hanjie": "standard", "griddler": "standard", "picross": "standard"},
    line_violations=line_violations,
    obvious=obvious,
)
