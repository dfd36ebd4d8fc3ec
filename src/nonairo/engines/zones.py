"""Line domains: every row and column keeps the list of what it can still be.

After EMWJROS's Binero solver, which goes back to a Sudoku program of 2005. A cell is a box code:
1 (a 0), 2 (a 1) or 3 (both possible); a third symbol is 4. One list holds all line values; every
row and column has a list of indices into it (34 at the start of an 8x8 Binairo). A round is

* `prune`: drop from every list the values that contradict a known cell;
* `find_solitaries`: first the lines that have one value left, each of which is dropped from the
  lists of the others as soon as it is found, where lines must differ; then the cells on which all
  values of a line agree.

Rounds go on while the number of unknown cells falls; that is all that can change, because a round
that fills no cell leaves nothing for the next one to prune. The original makes one more round when
no cell is unknown any more; that idle round is only a check, which `holds` makes here. The engine
does not guess: where this stops short the answer is `stuck`, and `zones+guess` continues by
guessing. The plain text of the algorithm is `nonairo.engines.plain.zones`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from operator import or_

from nonairo.candidates import Candidates, masks_of
from nonairo.engines.base import Engine, Run, Search, Stuck
from nonairo.errors import LimitReached
from nonairo.grid import SYMBOLS, UNKNOWN, Place, Shape
from nonairo.line_solver import kernel
from nonairo.propagation import CROSSING
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule

MOST_ASSIGNMENTS = 2_000_000
MOST_LISTED = 100  # values that an event lists; the numbers are always whole


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


@dataclass(slots=True)
class ZoneState:
    """What is known at one point: the box codes, and every line's list."""

    box: list[list[int]]
    lists: dict[Place, list[int]]
    depth: int
    found: set[Place] = field(default_factory=set)  # lines that were seen to have one value left

    def unknowns(self, letter: dict[int, str]) -> int:
        """How many cells have no symbol yet."""
        return sum([code not in letter for row in self.box for code in row])


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
                    f"zones lists every assignment of every line, at most"
                    f" {MOST_ASSIGNMENTS:,}; this puzzle has more",
                    "size",
                )
        self.run.counters["assignments"] = total

    def deduce(self, possible: Candidates, depth: int) -> bool:
        """Prune and find solitaries while cells are found; False on a contradiction."""
        box = [
            [
                sum([(mask >> c & 1) << k for k, mask in enumerate(masks)])
                for c in range(possible.width)
            ]
            for masks in possible.rows
        ]
        state = ZoneState(box, dict(self.start), depth)
        left = self.report(state, "before the first round")
        improves = True
        while improves and state.unknowns(self.letter):
            self.run.count("rounds")
            if not self.prune(state) or not self.find_solitaries(state):
                return False
            before, left = left, self.report(state)
            improves = left < before
        if not state.unknowns(self.letter) and not self.holds(state):
            return False
        for row, codes in enumerate(box):
            masks = tuple(
                sum([(code >> k & 1) << c for c, code in enumerate(codes)])
                for k in range(len(self.puzzle.symbols))
            )
            possible.narrow(Place("row", row), masks)
        return True

    def report(self, state: ZoneState, when: str | None = None) -> int:
        """Note the unknown cells; gives how many symbols are still possible in all cells."""
        unknowns = state.unknowns(self.letter)
        self.run.note("unknowns", unknowns)
        if self.run.observer:
            self.run.emit("round", state.depth, criterion=when, unknowns=unknowns)
        return sum([code.bit_count() for row in state.box for code in row])

    def prune(self, state: ZoneState) -> bool:
        """Drop the values that contradict a known cell; False if a line has none left."""
        values = self.values
        for place, indices in state.lists.items():
            self.run.poll()
            allowed = self.packed(state, place)
            kept = [i for i in indices if values[i] & allowed == values[i]]
            if not self.shrink(state, place, kept, "known cells"):
                return False
        return True

    def find_solitaries(self, state: ZoneState) -> bool:
        """Settle lines with one value left, then cells that are agreed on; False if they clash."""
        lists = state.lists
        for place, indices in lists.items():
            self.run.poll()
            if len(indices) == 1 and place not in state.found:
                state.found.add(place)
                self.run.count("solitary_lines")
                if self.settle(state, place, "solitary line") is None:
                    return False
                if self.puzzle.distinct and not self.keep_apart(state, place, indices[0]):
                    return False
        for place in lists:
            self.run.poll()
            cells = self.settle(state, place, "solitary cells")
            if cells is None:
                return False
            self.run.count("solitary_cells", cells)
        return True

    def settle(self, state: ZoneState, place: Place, why: str) -> int | None:
        """Narrow a line's cells to what its values have there; gives how many became known."""
        wide = len(self.puzzle.symbols)
        both = (1 << wide) - 1
        ever = reduce(or_, [self.values[i] for i in state.lists[place]])
        found = []
        for position in range(self.puzzle.length(place)):
            row, col = cell = place.cell(position)
            before = state.box[row][col]
            code = before & (ever >> wide * position & both)
            if not code:
                if self.run.observer:
                    clash = f"no value of it fits {cell}"
                    self.run.emit("reject", state.depth, place, valid=False, criterion=clash)
                return None
            if code != before:
                state.box[row][col] = code
                if code in self.letter:
                    found.append((cell, self.letter[code]))
        if found and self.run.observer:
            self.run.emit("deduce", state.depth, place, tuple(found), criterion=why)
        return len(found)

    def keep_apart(self, state: ZoneState, place: Place, held: int) -> bool:
        """Drop the value of a line that was found from the other lines along its axis."""
        for other in state.lists:
            if place.axis in CROSSING and other.axis == place.axis and other != place:
                kept = [i for i in state.lists[other] if i != held]
                if not self.shrink(state, other, kept, f"used by {place}"):
                    return False
        return True

    def shrink(self, state: ZoneState, place: Place, kept: list[int], why: str) -> bool:
        """Make a line's list shorter, count it and report it; False if it has none left."""
        before = state.lists[place]
        if len(kept) < len(before):
            state.lists[place] = kept
            self.run.count("pruned", len(before) - len(kept))
            if self.run.observer:
                staying = set(kept)
                gone = (i for i in before if i not in staying)
                dropped = tuple(self.text(i, place) for i in islice(gone, MOST_LISTED))
                numbers = len(before), len(kept)
                self.run.emit("prune", state.depth, place, criterion=why,
                              values=numbers, dropped=dropped)  # fmt: skip
                if not kept:
                    self.run.emit("reject", state.depth, place, valid=False,
                                  criterion="no value of it is left")  # fmt: skip
        return bool(kept)

    def packed(self, state: ZoneState, place: Place) -> int:
        """The box codes of a line's cells, side by side as in a value."""
        box, wide = state.box, len(self.puzzle.symbols)
        if place.axis == "row":
            codes = box[place.index]
        elif isinstance(place, Shape):
            codes = [box[row][col] for row, col in place.cells]
        else:
            codes = [row[place.index] for row in box]
        return sum([code << wide * k for k, code in enumerate(codes)])

    def text(self, index: int, place: Place) -> str:
        """A value as the line that it stands for."""
        wide, value = len(self.puzzle.symbols), self.values[index]
        both = (1 << wide) - 1
        codes = [value >> wide * k & both for k in range(self.puzzle.length(place))]
        return "".join([self.letter[code] for code in codes])

    def holds(self, state: ZoneState) -> bool:
        """Whether full lines are values of their lists, and different where they must be."""
        full = {place: self.packed(state, place) for place in state.lists}
        if any(
            line not in {self.values[i] for i in state.lists[place]} for place, line in full.items()
        ):
            return False
        crossing = [place for place in full if place.axis in CROSSING]
        seen = {(place.axis, full[place]) for place in crossing}
        return not self.puzzle.distinct or len(seen) == len(crossing)


def search(puzzle: Puzzle, run: Run) -> Search:
    """Deduce; give the grid if that fills it, else raise Stuck."""
    run.spend()
    possible = Candidates.in_puzzle(puzzle)
    if Zones(puzzle, run).deduce(possible, 0):
        yield from filled_grid(run, possible)


def filled_grid(run: Run, possible: Candidates) -> Search:
    """Give the grid that deductions alone have filled, and report it; raise Stuck if it is not."""
    run.proved = grid = possible.grid()
    if not grid.full:
        raise Stuck(grid)
    if run.observer:
        run.emit("goal", 0, valid=True)
        run.emit("solution", 0, unknowns=0)
        yield None
    yield grid


ENGINE = Engine(
    name="zones",
    summary="lists all values of every line, drops contradictions, decides what the rest share",
    search=search,
    complete=False,
    traces=True,
    counters=(
        "assignments",
        "rounds",
        "pruned",
        "solitary_lines",
        "solitary_cells",
        "unknowns",
    ),
)
