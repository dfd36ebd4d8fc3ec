"""`id`: puzzles as one-line ids, one on each line; `#` starts a comment line."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import LINES, Claim, Format, content_lines, first_content
from nonairo.kinds import from_id, split_id
from nonairo.puzzle import Puzzle


def claims(text: str) -> Claim | None:
    found = split_id(first_content(text))
    return Claim(f"starts with an id of {found[0].name}") if found else None


def read(text: str) -> Iterator[Puzzle]:
    for number, line in content_lines(text):
        try:
            yield from_id(line)
        except PuzzleError as error:
            raise FormatError(str(error), line=number) from None


def read_line(line: str) -> Puzzle | None:
    return None if line.lstrip().startswith("#") else from_id(line)


def write(puzzle: Puzzle) -> str:
    return puzzle.id + "\n"


FORMAT = Format(
    name="id",
    summary="one-line ids, one on each line",
    claims=claims,
    read=read,
    read_line=read_line,
    write=write,
    by_line=True,
    rules=None,
    question_only=True,
    holds=frozenset(("givens", "signs", LINES)),
)
