"""Grids as people draw them, for a puzzle that is known: every one in a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli.puzzle_arguments import grid_argument

TABLE = Path(__file__).parent / "data" / "states.txt"
CASES = [
    line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
]


def _case(line: str) -> tuple[str, str, str, str]:
    """Return puzzle, text, cells and note; the text may have several spaces in a row."""
    puzzle, _, rest = line.partition("  ")
    text, cells, note = re.fullmatch(r"(.*?)  +([01.2/]+)  (.*)", rest.lstrip()).groups()  # type: ignore[union-attr]
    text = re.sub(r"(?<!\\)\|", "\n", text).replace("\\|", "|").replace("\\s", " ")
    return puzzle, text, cells, note


@pytest.mark.parametrize("line", CASES)
@pytest.mark.parametrize("as_file", [False, True], ids=["typed", "file"])
def test_a_state_is_read_as_it_is_drawn(
    capsys: Output, tmp_path: Path, line: str, as_file: bool
) -> None:
    puzzle, text, cells, note = _case(line)
    path = tmp_path / "state.txt"
    path.write_text(text + "\n", encoding="utf-8")
    state = str(path) if as_file else text
    there = nn.parse(puzzle)
    found = grid_argument(state, there)
    err = capsys.readouterr().err
    assert found == nn.Grid.parse(cells, there.symbols)
    assert err.count("\n") == (note != "-"), err
    assert note == "-" or note in err
    if note != "-":
        with pytest.raises(nn.NonairoError):
            nn.check(there, grid_argument(state, there, strict=True))


def test_a_puzzle_file_is_a_state_of_itself(capsys: Output, tmp_path: Path) -> None:
    for text in ("1--0\n----\n----\n0--1\n", "Rows: 1 1, 5, 5, 3, 1\nColumns: 2, 4, 4, 4, 2\n"):
        path = tmp_path / "puzzle.txt"
        path.write_text(text)
        for command in (("hint", "--state"), ("explain", "--from"), ("check",)):
            code, out, _ = run(capsys, command[0], str(path), *command[1:], str(path))
            assert (code, out != "") == (0, True)


def test_a_comment_that_ends_in_a_slash_is_no_row(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "state.txt"
    path.write_text("# https://example.com/\n10\n01\n")
    code, out, _ = run(capsys, "check", "--strict", "binairo:.0/..", str(path))
    assert (code, out) == (0, "solved\n")


def test_dots_beside_filled_cells_are_no_mistakes(capsys: Output) -> None:
    heart = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
    code, out, err = run(capsys, "hint", heart, "--state", "...../##.../...../...../.....")
    assert code == 0
    assert "mistake" not in out
    assert "read the grid with # as filled and . as unknown" in err


def test_words_are_neither_a_grid_nor_a_file(capsys: Output) -> None:
    code, _, err = run(capsys, "hint", "nonogram:1/1;1/1", "--state", "hello")
    assert code == 2
    assert "'hello' is neither a grid nor the name of a file; write rows of 0, 1 and ." in err


def test_a_letter_for_a_digit_is_named_where_it_is_not_read(capsys: Output) -> None:
    puzzle, grid = "binairo:1..0/..../..../0..1", "1..O/..../..../0..1"
    for command in (["check", puzzle, grid], ["hint", puzzle, "--state", grid]):
        code, out, err = run(capsys, *command, "--strict")
        assert (code, out) == (2, "")
        assert "r1c4: expected '0', '1' or '.', found 'O' (letter O for the digit 0?)" in err


def test_draw_takes_a_state_that_starts_with_a_filled_cell(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "state.svg"
    state = "#x.../...../...../...../....."
    heart = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
    code, _, err = run(capsys, "draw", heart, "--state", state, "-o", str(path))
    assert code == 0, err
    assert path.stat().st_size
