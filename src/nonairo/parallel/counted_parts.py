"""How many solutions a puzzle has at least, from what was counted of its parts."""

from __future__ import annotations


class Sums:
    """Cubes, what was counted of each, and the parts that it was taken into.

    >>> sums = Sums()
    >>> sums.saw("..", 3)
    >>> sums.split("..", ["0.", "1."])
    >>> sums.saw("0.", 2)
    >>> sums.least("..")
    3
    >>> sums.saw("1.", 2)
    >>> sums.least("..")
    4
    """

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._parts: dict[str, list[str]] = {}

    def saw(self, cells: str, value: int) -> None:
        """So many solutions were counted of a cube, all or not."""
        self._seen[cells] = max(value, self._seen.get(cells, 0))

    def split(self, cells: str, parts: list[str]) -> None:
        """A cube was taken apart; they share nothing."""
        self._parts[cells] = [part for part in parts if part != cells]

    def least(self, cells: str) -> int:
        """So many it has at least; just as many where all of it was counted."""
        parts = sum([self.least(part) for part in self._parts.get(cells, ())])
        return max(parts, self._seen.get(cells, 0))
