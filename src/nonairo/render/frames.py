"""The pictures of a search: what an engine tries in the grid, and what came of it.

However long a search is, a film of it is short: when there are too many pictures every other one is
dropped, and from then on only every other one is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonairo.events import Event, after
from nonairo.grid import UNKNOWN, Cell, Grid, Place
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of
from nonairo.render.scene import Marks, Scene, board_scene
from nonairo.render.text import heading
from nonairo.tracing import sentence

MOST = 150  # pictures of a film
MOST_CELLS = 150_000  # in all pictures together: large boards have fewer
LARGEST = 10_000  # cells of a board
CAPTION_LINES = 2  # always the same, so that all pictures have one size


def event_scene(puzzle: Puzzle, grid: Grid, event: Event) -> Scene:
    """One thing that an engine did, in the grid before it.

    What is tried has a frame, or a cross if it is not valid; what is wiped out has stripes.
    """
    cells = frozenset(cell for cell, _ in event.cells)
    wiped = frozenset(cell for cell, symbol in event.cells if symbol == UNKNOWN)
    wrong = event.valid is False or event.kind == "reject"
    shown = grid.fill({cell: symbol for cell, symbol in event.cells if symbol != UNKNOWN})
    place = event.place
    marks = Marks(
        seen=wiped | (frozenset([place]) if isinstance(place, Cell) else frozenset()),
        made=frozenset() if wrong else cells - wiped,
        broken=cells if wrong else frozenset(),
        refuted=cells if wrong and len(cells) == 1 else frozenset(),
        lines=frozenset([place] if isinstance(place, Place) else ()),
    )
    board = replace(board_of(puzzle, shown), coordinates=True)
    caption = f"{event.step:,}. {sentence(event)}"
    return board_scene(board, f"{heading(puzzle)}, {caption}", marks, caption, CAPTION_LINES)


class Film:
    """An observer of a search that keeps some of what it sees, evenly, and the end of it."""

    def __init__(self, puzzle: Puzzle, most: int = MOST) -> None:
        cells = puzzle.height * puzzle.width
        self.puzzle = puzzle
        self.most = max(10, min(most, MOST_CELLS // cells))
        self.grid = puzzle.givens
        self.stride = 1
        self.seen = 0
        self.shots: list[tuple[Grid, Event]] = []
        self.last: tuple[Grid, Event] | None = None

    def __call__(self, event: Event) -> None:
        """Take notice of an event."""
        shot = (self.grid, event)
        self.grid = after(self.grid, event)
        if event.kind == "visit":
            return  # nothing to be seen yet
        self.seen += 1
        self.last = shot
        if event.kind == "solution" or self.seen % self.stride == 0:
            self.shots.append(shot)
        if len(self.shots) > self.most:
            self.stride *= 2
            self.shots = self.shots[::-2][::-1]

    def scenes(self) -> Iterator[Scene]:
        """The puzzle, what was kept, and the last thing that happened."""
        board = replace(board_of(self.puzzle, self.puzzle.givens), coordinates=True)
        title = heading(self.puzzle)
        yield board_scene(board, title, caption=title, lines=CAPTION_LINES)
        shots = self.shots
        if self.last is not None and (not shots or shots[-1] is not self.last):
            shots = [*shots, self.last]
        for grid, event in shots:
            yield event_scene(self.puzzle, grid, event)
