"""The gallery: pictures of our own, each with one solution and of the level that it says."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import nonairo as nn
from nonairo.cli import main
from nonairo.picture_gallery import themes

Output = pytest.CaptureFixture[str]
ALL = nn.gallery()
THEMES = {"animals", "buildings", "faces", "letters", "patterns", "plants", "things"}


def rows_of(puzzle: nn.Puzzle) -> Sequence[str]:
    assert puzzle.solution is not None
    return puzzle.solution.rows()


def test_there_are_enough_pictures_of_every_sort_and_level() -> None:
    coloured = nn.gallery(coloured=True)
    assert len(coloured) >= 60
    assert len(ALL) - len(coloured) == len(nn.gallery(coloured=False)) >= 150
    assert all(len(nn.gallery(level=level)) >= 20 for level in range(1, 6))
    assert set(themes()) >= THEMES
    assert all(len(nn.gallery(theme=theme)) >= 5 for theme in themes())


def test_pictures_have_the_sizes_that_are_promised() -> None:
    for puzzle in ALL:
        least, most = (5, 25) if puzzle.rules == "standard" else (10, 20)
        assert least <= min(puzzle.height, puzzle.width), puzzle.title
        assert max(puzzle.height, puzzle.width) <= most, puzzle.title


def test_no_two_pictures_are_the_same_and_none_has_an_empty_edge() -> None:
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    assert len({puzzle.extra["id"] for puzzle in ALL}) == len(ALL)
    for puzzle in ALL:
        assert puzzle.solution is not None
        rows, cols = puzzle.solution.rows(), puzzle.solution.cols()
        assert all(set(line) != {"0"} for line in (rows[0], rows[-1], cols[0], cols[-1]))


def test_every_picture_is_the_only_solution_of_its_puzzle() -> None:
    for puzzle in ALL:
        result = nn.solve(puzzle)
        assert (result.status, result.solution) == ("unique", puzzle.solution), puzzle.title


def test_pictures_are_of_the_level_that_they_say(full: bool) -> None:
    for puzzle in ALL if full else Random(3).sample(ALL, 25):
        assert nn.grade(puzzle).level == puzzle.extra["level"], puzzle.title


def test_pictures_are_chosen_by_what_they_are() -> None:
    small = nn.gallery(size=10, theme="animals")
    assert small
    assert all(max(puzzle.height, puzzle.width) <= 10 for puzzle in small)
    assert {puzzle.extra["theme"] for puzzle in small} == {"animals"}
    assert all(puzzle.height <= 12 for puzzle in nn.gallery(size=(12, 25)))
    levels = [puzzle.extra["level"] for puzzle in ALL]
    assert levels == sorted(levels, key=str)
    [heart] = nn.gallery("Heart")
    assert nn.gallery("heart") == [heart]
    assert (heart.title, heart.author, heart.extra["licence"]) == ("Heart", "Nonairo", "CC0-1.0")
    assert rows_of(heart)[1] == "11111"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "haert"}, "did you mean Heart?"),
        ({"theme": "animal"}, "did you mean animals?"),
        ({"level": 9}, "expected a level from 1 to 7, found 9"),
        ({"size": 0}, "expected a size n or (height, width), found 0"),
        ({"size": (1, 2, 3)}, "expected a size n or (height, width), found (1, 2, 3)"),
    ],
)
def test_what_no_picture_has_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(nn.PuzzleError) as refused:
        nn.gallery(**options)  # type: ignore[arg-type]
    assert message in str(refused.value)


def test_the_command_lists_pictures_and_writes_them(capsys: Output, tmp_path: Path) -> None:
    assert main(["gallery"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows] == [puzzle.title for puzzle in ALL]
    assert main(["gallery", "--pick", "heart", "--to", "id"]) == 0
    assert capsys.readouterr().out.strip() == nn.gallery("heart")[0].id
    assert main(["gallery", "--level", "1", "--size", "8", "--coloured"]) == 2
    assert "matches all these options" in capsys.readouterr().err
    assert main(["gallery", "--pick", "heart", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["title"], record["level"], record["theme"]) == ("Heart", 2, "things")
    path = tmp_path / "easy.jsonl"
    assert main(["gallery", "--level", "1", "-o", str(path)]) == 0
    assert nn.load(path) == nn.gallery(level=1)
    assert main(["gallery", "--json", "-o", str(path)]) == 2


def test_a_picture_to_solve_does_not_show_its_solution(capsys: Output) -> None:
    assert main(["gallery", "--pick", "heart", "--to", "jsonl"]) == 0
    assert "solution" not in json.loads(capsys.readouterr().out)


def test_a_book_without_puzzles_is_a_book_of_the_gallery(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    few = nn.gallery(size=6)
    monkeypatch.setattr("nonairo.cli.book.gallery", lambda: few)
    path = tmp_path / "book.pdf"
    assert main(["book", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert Counter(capsys.readouterr().err) == Counter()
