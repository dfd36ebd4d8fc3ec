"""Suppose a cell's value and see what follows, in rounds.

In each round every line that changed is narrowed, all from the same state: so the number of rounds
until a rule breaks is a property of the position, not of the order in which one looks, and knowing
more never makes it larger. Masks find the contradiction fast; only for the one that is shown are
the rounds replayed and the needed steps named (`telling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from nonairo.candidates import Masks, bits, unknown_in
from nonairo.grid import SYMBOLS, Symbol
from nonairo.line_solver import kernel
from nonairo.rules import Balanced, LineRule
from nonairo.techniques.base import Search
from nonairo.techniques.parts.position import Position

# Narrower masks of a line by some set of techniques; None when its rule is broken.
Narrow: TypeAlias = Callable[[LineRule, int, Masks], Masks | None]

# Which lines may be looked at in the first round, in the second, and so on.
Stages: TypeAlias = tuple[frozenset[int], ...]

ENDLESS = 1 << 30


def by_lines(rule: LineRule, length: int, masks: Masks) -> Masks | None:
    """Everything that the line by itself gives."""
    return kernel(rule, length).squeeze(masks)


@lru_cache(maxsize=1 << 16)
def by_patterns(rule: LineRule, length: int, masks: Masks) -> Masks | None:
    """What pair, sandwich, last_cell and count_out give in one look."""
    if not isinstance(rule, Balanced):
        return masks
    narrowed = list(masks)
    for symbol, quota in enumerate((rule.zeros, rule.ones)):
        known = masks[symbol] & ~masks[1 - symbol]
        spoilt = known
        for shift in range(1, rule.longest + 1):
            spoilt &= known << shift
        if spoilt or known.bit_count() > quota:
            return None
        if known.bit_count() == quota:
            narrowed[symbol] &= known
            continue
        for place in range(rule.longest + 1):  # cells at this place among longest + 1 alike
            forced = -1
            for k in range(rule.longest + 1):
                if k != place:
                    forced &= known << (place - k) if place > k else known >> (k - place)
            narrowed[symbol] &= ~forced
    # A cell that can be neither: two patterns disagree. One of them wins, and the rule is then seen
    # to be broken in the next round, as if one had filled it in.
    lost = ((1 << length) - 1) & ~(narrowed[0] | narrowed[1])
    return narrowed[0] | lost, narrowed[1]


def narrow_of(rule: LineRule) -> Narrow:
    """What may be used inside a short chain: patterns for balanced lines, else whole lines."""
    return by_patterns if isinstance(rule, Balanced) else by_lines


@dataclass(slots=True)
class Probe:
    """What follows from an assumption."""

    line: int  # the assumption, as a cell of a row
    k: int
    symbol: Symbol
    touched: int = 0  # the lines that were read, as a mask
    rounds: int = 0  # rounds that filled something in
    broken: tuple[int, ...] = ()  # the line (or two equal lines) that broke
    masks: list[Masks] | None = None
    history: list[list[tuple[int, Masks, Masks]]] | None = None  # per round: line, before, after


def probe(
    position: Position,
    cell: tuple[int, int],
    symbol: Symbol,
    narrow: Narrow,
    most: int = ENDLESS,
    keep: bool = False,
    stages: Stages | None = None,
    everywhere: bool = False,
) -> Probe:
    """Suppose a cell's value; at most so many rounds of deductions.

    The first look goes to the cell's two lines, or to every line if nothing was looked at before.
    """
    line, k = cell
    found = Probe(line, k, symbol)
    masks = position.masks.copy()
    rules, kernels, height = position.rules, position.kernels, position.height
    distinct = position.puzzle.distinct
    masks[line] = _settled(masks[line], k, symbol)
    masks[height + k] = _settled(masks[height + k], line, symbol)
    dirty = set(range(len(masks))) if everywhere else {line, height + k}
    history: list[list[tuple[int, Masks, Masks]]] = []
    while True:
        news: list[tuple[int, Masks, Masks]] = []
        looked = dirty if stages is None else dirty & stages[found.rounds]
        for i in sorted(looked):
            found.touched |= 1 << i
            before = masks[i]
            after = narrow(rules[i], kernels[i].length, before)
            if after is None:
                found.broken = (i,)
                break
            if after != before:
                news.append((i, before, after))
        else:
            if distinct:
                found.broken = _equal(position, masks, dirty, found)
        if found.broken or not news or found.rounds == most:
            break
        if stages is not None and found.rounds + 1 == len(stages):
            break
        found.rounds += 1
        history.append(news)
        dirty = dirty - looked | _apply(masks, news, height)
    found.masks = masks
    if keep:
        found.history = history
    return found


def _settled(masks: Masks, k: int, symbol: Symbol) -> Masks:
    zero, one = masks
    return (zero, one & ~(1 << k)) if symbol == "0" else (zero & ~(1 << k), one)


def _apply(masks: list[Masks], news: list[tuple[int, Masks, Masks]], height: int) -> set[int]:
    """Fill in what a round found; the lines that it changed. Where two disagree the first wins."""
    dirty: set[int] = set()
    for i, before, after in news:
        for symbol in (0, 1):
            for k in bits(before[symbol] & ~after[symbol]):
                cross, at = (height + k, i) if i < height else (k, i - height)
                now = masks[i]
                if not (now[0] & now[1]) >> k & 1:
                    continue
                masks[i] = _settled(now, k, SYMBOLS[1 - symbol])
                masks[cross] = _settled(masks[cross], at, SYMBOLS[1 - symbol])
                dirty.add(i)
                dirty.add(cross)
    return dirty


def _equal(
    position: Position, masks: list[Masks], dirty: set[int], found: Probe
) -> tuple[int, ...]:
    """Two finished lines that are equal, one of them just changed."""
    for i in sorted(dirty):
        if unknown_in(masks[i]):
            continue
        for other in position.parallels(i):
            found.touched |= 1 << other
            if other != i and masks[other] == masks[i]:
                return min(i, other), max(i, other)
    return ()


def open_cells(position: Position) -> Iterator[tuple[int, int]]:
    """The unknown cells, as places in rows."""
    for row in range(position.height):
        for k in bits(unknown_in(position.masks[row])):
            yield row, k


def probes(
    position: Position, search: Search, key: str, narrow: Narrow, most: int
) -> Iterator[tuple[Probe, Probe]]:
    """For every unknown cell, what follows from a 0 and from a 1; remembered while it holds."""
    notes = search.memory(key)
    changed = search.changed_since(key)
    for cell in open_cells(position):
        pair = notes.get(cell)
        if not isinstance(pair, tuple) or (pair[0].touched | pair[1].touched) & changed:
            search.poll()
            zero, one = (probe(position, cell, symbol, narrow, most) for symbol in SYMBOLS)
            pair = notes[cell] = zero, one
        yield pair
