"""A puzzle as clauses in which unit propagation sees all that a line decides.

Variables come in this order, each from where the last ended, the first is 1:

* cells in reading order: with two symbols one each, true for `1`; with more, one for each symbol
* for each line, rows first, the paths of its layers (`layers`): cell by cell, by state and symbol;
  a path says that the line goes from this state by this symbol
* where lines must differ, for each pair of rows, then of columns, and each position: a variable
  that says that they differ there

Clauses come in this order:

* with more than two symbols, for each cell: one of the symbols; not both, for each two of them
* givens, in reading order
* for each line, for each cell of it and each path: the path has its symbol; one of the paths that
  it leads to is taken (but at the end); one of those that lead to it is (but at the start). Then
  for each symbol: who has it takes one of its paths. A line that cannot be right is the empty
  clause
* for each pair of lines: for each position and symbol, if they differ there they do not both have
  it; then that they differ somewhere
* if a solution is told: some cell is not as it says

Whoever takes a path has a whole one, so a line has a way to be right exactly if propagation leaves
it one: what the core says of single lines follows by unit propagation alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN, Grid
from nonairo.proofs.layers import NOWHERE, Layer, layers_of
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule

MOST_CLAUSES = 5_000_000


class Formula:
    """The clauses of a puzzle; literals are variables, negative when negated.

    >>> from nonairo.kinds import from_id
    >>> Formula(from_id("nonogram:1;1")).clauses
    [[-2, 1], [1], [-1, 2], [-3, 1], [1], [-1, 3]]
    """

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Grid | None = None,
        poll: Callable[[], None] = lambda: None,
    ) -> None:
        self.puzzle, self.poll = puzzle, poll
        self.variables = 0
        self.clauses: list[list[int]] = []
        self._layers: dict[tuple[LineRule, int], list[Layer] | None] = {}
        self.cells = [self._new_cell() for _ in puzzle.givens.cells]
        self._givens()
        width = puzzle.width
        rows = [self.cells[r * width : (r + 1) * width] for r in range(puzzle.height)]
        cols = [self.cells[c::width] for c in range(width)]
        rules = (*puzzle.row_rules, *puzzle.col_rules)
        for rule, line in zip(rules, rows + cols, strict=True):
            poll()
            self._paths(line, rule)
        if puzzle.distinct:
            for lines in (rows, cols):
                for one, other in combinations(lines, 2):
                    poll()
                    self._apart(one, other)
        if solution is not None:
            self.clauses.append([-literal for literal in self.told(solution)])

    def told(self, grid: Grid) -> list[int]:
        """The literals of the known cells of a grid."""
        symbols = self.puzzle.symbols
        known = zip(self.cells, grid.cells, strict=True)
        return [cell[symbols.index(s)] for cell, s in known if s != UNKNOWN]

    def dimacs(self) -> Iterator[str]:
        """The formula as a file, in pieces."""
        yield f"p cnf {self.variables} {len(self.clauses)}\n"
        for clause in self.clauses:
            yield " ".join(map(str, clause)) + (" 0\n" if clause else "0\n")

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _new_cell(self) -> list[int]:
        """The literals of a cell, one for each symbol."""
        symbols = len(self.puzzle.symbols)
        if symbols == 2:
            one = self._new()
            return [-one, one]
        return [self._new() for _ in range(symbols)]

    def _givens(self) -> None:
        if len(self.puzzle.symbols) > 2:
            for cell in self.cells:
                self.clauses.append(list(cell))
                self.clauses += [[-one, -other] for one, other in combinations(cell, 2)]
        self.clauses += [[literal] for literal in self.told(self.puzzle.givens)]

    def _paths(self, line: list[list[int]], rule: LineRule) -> None:
        key = rule, len(line)
        if key not in self._layers:
            self._layers[key] = layers_of(rule, len(line), self.puzzle.symbols, self.poll)
        layers = self._layers[key]
        if layers is None:
            self.clauses.append([])
            return
        paths = [[self._outgoing(row) for row in layer] for layer in layers]
        for k, layer in enumerate(layers):
            if len(self.clauses) > MOST_CLAUSES:
                raise LimitReached(f"over {MOST_CLAUSES:,} clauses", "size")
            before = _incoming(layers[k - 1], paths[k - 1], len(layer)) if k else []
            taken: list[list[int]] = [[] for _ in line[k]]
            for state, row in enumerate(layer):
                for symbol, path in paths[k][state].items():
                    taken[symbol].append(path)
                    self.clauses.append([-path, line[k][symbol]])
                    if k + 1 < len(layers):
                        self.clauses.append([-path, *paths[k + 1][row[symbol]].values()])
                    if k:
                        self.clauses.append([-path, *before[state]])
            for literal, paths_of in zip(line[k], taken, strict=True):
                self.clauses.append([-literal, *paths_of])

    def _outgoing(self, row: tuple[int, ...]) -> dict[int, int]:
        return {symbol: self._new() for symbol, target in enumerate(row) if target != NOWHERE}

    def _apart(self, one: list[list[int]], other: list[list[int]]) -> None:
        differ = [self._new() for _ in one]
        for here, mine, theirs in zip(differ, one, other, strict=True):
            self.clauses += [[-here, -a, -b] for a, b in zip(mine, theirs, strict=True)]
        self.clauses.append(differ)


def _incoming(layer: Layer, paths: list[dict[int, int]], states: int) -> list[list[int]]:
    """For each state of the next layer, the paths that lead to it."""
    lead: list[list[int]] = [[] for _ in range(states)]
    for row, outgoing in zip(layer, paths, strict=True):
        for symbol, path in outgoing.items():
            lead[row[symbol]].append(path)
    return lead
