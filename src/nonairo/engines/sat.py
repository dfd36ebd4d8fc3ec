"""SAT: the puzzle as a formula, solved by CaDiCaL (extra `sat`).

The formula is that of `nonairo.clauses`; `convert --to dimacs` writes the same. Solutions are
forbidden one by one, so the end of the search is a proof. Distinct lines are left out of the lean
formula at first; two lines are told to differ when a model has them equal, which few puzzles need.

CaDiCaL cannot be asked to look at a clock, so it runs in slices of conflicts, short enough that
limits and Ctrl-C are noticed between them. A node is a conflict.

Solutions come in CaDiCaL's own order.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from nonairo.clauses import ENCODINGS, Writer, encode, encode_difference, line_literals, pairs
from nonairo.engines.base import Engine, Run, Search
from nonairo.errors import EngineError
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from pysat.solvers import Solver

CHUNK = 20_000  # clauses handed over between two looks at the clock
SLICE_SECONDS = 0.05


def search(puzzle: Puzzle, run: Run) -> Search:
    """Encode, then ask for models until there are no more."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise EngineError(
            "engine sat needs python-sat 1.9 or newer: pip install 'nonairo[sat]'"
        ) from None
    run.spend()
    encoding = run.options["encoding"]
    lazily = encoding == "lean"
    cnf = encode(puzzle, encoding, distinct=not lazily, poll=run.poll)
    run.counters |= {"variables": cnf.variables, "clauses": len(cnf.clauses)}
    told: set[tuple[object, object]] = set()
    writer = Writer(cnf.variables)
    variables = max(map(max, cnf.cells))  # those of the cells come first
    number = {symbol: k for k, symbol in enumerate(puzzle.symbols)}
    with Solver(name="cadical195") as solver:
        for start in range(0, len(cnf.clauses), CHUNK):
            run.poll()
            solver.append_formula(cnf.clauses[start : start + CHUNK])
        while _satisfiable(solver, run):
            cells = cnf.read(solver.get_model()[:variables], puzzle.symbols)
            grid = Grid(puzzle.height, puzzle.width, cells)
            equal = [
                pair
                for pair in (pairs(puzzle) if lazily and puzzle.distinct else ())
                if grid.line(pair[0]) == grid.line(pair[1])
            ]
            for pair in equal:
                assert pair not in told, "lines that were told to differ are equal"
                told.add(pair)
                encode_difference(writer, *(line_literals(puzzle, place) for place in pair))
            run.count("distinct", len(equal))
            solver.append_formula(writer.clauses)
            writer.clauses.clear()
            if not equal:
                yield grid
                each = zip(cnf.cells, cells, strict=True)
                solver.add_clause([-cell[number[symbol]] for cell, symbol in each])


def _satisfiable(solver: Solver, run: Run) -> bool:
    """Solve in slices; raises LimitReached between them."""
    import pysolvers

    slice_size = 500
    while True:
        run.poll()
        left = run.budget.nodes_left()
        if left == 0:
            run.spend()  # which says that the limit is reached
        begin, before = time.monotonic(), solver.accum_stats()
        solver.conf_budget(slice_size if left is None else min(slice_size, left))
        try:
            answer: bool | None = solver.solve_limited()
        except pysolvers.error:  # its one way to tell of a Ctrl-C
            raise KeyboardInterrupt from None
        used = time.monotonic() - begin
        after = solver.accum_stats()
        for name in ("conflicts", "decisions", "propagations"):
            run.count(name, after[name] - before[name])
        run.budget.nodes += after["conflicts"] - before["conflicts"]
        run.backtracks = run.budget.nodes - 1
        if answer is not None:
            return answer
        slice_size = max(20, min(2 * slice_size, int(slice_size * SLICE_SECONDS / max(used, 1e-4))))


ENGINE = Engine(
    name="sat",
    summary="a formula for CaDiCaL (extra sat), with proofs; nodes are conflicts",
    search=search,
    options={"encoding": ENCODINGS},
    counters=("variables", "clauses", "distinct", "conflicts", "decisions", "propagations"),
    traces=False,
)
