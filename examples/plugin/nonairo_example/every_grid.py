"""An engine: it tries every grid there is."""

from collections.abc import Iterator
from itertools import product

from nonairo.checking import check
from nonairo.engines.base import Engine, Run
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle


def search(puzzle: Puzzle, run: Run) -> Iterator[Grid]:
    for cells in product(puzzle.symbols, repeat=puzzle.height * puzzle.width):
        run.spend()  # counts a node, and ends the search where a limit is reached
        grid = Grid(puzzle.height, puzzle.width, "".join(cells))
        if not check(puzzle, grid):
            yield grid


# With `traces=True`, and `run.emit` for what it does, its search could be watched and filmed.
ENGINE = Engine(name="every-grid", summary="tries every grid there is", search=search)
