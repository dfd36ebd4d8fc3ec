"""Random nonograms, words, and the search for few changes."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
import outside
from nonairo import line_solver, native
from nonairo.errors import LimitReached, PuzzleError
from nonairo.formats.shared.clues import from_picture
from nonairo.generating.any_kind import generate_nonogram
from nonairo.generating.pictures import random_puzzles
from nonairo.generating.pictures.changing import flip_few
from nonairo.generating.pictures.drawing import borders, draw_picture, plain_cost
from nonairo.generating.pictures.hard_scenes import keeps_parts, most_changed
from nonairo.generating.pictures.pixel_font import FONT, GLYPHS, HEIGHT, on_plate, spell
from nonairo.generating.pictures.scenes import THINGS, Canvas
from nonairo.generating.pictures.task import (
    LINES,
    UNIQUE,
    Goal,
    PictureRequest,
    PictureTask,
    another,
    decided,
    distinguishes,
    flipped,
    left_by_flips,
)
from nonairo.generating.pictures.wanted_puzzles import adapt
from nonairo.generating.random_draws import Draws
from nonairo.grading import sweep
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget, Limits
from nonairo.puzzle import Puzzle
from strategies import grids

POSED = [name for name, kind in KINDS.items() if kind.posed]


def task_of(
    picture: Grid, seed: int = 1, kind: str = "nonogram", level: int | None = None
) -> PictureTask:
    """The work on a picture's puzzle."""
    request = PictureRequest(KINDS[kind], level=level, seed=seed)
    return request.task(picture.height, picture.width)


def is_sound(puzzle: Puzzle) -> bool:
    """One solution, the picture, by the core and by an outside solver."""
    result = nn.solve(puzzle)
    assert puzzle.solution is not None
    told = outside.answer(puzzle.id)
    return (
        result.status == "unique"
        and result.solution == puzzle.solution
        and told == (1, puzzle.solution.cells)
    )


def test_a_random_nonogram_is_unique_and_solved_by_single_lines() -> None:
    for size in (1, 2, 3, 5, (4, 9), 10, 15):
        for seed in range(3):
            puzzle = generate_nonogram(size, seed=seed)
            assert (puzzle.height, puzzle.width) == (
                size if isinstance(size, tuple) else (size,) * 2
            )
            assert sweep(puzzle).simple
            assert is_sound(puzzle)
            about: dict[str, object] = {"level": nn.grade(puzzle).level, "seed": seed}
            if puzzle.height >= 10:
                about["picture"] = puzzle.extra["picture"]
            assert about.items() <= puzzle.extra.items()
            assert puzzle.extra.keys() <= {*about, "picture"}


def test_large_ones_come_in_seconds() -> None:
    puzzle = generate_nonogram(100, seed=1)
    assert sweep(puzzle).simple
    assert generate_nonogram((100, 3), seed=1).height == 100


LEVELS = [
    *((level, 10) for level in range(1, 7)),
    pytest.param(7, 10, marks=pytest.mark.full),  # one is made below
]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "size"), LEVELS)
def test_several_of_every_level(level: int, size: int, full: bool) -> None:
    number = 20 if full else 4
    made = [generate_nonogram(size, level=level, seed=seed) for seed in range(number)]
    assert len({puzzle.id for puzzle in made}) == number
    for puzzle in made:
        fresh = nn.parse(puzzle.id)
        assert nn.grade(fresh).level == level == puzzle.extra["level"]
        assert is_sound(puzzle)


def test_level_seven_is_reached() -> None:
    puzzle = generate_nonogram(10, level=7, seed=2)
    assert nn.grade(nn.parse(puzzle.id)).level == 7
    assert is_sound(puzzle)


def test_a_level_out_of_reach_names_the_nearest() -> None:
    with pytest.raises(LimitReached, match=r"level 7 \(Extreme\).*; the closest .* level 6$"):
        generate_nonogram(10, level=7, seed=1, budget=7000)
    with pytest.raises(LimitReached, match=r"level 5 \(Very hard\).*; the closest .* level 4$"):
        generate_nonogram(10, level=5, seed=1, budget=300)
    with pytest.raises(LimitReached):
        generate_nonogram(60, level=6, seed=1, time_limit=0.01)
    with pytest.raises(nn.PuzzleError, match="level 7 is not offered for nonogram of 2x2"):
        generate_nonogram(2, level=7, seed=1)


def test_a_random_picture_shows_a_thing_that_is_named() -> None:
    for side, seeds in ((7, 8), (10, 16), (16, 16), (30, 4)):
        made = [generate_nonogram(side, seed=seed) for seed in range(seeds)]
        assert len({puzzle.id for puzzle in made}) > seeds * 3 // 4
        assert len({str(puzzle.extra["picture"]) for puzzle in made}) > 1
    assert "picture" not in generate_nonogram(10, seed=1, style="blot").extra
    assert "picture" not in generate_nonogram(10, seed=1, density=0.5).extra
    with pytest.raises(nn.PuzzleError, match=r"expected a style \(scene, blot\), found 'ink'"):
        generate_nonogram(10, seed=1, style="ink")


def test_pictures_of_level_4_show_things_with_few_cells_changed() -> None:
    for side, seed in ((10, 1), (10, 2), (15, 3)):
        puzzle = generate_nonogram(side, level=4, seed=seed)
        assert puzzle.extra["picture"]
        assert nn.grade(puzzle).level == 4
    assert "picture" not in generate_nonogram(10, level=4, seed=1, style="blot").extra
    assert "picture" not in generate_nonogram(9, level=4, seed=1, style="scene").extra


def test_a_hard_scene_differs_little_from_the_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Grid] = []

    def kept(*asked: object) -> Grid | None:
        scene = scene_of(*asked)  # type: ignore[arg-type]
        drawn.extend([] if scene is None else [scene])
        return scene

    scene_of = random_puzzles.scene_of
    monkeypatch.setattr(random_puzzles, "scene_of", kept)
    for seed in range(3):
        picture = generate_nonogram(12, level=4, seed=seed).solution
        assert picture is not None
        changed = sum(a != b for a, b in zip(picture.cells, drawn[-1].cells, strict=True))
        assert changed <= most_changed(picture) == 5


def test_no_part_of_a_thing_appears_vanishes_splits_or_joins() -> None:
    """Compared with the number of groups and holes, counted, for all 3x3 pictures."""
    for number in range(1 << 9):
        picture = Grid(3, 3, f"{number:09b}")
        around = Grid(5, 5, "0" * 6 + "00".join(picture.rows()) + "0" * 6)
        after = flipped(around, 12)
        same = (groups(around, "1", SIDES), groups(around, "0", CORNERS)) == (
            groups(after, "1", SIDES), groups(after, "0", CORNERS)
        )  # fmt: skip
        if keeps_parts(picture, 4):
            assert same, picture


SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
CORNERS = (*SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))


def groups(picture: Grid, symbol: str, steps: tuple[tuple[int, int], ...]) -> int:
    """Count the groups of cells with a symbol."""
    rows, cols = range(picture.height), range(picture.width)
    left = {(r, c) for r in rows for c in cols if picture.rows()[r][c] == symbol}
    number = 0
    while left:
        number, reached = number + 1, [left.pop()]
        while reached:
            r, c = reached.pop()
            for near in {(r + down, c + right) for down, right in steps} & left:
                left.remove(near)
                reached.append(near)
    return number


FLAT = ((1, 30), (2, 20), (3, 12), (4, 9), (4, 30), (5, 10), (12, 3), (30, 5))


def test_random_pictures_of_small_and_flat_grids_differ() -> None:
    for size in (*FLAT, 4, 5, 9):
        made = {generate_nonogram(size, seed=seed).id for seed in range(20)}
        assert len(made) >= 14, size


@pytest.mark.parametrize("size", [(1, 50), (2, 100), (1, 60), (5, 100), (100, 1)])
def test_long_grids_are_made(size: tuple[int, int]) -> None:
    puzzle = generate_nonogram(size, seed=1)
    assert puzzle.solution is not None
    assert {*puzzle.solution.cells} == {"0", "1"}


def test_a_picture_is_named_only_if_it_shows_something() -> None:
    """Below five cells a side nothing is recognised."""
    assert all("picture" not in generate_nonogram((4, 9), seed=k).extra for k in range(5))
    assert "picture" not in generate_nonogram((4, 9), seed=1, style="scene", colours=2).extra


def test_the_name_is_that_of_the_picture_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several pictures that single lines nearly solve, the last one drawn is seldom the best."""
    task = PictureRequest(KINDS["kakurasu"], scenes=True, seed=3).task(12, 12)
    drawn: dict[str, str] = {}

    def nearly(picture: Grid, *_: object, **__: object) -> tuple[Grid, int]:
        drawn[picture.cells] = task.shown[-1]
        if len(drawn) > 8:
            raise LimitReached("enough", "nodes")
        return picture, len(drawn)  # the first is the best

    monkeypatch.setattr(random_puzzles, "make_fair", nearly)
    monkeypatch.setattr(random_puzzles, "with_givens", lambda puzzle, picture, _: (puzzle, picture))
    _, picture = random_puzzles.random_puzzle((12, 12), None, task)
    assert picture.cells == next(iter(drawn))
    assert drawn[picture.cells] != [*drawn.values()][-1]
    assert task.shown == [drawn[picture.cells]]


def test_each_thing_is_drawn_in_black_and_in_colours() -> None:
    for thing, least in THINGS.items():
        canvas = Canvas(least, least, Draws(1))
        assert thing(canvas)
        assert least < sum(map(bool, canvas.cells)) < least * least
    coloured = generate_nonogram(12, seed=2, colours=2)
    assert coloured.extra["picture"]


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_the_density_is_kept(density: float) -> None:
    for seed in range(3):
        picture = generate_nonogram(15, seed=seed, density=density).solution
        assert picture is not None
        assert abs(picture.cells.count("1") / 225 - density) <= 0.04
    hard = generate_nonogram(10, level=6, seed=1, density=0.5).solution
    assert hard is not None
    assert abs(hard.cells.count("1") / 100 - 0.5) <= 0.04


def test_pictures_reach_every_border() -> None:
    for seed in range(40):
        picture = generate_nonogram(12, seed=seed, style="blot").solution
        assert picture is not None
        for side in borders(12, 12):
            assert any(picture.cells[cell] == "1" for cell in side)


def test_smooth_pictures_have_larger_shapes_than_rough_ones() -> None:
    def alike(roughness: int) -> int:
        return sum(
            sum(plain_cost(draw_picture(20, 20, 0.5, roughness, Draws(k)))) for k in range(10)
        )

    assert alike(0) > alike(5) > alike(10)


ASKED = [{"size": 6}, {"size": 5, "level": 3}, {"size": 5, "level": 6}, {"text": "NO"}]
PROGRAM = """
from nonairo.generating.any_kind import generate_nonogram
for seed in (1, 2):
    for asked in {asked}:
        print(generate_nonogram(seed=seed, **asked).id)
"""


def ids() -> list[str]:
    return [generate_nonogram(seed=seed, **asked).id for seed in (1, 2) for asked in ASKED]  # type: ignore[arg-type]


def test_a_seed_gives_the_same_puzzle_in_every_process() -> None:
    other = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(asked=ASKED)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "1234"},
    )
    assert other.stdout.split() == ids()


def test_a_seed_gives_the_same_puzzle_without_the_core(request: pytest.FixtureRequest) -> None:
    with_core = ids()
    request.getfixturevalue("no_core")
    assert native.compiled is None
    assert ids() == with_core


def test_without_a_seed_one_is_drawn_and_told() -> None:
    puzzle = generate_nonogram(8)
    seed = puzzle.extra["seed"]
    assert isinstance(seed, int)
    assert generate_nonogram(8, seed=seed) == puzzle


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "expected a size, an image or a text"),
        ({"size": 0}, "expected 1 to 100 rows"),
        ({"size": 101}, "expected 1 to 100 rows"),
        ({"size": "many"}, "expected a size"),
        ({"size": 5, "seed": "x"}, "expected a whole number as seed"),
        ({"size": 5, "level": 8}, "expected a level from 1 to 7"),
        ({"size": 5, "density": 0.95}, "expected a density from 0.1 to 0.9"),
        ({"size": 5, "density": "x"}, "expected a density"),
        ({"size": 5, "threshold": 3}, "'threshold' is for an image, found none"),
        ({"text": "HI", "density": 0.5}, "density is for random pictures"),
        ({"text": "HI", "image": b""}, "found both"),
        ({"text": ""}, "expected some text"),
        ({"text": "\N{CJK UNIFIED IDEOGRAPH-65E5}"}, "the font has no"),
        ({"text": "HI", "size": (6, 9)}, "needs at least 7x9, found 6x9"),
        ({"text": "MMMMMMMMMMMMMMMMMM"}, "the limit is 100 per side"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, object], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        generate_nonogram(**{"seed": 1} | asked)  # type: ignore[arg-type]


# Words


def test_every_glyph_has_seven_rows_of_one_width() -> None:
    assert len(FONT.split()) > 500
    assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'\"-+=/()") <= set(GLYPHS)
    for name, rows in GLYPHS.items():
        assert len(rows) == HEIGHT, name
        assert len({len(row) for row in rows}) == 1, name
    inked = [rows for name, rows in GLYPHS.items() if name != " "]
    assert len(set(inked)) == len(inked)


@pytest.mark.parametrize(
    "text",
    ["HI", "Nonairo", "Hello\nWorld!", "\N{LATIN CAPITAL LETTER A WITH DIAERESIS}", "CAT", "QUIZ"],
)
def test_letters_keep_their_shape(text: str) -> None:
    puzzle = generate_nonogram(text=text, seed=1)
    assert puzzle.extra["changed"] == []
    assert puzzle.solution in (spell(text), *on_plate(text))
    assert is_sound(puzzle)
    larger = (spell(text).height + 5, spell(text).width + 4)
    puzzle = generate_nonogram(larger, text=text, seed=1)
    assert puzzle.solution in (spell(text, larger), *on_plate(text, larger))


def test_letters_with_accents_are_those_without() -> None:
    assert spell("\N{LATIN SMALL LETTER E WITH ACUTE}") == spell("E")
    assert on_plate("W" * 17) == []


def test_words_grow_by_a_whole_factor_and_stand_in_the_middle() -> None:
    picture = spell("I", (16, 9))
    assert picture.rows()[0] == picture.rows()[-1] == "0" * 9
    assert picture.rows()[1] == "011111100"
    assert sum(row.count("1") for row in picture.rows()) == 4 * spell("I").cells.count("1")


def test_words_of_a_level() -> None:
    puzzle = generate_nonogram(text="HI", level=3, seed=1)
    assert nn.grade(nn.parse(puzzle.id)).level == 3
    assert is_sound(puzzle)


# Few changes


@given(grids(max_side=6, symbols="01"), st.sampled_from((UNIQUE, LINES)))
def test_few_flips_reach_their_goal(picture: Grid, goal: Goal) -> None:
    done = flip_few(picture, goal, task_of(picture))
    cells = [cell.row * picture.width + cell.col for cell in done.changed]
    assert flipped(picture, *cells) == done.picture
    assert nn.is_unique(from_picture(done.picture))
    if goal is LINES:
        assert sweep(from_picture(done.picture)).simple
    assert done.exact or done.changed


def smallest(picture: Grid, goal: Goal) -> int:
    """The fewest changes, by trying all sets of cells."""
    task = task_of(picture)
    for size in range(len(picture.cells)):
        for cells in combinations(range(len(picture.cells)), size):
            if not goal.trouble(flipped(picture, *cells), task):
                return size
    raise AssertionError


@given(
    st.sampled_from(((3, 4), (4, 4), (4, 5), (5, 5))),
    st.integers(0, 2**32),
    st.sampled_from((0.2, 0.3, 0.4)),
)
def test_exact_means_that_no_smaller_change_works(
    size: tuple[int, int], seed: int, share: float
) -> None:
    picture = draw_picture(*size, share, 10, Draws(seed))
    for goal in (UNIQUE, LINES):
        done = flip_few(picture, goal, task_of(picture, seed))
        assert done.exact
        assert len(done.changed) == smallest(picture, goal)


def test_a_diagonal_needs_two_changes() -> None:
    diagonal, full = Grid.parse("1000/0100/0010/0001"), Grid.parse("11/11")
    done = flip_few(diagonal, UNIQUE, task_of(diagonal))
    assert (len(done.changed), done.exact) == (2, True)
    assert nn.is_unique(from_picture(done.picture))
    whole = flip_few(full, UNIQUE, task_of(full))
    assert (whole.changed, whole.exact) == ((), True)


def test_a_wanted_picture_is_led_to_a_level() -> None:
    picture = draw_picture(8, 8, 0.5, 8, Draws(3))
    done = adapt(picture, plain_cost(picture), task_of(picture, seed=0, level=2))
    assert nn.grade(from_picture(done.picture)).level == 2


def test_few_flips_keep_to_their_limits() -> None:
    noise = draw_picture(30, 30, 0.3, 10, Draws(1))
    for limits in (Budget(Limits(nodes=100)), Budget(Limits(0.01))):
        with pytest.raises(LimitReached):
            flip_few(noise, UNIQUE, task_of(noise).within(limits))


# What the clues tell, with and without the core


@given(grids(max_side=7, symbols="01"), st.sampled_from(POSED))
def test_the_core_and_python_tell_the_same_of_a_picture(picture: Grid, kind: str) -> None:
    cells = range(len(picture.cells))
    task = task_of(picture, kind=kind)
    known, left = decided(picture, task), left_by_flips(picture, cells, task)
    other = another(picture, task)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "compiled", None)
        line_solver.kernel.cache_clear()
        assert decided(picture, task) == known
        assert left_by_flips(picture, cells, task) == left
        assert (another(picture, task) is None) == (other is None)
    line_solver.kernel.cache_clear()
    if other is not None:
        assert task.puzzle(other) == task.puzzle(picture)
        assert other != picture
        assert (
            any(distinguishes(cell, picture, other, task) for cell in cells) or kind != "nonogram"
        )


@pytest.mark.parametrize(("level", "named"), [(4, True), (5, False), (6, False), (7, False)])
def test_only_pictures_that_people_recognise_have_a_name(level: int, named: bool) -> None:
    puzzle = nn.generate_nonogram(10, level=level, seed=1)
    assert ("picture" in puzzle.extra) == named
