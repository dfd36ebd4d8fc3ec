"""Puzzles as formulas for SAT solvers: pure functions from a puzzle to clauses.

`lean` is ours, and works for every rule:

* `Runs`: y(j, p) says "block j starts at p or later" (an order encoding), and no variable says
  which block covers a cell: a cell is filled when a block starts near enough before it, and blank
  when one block has ended and the next has not begun.
* `Balanced`: for every three neighbours two clauses; a counter for the ones.
* any other automaton: a variable for each state at each position.
* distinct lines: for every two lines and position a variable that says "they differ here".

`direct` and `tseitin` are the two of P. H. Utomo and R. H. Makarim, "Solving a Binary Puzzle"
(2017), for Binairo: clauses straight from the constraints (every half-and-one cells of a line hold
both symbols; two lines are not equal, one clause for each way to be equal), and the same with
variables for the differences of lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb

from nonairo.errors import EngineError, LimitReached
from nonairo.grid import SYMBOLS, UNKNOWN, Place
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs

ENCODINGS = ("lean", "direct", "tseitin")
MOST_CLAUSES = 5_000_000

Clause = list[int]


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula: literals are variables from 1, negative when negated; cells in reading order."""

    variables: int
    clauses: list[Clause]
    cells: tuple[int, ...]


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
            raise LimitReached(f"the formula would have more than {MOST_CLAUSES:,} clauses")

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
    (1, 2, 3, 4)
    """
    if encoding not in ENCODINGS:
        raise EngineError(f"expected an encoding of {', '.join(ENCODINGS)}, found {encoding!r:.40}")
    _refuse_too_many(puzzle, encoding)
    writer = Writer(puzzle.height * puzzle.width, poll)
    for position, symbol in enumerate(puzzle.givens.cells, 1):
        if symbol != UNKNOWN:
            writer.add(position if symbol == "1" else -position)
    for place in puzzle.places():
        writer.pause()
        cells = line_variables(puzzle, place)
        rule = puzzle.rule(place)
        if isinstance(rule, Runs):
            encode_runs(writer, rule, cells)
        elif isinstance(rule, Balanced):
            encode_runs_of_equals(writer, rule, cells)
            (encode_count if encoding == "lean" else encode_subsets)(writer, rule, cells)
        else:
            encode_automaton(writer, rule, cells)
    if puzzle.distinct and distinct:
        for first, second in pairs(puzzle):
            writer.pause()
            lines = line_variables(puzzle, first), line_variables(puzzle, second)
            (encode_all_ways if encoding == "direct" else encode_difference)(writer, *lines)
    return Cnf(writer.variables, writer.clauses, tuple(range(1, len(puzzle.givens.cells) + 1)))


def _refuse_too_many(puzzle: Puzzle, encoding: str) -> None:
    if encoding == "lean":
        return
    if not all(isinstance(puzzle.rule(place), Balanced) for place in puzzle.places()):
        raise EngineError(f"encoding {encoding} is for Binairo; use lean")
    number = 0
    for count, length in ((puzzle.height, puzzle.width), (puzzle.width, puzzle.height)):
        number += 2 * count * comb(length, length // 2 + 1)
        if puzzle.distinct and encoding == "direct":
            number += comb(count, 2) << length
    if number > MOST_CLAUSES:
        raise LimitReached(
            f"encoding {encoding} would have {number:,} clauses, more than {MOST_CLAUSES:,};"
            " use lean"
        )


def line_variables(puzzle: Puzzle, place: Place) -> list[int]:
    """The variables of a line's cells."""
    width = puzzle.width
    cells = map(place.cell, range(puzzle.length(place)))
    return [row * width + col + 1 for row, col in cells]


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


def encode_automaton(writer: Writer, rule: LineRule, cells: Sequence[int]) -> None:
    """One variable for each state that can be reached after each cell."""
    states: dict[tuple[int, ...], int | bool] = {rule.start: True}
    for cell in cells:
        writer.pause()
        after: dict[tuple[int, ...], int | bool] = {}
        for state, here in states.items():
            for symbol in SYMBOLS:
                reached = rule.step(state, symbol)
                reads = -cell if symbol == "1" else cell  # the literal that denies the symbol
                if reached is None:
                    writer.add(negated(here), reads)
                    continue
                if reached not in after:
                    after[reached] = writer.fresh()
                writer.add(negated(here), reads, after[reached])
        states = after
    for state, here in states.items():
        if not rule.accepts(state):
            writer.add(negated(here))
    if not states:
        writer.add()


def encode_difference(writer: Writer, first: Sequence[int], second: Sequence[int]) -> None:
    """Two lines differ somewhere: a variable for each position, one of them true."""
    differ = []
    for a, b in zip(first, second, strict=True):
        here = writer.fresh()
        writer.add(-here, a, b)
        writer.add(-here, -a, -b)
        differ.append(here)
    writer.add(*differ)


def encode_all_ways(writer: Writer, first: Sequence[int], second: Sequence[int]) -> None:
    """Two lines differ somewhere: a clause against each way to be equal."""
    for signs in product((1, -1), repeat=len(first)):
        writer.add(
            *(
                sign * cell
                for line in (first, second)
                for sign, cell in zip(signs, line, strict=True)
            )
        )
