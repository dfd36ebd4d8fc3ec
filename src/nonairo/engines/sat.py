"""SAT: the puzzle as a formula, solved by CaDiCaL (extra `sat`).

The formula is that of `nonairo.clauses`; `convert --to dimacs:encoding=...` writes the same, for
`lean` with all lines made to differ. `lean` is ours and the default; `direct` and `tseitin` are by
P. H. Utomo and R. H. Makarim (2017), `compact` is a shorter form of the latter. Solutions are
forbidden one by one, so the end of the search is a proof. Distinct lines are left out of the lean
formula at first; two lines are made to differ when a model has them equal, which few puzzles need.

A long formula is never held: its clauses go into the solver as they are made. What that will need
is known before, and refused where there is less. The seconds for making the formula and handing it
over (`seconds.prepare`) and those inside the solver (`seconds.solve`) are counted apart.

CaDiCaL cannot look at a clock, so it runs in slices of conflicts, short enough that
limits and Ctrl-C are noticed between them; only where it simplifies a large formula between two
conflicts, which may take seconds, they wait for the end of that. A node is a conflict.

Solutions come in CaDiCaL's own order.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

from nonairo import clauses
from nonairo.clauses import (
    ENCODINGS,
    Clauses,
    StreamedCnf,
    encode_difference,
    line_literals,
    pairs,
)
from nonairo.engines.base import Engine, Run, Search
from nonairo.errors import EngineError, LimitReached
from nonairo.grid import Grid, Place
from nonairo.limits import free_memory, in_gigabytes
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from pysat.solvers import Cadical195

CHUNK = 20_000  # clauses handed over between two looks at the clock
SLICE_SECONDS = 0.05
MUCH = 2**29  # bytes that are worth a word beforehand


INSTALL = "engine sat needs python-sat 1.9 or newer: pip install 'python-sat>=1.9.dev0'"


def absent() -> str | None:
    """How to get CaDiCaL, where it is not installed."""
    return INSTALL if find_spec("pysat") is None else None


def forecast(puzzle: Puzzle, options: Mapping[str, str]) -> str | None:
    """How large the formula will be, where it is large."""
    encoding = options["encoding"]
    if encoding == "lean":
        return None
    size = clauses.forecast(puzzle, encoding)
    if size.bytes < MUCH or size.clauses > clauses.MOST_STREAMED:
        return None
    return f"{size.clauses:,} clauses, about {in_gigabytes(size.bytes)} of memory"


def search(puzzle: Puzzle, run: Run) -> Search:
    """Encode, then ask for models until there are no more."""
    solver_type = undisturbed()
    run.spend()
    lazily = run.options["encoding"] == "lean" and puzzle.distinct
    begin = time.perf_counter()
    formula = clauses.stream(puzzle, run.options["encoding"], distinct=not lazily, poll=run.poll)
    size = formula.size
    run.counters |= {
        "variables": size.variables, "clauses": size.clauses, "memory.expected": size.bytes
    }  # fmt: skip
    _refuse_too_much(size.bytes, run)
    apart = Clauses(size.variables)
    variables = max(map(max, formula.cells))  # those of the cells come first
    number = {symbol: k for k, symbol in enumerate(puzzle.symbols)}
    differing: set[tuple[Place, Place]] = set()
    with solver_type() as solver:
        try:
            _hand_over(formula, solver, run)
        finally:
            run.took("seconds.prepare", time.perf_counter() - begin)
        while _satisfiable(solver, run):
            model = solver.get_model()[:variables]
            cells = clauses.read_model(formula.cells, model, puzzle.symbols)
            grid = Grid(puzzle.height, puzzle.width, cells)
            equal = [
                pair
                for pair in (pairs(puzzle) if lazily else ())
                if grid.line(pair[0]) == grid.line(pair[1])
            ]
            for pair in equal:
                assert pair not in differing, "lines that were made to differ are equal"
                differing.add(pair)
                encode_difference(apart, *(line_literals(puzzle, place) for place in pair))
            run.count("distinct", len(equal))
            solver.append_formula(apart.clauses)
            apart.clauses.clear()
            if not equal:
                yield grid
                each = zip(formula.cells, cells, strict=True)
                solver.add_clause([-cell[number[symbol]] for cell, symbol in each])


@cache
def undisturbed(name: str = "Cadical195") -> Any:
    """Return CaDiCaL or Glucose4 of python-sat, in which a Ctrl-C waits for the end of a slice.

    In the main thread python-sat would catch the signal itself and jump out of the middle of the
    solver, which leaves its memory in ruins. With the argument 0 (not the main thread) it leaves
    the signal to Python.
    """
    try:
        import pysolvers
        from pysat import solvers
    except ImportError:
        raise EngineError(INSTALL) from None

    class Undisturbed(getattr(solvers, name)):  # type: ignore[misc]
        cadical: Any
        glucose: Any
        __del__ = staticmethod(bool)  # does nothing: a Ctrl-C in Python code would be lost here

        def delete(self) -> None:
            """Free the solver; never twice, also if a Ctrl-C arrives meanwhile."""
            if name == "Glucose4":
                solver, self.glucose = self.glucose, None
                if solver:
                    pysolvers.glucose41_del(solver)
            else:
                solver, self.cadical = self.cadical, None
                if solver:
                    pysolvers.cadical195_del(solver, None)

        def solve_limited(self, assumptions: Sequence[int] = ()) -> bool | None:
            supposed = list(assumptions)
            if name == "Glucose4":
                self.status: bool | None = pysolvers.glucose41_solve_lim(
                    self.glucose, supposed, 0, 0
                )
            else:
                answer = pysolvers.cadical195_solve_lim(self.cadical, supposed, 0)
                self.status = None if answer == 0 else answer > 0
            return self.status

    return Undisturbed


def _refuse_too_much(need: int, run: Run) -> None:
    free = free_memory()
    if free is not None and need > free:
        raise LimitReached(
            f"encoding {run.options['encoding']} needs about {in_gigabytes(need)} of memory,"
            f" and {in_gigabytes(free)} are free; use lean",
            "memory",
        )


def _hand_over(formula: StreamedCnf, solver: Cadical195, run: Run) -> None:
    """Give the clauses to the solver as they are made, looking at the clock in between."""
    while chunk := list(islice(formula.clauses, CHUNK)):
        run.poll()
        solver.append_formula(chunk)


def _satisfiable(solver: Cadical195, run: Run) -> bool:
    """Solve in slices; raises LimitReached, or lets a Ctrl-C through, between them."""
    slice_size = 500
    while True:
        run.poll()
        left = run.budget.nodes_left()
        if left == 0:
            run.spend()  # which says that the limit is reached
        begin, before = time.perf_counter(), solver.accum_stats()
        solver.conf_budget(slice_size if left is None else min(slice_size, left))
        answer: bool | None = solver.solve_limited()
        used = time.perf_counter() - begin
        run.took("seconds.solve", used)
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
    summary="a formula for CaDiCaL (needs the extra sat), with proofs; nodes are conflicts",
    search=search,
    options={"encoding": ENCODINGS},
    counters=(
        *("variables", "clauses", "memory.expected", "distinct"),
        *("conflicts", "decisions", "propagations", "seconds.prepare", "seconds.solve"),
    ),
    absent=absent,
    forecast=forecast,
)
