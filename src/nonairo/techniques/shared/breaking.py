"""How a line breaks its rule, as the end of a chain or of an explanation."""

from __future__ import annotations

from collections.abc import Callable

from nonairo.grid import Line, Place
from nonairo.kinds.binairo import balanced_faults
from nonairo.rules import Balanced, LineRule, Runs
from nonairo.techniques.shared.lines import known
from nonairo.techniques.shared.steps import Broken


def broken_line(
    place: Place,
    rule: LineRule,
    line: Line,
    least: Callable[[Line], Line],
    known_since: Callable[[int], int] = lambda k: 0,
) -> Broken:
    """What is wrong with a line that has no completion, and the cells that show it.

    `least` leaves the cells out that need not be known for that. Of more than enough cells those
    are named that are `known_since` long.
    """
    if type(rule) is Balanced:
        for fault in balanced_faults(rule, line):
            where = fault.positions
            if fault.rule == "three":
                where = where[: rule.longest + 1]  # no more need to be explained
            else:
                enough = (rule.zeros, rule.ones)[int(line[where[0]])] + 1
                where = tuple(sorted(sorted(where, key=known_since)[:enough]))
            return Broken(fault.rule, (place,), tuple(map(place.cell, where)))
    name = "clue" if type(rule) is Runs else "line"
    return Broken(name, (place,), tuple(map(place.cell, known(least(line)))))
