"""The automaton of a line, unrolled cell by cell and made as small as can be.

Before each cell a line is in one of a few states; two ways to begin a line are the same state when
the same ends make them right. Only states that lead to a right line are kept. So the layers depend
on which lines are right and on nothing else, and anybody can make the very same ones:

    cells    0      1      2
           s ---- s ---- s ---- end
             \\-- s ---- s --/

States are numbered in the order in which they are met, reading by state and then by symbol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonairo.errors import LimitReached
from nonairo.rules import LineRule, State

NOWHERE = -1
MOST_STATES = 2_000_000  # in all layers of one line, before it is made small

Layer: TypeAlias = list[tuple[int, ...]]  # for each state, the next one after each symbol


def layers_of(
    rule: LineRule, length: int, symbols: str, poll: Callable[[], None] | None = None
) -> list[Layer] | None:
    """A layer for each cell; None if no line is right.

    >>> from nonairo.rules import Runs
    >>> layers_of(Runs((1,)), 2, "01")
    [[(0, 1)], [(-1, 0), (0, -1)]]
    """
    reached = _reached(rule, length, symbols, poll)
    ends = {state: 0 for state in reached[length] if rule.accepts(state)}  # all ends are alike
    small: list[dict[tuple[int, ...], int]] = []  # from the last cell back
    for k in reversed(range(length)):
        known: dict[tuple[int, ...], int] = {}
        here: dict[State, int] = {}
        for state, targets in reached[k].items():
            row = tuple(NOWHERE if t is None else ends.get(t, NOWHERE) for t in targets)
            if any(target != NOWHERE for target in row):
                here[state] = known.setdefault(row, len(known))
        small.append(known)
        ends = here
    return _numbered([list(known) for known in reversed(small)]) if ends else None


def _reached(
    rule: LineRule, length: int, symbols: str, poll: Callable[[], None] | None
) -> list[dict[State, list[State | None]]]:
    """The states before each cell and at the end, with what each symbol leads to."""
    layers: list[dict[State, list[State | None]]] = [{rule.start: []}]
    total = 0
    for _ in range(length):
        if poll is not None:
            poll()
        further: dict[State, list[State | None]] = {}
        for state, targets in layers[-1].items():
            targets += [rule.step(state, symbol) for symbol in symbols]
            further |= {target: [] for target in targets if target is not None}
        total += len(further)
        if total > MOST_STATES:
            raise LimitReached(f"a line has over {MOST_STATES:,} states", "size")
        layers.append(further)
    return layers


def _numbered(rows: list[Layer]) -> list[Layer]:
    """The same layers with their states in the order in which they are met from the first cell."""
    order = [0]
    layers: list[Layer] = []
    for k, layer in enumerate(rows):
        last = k + 1 == len(rows)
        met: dict[int, int] = {}
        told: Layer = []
        for state in order:
            row = layer[state]
            for target in row:
                if target != NOWHERE and not last:
                    met.setdefault(target, len(met))
            told.append(tuple(t if t == NOWHERE or last else met[t] for t in row))
        layers.append(told)
        order = list(met)
    return layers
