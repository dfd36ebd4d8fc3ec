"""The automaton of a line, unrolled cell by cell and minimised.

Before each cell a line is in one of a few states; two beginnings of a line share a state if the
same endings complete them. Only states that lead to a valid line are kept. So the layers depend
only on which lines are valid, and every implementation gets the same ones:

    cells    0      1      2
           s ---- s ---- s ---- end
             \\-- s ---- s --/

States are numbered in the order in which they are reached, by state and then by symbol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nonairo.errors import LimitReached
from nonairo.rules import LineRule, State

NOWHERE = -1
MOST_STATES = 2_000_000  # in all layers of one line, before it is made small
STATES = 1_000  # between two calls of `poll`

Targets: TypeAlias = tuple[State | None, ...]  # a list for each state would keep collectors busy
Layer: TypeAlias = list[tuple[int, ...]]  # for each state, the next one after each symbol


def layers_of(
    rule: LineRule, length: int, symbols: str, poll: Callable[[], None] = lambda: None
) -> list[Layer] | None:
    """Return a layer for each cell; None if no line is right.

    `poll` is called every now and then: it may raise where time is up.

    >>> from nonairo.rules import Runs
    >>> layers_of(Runs((1,)), 2, "01")
    [[(0, 1)], [(-1, 0), (0, -1)]]
    """
    reached = _reached(rule, length, symbols, poll)
    ends = {state: 0 for state in reached[length] if rule.accepts(state)}  # all ends are alike
    small: list[dict[tuple[int, ...], int]] = []  # from the last cell back
    for k in reversed(range(length)):
        poll()
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
    rule: LineRule, length: int, symbols: str, poll: Callable[[], None]
) -> list[dict[State, Targets]]:
    """Return the states before each cell and at the end, with what each symbol leads to."""
    layers: list[dict[State, Targets]] = [{rule.start: ()}]
    total = 0
    for _ in range(length):
        poll()
        here = layers[-1]
        further: dict[State, Targets] = {}
        for number, state in enumerate(here, 1):
            if number % STATES == 0:
                poll()
            here[state] = targets = tuple([rule.step(state, symbol) for symbol in symbols])
            further |= {target: () for target in targets if target is not None}
        total += len(further)
        if total > MOST_STATES:
            raise LimitReached(f"a line has over {MOST_STATES:,} states", "size")
        layers.append(further)
    return layers


def _numbered(rows: list[Layer]) -> list[Layer]:
    """Return the same layers, states numbered in the order in which they are met."""
    order = [0]
    layers: list[Layer] = []
    for k, layer in enumerate(rows):
        last = k + 1 == len(rows)
        met: dict[int, int] = {}
        numbered: Layer = []
        for state in order:
            row = layer[state]
            for target in row:
                if target != NOWHERE and not last:
                    met.setdefault(target, len(met))
            numbered.append(tuple(t if t == NOWHERE or last else met[t] for t in row))
        layers.append(numbered)
        order = list(met)
    return layers
