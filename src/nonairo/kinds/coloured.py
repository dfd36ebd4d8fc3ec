"""Coloured nonograms: blocks of several colours; only those of one colour need a gap between them.

They are nonograms whose rules name the colours: `nonogram@a=ff0000+b=000000:2a,1b/...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET, UNKNOWN, Grid, GridLike, Line, check_size
from nonairo.kinds.base import (
    Appearance,
    RecordFields,
    clue_parts,
    givens_beside,
    join_sides,
    put_givens,
    read_sides,
    record_sides,
)
from nonairo.kinds.palette import WHITE, Palette, paints_of, palette_of, parse_palette
from nonairo.plain import brief, many, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.rules import ColouredClue, ColouredRuns, LineRule, letter_of, write_blocks

_BLOCK = re.compile(r"(\d{1,9})([A-Za-z])")


def names_colours(rules: str) -> bool:
    """Whether a nonogram with these rules is a coloured one."""
    return "=" in rules


def is_coloured(puzzle: Puzzle) -> bool:
    """Whether a puzzle is a coloured nonogram."""
    return puzzle.kind == "nonogram" and names_colours(puzzle.rules)


def pose_coloured(
    rows: Sequence[object],
    cols: Sequence[object],
    palette: Palette,
    symbols: Mapping[str, str],
    givens: Grid | GridLike | None,
) -> Puzzle:
    """The puzzle with these clues, lists of (length, key); `symbols` has the symbol of each key."""
    check_size(len(rows), len(cols))
    row_rules, col_rules = (
        tuple(parse_blocks(clue, symbols, f"{name} {k}") for k, clue in enumerate(side, 1))
        for side, name in ((rows, "row"), (cols, "column"))
    )
    return Puzzle(
        kind="nonogram",
        givens=givens_beside(len(rows), len(cols), givens, palette.symbols),
        row_rules=row_rules,
        col_rules=col_rules,
        rules=palette.rules,
        symbols=palette.symbols,
    )


def parse_blocks(blocks: object, symbols: Mapping[str, str], where: str) -> ColouredRuns:
    """Return the rule of a clue, a list of (length, key); `[]` and `[0]` are the empty line."""
    if not isinstance(blocks, (list, tuple)):
        raise PuzzleError(f"{where}: expected a list of blocks, found {shown(blocks)}")
    if list(blocks) == [0]:
        return ColouredRuns(())
    found = []
    for block in blocks:
        if not isinstance(block, (list, tuple)) or len(block) != 2:
            raise PuzzleError(f"{where}: expected blocks such as [2, 'a'], found {shown(block)}")
        number, key = whole(block[0]), str(block[1])
        if number is None or number < 1:
            raise PuzzleError(
                f"{where}: expected blocks of at least 1 cell, found {shown(block[0])}"
            )
        if key not in symbols:
            known = ", ".join(symbols)
            raise PuzzleError(f"{where}: expected a colour ({known}), found {brief(key)}")
        found.append((number, symbols[key]))
    return ColouredRuns(tuple(found))


def read(body: str, rules: str) -> Puzzle:
    palette, symbols = parse_palette(rules)
    rows, cols, givens = read_sides(body, _read_clue)
    return pose_coloured(rows, cols, palette, symbols, givens)


def _read_clue(text: str) -> list[tuple[int, str]]:
    parts = clue_parts(text)
    found = []
    for part in parts if parts != ["0"] else ():
        block = _BLOCK.fullmatch(part)
        if block is None or not part.isascii():
            raise PuzzleError(f"expected blocks such as 2a,1b, found {brief(text.strip())}")
        found.append((int(block[1]), block[2]))
    return found


def write(puzzle: Puzzle) -> str:
    rows, cols = (
        [write_blocks(clue) for clue in coloured_clues(rules)]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    )
    return join_sides(puzzle, rows, cols)


def coloured_clues(rules: Iterable[LineRule]) -> tuple[ColouredClue, ...]:
    """The clues behind the rules of a coloured nonogram's rows or columns."""
    found = []
    for rule in rules:
        if type(rule) is not ColouredRuns:
            raise PuzzleError(
                f"a coloured nonogram's lines have blocks, found {type(rule).__name__}"
            )
        found.append(rule.clue)
    return tuple(found)


def from_record(record: Mapping[str, object]) -> Puzzle:
    colours = record.get("colours")
    if not isinstance(colours, dict) or not colours:
        raise PuzzleError(
            f"'colours': expected a key and a colour for each, found {shown(colours)}"
        )
    for key in colours:
        if not isinstance(key, str) or len(key) != 1 or key in ".0":
            raise PuzzleError(f"'colours': expected keys of one character, found {brief(key)}")
    palette = palette_of(paints_of(colours))
    symbols = dict(zip(colours, ALPHABET[1:], strict=False))
    rows, cols, givens = record_sides(record, "clues", palette.symbols)
    return pose_coloured(rows, cols, palette, symbols, givens)


def record_fields(record: Mapping[str, object], puzzle: Puzzle) -> RecordFields:
    """The picture of a record, its `goal`, over `.` and the keys of its colours."""
    goal, colours = record.get("goal"), record.get("colours")
    fields = frozenset(("coloured", "colours"))
    if not isinstance(goal, str) or not isinstance(colours, dict):
        return RecordFields(None, fields)
    symbols = {".": "0", **dict(zip(colours, ALPHABET[1:], strict=False))}
    for key in goal:
        if key not in symbols:
            raise PuzzleError(f"'goal': expected . and the keys of the colours, found {key!r}")
    cells = "".join(symbols[key] for key in goal)
    if len(cells) != puzzle.height * puzzle.width:
        expected = many(puzzle.height * puzzle.width, "cell")
        raise PuzzleError(f"'goal': expected {expected}, found {len(cells):,}")
    return RecordFields(Grid(puzzle.height, puzzle.width, cells), fields | {"goal"})


def to_record(puzzle: Puzzle) -> dict[str, object]:
    palette, _ = parse_palette(puzzle.rules)
    rows, cols = (
        [[[length, letter_of(symbol)] for length, symbol in clue] for clue in coloured_clues(rules)]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    )
    record: dict[str, object] = {
        "coloured": True,
        "colours": {
            key: f"#{paint}" for key, paint in zip(palette.letters, palette.paints, strict=True)
        },
        "rows": rows,
        "cols": cols,
    }
    return put_givens(puzzle, record)


def clue_of_coloured(line: Line) -> ColouredClue:
    """The blocks of a finished line.

    >>> clue_of_coloured("0110200")
    ((2, '1'), (1, '2'))
    """
    return tuple(
        (len(list(block)), symbol)
        for symbol, block in groupby(line)
        if symbol not in ("0", UNKNOWN)
    )


def pose(answer: Grid, rules: str) -> Puzzle:
    """The coloured nonogram of a picture over the symbols of these colours."""
    palette, _ = parse_palette(rules)
    keys = {symbol: symbol for symbol in palette.symbols}
    return pose_coloured(
        [clue_of_coloured(row) for row in answer.rows()],
        [clue_of_coloured(col) for col in answer.cols()],
        palette,
        keys,
        None,
    )


def obvious(puzzle: Puzzle) -> str | None:
    """Rows and columns that do not fill equally many cells of a colour."""
    sides = [
        [block for clue in coloured_clues(rules) for block in clue]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    ]
    for symbol in puzzle.symbols[1:]:
        rows, cols = (sum(n for n, own in side if own == symbol) for side in sides)
        if rows != cols:
            colour = appearance(puzzle).words[puzzle.symbols.index(symbol)]
            return f"row clues fill {many(rows, 'cell')} {colour}, column clues {cols:,}"
    return None


def inks(rule: LineRule) -> tuple[int, ...]:
    """The symbol that each part of a label is about."""
    if type(rule) is not ColouredRuns:
        return ()
    return tuple(ALPHABET.index(symbol) for _, symbol in rule.clue) or (0,)


def appearance(puzzle: Puzzle) -> Appearance:
    """Letters, words and paints of the colours; the background is a dot."""
    palette, _ = parse_palette(puzzle.rules)
    return Appearance(
        f"\N{MIDDLE DOT}{palette.letters}",
        palette.words,
        tuple(f"#{paint}" for paint in (WHITE, *palette.paints)),
    )
