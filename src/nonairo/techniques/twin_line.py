"""Two cells left, and otherwise equal to a finished line: they are the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, UNKNOWN
from nonairo.rules import Balanced
from nonairo.techniques.base import (
    Climber,
    Found,
    Move,
    Position,
    Reason,
    Sample,
    Technique,
    Weight,
)
from nonairo.techniques.shared.finished_lines import open_lines, rivals
from nonairo.techniques.shared.lines import known, where


def find(position: Position, search: Climber) -> Iterator[Found]:
    for i, line in open_lines(position):
        if line.count(UNKNOWN) != 2:
            continue
        for twin in rivals(position, i):
            finished = position.lines[twin]
            gaps = where(line, UNKNOWN)
            if finished[gaps[0]] == finished[gaps[1]]:
                continue  # the line cannot be finished at all
            effects = {k: OTHER[finished[k]] for k in gaps}
            yield Found(i, Move(effects, known(line), others=(position.places[twin],)))


TECHNIQUE = Technique(
    id="twin_line",
    name="Twin line",
    level=4,
    summary="A line has two unknown cells and otherwise agrees with a finished parallel line: the"
    " two cells are the opposite of those in the finished line, or the lines would be"
    " equal.",
    say="{place} agrees with {others} elsewhere and must differ, so {result}",
    price={Balanced: Weight(45)},
    find=find,
    reason=Reason.AS_FOUND,
    samples=(Sample(Balanced(3, 3), "01..01", ("011001",)),),
)
