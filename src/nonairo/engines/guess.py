"""Propagate and guess: fill in what follows, then try both values of an empty cell, recursively.

After P. H. Utomo and R. H. Makarim, "Solving a Binary Puzzle", Mathematics in Computer Science 11
(2017), algorithms 1 (Solve) and 2 (ConstraintPropagation). `propagate=rules` is theirs: constraint
1 (no three), 2 (half full), 3 (near equal), in that order, until no update.
`propagate=lines` settles every line exactly instead, for any kind, and is the reference that every
other engine is tested against. `cell=random` is that of the text, drawn from the seed;
`cell=first`, the first blank in reading order, is that of their published program; `cell=tightest`
takes a cell from the lines with the fewest blanks.

Where published versions were wrong: a common transcription tries the value 0 twice, where the paper
tries 0 and then 1; and propagation compared a full line only with later ones, so that an earlier
line equal to it escaped. Here both values are tried, and every full line is compared with all.

Solutions come depth first, 0 before 1 in every guessed cell. The plain text of the algorithm is
`nonairo.engines.plain.guess`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from nonairo.candidates import Candidates, Masks, bits, line_of, unknown_in
from nonairo.engines import patterns, zones
from nonairo.engines.base import Engine, Run, Search
from nonairo.engines.binairo_rules import (
    HALF_FULL,
    NEAR_EQUAL,
    NO_THREE,
    Deduction,
    broken,
    fill,
    other_rules,
)
from nonairo.engines.rejections import contradiction_reason
from nonairo.errors import EngineError
from nonairo.grid import UNKNOWN, Cell, Place
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle

# Narrow what is possible after a guess (None: at the root); False on a contradiction.
Deduce: TypeAlias = Callable[[Candidates, Cell | None, int], bool]


class Branch(NamedTuple):
    """A state still to be entered: what was possible before, and the guess."""

    before: Candidates
    cell: Cell | None
    symbol: str
    depth: int


def explore(puzzle: Puzzle, run: Run, deduce: Deduce) -> Search:
    """Solve: guess, deduce, and give every full grid. No recursion: open branches are a list."""
    root = Candidates.in_puzzle(puzzle)
    stack = [Branch(root, None, "", 0)]
    shown = puzzle.givens  # what a trace's replay shows at this point
    while stack:
        run.spend()
        before, cell, symbol, depth = stack.pop()
        possible = before.copy()
        if run.observer:
            _go_back(run, shown.cells, possible, depth)
        if cell is not None:
            possible.settle(cell, symbol)
            if run.observer:
                run.emit("place", depth, cell, ((cell, symbol),))
        holds = deduce(possible, cell, depth)
        if cell is None and holds:
            run.proved = possible.grid()
        if run.observer:
            shown = possible.grid()
            yield None
        if not holds:
            run.backtracks += 1
            run.count("contradictions")
            if run.observer:
                why = contradiction_reason(puzzle, possible)
                run.emit("reject", depth, cell, valid=False, criterion=why)
            continue
        guess = pick(possible, run)
        if guess is None:
            if run.observer:
                run.emit("goal", depth, valid=True)
                run.emit("solution", depth, unknowns=0)
            yield possible.grid()
            continue
        run.count("guesses")
        open_to = possible.rows[guess.row]
        for value, mask in zip(reversed(puzzle.symbols), reversed(open_to), strict=True):
            if mask >> guess.col & 1:
                stack.append(Branch(possible, guess, value, depth + 1))


def _go_back(run: Run, shown: str, possible: Candidates, depth: int) -> None:
    """Report the cells that are cleared on the way back to an open branch."""
    wiped = tuple(
        (Cell(*divmod(position, possible.width)), UNKNOWN)
        for position, (old, new) in enumerate(zip(shown, possible.grid().cells, strict=True))
        if new == UNKNOWN and old != UNKNOWN
    )
    if wiped:
        run.emit("undo", depth, cells=wiped)


def pick(possible: Candidates, run: Run) -> Cell | None:
    """The cell to guess next; None if all are known."""
    chosen = run.options.get("cell", "random")
    if chosen == "tightest":
        return _tightest(possible)
    unknown = [unknown_in(masks) for masks in possible.rows]
    total = sum(mask.bit_count() for mask in unknown)
    if not total:
        return None
    drawn = 0 if chosen == "first" else run.random.randrange(total)
    for row, mask in enumerate(unknown):
        if drawn < mask.bit_count():
            return Cell(row, list(bits(mask))[drawn])
        drawn -= mask.bit_count()
    raise AssertionError("the drawn cell lies in some row")


def _tightest(possible: Candidates) -> Cell | None:
    """A blank in the line with the fewest blanks, where the crossing line has the fewest."""

    def blanks(lines: list[Masks]) -> list[int]:
        return [unknown_in(masks) for masks in lines]

    rows, cols = blanks(possible.rows), blanks(possible.cols)
    open_lines = [
        (mask.bit_count(), axis, index)
        for axis, lines in (("row", rows), ("column", cols))
        for index, mask in enumerate(lines)
        if mask
    ]
    if not open_lines:
        return None
    if possible.others:
        return _tightest_of_any(possible)
    _, axis, index = min(open_lines, key=lambda line: line[0])
    line, crossing = (rows[index], cols) if axis == "row" else (cols[index], rows)
    position = min(bits(line), key=lambda k: crossing[k].bit_count())
    return Place(axis, index).cell(position)


def _tightest_of_any(possible: Candidates) -> Cell:
    """The same where cells are part of more than two lines: by the fewest blanks in them all."""
    places = possible.shapes.places
    inside = [unknown_in(masks).bit_count() for masks in possible.others]
    blanks = [
        (inside[line], -len(possible.shapes.through(Cell(row, col))), (row, col))
        for line, place in enumerate(places)
        for row, col in map(place.cell, bits(unknown_in(possible.others[line])))
    ]
    if blanks:
        return Cell(*min(blanks)[2])
    row = next(row for row, masks in enumerate(possible.rows) if unknown_in(masks))
    return Cell(row, next(bits(unknown_in(possible.rows[row]))))


CONSTRAINTS = {1: NO_THREE, 2: HALF_FULL, 3: NEAR_EQUAL}


def counter(constraint: Deduction) -> str:
    """Where the cells that a constraint fills are counted: `fills.no_three` and so on."""
    return f"fills.{constraint.name.replace(' ', '_')}"


def by_rules(puzzle: Puzzle, run: Run) -> Deduce:
    """ConstraintPropagation: constraints 1, 2 and 3 in that order, until no update."""
    reason = other_rules(puzzle)
    if reason is not None:
        raise EngineError(
            f"guess:propagate=rules cannot solve this {puzzle.kind}: {reason}; use propagate=lines"
        )

    def deduce(possible: Candidates, guess: Cell | None, depth: int) -> bool:
        updated = True
        while updated:
            updated = False
            for number, constraint in CONSTRAINTS.items():
                filled = fill(puzzle, possible, constraint, f"constraint {number}", run, depth)
                run.count(counter(constraint), filled)
                updated |= filled > 0
            if broken(puzzle, possible):
                return False
        return True

    return deduce


def by_lines(puzzle: Puzzle, run: Run) -> Deduce:
    """Exact line solving, and lines that must differ kept apart."""
    tools = kernels(puzzle)
    depth_now = 0

    def count_fills(place: Place, masks: Masks, changed: int, why: str) -> None:
        filled = changed & ~unknown_in(masks)
        run.count(f"fills.{why}", filled.bit_count())
        if run.observer and filled:
            line = line_of(masks, puzzle.length(place), puzzle.symbols)
            cells = tuple((place.cell(k), line[k]) for k in bits(filled))
            run.emit("deduce", depth_now, place, cells, criterion=why)

    def deduce(possible: Candidates, guess: Cell | None, depth: int) -> bool:
        nonlocal depth_now
        depth_now = depth
        touched = guess and [*puzzle.lines_through(guess)]
        return propagate(tools, puzzle.distinct, possible, run.poll, count_fills, touched)

    return deduce


def search(puzzle: Puzzle, run: Run) -> Search:
    """Solve with the propagation that the options name."""
    how = run.options["propagate"]
    if how == "auto":
        how = "rules" if other_rules(puzzle) is None else "lines"
    return explore(puzzle, run, (by_rules if how == "rules" else by_lines)(puzzle, run))


def zones_and_guess(puzzle: Puzzle, run: Run) -> Search:
    lists = zones.Zones(puzzle, run)
    return explore(puzzle, run, lambda possible, _, depth: lists.deduce(possible, depth))


def patterns_and_guess(puzzle: Puzzle, run: Run) -> Search:
    return explore(puzzle, run, lambda cells, _, depth: patterns.deduce(puzzle, run, cells, depth))


CELL = {"cell": ("random", "tightest", "first")}
GUESSED = ("guesses", "contradictions")

ENGINE = Engine(
    name="guess",
    summary="propagates to a fixpoint, then tries both values of an empty cell, recursively",
    search=search,
    options={"propagate": ("auto", "rules", "lines"), **CELL},
    traces=True,
    counters=(*map(counter, CONSTRAINTS.values()), "fills.line", "fills.distinct", *GUESSED),
)
ZONES_AND_GUESS = Engine(
    name="zones+guess",
    summary="zones, and guesses when it is stuck",
    search=zones_and_guess,
    options=CELL,
    traces=True,
    counters=(*zones.ENGINE.counters, *GUESSED),
)
PATTERNS_AND_GUESS = Engine(
    name="patterns+guess",
    summary="patterns, and guesses when it is stuck",
    search=patterns_and_guess,
    refusal=other_rules,
    options=CELL,
    traces=True,
    counters=(*patterns.ENGINE.counters, *GUESSED),
)
