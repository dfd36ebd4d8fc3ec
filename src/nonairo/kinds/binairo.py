"""Binairo (Takuzu, binary puzzle): equal zeros and ones, never three alike, no two lines equal."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from nonairo.errors import PuzzleError
from nonairo.grid import SYMBOLS, UNKNOWN, Grid, GridLike, Line, check_size
from nonairo.kinds.base import (
    Kind,
    LineViolation,
    Mark,
    RecordFields,
    no_completion,
    record_givens,
)
from nonairo.kinds.quick_reading import board, keep_board
from nonairo.kinds.regions import (
    DIAGONALS,
    REGIONS,
    blocks,
    diagonal_lines,
    diagonals_in,
    drawn,
    read_regions,
    region_lines,
    regions_in,
    regions_of,
)
from nonairo.kinds.regions import in_words as more_in_words
from nonairo.kinds.signs import (
    NONE,
    SignGrid,
    all_marks,
    columns_below,
    listed,
    marks,
    read_signs,
    sign_grid,
    signed,
)
from nonairo.kinds.signs import write as write_signed
from nonairo.memory import names_memory
from nonairo.plain import in_words, many, one_of, shown
from nonairo.puzzle import NO_MORE_LINES, ExtraLine, Puzzle, alike, trusted
from nonairo.rules import Balanced, Both, LineRule, Ones, Signs

NO_DISTINCT, MORE_ONES, MORE_ZEROS = "no-distinct", "odd-more-ones", "odd-more-zeros"
RULES = ("standard", NO_DISTINCT, MORE_ONES, MORE_ZEROS, REGIONS, DIAGONALS)
MORE_FIELDS = frozenset(("signs", REGIONS, DIAGONALS))  # of a record that is more than its cells


@names_memory
def binairo(
    rows: Grid | GridLike,
    *,
    rules: str = "standard",
    signs: Iterable[Sequence[object]] | None = None,
    regions: Grid | GridLike | None = None,
) -> Puzzle:
    """Return a Binairo from its rows: strings, one string with `/`, nested lists or an array.

    >>> binairo(["..0.", "....", "1..1", "...."]).id
    'binairo:..0./..../1..1/....'
    >>> binairo([[None, 0], [1, None]], rules="no-distinct").id
    'binairo@no-distinct:.0/1.'

    `signs` (Binairo+, Tango) between neighbours, as [row, column, row, column, sign].

    >>> binairo(".0/1.", rules="no-distinct", signs=[[0, 0, 0, 1, "x"]]).id
    'binairo@no-distinct:.0/1.;x/.;..'

    `regions` has a letter for every cell: each region has as many 0s as 1s. The rule `diagonals`
    requires the same of both diagonals.

    >>> binairo(".0/1.", rules="no-distinct+diagonals", regions="AB/AB").id
    'binairo@no-distinct+regions+diagonals:.0/1.;AB/AB'
    """
    if signs is None and regions is None and type(rules) is str:
        puzzle = board(rows, rules)
        if puzzle is not None:
            return puzzle
    givens = Grid.of(rows)
    letters = None if regions is None else read_regions(regions, givens)
    between = None if signs is None else sign_grid(signs, givens.height, givens.width)
    return pose_givens(givens, rules, between, letters)


def pose_givens(
    givens: Grid, rules: str, signs: SignGrid | None = None, regions: Grid | None = None
) -> Puzzle:
    """The puzzle with these givens, signs and regions under the named rules."""
    named = parse_rules(rules if regions is None else f"{rules}+{REGIONS}")
    height, width = givens.height, givens.width
    how = f" (a first line '# rules: {MORE_ONES}', or binairo@{MORE_ONES}:ROWS)"
    _check_sides(height, width, named, how)
    more = 1 if MORE_ONES in named else 0
    puzzle = Puzzle(
        kind="binairo",
        givens=givens,
        row_rules=_lines(height, width, more),
        col_rules=_lines(width, height, more),
        distinct=NO_DISTINCT not in named,
        rules="+".join(named) or "standard",
        more_lines=_more_lines(named, height, width, more, regions),
    )
    if not puzzle.more_lines:
        keep_board(rules, puzzle)
    return puzzle if signs is None or not signs.any else _with_signs(puzzle, signs)


def _check_sides(height: int, width: int, named: Collection[str], how: str = "") -> None:
    """Raise PuzzleError for sides that do not go with the rules; `how` to name others."""
    odd = [name for name in (MORE_ONES, MORE_ZEROS) if name in named]
    if odd and (height != width or height % 2 == 0):
        raise PuzzleError(f"rule {odd[0]} needs an odd square, found {height}x{width}")
    if not odd and (height % 2 or width % 2):
        raise PuzzleError(
            f"expected an even number of rows and columns, found {height}x{width}"
            f"{_why_odd(height, width, how)}"
        )


def _why_odd(height: int, width: int, how: str) -> str:
    """What to add to the error about a board with an odd side."""
    if height == width:
        return f"; squares with odd sides need the rule {MORE_ONES} or {MORE_ZEROS}{how}"
    line, cells = ("column", height) if height % 2 else ("row", width)
    return f": a {line} of {many(cells, 'cell')} cannot have as many 0s as 1s"


def _with_signs(puzzle: Puzzle, signs: SignGrid) -> Puzzle:
    """The same puzzle with signs, which are known to fit its size."""
    rows = signed(puzzle.row_rules, signs.right)
    cols = signed(puzzle.col_rules, columns_below(signs, puzzle.width))
    if puzzle.more_lines:
        return replace(puzzle, row_rules=rows, col_rules=cols)
    return trusted("binairo", puzzle.givens, rows, cols, puzzle.distinct, puzzle.rules)


def _more_lines(
    named: tuple[str, ...], height: int, width: int, more_ones: int, regions: Grid | None
) -> tuple[ExtraLine, ...]:
    """The lines besides rows and columns that these rules ask for."""
    lines: tuple[ExtraLine, ...] = NO_MORE_LINES
    if REGIONS in named:
        if regions is None:
            raise PuzzleError(f"rule {REGIONS}: expected the letter of a region for every cell")
        lines += region_lines(regions)
    if DIAGONALS in named:
        lines += diagonal_lines(height, width, (width + more_ones) // 2)
    return lines


def parse_rules(rules: str) -> tuple[str, ...]:
    """The names in a rule set, in one order; none for `standard`."""
    if not isinstance(rules, str):
        raise PuzzleError(f"expected the names of rules, found {shown(rules)}")
    names = [name for name in rules.split("+") if name != "standard"]
    for name in names:
        if name not in RULES:
            raise PuzzleError(one_of("rules", RULES, name))
    if MORE_ONES in names and MORE_ZEROS in names:
        raise PuzzleError(f"rules {MORE_ONES} and {MORE_ZEROS} cannot be combined")
    return tuple(name for name in RULES if name in names)


@lru_cache(maxsize=256)
def _lines(number: int, length: int, more_ones: int) -> tuple[LineRule, ...]:
    """The rules of so many lines."""
    ones = (length + more_ones) // 2
    return alike(Balanced(length - ones, ones), number)


def read(body: str, rules: str) -> Puzzle:
    parts = body.split(";")
    known = board(parts[0], rules) if len(parts) == 3 else None
    if known is not None:  # its size and rules, which have no regions, are checked
        signs = read_signs(parts[1], parts[2], known.givens)
        return _with_signs(known, signs) if signs.any else known
    with_regions = REGIONS in parse_rules(rules)
    letters = parts.pop() if with_regions and len(parts) > 1 else None
    if len(parts) not in (1, 3) or (with_regions and letters is None):
        last = ";regions" if with_regions else ""
        expected = f"'rows{last}' or 'rows;signs to the right;signs below{last}'"
        found = len(body.split(";"))
        raise PuzzleError(f"expected {expected}, found {many(found, 'part')}")
    givens = Grid.of(parts[0])
    between = read_signs(parts[1], parts[2], givens) if parts[1:] else None
    regions = None if letters is None else read_regions(letters, givens)
    return pose_givens(givens, rules, between, regions)


def read_at_once(body: str) -> Puzzle | None:
    return board(body, "standard")


def write(puzzle: Puzzle) -> str:
    body, regions = write_signed(puzzle), regions_of(puzzle)
    return body if regions is None else f"{body};{'/'.join(regions.rows())}"


def from_record(record: Mapping[str, object]) -> Puzzle:
    givens, rules = record_givens(record)
    rules = diagonals_in(record, rules)
    regions, signs = regions_in(record), record.get("signs") or None
    if regions is None and REGIONS in parse_rules(rules):
        raise PuzzleError(f"'{REGIONS}': expected a letter for every cell, found none")
    return binairo(givens, rules=rules, signs=signs, regions=regions)  # type: ignore[arg-type]


def to_record(puzzle: Puzzle) -> dict[str, object]:
    record: dict[str, object] = {"grid": puzzle.givens.cells, "rules": puzzle.rules}
    signs, regions = listed(puzzle), regions_of(puzzle)
    record |= {"signs": signs} if signs else {}
    record |= {} if regions is None else {REGIONS: regions.cells}
    return record | ({DIAGONALS: True} if DIAGONALS in puzzle.rules.split("+") else {})


def record_fields(record: Mapping[str, object], puzzle: Puzzle) -> RecordFields:
    return RecordFields(names=frozenset((REGIONS, DIAGONALS)))


def blank(height: int, width: int, rules: str) -> Puzzle:
    """A board without givens; regions, if the rules have any, are rectangles."""
    check_size(height, width)
    named = parse_rules(rules)
    _check_sides(height, width, named)
    regions = blocks(height, width) if REGIONS in named else None
    return binairo(Grid.blank(height, width), rules=rules, regions=regions)


def varied(blank: Puzzle, below: Callable[[int], int]) -> Puzzle:
    """A blank board with regions drawn at random, if its rules have any."""
    if REGIONS not in blank.rules.split("+"):
        return blank
    letters = drawn(blank.height, blank.width, below)
    return binairo(blank.givens, rules=blank.rules, regions=letters)


def rules_in_words(puzzle: Puzzle) -> str:
    """The rules, with signs if there are any.

    >>> puzzle = binairo("..0./..../1..1/....", rules="no-distinct", signs=[[0, 0, 0, 1, "="]])
    >>> rules_in_words(puzzle)
    ... # doctest: +ELLIPSIS
    'as many 0s as 1s in every line, ... in a row; = between equal cells, x between different ones'
    """
    more = {MORE_ONES: "one more 1 than 0s", MORE_ZEROS: "one more 0 than 1s"}
    counts = [words for name, words in more.items() if name in puzzle.rules.split("+")]
    text = f"{(*counts, 'as many 0s as 1s')[0]} in every line, never three equal cells in a row"
    text += ", no two equal lines" if puzzle.distinct else ""
    text += more_in_words(puzzle)
    return text + ("; = between equal cells, x between different ones" if marks(puzzle) else "")


def marked(puzzle: Puzzle, signs: Iterable[Mark]) -> Puzzle:
    """The puzzle with these signs, and no others."""
    entries = [[*sign.one, *sign.other, sign.glyph] for sign in signs]
    regions = regions_of(puzzle)
    return binairo(puzzle.givens, rules=puzzle.rules, signs=entries, regions=regions)


def line_violations(rule: LineRule, line: Line, symbols: str) -> Iterator[LineViolation]:
    found: list[LineViolation] = []
    for each in rule.rules if type(rule) is Both else (rule,):
        if type(each) is Balanced:
            found += balance_violations(each, line)
        elif type(each) is Signs:
            found += sign_violations(each, line)
        elif type(each) is Ones:
            ones = each.number
            found += balance_violations(Balanced(len(line) - ones, ones, len(line)), line)
    plain = type(rule) is Balanced and rule.zeros + rule.ones == len(line)
    if not found and not plain:
        yield from no_completion(rule, line, symbols)
    yield from found


def sign_violations(rule: Signs, line: Line) -> Iterator[LineViolation]:
    """Neighbours that their sign forbids."""
    for k, sign in enumerate(rule.between):
        pair = line[k : k + 2]
        if sign == NONE or UNKNOWN in pair or (pair[0] == pair[1]) == (sign == "="):
            continue
        wanted = "the same" if sign == "=" else "different"
        yield LineViolation(
            "sign", (k, k + 1), f"{pair[0]} and {pair[1]}, but {sign} asks for {wanted}"
        )


def balance_violations(rule: Balanced, line: Line) -> Iterator[LineViolation]:
    """Three alike in a row, or too many of one symbol, so far."""
    for symbol in SYMBOLS:
        for run in re.finditer(symbol * (rule.longest + 1) + "+", line):
            where = tuple(range(*run.span()))
            yield LineViolation("three", where, f"{in_words(len(where), symbol)} in a row")
    for symbol, allowed in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        where = tuple(k for k, cell in enumerate(line) if cell == symbol)
        if len(where) > allowed:
            expected = f"expected {in_words(rule.zeros, '0')} and {in_words(rule.ones, '1')}"
            yield LineViolation("balance", where, f"{in_words(len(where), symbol)}; {expected}")


RULE_EXAMPLES = {
    NO_DISTINCT: (
        "Rows may be the same, and so may columns.",
        "binairo@no-distinct:11..00/.1...0/..0.../....../0.11.1/00..11",
    ),
    MORE_ONES: (
        "Each row and column has an odd number of cells, one more 1 than 0s, and never three 0s or"
        " three 1s in a row.",
        "binairo@odd-more-ones:11.../1...1/...11/..11./.11.1",
    ),
    MORE_ZEROS: (
        "Each row and column has an odd number of cells, one more 0 than 1s, and never three 0s or"
        " three 1s in a row.",
        "binairo@odd-more-zeros:...00/0...0/00.../.00../0.00.",
    ),
    REGIONS: (
        "Each region inside thick borders also has as many 0s as 1s; it may have three in a row.",
        "binairo@regions:1..0../..1..1/1..0../.1..1./...0../0.01..;"
        "AAABBB/CAABDB/CACDDB/CCCDDD/EFFFFF/EEEEEF",
    ),
    DIAGONALS: (
        "Both diagonals also have as many 0s as 1s; they may have three in a row.",
        "binairo@diagonals:.0...1/...0../.0...1/.....1/11..../.1....",
    ),
}

REPLACED = {NO_DISTINCT: 2, MORE_ONES: 1, MORE_ZEROS: 1}

RULE_WORDS = {
    NO_DISTINCT: "lines may be equal",
    MORE_ONES: "odd: one more 1 in every line",
    MORE_ZEROS: "odd: one more 0 in every line",
    REGIONS: "regions: as many 0s as 1s in each",
    DIAGONALS: "both diagonals balanced",
}

MORE_EXAMPLES = {
    "signs": (
        "The cells on both sides of = are equal; the cells on both sides of x are different.",
        "binairo@no-distinct:0.../.1../..../....;.=./x../.../...;..x./...x/....",
    ),
}

KIND = Kind(
    name="binairo",
    summary="as many 0s as 1s in every line, never three equal cells in a row, no two equal lines",
    how_to_play=(
        "Fill every cell with 0 or 1.",
        "Each row and column has the same number of 0s and 1s,"
        " and never has three 0s or three 1s in a row.",
        "No two rows are the same, and no two columns are the same.",
    ),
    example="binairo:1..0../..00.1/.00..1/....../00.1../.1..00",
    read=read,
    read_at_once=read_at_once,
    write=write,
    from_record=from_record,
    to_record=to_record,
    blank=blank,
    pose=pose_givens,
    typed="cells",
    unit=2,
    marks=marks,
    in_words=rules_in_words,
    options=("signs",),
    all_marks=all_marks,
    marked=marked,
    presets={"tango": {"size": 6, "signs": 0.3}},
    record_fields=record_fields,
    varied=varied,
    variants=(MORE_ONES, REGIONS, DIAGONALS),
    rule_examples=RULE_EXAMPLES,
    replaced=REPLACED,
    rule_words=RULE_WORDS,
    more_examples=MORE_EXAMPLES,
    aliases={
        "unruly": NO_DISTINCT,
        "tango": NO_DISTINCT,
        "takuzu": "standard",
        "binero": "standard",
    },
    line_violations=line_violations,
)
