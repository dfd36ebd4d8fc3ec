"""The native core: every line settled exactly and bit-parallel, then a search that learns.

Which part of the core takes a puzzle follows from its line rules: `Balanced` and `Runs` have
kernels of their own, any other automaton runs from its transition table. What is too large for the
core goes to `guess:propagate=lines,cell=tightest`, and the result names that engine.

Solutions come in the core's own order, the same for the same seed. Every one of them is checked
against the rules before it leaves the core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from nonairo import line_solver
from nonairo.engines.base import Engine, Run, Search
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import SYMBOLS, Grid
from nonairo.line_solver import compiled
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs, State

if TYPE_CHECKING:
    from nonairo._core import BalancedGrid, RunsGrid, TableGrid

    Plan: TypeAlias = BalancedGrid | RunsGrid | TableGrid
    Batch: TypeAlias = Callable[[memoryview, int, int, int | None], tuple[bytes, bytes]]

MOST_STATES = 100_000  # of one automaton's table; what needs more is not for the core
LARGEST = {Balanced: 128, Runs: 512}  # sides
LARGEST_TABLE = 512

# Puzzles of one size share the tuples of their rules, so plans are found by identity; a plan keeps
# its rules alive, so an identity cannot be reused.
_plans: dict[tuple[int, int, bool], tuple[Puzzle, Plan | None]] = {}
MOST_PLANS = 256
MASK = (1 << 64) - 1  # of a seed: the core takes 64 bits of it


def plan_of(puzzle: Puzzle) -> Plan | None:
    """What the core needs to know of a puzzle besides its givens; None if it cannot take it."""
    key = id(puzzle.row_rules), id(puzzle.col_rules), puzzle.distinct
    known = _plans.get(key)
    if known is not None:
        return known[1]
    plan = _plan(puzzle)
    if len(_plans) >= MOST_PLANS:
        _plans.clear()
    _plans[key] = puzzle, plan
    return plan


def _plan(puzzle: Puzzle) -> Plan | None:
    rules = (*puzzle.row_rules, *puzzle.col_rules)
    side = max(puzzle.height, puzzle.width)
    row, col = puzzle.row_rules[0], puzzle.col_rules[0]
    if isinstance(row, Balanced) and isinstance(col, Balanced) and _even(puzzle, row, col):
        if side > LARGEST[Balanced]:
            return None
        return compiled.BalancedGrid(
            puzzle.height, puzzle.width, row.ones, col.ones, puzzle.distinct
        )
    if all(isinstance(rule, Runs) for rule in rules) and not puzzle.distinct:
        if side > LARGEST[Runs]:
            return None
        rows, cols = (
            [rule.clue for rule in each if isinstance(rule, Runs)]
            for each in (puzzle.row_rules, puzzle.col_rules)
        )
        return compiled.RunsGrid(rows, cols)
    return _table_plan(puzzle) if side <= LARGEST_TABLE else None


def _even(puzzle: Puzzle, row: Balanced, col: Balanced) -> bool:
    """Whether all rows and all columns have one rule each, the one that the kernel is made for."""
    alike = set(puzzle.row_rules) == {row} and set(puzzle.col_rules) == {col}
    return alike and all(
        rule.longest == 2 and abs(rule.zeros - rule.ones) <= 1 for rule in (row, col)
    )


def _table_plan(puzzle: Puzzle) -> Plan | None:
    numbers: dict[tuple[LineRule, int], int] = {}
    tables: list[tuple[list[int], list[bool]]] = []
    rule_of_line: list[int] = []
    for place in puzzle.places():
        key = puzzle.rule(place), puzzle.length(place)
        if key not in numbers:
            table = transition_table(*key)
            if table is None:
                return None
            numbers[key] = len(tables)
            tables.append(table)
        rule_of_line.append(numbers[key])
    return compiled.TableGrid(puzzle.height, puzzle.width, tables, rule_of_line, puzzle.distinct)


def transition_table(rule: LineRule, length: int) -> tuple[list[int], list[bool]] | None:
    """The automaton as far as lines of this length can lead: next[2 * state + symbol] or -1."""
    number: dict[State, int] = {rule.start: 0}
    frontier = [rule.start]
    after: dict[tuple[int, int], int] = {}
    for _ in range(length):
        reached: list[State] = []
        for state in frontier:
            for k, symbol in enumerate(SYMBOLS):
                target = rule.step(state, symbol)
                if target is None:
                    continue
                if target not in number:
                    number[target] = len(number)
                    reached.append(target)
                after[number[state], k] = number[target]
        if len(number) > MOST_STATES:
            return None
        frontier = reached
    steps = [after.get((state, k), -1) for state in range(len(number)) for k in range(2)]
    return steps, [rule.accepts(state) for state in number]


def search(puzzle: Puzzle, run: Run) -> Search:
    """List the solutions one by one."""
    plan = plan_of(puzzle)
    assert plan is not None, "the engine is not asked what it cannot take"
    native = plan.search(puzzle.givens.cells, run.time_limit, run.node_limit, run.seed & MASK)
    while True:
        cells = native.next()
        run.nodes, run.backtracks = native.nodes, native.backtracks
        if cells is None:
            break
        yield Grid(puzzle.height, puzzle.width, cells)
    run.counters |= native.counters()
    if native.outcome != "exhausted":
        run.proved = Grid(puzzle.height, puzzle.width, native.proved())
        raise LimitReached(limit_text(run.time_limit, run.node_limit, native.nodes))


def limit_text(time_limit: float | None, node_limit: int | None, nodes: int) -> str:
    """Which limit it was that stopped the core."""
    if node_limit is not None and nodes >= node_limit:
        return f"the limit of {node_limit} nodes was reached"
    if time_limit is not None:
        return f"the limit of {time_limit:g} s was reached"
    return "the core's limit of memory was reached"


def count_native(
    puzzle: Puzzle, limit: int | None, seconds: float | None
) -> tuple[int, bool] | None:
    """The number of solutions and whether it is exact, where the core has a way to count."""
    plan = plan_of(puzzle)
    if not isinstance(plan, (compiled.BalancedGrid, compiled.RunsGrid)):
        return None
    # One more than the limit is asked for: then a count that equals the limit is known to be exact.
    value, exact, _ = plan.count(puzzle.givens.cells, None if limit is None else limit + 1, seconds)
    return (value, exact) if limit is None or value <= limit else (limit, False)


def batch_native(blank: Puzzle) -> Batch | None:
    """The call that solves many puzzles of one size, where the core has one."""
    plan = plan_of(blank) if line_solver.compiled is not None else None
    return plan.batch if isinstance(plan, compiled.BalancedGrid) else None


def draw_native(
    blank: Puzzle, seed: int, seconds: float | None = None, nodes: int | None = None
) -> Grid | None:
    """A full Binairo board drawn at random; None if there is none, or a limit came first."""
    cells = _balanced(blank).random(seed & MASK, seconds, nodes).cells
    return None if cells is None else Grid(blank.height, blank.width, cells)


def dig_native(
    blank: Puzzle,
    board: Grid,
    seed: int,
    *,
    by_lines: bool,
    symmetric: bool,
    seconds: float | None = None,
    nodes: int | None = None,
) -> tuple[Grid, bool]:
    """Givens that leave a board as the only solution, and whether nothing more can be dug out."""
    plan = _balanced(blank)
    cells, done, _ = plan.dig(board.cells, seed & MASK, by_lines, symmetric, seconds, nodes)
    return Grid(blank.height, blank.width, cells), done


def _balanced(puzzle: Puzzle) -> BalancedGrid:
    plan = plan_of(puzzle)
    if not isinstance(plan, compiled.BalancedGrid):
        raise EngineError(f"the core does not take {puzzle.kind} of this size")
    return plan


ENGINE = Engine(
    name="core",
    summary="native: bit-parallel line propagation, then learning search; proves uniqueness",
    search=search,
    counters=("propagations", "probes", "conflicts", "restarts", "learnt"),
    traces=False,
    plan=plan_of,
)
