"""Scenes: what is drawn, by shape and not by colour alone, and nothing outside the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import given
from scenes import ANSWER, MANY, SCENES, paints, points, puzzles

import nonairo as nn
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds import KINDS
from nonairo.render.board import CELL, MARGIN
from nonairo.render.glyphs import of_symbol
from nonairo.render.scene import Scene, answer_scene, grid_scene, puzzle_scene
from nonairo.render.shapes import AnyShape, Circle, Glyph, Path, Rectangle, Text
from nonairo.render.text import heading, notes_of
from nonairo.render.themes import ROLES
from nonairo.step_pictures import step_scene
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample
from strategies import grids

Some = TypeVar("Some", bound=AnyShape)


def only(scene: Scene, kind: type[Some]) -> list[Some]:
    return [shape for shape in scene.shapes if isinstance(shape, kind)]


def texts(scene: Scene) -> Counter[str]:
    return Counter(glyph.text for glyph in only(scene, Glyph))


def roles(scene: Scene) -> set[str]:
    """All paint but the colours that are a puzzle's own."""
    return {paint for paint in paints(scene) if not paint.startswith("#")}


@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_nothing_is_outside_the_picture(scene: Scene) -> None:
    for shape in scene.shapes:
        for x, y in points(shape):
            assert 0 <= x <= scene.width, shape
            assert 0 <= y <= scene.height, shape


@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_paint_is_a_role_and_the_paper_comes_first(scene: Scene) -> None:
    assert roles(scene) <= set(ROLES)
    paper = Rectangle(x=0, y=0, width=scene.width, height=scene.height, fill="paper")
    assert scene.shapes[0] == paper


def test_every_role_is_used_somewhere() -> None:
    assert set().union(*map(roles, SCENES.values())) == set(ROLES)


@given(grids(max_side=6))
def test_a_grid_shows_what_it_knows(grid: Grid) -> None:
    scene = grid_scene(grid)
    known = Counter(grid.cells.replace(".", ""))
    assert texts(scene) == known
    assert scene.width == CELL * grid.width + 2 * MARGIN
    assert scene.height == CELL * grid.height + 2 * MARGIN
    assert len(only(scene, Path)) == grid.height + grid.width + 2, "lines, and borders"


def test_a_grid_of_many_symbols_is_drawn_in_strokes() -> None:
    assert texts(grid_scene(MANY)) == Counter(map(of_symbol, ALPHABET))


@pytest.mark.parametrize("name", KINDS)
def test_a_puzzle_of_every_kind_shows_its_labels_and_its_grid(name: str) -> None:
    puzzle, kind = puzzles()[name], KINDS[name]
    labels = Counter[str]()
    for rule in (*puzzle.row_rules, *puzzle.col_rules):
        labels.update("".join(kind.label(rule)))
    for note in notes_of(puzzle).values():
        labels.update(note)
    scene = puzzle_scene(puzzle, ANSWER)
    assert scene.title == heading(puzzle)
    filled = [shape for shape in only(scene, Rectangle) if shape.fill == "ink"]
    if kind.glyphs.isalnum():
        assert texts(scene) == labels + Counter(ANSWER.cells)
        assert not filled
        assert not only(scene, Circle)
    else:
        assert texts(scene) == labels
        assert sum(shape.width for shape in filled) == CELL * ANSWER.cells.count("1")
        assert len(only(scene, Circle)) == ANSWER.cells.count("0")


def test_a_picture_with_a_third_symbol_shows_it_in_strokes() -> None:
    puzzle = nn.nonogram([[1]], [[1], [], []])
    scene = puzzle_scene(puzzle, Grid(1, 3, "102"))
    assert texts(scene) == Counter("1" + "100" + "2"), "two clues of 1, two of 0, and the cell"


def test_a_puzzle_shows_its_givens_unless_there_is_another_grid() -> None:
    puzzle = nn.binairo("0./..")
    assert texts(puzzle_scene(puzzle)) == Counter("0")
    assert texts(puzzle_scene(puzzle, Grid.parse("01/10"))) == Counter("0011")


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_step_marks_by_shape_what_it_marks_by_colour(technique: str) -> None:
    for sample in TECHNIQUES[technique].samples:
        puzzle, step = show_sample(TECHNIQUES[technique], sample)
        scene = step_scene(puzzle, puzzle.givens, step)
        made = {cell for cell, _ in step.effects}
        grounds = Counter(shape.fill for shape in only(scene, Rectangle) if not shape.stroke)
        frames = [shape for shape in only(scene, Rectangle) if shape.stroke == "frame"]
        crosses = Counter(path.pen for path in only(scene, Path) if path.stroke == "wrong")
        assert scene.title == str(step)
        assert len(frames) == len(made)
        assert grounds["made"] == len(made | {cell for cell, _ in step.excludes})
        assert grounds["seen"] == len(step.seen)
        stripes = [path for path in only(scene, Path) if path.pen == 0.8 and len(path.strokes) == 6]
        assert len(stripes) == len(step.seen - made)
        first = step.shown[0] if step.shown else None
        supposed = first.filled if first else ()
        assert grounds["paper"] == 1 + len(supposed), "the sheet, and a ground for each number"
        if first and first.breaks_at:
            assert crosses == Counter([1.8] + [1.4] * len(set(first.breaks_at)))
        else:  # a letter for each symbol that a cell cannot be
            assert crosses == Counter([0.9] * len(step.excludes))


def test_long_labels_of_columns_stay_in_their_column() -> None:
    puzzle = nn.nonogram([[1]] * 120, [[120]])
    glyphs = [glyph for glyph in only(puzzle_scene(puzzle), Glyph) if glyph.across < 2]
    assert Counter(glyph.text for glyph in glyphs) == Counter("120")
    reach = [x for glyph in glyphs for x, _ in points(glyph)]
    assert max(reach) - min(reach) < CELL


def boxes(shapes: Iterable[AnyShape]) -> list[tuple[float, float, float, float]]:
    """What each shape takes up: left, top, right, bottom."""
    found = []
    for shape in shapes:
        across, down = zip(*points(shape), strict=True)
        found.append((min(across), min(down), max(across), max(down)))
    return found


def touching(one: Iterable[AnyShape], other: Iterable[AnyShape]) -> list[object]:
    return [
        (a, b)
        for a in boxes(one)
        for b in boxes(other)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_the_number_of_a_chain_touches_no_digit_and_no_cross(technique: str) -> None:
    for sample in TECHNIQUES[technique].samples:
        puzzle, step = show_sample(TECHNIQUES[technique], sample)
        scene = step_scene(puzzle, puzzle.givens, step, caption="")
        numbers = [text for text in only(scene, Text) if text.stroke == "ink" and text.pen < 0.62]
        assert bool(numbers) == bool(step.chains)
        assert not touching(numbers, [*only(scene, Glyph), *only(scene, Circle)])
        crosses = [path for path in only(scene, Path) if path.stroke == "wrong" and path.pen == 1.4]
        assert not touching(numbers, crosses)
        assert not touching(crosses, only(scene, Glyph))


@pytest.mark.parametrize("name", ["60x40", "clues of three digits", "nonogram", "kakurasu"])
def test_labels_touch_neither_each_other_nor_the_grid(name: str) -> None:
    glyphs = only(SCENES[name], Glyph)
    for k, box in enumerate(glyphs):
        near = [g for g in glyphs[k + 1 :] if abs(g.x - box.x) < 40 and abs(g.y - box.y) < 20]
        assert not touching([box], near)
    thick = [path for path in only(SCENES[name], Path) if path.pen == 2]
    assert thick
    for path in thick:  # the border
        assert not touching([path], glyphs)


def test_every_fifth_line_is_thick_and_goes_on_beside_the_clues() -> None:
    lines = Counter((path.stroke, path.pen) for path in only(SCENES["60x40"], Path))
    assert lines["ink", 2] == 4
    assert lines["ink", 1.6] == 11 + 7
    assert lines["stripe", 1.0] == 13 + 9


def test_a_step_has_coordinates_and_a_caption() -> None:
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    step = nn.explain(puzzle).steps[0]
    bare, told = (
        step_scene(puzzle, puzzle.givens, step, ""),
        step_scene(puzzle, puzzle.givens, step),
    )
    quiet = [[p for p in only(scene, Text) if p.stroke == "quiet"] for scene in (bare, told)]
    assert len(quiet[0]) == 12, "six rows, six columns"
    assert len(quiet[1]) > 12
    assert told.height > bare.height
    assert told.title == str(step)


def test_a_solution_to_compare_with_has_no_labels() -> None:
    puzzle = KINDS["nonogram"].pose(ANSWER, "standard")
    scene = answer_scene(puzzle, ANSWER)
    assert not only(scene, Glyph)
    assert not only(scene, Circle)
    assert scene.width == CELL * 6 + 2 * MARGIN
