"""DIMACS CNF, only written: what the `sat` engine solves. Variable 1 is the top left cell."""

from __future__ import annotations

from nonairo.errors import FormatError, LimitReached
from nonairo.formats.base import Claim, Format, first_line, one_line
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    return (
        Claim("starts like DIMACS CNF")
        if first_line(text).startswith(("p cnf ", "c nonairo"))
        else None
    )


def write(puzzle: Puzzle) -> str:
    from nonairo.clauses import encode  # who only asks what a file is needs no encoder

    try:
        cnf = encode(puzzle)
    except LimitReached as error:
        raise FormatError(f"format dimacs: {error}") from None
    last, symbols = max(map(max, cnf.cells)), puzzle.symbols
    meaning = "true is 1 (filled)"
    if len(symbols) > 2:
        meaning = f"{len(symbols)} for each cell, one for each of {' '.join(symbols)}"
    lines = [f"c nonairo {puzzle.kind} {puzzle.height}x{puzzle.width}, rules {puzzle.rules}"]
    if puzzle.title:
        lines.append(f"c title: {one_line(puzzle.title)}")
    lines.append(f"c cells row by row are variables 1 to {last}; {meaning}")
    lines.append(f"p cnf {cnf.variables} {len(cnf.clauses)}")
    lines += [f"{' '.join(map(str, clause))} 0" for clause in cnf.clauses]
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="dimacs",
    summary="DIMACS CNF for SAT solvers, only written",
    claims=claims,
    write=write,
    rules=None,
    question_only=True,
    holds=frozenset(("givens", "title")),
)
