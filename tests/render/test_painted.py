"""Colours, signs and more symbols in pictures and text: never told by colour alone."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from scenes import MORE, available, flat, paints

import nonairo as nn
from commands import Output, run
from nonairo.grid import Cell
from nonairo.kinds.colour_names import PLAIN_WORDS, names
from nonairo.render import svg
from nonairo.render.board import CELL, Board, board_of
from nonairo.render.scene import board_scene, puzzle_scene
from nonairo.render.shapes import Circle, Glyph, Rectangle
from nonairo.render.shapes import Path as Strokes
from nonairo.render.terminal_grid import Marked, ruled
from nonairo.render.text import draw, heading
from nonairo.render.themes import LIGHT, readable_on
from nonairo.step_pictures import of_step, step_scene
from nonairo.techniques.base import Step
from terminals import in_terminal, without_colours

COLOURED, SIGNS = nn.parse(MORE["coloured"]), nn.parse(MORE["signs"])
THREE = nn.parse("trinairo:2....2/.1..../.21.../...200/..1.00/0..2..")
TANGO_BOX = """\
┌───────────────┐
│ 1 x .   .   . │
│               │
│ .   . = .   . │
│ =             │
│ .   .   .   . │
│               │
│ .   .   . x 1 │
└───────────────┘"""
# Where a grid is folded, signs between the parts stand at the end of the first.
FOLDED = """\
  ┌─1───2───┐
1 │ 1 x .   │
  │         │
2 │ .   . = │
  │ =       │
3 │ .   .   │
  │         │
4 │ .   .   │
  └─────────┘
  ┌─3───4─┐
1 │ .   . │
  │       │
2 │ .   . │
  │       │
3 │ .   . │
  │       │
4 │ . x 1 │
  └───────┘"""


def solution(puzzle: nn.Puzzle) -> nn.Grid:
    found = nn.solve(puzzle).solution
    assert found is not None
    return found


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [part / 255 for part in LIGHT.rgb(colour)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05

    low, high = sorted((light(one), light(other)))
    return high / low


PLAIN = [bytes.fromhex(names()[word]) for word in PLAIN_WORDS]


@pytest.mark.parametrize("paint", [*map(tuple, PLAIN), (117, 117, 117), (188, 0, 0), (0, 134, 0)])
def test_what_is_written_on_a_colour_can_be_read(paint: tuple[int, int, int]) -> None:
    colour = "#{:02x}{:02x}{:02x}".format(*paint)
    assert contrast(colour, readable_on(colour)) >= 4.5


def test_coloured_cells_and_clues_have_letters_too() -> None:
    scene = puzzle_scene(COLOURED, solution(COLOURED))
    assert {"#ff0000", "#000000", "#ffffcc"} <= paints(scene)
    found = Counter(shape.text for shape in flat(scene) if isinstance(shape, Glyph))
    cells = Counter("".join("·abc"["0123".index(each)] for each in solution(COLOURED).cells))
    clues = Counter("2a1a2b2b1c2a1a2b2b1c")
    assert found == cells + clues - Counter({"·": cells["·"]})


def test_the_chip_of_a_clue_has_the_colour_of_its_blocks() -> None:
    board = board_of(COLOURED, COLOURED.givens)
    assert board.row_inks == [("#ff0000",), ("#ff0000", "#000000"), ("#000000", "#ffffcc")]
    bare = [shape for shape in puzzle_scene(COLOURED).shapes if isinstance(shape, Rectangle)]
    chips = Counter(shape.fill for shape in bare if shape.fill and shape.fill.startswith("#"))
    assert chips == {"#ff0000": 4, "#000000": 4, "#ffffcc": 2}


def test_signs_stand_on_the_border_of_their_cells() -> None:
    board = board_of(SIGNS, SIGNS.givens)
    discs = [s for s in puzzle_scene(SIGNS).shapes if isinstance(s, Circle) and s.fill == "paper"]
    found = {((disc.x - board.left) / CELL, (disc.y - board.top) / CELL) for disc in discs}
    assert found == {(1, 0.5), (2, 1.5), (0.5, 2), (3, 3.5)}
    strokes = [shape for shape in puzzle_scene(SIGNS).shapes if isinstance(shape, Strokes)]
    assert sum(len(stroke.strokes) == 4 for stroke in strokes) == 4


def test_what_a_cell_cannot_be_is_crossed_out() -> None:
    fields: dict[str, object] = {
        "premises": (Cell(0, 0),),
        "effects": (),
        "chains": (),
        "others": (),
        "place": None,
    }
    fields |= {"excludes": (), "barred": (), "shown": (), "seen": {Cell(0, 0)}}
    out = {"excludes": ((Cell(0, 1), "1"), (Cell(0, 1), "2"))}
    step = cast(Step, SimpleNamespace(**fields | out))
    plain = cast(Step, SimpleNamespace(**fields))
    before, scene = (step_scene(COLOURED, COLOURED.givens, each, "") for each in (plain, step))
    more = Counter(map(type, flat(scene))) - Counter(map(type, flat(before)))
    assert more == {Glyph: 2, Strokes: 2, Rectangle: 1}
    out = {"barred": ((Cell(0, 1), "1"), (Cell(0, 2), "2"))}
    known = cast(Step, SimpleNamespace(**fields | out))
    more = Counter(map(type, flat(step_scene(COLOURED, COLOURED.givens, known, ""))))
    assert more - Counter(map(type, flat(before))) == {Glyph: 2, Strokes: 2, Rectangle: 2}
    assert of_step(COLOURED.givens, step).roles == {Cell(0, 0): "seen", Cell(0, 1): "less"}


def test_signs_are_drawn_between_the_cells_of_a_text() -> None:
    assert draw(SIGNS) == TANGO_BOX
    for width in (17, 18):
        lines = ["".join(text for text, _ in spans)
                 for spans in ruled(SIGNS, Marked(SIGNS.givens), width)]  # fmt: skip
        assert "\n".join(lines) == FOLDED
    marked = Marked(SIGNS.givens, {Cell(0, 1): "made"})
    assert "1 x*." in "".join(text for text, _ in [*ruled(SIGNS, marked, 80)][1])


def test_the_sign_of_a_role_stands_beside_the_letter() -> None:
    marked = Marked(solution(COLOURED), {Cell(0, 1): "made", Cell(0, 3): "seen"})
    row = [*ruled(COLOURED, marked, 80)][3]
    assert "".join(text for text, _ in row) == "     2a │  a *a  · :· │ 1"
    assert ("a", "ink #ff0000") in row


def test_three_symbols_are_drawn_as_they_are() -> None:
    assert "│ 2 0 0 1 1 2 │" in draw(THREE, solution(THREE))
    found = Counter(s.text for s in flat(puzzle_scene(THREE)) if isinstance(s, Glyph))
    assert found == Counter(THREE.givens.cells.replace(".", ""))


def test_a_terminal_has_grounds_of_colour_and_a_pipe_letters() -> None:
    shown = in_terminal(["solve", COLOURED.id], 40, 80, {"COLORTERM": "truecolor"})[1]
    assert "\x1b[38;2;0;0;0;48;2;255;0;0m2a" in shown
    few = in_terminal(["solve", COLOURED.id], 40, 80, {"COLORTERM": ""})[1]
    assert "48;5;196m2a" in few
    plain = in_terminal(["solve", COLOURED.id], 40, 80, {"NO_COLOR": "1"})[1]
    assert "\x1b[" not in plain
    same = [line.rstrip() for line in without_colours(shown).split("\r\n")[:7]]
    assert same == plain.split("\r\n")[:7]
    assert "  2a │  a  a  ·  · │ 1" in plain


def test_a_film_keeps_the_colours() -> None:
    tool = available("gif")
    images = pytest.importorskip("PIL.Image", reason="gif needs Pillow, of the extra draw")
    film = tool.write(puzzle_scene(COLOURED, solution(COLOURED)), LIGHT)
    with images.open(BytesIO(film)) as picture:
        pixels = picture.convert("RGB").getcolors(1 << 20)
    assert {(255, 0, 0), (0, 0, 0), (255, 255, 204)} <= {colour for _, colour in pixels}


def test_a_heading_counts_colours() -> None:
    assert heading(COLOURED) == "nonogram 3x4, 3 colours"


def test_a_board_without_a_puzzle_has_no_colours() -> None:
    assert {p for p in paints(board_scene(Board(SIGNS.givens), "x")) if p.startswith("#")} == set()


@pytest.mark.parametrize("puzzle", [COLOURED, SIGNS, THREE], ids=["colours", "signs", "three"])
def test_commands_take_and_draw_grids_of_all_symbols(
    puzzle: nn.Puzzle, tmp_path: Path, capsys: Output
) -> None:
    cells = solution(puzzle).cells
    assert run(capsys, "check", puzzle.id, cells)[1].startswith("solved")
    state = tmp_path / "state.txt"
    state.write_text("\n".join(solution(puzzle).rows()))
    assert run(capsys, "check", puzzle.id, str(state))[0] == 0
    picture = tmp_path / "state.svg"
    assert run(capsys, "draw", puzzle.id, "--state", cells, "-o", str(picture))[0] == 0
    assert picture.read_text() == svg.draw(puzzle_scene(puzzle, solution(puzzle)))
    assert run(capsys, "hint", puzzle.id)[0] == 0


def test_colours_are_counted_not_spelled_out(capsys: Output) -> None:
    answer = run(capsys, "check", COLOURED.id, solution(COLOURED).cells)[1]
    assert answer == "solved\n"
    assert "a=ff0000" not in run(capsys, "grade", COLOURED.id)[1].partition("\t")[2]
