"""What a kind of puzzle is: its rule, how it is written, and how a broken rule is described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple, NoReturn, TypeVar

from nonairo.candidates import masks_of
from nonairo.errors import PuzzleError
from nonairo.grid import LARGEST_SIDE, SYMBOLS, UNKNOWN, Cell, Grid, Line, check_size
from nonairo.line_solver import kernel
from nonairo.plain import brief, many
from nonairo.puzzle import Puzzle, givens_as_text
from nonairo.rules import LineRule

Item = TypeVar("Item")


class LineViolation(NamedTuple):
    """How one line breaks its rule: the rule's name, where along the line, and a sentence."""

    rule: str
    positions: tuple[int, ...]
    message: str


def no_completion(rule: LineRule, line: Line, symbols: str = SYMBOLS) -> Iterator[LineViolation]:
    """The violation that any rule can have: the line cannot be completed."""
    tool = kernel(rule, len(line), symbols)
    if tool.possible(masks_of(line, symbols)):
        return
    known = [k for k, symbol in enumerate(line) if symbol != UNKNOWN]
    if len(known) < len(line):  # only the cells that are to blame
        for k in tuple(known):
            without = line[:k] + UNKNOWN + line[k + 1 :]
            if not tool.possible(masks_of(without, symbols)):
                line = without
                known.remove(k)
    yield LineViolation("line", tuple(known), "the line cannot be completed")


class RecordFields(NamedTuple):
    """What a JSON record has in fields of its kind alone: an answer, and the fields it read."""

    answer: Grid | None = None
    names: frozenset[str] = frozenset()


# Functions for fields of a kind that has nothing to say there. Named, so that kinds are pickled.
def nothing(*_: object) -> tuple[()]:
    return ()


def no_reason(puzzle: Puzzle) -> None:
    return None


def no_record_fields(record: Mapping[str, object], puzzle: Puzzle) -> RecordFields:
    return RecordFields()


class Mark(NamedTuple):
    """What is written on the border of two neighbours."""

    one: Cell
    other: Cell
    glyph: str


class Appearance(NamedTuple):
    """How the symbols of a puzzle are shown, one entry for each."""

    glyphs: str
    words: tuple[str, ...]  # what they are called in a sentence
    colours: tuple[str, ...] = ()  # as `#rrggbb`; empty where colours mean nothing


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Kind:
    """A kind of puzzle. One file in `kinds/`, one entry in `KINDS`.

    What it needs not bring along, it gets for nothing: every general engine solves it, and it is
    checked, drawn, explained, graded, generated and repaired.
    """

    name: str
    summary: str  # the usual rules in words
    example: str  # the id of a small puzzle with one solution
    how_to_play: tuple[str, ...] = ()  # the usual rules as sentences, for people who are new to it
    read: Callable[[str, str], Puzzle]  # the body of an id, and the rules named in it
    # The same for the usual rules, and at once; None for a body that `read` should read.
    read_at_once: Callable[[str], Puzzle | None] | None = None
    write: Callable[[Puzzle], str] = givens_as_text  # the body of an id
    from_record: Callable[[Mapping[str, object]], Puzzle]  # a JSON object, without metadata
    to_record: Callable[[Puzzle], dict[str, object]]
    # What a record has besides the question, in fields of this kind alone.
    record_fields: Callable[[Mapping[str, object], Puzzle], RecordFields] = no_record_fields
    blank: Callable[[int, int, str], Puzzle]  # a puzzle of this size about which nothing is given
    pose: Callable[[Grid, str], Puzzle]  # the puzzle to which this grid is an answer
    # How puzzles are made: the question follows from the answer, line by line, as clues do; or it
    # is nothing but some cells of the answer, dug out of a full board.
    posed: bool = False
    # Of those that are posed: whether every grid answers the puzzle that `pose` makes of it; and
    # how an answer is drawn, from height, width, rules and `below(n)`, a random number below n.
    # Without either, an answer is any grid that the solver finds for a random picture's clues.
    every_picture: bool = False
    draw: Callable[[int, int, str, Callable[[int], int]], Grid] | None = None
    sparse: bool = False  # its clues stand in cells (`ExtraLine.at`), and any may be left out
    clues_only: bool = False  # of those that are posed: none is made with givens beside its clues
    # Of those that are dug: a blank puzzle with what is drawn at random in it, such as regions.
    varied: Callable[[Puzzle, Callable[[int], int]], Puzzle] | None = None
    # How a person types its question into a page, which writes the id: symbols in `cells`,
    # `numbers` in them (0 to 9), or beside the lines `blocks` or `totals`. Empty: not at all.
    typed: str = ""
    unit: int = 1  # its sides are multiples of this, under the standard rules
    sizes: tuple[int, ...] = (6, 8, 8, 10, 10, 12, 12)  # usual sides, for each level from 1
    options: tuple[str, ...] = ()  # of those of `generate`, what few other kinds have
    glyphs: str = SYMBOLS  # how a person likes to see the symbols
    words: tuple[str, ...] = tuple(SYMBOLS)  # what they are called in a sentence
    weighted: bool = False  # a filled cell counts as much as its position, from 1
    in_words: Callable[[Puzzle], str] | None = None  # the rules, where puzzles have different ones
    appearance: Callable[[Puzzle], Appearance] | None = (
        None  # where each puzzle of the kind has its own
    )
    label: Callable[[LineRule], tuple[str, ...]] = nothing  # what is written beside a line
    inks: Callable[[LineRule], tuple[int, ...]] = nothing  # the symbol that each part is about
    marks: Callable[[Puzzle], tuple[Mark, ...]] = nothing  # written between cells
    # The rules of its puzzles in these paints (`ff0000`), where it has any in colours.
    colour_rules: Callable[[Sequence[str]], str] | None = None
    # Of a full board all that could be written between its cells, and a puzzle with just these
    # marks; for kinds whose puzzles are made with some of them.
    all_marks: Callable[[Grid], tuple[Mark, ...]] | None = None
    marked: Callable[[Puzzle, Iterable[Mark]], Puzzle] | None = None
    presets: Mapping[str, Mapping[str, object]] | None = None  # of an alias, how it is made
    variants: tuple[str, ...] = ()  # rules without a name of their own that a page offers
    # Of rules besides the usual ones: what each asks for, in a sentence, and a puzzle with it.
    rule_examples: Mapping[str, tuple[str, str]] | None = None
    replaced: Mapping[str, int] | None = None  # by a rule, which sentence of `how_to_play`
    rule_words: Mapping[str, str] | None = None  # the same in a few words, for a caption
    # What its puzzles may also show, `signs` or `colours`: what that means, and a puzzle with it.
    more_examples: Mapping[str, tuple[str, str]] | None = None
    aliases: Mapping[str, str] | None = None  # other names in ids, and the rules they stand for
    line_violations: Callable[[LineRule, Line, str], Iterator[LineViolation]] = no_completion
    obvious: Callable[[Puzzle], str | None] = no_reason  # why it plainly has no solution

    def __repr__(self) -> str:
        return f"<Kind {self.name}: {self.summary}>"


def refuse(*_: object) -> NoReturn:
    raise PuzzleError("puzzles of an unregistered kind can be neither read nor written")


UNLISTED = Kind(
    name="unlisted",
    summary="rules combined by hand",
    example="",
    read=refuse,
    from_record=refuse,
    to_record=refuse,
    blank=refuse,
    pose=refuse,
)


def check_standard(kind: str, rules: str) -> None:
    """For kinds that have just one set of rules."""
    if rules != "standard":
        raise PuzzleError(f"{kind} has only the standard rules, found {brief(rules)}")


def split_sides(body: str, beside: str) -> tuple[list[str], list[str], str | None]:
    """What stands beside the rows, and above the columns, of an id such as `1/2;2/1`; and givens.

    >>> split_sides("1,1/3;1/2/1;.../1..", "clues")
    (['1,1', '3'], ['1', '2', '1'], '.../1..')
    """
    found = body.count(";") + 1
    if found not in (2, 3):
        sides = f"row {beside};column {beside}"
        expected = f"'{sides}' or '{sides};givens'"
        raise PuzzleError(f"expected {expected}, found {many(found, 'part')}")
    parts = body.split(";")
    check_size(*(part.count("/") + 1 for part in parts[:2]))  # before millions of them are split
    rows, cols = (part.split("/") for part in parts[:2])
    return rows, cols, parts[2] if len(parts) == 3 else None


def read_sides(
    body: str, read_clue: Callable[[str], Item]
) -> tuple[tuple[Item, ...], tuple[Item, ...], str | None]:
    """Return the clues of an id, each as `read_clue` reads its text, and the text of the givens."""
    rows, cols, givens = split_sides(body, "clues")
    if not any(map(str.strip, (*rows, *cols))):
        raise PuzzleError("expected clues, found none (an empty line has the clue 0)")
    found: list[Item] = []
    for axis, texts in (("row", rows), ("column", cols)):
        for number, text in enumerate(texts, 1):
            try:
                found.append(read_clue(text))
            except PuzzleError as error:
                raise PuzzleError(f"{axis} {number}: {error}") from None
    return tuple(found[: len(rows)]), tuple(found[len(rows) :]), givens


def clue_parts(text: str) -> list[str]:
    """Return the blocks of a clue; none of a blank text."""
    if text.count(",") >= LARGEST_SIDE:
        found = text.count(",") + 1
        raise PuzzleError(f"expected at most {LARGEST_SIDE} numbers, found {found}")
    return [part.strip() for part in text.split(",")] if text.strip() else []


def join_sides(puzzle: Puzzle, rows: list[str], cols: list[str]) -> str:
    """The other way round: the body of an id."""
    parts = ["/".join(rows), "/".join(cols)]
    if puzzle.givens.cells.strip(UNKNOWN):
        parts.append("/".join(puzzle.givens.rows()))
    return ";".join(parts)


def record_sides(
    record: Mapping[str, object], beside: str, symbols: str = SYMBOLS
) -> tuple[list[object], list[object], Grid | None]:
    """`rows`, `cols` and perhaps `grid` of a JSON object; its sizes are checked if it has any."""
    sides = []
    for key in ("rows", "cols"):
        side = record.get(key)
        if not isinstance(side, list):
            raise PuzzleError(f"'{key}': expected a list of {beside}, found {_stated(side)}")
        sides.append(side)
    rows, cols = sides
    for key, number in (("height", len(rows)), ("width", len(cols))):
        if record.get(key, number) not in (number, None):
            raise PuzzleError(f"'{key}': expected {number}, found {brief(record[key])}")
    cells = record.get("grid")
    if cells is not None and not isinstance(cells, str):
        raise PuzzleError(f"'grid': expected a string of cells, found {brief(cells)}")
    return rows, cols, None if cells is None else Grid.flat(len(rows), len(cols), cells, symbols)


def record_givens(record: Mapping[str, object], symbols: str = SYMBOLS) -> tuple[Grid, str]:
    """`grid` and `rules` of a JSON object that has nothing but givens."""
    grid, rules = record_grid(record, "grid", symbols), record.get("rules") or "standard"
    if not isinstance(rules, str):
        raise PuzzleError(f"'rules': expected a string, found {brief(rules)}")
    return grid, rules


def _stated(value: object) -> str:
    """The value of a field in a message."""
    return "nothing" if value is None else brief(value)


def record_grid(record: Mapping[str, object], key: str, symbols: str) -> Grid:
    """A field of a JSON object with one character a cell: row after row, or rows joined by `/`.

    A list of rows is read as well. Without sizes it is a square.
    """
    cells, height, width = (record.get(name) for name in (key, "height", "width"))
    if not isinstance(cells, str | list):
        raise PuzzleError(f"'{key}': expected a string of cells, found {_stated(cells)}")
    if isinstance(cells, list) or "/" in cells:
        grid = Grid.of(cells, symbols)
        for name, stated, found in (("height", height, grid.height), ("width", width, grid.width)):
            if stated not in (None, found):
                raise PuzzleError(f"'{name}': expected {found}, found {brief(stated)}")
        return grid
    if height is None and width is None:
        height = width = isqrt(len(cells))
        if height * width != len(cells):
            number = many(len(cells), "cell")
            raise PuzzleError(f"'{key}': expected 'height' and 'width' for {number}, found neither")
    if type(height) is not int or type(width) is not int:
        sizes = f"{_stated(height)} and {_stated(width)}"
        raise PuzzleError(f"expected whole numbers for 'height' and 'width', found {sizes}")
    return Grid.flat(height, width, cells, symbols)


def givens_beside(height: int, width: int, givens: object, symbols: str = SYMBOLS) -> Grid:
    """The givens of a puzzle of this size; a blank grid if there are none."""
    if givens is None:
        return Grid.blank(height, width)
    grid = Grid.of(givens, symbols)  # type: ignore[arg-type]
    if (grid.height, grid.width) != (height, width):
        found = f"{grid.height}x{grid.width}"
        raise PuzzleError(f"givens: expected a grid of {height}x{width}, found {found}")
    return grid


def put_givens(puzzle: Puzzle, record: dict[str, object]) -> dict[str, object]:
    """A JSON object with the givens, if there are any."""
    if puzzle.givens.cells.strip(UNKNOWN):
        record["grid"] = puzzle.givens.cells
    return record
