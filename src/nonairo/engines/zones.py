"""Line domains: every row and column keeps the list of what it can still be.

After J. Rosenlund's Binero solver, which goes back to his Sudoku program of 2005. A cell is a box
code: 1 (a 0), 2 (a 1) or 3 (both possible); a third symbol is 4. One list holds all line values;
every row and column has a list of indices into it (34 at the start of an 8x8 Binairo). Two steps
take turns until nothing changes:

* `prune` drops the values that contradict a known cell;
* `find_solitaries` settles lines that have one value left, and cells on which all values of a line
  agree; where lines must differ, it also drops what a settled line already holds.

It does not guess: where this stops short the answer is `stuck`, and `zones+guess` goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from nonairo.candidates import Candidates, masks_of, unknown_in
from nonairo.engines.base import Engine, Run, Search, Stuck
from nonairo.errors import LimitReached
from nonairo.grid import SYMBOLS, UNKNOWN, Grid, Place
from nonairo.line_solver import kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule

MOST_ASSIGNMENTS = 2_000_000


def zone_values(rule: LineRule, length: int, symbols: str = SYMBOLS) -> Iterator[int]:
    """All values of a line as numbers, one by one: the box codes of its cells, side by side.

    A line of 0 1 1, first cell lowest, is 10 10 01.

    >>> from nonairo.rules import Balanced, Runs
    >>> [bin(value) for value in zone_values(Runs((2,)), 3)]
    ['0b11010', '0b101001']
    >>> len(list(zone_values(Balanced(4, 4), 8)))
    34
    """
    code = {symbol: 1 << k for k, symbol in enumerate(symbols)}
    wide = len(symbols)
    blank = masks_of(UNKNOWN * length, symbols)
    for text in kernel(rule, length, symbols).completions(blank):
        yield sum([code[symbol] << wide * k for k, symbol in enumerate(text)])


class Zones:
    """The shared list of line values, and which of them each line starts with."""

    def __init__(self, puzzle: Puzzle, run: Run) -> None:
        self.puzzle = puzzle
        self.run = run
        self._refuse_too_many()
        self.letter = {1 << k: symbol for k, symbol in enumerate(puzzle.symbols)}
        self.values: list[int] = []
        self.start: dict[Place, list[int]] = {}
        index: dict[int, int] = {}
        listed: dict[tuple[LineRule, int], list[int]] = {}
        for place in puzzle.places():
            key = puzzle.rule(place), puzzle.length(place)
            if key not in listed:
                listed[key] = []
                for value in zone_values(*key, puzzle.symbols):
                    run.poll()
                    if value not in index:
                        index[value] = len(self.values)
                        self.values.append(value)
                    listed[key].append(index[value])
            self.start[place] = listed[key]

    def _refuse_too_many(self) -> None:
        total = 0
        numbers: dict[tuple[LineRule, int], int] = {}
        for place in self.puzzle.places():
            key = self.puzzle.rule(place), self.puzzle.length(place)
            if key not in numbers:
                symbols = self.puzzle.symbols
                blank = masks_of(UNKNOWN * key[1], symbols)
                self.run.poll()  # the core counts without polling
                numbers[key] = kernel(*key, symbols).count(blank, self.run.poll)
            total += numbers[key]
            if total > MOST_ASSIGNMENTS:
                raise LimitReached(
                    f"zones lists every assignment of every line and holds at most"
                    f" {MOST_ASSIGNMENTS:,}; this puzzle has more",
                    "size",
                )
        self.run.counters["assignments"] = total

    def deduce(self, possible: Candidates, depth: int) -> bool:
        """Prune and find solitaries in turn until nothing changes; False on a contradiction."""
        symbols = self.puzzle.symbols
        box = [
            [
                sum([(mask >> c & 1) << k for k, mask in enumerate(masks)])
                for c in range(possible.width)
            ]
            for masks in possible.rows
        ]
        lists = dict(self.start)
        before = None
        while True:
            self.run.count("rounds")
            if not self.prune(box, lists) or not self.find_solitaries(box, lists, depth):
                return False
            unknowns = sum([code not in self.letter for row in box for code in row])
            self.run.note("unknowns", unknowns)
            if self.run.observer:
                self.run.tell("round", depth, unknowns=unknowns)
            after = unknowns, sum(map(len, lists.values()))
            if after == before:
                break
            before = after
        for row, codes in enumerate(box):
            masks = tuple(
                sum([(code >> k & 1) << c for c, code in enumerate(codes)])
                for k in range(len(symbols))
            )
            possible.narrow(Place("row", row), masks)
        return True

    def prune(self, box: list[list[int]], lists: dict[Place, list[int]]) -> bool:
        """Drop the values that contradict a known cell; False if a line has none left."""
        values, wide = self.values, len(self.puzzle.symbols)
        for place, indices in lists.items():
            self.run.poll()
            codes = box[place.index] if place.axis == "row" else [row[place.index] for row in box]
            allowed = sum([code << wide * k for k, code in enumerate(codes)])
            kept = [i for i in indices if values[i] & allowed == values[i]]
            if not kept:
                return False
            self.run.count("pruned", len(indices) - len(kept))
            lists[place] = kept
        return True

    def find_solitaries(
        self, box: list[list[int]], lists: dict[Place, list[int]], depth: int
    ) -> bool:
        """Settle what the lists agree on; False on a contradiction."""
        wide = len(self.puzzle.symbols)
        both = (1 << wide) - 1
        for place, indices in lists.items():
            self.run.poll()
            ever = reduce(or_, [self.values[i] for i in indices])
            found = []
            for position in range(self.puzzle.length(place)):
                row, col = cell = place.cell(position)
                before = box[row][col]
                code = before & (ever >> wide * position & both)
                if not code:
                    return False
                if code != before:
                    box[row][col] = code
                    if code in self.letter:
                        found.append((cell, self.letter[code]))
            if found:
                alone = len(indices) == 1
                self.run.count("solitary_lines" if alone else "solitary_cells",
                               1 if alone else len(found))  # fmt: skip
                if self.run.observer:
                    why = "solitary line" if alone else "solitary cells"
                    self.run.tell("deduce", depth, place, tuple(found), criterion=why)
        return self._keep_apart(lists) if self.puzzle.distinct else True

    def _keep_apart(self, lists: dict[Place, list[int]]) -> bool:
        """Drop from each list what another, settled line along the axis holds."""
        for axis in ("row", "column"):
            places = [place for place in lists if place.axis == axis]
            held = {lists[place][0]: place for place in places if len(lists[place]) == 1}
            for place in places:
                self.run.poll()
                kept = [i for i in lists[place] if held.get(i, place) == place]
                if not kept:
                    return False
                self.run.count("pruned", len(lists[place]) - len(kept))
                lists[place] = kept
        return True


def search(puzzle: Puzzle, run: Run) -> Search:
    """Deduce; give the grid if that fills it, else raise Stuck."""
    run.spend()
    possible = Candidates.of(puzzle.givens, puzzle.symbols)
    if not Zones(puzzle, run).deduce(possible, 0):
        return
    run.proved = grid = possible.grid()
    if any(map(unknown_in, possible.rows)):
        raise Stuck(grid)
    yield from told_solution(run, grid)


def told_solution(run: Run, grid: Grid) -> Search:
    """Give a grid that deductions alone have filled, and tell of it."""
    if run.observer:
        run.tell("goal", 0, valid=True)
        run.tell("solution", 0, unknowns=0)
        yield None
    yield grid


ENGINE = Engine(
    name="zones",
    summary="lists what every line can be; prunes by known cells and settles what is agreed on",
    search=search,
    complete=False,
    counters=(
        "assignments",
        "rounds",
        "pruned",
        "solitary_lines",
        "solitary_cells",
        "unknowns",
    ),
)
