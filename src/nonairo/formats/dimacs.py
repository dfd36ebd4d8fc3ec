"""DIMACS CNF, only written: what the `sat` engine solves. Variable 1 is the top left cell.

`dimacs:encoding=tseitin` and so on write the formula of another encoding. The default, `lean`, has
all lines made to differ, which the engine does only where a model has two of them equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from nonairo.errors import EngineError, FormatError, LimitReached
from nonairo.formats.base import LINES, Format, Hints, claims_start, one_line
from nonairo.kinds import has_rules_of_kind
from nonairo.puzzle import Puzzle

CHUNK = 10_000  # clauses in a piece


def encodings() -> tuple[str, ...]:
    from nonairo.clauses import ENCODINGS

    return ENCODINGS


def pieces(puzzle: Puzzle, hints: Hints) -> Iterator[str]:
    """The formula in pieces: that of a large puzzle would not fit in memory."""
    from nonairo.clauses import stream  # to find out what a file is needs no encoder

    try:
        formula = stream(puzzle, hints.encoding or encodings()[0])
    except (LimitReached, EngineError) as error:
        raise FormatError(f"format dimacs: {error}") from None
    last, symbols = max(map(max, formula.cells)), puzzle.symbols
    meaning = "true is 1 (filled)"
    if len(symbols) > 2:
        meaning = f"{len(symbols)} for each cell, one for each of {' '.join(symbols)}"
    rules = f"rules {puzzle.rules}" if has_rules_of_kind(puzzle) else "rules of its own"
    lines = [f"c nonairo {puzzle.kind} {puzzle.height}x{puzzle.width}, {rules}"]
    if puzzle.title:
        lines.append(f"c title: {one_line(puzzle.title)}")
    if hints.encoding is not None:
        lines.append(f"c encoding {hints.encoding}")
    lines.append(f"c cells row by row are variables 1 to {last}; {meaning}")
    lines.append(f"p cnf {formula.size.variables} {formula.size.clauses}")
    yield "\n".join(lines) + "\n"
    while chunk := list(islice(formula.clauses, CHUNK)):
        yield "".join([f"{' '.join(map(str, clause))} 0\n" for clause in chunk])


def write(puzzle: Puzzle) -> str:
    return "".join(pieces(puzzle, Hints()))


FORMAT = Format(
    name="dimacs",
    summary="DIMACS CNF for SAT solvers (cannot be read)",
    claims=claims_start(("p cnf ", "c nonairo"), "starts like DIMACS CNF"),
    write=write,
    write_pieces=pieces,
    encodings=encodings,
    rules=None,
    question_only=True,
    holds=frozenset(("givens", "signs", "title", LINES)),
)
