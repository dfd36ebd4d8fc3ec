"""Matrices of 0, 1 and 9, where 9 is a blank: as text, as JSON and in Python."""

from __future__ import annotations

import json

import pytest

import nonairo as nn

PUZZLE = nn.parse("binairo:.0../..1./0.../...1")
MATRIX = [[9, 0, 9, 9], [9, 9, 1, 9], [0, 9, 9, 9], [9, 9, 9, 1]]
ROWS = ["".join(map(str, row)) for row in MATRIX]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(f"[{' '.join(row)}]" for row in ROWS),  # as Sage prints it
        "\n".join(map(str, MATRIX)),
        "# title: four\n" + "\n".join(ROWS),
        "4\n" + "\n".join(ROWS),
        "4 4\r\n" + "\r\n".join(ROWS) + "\r\n",
        "binairo:" + "/".join(ROWS),
        json.dumps(MATRIX),
        json.dumps(MATRIX, indent=1),
        json.dumps({"kind": "binairo", "grid": MATRIX}),
        json.dumps({"kind": "binairo", "height": 4, "width": 4, "grid": "".join(ROWS)}),
        json.dumps({"kind": "binairo", "grid": "/".join(ROWS)}),
    ],
)
def test_a_nine_is_a_blank_in_text_and_json(text: str) -> None:
    assert nn.loads(text) == [PUZZLE]


def test_a_nine_is_a_blank_in_python() -> None:
    numpy = pytest.importorskip("numpy")
    for rows in (MATRIX, ROWS, "/".join(ROWS), numpy.array(MATRIX)):
        assert nn.binairo(rows) == PUZZLE
        assert nn.Grid.of(rows) == PUZZLE.givens


def test_several_matrices_and_a_solution_are_read() -> None:
    solution = "1001\n0110\n0011\n1100"
    assert nn.loads("\n".join([*ROWS, "", *ROWS])) == [PUZZLE, PUZZLE]
    (puzzle,) = nn.loads("1999\n9919\n9999\n9990\n\n# Solution\n" + solution)
    assert str(puzzle.solution) == solution


@pytest.mark.parametrize("text", ["9099\n9929\n0999\n9991\n", "9 9"])
def test_a_nine_is_no_blank_beside_other_signs(text: str) -> None:
    with pytest.raises(nn.FormatError):
        nn.loads(text)


def test_a_nine_beside_another_blank_is_named() -> None:
    with pytest.raises(nn.PuzzleError, match=r"r1c1: expected '0', '1' or '.', found '9'"):
        nn.binairo([[9, 0], [1, None]])
    with pytest.raises(nn.PuzzleError, match="expected 0, 1 or None, found 8"):
        nn.binairo([[8, 0], [1, None]])


def test_a_nine_is_a_symbol_where_puzzles_have_as_many() -> None:
    assert nn.Grid.parse("09/90", "0123456789").cells == "0990"


def test_clues_of_nine_stay_clues() -> None:
    blocks = "9 1\n\n" + "1\n" * 9 + "\n9\n"
    assert nn.loads(blocks)[0].kind == "nonogram"
