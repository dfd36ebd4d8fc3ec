"""Check a proof that somebody else wrote, trusting none of its files."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.errors import FormatError
from nonairo.grid import Grid
from nonairo.judging import check
from nonairo.proofs.checking import Refused, check_drat, check_lrat, read_dimacs
from nonairo.proofs.explained import check_explanation
from nonairo.proofs.own_clauses import clauses_text
from nonairo.proofs.proving import digest, head_text
from nonairo.puzzle import Puzzle
from nonairo.results import Status

CHECKERS: dict[str, Callable[..., None]] = {".lrat": check_lrat, ".drat": check_drat}
LARGEST = 1 << 30  # bytes of a file


def verify(puzzle: PuzzleLike, path: str | os.PathLike[str]) -> list[str]:
    """What is wrong with the proof at `path`, in sentences; empty: it holds.

    `puzzle` is a Puzzle, its id or its text. If it holds, the puzzle has the one solution that
    `path.json` tells, or none if it says so. Where `path` itself is a file it is taken for what
    `nonairo explain --json` writes, and its steps are replayed.

    >>> import tempfile, nonairo as nn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = nn.prove("nonogram:1;1", f"{folder}/x")
    ...     print(nn.verify("nonogram:1;1", f"{folder}/x"))
    ...     print(nn.verify("nonogram:0;0", f"{folder}/x"))
    []
    ['the solution breaks a rule: row 1: the blocks are 1, but the clue is 0']
    """
    puzzle = puzzle_of(puzzle)
    path = Path(path)
    if path.is_file():
        return _faults(lambda: check_explanation(puzzle, _read(path)))
    return _faults(lambda: _check_files(puzzle, path))


def _faults(check_it: Callable[[], None]) -> list[str]:
    try:
        check_it()
    except Refused as wrong:
        return [str(wrong)]
    return []


def _check_files(puzzle: Puzzle, path: Path) -> None:
    suffix = next((end for end in CHECKERS if _beside(path, end).exists()), ".lrat")
    head, cnf, proof = (_read(_beside(path, end)) for end in (".json", ".cnf", suffix))
    solution = _claim(puzzle, head, {".cnf": digest(cnf), suffix: digest(proof)})
    if cnf != clauses_text(puzzle, solution).encode("ascii"):
        raise Refused(f"{_beside(path, '.cnf').name}: these are not the clauses of the puzzle")
    clauses = read_dimacs(cnf.decode("ascii"))
    CHECKERS[suffix](clauses, proof.decode("ascii", "replace").splitlines())


def _claim(puzzle: Puzzle, head: bytes, hashes: dict[str, str]) -> str | None:
    """The solution that is claimed to be the only one; None if there is to be none."""
    try:
        claimed = json.loads(head.decode("utf-8"))
        status, cells = Status(claimed["status"]), claimed["solution"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("the head (.json) does not say what is proved") from None
    if status not in (Status.UNIQUE, Status.NONE) or (status is Status.NONE) != (cells is None):
        raise Refused(f"status {status} with{'out' if cells is None else ''} a solution")
    solution = None
    if cells is not None:
        size = puzzle.height * puzzle.width
        if not isinstance(cells, str) or len(cells) != size or set(cells) - set(puzzle.symbols):
            raise Refused("the solution is not a full grid of the puzzle")
        solution = Grid(puzzle.height, puzzle.width, cells)
        broken = check(puzzle, solution)
        if broken:
            raise Refused(f"the solution breaks a rule: {broken[0].message}")
    if head.decode("utf-8") != head_text(puzzle, status, solution, hashes):
        raise Refused("the head (.json) does not fit the puzzle and the other files")
    return None if solution is None else solution.cells


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _read(path: Path) -> bytes:
    if path.stat().st_size > LARGEST:
        raise FormatError(f"{path}: expected at most {LARGEST >> 20} MB")
    return path.read_bytes()


def claimed_status(path: str | os.PathLike[str]) -> str:
    """What a proof that holds says of its puzzle: unique or none."""
    if Path(path).is_file():
        return Status.UNIQUE.value
    return str(json.loads(_read(_beside(Path(path), ".json")))["status"])
