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
from nonairo.errors import EngineError, FormatError, LimitReached, MissingFileError, blaming
from nonairo.grid import Grid
from nonairo.limits import Budget, Limits, supervised
from nonairo.memory import names_memory
from nonairo.plain import is_one_of, one_of
from nonairo.proofs.checking import Refused, check_drat
from nonairo.proofs.formula import Formula, check_size
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.reading import file_name, unusable
from nonairo.results import Status
from nonairo.safe_files import drafted
from nonairo.solving import solve

VERSION = 1  # of the files
HEAD = b'{\n  "nonairo proof"'  # how the head of a proof starts
SLICE = 500  # conflicts of CaDiCaL between two looks at the clock
Steps = list[list[int]]  # clauses, each of which follows from those before it


class Proof(NamedTuple):
    """The files of a proof, and what it proves.

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
    """Return the clauses that CaDiCaL learns until there is nothing left."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        raise EngineError(
            "a proof by sat needs python-sat: pip install 'python-sat>=1.9.dev0'"
        ) from None
    with Solver(name="cadical195", bootstrap_with=formula.clauses, with_proof=True) as solver:
        answer = None
        while answer is None:  # it looks at no clock: in slices, so that we can
            limits.poll()
            solver.conf_budget(SLICE)
            answer = solver.solve_limited()
        if answer:
            raise AssertionError("the formula has a solution that it should not have")
        proof = solver.get_proof()
    return [list(map(int, line.split()[:-1])) for line in proof if not line.startswith("d")]


def by_lines(formula: Formula, limits: Budget) -> Steps:
    """Return nothing: of most puzzles unit propagation refutes every other solution by itself."""
    return []


def by_core(formula: Formula, limits: Budget) -> Steps:
    """Return the clauses that our own search learns; none if it does not support the puzzle."""
    learned = native.refute(formula.puzzle, limits)
    steps: Steps = []
    clause: list[int] = []
    for literal in array("i", learned or b""):
        if literal:
            clause.append(literal)
        else:
            steps.append(clause)
            clause = []
    return steps


# How the clauses of a proof are found, the quickest first; the next is used if they do not suffice.
PROVERS: dict[str, Callable[[Formula, Budget], Steps]] = {
    "lines": by_lines,
    "core": by_core,
    "sat": by_sat,
}


@names_memory
def prove(
    puzzle: PuzzleLike,
    path: str | os.PathLike[str],
    *,
    by: str = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Proof:
    """Write a proof that a puzzle has exactly one solution, or none.

    The files are `path` with the suffixes `.json`, `.cnf` and `.lrat`; `by` says how to find the
    proof: `lines` (propagation alone, enough for most puzzles), `core`, `sat`, or `auto`: the first
    of them that works.
    A puzzle with several solutions raises EngineError; `time_limit` seconds, `memory_limit` bytes
    or too many clauses raise LimitReached.

    >>> import tempfile, nonairo as nn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     status = nn.prove("nonogram:2/1;1/1", f"{folder}/x").status
    ...     wrong = nn.verify("nonogram:2/1;1/1", f"{folder}/x")
    >>> status.value, wrong
    ('none', [])
    """
    puzzle = puzzle_of(puzzle)
    if not is_one_of(by, ("auto", *PROVERS)):
        raise EngineError(one_of("a prover", ("auto", *PROVERS), by))
    name = Path(file_name(path))
    check_place(name)  # what cannot be written is refused before the work
    with supervised(Limits.of(time_limit, memory_limit=memory_limit)):
        return _prove(puzzle, name, by)


def _prove(puzzle: Puzzle, path: Path, by: str) -> Proof:
    limits = Budget()
    check_size(puzzle, limits.poll)
    answer = solve(puzzle, limits=limits.left())
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
    """Return the ending of the proof's name and its text; None if it does not get to the end."""
    if native.compiled is None:
        lines = [" ".join(map(str, [*clause, 0])) for clause in steps]
        lines += ["0"] if "0" not in lines else []
        try:
            check_drat(formula.clauses, lines, limits.poll)
        except Refused:
            return None
        return ".drat", "\n".join(lines) + "\n"
    made = native.compiled.elaborate(
        formula.variables,
        _flat(formula.clauses),
        _flat(steps),
        limits.seconds_left(),
        limits.limits.memory,
    )
    if made.limit is not None:
        raise limits.limits.reached(made.limit)
    if made.steps < len(steps) and made.text is None:
        raise AssertionError(f"step {made.steps + 1} of the proof does not follow")
    return None if made.text is None else (".lrat", made.text)


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
        try:
            with drafted(str(where)) as draft:
                draft.write(data)
        except ValueError as error:  # such as a null character in the name
            raise unusable(error, str(where)) from None
        written.append(where)
    return Proof(status, solution, tuple(written), len(formula.clauses), text.count("\n"))


def check_place(path: str | os.PathLike[str]) -> None:
    """Raise FormatError where no proof of this name can be written.

    The files of a proof are replaced, but not a puzzle or clauses that have such a name.
    """
    head = beside(Path(path), ".json")
    if not head.parent.is_dir():
        expected = f"expected a folder that exists, found no {head.parent}"
        raise MissingFileError(expected, path=str(path))
    proof = False
    if head.is_file():
        with blaming(head), head.open("rb") as stream:
            start = stream.read(len(HEAD))
        proof = start == HEAD
        if start and not proof:
            raise FormatError("exists and is not a proof; choose another name", path=str(head))
    for end in () if proof else (".cnf", ".lrat", ".drat"):
        other = beside(Path(path), end)
        if other.is_file():
            reason = f"exists and belongs to no proof ({head.name} is missing)"
            raise FormatError(f"{reason}; choose another name", path=str(other))


def beside(path: Path, end: str) -> Path:
    """Return the path of a file of the proof that has this name."""
    if path.name in ("", ".."):
        raise FormatError(f"expected a name for the files of a proof, found {str(path)!r}")
    return path.with_name(path.name + end)


def digest(data: bytes) -> str:
    """Return the hash of a file."""
    return hashlib.sha256(data).hexdigest()


def head_text(puzzle: Puzzle, status: Status, solution: Grid | None, hashes: dict[str, str]) -> str:
    """Return the file that says what is proved."""
    record = {
        "nonairo proof": VERSION,
        "id": puzzle.id,
        "status": status.value,
        "solution": None if solution is None else solution.cells,
        "sha256": {end.removeprefix("."): hashed for end, hashed in hashes.items()},
    }
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"
