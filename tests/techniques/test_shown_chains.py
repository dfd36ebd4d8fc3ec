"""Suppositions as a person follows them in the grid: short, and by the easiest techniques."""

from __future__ import annotations

import pytest
from test_sentences import wrong_in

import nonairo as nn

BOARD = "binairo:..0..0.0/..0...../....1.0./0.0...../.....11./.1.0..../1..0..../......1."
PUZZLES = (
    BOARD,
    "kakurasu:10/13/10/18/13/16/15;10/12/9/12/13/22/14",
    "nonogram:1,1/2,1/3/3/1;2/3/3/3/1",
    *(nn.generate("trinairo", 6, seed=seed).id for seed in (1, 2)),
    *(nn.generate("mosaic", 8, level=6, seed=seed).id for seed in (2, 3)),
)


def test_what_the_grid_has_is_not_derived_again() -> None:
    step = nn.explain(BOARD).steps[24]
    assert step.text.split("\n") == [
        "if r1c4 were 0, after four steps columns 1 and 5 would be equal, so r1c4 is 1",
        "  suppose r1c4 is 0",
        "  r1c1 is 1 (counting out in row 1)",
        "  r1c5 is 1 (pair in row 1)",
        "  r2c1 is 0 (sandwich in column 1)",
        "  r4c5 is 0 (last cell in column 5)",
        "  columns 1 and 5 would be equal",
    ]
    assert len(step.chains[0].steps) == 8  # with which nothing is needless
    shown = step.to_json()["shown"]
    assert isinstance(shown, dict)
    assert len(shown["steps"]) == 4


@pytest.mark.parametrize("id", PUZZLES)
def test_what_is_shown_is_true_in_the_grid_and_not_longer(id: str) -> None:
    puzzle = nn.parse(id)
    for number, step in enumerate(nn.explain(puzzle).steps):
        assert step.route is not None
        before = step.route.before(number)
        assert wrong_in(puzzle, before, step) is None
        for chain, shown in zip(step.chains, step.shown, strict=True):
            assert len(shown.steps) <= 1 + len(chain.steps)
            if step.followed:
                assert all(before[cell] == "." for cell, _ in shown.written)
