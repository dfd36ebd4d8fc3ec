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

`direct` and `tseitin` are the two of P. H. Utomo and R. H. Makarim, "Solving a Binary Puzzle"
(2017), for Binairo: clauses straight from the constraints (every half-and-one cells of a line hold
both symbols; two lines are not equal, one clause for each way to be equal), and the same with
variables for the differences of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb

from nonairo.automata import NOWHERE, table_of
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import SYMBOLS, UNKNOWN, Place
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs

ENCODINGS = ("lean", "direct", "tseitin")
MOST_CLAUSES = 5_000_000

Clause = list[int]
Literals = tuple[int, ...]  # of a cell: for each symbol the literal that says it


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula: literals are variables from 1, negative when negated; cells in reading order."""

    variables: int
    clauses: list[Clause]
    cells: tuple[Literals, ...]  # for each cell, the literal of each symbol

    def read(self, model: Iterable[int], symbols: str) -> str:
        """The symbols of all cells in a model."""
        true = set(model)
        return "".join(
            [
                next(
                    symbol for symbol, literal in zip(symbols, cell, strict=True) if literal in true
                )
                for cell in self.cells
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
            raise LimitReached(f"the formula would have more than {MOST_CLAUSES:,} clauses", "size")

    def fresh(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int | bool) -> None:
        """A clause; what is always false is left out, a clause that is always true is, too."""
        if any(literal is True for literal in literals):
            return
        self.clauses.append([literal for literal in literals if literal is not False])


def negated(literal: int | bool) -> int | bool:
    return not literal if isinstance(literal, bool) else -literal


def encode(
    puzzle: Puzzle,
    encoding: str = "lean",
    distinct: bool = True,
    poll: Callable[[], None] | None = None,
) -> Cnf:
    """The formula whose models, read at `cells`, are the solutions; `poll` is called for each line.

    >>> from nonairo.kinds import from_id
    >>> cnf = encode(from_id("nonogram:2/1;2/1"))
    >>> cnf.cells
    ((-1, 1), (-2, 2), (-3, 3), (-4, 4))
    """
    if encoding not in ENCODINGS:
        raise EngineError(f"expected an encoding of {', '.join(ENCODINGS)}, found {encoding!r:.40}")
    _refuse_too_many(puzzle, encoding)
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
    two = puzzle.symbols == SYMBOLS
    for place in puzzle.places():
        writer.pause()
        line = line_literals(puzzle, place)
        ones = [cell[1] for cell in line]
        rule = puzzle.rule(place)
        if type(rule) is Runs and two:
            encode_runs(writer, rule, ones)
        elif type(rule) is Balanced and two and rule.zeros + rule.ones == len(line):
            encode_runs_of_equals(writer, rule, ones)
            (encode_count if encoding == "lean" else encode_subsets)(writer, rule, ones)
        else:
            encode_automaton(writer, rule, line, puzzle.symbols)
    if puzzle.distinct and distinct:
        for first, second in pairs(puzzle):
            writer.pause()
            lines = line_literals(puzzle, first), line_literals(puzzle, second)
            (encode_all_ways if encoding == "direct" else encode_difference)(writer, *lines)
    return Cnf(writer.variables, writer.clauses, tuple(cells))


def _refuse_too_many(puzzle: Puzzle, encoding: str) -> None:
    if encoding == "lean":
        return
    rules = {*puzzle.row_rules, *puzzle.col_rules}
    if puzzle.symbols != SYMBOLS or not all(type(rule) is Balanced for rule in rules):
        raise EngineError(f"encoding {encoding} is for Binairo; use lean")
    number = 0
    for count, length in ((puzzle.height, puzzle.width), (puzzle.width, puzzle.height)):
        number += 2 * count * comb(length, length // 2 + 1)
        if puzzle.distinct and encoding == "direct":
            number += comb(count, 2) << length
    if number > MOST_CLAUSES:
        raise LimitReached(
            f"encoding {encoding} would have {number:,} clauses, more than {MOST_CLAUSES:,};"
            " use lean",
            "size",
        )


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
    for k in range(len(cells) - rule.longest):
        window = cells[k : k + rule.longest + 1]
        writer.add(*window)
        writer.add(*(-cell for cell in window))


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


def encode_subsets(writer: Writer, rule: Balanced, cells: Sequence[int]) -> None:
    """Every set of one cell more than the quota of a symbol holds the other symbol, too."""
    for chosen in combinations(cells, rule.zeros + 1):
        writer.add(*chosen)
    for chosen in combinations(cells, rule.ones + 1):
        writer.add(*(-cell for cell in chosen))


def encode_automaton(
    writer: Writer, rule: LineRule, line: Sequence[Literals], symbols: str
) -> None:
    """One variable for each state that can be reached after each cell."""
    table = table_of(rule, len(line), symbols)
    assert table is not None
    states: dict[int, int | bool] = {0: True}
    for cell in line:
        writer.pause()
        after: dict[int, int | bool] = {}
        for state, here in states.items():
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
    differ = []
    for cells in zip(first, second, strict=True):
        here = writer.fresh()
        for one, other in zip(*cells, strict=True):
            writer.add(-here, -one, -other)
        differ.append(here)
    writer.add(*differ)


def encode_all_ways(writer: Writer, first: Sequence[Literals], second: Sequence[Literals]) -> None:
    """Two lines differ somewhere: a clause against each way to be equal."""
    for symbols in product((0, 1), repeat=len(first)):
        writer.add(
            *(
                cell[symbol]
                for line in (first, second)
                for symbol, cell in zip(symbols, line, strict=True)
            )
        )
