"""Coloured nonograms in every format that has colours, and refused by name in all others."""

from __future__ import annotations

import pytest
from hypothesis import given
from samples import fault

import nonairo as nn
from nonairo.kinds.palette import SPARE
from strategies import coloured_nonograms

CUP = nn.nonogram(
    rows=[[(2, "r")], [(1, "r"), (2, "k")], [(2, "k")]],
    cols=[[(2, "r")], [(1, "r"), (2, "k")], [(2, "k")], []],
    colours={"r": "#ff0000", "k": "#000000"},
).about(solution=nn.Grid.parse("1100/1220/0220", "012"))

NON = """\
width 4
height 3
color a #ff0000
color b #000000

rows
2a
1a,2b
2b

columns
2a
1a,2b
2b
0

goal "aa00abb00bb0"
"""
NON_B = """\
color red ff0000 *
color black #000 X
width 4
height 3
rows
red: 2
red: 1 black: 2
black: 2
columns
red: 2
red: 1, black: 2
black: 2

goal
**00
*XX0
0XX0
"""
XML = """\
<?xml version="1.0"?>
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<color name="white" char=".">fff</color>
<color name="a" char="a">ff0000</color>
<color name="b" char="b">000000</color>
<clues type="columns">
<line><count color="a">2</count></line>
<line><count color="a">1</count><count color="b">2</count></line>
<line><count color="b">2</count></line><line></line>
</clues>
<clues type="rows">
<line><count color="a">2</count></line>
<line><count color="a">1</count><count color="b">2</count></line>
<line><count color="b">2</count></line>
</clues>
<solution type="goal"><image>
|aa..|
|abb.|
|.bb.|
</image></solution>
</puzzle>
</puzzleset>
"""
XML_NAMED = """\
<puzzleset><puzzle defaultcolor="black">
<color name="red" char="r">f00</color><color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<solution><image>|rr..||rXX.||.XX.|</image></solution></puzzle></puzzleset>
"""
G = """\
#d
   0:   #FFFFFF   paper
   a:a  #FF0000
   b:b  #000000
: rows
2a
1a 2b
2b
: columns
2a
1a 2b
2b

: end
"""
G_DEFAULT = """\
A cup
#d
   0:   white
   r:r  red
   1:#  black   ink
: rows
2r
1r 2
2
: columns
2r
1r 2
2

:
"""
INI = """\
[colors]
a = (255,0,0) a
b = (0,0,0) b

[clues]
columns =
  2a
  1a 2b
  2b
  0
rows =
  2a
  1a 2b
  2b
"""
TOML = '''\
[colors]
defs = ["a = (255,0,0) a", "b = (0,0,0) b"]

[clues]
columns = """
2a
1a 2b
2b
0
"""
rows = """
2a
1a 2b
2b
"""
'''
CSV = """\
rows
2a
1a,2b
2b
columns
2a
1a,2b
2b
0
colours
a,ff0000
b,000000
"""
TEXT = """\
3 4

2a
1a 2b
2b

2a
1a 2b
2b
0

colours a=ff0000 b=000000

# Solution
aa..
abb.
.bb.
"""
JSONL = (
    '{"id": "cup", "kind": "nonogram", "height": 3, "width": 4, "coloured": true, "colours":'
    ' {"a": "#ff0000", "b": "#000000"}, "rows": [[[2, "a"]], [[1, "a"], [2, "b"]], [[2, "b"]]],'
    ' "cols": [[[2, "a"]], [[1, "a"], [2, "b"]], [[2, "b"]], []], "solution": "110012200220"}\n'
)
IDS = "nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0\n"
CHARS = "rr..\nrkk.\n.kk.\n"
SAMPLES = {
    "non": NON, "xml": XML, "g": G, "ini": INI, "toml": TOML, "csv": CSV, "text": TEXT,
    "jsonl": JSONL, "id": IDS, "chars": CHARS,
}  # fmt: skip
PICTURED = {"non", "xml", "text", "jsonl", "chars"}
# Red and black; then the runs of the three rows, all veiled by nothing.
PAGE = (
    "var d=[[0],[4,0,0,99],[3,0,0,99],[2,0,0,99],[0,0,0,0],[255,0,0,0],[0,0,0,0],"
    "[2,0,0,99],[0,0,0,0],[1,2,1,1],[1,1,1,2],[2,2,2,2],[2,2,2,3]];"
)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_cup_is_read_and_written_back(name: str) -> None:
    text = SAMPLES[name]
    puzzle = nn.parse(text)
    assert puzzle == CUP
    assert puzzle.solution == (CUP.solution if name in PICTURED else None)
    assert nn.dumps(puzzle, name) == text
    assert nn.parse(text.replace("\n", "\r\n"), name) == CUP


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("non", NON_B),
        ("xml", XML_NAMED),
        ("g", G_DEFAULT),
        ("ini", INI.replace("(255,0,0)", "(red)").replace("(0,0,0) b", "(#000) #")),
        ("csv", CSV.replace("colours", "colors").replace("a,ff0000", "a,#F00")),
        ("text", TEXT.replace("colours", "colors").replace("ff0000", "red")),
        ("nonograms-org", PAGE),
    ],
)
def test_the_cup_in_other_words(name: str, text: str) -> None:
    assert nn.parse(text, name) == CUP


def test_the_cup_as_an_image_with_a_palette() -> None:
    pytest.importorskip("PIL")
    data = nn.dumpb(CUP, "image")
    puzzle = nn.parse(data)
    assert (puzzle, puzzle.solution) == (CUP, CUP.solution)
    assert nn.dumpb(puzzle, "image") == data


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, format in nn.FORMATS.items()
        if format.write and format.kinds and "nonogram" in format.kinds and not format.colours
    ],
)
@pytest.mark.parametrize("lossy", [False, True])
def test_formats_without_colours_refuse_by_name(name: str, lossy: bool) -> None:
    told = f"format {name} supports only black and white nonograms"
    with pytest.raises(nn.FormatError, match=told):
        nn.dumps(CUP, name, lossy=lossy)


@given(coloured_nonograms())
def test_whatever_has_colours_is_read_back(puzzle: nn.Puzzle) -> None:
    for name in ("non", "xml", "g", "ini", "toml", "csv", "text", "jsonl", "id"):
        text = nn.dumps(puzzle, name, lossy=True)
        again = nn.parse(text, name)
        assert again == puzzle, name
        assert nn.dumps(again, name, lossy=True) == text
        if name in PICTURED:
            assert again.solution == puzzle.solution, name


@given(coloured_nonograms())
def test_pictures_that_lose_colours_say_so(puzzle: nn.Puzzle) -> None:
    lost = [loss.what for loss in nn.losses(puzzle, "chars")]
    again = nn.parse(nn.dumps(puzzle, "chars", lossy=True), "chars")
    assert (again == puzzle) == ("exact colours" not in lost)


def test_more_colours_than_characters_tell_apart_are_a_loss_and_refused() -> None:
    paints = {key: f"#0000{k:02x}" for k, key in enumerate("abcdefghi", 1)}
    puzzle = nn.nonogram([[(1, key) for key in paints]], [[(1, key)] for key in paints],
                         colours=paints)  # fmt: skip
    puzzle = puzzle.about(solution=nn.solve(puzzle).solution)
    assert [loss.what for loss in nn.losses(puzzle, "chars")] == ["colours beyond 8"]
    with pytest.raises(nn.FormatError, match=r"cannot store this puzzle's colours beyond 8"):
        nn.dumps(puzzle, "chars")
    with pytest.raises(nn.FormatError, match=r"^format chars stores at most 8 colours, found 9$"):
        nn.dumps(puzzle, "chars", lossy=True)


@pytest.mark.parametrize("name", ["xml", "g"])
def test_a_background_other_than_white_is_kept(name: str) -> None:
    puzzle = CUP.about(extra={"background": "#ddeeff"})
    again = nn.parse(nn.dumps(puzzle, name, lossy=True))
    assert (again, again.extra) == (CUP, {"background": "#ddeeff"})


def test_numbers_are_colours_in_a_table() -> None:
    puzzle = nn.parse("2,2,0\n0,5,1\n")
    assert puzzle.id == f"nonogram@a={SPARE[0]}+b={SPARE[1]}+c={SPARE[2]}:2b/1c,1a;1b/1b,1c/1a"


@pytest.mark.parametrize(
    ("name", "text", "line", "told"),
    [
        ("non", NON.replace("2b\n\ncol", "2c\n\ncol"), 9, "row 3: expected a colour (a, b)"),
        ("non", NON.replace("color a", "color b"), 4, "expected colour 'b' once"),
        ("non", NON.replace("#ff0000", "#ff000"), 3, "expected a colour such as #ff0000 or red"),
        ("non", NON.replace("color a #ff0000\ncolor b #000000\n", ""), 15, "a line such as 'color"),
        ("non", NON.replace("aa00", "ab00"), 17, "a picture with 2a in row 1, found 1a,1b"),
        ("non", NON_B.replace("red: 2\nred", "green: 2\nred"), 6, "a colour (red, black)"),
        ("xml", XML.replace('color="a">1', 'color="c">1'), 14, "row 2: expected a colour (a"),
        ("xml", XML.replace(">ff0000<", ">reddish<"), 5, "expected a colour such as #ff0000"),
        ("g", G.replace("2b\n\n", "2b\n2c\n"), 13, "expected a colour (a, b), found 'c'"),
        ("ini", INI.partition("\n\n")[2], 8, "expected a section [colors], found none"),
        ("csv", CSV.replace("a,ff0000", "a"), 11, "expected a letter and a colour such as"),
        ("csv", CSV.replace("1a,2b\n2b\ncol", "1a,3b,1a\n2b\ncol"), 3, "needs 5 cells"),
        ("text", TEXT.replace("a=ff0000", "a"), 12, "expected colours such as a=ff0000"),
        ("jsonl", JSONL.replace('"solution"', '"goal"'), 1, "'goal': expected . and the keys"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_colours_is_told_with_its_line(
    name: str, text: str, line: int, told: str
) -> None:
    error = fault(text, name)
    assert error is not None
    assert told in str(error)
    assert error.line == line
