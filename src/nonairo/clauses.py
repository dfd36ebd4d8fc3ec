"""Puzzles as formulas: pure functions from a puzzle to clauses, for SAT solvers and for proofs.

A formula states the values of cells, then the rule of each line, then which lines differ. Proofs
encode every line by `encode_paths`. The encoding `lean` is for solvers, and works for every rule,
too:

* `Runs`: y(j, p) says "block j starts at p or later" (an order encoding), and no variable says
  which block covers a cell: a cell is filled when a block starts near enough before it, and blank
  when one block has ended and the next has not begun.
* `Balanced`: for every three neighbours two clauses; a counter for the ones.
* any other automaton: the paths through its states, as in proofs.
* distinct lines: for every two lines and position a variable that says "they differ here".

With two symbols a cell is one variable, true for a 1; with more it is one for each symbol, of which
exactly one is true.

`compact`, `direct` and `tseitin` are for Binairo, after a published experiment: see
`clauses_paper`. They are streamed, so that twenty million clauses need no list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice

from nonairo.clauses_layers import NOWHERE, Layer, layers_of
from nonairo.clauses_paper import (
    APART,
    Clause,
    FormulaSize,
    clauses_of,
    difference,
    refusal,
    size_of,
    window_clauses,
)
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import SYMBOLS, UNKNOWN, Grid, Place, Shape
from nonairo.plain import brief
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs

ENCODINGS = ("lean", *APART)
MOST_CLAUSES = 5_000_000  # of a formula that is a list
CHUNK = 10_000  # clauses between two calls of `poll`
MOST_STREAMED = 20_000_000  # of one whose clauses come one by one

Literals = tuple[int, ...]  # of a cell: for each symbol the literal that says it


@dataclass(frozen=True, slots=True)
class StreamedCnf:
    """A formula: literals are variables from 1, negative when negated; cells in reading order.

    Its clauses come one by one, and only once; its size is known before.
    """

    size: FormulaSize
    clauses: Iterator[Clause]
    cells: tuple[Literals, ...]  # for each cell, the literal of each symbol


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula with all its clauses in a list."""

    variables: int
    clauses: list[Clause]
    cells: tuple[Literals, ...]


def read_model(cells: Iterable[Literals], model: Iterable[int], symbols: str) -> str:
    """Return the symbols of all cells in a model."""
    true = set(model)
    return "".join(
        [
            next(symbol for symbol, literal in zip(symbols, cell, strict=True) if literal in true)
            for cell in cells
        ]
    )


class Clauses:
    """Collects clauses and gives out variables; True and False may stand for literals."""

    def __init__(self, variables: int, poll: Callable[[], None] | None = None) -> None:
        self.variables = variables
        self.clauses: list[list[int]] = []
        self._poll = poll
        self._layers: dict[tuple[LineRule, int], list[Layer] | None] = {}

    def pause(self) -> None:
        """Check the time, and that there are not too many clauses yet."""
        if self._poll is not None:
            self._poll()
        if len(self.clauses) > MOST_CLAUSES:
            raise too_long("lean", MOST_CLAUSES)

    def fresh(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def fresh_each(self, targets: Sequence[int]) -> dict[int, int]:
        """Return a new variable for each symbol that leads somewhere."""
        return {symbol: self.fresh() for symbol, to in enumerate(targets) if to != NOWHERE}

    def add(self, *literals: int | bool) -> None:
        """Add a clause without what is always false, unless it is always true."""
        if any(literal is True for literal in literals):
            return
        self.clauses.append([literal for literal in literals if literal is not False])

    def layers(self, rule: LineRule, length: int, symbols: str) -> list[Layer] | None:
        """Return the layers of a rule, which many lines may share."""
        key = rule, length
        if key not in self._layers:
            self._layers[key] = layers_of(rule, length, symbols, self.pause)
        return self._layers[key]


def too_long(encoding: str, most: int) -> LimitReached:
    """Return the error of a formula with more clauses; their number may have 200 digits."""
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
    """Return the formula whose models, read at `cells`, are the solutions, in a list.

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
) -> StreamedCnf:
    """Return the same formula, its clauses one by one; `poll` is for `lean`, made at once."""
    cells = tuple(cell_literals(puzzle))
    if encoding == "lean":
        lean = puzzle_clauses(puzzle, encode_line, distinct, poll)
        literals = sum(map(len, lean.clauses))
        size = FormulaSize(lean.variables, len(lean.clauses), literals)
        return StreamedCnf(size, iter(lean.clauses), cells)
    size = forecast(puzzle, encoding, distinct)
    if size.clauses > MOST_STREAMED:
        raise too_long(encoding, MOST_STREAMED)
    return StreamedCnf(size, clauses_of(puzzle, encoding, distinct), cells)


def forecast(puzzle: Puzzle, encoding: str, distinct: bool = True) -> FormulaSize:
    """Return how large a streamed formula will be; raises EngineError where it cannot be."""
    if encoding not in APART:
        raise EngineError(f"expected an encoding ({', '.join(ENCODINGS)}), found {brief(encoding)}")
    reason = refusal(puzzle, encoding)
    if reason is not None:
        raise EngineError(reason)
    return size_of(puzzle, encoding, distinct)


def puzzle_clauses(
    puzzle: Puzzle,
    encode_rule: Callable[[Clauses, Puzzle, Place], None],
    distinct: bool = True,
    poll: Callable[[], None] | None = None,
) -> Clauses:
    """Return the clauses of a puzzle; `encode_rule` writes those of one line's rule."""
    cells = cell_literals(puzzle)
    clauses = Clauses(max(map(max, cells)), poll)
    if len(puzzle.symbols) > 2:
        for cell in cells:
            clauses.add(*cell)
            for one, other in combinations(cell, 2):
                clauses.add(-one, -other)
    for literal in known_literals(puzzle, puzzle.givens):
        clauses.add(literal)
    for place in puzzle.places():
        clauses.pause()
        encode_rule(clauses, puzzle, place)
    if puzzle.distinct and distinct:
        for first, second in pairs(puzzle):
            clauses.pause()
            lines = line_literals(puzzle, first), line_literals(puzzle, second)
            encode_difference(clauses, *lines)
    return clauses


def encode_line(clauses: Clauses, puzzle: Puzzle, place: Place) -> None:
    """The rule of one line, in the way that needs few clauses."""
    rule, two = puzzle.rule(place), puzzle.symbols == SYMBOLS
    ones = [cell[1] for cell in line_literals(puzzle, place)]
    if type(rule) is Runs and two:
        encode_runs(clauses, rule, ones)
    elif type(rule) is Balanced and two and rule.zeros + rule.ones == len(ones):
        for clause in window_clauses(rule, ones):
            clauses.add(*clause)
        encode_count(clauses, rule, ones)
    else:
        encode_paths(clauses, puzzle, place)


def cell_literals(puzzle: Puzzle) -> list[Literals]:
    """Return for each cell in reading order the literal of each symbol."""
    return _literals(puzzle.height * puzzle.width, len(puzzle.symbols))


@lru_cache(maxsize=8)
def _literals(cells: int, symbols: int) -> list[Literals]:
    if symbols == 2:
        return [(-cell - 1, cell + 1) for cell in range(cells)]
    firsts = range(1, symbols * cells + 1, symbols)
    return [tuple(range(first, first + symbols)) for first in firsts]


def known_literals(puzzle: Puzzle, grid: Grid) -> list[int]:
    """Return the literals of the known cells of a grid."""
    known = zip(cell_literals(puzzle), grid.cells, strict=True)
    return [cell[puzzle.symbols.index(symbol)] for cell, symbol in known if symbol != UNKNOWN]


def line_literals(puzzle: Puzzle, place: Place) -> list[Literals]:
    """Return the literals of a line's cells."""
    cells, width = cell_literals(puzzle), puzzle.width
    if place.axis == "row":
        return cells[place.index * width : (place.index + 1) * width]
    if isinstance(place, Shape):
        return [cells[row * width + col] for row, col in place.cells]
    return cells[place.index :: width]


def pairs(puzzle: Puzzle) -> Iterator[tuple[Place, Place]]:
    """Yield every two lines that must differ."""
    for axis, number in (("row", puzzle.height), ("column", puzzle.width)):
        for first, second in combinations(range(number), 2):
            yield Place(axis, first), Place(axis, second)


def encode_runs(clauses: Clauses, rule: Runs, cells: Sequence[int]) -> None:
    """Order encoding: `late(j, p)` says that block j starts at p or later."""
    if not rule.clue:
        for cell in cells:
            clauses.add(-cell)
        return
    length, blocks = len(cells), rule.clue
    slack = length - sum(blocks) - len(blocks) + 1
    starts: list[tuple[int, list[int]]] = []  # the earliest start, and variables for later ones
    first = 0
    for block in blocks:
        starts.append((first, [clauses.fresh() for _ in range(slack)]))
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
            clauses.add(negated(late(j, p + 1)), late(j, p))
            if j + 1 < len(blocks):
                clauses.add(negated(late(j, p)), late(j + 1, p + block + 1))
        clauses.pause()
        for c in range(earliest, earliest + slack + block):
            clauses.add(cells[c], negated(late(j, c - block + 1)), late(j, c + 1))
    for j in range(-1, len(blocks)):
        block = blocks[j] if j >= 0 else 0
        for c, cell in enumerate(cells):
            ended = late(j, c - block + 1)
            clauses.add(-cell, ended, negated(late(j + 1, c + 1)))


def encode_count(clauses: Clauses, rule: Balanced, cells: Sequence[int]) -> None:
    """A counter: `many[j]` after i cells says that at least j of them are ones."""
    length = len(cells)
    many: dict[int, int | bool] = {0: True}
    for i, cell in enumerate(cells, 1):
        clauses.pause()
        least, most = max(0, rule.ones - (length - i)), min(i, rule.ones)
        after: dict[int, int | bool] = {}
        for j in range(least, most + 2):
            if j == least:
                after[j] = True
            elif j > most:
                after[j] = False
            else:
                after[j] = clauses.fresh()
        for j in range(least, most + 1):
            stay, step = many.get(j, j < least), many.get(j - 1, True)
            clauses.add(negated(stay), after[j])
            clauses.add(negated(step), -cell, after[j])
            clauses.add(stay, step, negated(after[j]))
            clauses.add(stay, cell, negated(after[j]))
        clauses.add(negated(many.get(most, False)), -cell, after[most + 1])
        many = after


def encode_paths(clauses: Clauses, puzzle: Puzzle, place: Place) -> None:
    """Any rule, so that unit propagation sees all that the line decides.

    A variable for each state and symbol before each cell: the line goes from this state by this
    symbol. `proofs/formula.py` lists the clauses.
    """
    line, rule = line_literals(puzzle, place), puzzle.rule(place)
    layers = clauses.layers(rule, len(line), puzzle.symbols)
    if layers is None:
        clauses.add()
        return
    paths = [[clauses.fresh_each(row) for row in layer] for layer in layers]
    made = clauses.clauses
    for k, (cell, layer) in enumerate(zip(line, layers, strict=True)):
        clauses.pause()
        before = _incoming(layers[k - 1], paths[k - 1], len(layer)) if k else []
        having: list[list[int]] = [[] for _ in cell]
        for state, row in enumerate(layer):
            for symbol, path in paths[k][state].items():
                having[symbol].append(path)
                made.append([-path, cell[symbol]])
                if k + 1 < len(layers):
                    made.append([-path, *paths[k + 1][row[symbol]].values()])
                if k:
                    made.append([-path, *before[state]])
        made += [[-literal, *taken] for literal, taken in zip(cell, having, strict=True)]


def _incoming(layer: Layer, paths: list[dict[int, int]], states: int) -> list[list[int]]:
    """Return for each state of the next layer the paths that lead to it."""
    lead: list[list[int]] = [[] for _ in range(states)]
    for row, outgoing in zip(layer, paths, strict=True):
        for symbol, path in outgoing.items():
            lead[row[symbol]].append(path)
    return lead


def encode_difference(
    clauses: Clauses, first: Sequence[Literals], second: Sequence[Literals]
) -> None:
    """Two lines differ somewhere: a variable for each position, one of them true."""
    clauses.clauses += map(list, difference(first, second, iter(clauses.fresh, None)))
