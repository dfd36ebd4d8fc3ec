"""What an engine does, as data: the events of a trace, and how a trace is replayed.

Replaying is simple: start from the givens, and for every event that is not invalid write its cells
into the grid (`.` erases one). At each `solution` event the grid is that solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from nonairo.grid import Cell, Grid, Place

KINDS_OF_EVENT = {
    "visit": "a cell or row is looked at",
    "place": "a symbol is tried in a cell",
    "deduce": "cells follow from what is known",
    "prune": "values are dropped from what a line can be",
    "successor": "a whole line is tried, and fits",
    "reject": "a whole line is tried, and does not fit",
    "undo": "cells are cleared again",
    "round": "one more round of deductions is done",
    "goal": "every cell is filled: is it a solution? If not valid, the search has ended",
    "solution": "yes, it is",
    "limit": "the trace stops here, and the engine continues",
}

Change: TypeAlias = tuple[Cell, str]  # a cell and its new content, "." for wiped out


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that an engine did.

    >>> import nonairo as nn
    >>> first, second = list(nn.trace("binairo:../0.", "walk"))[:2]
    >>> first.kind, str(first.place), first.unknowns
    ('visit', 'r1c1', 3)
    >>> second.kind, second.valid, second.criterion
    ('place', False, 'count: two 0s in column 1; at most one allowed')
    """

    kind: str
    step: int  # the number of this event, from 1
    depth: int  # how many choices are open
    place: Place | Cell | None = None
    cells: tuple[Change, ...] = ()
    valid: bool | None = None
    criterion: str | None = None  # what decided: the check or line that failed, or the rule used
    unknowns: int | None = None  # cells not known yet
    values: tuple[int, int] | None = None  # how many values a line had and has, when pruned
    dropped: tuple[str, ...] = ()  # the values ruled out; the first of them if there are many
    line: int | None = None  # the line of a user's own engine that did it, from 1

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON: places and cells count from 0; empty fields are left out."""
        record: dict[str, object] = {"kind": self.kind, "step": self.step, "depth": self.depth}
        if self.place is not None:
            record["place"] = list(self.place)
        if self.cells:
            record["cells"] = [[cell.row, cell.col, symbol] for cell, symbol in self.cells]
        for name in ("valid", "criterion", "unknowns", "line"):
            value = getattr(self, name)
            if value is not None:
                record[name] = value
        if self.values is not None:
            record["values"] = list(self.values)
            record["dropped"] = list(self.dropped)
        return record


def after(grid: Grid, event: Event) -> Grid:
    """The grid after an event."""
    return grid.fill(dict(event.cells)) if event.cells and event.valid is not False else grid


def replay(givens: Grid, events: Iterable[Event]) -> Iterator[tuple[Event, Grid]]:
    """Every event with the grid as it stands after it."""
    grid = givens
    for event in events:
        grid = after(grid, event)
        yield event, grid
