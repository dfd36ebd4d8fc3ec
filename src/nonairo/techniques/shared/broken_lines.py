"""How a line breaks its rule, as the end of a chain or of an explanation."""

from __future__ import annotations

from collections.abc import Callable

from nonairo.grid import Line, Place
from nonairo.kinds.binairo import balance_violations, sign_violations
from nonairo.rules import LineRule, Runs, Signs, balance_of, signs_along
from nonairo.techniques.shared.lines import known
from nonairo.techniques.shared.spoilt_lines import why_spoilt
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
    balance = balance_of(rule)
    if balance is not None:
        for fault in balance_violations(balance, line):
            where = fault.positions
            if fault.rule == "three":
                where = where[: balance.longest + 1]  # no more need to be explained
            else:
                enough = (balance.zeros, balance.ones)[int(line[where[0]])] + 1
                where = tuple(sorted(sorted(where, key=known_since)[:enough]))
            return Broken(fault.rule, (place,), tuple(map(place.cell, where)), line[where[0]])
        for fault in sign_violations(Signs(signs_along(rule)), line):
            cells = tuple(map(place.cell, fault.positions))
            return Broken(fault.rule, (place,), cells, signs_along(rule)[fault.positions[0]])
    name, shown = "clue" if type(rule) is Runs else "line", least(line)
    why = why_spoilt(place, rule, shown, line)
    return Broken(name, (place,), tuple(map(place.cell, known(shown))), why=why)
