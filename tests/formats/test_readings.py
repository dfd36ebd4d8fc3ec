"""One Binairo in many dresses is one puzzle; a text with two meanings has an answer naming both."""

from __future__ import annotations

import json
from itertools import product

import pytest
from samples import B, fault

import nonairo as nn
from nonairo.answers import answer
from nonairo.formats import detect

ROWS = B.givens.rows()
PAIRS = (
    "OX",
    "ox",
    "Ox",
    "OI",
    "oi",
    "WB",
    "wb",
    "ab",
    "AB",
    "FT",
    "\N{WHITE CIRCLE}\N{BLACK CIRCLE}",
)


def dressed(zero: object, one: object, blank: object) -> list[list[object]]:
    cells = {"0": zero, "1": one, ".": blank}
    return [[cells[cell] for cell in row] for row in ROWS]


def table(zero: str, one: str, blank: str, between: str = "") -> str:
    return "\n".join(between.join(map(str, row)) for row in dressed(zero, one, blank)) + "\n"


@pytest.mark.parametrize(("pair", "blank"), [*product(PAIRS, ".-_*? ")])
def test_two_letters_and_blanks_in_an_even_square_are_a_binairo(pair: str, blank: str) -> None:
    puzzle = nn.parse(table(pair[0], pair[1], blank))
    assert (puzzle, puzzle.rules) == (B, "standard")
    assert puzzle.note is not None
    assert f"{pair[0]} is 0, {pair[1]} is 1; --format chars" in puzzle.note
    if blank != " ":
        assert nn.parse(table(pair[0], pair[1], blank, " ")) == B
        assert nn.parse(f"# title: Six\n6\n{table(pair[0], pair[1], blank)}").title == "Six"


SPACED = [
    ".....1/...0../...0.1/....1./..1.../0..0.0",  # the first row looks like a size of 1
    "1...1./0....0/...1../0...../.01.1./...0..",  # like two sizes, and clues below them
    "...1.1/0...../0..1../....../.1..../.1...1",  # with an empty row
    "1.00../..0.../1...../....1./....../1..11.",  # the last column is empty
    "10........" + "/0........." * 2 + "/.........." * 6 + "/..1......0",  # like a size of 10
]


@pytest.mark.parametrize("pair", ["01", "OX", "XO", "ab", "ba"])
@pytest.mark.parametrize("cells", SPACED)
def test_blanks_are_cells_of_a_square(pair: str, cells: str) -> None:
    rows = cells.split("/")
    side = len(rows[0])
    signs = str.maketrans("01.", f"{pair} ")
    meaning = "10" if pair in ("XO", "ba") else "01"  # O and a are 0
    want = "/".join(rows).translate(str.maketrans("01", meaning))
    whole = [row.translate(signs) for row in rows]
    for lines in (whole, [row.rstrip() for row in whole]):
        for text in ("\n".join(lines), "\n".join([str(side), *lines])):
            puzzle = nn.parse(f"# title: Spaced\n{text}\n")
            assert (puzzle.id, puzzle.title) == (f"binairo:{want}", "Spaced")
            assert (puzzle.note is None) == (pair == "01")


def test_blanks_between_cells_and_clues_are_no_cells() -> None:
    assert nn.parse("0 1\n1 0\n0 1\n1 0\n").id == "binairo:01/10/01/10"
    assert nn.parse("10 1\n1 1 1 1 1\n" + "1\n0\n" * 5).kind == "nonogram"
    assert nn.parse("X  X\n XX \n XX \nX  X\n").kind == "nonogram"  # it was a blank 4x2
    odd = "  1  \n 0   \n     \n   1 \n1    \n"
    assert nn.parse(odd, "text:rules=odd-more-ones").givens.rows()[0] == "..1.."
    lost = "\n1 00\n  0\n1\n    1\n1  11\n"  # a row of six, or a line above five?
    assert "squares with odd sides need the rule" in str(fault(lost))


@pytest.mark.parametrize("blank", ["", ".", "-", "?", "-1", "9", "nan", "None", "null"])
@pytest.mark.parametrize("between", [",", ";", "\t", ", "])
def test_separated_cells_are_a_binairo(blank: str, between: str) -> None:
    assert nn.parse(table("0", "1", blank, between)) == B
    assert nn.parse(table('"0"', '"1"', f'"{blank}"', between)) == B


@pytest.mark.parametrize("text", [
    table("0", "1", "9"), table("0", "1", "9", " "), table("0", "1", "-1", " "),
    table("0.", "1.", "nan", "  "), table("O", "X", "", ","),
])  # fmt: skip
def test_matrices_are_a_binairo(text: str) -> None:
    assert nn.parse(text) == B


@pytest.mark.parametrize("blank", [None, -1, 9, "", " ", ".", "-", "_", "?", "*", "x", "X"])
def test_a_list_of_rows_has_the_answer_of_its_text(blank: object) -> None:
    lists = dressed(0, 1, blank)
    for text in (json.dumps(lists), json.dumps(lists, indent=2), repr(lists)):
        assert (nn.parse(text), nn.parse(text).rules) == (B, "standard")
        assert nn.solve(text).status == nn.solve("\n".join(ROWS)).status == "unique"
    for rows in (dressed("O", "X", ""), table("O", "X", ".").split()):
        lettered = nn.parse(json.dumps(rows))
        assert (lettered, lettered.note) == (B, "read as a Binairo: O is 0, X is 1")
    plain = nn.parse(json.dumps(ROWS))
    assert (plain, plain.note) == (B, None)
    assert nn.parse(repr(tuple(map(tuple, lists)))) == B


@pytest.mark.parametrize("blank", [-1, 9, float("nan")])
def test_an_array_as_it_is_printed_is_a_binairo(blank: float) -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.array(dressed(0, 1, blank))
    for text in (str(array), repr(array), f"np.{array!r}"):
        assert nn.parse(text) == B


def test_nines_in_a_table_name_both_readings() -> None:
    text = table("0", "1", "9", ",")
    note = nn.parse(text).note
    assert note == "read as a Binairo: 9 is an empty cell; --format csv reads a picture"
    assert nn.parse(text, "csv").kind == "nonogram"


def test_letters_in_other_shapes_are_pictures_that_name_both_readings() -> None:
    wide = nn.parse("X..O\n.XO.\n")
    assert (wide.kind, nn.parse("X..O\n.XO.\n", "text").id) == ("nonogram", "binairo:1..0/.10.")
    assert wide.note == "read as a picture in two colours; --format text reads a Binairo"
    odd = "X..\n.O.\n...\n"
    note = nn.parse(odd).note
    assert note is not None
    chosen = note.split("--format ")[1].split()[0]
    assert nn.parse(odd, chosen).id == "binairo@odd-more-ones:1../.0./..."
    assert nn.parse("rk.\n.r.\n").note is None  # no Binairo has these sides
    assert nn.parse("abc.\n....\n....\n....\n").kind == "nonogram"
    one = nn.parse("X..X\n....\n....\nX...\n")
    assert one.kind == "nonogram"
    assert one.note is not None
    assert "a Binairo (--format text)" in one.note
    assert nn.parse("#..#\n....\n....\n#...\n").note is None
    assert nn.parse("X..X\n....\nX...\n").note is None


def test_a_full_grid_with_separators_names_both_readings() -> None:
    text = "0,1,1,0\n1,0,0,1\n0,1,0,1\n1,0,1,0\n"
    full = nn.parse(text)
    assert full.kind == "nonogram"
    assert full.note is not None
    assert "a full Binairo (--format text)" in full.note
    assert nn.parse(text.replace(",", ""), "text").kind == "binairo"
    assert nn.parse("0,1,1\n1,0,0\n").note is None


def test_who_names_the_format_gets_no_note() -> None:
    text = table("O", "X", ".")
    assert nn.parse(text, "text") == B
    assert nn.parse(text, "text").note is None
    assert nn.parse(text, "chars").kind == "nonogram"
    assert nn.parse(text, "chars").note is None
    assert nn.parse("\n".join(ROWS)).note is None


def test_a_note_is_in_answers_and_in_no_file() -> None:
    text = table("O", "X", ".")
    asked = answer("solve", {"puzzle": text})
    assert "--format chars" in str(asked["note"])
    assert "note" not in nn.solve(B).to_json()
    puzzle = nn.parse(text)
    for format in ("jsonl", "text", "id"):
        assert "read as" not in nn.dumps(puzzle, format)
        assert not nn.losses(puzzle, format)


def test_a_coloured_picture_is_read_back_as_one() -> None:
    picture = nn.parse("rr..\nrkk.\n.kk.\n....\n", "chars")
    text = nn.dumps(picture, "chars")
    assert text == "rr00\nrkk0\n0kk0\n0000\n"
    assert nn.parse(text) == picture
    wide = "rr..\nrkk.\n.kk.\n"
    assert nn.dumps(nn.parse(wide, "chars"), "chars") == wide


@pytest.mark.parametrize(("text", "told"), [
    ("[[0, 1], [1]]", "line 1: row 2: expected 2 cells, found 1"),
    ("[[0, 1], [1, 5]]", "line 1: row 2: expected 0, 1 or a blank, found '5'"),
    ("[[0, 1], oh, [1, 0]]", "line 1: expected a list of rows, found 'oh' between them"),
    ("[[0, 1], [1, 0]", "line 1: expected a list of rows, found brackets that do not match"),
    ("[[0, 1], [1, \"]]", "line 1: row 2: expected cells, found '\"'"),
    ("[[0, \"a\"], [1, 0]]", "line 1: row 1: expected 0, 1 or a blank, found 'a'"),
])  # fmt: skip
def test_a_wrong_list_is_one_clear_line(text: str, told: str) -> None:
    assert str(fault(text)) == told


def test_numbers_are_still_clues() -> None:
    assert detect("9 1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n9\n").format.name == "text"
    assert nn.parse("2 2\n\n1\n1\n\n1,\n1\n").kind == "nonogram"
    assert nn.parse("0,1,2\n1,0,0").kind == "nonogram"
    assert nn.parse("0,9\n9,0\n").kind == "nonogram"


CONFIG = "5 3\n\n3\n1\n1\n3\n1\n\n1 1\n1 2\n1\n"  # rows fill 9 cells, columns 6


def test_a_config_file_of_row_successors_is_known_by_its_layout() -> None:
    expected = nn.parse("nonogram:3/1/1/3/1;1,1/1,2/1")
    for text in (CONFIG, CONFIG.replace("\n", "\r\n"), CONFIG.replace("5 3\n\n", "5 3\n")):
        assert (detect(text).format.name, nn.parse(text)) == ("text", expected)
    assert nn.solve(CONFIG).status == "none"
    narrow = "2 3\n\n1\n1\n\n1\n1\n1\n"  # every clue fits either way
    assert nn.parse(narrow).id == "nonogram:1/1;1/1/1"
    assert nn.parse("3 2\n\n1\n1\n\n1\n1\n1\n").id == "nonogram:1/1;1/1/1"  # a .nin with gaps
    assert nn.parse("1 5\n\n2 1\n\n0\n1\n1\n0\n1").id == "nonogram:2,1;0/1/1/0/1"
    assert nn.parse("1 1\n\n0\n\n1\n\n# No Solution").id == "nonogram:0;1"


BOARD = "4\n.1.0\n..0.\n.0..\n11.0\n"
SOLVED = "0110\n1001\n0011\n1100\n"
SAMPLES = (
    "# solution - not to be parsed",
    "# one of the solutions",
    "# Sample solution:",
    "# answer",
)


@pytest.mark.parametrize("label", SAMPLES)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_commented_sample_solution_is_no_second_puzzle(label: str, gap: str) -> None:
    (puzzle,) = nn.loads(f"{BOARD}{gap}{label}\n{SOLVED}")
    assert (puzzle.id, puzzle.note) == ("binairo:.1.0/..0./.0../11.0", None)
    assert str(puzzle.solution) == SOLVED.strip()
    commented = "".join(f"# {row}\n" for row in SOLVED.split())
    assert nn.loads(f"{BOARD}{gap}{commented}") == [puzzle]


def test_a_sample_that_solves_nothing_is_left_out_and_noted() -> None:
    blank = "4\n....\n....\n....\n....\n\n"
    remark = "# can have multiple solutions\n# one of the solutions\n"
    (puzzle,) = nn.loads(f"{blank}{remark}0011\n0101\n0110\n1010\n")
    assert (puzzle.id, puzzle.solution) == ("binairo:..../..../..../....", None)
    assert (
        puzzle.note == "the grid below, labelled as a solution, does not solve it and was left out"
    )
    more = nn.loads(f"{blank}# has one solution\n{BOARD}")
    assert [each.id for each in more] == [puzzle.id, "binairo:.1.0/..0./.0../11.0"]
    assert len(nn.loads(f"{blank}# another full grid\n0011\n0101\n0110\n1010\n")) == 2


def test_the_size_line_rules() -> None:
    expected = nn.parse(BOARD)
    head, *rows = BOARD.split()
    longer = [f"{row}01" for row in rows]
    for lines, left_out in (
        ([head, *longer], "the ends of 4 rows"),
        ([head, *(f"{row}   free text" for row in rows)], "the ends of 4 rows"),
        ([head, *rows, "...."], "1 row"),
        (["4 4", *longer, "......"], "1 row and the ends of 4 rows"),
    ):
        (puzzle,) = nn.loads("\n".join(lines))
        assert (puzzle, puzzle.note) == (
            expected,
            f"left out {left_out}, beyond the size in the first line",
        )
    ten = "\n".join(["10", *["." * 11] * 10])
    assert nn.parse(ten).width == 10
    assert fault("\n".join([head, *rows, *rows])) is not None  # another puzzle is not left out
    assert fault("\n".join([head, *rows[:-1], "11."])) is not None


BOARDS = nn.loads(
    "binairo:..../..1./0.../.11.\nbinairo:..../.01./0.../..1.\nbinairo:1..0/..../..1./0..."
)


@pytest.mark.parametrize("number", [2, 3, 4, 6, 7, 15, 17, 1001])
def test_lines_that_can_be_no_grid_are_a_list_of_boards(number: int) -> None:
    boards = [BOARDS[k % 3] for k in range(number)]
    assert nn.loads(nn.dumps(boards, "oneline")) == boards
    solved = [board.about(solution=nn.solve(board).solution) for board in boards]
    found = nn.loads(nn.dumps(solved, "oneline"))
    assert [(one, one.solution) for one in found] == [(one, one.solution) for one in solved]
    mixed = [*boards[:1], *solved, B]
    assert nn.loads(nn.dumps(mixed, "oneline")) == mixed


@pytest.mark.parametrize("number", [8, 16, 30])
def test_lines_that_may_be_a_grid_name_both_readings(number: int) -> None:
    boards = [BOARDS[k % 3] for k in range(number)]
    text = nn.dumps(boards, "oneline")
    note = f"read as a Binairo of {number}x16; --format oneline reads {number} of 4x4"
    assert nn.parse(text).note == note
    assert nn.loads(text, "oneline") == boards
    assert nn.parse(f"{number} 16\n{text}").note is None
    grid = nn.generate_binairo(16, seed=1)
    assert nn.parse(str(grid.givens)).note is None  # its rows are no boards


def test_a_nonogram_of_janko_is_its_solution() -> None:
    page = "<body>\npuzzle nonogram\nauthor Ann\n{}[solution]\nx - x\n- x -\n[moves]\n1ab\n[end]\n"
    for problem in ("", "[problem]\n- - -\n- - -\n"):
        puzzle = nn.parse(page.format(problem))
        assert puzzle.id == "nonogram:1,1/1;1/1/1"
        assert (puzzle.author, str(puzzle.solution)) == ("Ann", "101\n010")
    with pytest.raises(nn.FormatError, match=r"found a block .areas."):
        nn.parse(page.format("[areas]\n1 1 2\n"), strict=True)
