"""What an engine counts, told as it grows: with every event only what has become more."""

from __future__ import annotations

from nonairo.answers.fields import Json
from nonairo.results import Counters


class Tally:
    """Remembers what was told, and tells the rest.

    >>> tally = Tally()
    >>> tally.more(1, 0, {"rounds": 0, "unknowns": [22]})
    {'nodes': 1, 'unknowns': [[0, 22]]}
    >>> tally.more(3, 0, {"rounds": 1, "unknowns": [22, 4]})
    {'nodes': 2, 'rounds': 1, 'unknowns': [[1, 4]]}
    """

    def __init__(self) -> None:
        self._told: dict[str, int | float] = {}
        self._lists: dict[str, list[int]] = {}

    def more(self, nodes: int, backtracks: int, counters: Counters) -> Json:
        """By how much each counter grew; in lists, each place that did and by how much."""
        grown: Json = {}
        for name, value in ({"nodes": nodes, "backtracks": backtracks} | counters).items():
            if isinstance(value, list):
                places = self._more_in(name, value)
                if places:
                    grown[name] = places
            elif value != self._told.get(name, 0):
                grown[name] = value - self._told.get(name, 0)
                self._told[name] = value
        return grown

    def _more_in(self, name: str, values: list[int]) -> list[list[int]]:
        known = self._lists.get(name, [])
        if known == values:
            return []
        before = known + [0] * (len(values) - len(known))
        self._lists[name] = values.copy()
        return [
            [place, value - before[place]]
            for place, value in enumerate(values)
            if value != before[place] or place >= len(known)
        ]
