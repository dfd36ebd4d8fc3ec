"""Levels that exist for a kind and a size: offered, or refused at once with the nearest one."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain

import pytest

import nonairo as nn
from nonairo.generating.levels_made import levels_made, measured
from nonairo.grading import level_alone, levels_of
from nonairo.kinds import KINDS
from nonairo.kinds.base import Kind
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.few_ways import FEW
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position

SMALL = nn.generate("trinairo", 6, seed=3, minimal=True)


def shared_by_many(cells: int) -> bool:
    """Whether more than a few ways to reach a total with some open cells share one of them."""
    for mask in range(1 << cells):
        open_cells = [k + 1 for k in range(cells) if mask >> k & 1]
        ways = defaultdict(list)
        for chosen in range(1 << len(open_cells)):
            total = sum(cell for k, cell in enumerate(open_cells) if chosen >> k & 1)
            ways[total].append(chosen)
        for each in ways.values():
            always, ever = -1, 0
            for chosen in each:
                always, ever = always & chosen, ever | chosen
            if len(each) > FEW and (always or ever != (1 << len(open_cells)) - 1):
                return True
    return False


def test_no_small_kakurasu_needs_many_ways_to_finish_a_line() -> None:
    assert all((5 in levels) == (side >= 8) for side, levels in measured()["kakurasu"].items())
    assert [cells for cells in range(1, 9) if shared_by_many(cells)] == [8]


def reached(cells: str, *names: str) -> str:
    """How far these techniques lead."""
    climb = Climb(Position(SMALL, nn.Grid(6, 6, cells)), [TECHNIQUES[name] for name in names])
    for _ in climb.steps():
        pass
    return "".join(climb.position.lines[:6])


def test_crossing_lines_find_what_lists_of_ways_find() -> None:
    """So no puzzle with three symbols has the level of a list of ways."""
    assert SMALL.solution is not None
    both = list(zip(SMALL.givens.cells, SMALL.solution.cells, strict=True))
    for kept in range(5):
        cells = "".join(
            symbol if given != "." or k % 6 < kept else "."
            for k, (given, symbol) in enumerate(both)
        )
        by_lists = reached(cells, "few_ways", "line_cases")
        by_crossing = reached(cells, "crossing")
        assert all(one in (".", other) for one, other in zip(by_lists, by_crossing, strict=True))
    assert levels_of(SMALL) == [1, 2, 5, 6, 7]
    assert levels_of(KINDS["trinairo"].blank(6, 6, "no-distinct")) == [1, 2, 6, 7]


OFFERED = {
    "binairo": {1, 2, 3, 4, 5, 6, 7},
    "nonogram": {1, 2, 3, 4, 5, 6, 7},
    "kakurasu": {1, 3, 5, 6, 7},
    "trinairo": {1, 2, 5, 6, 7},
    "mosaic": {1, 3, 6},
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_usual_size_of_a_level_has_it(kind: Kind) -> None:
    assert {*chain(*measured()[kind.name].values())} == OFFERED[kind.name]
    for level in OFFERED[kind.name]:
        side = kind.sizes[level - 1]
        assert level in levels_made(kind.blank(side, side, "standard")), level


def test_levels_that_are_quickly_made_are_not_refused() -> None:
    for size, level in ((6, 4), (7, 4), (7, 5), (8, 4), (9, 5), ((7, 9), 4)):
        made = nn.generate("nonogram", size, level=level, seed=1)
        assert level_alone(made) == level


def test_a_level_is_tried_for_an_image_and_for_words() -> None:
    """The table was measured on random pictures."""
    with pytest.raises(nn.PuzzleError, match="level 5 is not offered for nonogram of 5x5"):
        nn.generate("nonogram", 5, level=5)
    with pytest.raises(nn.LimitReached, match=r"level 5 .* 50 search steps"):
        nn.generate("nonogram", text="T", level=5, seed=1, budget=50)
    drawn = pytest.importorskip("PIL.Image").new("L", (5, 5), 255)
    for cell in ((0, 0), (1, 0), (2, 1), (3, 3), (4, 4)):
        drawn.putpixel(cell, 0)
    with pytest.raises(nn.LimitReached, match="limit of 50 nodes"):
        nn.generate("nonogram", 5, image=drawn, level=5, seed=1, budget=50)


# The quickest of those that took seconds, or failed, before their generators were mended.
@pytest.mark.parametrize(
    ("kind", "size", "level", "rules"),
    [
        ("trinairo", 9, 7, "standard"),
        ("kakurasu", 5, 6, "standard"),
        ("kakurasu", 8, 7, "standard"),
        ("mosaic", 8, 6, "standard"),
        ("binairo", 8, 6, "regions"),
    ],
)
def test_a_rare_level_is_made(kind: str, size: int, level: int, rules: str) -> None:
    made = nn.generate(kind, size, level=level, seed=2, rules=rules)
    assert level_alone(made) == level
    assert nn.is_unique(made)


@pytest.mark.parametrize(
    ("kind", "size", "level", "message"),
    [
        (
            "kakurasu",
            6,
            5,
            "level 5 is not offered for kakurasu of 6x6; try level 6, or size 8x8",
        ),
        (
            "trinairo",
            3,
            6,
            "level 6 is not offered for trinairo of 3x3; try level 2, or size 9x9",
        ),
        (
            "trinairo",
            9,
            5,
            "level 5 is not offered for trinairo of 9x9; try level 6, or size 6x6",
        ),
        ("binairo", 4, 3, "level 3 is not offered for binairo of 4x4; try level 2, or size 6x6"),
        (
            "tango",
            6,
            4,
            "level 4 is not offered for binairo with no-distinct and signs of 6x6; try level 3",
        ),
        (
            "unruly",
            8,
            5,
            "level 5 is not offered for binairo with no-distinct of 8x8;"
            " try level 4, or size 10x10",
        ),
        ("mosaic", 12, 7, "level 7 is not offered for mosaic of 12x12; try level 6"),
        ("trinairo", 6, 3, "trinairo has levels 1, 2, 5, 6, 7, not 3"),
    ],
)
def test_a_level_that_a_size_does_not_have_is_refused_at_once(
    kind: str, size: int, level: int, message: str
) -> None:
    with pytest.raises(nn.PuzzleError, match=message):
        nn.generate(kind, size, level=level)


def test_with_a_budget_any_level_may_be_tried() -> None:
    with pytest.raises(nn.LimitReached, match=r"no puzzle of level 7 .* the closest has"):
        nn.generate("binairo", 4, level=7, seed=1, budget=300)
