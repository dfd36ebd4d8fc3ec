"""Nonograms (Hanjie, Griddlers, Picross): the blocks of filled cells in every row and column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from nonairo.errors import PuzzleError
from nonairo.grid import Grid, GridLike, Line, check_size
from nonairo.kinds import coloured
from nonairo.kinds.base import (
    Dress,
    Fault,
    Kind,
    Told,
    check_standard,
    givens_beside,
    join_sides,
    no_completion,
    put_givens,
    read_sides,
    record_sides,
)
from nonairo.kinds.palette import palette_of
from nonairo.plain import many, shown
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue, ColouredRuns, LineRule, Runs, parse_clue


def nonogram(
    rows: Iterable[Sequence[object]],
    cols: Iterable[Sequence[object]],
    givens: Grid | GridLike | None = None,
    colours: Mapping[str, str] | None = None,
) -> Puzzle:
    """A nonogram from its clues; `[]` or `[0]` is an empty line. `givens`: cells known beforehand.

    >>> nonogram(rows=[[1, 1], [5], [5], [3], [1]], cols=[[2], [4], [4], [4], [2]]).id
    'nonogram:1,1/5/5/3/1;2/4/4/4/2'

    With `colours`, blocks are pairs of a length and a key.

    >>> colours = {"r": "#ff0000", "k": "#000000"}
    >>> nonogram([[(1, "r"), (1, "k")]], [[(1, "r")], [(1, "k")]], colours=colours).id
    'nonogram@a=ff0000+b=000000:1a,1b;1a/1b'
    """
    for side, name in ((rows, "row"), (cols, "column")):
        if isinstance(side, str | bytes) or not isinstance(side, Iterable):
            raise PuzzleError(f"expected the {name} clues as lists of numbers, found {shown(side)}")
    if colours is not None:
        keyed = dict(colours) if isinstance(colours, Mapping) else colours
        record = {"rows": list(rows), "cols": list(cols), "colours": keyed}
        puzzle = coloured.from_record(record)
        return puzzle if givens is None else puzzle.with_givens(givens)
    return pose_clues(list(rows), list(cols), givens)


def pose_clues(
    rows: Sequence[object], cols: Sequence[object], givens: Grid | GridLike | None
) -> Puzzle:
    """The puzzle with these clues, each checked."""
    check_size(len(rows), len(cols))
    row_clues = [parse_clue(clue, f"row {k}", len(cols)) for k, clue in enumerate(rows, 1)]
    col_clues = [parse_clue(clue, f"column {k}", len(rows)) for k, clue in enumerate(cols, 1)]
    return Puzzle(
        kind="nonogram",
        givens=givens_beside(len(rows), len(cols), givens),
        row_rules=tuple(map(Runs, row_clues)),
        col_rules=tuple(map(Runs, col_clues)),
        body=write,
    )


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
    return tuple(len(block) for block in line.split("0") if block)


def read(body: str, rules: str) -> Puzzle:
    if coloured.names_colours(rules):
        return coloured.read(body, rules)
    check_standard("nonogram", rules)
    return pose_clues(*read_sides(body, _read_clue))


def _read_clue(text: str, where: str) -> list[int]:
    numbers = [number.strip() for number in text.split(",")] if text.strip() else []
    for number in numbers:
        if not (number.isascii() and number.isdigit() and len(number) <= 9):
            raise PuzzleError(f"{where}: expected numbers with commas, found {text.strip()!r:.40}")
    return [int(number) for number in numbers]


def write(puzzle: Puzzle) -> str:
    rows, cols = (
        [",".join(map(str, clue)) or "0" for clue in clues(rules)]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    )
    return join_sides(puzzle, rows, cols)


def from_record(record: Mapping[str, object]) -> Puzzle:
    if record.get("coloured"):
        return coloured.from_record(record)
    return pose_clues(*record_sides(record, "clues"))


def told(record: Mapping[str, object], puzzle: Puzzle) -> Told:
    return coloured.told(record, puzzle) if coloured.is_coloured(puzzle) else Told()


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
    return read(f"{'/'.join('0' * height)};{'/'.join('0' * width)}", rules)


def pose(answer: Grid, rules: str) -> Puzzle:
    if coloured.names_colours(rules):
        return coloured.pose(answer, rules)
    check_standard("nonogram", rules)
    return nonogram(map(clue_of, answer.rows()), map(clue_of, answer.cols()))


def faults(rule: LineRule, line: Line, symbols: str) -> Iterator[Fault]:
    """The filled cells cannot be the blocks of the clue."""
    if type(rule) is ColouredRuns:
        yield from coloured.faults(rule, line, symbols)
        return
    for fault in no_completion(rule, line, symbols):
        if type(rule) is not Runs:
            yield fault
        else:
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
    if all(type(rule) is ColouredRuns for rule in (*puzzle.row_rules, *puzzle.col_rules)):
        return coloured.obvious(puzzle)
    if any(type(rule) is not Runs for rule in (*puzzle.row_rules, *puzzle.col_rules)):
        return None
    rows, cols = (sum(map(sum, clues(rules))) for rules in (puzzle.row_rules, puzzle.col_rules))
    return None if rows == cols else f"row clues fill {many(rows, 'cell')}, column clues {cols:,}"


def label(rule: LineRule) -> tuple[str, ...]:
    if type(rule) is ColouredRuns:
        return coloured.label(rule)
    return tuple(map(str, rule.clue or (0,))) if isinstance(rule, Runs) else ()


def in_words(puzzle: Puzzle) -> str:
    more = "; only blocks of one colour need a gap" if coloured.is_coloured(puzzle) else ""
    return KIND.summary + more


def dress(puzzle: Puzzle) -> Dress:
    return coloured.dress(puzzle) if coloured.is_coloured(puzzle) else BLACK_AND_WHITE


BLACK_AND_WHITE = Dress("\N{MIDDLE DOT}\N{FULL BLOCK}", ("empty", "filled"))


KIND = Kind(
    name="nonogram",
    summary="the lengths of the blocks of filled cells in every row and column, in order",
    example="nonogram:1,1/5/5/3/1;2/4/4/4/2",
    read=read,
    from_record=from_record,
    to_record=to_record,
    told=told,
    blank=blank,
    pose=pose,
    posed=True,
    clues_only=True,
    sizes=(10, 10, 15, 15, 15, 20, 20),
    options=("colours",),
    glyphs=BLACK_AND_WHITE.glyphs,
    words=BLACK_AND_WHITE.words,
    dress=dress,
    in_words=in_words,
    label=label,
    inks=coloured.inks,
    colour_rules=lambda paints: palette_of(paints).rules,
    aliases={"hanjie": "standard", "griddler": "standard", "picross": "standard"},
    faults=faults,
    obvious=obvious,
)
