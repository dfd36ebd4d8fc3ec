"""Coloured nonograms: blocks of several colours; only those of one colour need a gap between them.

They are nonograms whose rules name the colours: `nonogram@a=ff0000+b=000000:2a,1b/...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET, UNKNOWN, Grid, GridLike, Line, check_size
from nonairo.kinds.base import (
    Dress,
    Fault,
    Told,
    givens_beside,
    join_sides,
    no_completion,
    put_givens,
    read_sides,
    record_sides,
)
from nonairo.kinds.palette import LETTERS, WHITE, Palette, paints_of, palette_of, parse_palette
from nonairo.plain import many, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.rules import ColouredClue, ColouredRuns, LineRule

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
    sides = (rows, "row", len(cols)), (cols, "column", len(rows))
    row_rules, col_rules = (
        tuple(
            ColouredRuns(parse_blocks(clue, symbols, f"{name} {k}", length))
            for k, clue in enumerate(side, 1)
        )
        for side, name, length in sides
    )
    return Puzzle(
        kind="nonogram",
        givens=givens_beside(len(rows), len(cols), givens, palette.symbols),
        row_rules=row_rules,
        col_rules=col_rules,
        rules=palette.rules,
        symbols=palette.symbols,
        body=write,
    )


def parse_blocks(
    blocks: object, symbols: Mapping[str, str], where: str, length: int
) -> ColouredClue:
    """A checked clue for a line of `length` cells; `[]`, `[0]` and `0` are the empty line."""
    if not isinstance(blocks, (list, tuple)):
        raise PuzzleError(f"{where}: expected a list of blocks, found {shown(blocks)}")
    if list(blocks) == [0]:
        return ()
    found = []
    for block in blocks:
        if not isinstance(block, (list, tuple)) or len(block) != 2:
            raise PuzzleError(f"{where}: expected blocks such as [2, 'a'], found {shown(block)}")
        number, key = whole(block[0]), str(block[1])
        if number is None or number < 1:
            raise PuzzleError(
                f"{where}: expected blocks of at least 1 cell, found {block[0]!r:.40}"
            )
        if key not in symbols:
            known = ", ".join(symbols)
            raise PuzzleError(f"{where}: expected a colour of {known}, found {key!r:.40}")
        found.append((number, symbols[key]))
    clue = tuple(found)
    least = sum(number for number, _ in clue) + sum(
        one == other for (_, one), (_, other) in pairwise(clue)
    )
    if least > length:
        line = where.split()[0]
        raise PuzzleError(
            f"{where}: clue {written(clue[:12])} needs {least} cells, the {line} has {length}"
        )
    return clue


def written(clue: ColouredClue) -> str:
    """A clue as ids have it.

    >>> written(((2, "1"), (1, "2")))
    '2a,1b'
    """
    return ",".join(f"{length}{letter_of(symbol)}" for length, symbol in clue) or "0"


def letter_of(symbol: str) -> str:
    return LETTERS[ALPHABET.index(symbol) - 1]


def read(body: str, rules: str) -> Puzzle:
    palette, symbols = parse_palette(rules)
    rows, cols, givens = read_sides(body, _read_clue)
    return pose_coloured(rows, cols, palette, symbols, givens)


def _read_clue(text: str, where: str) -> list[tuple[int, str]]:
    text = text.strip()
    if text in ("", "0"):
        return []
    found = []
    for part in text.split(","):
        block = _BLOCK.fullmatch(part.strip())
        if block is None or not part.isascii():
            raise PuzzleError(f"{where}: expected blocks such as 2a,1b, found {text!r:.40}")
        found.append((int(block[1]), block[2]))
    return found


def write(puzzle: Puzzle) -> str:
    rows, cols = (
        [written(clue) for clue in coloured_clues(rules)]
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
            raise PuzzleError(f"'colours': expected keys of one character, found {key!r:.40}")
    palette = palette_of(paints_of(colours))
    symbols = dict(zip(colours, ALPHABET[1:], strict=False))
    rows, cols, givens = record_sides(record, "clues", palette.symbols)
    return pose_coloured(rows, cols, palette, symbols, givens)


def told(record: Mapping[str, object], puzzle: Puzzle) -> Told:
    """The picture of a record, its `goal`, over `.` and the keys of its colours."""
    goal, colours = record.get("goal"), record.get("colours")
    fields = frozenset(("coloured", "colours"))
    if not isinstance(goal, str) or not isinstance(colours, dict):
        return Told(None, fields)
    symbols = {".": "0", **dict(zip(colours, ALPHABET[1:], strict=False))}
    for key in goal:
        if key not in symbols:
            raise PuzzleError(f"'goal': expected . and the keys of the colours, found {key!r}")
    cells = "".join(symbols[key] for key in goal)
    if len(cells) != puzzle.height * puzzle.width:
        expected = many(puzzle.height * puzzle.width, "cell")
        raise PuzzleError(f"'goal': expected {expected}, found {len(cells):,}")
    return Told(Grid(puzzle.height, puzzle.width, cells), fields | {"goal"})


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


def faults(rule: ColouredRuns, line: Line, symbols: str) -> Iterator[Fault]:
    """The coloured cells cannot be the blocks of the clue."""
    for fault in no_completion(rule, line, symbols):
        message = (
            f"the cells so far cannot become {written(rule.clue)}"
            if UNKNOWN in line
            else f"the blocks are {written(clue_of_coloured(line))},"
            f" but the clue is {written(rule.clue)}"
        )
        yield Fault("clue", fault.positions, message)


def obvious(puzzle: Puzzle) -> str | None:
    """Rows and columns that do not fill equally many cells of a colour."""
    sides = [
        [block for clue in coloured_clues(rules) for block in clue]
        for rules in (puzzle.row_rules, puzzle.col_rules)
    ]
    for symbol in puzzle.symbols[1:]:
        rows, cols = (sum(n for n, own in side if own == symbol) for side in sides)
        if rows != cols:
            colour = dress(puzzle).words[puzzle.symbols.index(symbol)]
            return f"row clues fill {many(rows, 'cell')} {colour}, column clues {cols:,}"
    return None


def label(rule: ColouredRuns) -> tuple[str, ...]:
    return tuple(f"{length}{letter_of(symbol)}" for length, symbol in rule.clue) or ("0",)


def inks(rule: LineRule) -> tuple[int, ...]:
    """The symbol that each part of a label is about."""
    if type(rule) is not ColouredRuns:
        return ()
    return tuple(ALPHABET.index(symbol) for _, symbol in rule.clue) or (0,)


def dress(puzzle: Puzzle) -> Dress:
    """Letters, words and paints of the colours; the background is a dot."""
    palette, _ = parse_palette(puzzle.rules)
    return Dress(
        f"\N{MIDDLE DOT}{palette.letters}",
        palette.words,
        tuple(f"#{paint}" for paint in (WHITE, *palette.paints)),
    )
