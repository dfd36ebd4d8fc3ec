"""What we draw in a terminal, we read."""

from __future__ import annotations

import pytest
from hypothesis import given

import nonairo as nn
from nonairo.render.terminal_grid import Marked, ruled
from nonairo.render.text import draw, heading, in_ascii
from strategies import puzzles

IDS = [
    "binairo:1..0../..00.1/.00..1/....../00.1../.1..00",
    "binairo@no-distinct:01/..",
    "binairo@odd-more-ones:...\n...\n..1".replace("\n", "/"),
    "nonogram:1,1/5/5/3/1;2/4/4/4/2",
    "nonogram:0/1;1/0",
    "nonogram:1/1;1/1;1./..",
    "kakurasu:7/5/6/2/11;3/14/6/6/5",
]


@pytest.mark.parametrize("id", IDS)
def test_a_drawing_is_read_with_its_solution(id: str) -> None:
    puzzle = nn.parse(id).about(title="A: B")
    solved = nn.solve(puzzle, limit=1).solution
    text = f"{heading(puzzle)}\n{draw(puzzle)}\n{draw(puzzle, solved)}\nunique (core, 1 node)\n"
    again = nn.parse(text)
    assert (again, again.solution, again.title) == (puzzle, solved, "A: B")
    if puzzle.rules == "standard":
        assert nn.parse(draw(puzzle)) == puzzle or puzzle.kind == "kakurasu"
    if puzzle.kind == "nonogram" and not puzzle.givens.cells.strip("."):
        picture = draw(puzzle, solved, "#.")
        assert nn.parse(picture).givens == solved


@given(puzzles())
def test_every_puzzle_is_read_as_it_is_drawn(puzzle: nn.Puzzle) -> None:
    text = f"{heading(puzzle)}\n{draw(puzzle)}\n"
    assert nn.loads(text) == [puzzle]


def test_borders_of_regions_are_read() -> None:
    """Plain, in ASCII, and as a terminal shows a grid: numbered, and folded where it is narrow."""
    for size in (6, (6, 10), 10):
        puzzle = nn.generate("binairo", size, rules="regions", seed=3)
        box = draw(puzzle)
        assert nn.parse(box) == nn.parse(in_ascii(box)) == puzzle
        assert nn.parse(nn.dumps(puzzle, "drawing")).solution == puzzle.solution
        for width in (80, 40):
            lines = ruled(puzzle, Marked(puzzle.givens), width)
            shown = "\n".join("".join(text for text, _ in spans) for spans in lines)
            assert nn.parse(shown) == puzzle
    signed = nn.generate("binairo", 6, rules="regions", signs=0.3, seed=3)
    assert [loss.what for loss in nn.losses(signed, "drawing") if not loss.metadata] == [
        "signs between cells"
    ]
    bare = nn.parse(nn.dumps(signed, "drawing", lossy=True))
    assert bare.more_lines == signed.more_lines
    apart = nn.parse("binairo@regions:1.../..../..../....;ABBA/ABBA/ABBA/ABBA")
    assert [loss.what for loss in nn.losses(apart, "drawing")] == ["regions in several pieces"]
    with pytest.raises(nn.FormatError, match="region A: expected an even number of cells, found 1"):
        nn.parse("┌───────┐\n│ . │ . │\n│ ─     │\n│ .   . │\n└───────┘")


def test_only_borders_stand_with_cells_of_regions() -> None:
    """A sign may hide a border, and a character that is skipped changes the puzzle."""
    box = draw(nn.parse("binairo@regions:1.../..../..../....;AABB/AABB/CCDD/CCDD"))
    assert nn.parse(box).rules == "regions"
    message = "expected a blank or the border of a region between cells, found"
    for more, place in (("12  .", "line 2, column 4"), ("1 7 .", "line 2, column 5")):
        with pytest.raises(nn.FormatError, match=f"{place}: {message} '[27]'"):
            nn.parse(box.replace("1   .", more))
    quoted = "".join(f"> {line}\n" for line in box.splitlines())
    with pytest.raises(nn.FormatError, match="expected no clues beside a box with borders"):
        nn.parse(quoted)
    signed = nn.generate("binairo", 6, rules="regions", signs=0.3, seed=3)
    with pytest.raises(nn.FormatError, match="expected signs or borders of regions"):
        nn.parse(draw(signed))
    lines = ruled(signed, Marked(signed.givens), 80)
    with pytest.raises(nn.FormatError, match=f"{message} '='"):
        nn.parse("\n".join("".join(text for text, _ in spans) for spans in lines))


def test_several_drawings_are_several_puzzles() -> None:
    first, second = nn.parse(IDS[0]), nn.parse(IDS[3])
    assert nn.loads(f"{draw(first)}\n{draw(second)}\n{draw(first)}") == [first, second, first]
    both = nn.parse("nonogram:1/1;1/1")
    shown = "\n".join(draw(both, grid) for grid in (None, *nn.solve(both).solutions))
    assert len(nn.loads(shown)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("┌───┐\n│ 1 │", "line 1: expected a closed box, found only its beginning"),
        ("┌─────┐\n│ 1 0\n└─────┘", "line 2: expected a row between two bars"),
        ("┌─────┐\n│ 1 x │\n│ . . │\n└─────┘", "line 2, column 4: expected a cell, found ' x'"),
        (
            "binairo 4x4\n┌─────┐\n│ 1 . │\n│ . . │\n└─────┘",
            "line 2: expected a box of 4x4, found 2x2",
        ),
        ("┌─────┐\n└─────┘", "line 1: expected 1 to 1000 rows, found 0"),
        ("  3\n┌──┐\n5 │ ?│\n└──┘", "line 3: expected a row between two bars"),
        (
            "┌─────┐\n│ 1 . │\n│ . . │\n└─────┘\nsolution\n┌─────┐\n│ 1 0 │\n│ 0 3 │\n└─────┘",
            "line 6: expected the symbols of the puzzle above (0, 1), found '3'",
        ),
    ],
)
def test_a_broken_drawing_is_told_by_line(text: str, message: str) -> None:
    with pytest.raises(nn.FormatError) as refused:
        nn.loads(text, "drawing")
    assert str(refused.value) == message
