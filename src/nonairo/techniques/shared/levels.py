"""The levels that techniques have, and that people ask for."""

from __future__ import annotations

from nonairo.errors import PuzzleError
from nonairo.plain import shown, whole

LEVELS = range(1, 8)  # what no technique solves is of a level of its own: nobody asks for that


def checked_level(level: object) -> int | None:
    """The level that the user chose, if any."""
    if level is None:
        return None
    number = whole(level)
    if number in LEVELS:
        return number
    raise PuzzleError(f"expected a level from {LEVELS[0]} to {LEVELS[-1]}, found {shown(level)}")
