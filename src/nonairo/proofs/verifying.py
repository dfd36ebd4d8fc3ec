"""Check a proof that somebody else wrote, trusting none of its files."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nonairo.checking import check
from nonairo.errors import FormatError, MissingFileError
from nonairo.grid import Grid
from nonairo.limits import Budget, Limits, in_force, supervised
from nonairo.memory import names_memory
from nonairo.proofs.checking import ANOTHER, Refused, check_drat, check_lrat, read_dimacs
from nonairo.proofs.explanation_proof import check_explanation
from nonairo.proofs.proving import beside, digest, head_text
from nonairo.proofs.verifier_clauses import clauses_text
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.reading import file_name
from nonairo.results import Status

CHECKERS: dict[str, Callable[..., None]] = {".lrat": check_lrat, ".drat": check_drat}
LARGEST = 1 << 30  # bytes of a file


@names_memory
def verify(
    puzzle: PuzzleLike,
    path: str | os.PathLike[str],
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> list[str]:
    """Return what is wrong with the proof at `path`, in sentences; empty if the proof is valid.

    `puzzle` is a Puzzle, its id or its text. If the proof is valid, the puzzle has exactly the
    solution in `path.json`, or none if it says so; `path` may also name one of the files. Any other
    file is read as the output of `nonairo explain --json`, and its steps are replayed. A check that
    needs more than `time_limit` seconds or `memory_limit` bytes raises LimitReached.

    >>> import tempfile, nonairo as nn
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = nn.prove("nonogram:1;1", f"{folder}/x")
    ...     print(nn.verify("nonogram:1;1", f"{folder}/x"))
    ...     print(nn.verify("nonogram:0;0", f"{folder}/x"))
    []
    ['this proof is for another puzzle']
    """
    puzzle = puzzle_of(puzzle)
    path = _name_of(path)
    with supervised(Limits.of(time_limit, memory_limit=memory_limit)):
        poll = Budget().poll
        poll()
        if path.is_file():
            return _faults(lambda: check_explanation(puzzle, _read(path), poll))
        if not beside(path, ".json").exists():
            expected = "expected an explanation or the name of a proof"
            if path.exists():
                found = "a directory" if path.is_dir() else "a pipe or a device"
                raise FormatError(f"{expected}, found {found}", path=str(path))
            raise MissingFileError(f"No such file or directory; {expected}", path=str(path))
        return _faults(lambda: _check_files(puzzle, path, poll))


def _name_of(path: str | os.PathLike[str]) -> Path:
    """Return the name of a proof, also where one of its files was named."""
    path = Path(file_name(path))
    if path.suffix in (".json", ".cnf", *CHECKERS) and path.is_file():
        stem = path.with_suffix("")
        if all(beside(stem, end).is_file() for end in (".json", ".cnf")):
            return stem
    return path


def _faults(check_it: Callable[[], None]) -> list[str]:
    try:
        check_it()
    except Refused as wrong:
        return [str(wrong)]
    return []


def _check_files(puzzle: Puzzle, path: Path, poll: Callable[[], object]) -> None:
    head = _read(beside(path, ".json"))
    # An older proof of the other sort may lie beside it: the head knows which is meant.
    meant = sorted(CHECKERS, key=lambda end: f'"{end[1:]}"'.encode() not in head)
    suffix = next((end for end in meant if beside(path, end).exists()), ".lrat")
    cnf, proof = (_read(beside(path, end)) for end in (".cnf", suffix))
    solution = _claim(puzzle, head, {".cnf": digest(cnf), suffix: digest(proof)})
    if cnf != clauses_text(puzzle, solution, poll).encode("ascii"):
        raise Refused(f"{beside(path, '.cnf').name}: these are not the clauses of the puzzle")
    clauses = read_dimacs(cnf.decode("ascii"), poll)
    CHECKERS[suffix](clauses, proof.decode("ascii", "replace").splitlines(), poll)


def _claim(puzzle: Puzzle, head: bytes, hashes: dict[str, str]) -> str | None:
    """Return the solution that is claimed to be the only one; None for no solution."""
    try:
        claimed = json.loads(head.decode("utf-8"), object_pairs_hook=_once)
        status, cells = Status(claimed["status"]), claimed["solution"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("the .json file does not state what is proved") from None
    if status not in (Status.UNIQUE, Status.NONE) or (status is Status.NONE) != (cells is None):
        raise Refused(f"status {status} with{'out' if cells is None else ''} a solution")
    solution = None
    if cells is not None:
        if claimed.get("id", puzzle.id) != puzzle.id:
            raise Refused(ANOTHER)
        size = puzzle.height * puzzle.width
        if not isinstance(cells, str) or len(cells) != size or set(cells) - set(puzzle.symbols):
            raise Refused("the solution is not a full grid of the puzzle")
        solution = Grid(puzzle.height, puzzle.width, cells)
        broken = check(puzzle, solution)
        if broken:
            raise Refused(f"the solution breaks a rule: {broken[0].message}")
    wanted = head_text(puzzle, status, solution, hashes)
    if _spelt(claimed) != _spelt(json.loads(wanted)):
        raise Refused(_difference(claimed, json.loads(wanted)))
    return None if solution is None else solution.cells


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object of JSON; two values of one name would mean what each reader likes."""
    if len(found := dict(pairs)) != len(pairs):
        raise ValueError
    return found


def _spelt(record: object) -> str:
    """Return JSON in one spelling, whatever order and blanks it was written with."""
    return json.dumps(record, sort_keys=True)


def _difference(claimed: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Return where a head differs from that of this puzzle and these files."""
    for name, value in wanted.items():
        if _spelt(claimed.get(name)) == _spelt(value):
            continue
        if name == "id":
            return ANOTHER
        found = claimed.get(name)
        if name == "sha256" and isinstance(found, dict):
            for end, hashed in value.items():
                if found.get(end) != hashed:
                    return f"the .{end} file is not the one that the .json file names"
        return f"the .json file does not match: {name}"
    return "the .json file does not have the format of a proof"


def _read(path: Path) -> bytes:
    kept = path.stat()
    if not stat.S_ISREG(kept.st_mode) and not stat.S_ISDIR(kept.st_mode):
        raise FormatError(f"{path}: expected a file, found a pipe or a device")  # without an end
    if kept.st_size > LARGEST:
        raise FormatError(f"{path}: expected at most {LARGEST >> 20} MB")
    limits = in_force()
    if limits.memory is not None and kept.st_size > limits.memory:  # it is held as a whole
        raise limits.reached("memory")
    return path.read_bytes()


def claimed_status(path: str | os.PathLike[str]) -> str:
    """Return what a proof that holds says of its puzzle: unique or none."""
    path = _name_of(path)
    if path.is_file():
        return Status.UNIQUE.value
    return str(json.loads(_read(beside(path, ".json")))["status"])
