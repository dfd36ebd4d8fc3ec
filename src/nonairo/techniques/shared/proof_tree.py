"""One tree of suppositions for all cells that are left: planned by the core, then named steps.

The tree has a spine: cells of which every wrong value is refuted, one after the other, each with
what the right values before it give. `planned` takes the cell whose values settle most, and refutes
by lines alone before it splits. Without learning a tree grows exponentially (9-Dom has 9,000
leaves, 12-Dom millions), so a tree that is too large is given up, and an engine counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from nonairo.engines import find_engine
from nonairo.engines.base import Run
from nonairo.grid import UNKNOWN, Cell, Grid, Symbol
from nonairo.limits import Budget
from nonairo.techniques.base import Chain, Climber, Position
from nonairo.techniques.shared.case_chains import (
    DeadEnd,
    case_chain,
    case_chains,
    chain_of,
    follow,
)
from nonairo.techniques.shared.case_search import CaseTree, Splitter
from nonairo.techniques.shared.lines import known, put
from nonairo.techniques.shared.solution import only_solution
from nonairo.techniques.shared.supposing import TooHard, bounded

MOST_ENDS = 1000  # places where a rule breaks, in a tree that is listed: half are not needed
PLAN_POLLS = 40_000  # until it is too hard to plan one
DEPTH = 60  # suppositions inside each other


@dataclass(frozen=True, slots=True)
class Vertebra:
    """A cell of the spine: its right symbol, and how the others are refuted."""

    cell: int
    right: Symbol
    refuted: Mapping[Symbol, CaseTree]


def smallest_start(position: Position, solution: Grid, search: Climber) -> Position | None:
    """The position with the givens from which the solution follows, and nothing else known.

    Where the givens are not enough, everything that is known takes their place. None if that is
    not enough, either.
    """
    puzzle = position.puzzle

    def enough(grid: Grid) -> bool:
        search.poll()
        return only_solution(puzzle.with_givens(grid), grid) == solution

    blank = Grid.blank(puzzle.height, puzzle.width)
    grid = next(filter(enough, (blank, puzzle.givens, position.grid())), None)
    if grid is None:
        return None
    for k in known(grid.cells):
        fewer = Grid(grid.height, grid.width, put(grid.cells, k, UNKNOWN))
        grid = fewer if enough(fewer) else grid
    return Position(puzzle.with_givens(grid), grid)


def planned(
    start: Position, position: Position, solution: Grid, search: Climber
) -> tuple[Vertebra, ...] | None:
    """The cells of the spine; None if the tree is too large to be listed.

    Nothing is supposed of cells that are known in the position, although the tree rests on few.
    """
    within = position.grid().cells
    splitter = bounded(start, search, within, PLAN_POLLS)
    splitter.greedy = True
    right = solution.cells
    spine: list[Vertebra] = []
    ends = 0
    try:
        cells = splitter.narrowed(start.grid().cells) or right
        while any(cells[k] == within[k] == UNKNOWN for k in range(len(cells))):
            best = _next(splitter, cells, right)
            ends += sum(tree.ends for tree in best.refuted.values())
            if ends > MOST_ENDS:
                return None
            spine.append(best)
            cells = splitter.narrowed(put(cells, best.cell, best.right)) or right
    except TooHard:
        return None
    return tuple(spine)


def _next(splitter: Splitter, cells: str, right: str) -> Vertebra:
    """The cell that gives most of those that lines refute; else one that settles much."""
    probes = splitter.probe_all(cells)
    symbols = splitter.symbols

    def wrong(cell: int) -> list[Symbol]:
        return [symbol for symbol in symbols if symbol != right[cell]]

    def left(cell: int) -> int:
        return probes[cell][symbols.index(right[cell])]

    def refuted_by_lines(cell: int) -> bool:
        return all(probes[cell][symbols.index(symbol)] < 0 for symbol in wrong(cell))

    easy = [cell for cell in probes if refuted_by_lines(cell)]
    best = min(easy, key=left) if easy else splitter.splits(cells, probes)[0]
    refuted = splitter.refute_each(cells, best, "".join(wrong(best)), DEPTH)
    if refuted is None:
        raise TooHard
    return Vertebra(best, right[best], refuted)


def tree_chains(
    start: Position, spine: Sequence[Vertebra], decided: Collection[Cell], search: Climber
) -> tuple[Chain, ...] | None:
    """Both values of the first cell: the wrong ones break a rule, the right one leads to the end.

    The other cells of the spine are dead ends on that way. None if named steps do not lead there.
    """
    first, *others = spine
    cell = start.cell_at(first.cell)
    chains = []
    for symbol, tree in first.refuted.items():
        chain = case_chain(start, cell, symbol, tree, search, everywhere=True)
        if chain is None:
            return None
        chains.append(chain)
    parts = [follow(start, cell, first.right, search, everywhere=True)]
    for vertebra in others:
        here, where = parts[-1].after, start.cell_at(vertebra.cell)
        if here.lines[where.row][where.col] != UNKNOWN:
            continue
        refuted = case_chains(here, where, vertebra.refuted, search)
        if refuted is None:
            return None
        then = follow(here, where, vertebra.right, search)
        then.cut = DeadEnd(start, (where, vertebra.right), partial(tuple, refuted))
        parts.append(then)
    end = parts[-1].after.lines
    if any(end[cell.row][cell.col] == UNKNOWN for cell in decided):
        return None
    return *chains, chain_of(cell, first.right, parts, (), {*decided})


def refutations(start: Position, search: Climber) -> int:
    """How many suppositions an engine refutes until nothing but the solution is left."""
    puzzle = start.puzzle
    _, engine, options, _ = find_engine("auto", puzzle)
    run = Run(Budget(), options=options)
    for _ in engine.start(puzzle, run):
        search.poll()
    for _ in range(run.backtracks):
        search.poll()
    return run.backtracks
