"""What each format does in its own way, and where readers go wrong."""

from __future__ import annotations

import pytest
import samples
from samples import NON, B, K, fault

import nonairo as nn

VECTORS = [
    # rows, columns (one digit for each number), address
    ("21 11 12 - 11 3", "21 111 1 111 21 -", "nonogram/6/6/12g1111h11112j12g11g21j11g3h"),
    ("2 1 2 2 1 1 3 1 1 3", "41 1211 34", "nonogram/3/10/14i1121g43i2g1g2g2g1g1g3g1g1g3g"),
]


def digits(text: str) -> list[list[int]]:
    return [[int(digit) for digit in word.strip("-")] for word in text.split()]


@pytest.mark.parametrize(("rows", "cols", "address"), VECTORS)
def test_the_check_vectors_of_puzz_link(rows: str, cols: str, address: str) -> None:
    puzzle = nn.nonogram(digits(rows), digits(cols))
    assert nn.dumps(puzzle, "puzzlink") == address + "\n"
    for dress in ("{}", "https://puzz.link/p?{}", "http://example.org/p.html?{}", "x/?{}"):
        assert nn.parse(dress.format(address)) == puzzle
    assert nn.parse("https://puzz.link/p?" + address.replace("nonogram/", "nonogram/v:/")) == puzzle


@pytest.mark.parametrize("length", [15, 16, 20, 255, 256, 1000])
def test_large_clues_in_an_address(length: int) -> None:
    puzzle = nn.nonogram([[length]], [[1]] * length)
    assert nn.parse(nn.dumps(puzzle, "puzzlink")) == puzzle


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("nonogram/2/2/.ggg", "unknown"),
        ("nonogram/2/2/gg", "4 slots"),
        ("nonogram/2/2/ggggg", "more"),
        ("nonogram/2/2/-1", "hexadecimal"),
        ("nonogram/4/4/g1t", "gap"),
        ("nonogram/2/2/G", "found 'G'"),
        ("nonogram/2000/2/g", "1 to 1000"),
    ],
)
def test_broken_addresses(address: str, reason: str) -> None:
    error = fault(address, "puzzlink")
    assert error is not None
    assert reason in str(error)


def test_a_real_unruly_id() -> None:
    puzzle = nn.parse("8x8:BbbahDMchcbdDEAc")
    assert (puzzle.kind, puzzle.rules, puzzle.height) == ("binairo", "no-distinct", 8)
    assert nn.dumps(puzzle, "unruly") == "8x8:BbbahDMchcbdDEAc\n"
    assert nn.solve(puzzle).status == "unique"


def test_given_cells_of_a_pattern_id() -> None:
    puzzle = nn.parse("2x2:1/1/1/1,Ad")
    assert puzzle.givens.cells == "1..."
    assert nn.parse(nn.dumps(puzzle, "pattern")) == puzzle
    assert nn.parse(nn.dumps(puzzle, "sgtsave")) == puzzle
    assert nn.parse("3:1/1/1/1/1/1").width == 3


@pytest.mark.parametrize("seed", ["7x4#123", "8x8dn#5", "8x8u#5", "5#x"])
def test_a_random_seed_is_explained(seed: str) -> None:
    error = fault(seed)
    assert error is not None
    assert "generator" in str(error)


def test_unruly_moves_are_the_saved_state() -> None:
    moves = "NSTATES :1:3\nSTATEPOS:1:3\nMOVE    :6:P1,0,0\nMOVE    :6:P-,0,0\n"
    saved = samples.SAVED_B.replace("NSTATES :1:1\nSTATEPOS:1:1\n", moves)
    assert nn.parse(saved) == B
    back = saved.replace("STATEPOS:1:3", "STATEPOS:1:2")
    assert str(nn.parse(back).extra["state"])[0] == "1"


def test_non_takes_blank_lines_for_empty_lines_only_if_some_are_missing() -> None:
    blank = NON.replace("3,1\n0\n", "3,1\n\n")
    assert nn.parse(blank) == K
    assert nn.parse(NON.replace("rows\n", "rows\n\n").replace("3\n1,4", "3\n\n1,4")) == K
    error = fault(NON.replace("1,4\n", "").replace("0\n\ncolumns", "0\ncolumns"))
    assert error is not None
    assert str(error) == "line 10: expected 4 rows, found 3"


def test_non_sizes_in_old_spelling() -> None:
    old = (
        NON.replace("height 4", "rows 4")
        .replace("width 7", "columns 7")
        .replace("title", "maxrule 9\ntitle")
    )
    assert nn.parse(old) == K


def test_non_strings_and_properties() -> None:
    text = NON.replace('"Key"', "'K&eacute;y \"x\"'").replace(
        "width", "catalogue nr 5\nlevel 3\nwidth"
    )
    puzzle = nn.parse(text)
    assert puzzle.title == 'Kéy "x"'
    assert puzzle.extra == {"licence": "CC0-1.0", "catalogue": "nr 5", "level": 3}
    again = nn.parse(nn.dumps(puzzle, "non"))
    assert (again.title, again.extra) == (puzzle.title, puzzle.extra)


def test_non_goal_over_several_lines_and_saved_state() -> None:
    goal = 'goal\n"0111000\n0101111\n0111010\n0000000"\nsaved "' + "?" * 27 + '1"\n'
    puzzle = nn.parse(NON[: NON.index("goal")] + goal)
    assert puzzle.solution == K.solution
    assert puzzle.extra["state"] == "." * 27 + "1"
    assert nn.parse(nn.dumps(puzzle, "non")).extra["state"] == puzzle.extra["state"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('goal "01', 'goal "11', "line 22: expected a picture with 3 in row 1, found 4"),
        ("width 7\n", "", "expected width before rows"),
        ("1,4", "1,x", "line 9, column 3: expected a number, found 'x'"),
        ("1,4", "9,4", "line 9: row 2: clue 9,4 needs 14 cells, but the row has 7"),
        ("1,4", "1,4b", "line 9: expected a line such as 'color a #ff0000' for the colours"),
        ("rows", "color a #ff0000\nrows", "expected 28 cells, found 16"),
        ("3,1\n0", "3,1\nblue: 3, 1 red: 4", "line 11: expected a line such as 'color a #ff0000'"),
        ("width 7", "width 1001", "1 to 1000 columns"),
        ("width 7", "width 0", "1 to 1000 columns"),
    ],
)
def test_non_errors_say_where_and_what(old: str, new: str, reason: str) -> None:
    error = fault(NON.replace(old, new, 1), "non")
    assert error is not None
    assert reason in str(error)


def test_a_pack_of_several_puzzles() -> None:
    one = nn.nonogram([[1]], [[1]])
    for format in ("non", "xml", "gridfile", "puzzlekit", "jsonl", "id", "puzzlink", "pattern"):
        text = nn.dumps([K, one, K], format, lossy=True)
        assert nn.loads(text) == [K, one, K], format
    pictures = [K, nn.parse("#.\n.#", "chars")]
    for format in ("freenono", "nono"):
        assert nn.loads(nn.dumps(pictures, format)) == pictures
    with pytest.raises(nn.FormatError, match="one puzzle per file"):
        nn.dumps([K, K], "nin", lossy=True)


def test_g_zero_and_colours_and_triangles() -> None:
    for old, new, reason in (
        ("3\n", "0\n", "empty text line"),
        ("1 4", "1a 4", "line 7: row 2: expected a colour (1), found 'a'"),
        ("1 4", "a1 4", "triangle"),
        ("#d", "#t", "triddler"),
        ("#000000", "a/b", "triangles"),
    ):
        error = fault(samples.G.replace(old, new, 1), "g")
        assert error is not None
        assert reason in str(error)
    assert nn.parse(samples.G.removesuffix(": end\n")) == K


def test_sgriddler_may_stop_early() -> None:
    picture = "\n".join(samples.SGRIDDLER.split("\n")[:8]) + "\n"
    assert nn.parse(picture) == K
    columns = samples.SGRIDDLER.partition("\n\n3\n4 1")[0] + "\n"
    assert nn.parse(columns) == K
    crossed = samples.SGRIDDLER.replace("4 1", "-4 1").replace(" #", " ?")
    assert nn.parse(crossed) == K
    assert fault(picture.replace("#", "?"), "sgriddler") is not None


def test_gno_sections_in_any_order_and_case() -> None:
    head, dimensions, rest = samples.GNO.partition("[Dimensions]\n4\n7\n")
    odd = "junk\n[Locked]\ntrue\n" + head + rest.replace("[Row clues]", "[ROW]") + dimensions
    assert nn.parse(odd) == K
    picture = samples.GNO[: samples.GNO.index("[Row")] + samples.GNO[samples.GNO.index("[Sol") :]
    puzzle = nn.parse(picture.replace("Key", "K%20ey"))
    assert (puzzle, puzzle.title, puzzle.author) == (K, "K ey", "Nonairo")


def test_xml_without_clues_follows_from_its_goal() -> None:
    start, end = samples.XML.index("<clues"), samples.XML.index("<solution")
    assert nn.parse(samples.XML[:start] + samples.XML[end:]) == K


def test_xml_metadata_and_notes_survive() -> None:
    more = (
        "<source>web &amp; more</source><id>7</id><author>A</author><note>definitely unique</note>"
    )
    puzzle = nn.parse(samples.XML.replace("<title>", more + "<title>"))
    again = nn.parse(nn.dumps(puzzle, "xml"))
    assert (again.source, again.author, again.title) == ("web & more", "A", "Key")
    assert again.extra == {"id": "7", "note": "definitely unique"}


def test_xml_in_one_other_colour_is_black_and_white() -> None:
    blue = samples.XML.replace('defaultcolor="black"', 'defaultcolor="blue"')
    blue = blue.replace('name="black"', 'name="blue"')
    assert nn.parse(blue) == K


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("<count>3", '<count color="red">3', "expected a colour (black), found 'red'"),
        ('type="grid"', 'type="triddler"', "triddler"),
        (">000<", ">000/fff<", "triangles"),
        ("|.XXX...|", "|.XXX..?|", "finished goal"),
        ("|.XXX...|", "|.XXX..X|", "expected a picture with 3 in row 1"),
        ("|.XXX...|", "|.XXX...||", "4x7"),
        ("<count>4", "<count>four", "expected a number, found 'four'"),
        ("</puzzleset>", "", "invalid XML: no element found"),
    ],
)
def test_xml_errors_say_where_and_what(old: str, new: str, reason: str) -> None:
    error = fault(samples.XML.replace(old, new, 1), "xml")
    if reason == "4x7":  # an empty row between two bars is no row at all
        assert error is None
        return
    assert error is not None
    assert reason in str(error)
    assert error.line is not None


def test_blocks_text_keeps_solution_and_title() -> None:
    puzzle = nn.parse(samples.XML)
    text = nn.dumps(puzzle)
    assert text.startswith("# title: Key\n4 7\n")
    assert "# Solution\n.@@@...\n" in text
    again = nn.parse(text)
    assert (again, again.solution, again.title) == (K, K.solution, "Key")
    assert nn.parse(text.replace("@", "%")).solution is None


def test_grid_text_keeps_solution_and_rules() -> None:
    puzzle = samples.B_EQUAL_ALLOWED
    again = nn.parse(nn.dumps(puzzle))
    assert (again, again.solution) == (puzzle, puzzle.solution)


def test_a_blank_is_an_unknown_cell_in_rows_of_fixed_width() -> None:
    assert nn.parse("0  1\n1 0\n  1 \n0\n", "text").givens.rows() == (
        "0..1",
        "1.0.",
        "..1.",
        "0...",
    )


def test_column_first_nono() -> None:
    text = "7 4\n" + samples.COLUMNS_K + samples.ROWS_K
    assert nn.parse(text, "nono") == K


def test_pictures_of_other_dress() -> None:
    assert nn.parse(" xxx   \n x xxxx\n xxx x\n", "chars").height == 3
    assert nn.parse("0,1,0\n1,1,1\n").id == "nonogram:1/3;1/2/1"
    assert nn.parse("0;1;0\n1;1;1\n", "csv").id == "nonogram:1/3;1/2/1"
    assert (
        nn.parse("rows;;\n1;;\n3;;\ncolumns;;\n1;;\n2;;\n1;;\n", "csv").id == "nonogram:1/3;1/2/1"
    )
    assert nn.parse(b"P4\n# made by hand\n10 2\n\xc0\x40\x01\x80").id.startswith("nonogram:2,1/2;")
    assert nn.parse("##\n##", "chars").id == "nonogram:2/2;2/2"
    assert nn.parse("rk.\n.r.").id == "nonogram@a=ff0000+b=000000:1a,1b/1a;1a/1b,1a/0"
    assert nn.parse("0,1,2\n1,0,0").id == "nonogram@a=000000+b=e6194b:1a,1b/1a;1a/1a/1b"


def test_images() -> None:
    pytest.importorskip("PIL")
    data = nn.dumpb(K, "image")
    assert data.startswith(b"\x89PNG")
    assert nn.parse(data) == K
    with pytest.raises(nn.FormatError, match="binary"):
        nn.dumps(K, "image")
    for end in range(len(data) - 1):
        fault(data[:end], "image")


def test_images_of_other_colours() -> None:
    image = pytest.importorskip("PIL.Image")
    from io import BytesIO

    for mode, colours, kinds in (
        ("RGB", ["navy", "yellow"], 2),
        ("RGB", ["red", "blue", "white"], 3),
    ):
        for name in ("GIF", "BMP", "PNG"):
            picture = image.new(mode, (3, 3), colours[0])
            picture.putpixel((1, 1), image.new(mode, (1, 1), colours[1]).getpixel((0, 0)))
            if kinds == 3:
                picture.putpixel((2, 2), (255, 255, 255))
            out = BytesIO()
            picture.save(out, format=name)
            puzzle = nn.parse(out.getvalue())
            if kinds == 2:
                assert puzzle.id == "nonogram:0/1/0;0/1/0"
            else:
                assert puzzle.rules.count("=") == 2
                assert "ff0000" in puzzle.rules
                assert puzzle.solution is not None
                assert puzzle.solution.cells[8] == "0"
    large = BytesIO()
    image.new("1", (1001, 2)).save(large, format="PNG")
    error = fault(large.getvalue())
    assert error is not None
    assert "1000" in str(error)


def test_the_page_data_of_nonograms_org() -> None:
    page = samples.PAGE
    puzzle = nn.parse(page)
    assert puzzle.id == "nonogram:1/3;1/2/1"
    assert puzzle.solution is not None
    coloured = page.replace("[11,6,6,10]", "[12,6,6,10]")
    for broken in (coloured, page.replace("[13,4,4,10]", "[13,4,4,0]"), page.replace("]]", "]")):
        assert fault(broken) is not None


def test_the_width_of_a_task_can_be_told() -> None:
    task = nn.dumps(K, "puzzle-nonograms", lossy=True)
    assert nn.parse(task, "puzzle-nonograms:width=7") == K
    assert nn.parse("var task = '1/1/0/1/1/0';").width == 3
    error = fault("0/0/0")
    assert error is not None
    assert "width=N" in str(error)
    assert nn.parse("a0a1a0a1", "puzzle-binairo:width=4").height == 2
    assert nn.parse("..0.1...", "oneline:width=2").height == 4
    with pytest.raises(nn.FormatError, match="width"):
        nn.parse("..0.1...", "oneline")
    with pytest.raises(nn.FormatError, match="has no options"):
        nn.parse("..0.1...", "nin:width=2")
    with pytest.raises(nn.FormatError, match="expected width=N"):
        nn.parse("..0.1...", "oneline:height=2")


def test_the_rules_can_be_told() -> None:
    assert nn.parse("0...", "oneline:rules=no-distinct").rules == "no-distinct"
    assert nn.parse("0..\n...\n...\n", "text:rules=odd-more-ones").rules == "odd-more-ones"


def test_pairs_of_puzzle_and_solution_on_one_line() -> None:
    cells = B.givens.cells
    assert B.solution is not None
    puzzles = nn.loads(f"{cells} {B.solution.cells}\n{cells.replace('.', '-')}\n")
    assert puzzles == [B, B]
    assert [puzzle.solution for puzzle in puzzles] == [B.solution, None]


def test_lists_of_rows_in_json() -> None:
    assert nn.parse('[[0, null], ["x", 1]]').id == "binairo:0./.1"
    assert nn.parse('[[0, null], ["x", 1]]', "tango").id == "binairo@no-distinct:0./.1"
    assert nn.parse("[[0, null], [null, 1]]", "text:rules=no-distinct").rules == "no-distinct"
    for text in ("[[0, 2], [1, 1]]", "[[0], [1, 0]]", "[[true, 0], [0, 0]]", "[[0, 1], 7, [1, 0]]"):
        assert fault(text) is not None
        assert fault(text, "tango") is not None
    three = nn.parse('[[[0, 1], [1, 0]], [["="], [""]], [["", "x"]]]')
    assert three.id == "binairo@no-distinct:01/10;=/.;.x"


def test_odd_rules_survive_where_a_format_has_a_word_for_them() -> None:
    puzzle = nn.binairo("1../.0./...", rules="odd-more-zeros")
    for format in ("id", "jsonl", "text", "puzzlekit", "janko"):
        assert nn.parse(nn.dumps(puzzle, format)) == puzzle
    for format in ("oneline", "puzzle-binairo", "unruly", "sgtsave", "tango"):
        with pytest.raises(nn.FormatError, match="the odd-more-zeros rules"):
            nn.dumps(puzzle, format)


@pytest.mark.parametrize("text", ["0,3\n 1\n3\n1\n2\n1\n", "0 2\n01\n10\n", "0\n01\n10\n"])
def test_a_size_of_no_rows_is_refused(text: str) -> None:
    assert fault(text) is not None
    assert fault(text, "text") is not None
