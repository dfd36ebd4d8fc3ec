"""Suppose a cell's value and see what follows, in rounds.

In each round every line that changed is narrowed, all from the same state: so the number of rounds
until a rule breaks is a property of the position, not of the order in which one looks, and knowing
more never makes it larger. Masks find the contradiction fast; only for the one that is shown are
the rounds replayed and the needed steps named (`telling`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from nonairo.candidates import Candidates, Masks, bits, unknown_in
from nonairo.grid import Cell, Symbol
from nonairo.line_solver import LineKernel
from nonairo.propagation import Narrow, News, by_lines, fill_in, look_at
from nonairo.rules import Balanced
from nonairo.techniques.base import Search
from nonairo.techniques.shared.position import Position

# Which lines may be looked at in the first round, in the second, and so on: masks of lines.
Stages: TypeAlias = tuple[int, ...]

ENDLESS = 1 << 30


@lru_cache(maxsize=1 << 16)
def by_patterns(tool: LineKernel, masks: Masks) -> Masks | None:
    """What pair, sandwich, last_cell and count_out give in one look."""
    rule = tool.rule
    if type(rule) is not Balanced:
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
    lost = ((1 << tool.length) - 1) & ~(narrowed[0] | narrowed[1])
    return narrowed[0] | lost, narrowed[1]


def narrow_of(position: Position) -> Narrow:
    """What may be used inside a short chain: patterns for balanced lines, else whole lines."""
    return by_patterns if position.rule is Balanced else by_lines


@dataclass(slots=True)
class Probe:
    """What follows from an assumption."""

    line: int  # the assumption, as a cell of a row
    k: int
    symbol: Symbol
    possible: Candidates
    touched: int = 0  # the lines that were read, as a mask
    rounds: int = 0  # rounds that filled something in
    broken: tuple[int, ...] = ()  # the line (or two equal lines) that broke
    history: list[list[News]] | None = None  # what each round found, if it was to be kept


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
    height, tools = position.height, position.kernels
    possible = position.possible()
    possible.settle(Cell(line, k), symbol)
    found = Probe(line, k, symbol, possible)
    dirty = (1 << len(tools)) - 1 if everywhere else 1 << line | 1 << height + k
    history: list[list[News]] = []
    while True:
        looked = dirty if stages is None else dirty & stages[found.rounds]
        news, spoilt = look_at(looked, possible, tools, narrow)
        found.touched |= looked if spoilt is None else looked & (2 << spoilt) - 1
        if spoilt is not None:
            found.broken = (spoilt,)
        elif position.puzzle.distinct:
            found.broken = _equal(position, dirty, found)
        if found.broken or not news or found.rounds == most:
            break
        if stages is not None and found.rounds + 1 == len(stages):
            break
        found.rounds += 1
        history.append(news)
        dirty = dirty & ~looked | fill_in(possible, news)
    if keep:
        found.history = history
    return found


def _equal(position: Position, dirty: int, found: Probe) -> tuple[int, ...]:
    """Two finished lines that are equal, one of them just changed."""
    possible, height = found.possible, position.height
    for i in bits(dirty):
        lines, first = (possible.rows, 0) if i < height else (possible.cols, height)
        mine = lines[i - first]
        if unknown_in(mine):
            continue
        if lines.count(mine) > 1:
            twin = next(k for k, theirs in enumerate(lines, first) if theirs == mine and k != i)
            found.touched |= (2 << twin) - (1 << first)
            return min(i, twin), max(i, twin)
        found.touched |= (1 << len(lines)) - 1 << first
    return ()


def open_cells(position: Position) -> Iterator[tuple[int, int]]:
    """The unknown cells, as places in rows."""
    for row in range(position.height):
        for k in bits(unknown_in(position.masks[row])):
            yield row, k


def probes(
    position: Position, search: Search, key: str, narrow: Narrow, most: int
) -> Iterator[tuple[Probe, ...]]:
    """For every unknown cell, what follows from each symbol; remembered while it holds."""
    notes = search.memory(key)
    changed = search.changed_since(key)
    for cell in open_cells(position):
        tried = notes.get(cell)
        if not isinstance(tried, tuple) or any(found.touched & changed for found in tried):
            search.poll()
            tried = notes[cell] = tuple(
                [probe(position, cell, symbol, narrow, most) for symbol in position.symbols]
            )
        yield tried
