"""Puzzles as formulas for SAT solvers: pure functions from a puzzle to clauses.

`lean` is ours, and works for every rule:

* `Runs`: y(j, p) says "block j starts at p or later" (an order encoding), and no variable says
  which block covers a cell: a cell is filled when a block starts near enough before it, and blank
  when one block has ended and the next has not begun.
* `Balanced`: for every three neighbours two clauses; a counter for the ones.
* any other automaton: a variable for each state at each position.
* distinct lines: for every two lines and position a variable that says "they differ here".

With two symbols a cell is one variable, true for a 1; with more it is one for each symbol, of which
just one is true.

`compact`, `direct` and `tseitin` are for Binairo, after a published experiment: see
`clauses_paper`. They are streamed, so that twenty million clauses need no list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice

from nonairo.automata import NOWHERE, table_of
from nonairo.clauses_paper import (
    APART,
    Clause,
    Size,
    clauses_of,
    difference,
    refusal,
    size_of,
    window_clauses,
)
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import SYMBOLS, UNKNOWN, Place
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs

ENCODINGS = ("lean", *APART)
MOST_CLAUSES = 5_000_000  # of a formula that is a list
CHUNK = 10_000  # clauses between two calls of `poll`
STATES = 1000  # of an automaton, between two calls of it
MOST_STREAMED = 20_000_000  # of one whose clauses come one by one

Literals = tuple[int, ...]  # of a cell: for each symbol the literal that says it


@dataclass(frozen=True, slots=True)
class Stream:
    """A formula: literals are variables from 1, negative when negated; cells in reading order.

    Its clauses come one by one, and only once; its size is known before.
    """

    size: Size
    clauses: Iterator[Clause]
    cells: tuple[Literals, ...]  # for each cell, the literal of each symbol

    def read(self, model: Iterable[int], symbols: str) -> str:
        """The symbols of all cells in a model."""
        return read(self.cells, model, symbols)


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula with all its clauses in a list."""

    variables: int
    clauses: list[Clause]
    cells: tuple[Literals, ...]

    def read(self, model: Iterable[int], symbols: str) -> str:
        """The symbols of all cells in a model."""
        return read(self.cells, model, symbols)


def read(cells: Iterable[Literals], model: Iterable[int], symbols: str) -> str:
    """What a model says of each cell."""
    true = set(model)
    return "".join(
        [
            next(symbol for symbol, literal in zip(symbols, cell, strict=True) if literal in true)
            for cell in cells
        ]
    )


class Writer:
    """Collects clauses and gives out variables; True and False may stand for literals."""

    def __init__(self, cells: int, poll: Callable[[], None] | None = None) -> None:
        self.variables = cells
        self.clauses: list[Clause] = []
        self._poll = poll

    def pause(self) -> None:
        """Between two pieces of work: is there time and room for more?"""
        if self._poll is not None:
            self._poll()
        if len(self.clauses) > MOST_CLAUSES:
            raise too_long("lean", MOST_CLAUSES)

    def fresh(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int | bool) -> None:
        """A clause; what is always false is left out, a clause that is always true is, too."""
        if any(literal is True for literal in literals):
            return
        self.clauses.append([literal for literal in literals if literal is not False])


def too_long(encoding: str, most: int) -> LimitReached:
    """The error of a formula that would have more clauses; their number may have 200 digits."""
    other = "" if encoding == "lean" else "; use lean"
    return LimitReached(f"encoding {encoding} would have more than {most:,} clauses{other}", "size")


def negated(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def encode(
    puzzle: Puzzle,
    encoding: str = "lean",
    distinct: bool = True,
    poll: Callable[[], None] | None = None,
) -> Cnf:
    """The formula whose models, read at `cells`, are the solutions, in a list.

    `poll` is called every now and then: it may raise where time is up.

    >>> from nonairo.kinds import from_id
    >>> cnf = encode(from_id("nonogram:2/1;2/1"))
    >>> cnf.cells
    ((-1, 1), (-2, 2), (-3, 3), (-4, 4))
    """
    streamed = stream(puzzle, encoding, distinct, poll)
    if streamed.size.clauses > MOST_CLAUSES:
        raise too_long(encoding, MOST_CLAUSES)
    made: list[Clause] = []
    while chunk := list(islice(streamed.clauses, CHUNK)):
        if poll is not None:
            poll()
        made += chunk
    return Cnf(streamed.size.variables, made, streamed.cells)


def stream(
    puzzle: Puzzle,
    encoding: str = "lean",
    distinct: bool = True,
    poll: Callable[[], None] | None = None,
) -> Stream:
    """The same formula, its clauses one by one; `poll` is for what is made at once (`lean`)."""
    cells = tuple(cell_literals(puzzle))
    if encoding == "lean":
        writer = _lean(puzzle, distinct, poll)
        literals = sum(map(len, writer.clauses))
        size = Size(writer.variables, len(writer.clauses), literals)
        return Stream(size, iter(writer.clauses), cells)
    size = forecast(puzzle, encoding, distinct)
    if size.clauses > MOST_STREAMED:
        raise too_long(encoding, MOST_STREAMED)
    return Stream(size, clauses_of(puzzle, encoding, distinct), cells)


def forecast(puzzle: Puzzle, encoding: str, distinct: bool = True) -> Size:
    """How large a streamed formula will be; raises EngineError where it cannot say the puzzle."""
    if encoding not in APART:
        raise EngineError(f"expected an encoding of {', '.join(ENCODINGS)}, found {encoding!r:.40}")
    reason = refusal(puzzle, encoding)
    if reason is not None:
        raise EngineError(reason)
    return size_of(puzzle, encoding, distinct)


def _lean(puzzle: Puzzle, distinct: bool, poll: Callable[[], None] | None) -> Writer:
    cells = cell_literals(puzzle)
    writer = Writer(max(map(max, cells)), poll)
    if len(puzzle.symbols) > 2:
        for cell in cells:
            writer.add(*cell)
            for one, other in combinations(cell, 2):
                writer.add(-one, -other)
    for cell, symbol in zip(cells, puzzle.givens.cells, strict=True):
        if symbol != UNKNOWN:
            writer.add(cell[puzzle.symbols.index(symbol)])
    for place in puzzle.places():
        writer.pause()
        encode_line(writer, puzzle, place)
    if puzzle.distinct and distinct:
        for first, second in pairs(puzzle):
            writer.pause()
            lines = line_literals(puzzle, first), line_literals(puzzle, second)
            encode_difference(writer, *lines)
    return writer


def encode_line(writer: Writer, puzzle: Puzzle, place: Place) -> None:
    """The rule of one line, in the way that suits it."""
    line, rule = line_literals(puzzle, place), puzzle.rule(place)
    ones, two = [cell[1] for cell in line], puzzle.symbols == SYMBOLS
    if type(rule) is Runs and two:
        encode_runs(writer, rule, ones)
    elif type(rule) is Balanced and two and rule.zeros + rule.ones == len(line):
        encode_runs_of_equals(writer, rule, ones)
        encode_count(writer, rule, ones)
    else:
        encode_automaton(writer, rule, line, puzzle.symbols)


def cell_literals(puzzle: Puzzle) -> list[Literals]:
    """For each cell in reading order, the literal of each symbol."""
    return _literals(puzzle.height * puzzle.width, len(puzzle.symbols))


@lru_cache(maxsize=8)
def _literals(cells: int, symbols: int) -> list[Literals]:
    if symbols == 2:
        return [(-cell - 1, cell + 1) for cell in range(cells)]
    firsts = range(1, symbols * cells + 1, symbols)
    return [tuple(range(first, first + symbols)) for first in firsts]


def line_literals(puzzle: Puzzle, place: Place) -> list[Literals]:
    """The literals of a line's cells."""
    cells, width = cell_literals(puzzle), puzzle.width
    if place.axis == "row":
        return cells[place.index * width : (place.index + 1) * width]
    return cells[place.index :: width]


def pairs(puzzle: Puzzle) -> Iterator[tuple[Place, Place]]:
    """Every two lines that must differ."""
    for axis, number in (("row", puzzle.height), ("column", puzzle.width)):
        for first, second in combinations(range(number), 2):
            yield Place(axis, first), Place(axis, second)


def encode_runs(writer: Writer, rule: Runs, cells: Sequence[int]) -> None:
    """Order encoding: `late(j, p)` says that block j starts at p or later."""
    if not rule.clue:
        for cell in cells:
            writer.add(-cell)
        return
    length, blocks = len(cells), rule.clue
    slack = length - sum(blocks) - len(blocks) + 1
    starts: list[tuple[int, list[int]]] = []  # the earliest start, and variables for later ones
    first = 0
    for block in blocks:
        starts.append((first, [writer.fresh() for _ in range(slack)]))
        first += block + 1

    def late(j: int, p: int) -> int | bool:
        if j < 0:
            return False  # a block that ended before the line
        if j == len(blocks):
            return True  # a block that never starts
        earliest, variables = starts[j]
        if p <= earliest:
            return True
        return False if p > earliest + slack else variables[p - earliest - 1]

    for j, (block, (earliest, _)) in enumerate(zip(blocks, starts, strict=True)):
        for p in range(earliest + 1, earliest + slack + 1):
            writer.add(negated(late(j, p + 1)), late(j, p))
            if j + 1 < len(blocks):
                writer.add(negated(late(j, p)), late(j + 1, p + block + 1))
        writer.pause()
        for c in range(earliest, earliest + slack + block):
            writer.add(cells[c], negated(late(j, c - block + 1)), late(j, c + 1))
    for j in range(-1, len(blocks)):
        block = blocks[j] if j >= 0 else 0
        for c, cell in enumerate(cells):
            ended = late(j, c - block + 1)
            writer.add(-cell, ended, negated(late(j + 1, c + 1)))


def encode_runs_of_equals(writer: Writer, rule: Balanced, cells: Sequence[int]) -> None:
    """Never more than `longest` alike in a row."""
    for clause in window_clauses(rule, cells):
        writer.add(*clause)


def encode_count(writer: Writer, rule: Balanced, cells: Sequence[int]) -> None:
    """A counter: `many[j]` after i cells says that at least j of them are ones."""
    length = len(cells)
    many: dict[int, int | bool] = {0: True}
    for i, cell in enumerate(cells, 1):
        writer.pause()
        least, most = max(0, rule.ones - (length - i)), min(i, rule.ones)
        after: dict[int, int | bool] = {}
        for j in range(least, most + 2):
            if j == least:
                after[j] = True
            elif j > most:
                after[j] = False
            else:
                after[j] = writer.fresh()
        for j in range(least, most + 1):
            stay, step = many.get(j, j < least), many.get(j - 1, True)
            writer.add(negated(stay), after[j])
            writer.add(negated(step), -cell, after[j])
            writer.add(stay, step, negated(after[j]))
            writer.add(stay, cell, negated(after[j]))
        writer.add(negated(many.get(most, False)), -cell, after[most + 1])
        many = after


def encode_automaton(
    writer: Writer, rule: LineRule, line: Sequence[Literals], symbols: str
) -> None:
    """One variable for each state that can be reached after each cell."""
    table = table_of(rule, len(line), symbols, poll=writer.pause)
    assert table is not None
    states: dict[int, int | bool] = {0: True}
    for cell in line:
        writer.pause()
        after: dict[int, int | bool] = {}
        for number, (state, here) in enumerate(states.items(), 1):
            if number % STATES == 0:
                writer.pause()
            for literal, reached in zip(cell, table.after[state], strict=True):
                if reached == NOWHERE:
                    writer.add(negated(here), -literal)
                    continue
                if reached not in after:
                    after[reached] = writer.fresh()
                writer.add(negated(here), -literal, after[reached])
        states = after
    for state, here in states.items():
        if not table.accepts[state]:
            writer.add(negated(here))
    if not states:
        writer.add()


def encode_difference(
    writer: Writer, first: Sequence[Literals], second: Sequence[Literals]
) -> None:
    """Two lines differ somewhere: a variable for each position, one of them true."""
    for clause in difference(first, second, iter(writer.fresh, None)):
        writer.add(*clause)
