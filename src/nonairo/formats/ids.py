"""`id`: puzzles as one-line ids, one on each line; `#` starts a comment line."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import HEAD, Claim, Format, lines_of
from nonairo.kinds import from_id, split_id
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    for line in lines_of(text[:HEAD]):
        if line.strip() and not line.lstrip().startswith("#"):
            found = split_id(line.strip())
            return Claim(f"starts with an id of {found[0].name}") if found else None
    return None


def read(text: str) -> Iterator[Puzzle]:
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            try:
                yield from_id(line)
            except PuzzleError as error:
                raise FormatError(str(error), line=number) from None


def write(puzzle: Puzzle) -> str:
    return puzzle.id + "\n"


FORMAT = Format(
    name="id",
    summary="one-line ids, one on each line",
    claims=claims,
    read=read,
    write=write,
    by_line=True,
    rules=None,
    question_only=True,
    holds=frozenset(("givens", "signs")),
)
