"""What public functions accept for a puzzle: a puzzle, its id, or its text in any format."""

from __future__ import annotations

from typing import TypeAlias

from nonairo.errors import FormatError, PuzzleError
from nonairo.kinds import parse_id
from nonairo.memory import names_memory
from nonairo.plain import not_text
from nonairo.puzzle import Puzzle

PuzzleLike: TypeAlias = Puzzle | str | bytes


@names_memory
def puzzle_of(source: PuzzleLike) -> Puzzle:
    """The puzzle that was meant. Where every microsecond counts, ask for its type first.

    >>> puzzle_of("1./..").id
    'binairo:1./..'
    """
    if isinstance(source, Puzzle):
        return source
    try:
        puzzle = parse_id(source) if isinstance(source, str) else None
    except FormatError:
        puzzle = None  # an id that is not quite right: a person may see what is meant
    if puzzle is not None:
        return puzzle
    if not isinstance(source, str | bytes):
        raise PuzzleError(f"expected a puzzle, an id or text, found {not_text(source)}")
    from nonairo.reading import parse  # puzzles and ids need no formats

    return parse(source)
