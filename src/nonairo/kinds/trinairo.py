"""Trinairo: Binairo with three symbols, equally many of each, never three alike in a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from nonairo.errors import PuzzleError
from nonairo.grid import Grid, GridLike, Line, check_size
from nonairo.kinds.base import Kind, LineViolation, no_completion, record_givens
from nonairo.memory import names_memory
from nonairo.plain import in_words, is_one_of, one_of
from nonairo.puzzle import Puzzle, alike
from nonairo.rules import LineRule, Shares

SYMBOLS = "012"
NO_DISTINCT = "no-distinct"


@names_memory
def trinairo(rows: Grid | GridLike, *, rules: str = "standard") -> Puzzle:
    """Return a Trinairo from its rows: strings, one string with `/`, nested lists or an array.

    >>> trinairo(["0.2", ".1.", "..."], rules="no-distinct").id
    'trinairo@no-distinct:0.2/.1./...'
    """
    givens = Grid.of(rows, SYMBOLS)
    if not is_one_of(rules, ("standard", NO_DISTINCT)):
        raise PuzzleError(one_of("rules", ("standard", NO_DISTINCT), rules))
    height, width = givens.height, givens.width
    if height % 3 or width % 3:
        raise PuzzleError(f"expected sides that are multiples of 3, found {height}x{width}")
    return Puzzle(
        kind="trinairo",
        givens=givens,
        row_rules=_lines(height, width),
        col_rules=_lines(width, height),
        distinct=rules == "standard",
        rules=rules,
        symbols=SYMBOLS,
    )


@lru_cache(maxsize=256)
def _lines(number: int, length: int) -> tuple[LineRule, ...]:
    return alike(Shares((length // 3,) * 3), number)


def read(body: str, rules: str) -> Puzzle:
    if ";" in body:
        raise PuzzleError("expected rows of cells: signs are for Binairo, not for Trinairo")
    return trinairo(body, rules=rules)


def from_record(record: Mapping[str, object]) -> Puzzle:
    if record.get("signs"):
        raise PuzzleError("'signs': signs are for Binairo, not for Trinairo")
    givens, rules = record_givens(record, SYMBOLS)
    return trinairo(givens, rules=rules)


def to_record(puzzle: Puzzle) -> dict[str, object]:
    return {"grid": puzzle.givens.cells, "rules": puzzle.rules}


def blank(height: int, width: int, rules: str) -> Puzzle:
    check_size(height, width)
    return trinairo(Grid.blank(height, width), rules=rules)


def line_violations(rule: LineRule, line: Line, symbols: str) -> Iterator[LineViolation]:
    """Three alike in a row, or too many of one symbol, so far."""
    if type(rule) is not Shares:
        yield from no_completion(rule, line, symbols)
        return
    for symbol, allowed in zip(symbols, rule.counts, strict=True):
        for run in re.finditer(symbol * (rule.longest + 1) + "+", line):
            where = tuple(range(*run.span()))
            yield LineViolation("three", where, f"{in_words(len(where), symbol)} in a row")
        where = tuple(k for k, cell in enumerate(line) if cell == symbol)
        if len(where) > allowed:
            message = f"{in_words(len(where), symbol)}; expected {in_words(allowed, symbol)}"
            yield LineViolation("balance", where, message)


def rules_in_words(puzzle: Puzzle) -> str:
    return KIND.summary if puzzle.distinct else KIND.summary.removesuffix(ALL_DIFFER)


ALL_DIFFER = ", no two equal lines"
KIND = Kind(
    name="trinairo",
    summary=f"as many 0s as 1s and 2s in every line, never three equal cells in a row{ALL_DIFFER}",
    how_to_play=(
        "Fill every cell with 0, 1 or 2.",
        "Each row and column has the same number of 0s, 1s and 2s,"
        " and never has three equal cells in a row.",
        "No two rows are the same, and no two columns are the same.",
    ),
    example="trinairo:220..0/2.1.1./.2.101/.0.0../..2..1/..0..0",
    read=read,
    from_record=from_record,
    to_record=to_record,
    blank=blank,
    pose=lambda answer, rules: trinairo(answer, rules=rules),
    typed="cells",
    unit=3,
    sizes=(6, 6, 6, 6, 6, 9, 9),
    glyphs=SYMBOLS,
    words=tuple(SYMBOLS),
    in_words=rules_in_words,
    rule_words={NO_DISTINCT: "lines may be equal"},
    line_violations=line_violations,
)
