"""The bundled puzzles: what they are, where they come from, and how they are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.cli import main

ROOT = Path(__file__).parents[1]
Output = pytest.CaptureFixture[str]
PUBLISHED = {
    "walk-14x14": "awallien",
    "rows-test1": "awallien",
    "rows-test3": "awallien",
    "zones-8x8": "EMWJROS",
    "paper-figure1": "Utomo",
}


@pytest.mark.parametrize("name", nn.EXAMPLES)
def test_an_example_is_solvable_and_says_whose_it_is(name: str) -> None:
    puzzle = nn.EXAMPLES[name]
    result = nn.solve(puzzle)
    assert result.status == "unique"
    assert puzzle.solution in (None, result.solution)
    assert puzzle.title
    if name in PUBLISHED:
        assert PUBLISHED[name] in str(puzzle.source)
    else:
        assert (puzzle.author, puzzle.extra["licence"]) == ("Nonairo", "CC0-1.0")


def test_the_published_boards_and_our_own_are_there() -> None:
    assert set(nn.EXAMPLES) >= {*PUBLISHED, *nn.KINDS, "first", "boat"}
    for name in ("first", "boat"):
        assert nn.load(ROOT / "examples" / f"{name}.txt") == [nn.EXAMPLES[name]]
    solved = nn.solve(nn.EXAMPLES["walk-14x14"]).solution
    assert solved is not None
    assert solved.rows()[0] == "01100110101010"
    figure_2 = nn.EXAMPLES["paper-figure1"].solution
    assert str(figure_2).split()[0] == "10101010"


def test_the_examples_are_listed(capsys: Output) -> None:
    assert main(["examples"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows] == list(nn.EXAMPLES)
    assert all(all(row) for row in rows), "every column says something"
    assert main(["examples", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["id"] for record in records] == list(nn.EXAMPLES)
    assert "walk-14x14" in repr(nn.EXAMPLES)
    assert "The 14x14 figure" in repr(nn.EXAMPLES)


@pytest.mark.parametrize("name", nn.EXAMPLES)
def test_an_example_is_written_so_that_it_can_be_read_again(name: str, capsys: Output) -> None:
    puzzle = nn.EXAMPLES[name]
    for arguments in ([], ["--to", "id"], ["--to", "json"], ["--json"]):
        assert main(["examples", name, *arguments]) == 0
        out, err = capsys.readouterr()
        assert (nn.loads(out), err) == ([puzzle], "")


def test_an_example_is_written_into_a_file(tmp_path: Path) -> None:
    out = tmp_path / "boat.non"
    assert main(["examples", "boat", "-o", str(out)]) == 0
    assert nn.load(out) == [nn.EXAMPLES["boat"]]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rows-tets1"], "did you mean rows-test1?"),
        (["boat", "--to", "xyz"], "expected a format"),
        (["boat", "--to", "unruly"], "supports only Binairo"),
        (["--to", "id"], "expected its name"),
        (["boat", "--to", "id", "--json"], "found both"),
        (["boat", "-o", "boat.xyz"], "suffix"),
        (["boat", "-o", "boat.svg"], "nonairo draw writes pictures"),
        ([""], "expected a value"),
    ],
)
def test_a_wrong_request_is_one_clear_line(arguments: list[str], told: str, capsys: Output) -> None:
    assert main(["examples", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert told in err
