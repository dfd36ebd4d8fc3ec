"""
The compiled core. A line is two masks, (can be 0, can be 1): bit k is cell k.
"""

from collections.abc import Sequence


class RunsLine:
    """A line with these blocks of ones, in order."""

    def __init__(self, clue: Sequence[int], length: int) -> None: ...

    @property
    def length(self) -> int:
        """The number of cells."""

    def squeeze(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """What each cell can be in some completion; None if there is none."""

    def count(self, masks: tuple[int, ...]) -> int:
        """The number of completions."""

class BalancedLine:
    """
    A line with so many zeros and ones, and never more than `longest` alike in a row.
    """

    def __init__(self, zeros: int, ones: int, longest: int = 2) -> None: ...

    @property
    def length(self) -> int:
        """The number of cells."""

    def squeeze(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """What each cell can be in some completion; None if there is none."""

    def count(self, masks: tuple[int, ...]) -> int:
        """The number of completions."""

def level() -> str:
    """The instruction set that the core runs on."""
