"""My engine: try both symbols in every empty cell, and step back when a rule is broken."""
# Run it: nonairo solve PUZZLE --engine ./my_engine.py


def solve(givens, check):
    """Yield every solution.

    `givens` is a list of rows; a row is a list of "0", "1" and "." (empty).
    `check(grid)` is True if the grid breaks no rule so far; it also counts a step.
    """
    grid = [list(row) for row in givens]
    yield from fill(grid, check)


def fill(grid, check):
    empty = [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == "."]
    if not empty:
        yield grid
        return
    row, col = empty[0]  # here is a choice: which cell comes next?
    for symbol in "01":  # and here: which symbol first?
        grid[row][col] = symbol
        if check(grid):
            yield from fill(grid, check)
    grid[row][col] = "."
