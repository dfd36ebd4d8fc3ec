"""Write a proof that a puzzle has one solution, or none: three files that others can check.

`X.json` says what is proved and what the other files hash to; `X.cnf` is the puzzle as clauses
(`formula`) with one more that forbids the solution; `X.lrat` derives the empty clause from them. So
there is no other solution. Without the compiled core the proof is `X.drat`, which takes longer to
check.
"""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from nonairo import native
from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.errors import EngineError, FormatError, LimitReached
from nonairo.grid import Grid
from nonairo.limits import Budget, supervised
from nonairo.plain import one_of
from nonairo.proofs.checking import Refused, check_drat
from nonairo.proofs.formula import Formula
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

VERSION = 1  # of the files
SLICE = 500  # conflicts of CaDiCaL between two looks at the clock
Steps = list[list[int]]  # clauses, each of which follows from those before it


class Proof(NamedTuple):
    """What was written, and what it says.

    >>> import tempfile, nonairo as nn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = nn.prove("nonogram:1;1", f"{folder}/x")
    >>> proof.status, [file.name for file in proof.files][0], proof.clauses
    (<Status.UNIQUE: 'unique'>, 'x.cnf', 7)
    """

    status: Status
    solution: Grid | None
    files: tuple[Path, ...]
    clauses: int
    steps: int


def by_sat(formula: Formula, limits: Budget) -> Steps:
    """The clauses that CaDiCaL learns until there is nothing left."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise EngineError("a proof by sat needs python-sat: pip install 'nonairo[sat]'") from None
    with Solver(name="cadical195", bootstrap_with=formula.clauses, with_proof=True) as solver:
        answer = None
        while answer is None:  # it looks at no clock: in slices, so that we can
            limits.poll()
            solver.conf_budget(SLICE)
            answer = solver.solve_limited()
        if answer:
            raise AssertionError("the formula has a solution that it should not have")
        told = solver.get_proof()
    return [list(map(int, line.split()[:-1])) for line in told if not line.startswith("d")]


def by_lines(formula: Formula, limits: Budget) -> Steps:
    """Nothing: of most puzzles unit propagation refutes every other solution by itself."""
    return []


def by_core(formula: Formula, limits: Budget) -> Steps:
    """The clauses that our own search learns: nothing is told if it does not take the puzzle."""
    told = native.refute(formula.puzzle, limits)
    steps: Steps = []
    clause: list[int] = []
    for literal in array("i", told or b""):
        if literal:
            clause.append(literal)
        else:
            steps.append(clause)
            clause = []
    return steps


# Who tells the clauses of a proof, the quickest first; the next is asked if they do not suffice.
PROVERS: dict[str, Callable[[Formula, Budget], Steps]] = {
    "lines": by_lines,
    "core": by_core,
    "sat": by_sat,
}


def prove(
    puzzle: PuzzleLike,
    path: str | os.PathLike[str],
    by: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Proof:
    """Write a proof that a puzzle has just one solution, or none.

    The files are `path` with `.json`, `.cnf` and `.lrat` behind it; `by` says who finds the proof:
    `lines` (propagation alone, enough for most puzzles), `core`, `sat`, or `auto`, the first that
    can.
    A puzzle with several solutions is refused; `time_limit` seconds, `memory_limit` bytes, or too
    many clauses, raise LimitReached.

    >>> import tempfile, nonairo as nn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     told = nn.prove("nonogram:2/1;1/1", f"{folder}/x").status
    ...     wrong = nn.verify("nonogram:2/1;1/1", f"{folder}/x")
    >>> told.value, wrong
    ('none', [])
    """
    puzzle = puzzle_of(puzzle)
    if by not in ("auto", *PROVERS):
        raise EngineError(one_of("a prover", ("auto", *PROVERS), by))
    check_place(path)  # what cannot be written is told before the work
    with supervised(time_limit, memory_limit=memory_limit):
        return _prove(puzzle, Path(path), by, time_limit)


def _prove(puzzle: Puzzle, path: Path, by: str, time_limit: float | None) -> Proof:
    limits = Budget(time_limit)
    answer = solve(puzzle, time_limit=time_limit)
    if answer.status is Status.UNKNOWN:
        raise LimitReached(answer.reason or "a limit was reached", answer.limit or "time")
    if answer.status is Status.MULTIPLE:
        raise EngineError("there is nothing to prove: the puzzle has several solutions")
    formula = Formula(puzzle, answer.solution, limits.poll)
    limits.poll()
    for name in PROVERS if by == "auto" else (by,):
        found = _text(formula, PROVERS[name](formula, limits), limits)
        if found is not None:
            return _written(puzzle, answer.status, answer.solution, path, formula, *found)
    raise EngineError("single lines do not prove it: the puzzle needs search")


def _text(formula: Formula, steps: Steps, limits: Budget) -> tuple[str, str] | None:
    """The proof as a file, and the ending of its name; None if it does not get to the end."""
    if native.compiled is None:
        lines = [" ".join(map(str, [*clause, 0])) for clause in steps]
        lines += ["0"] if "0" not in lines else []
        try:
            check_drat(formula.clauses, lines, limits.poll)
        except Refused:
            return None
        return ".drat", "\n".join(lines) + "\n"
    told = native.compiled.elaborate(
        formula.variables,
        _flat(formula.clauses),
        _flat(steps),
        limits.seconds_left(),
        limits.memory_limit,
    )
    if told.limit is not None:
        raise LimitReached(native.limit_text(told.limit, limits.time_limit, None), told.limit)
    if told.steps < len(steps) and told.text is None:
        raise AssertionError(f"step {told.steps + 1} of the proof does not follow")
    return None if told.text is None else (".lrat", told.text)


def _flat(clauses: Iterable[list[int]]) -> memoryview:
    numbers = array("i")
    for clause in clauses:
        numbers.extend(clause)
        numbers.append(0)
    return memoryview(numbers).cast("B")


def _written(
    puzzle: Puzzle,
    status: Status,
    solution: Grid | None,
    path: Path,
    formula: Formula,
    suffix: str,
    text: str,
) -> Proof:
    cnf = "".join(formula.dimacs())
    files = {".cnf": cnf.encode("ascii"), suffix: text.encode("ascii")}
    head = head_text(puzzle, status, solution, {end: digest(data) for end, data in files.items()})
    files[".json"] = head.encode("utf-8")
    written = []
    for end, data in files.items():
        where = beside(path, end)
        where.write_bytes(data)
        written.append(where)
    return Proof(status, solution, tuple(written), len(formula.clauses), text.count("\n"))


def check_place(path: str | os.PathLike[str]) -> None:
    """Raises FormatError where no proof of this name can be written."""
    folder = beside(Path(path), ".json").parent
    if not folder.is_dir():
        raise FormatError(f"{path}: expected a folder that exists, found no {folder}")


def beside(path: Path, end: str) -> Path:
    """A file of the proof that has this name."""
    if path.name in ("", ".."):
        raise FormatError(f"expected a name for the files of a proof, found {str(path)!r}")
    return path.with_name(path.name + end)


def digest(data: bytes) -> str:
    """What a file hashes to."""
    return hashlib.sha256(data).hexdigest()


def head_text(puzzle: Puzzle, status: Status, solution: Grid | None, hashes: dict[str, str]) -> str:
    """The file that says what is proved."""
    record = {
        "nonairo proof": VERSION,
        "id": puzzle.id,
        "status": status.value,
        "solution": None if solution is None else solution.cells,
        "sha256": {end.removeprefix("."): hashed for end, hashed in hashes.items()},
    }
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
