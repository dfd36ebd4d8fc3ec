"""Files as their authors wrote them: headers, blank lines, blanks for cells, several grids."""

from __future__ import annotations

from pathlib import Path

import pytest

import nonairo as nn
from nonairo.formats import detect

SMALL = "1..0/..../..../0..1"
TWO = ["1..0/..../..../0..1", "..1./..../..../0..."]
SIX = ".0.0../1..1.1/..0.../...1../....../..0.1."
SIX_ROWS = SIX.replace("/", "\n")
SIX_SOLVED = "101010\n100101\n010011\n101100\n011001\n010110\n"

GRIDS = [
    # a text, and the grids of the puzzles in it
    ("1..0\n....\n\n....\n0..1\n", [SMALL]),
    ("1..0\n\n....\n\n....\n\n0..1\n", [SMALL]),
    ("4\n1..0\n....\n\n....\n0..1\n", [SMALL]),
    ("4 4\n\n1..0\n....\n\n\n....\n0..1\n", [SMALL]),
    ("1  0\n    \n    \n0  1\n", [SMALL]),
    ("1  0\n\n\n0  1\n", [SMALL]),
    ("1  0\n    \n\n    \n0  1\n", [SMALL]),
    ("4\n1  0\n\n\n0  1\n", [SMALL]),
    ("    \n1  0\n0  1\n    \n", ["..../1..0/0..1/...."]),
    ("1  0\n 01 \n0  1\n 10 \n", ["1..0/.01./0..1/.10."]),
    ("1..0\n....\n....\n0..1\n\n..1.\n....\n....\n0...\n", TWO),
    ("4\n1..0\n....\n....\n0..1\n4\n..1.\n....\n....\n0...\n", TWO),
    ("4\n1..0\n....\n....\n0..1\n\n4\n..1.\n....\n....\n0...\n", TWO),
    ("1 . . 0\n. . . .\n.  . .  .\n0 . . 1\n", [SMALL]),
    ("  1..0  \n\t....\n  ....\n0..1  \n", [SMALL]),
    ("0 1 1 0\n1 0 0 1\n0 0 1 1\n1 1 0 0\n", ["0110/1001/0011/1100"]),
    (f"6\n{SIX_ROWS}\n\n# solution - this part should not be read\n{SIX_SOLVED}", [SIX]),
    (f"{SIX_ROWS}\n\n{SIX_SOLVED}", [SIX]),
    ("2\n..\n..\n\n# for checking duplicate columns\n", ["../.."]),
    ("0--1\n----\n----\n1--0\n", ["0..1/..../..../1..0"]),
]


@pytest.mark.parametrize(("text", "grids"), GRIDS)
def test_every_row_of_a_text_is_read(text: str, grids: list[str]) -> None:
    found = nn.loads(text, "text")
    assert ["/".join(puzzle.givens.rows()) for puzzle in found] == grids
    if set(text) - set("01 \n"):  # else it may be a picture
        assert nn.loads(text) == found


def test_a_solution_is_known_by_its_label_or_by_solving() -> None:
    for text in (f"{SIX_ROWS}\n\n{SIX_SOLVED}", f"6\n{SIX_ROWS}\n# solution\n{SIX_SOLVED}"):
        solution = nn.parse(text).solution
        assert str(solution) + "\n" == SIX_SOLVED
    other = SIX_SOLVED.replace("1", "2").replace("0", "1").replace("2", "0")
    assert len(nn.loads(f"{SIX_ROWS}\n\n{other}")) == 2
    with pytest.raises(nn.FormatError, match=r"^line 8: expected a solution: a full grid of 6x6"):
        nn.loads(f"{SIX_ROWS}\n# solution\n{other}")


def test_a_grid_of_a_rectangle_may_have_a_solution_below() -> None:
    puzzle = nn.binairo("......\n......\n......\n......")
    solved = nn.solve(puzzle, limit=1).solution
    found = nn.loads(f"{puzzle.givens}\n\n{solved}\n", "text")
    assert [each.solution for each in found] == [solved]


def test_what_can_be_a_square_or_two_rectangles_is_asked_back() -> None:
    half = "\n".join(["." * 11 + "1"] * 6)
    with pytest.raises(nn.FormatError, match=r"12x12 with blank lines in it, or grids of 6x12 and"):
        nn.loads(f"{half}\n\n{half}\n")
    assert nn.parse(f"12\n{half}\n\n{half}\n").height == 12
    assert [p.height for p in nn.loads(f"6 12\n{half}\n\n6 12\n{half}\n")] == [6, 6]


def test_comments_belong_to_the_grid_below_them_and_rules_stay() -> None:
    text = "# rules: no-distinct\n# title: A\n01\n..\n\n# title: B\n10\n..\n"
    first, second = nn.loads(text)
    assert (first.title, first.rules) == ("A", "no-distinct")
    assert (second.title, second.rules) == ("B", "no-distinct")
    assert nn.parse("01\n..\n# title: below\n").title == "below"


@pytest.mark.parametrize(
    ("text", "clues"),
    [
        ("1 5\n\n2 1\n\n0\n1\n1\n0\n1", "2,1;0/1/1/0/1"),
        ("1 1\n\n0\n\n1\n\n# No Solution", "0;1"),
        ("2 2\n\n1\n1 \n\n 1\n1\n\n# Picture of a line\n", "1/1;1/1"),
        ("2\t2\n\n1\n1\n\n1\n1\n# puzzle 25147", "1/1;1/1"),
        ("  2 2  \n \n 1\n1\n \n1\n  1  \n\n\n", "1/1;1/1"),
    ],
)
def test_clues_may_be_sloppy_and_followed_by_words(text: str, clues: str) -> None:
    assert nn.parse(text).id == f"nonogram:{clues}"


def test_a_single_cell_below_a_size_is_a_grid_and_no_picture() -> None:
    with pytest.raises(
        nn.FormatError, match=r"^line 2: expected an even number of rows and columns, found 1x1"
    ):
        nn.parse("1\n.\n")
    assert nn.parse("# rules: odd-more-ones\n1\n.\n").id == "binairo@odd-more-ones:."


K = "3\n1 4\n3 1\n0\n"
COLUMNS = "0\n3\n1 1\n3\n1\n2\n1\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (f"4 7\n{K}#\n{COLUMNS}", "mk"),
        (f"7 4\n{K}{COLUMNS}", "nin"),
        (f"4 7\n\n{K}\n{COLUMNS}", "text"),
        ("4 7\n" + K + COLUMNS, "text"),
        (".###...\n.#.####\n.###.#.\n.......\n", "chars"),
        ("01\n10\n", "text"),  # a tie, which the suffix breaks
    ],
)
def test_a_txt_suffix_says_less_than_the_content(tmp_path: Path, text: str, format: str) -> None:
    assert detect(text, "puzzle.txt").format.name == format
    path = tmp_path / "puzzle.txt"
    path.write_text(text)
    assert nn.load(path)[0] == nn.parse(text, format)


def test_our_own_blocks_are_never_read_with_rows_and_columns_exchanged() -> None:
    for puzzle in (nn.nonogram([[1]], [[1], []]), nn.nonogram([[1], [1]], [[1], [1], []])):
        assert nn.parse(nn.dumps(puzzle, "text")) == puzzle
