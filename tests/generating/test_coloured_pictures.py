"""Coloured nonograms from chance and from images: unique, the same for a seed, and repaired."""

from __future__ import annotations

from io import BytesIO

import pytest

import nonairo as nn
from nonairo.cli import main
from nonairo.generating.pictures.image_puzzles import few_colours


@pytest.mark.parametrize(("size", "colours", "seed"), [(4, 1, 1), (6, 2, 2), ((7, 9), 3, 3)])
def test_random_ones_are_fair_and_have_their_colours(
    size: int | tuple[int, int], colours: int, seed: int
) -> None:
    puzzle = nn.generate_nonogram(size, seed=seed, colours=colours)
    assert puzzle.rules.count("=") == colours
    result = nn.solve(puzzle)
    assert (result.status, result.stats.nodes) == ("unique", 1), "single lines do"
    assert result.solution == puzzle.solution
    assert {*puzzle.symbols[1:]} <= {*puzzle.solution.cells}  # type: ignore[union-attr]
    assert nn.generate_nonogram(size, seed=seed, colours=colours) == puzzle
    assert nn.grade(puzzle).level == puzzle.extra["level"]


def test_seeds_do_not_depend_on_the_core(no_core: None) -> None:
    made = nn.generate_nonogram(5, seed=4, colours=2)
    assert made.id == FIVE


FIVE = "nonogram@a=000000+b=e6194b:3a/5a/5a/1b/1b;2a/3a/3a,2b/3a/2a"


def test_a_level_is_reached() -> None:
    for level in (1, 2):
        puzzle = nn.generate_nonogram(6, seed=1, colours=2, level=level)
        assert nn.grade(puzzle).level == level


def face(**kind: str) -> bytes:
    image = pytest.importorskip("PIL.Image")
    draw = pytest.importorskip("PIL.ImageDraw")
    picture = image.new("RGB", (160, 160), kind.get("paper", "white"))
    pen = draw.Draw(picture)
    pen.ellipse((10, 10, 150, 150), fill=(255, 220, 0), outline="black", width=9)
    pen.rectangle((50, 50, 68, 75), fill="black")
    pen.rectangle((92, 50, 110, 75), fill="black")
    pen.rectangle((55, 100, 105, 115), fill=(220, 0, 0))
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def test_an_image_becomes_a_puzzle_in_its_colours() -> None:
    puzzle = nn.generate_nonogram((12, 14), image=face(), colours=3, seed=1)
    assert nn.solve(puzzle).solution == puzzle.solution
    assert (puzzle.height, puzzle.width) == (12, 14)
    paints = [part[2:] for part in puzzle.rules.split("+")]
    near = [("ffdc00", 20), ("000000", 20), ("dc0000", 60)]
    for wanted, most in near:
        assert any(
            max(abs(int(wanted[k : k + 2], 16) - int(paint[k : k + 2], 16)) for k in (0, 2, 4))
            <= most
            for paint in paints
        ), wanted
    assert len(puzzle.extra["changed"]) <= 12  # type: ignore[arg-type]
    assert "background" not in puzzle.extra
    again = nn.generate_nonogram((12, 14), image=face(), colours=3, seed=1)
    assert again == puzzle
    blue = nn.generate_nonogram(10, image=face(paper="skyblue"), colours=3, seed=1)
    assert str(blue.extra["background"]).startswith("#8")


def test_few_colours_stand_for_many() -> None:
    greys = [(k, k, k) for k in range(0, 256, 5)]
    assert len(few_colours(greys, 3)) == 3
    assert few_colours([(1, 2, 3)] * 9, 4) == [(1, 2, 3)]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"colours": 0}, "expected 1 to 18 colours, found 0"),
        ({"colours": "many"}, "expected 1 to 18 colours, found 'many'"),
        ({"colours": 2, "text": "A"}, "colours need an image or a random picture"),
    ],
)
def test_what_cannot_be_asked_is_refused(options: dict[str, object], told: str) -> None:
    size = None if "text" in options else 5
    with pytest.raises(nn.PuzzleError, match=told):
        nn.generate("nonogram", size, **options)  # type: ignore[arg-type]
    with pytest.raises(nn.PuzzleError, match="kakurasu has no colours"):
        nn.generate("kakurasu", 5, colours=2)


def test_the_command_makes_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "nonogram", "5", "--colours", "2", "--seed", "4", "--to", "id"]) == 0
    assert capsys.readouterr().out == FIVE + "\n"


def test_a_picture_is_repaired_by_other_colours_in_a_few_cells() -> None:
    puzzle = nn.parse("nonogram@a=ff0000+b=000000:1a/1b/1a/1b;1a,1b/1a/1b/0")
    several = nn.solve(puzzle)
    assert several.status == "multiple"
    repaired = nn.repair(puzzle, picture=several.solutions[0])
    assert nn.is_unique(repaired.puzzle)
    assert 0 < len(repaired.changes) <= 3
    assert repaired.puzzle.rules == puzzle.rules
    by_givens = nn.repair(puzzle)
    assert nn.is_unique(by_givens.puzzle)
    assert by_givens.puzzle.row_rules == puzzle.row_rules


def test_colours_by_number_and_by_rules_exclude_each_other() -> None:
    rules = "a=ff0000+b=00ff00"
    with pytest.raises(nn.PuzzleError, match=r"^expected colours or rules, found both"):
        nn.generate("nonogram", 5, seed=1, colours=2, rules=rules)
    assert nn.generate("nonogram", 4, seed=1, rules=rules).rules == rules
