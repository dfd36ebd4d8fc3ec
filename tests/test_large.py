"""Binairo of more than 128 cells a side: their search, tried on small boards and on large ones."""

from random import Random

import pytest

import nonairo as nn
from nonairo import native
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.kinds.binairo import binairo

pytest.importorskip("nonairo._core")
KIND = KINDS["binairo"]


def all_of(grid_type: type, height: int, width: int, cells: str, distinct: bool) -> list[str]:
    """Every solution that a grid of the compiled module lists, in order of the alphabet."""
    plan = grid_type(height, width, width // 2, height // 2, distinct)
    search = plan.search(cells, None, None, 0)
    found = list(iter(search.next, None))
    assert search.outcome == "exhausted"
    return sorted(found)


def test_it_lists_what_the_search_of_small_boards_lists() -> None:
    rng = Random(3)
    numbers = set()
    for _ in range(60):
        height, width = rng.choice([2, 4, 6]), rng.choice([4, 6, 8])
        cells = "".join(rng.choices("01.", weights=(1, 1, 8), k=height * width))
        distinct = rng.random() < 0.7
        large = all_of(native.compiled.LargeBalancedGrid, height, width, cells, distinct)
        assert large == all_of(native.compiled.BalancedGrid, height, width, cells, distinct)
        assert len(set(large)) == len(large)
        numbers.add(min(len(large), 3))
    assert numbers == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("height", "width", "rules"),
    [
        (130, 130, "standard"),
        (132, 200, "standard"),
        (160, 150, "no-distinct"),
        (131, 131, "odd-more-ones"),
    ],
)
def test_a_blank_board_has_several_solutions(height: int, width: int, rules: str) -> None:
    puzzle = KIND.blank(height, width, rules)
    result = nn.solve(puzzle, time_limit=60)
    assert (result.status, result.engine) == ("multiple", "core")
    first, second = result.solutions
    assert first != second
    assert nn.check(puzzle, first) == nn.check(puzzle, second) == []


def test_givens_are_kept_and_one_too_many_is_refuted() -> None:
    board = nn.solve(KIND.blank(134, 134, "standard"), limit=1).solution
    assert board is not None
    rng = Random(1)
    cells = "".join(cell if rng.random() < 0.97 else "." for cell in board.cells)
    result = nn.solve(binairo(Grid(134, 134, cells)), time_limit=60)
    assert result.status == "unique"
    assert result.solution == board
    given = cells.index("1", 5000)
    wrong = cells[:given] + "0" + cells[given + 1 :]
    assert nn.solve(binairo(Grid(134, 134, wrong)), time_limit=60).status == "none"


def test_limits_strike_by_name_and_keep_what_was_proved() -> None:
    row = "00" + "." * 198
    result = nn.solve(binairo(Grid(200, 200, row + "." * 199 * 200)), node_limit=5)
    assert (result.status, result.limit) == ("unknown", "nodes")
    assert result.grid is not None
    assert result.grid.cells[:3] == "001"
    assert nn.solve(KIND.blank(400, 400, "standard"), time_limit=0.05).limit == "time"


def test_rows_and_columns_that_disagree_have_no_board() -> None:
    plan = native.compiled.LargeBalancedGrid(129, 131, 66, 64, True)
    search = plan.search("." * (129 * 131), 5.0, None, 0)
    assert search.next() is None
    assert search.outcome == "exhausted"
