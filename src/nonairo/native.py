"""The only module that imports the core: lines, grids, counts, batches.

The core is the compiled module `nonairo._core`; without it the same code as WebAssembly, where the
package has `core.wasm` and something runs it. A function here returns None (or a reason, if one is
wanted) for what the core cannot do: if there is none, or if it does not support the rules or the
size. So everything works without it, only slower.

A *plan* is what the core keeps of a puzzle besides its givens. Binairo's lines and nonogram clues,
black and coloured, have hand-written kernels; any other automaton, over any number of symbols, runs
from its transition table.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from nonairo.automata import table_of
from nonairo.grid import SYMBOLS, Grid
from nonairo.limits import Budget, Limits, poll_in_force
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.rules import (
    Anything,
    Balanced,
    Both,
    ColouredClue,
    ColouredRuns,
    LineRule,
    Runs,
    Signs,
    balance_of,
    signs_along,
)

try:
    import nonairo._core as _core
except ImportError as error:
    missing = isinstance(error, ModuleNotFoundError) and error.name == "nonairo._core"
    if not missing:  # else: installed without a compiler
        warnings.warn(f"the compiled core cannot be loaded: {error}", RuntimeWarning, stacklevel=1)
    from nonairo.wasm_core import find_core

    _core = find_core()  # type: ignore[assignment]

compiled = _core

if TYPE_CHECKING:
    from nonairo._core import (
        BalancedGrid,
        BalancedLadder,
        BalancedLine,
        Census,
        ClueLadder,
        ColouredGrid,
        LargeBalancedGrid,
        ProbeGrid,
        RowsSearch,
        RunsGrid,
        RunsLine,
        SignedGrid,
        TableGrid,
        WalkSearch,
    )

    Blocks: TypeAlias = tuple[
        tuple[int, ...],  # the first start of each block,
        tuple[int, ...],  # and the last
        tuple[tuple[int, int], ...],  # groups: first cell, and one past the last
        tuple[tuple[int, ...], ...],  # for each the blocks that it can be part of
    ]
    Line: TypeAlias = RunsLine | BalancedLine
    Plan: TypeAlias = (
        BalancedGrid | LargeBalancedGrid | RunsGrid | SignedGrid | TableGrid | ColouredGrid
    )
    Prober: TypeAlias = ProbeGrid
    BoardLadder: TypeAlias = BalancedLadder
    PictureLadder: TypeAlias = ClueLadder
    Stream: TypeAlias = WalkSearch | RowsSearch
    Answer: TypeAlias = tuple[
        Literal["running", "exhausted", "limit"],
        list[str],
        str | None,
        int,
        int,
        float,
        tuple[tuple[str, ...], tuple[int, ...]],
        Literal["time", "nodes", "memory"] | None,
    ]  # the fields of PlanResult
    Batch: TypeAlias = Callable[
        [bytes | memoryview, int, int, int | None, float | None, int | None], tuple[bytes, bytes]
    ]  # cells, limit, threads, nodes for each board, seconds and bytes for all

Clues: TypeAlias = tuple[tuple[int, ...], ...]  # of all rows, or of all columns
AutomatonTable: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]

MOST_STATES = 100_000  # of one automaton's table; what needs more is not for the core
LARGEST_BALANCED, LARGEST = 128, 512  # sides: with kernels of their own, of all
LARGEST_SIGNED = 64  # a side, with a kernel for signs
MASK = (1 << 64) - 1  # of a seed: the core takes 64 bits of it
MOST_PLANS = 256
MOST_CELLS = 4_000_000  # of all plans that are kept: some 35 MB


class PlanResult(NamedTuple):
    """What `solve` of a plan returns, by name."""

    outcome: Literal["running", "exhausted", "limit"]
    solutions: list[str]
    proved: str | None  # None where the one solution says it all
    nodes: int
    backtracks: int
    seconds: float
    counters: tuple[tuple[str, ...], tuple[int, ...]]
    limit: Literal["time", "nodes", "memory"] | None


# Puzzles of one size share the tuples of their rules, so a plan is found by their identity; those
# that do not, by what their rules are. The puzzle kept beside it keeps its rules alive, so that no
# identity is used again while it is a key.
_by_identity: dict[tuple[int, int, int, bool, str], tuple[Puzzle, Plan | None]] = {}
# Code that solves many puzzles of one size needs the same plan each time.
NOBODY: tuple[Puzzle, Plan | None] = (
    Puzzle("", Grid.blank(1, 1), (Anything(),), (Anything(),)),
    None,
)
_last = NOBODY
_kept_cells = 0


def _nothing(*_: object) -> None:
    """What a function of the core is where it lacks it: it never knows the answer."""


# The core solves, in one call, a puzzle with the rules of the last one that it remembers; and it
# reads what is written as usual. All of these return None for anything else.
_remember: Callable[[Puzzle, Plan | None], None] = getattr(_core, "remember", _nothing)
learn_classes: Callable[..., None] = getattr(_core, "learn_classes", _nothing)
answer: Callable[[Puzzle], object] = getattr(_core, "answer", _nothing)
read_rows: Callable[[object], tuple[int, int, str] | None] = getattr(_core, "read_rows", _nothing)
read_clues: Callable[[object, int], Clues | None] = getattr(_core, "read_clues", _nothing)
read_sides: Callable[[str], tuple[Clues, Clues] | None] = getattr(_core, "read_sides", _nothing)
clues_of_picture: Callable[[str, int, int], tuple[Clues, Clues] | None] = getattr(
    _core, "clues_of_picture", _nothing
)


def version() -> str:
    """What the core runs on, for people."""
    if compiled is None:
        return "no core: pure Python"
    refused = compiled.refused_level()
    doubt = (
        f", {refused} not used: its answers differed from those of plain code" if refused else ""
    )
    return f"core: {compiled.level()}{doubt}"


def request_stop(stop: bool) -> None:
    """While `stop` is true, every search of the core ends with KeyboardInterrupt, in any thread."""
    if compiled is not None:
        compiled.request_stop(stop)


def line(rule: LineRule, length: int, symbols: str) -> Line | None:
    """The compiled kernel of a line, where there is one."""
    if compiled is None or symbols != SYMBOLS:
        return None
    if type(rule) is Runs:
        return compiled.RunsLine(rule.clue, length)
    if type(rule) is Balanced and rule.zeros + rule.ones == length:
        return compiled.BalancedLine(rule.zeros, rule.ones, rule.longest)
    return None


def blocks_of(clue: tuple[int, ...], length: int) -> Callable[[str], Blocks | None] | None:
    """Return a function that finds where blocks can start in a line, and which groups are theirs.

    None without the core.
    """
    return None if compiled is None else compiled.RunsLine(clue, length).blocks


def first_seen(line: Line) -> Callable[[str, int], int] | None:
    """Return a function that finds the first of the `sights` in a line; None for other rules."""
    return line.first_seen if isinstance(line, compiled.RunsLine) else None


def reduced(line: Line) -> Callable[..., str] | None:
    """Return a function that leaves out cells that a step does not need; None for other rules."""
    return line.reduced if isinstance(line, compiled.RunsLine) else None


def sights() -> dict[str, int]:
    """The techniques of which the core knows where they see something, and their numbers."""
    return {} if compiled is None else _sights()


@lru_cache(maxsize=1)
def _sights() -> dict[str, int]:
    return {name: k for k, name in enumerate(compiled.sights())}


def plan_of(puzzle: Puzzle) -> Plan | None:
    """What the core needs to know of a puzzle besides its givens; None if it cannot take it."""
    global _last
    plan = known_plan(puzzle)
    if plan is None:
        plan = _plan_kept(puzzle)
        _last = puzzle, plan
        _remember(puzzle, plan)
    return plan


def plan_once(puzzle: Puzzle) -> Plan | None:
    """The same, without keeping the plan for later calls."""
    found = None if compiled is None else _plan(puzzle)
    return None if isinstance(found, str) else found


def known_plan(puzzle: Puzzle) -> Plan | None:
    """The plan of a puzzle if it was made before; that may take long where lines have tables."""
    global _last
    if compiled is None:
        return None
    last, plan = _last
    if (
        puzzle.row_rules is last.row_rules
        and puzzle.col_rules is last.col_rules
        and puzzle.distinct is last.distinct
        and puzzle.symbols is last.symbols
        and puzzle.more_lines is last.more_lines
    ):
        return plan
    known = _by_identity.get(_identity(puzzle))
    if known is None:
        return None
    _last = puzzle, known[1]  # one assignment: another thread sees both or neither
    _remember(*_last)
    return known[1]


def _identity(puzzle: Puzzle) -> tuple[int, int, int, bool, str]:
    lines = id(puzzle.row_rules), id(puzzle.col_rules), id(puzzle.more_lines)
    return *lines, puzzle.distinct, puzzle.symbols


def _plan_kept(puzzle: Puzzle) -> Plan | None:
    if compiled is None:
        return None
    key = _identity(puzzle)
    known = _by_identity.get(key)
    if known is not None:
        return known[1]
    found = _plan(puzzle)
    if type(found) is compiled.SignedGrid:
        return found  # nearly as quickly made as found, and no other puzzle has its like
    plan = None if isinstance(found, str) else found
    _make_room(puzzle.height * puzzle.width)
    _by_identity[key] = puzzle, plan
    return plan


def _make_room(cells: int) -> None:
    """Forget all plans when they are too many, or too large together."""
    global _kept_cells
    _kept_cells += cells
    if len(_by_identity) >= MOST_PLANS:
        _by_identity.clear()
    if _kept_cells > MOST_CELLS:
        _by_identity.clear()
        for kept in (_balanced_plan, _runs_plan, _coloured_plan, _table_plan):
            kept.cache_clear()
        _kept_cells = cells


def refusal(puzzle: Puzzle) -> str | None:
    """Why the core does not take a puzzle; None if it does."""
    if compiled is None:
        return "it is not installed"
    found = _plan(puzzle)
    return found if isinstance(found, str) else None


def _plan(puzzle: Puzzle) -> Plan | str:
    side = max(puzzle.height, puzzle.width)
    if side > LARGEST:
        return f"it supports up to {LARGEST} cells per side, not {side}"
    rows, cols = puzzle.row_rules, puzzle.col_rules
    if puzzle.more_lines:
        return _from_tables(puzzle)
    if type(rows[0]) is ColouredRuns and not puzzle.distinct:
        return _from_blocks(puzzle) or _from_tables(puzzle)
    if puzzle.symbols != SYMBOLS:
        return _from_tables(puzzle)
    signed = _signed_plan(puzzle)  # first of all: every puzzle with signs needs a plan of its own
    if signed is not None:
        return signed
    row, col = rows[0], cols[0]
    regular = _regular(row, puzzle.width) and _regular(col, puzzle.height)
    if regular and _uniform(rows) and _uniform(cols):
        assert isinstance(row, Balanced)
        assert isinstance(col, Balanced)
        return _balanced_plan(puzzle.height, puzzle.width, row.ones, col.ones, puzzle.distinct)
    if not puzzle.distinct:
        across, down = _clues(rows), _clues(cols)
        if len(across) == len(rows) and len(down) == len(cols):
            return _runs_plan(across, down)
    return _from_tables(puzzle)


def _from_tables(puzzle: Puzzle) -> TableGrid | str:
    longest = max(map(puzzle.length, puzzle.shapes.places), default=0)
    if longest > LARGEST:
        return f"it supports lines of up to {LARGEST} cells, not {longest}"
    lines = puzzle.row_rules, puzzle.col_rules, puzzle.distinct, puzzle.symbols
    plan = _table_plan(*lines, puzzle.more_lines)
    return plan or "the automaton of its lines is too large"


def _regular(rule: LineRule, length: int) -> bool:
    """Whether a rule is the one that the kernel for balanced grids is made for."""
    if type(rule) is not Balanced or rule.longest != 2:
        return False
    return abs(rule.zeros - rule.ones) <= 1 and rule.zeros + rule.ones == length


def _uniform(rules: tuple[LineRule, ...]) -> bool:
    return rules.count(rules[0]) == len(rules)


def _clues(rules: tuple[LineRule, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([rule.clue for rule in rules if type(rule) is Runs])


def _from_blocks(puzzle: Puzzle) -> ColouredGrid | None:
    """The plan of a coloured nonogram; None if some line is none, or has blocks that cannot be."""
    rows, cols = _blocks(puzzle.row_rules), _blocks(puzzle.col_rules)
    if len(rows) < puzzle.height or len(cols) < puzzle.width:
        return None
    try:
        return _coloured_plan(len(puzzle.symbols), rows, cols)
    except ValueError:
        return None


def _blocks(rules: tuple[LineRule, ...]) -> tuple[ColouredClue, ...]:
    return tuple([rule.clue for rule in rules if type(rule) is ColouredRuns])


@lru_cache(maxsize=MOST_PLANS)
def _balanced_plan(height: int, width: int, row: int, col: int, distinct: bool) -> Plan:
    if max(height, width) > LARGEST_BALANCED:
        return compiled.LargeBalancedGrid(height, width, row, col, distinct)
    return compiled.BalancedGrid(height, width, row, col, distinct)


def _signed_plan(puzzle: Puzzle) -> SignedGrid | None:
    """Balanced lines with signs; None if there are none, or if a line is another."""
    height, width = puzzle.height, puzzle.width
    if height > LARGEST_SIGNED or width > LARGEST_SIGNED:
        return None
    signs: list[str] = []
    row = _signs_along(puzzle.row_rules, width, signs)
    col = _signs_along(puzzle.col_rules, height, signs)
    if row is None or col is None or not any(signs):
        return None
    return compiled.SignedGrid(height, width, row.ones, col.ones, puzzle.distinct, signs)


def _signs_along(rules: tuple[LineRule, ...], length: int, signs: list[str]) -> Balanced | None:
    """The balance that all these lines keep; their signs go to the end of the list."""
    shared = balance_of(rules[0])
    if shared is None or not _regular(shared, length):
        return None
    append, gaps = signs.append, length - 1  # every puzzle with signs has its own, so this is hot
    for rule in rules:
        if rule is shared:
            append("")
            continue
        parts = rule.rules if type(rule) is Both else (rule,)
        if parts[0] is not shared and parts[0] != shared:
            return None
        if len(parts) == 1:
            append("")
        elif len(parts) == 2 and type(parts[1]) is Signs and len(parts[1].between) == gaps:
            append(parts[1].between)
        else:
            return None
    return shared


@lru_cache(maxsize=MOST_PLANS)
def _runs_plan(rows: tuple[tuple[int, ...], ...], cols: tuple[tuple[int, ...], ...]) -> RunsGrid:
    return compiled.RunsGrid(rows, cols)


@lru_cache(maxsize=MOST_PLANS)
def _coloured_plan(
    symbols: int, rows: tuple[ColouredClue, ...], cols: tuple[ColouredClue, ...]
) -> ColouredGrid:
    return compiled.ColouredGrid(symbols, rows, cols)


@lru_cache(maxsize=MOST_PLANS)
def _table_plan(
    rows: tuple[LineRule, ...],
    cols: tuple[LineRule, ...],
    distinct: bool,
    symbols: str,
    more: tuple[ExtraLine, ...] = (),
) -> TableGrid | None:
    numbers: dict[tuple[LineRule, int], int] = {}
    tables: list[AutomatonTable] = []
    rule_of_line: list[int] = []
    keys = [(rule, len(cols)) for rule in rows] + [(rule, len(rows)) for rule in cols]
    for key in (*keys, *((line.rule, len(line.cells)) for line in more)):
        if key not in numbers:
            table = transition_table(*key, symbols)
            if table is None:
                return None
            numbers[key] = len(tables)
            tables.append(table)
        rule_of_line.append(numbers[key])
    size, width = (len(rows), len(cols)), len(cols)
    cells = [[row * width + col for row, col in line.cells] for line in more]
    return compiled.TableGrid(*size, len(symbols), tables, rule_of_line, distinct, cells)


@lru_cache(maxsize=1024)
def transition_table(rule: LineRule, length: int, symbols: str = SYMBOLS) -> AutomatonTable | None:
    """The automaton as the core takes it: next[symbols * state + symbol], or -1.

    As tuples: the garbage collector would look through lists again and again, for up to 0.1 s.
    """
    table = table_of(rule, length, symbols, MOST_STATES, poll_in_force())
    if table is None:
        return None
    return tuple([target for targets in table.after for target in targets]), tuple(table.accepts)


def prober(puzzle: Puzzle, *, patterns: bool = False) -> Prober | None:
    """What supposes values of many cells at once; None where the core does not take the puzzle.

    `patterns`: only what is seen at a glance in balanced lines is used, and nothing of others.
    """
    side = max(puzzle.height, puzzle.width)
    if compiled is None or puzzle.symbols != SYMBOLS or side > LARGEST or puzzle.more_lines:
        return None
    return _prober(puzzle.row_rules, puzzle.col_rules, puzzle.distinct, patterns)


@lru_cache(maxsize=16)
def _prober(
    rows: tuple[LineRule, ...], cols: tuple[LineRule, ...], distinct: bool, patterns: bool
) -> Prober | None:
    grid = compiled.ProbeGrid(len(rows), len(cols), distinct)
    for rules, length in ((rows, len(cols)), (cols, len(rows))):
        for rule in rules:
            balance = balance_of(rule)
            if patterns and balance is not None:
                most, signs = length + 1, signs_along(rule)[: length - 1]
                zeros, ones = min(balance.zeros, most), min(balance.ones, most)
                grid.add_patterns(zeros, ones, min(balance.longest, most), signs)
            elif patterns:
                grid.add_silent()
            elif type(rule) is Runs:
                grid.add_runs(rule.clue)
            elif type(rule) is Balanced and rule.zeros + rule.ones == length:
                grid.add_balanced(rule.zeros, rule.ones, rule.longest)
            else:
                table = transition_table(rule, length)
                if table is None:
                    return None
                grid.add_table(table)
    return grid


def refute(puzzle: Puzzle, budget: Budget) -> bytes | None:
    """The clauses that a learning search learns until no other solution is left.

    None where the core does not take the puzzle.

    Every rule goes by its table here, and nothing but lines and clauses is used: so each clause
    follows by unit propagation from those before it and from the automata of single lines.
    """
    if compiled is None:
        return None
    plan = _from_tables(puzzle)
    if isinstance(plan, str):
        return None
    found = plan.refute(puzzle.givens.cells, budget.seconds_left(), 0, budget.limits.memory)
    if found.limit is not None:
        raise budget.limits.reached(found.limit)
    return found.clauses


def narrowed(plan: Plan, cells: str) -> str | None:
    """What single lines, and lines that differ, decide in the end; None if a rule is broken.

    It is what the core knows when it enters the first node of a search, for every rule.
    """
    answer = PlanResult(*plan.solve(cells, 1, None, 1, 0))
    if answer.proved is not None:
        return answer.proved if answer.solutions or answer.outcome == "limit" else None
    return answer.solutions[0] if answer.solutions else None


def count(puzzle: Puzzle, limit: int | None, limits: Limits) -> tuple[int, bool, str | None] | None:
    """The number of solutions, whether it is exact, and which limit came first.

    None where the core has no better way than to list them.
    """
    plan = plan_of(puzzle)
    if plan is None or isinstance(
        plan, compiled.TableGrid | compiled.SignedGrid | compiled.ColouredGrid
    ):
        return None
    # The core counts up to one more than the limit: then a count equal to the limit is exact.
    most = None if limit is None else limit + 1
    found = plan.count(puzzle.givens.cells, most, limits.seconds, limits.memory)
    if limit is not None and found.value > limit:
        return limit, False, None
    return found.value, found.exact, found.limit


def settler(puzzle: Puzzle) -> Callable[[str], str | None] | None:
    """What lines decide of some cells, until nothing changes; None where the core cannot say.

    The call gives None on a contradiction.
    """
    plan = plan_of(puzzle)
    return None if plan is None else partial(narrowed, plan)


def counts_at_once(puzzle: Puzzle) -> bool:
    """Whether the core counts a puzzle by halves of the grid, and not cell by cell."""
    plan = plan_of(puzzle)
    return isinstance(plan, compiled.BalancedGrid | compiled.LargeBalancedGrid) if plan else False


def census(blank: Puzzle, limits: Limits) -> Census | None:
    """The shards in which the boards of a size are counted; None where it is not cut.

    To plan them takes a second or more; LimitReached if that is longer than the limits allow.
    """
    if compiled is None or max(blank.height, blank.width) > LARGEST or blank.more_lines:
        return None
    row, column = blank.row_rules[0], blank.col_rules[0]
    if type(row) is not Balanced or type(column) is not Balanced:
        return None
    if not compiled.Census.takes(blank.height, blank.width, blank.distinct):
        return None
    size = blank.height, blank.width, row.ones, column.ones
    try:
        return compiled.Census(*size, blank.distinct, limits.seconds)
    except TimeoutError:
        raise limits.reached("time") from None


def batch(blank: Puzzle) -> Batch | None:
    """The call that solves many puzzles of one size, where the core has one."""
    plan = plan_of(blank)
    return plan.batch if plan is not None and isinstance(plan, compiled.BalancedGrid) else None


def clue_batch(height: int, width: int) -> Batch | None:
    """The call that solves many nonograms of one size, as `pack_clues` has them."""
    solve = getattr(compiled, "solve_clues", None)  # not in WebAssembly
    return None if solve is None else partial(solve, height, width)


# The clues of one nonogram as a record has them, or of many as Arrow has them; for `clue_batch`.
pack_clues: Callable[[int, int, object, object], bytes | None] = getattr(
    _core, "pack_clues", _nothing
)
pack_clue_columns: Callable[..., tuple[bytes, bytes] | None] = getattr(
    _core, "pack_clue_columns", _nothing
)
