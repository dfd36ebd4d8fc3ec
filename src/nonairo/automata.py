"""The states of a line rule as a numbered table, and the numbers of completions.

Everything that needs an automaton as data uses this module: line solving for rules without a
hand-written kernel, the tables of the compiled core, and formulas for SAT solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from nonairo.grid import SYMBOLS, UNKNOWN
from nonairo.rules import LineRule, State

NOWHERE = -1  # in a table: the line is broken


class Table(NamedTuple):
    """An automaton with numbered states, as far as lines of one length can lead; 0 is the start."""

    after: list[tuple[int, ...]]  # for each state, the state after each symbol, or NOWHERE
    accepts: list[bool]


def table_of(
    rule: LineRule,
    length: int,
    symbols: str = SYMBOLS,
    most: int | None = None,
    poll: Callable[[], None] | None = None,
) -> Table | None:
    """The states that lines of this length can reach, in the order in which they are met.

    None if there are more than `most`; `poll` is called for every cell.

    >>> from nonairo.rules import Runs
    >>> table_of(Runs((1,)), 3)
    Table(after=[(0, 1), (1, -1)], accepts=[False, True])
    """
    number: dict[State, int] = {rule.start: 0}
    after: list[tuple[int, ...]] = []
    frontier = [rule.start]
    for _ in range(length):
        if poll is not None:
            poll()
        reached: list[State] = []
        for state in frontier:
            targets: list[int] = []
            for symbol in symbols:
                target = rule.step(state, symbol)
                if target is not None and target not in number:
                    number[target] = len(number)
                    reached.append(target)
                targets.append(NOWHERE if target is None else number[target])
            after.append(tuple(targets))
        if most is not None and len(number) > most:
            return None
        frontier = reached
    after += [(NOWHERE,) * len(symbols)] * (len(number) - len(after))  # met at the line's end
    return Table(after, [rule.accepts(state) for state in number])


def ways(
    rule: LineRule,
    line: Iterable[str],
    symbols: str = SYMBOLS,
    poll: Callable[[], None] | None = None,
) -> int:
    """The number of completions of a line, by the rule's own automaton and nothing else.

    A line is text, or for each cell all symbols that it can be.

    >>> from nonairo.rules import Balanced, Runs
    >>> ways(Balanced(4, 4), "........"), ways(Runs((2, 3)), ".......")
    (34, 3)
    """
    numbers: dict[State, int] = {rule.start: 1}
    for cell in line:
        if poll is not None:
            poll()
        longer: dict[State, int] = {}
        for state, number in numbers.items():
            for symbol in symbols if cell == UNKNOWN else cell:
                after = rule.step(state, symbol)
                if after is not None:
                    longer[after] = longer.get(after, 0) + number
        numbers = longer
    return sum(number for state, number in numbers.items() if rule.accepts(state))
