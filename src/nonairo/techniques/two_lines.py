"""A cell of one line whose blocks stick into the next line, which breaks at once (edge logic)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonairo.grid import OTHER
from nonairo.propagation import by_lines
from nonairo.rules import Runs
from nonairo.techniques.base import Climber, Found, Position, Sample, Technique, Weight
from nonairo.techniques.shared.probing import Stages, probes
from nonairo.techniques.shared.supposing import contradiction


def find(position: Position, search: Climber) -> Iterator[Found]:
    stages_of = partial(edge, position)
    for (i, _), tried in probes(position, search, "two_lines", by_lines, stages_of=stages_of):
        for found in tried.probes:
            if found.broken:
                other, stages = OTHER[found.symbol], edge(position, i)
                yield contradiction(position, (found,), other, search, by_lines, stages)


def edge(position: Position, i: int) -> Stages:
    """The line itself, then the lines across it, then its two neighbours."""
    rows = (1 << position.height) - 1
    cols = (1 << len(position.lines)) - 1 & ~rows
    along, across = (rows, cols) if i < position.height else (cols, rows)
    return 1 << i, across, (5 << i) >> 1 & along


TECHNIQUE = Technique(
    id="two_lines",
    name="Two lines",
    level=6,
    summary="Suppose a value in one line. The blocks that it forces there reach into the next"
    " line, which then cannot meet its clue, or break the crossing lines at once: the cell"
    " has the other value. This often works along the edge.",
    price={Runs: Weight(60, per_round=10)},
    find=find,
    samples=(Sample(id="nonogram:2/1/1,1/1;1/1,1/1,1/1"),),
)
