"""Other solvers for comparison, each with the same task: none, one, or several solutions?

Times include building the model, as a user would pay for it. Both run on one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, Balanced, Both, LineRule, Ones, Signs

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

SLICE = 5000  # conflicts of CaDiCaL between two looks at the clock; then a Ctrl-C is noticed, too


class PeerAnswer(NamedTuple):
    """How many solutions (2: several; None: given up), and the seconds it took."""

    number: int | None
    seconds: float


def cadical(puzzle: Puzzle, time_limit: float) -> PeerAnswer:
    """CaDiCaL through python-sat, on the encoding of the `sat` engine."""
    from nonairo.clauses import encode
    from nonairo.engines.sat import undisturbed

    begin = time.perf_counter()
    cnf = encode(puzzle)
    with undisturbed()(bootstrap_with=cnf.clauses) as solver:
        number, answer = 0, None
        while number < 2 and answer is not False and time.perf_counter() - begin < time_limit:
            solver.conf_budget(SLICE)
            answer = solver.solve_limited()
            if answer:
                number += 1
                last = max(map(max, cnf.cells))  # the variables of the cells come first
                solver.add_clause([-literal for literal in solver.get_model()[:last]])
    seconds = time.perf_counter() - begin
    return PeerAnswer(number if seconds < time_limit else None, seconds)


def cp_sat(puzzle: Puzzle, time_limit: float) -> PeerAnswer:
    """CP-SAT of OR-Tools, with sums and signs for Binairo and automata for other rules."""
    from ortools.sat.python import cp_model

    begin = time.perf_counter()
    model = cp_model.CpModel()
    symbols = puzzle.symbols
    cells = [
        [_variable(model, len(symbols)) for _ in range(puzzle.width)] for _ in range(puzzle.height)
    ]
    for row, line in enumerate(puzzle.givens.rows()):
        for col, symbol in enumerate(line):
            if symbol != ".":
                model.add(cells[row][col] == symbols.index(symbol))
    for place in puzzle.places():
        line_cells = [cells[r][c] for r, c in map(place.cell, range(puzzle.length(place)))]
        _add_rule(model, puzzle.rule(place), line_cells, symbols)
    if puzzle.distinct:
        for lines in (cells, [list(column) for column in zip(*cells, strict=True)]):
            _add_distinct(model, lines)
    flat = [cell for row in cells for cell in row]
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C ends the process without a word
    number = 0
    while number < 2:
        solver.parameters.max_time_in_seconds = max(time_limit - time.perf_counter() + begin, 0.01)
        status = _solve_apart(solver, model)
        if status == cp_model.INFEASIBLE:
            break
        if status == cp_model.UNKNOWN:
            return PeerAnswer(None, time.perf_counter() - begin)
        number += 1
        if len(symbols) == 2:
            model.add_bool_or(x.negated() if solver.value(x) else x for x in flat)
        else:
            differ = [model.new_bool_var("") for _ in flat]
            for here, x in zip(differ, flat, strict=True):
                model.add(x != solver.value(x)).only_enforce_if(here)
            model.add_bool_or(differ)
    return PeerAnswer(number, time.perf_counter() - begin)


def _solve_apart(solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
    """Solve in another thread: Python notices a Ctrl-C only where it waits itself."""
    with ThreadPoolExecutor(1) as other:
        solving = other.submit(solver.solve, model)
        try:
            return solving.result()
        except KeyboardInterrupt:
            solver.stop_search()
            raise


def _variable(model: cp_model.CpModel, symbols: int) -> cp_model.IntVar:
    return model.new_bool_var("") if symbols == 2 else model.new_int_var(0, symbols - 1, "")


def _add_distinct(model: cp_model.CpModel, lines: list[list[cp_model.IntVar]]) -> None:
    """Lines as numbers that differ, while 64 bits hold them; else a difference for every two."""
    if len(lines[0]) < 62:
        values = [model.new_int_var(0, (1 << len(line)) - 1, "") for line in lines]
        for value, line in zip(values, lines, strict=True):
            model.add(value == sum((1 << k) * x for k, x in enumerate(line)))
        model.add_all_different(values)
        return
    for first, second in combinations(lines, 2):
        differ = [model.new_bool_var("") for _ in first]
        for here, a, b in zip(differ, first, second, strict=True):
            model.add(a != b).only_enforce_if(here)
        model.add_bool_or(differ)


def _add_rule(
    model: cp_model.CpModel, rule: LineRule, cells: list[cp_model.IntVar], symbols: str
) -> None:
    if type(rule) is Balanced:
        for k in range(len(cells) - rule.longest):
            window = cells[k : k + rule.longest + 1]
            model.add_bool_or(window)
            model.add_bool_or(x.negated() for x in window)
        model.add(sum(cells) == rule.ones)
        return
    if type(rule) is Anything:
        return
    if type(rule) is Ones:
        model.add(sum(cells) == rule.number)
        return
    if isinstance(rule, Both):
        for each in rule.rules:
            _add_rule(model, each, cells, symbols)
        return
    if isinstance(rule, Signs):
        for one, other, sign in zip(cells, cells[1:], rule.between, strict=False):
            if sign != ".":
                model.add(one == other if sign == "=" else one != other)
        return
    number = {rule.start: 0}
    frontier, arcs = [rule.start], []
    while frontier:
        state = frontier.pop()
        for symbol in symbols:
            after = rule.step(state, symbol)
            if after is None:
                continue
            if after not in number:
                number[after] = len(number)
                frontier.append(after)
            arcs.append((number[state], symbols.index(symbol), number[after]))
    ends = [k for state, k in number.items() if rule.accepts(state)]
    model.add_automaton(cells, 0, ends, arcs)


Peer = Callable[[Puzzle, float], PeerAnswer]
PEERS: dict[str, tuple[str, Peer]] = {"CaDiCaL": ("pysat", cadical), "CP-SAT": ("ortools", cp_sat)}


def available() -> dict[str, Peer]:
    """The peers that are installed."""
    found = {}
    for name, (module, peer) in PEERS.items():
        with suppress(ImportError):
            import_module(module)
            found[name] = peer
    return found
