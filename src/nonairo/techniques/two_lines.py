"""A cell of one line whose blocks stick into the next line, which breaks at once (edge logic)."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import bits, unknown_in
from nonairo.grid import OTHER, SYMBOLS
from nonairo.propagation import by_lines
from nonairo.rules import Runs
from nonairo.techniques.base import Found, Position, Sample, Search, Technique, Weight
from nonairo.techniques.shared.probing import Probe, Stages, probe
from nonairo.techniques.shared.telling import contradiction


def find(position: Position, search: Search) -> Iterator[Found]:
    notes = search.memory("two_lines")
    changed = search.changed_since("two_lines")
    inner = search.inner()
    for i in range(len(position.lines)):
        stages = edge(position, i)
        for k in bits(unknown_in(position.masks[i])):
            for symbol in SYMBOLS:
                found = notes.get((i, k, symbol))
                if not isinstance(found, Probe) or found.touched & changed:
                    search.poll()
                    cell = position.cell(i, k)
                    found = probe(position, cell, symbol, by_lines, stages=stages)
                    notes[i, k, symbol] = found
                if found.broken:
                    other = OTHER[symbol]
                    yield contradiction(position, (found,), other, by_lines, inner, stages)


def edge(position: Position, i: int) -> Stages:
    """The line itself, then the lines across it, then its two neighbours."""
    rows = (1 << position.height) - 1
    cols = (1 << len(position.lines)) - 1 & ~rows
    along, across = (rows, cols) if i < position.height else (cols, rows)
    return 1 << i, across, (5 << i) >> 1 & along


TECHNIQUE = Technique(
    id="two_lines",
    name="Two-line contradiction",
    level=6,
    summary="Suppose a cell of one line. The blocks that this forces there stick into the next"
    " line, which then cannot meet its clue, or the lines across break at once: the cell"
    " has the other value. Most often seen along the edge.",
    say="{chains} So {result}",
    price={Runs: Weight(60, per_round=10)},
    find=find,
    samples=(Sample(id="nonogram:2/1/1,1/1;1/1,1/1,1/1"),),
)
