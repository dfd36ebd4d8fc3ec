"""Two puzzles in every format that can carry them, as strangers' programs write them.

K is a nonogram of 4 x 7 with an empty row and an empty column, B a Binairo of 6 x 6. `SAMPLES` says
of each text whether our writer gives exactly these bytes.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import NamedTuple

import nonairo as nn

PICTURE = nn.Grid.parse(["0111000", "0101111", "0111010", "0000000"])
K = replace(
    nn.nonogram(rows=[[3], [1, 4], [3, 1], []], cols=[[], [3], [1, 1], [3], [1], [2], [1]]),
    solution=PICTURE,
)
B = replace(
    nn.binairo([".....0", "..0...", "...1..", "....0.", "....00", ".1...."]),
    solution=nn.Grid.parse("101010/100101/010110/011001/101100/010011"),
)
B_EQUAL_ALLOWED = replace(nn.binairo(B.givens, rules="no-distinct"), solution=B.solution)
M = replace(
    nn.parse("mosaic:1.4.1/.6.../..52./4...2/..32."),
    solution=nn.Grid.parse("00110/01100/11100/01000/01011"),
)


class Sample(NamedTuple):
    format: str
    text: str
    puzzle: nn.Puzzle = K
    exact: bool = True  # our writer gives these bytes


NON = """\
title "Key"
by "Nonairo"
license CC0-1.0
width 7
height 4

rows
3
1,4
3,1
0

columns
0
3
1,1
3
1
2
1

goal "0111000010111101110100000000"
"""

LP = """\
number_of_rows: 4
number_of_columns: 7
row_1
number_of_clusters: 1
size(s): 3
row_2
number_of_clusters: 2
size(s): 1 4
row_3
number_of_clusters: 2
size(s): 3 1
row_4
number_of_clusters: 0
size(s):
column_1
number_of_clusters: 0
size(s):
column_2
number_of_clusters: 1
size(s): 3
column_3
number_of_clusters: 2
size(s): 1 1
column_4
number_of_clusters: 1
size(s): 3
column_5
number_of_clusters: 1
size(s): 1
column_6
number_of_clusters: 1
size(s): 2
column_7
number_of_clusters: 1
size(s): 1
"""

G = """\
Key
#d
   0:   #FFFFFF   paper
   1:#  #000000   ink
: rows
3
1 4
3 1

: columns

3
1 1
3
1
2
1
: end
"""

XML = """\
<?xml version="1.0"?>
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<title>Key</title>
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<clues type="columns">
<line></line><line><count>3</count></line>
<line><count>1</count><count>1</count></line>
<line><count>3</count></line><line><count>1</count></line>
<line><count>2</count></line><line><count>1</count></line>
</clues>
<clues type="rows">
<line><count>3</count></line>
<line><count>1</count><count>4</count></line>
<line><count>3</count><count>1</count></line>
<line></line>
</clues>
<solution type="goal"><image>
|.XXX...|
|.X.XXXX|
|.XXX.X.|
|.......|
</image></solution>
</puzzle>
</puzzleset>
"""

SGRIDDLER = """\
MK Version 3.0

7 4

 . # # # . . .
 . # . # # # #
 . # # # . # .
 . . . . . . .


3
1 1
3
1
2
1

3
4 1
1 3

"""

GNO = """\
[Description]
Key
Nonairo


[Dimensions]
4
7
[Row clues]
3
1, 4
3, 1
0
[Column clues]
0
3
1, 1
3
1
2
1
[Solution grid]
1 2 2 2 1 1 1
1 2 1 2 2 2 2
1 2 2 2 1 2 1
1 1 1 1 1 1 1
"""

FREENONO = """\
<FreeNono><Nonograms>
<Nonogram name="Key" author="Nonairo" difficulty="1" height="4" width="7">
<line> _ x x x _ _ _ </line>
<line> _ x _ x x x x </line>
<line> _ x x x _ x _ </line>
<line> _ _ _ _ _ _ _ </line>
</Nonogram></Nonograms></FreeNono>
"""

BLOCKS = """\
4 7

3
1 4
3 1
0

0
3
1 1
3
1
2
1
"""

GRIDFILE = """\
GRID Key
ROWS
[ 3 ]
[ 1 4 ]
[ 3 1 ]
[ ]
COLUMNS
[ ]
[ 3 ]
[ 1 1 ]
[ 3 ]
[ 1 ]
[ 2 ]
[ 1 ]
"""

INI = """\
; a solver's file
[clues]
columns = 0, 3, 1 1
  3
  1 # the fifth

  2
  1
rows =
  3
  1 4

  3 1
  0
"""

TOML = '''\
[clues]
columns = """
0
3
1 1
3
1
2
1
"""
rows = """
3
1 4
3 1
0
"""
'''

NNV = """\
b-
_xxx___
_x_xxxx
_xxx_x_
_______
eb-
h-
0:3:1-1:3:1:2:1
3:1-4:3-1:0
eh-
"""

PZPR = """\
pzprv3
nonogram
4
7
. . . . . . 1 . . . .\u0020
. . . . . 3 1 3 1 2 1\u0020
. . . 3 + # # # + + +\u0020
. . 1 4 + # + # # # #\u0020
. . 3 1 + # # # + # +\u0020
. . . . + + + + + + +\u0020
"""

SAVED_K = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Pattern
PARAMS  :3:7x4
CPARAMS :3:7x4
DESC    :25:/3/1.1/3/1/2/1/3/1.4/3.1/
NSTATES :1:1
STATEPOS:1:1
"""

SAVED_B = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :6:Unruly
PARAMS  :4:6x6u
CPARAMS :4:6x6u
DESC    :8:fcGgfaBe
NSTATES :1:1
STATEPOS:1:1
"""

PUZZLEKIT_K = """\
{"count": 1, "count_sol": 1, "name": "Nonogram", "data": {"1_4x7": {
"problem": "4 7\\n0\\n3\\n1 1\\n3\\n1\\n2\\n1\\n3\\n1 4\\n3 1\\n0",
"solution": "4 7\\n- x x x - - -\\n- x - x x x x\\n- x x x - x -\\n- - - - - - -",
"source": "", "info": ""}}}
"""

PUZZLEKIT_B = """\
{"count": 1, "count_sol": 0, "name": "Binairo", "data": {"1_6x6": {
"problem": "6 6\\n\
- - - - - 1\\n- - 1 - - -\\n- - - 2 - -\\n- - - - 1 -\\n- - - - 1 1\\n- 2 - - - -",
"solution": "", "source": "", "info": ""}}}
"""

JANKO = """\
author Nonairo
[problem]
- - - - - 1
- - 1 - - -
- - - 2 - -
- - - - 1 -
- - - - 1 1
- 2 - - - -
[solution]
2 1 2 1 2 1
2 1 1 2 1 2
1 2 1 2 2 1
1 2 2 1 1 2
2 1 2 2 1 1
1 2 1 1 2 2
[end]
"""

JSONL_K = (
    '{"id": "key", "kind": "nonogram", "height": 4, "width": 7,'
    ' "rows": [[3], [1, 4], [3, 1], []], "cols": [[], [3], [1, 1], [3], [1], [2], [1]],'
    ' "title": "Key", "solution": "0111000010111101110100000000"}\n'
)
JSONL_B = (
    '{"id": "b", "kind": "binairo", "height": 6, "width": 6,'
    ' "grid": ".....0..0......1......0.....00.1....", "rules": "standard"}\n'
)


def tango() -> str:
    assert B.solution is not None
    names = {"0": "LotkaCellValue_ZERO", "1": "ONE"}
    cells = ", ".join(f'"{names[cell]}"' for cell in B.solution.cells)
    given = ", ".join(str(k) for k, cell in enumerate(B.givens.cells) if cell != ".")
    return f'{{"gridSize": 6, "presetCellIdxes": [{given}], "edges": [], "solution": [{cells}]}}'


GRID_B = ".....0\n..0...\n...1..\n....0.\n....00\n.1....\n"
DRAWN_K = """\
nonogram 4x7
            1
        0 3 1 3 1 2 1
      ┌──────────────┐
    3 │ ? ? ? ? ? ? ?│
  1 4 │ ? ? ? ? ? ? ?│
  3 1 │ ? ? ? ? ? ? ?│
    0 │ ? ? ? ? ? ? ?│
      └──────────────┘
solution
            1
        0 3 1 3 1 2 1
      ┌──────────────┐
    3 │ ·██████ · · ·│
  1 4 │ ·██ ·████████│
  3 1 │ ·██████ ·██ ·│
    0 │ · · · · · · ·│
      └──────────────┘
"""

DRAWN_B = """\
binairo 6x6
┌─────────────┐
│ . . . . . 0 │
│ . . 0 . . . │
│ . . . 1 . . │
│ . . . . 0 . │
│ . . . . 0 0 │
│ . 1 . . . . │
└─────────────┘
solution
┌─────────────┐
│ 1 0 1 0 1 0 │
│ 1 0 0 1 0 1 │
│ 0 1 0 1 1 0 │
│ 0 1 1 0 0 1 │
│ 1 0 1 1 0 0 │
│ 0 1 0 0 1 1 │
└─────────────┘
"""

ROWS_K = "3\n1 4\n3 1\n0\n"
COLUMNS_K = "0\n3\n1 1\n3\n1\n2\n1\n"

SAMPLES = [
    Sample("id", "nonogram:3/1,4/3,1/0;0/3/1,1/3/1/2/1\n"),
    Sample("id", "binairo:...../..../\n".replace("...../..../", "/".join(GRID_B.split())), B),
    Sample("jsonl", JSONL_K),
    Sample("jsonl", JSONL_B, B),
    Sample("text", BLOCKS),
    Sample("text", GRID_B, B),
    Sample("non", NON),
    Sample("nin", "7 4\n" + ROWS_K + COLUMNS_K),
    Sample("mk", "4 7\n" + ROWS_K + "#\n" + COLUMNS_K),
    Sample("cwd", "4\n7\n" + ROWS_K + "\n" + COLUMNS_K),
    Sample("lp", LP),
    Sample("g", G),
    Sample("xml", XML),
    Sample("sgriddler", SGRIDDLER),
    Sample("gno", GNO),
    Sample("freenono", FREENONO),
    Sample("nono", "Key\n7,4\n xxx   \n x xxxx\n xxx x \n       \n"),
    Sample("gridfile", GRIDFILE),
    Sample("ini", INI, exact=False),
    Sample("toml", TOML),
    Sample("nnv", NNV),
    Sample("pbm", "P1\n7 4\n0111000\n0101111\n0111010\n0000000\n"),
    Sample("chars", ".###...\n.#.####\n.###.#.\n.......\n"),
    Sample("csv", "rows\n3\n1,4\n3,1\n0\ncolumns\n0\n3\n1,1\n3\n1\n2\n1\n"),
    Sample("puzzlekit", PUZZLEKIT_K, exact=False),
    Sample("puzzlekit", PUZZLEKIT_B, B_EQUAL_ALLOWED, exact=False),
    Sample("puzzlink", "nonogram/7/4/h3g113g1g2g1g3i41h13l\n"),
    Sample("pzpr", PZPR),
    Sample("pattern", "7x4:/3/1.1/3/1/2/1/3/1.4/3.1/\n"),
    Sample("unruly", "6x6u:fcGgfaBe\n", B),
    Sample("mosaic", "5x5:1a4a1a6e52a4c2b32a\n", M),
    Sample("sgtsave", SAVED_K),
    Sample("sgtsave", SAVED_B, B),
    Sample("puzzle-nonograms", "0/3/1.1/3/1/2/1/3/1.4/3.1/0\n"),
    Sample("puzzle-binairo", "e0b0f1f0e00a1d\n", B),
    Sample("oneline", ".....0..0......1......0.....00.1....\n", B),
    Sample("janko", JANKO, B_EQUAL_ALLOWED),
    Sample("tango", tango(), B_EQUAL_ALLOWED, exact=False),
    Sample("drawing", DRAWN_K),
    Sample("drawing", DRAWN_B, B),
]

JAP = b"TLS\1\2\3\4\0\7\4" + bytes([0, 1, 3, 2, 1, 1, 1, 3, 1, 1, 1, 2, 1, 1]) + bytes(
    [1, 3, 2, 1, 4, 2, 3, 1, 0]
)  # fmt: skip

PAGE = (
    "<script>\nvar d=[[1],[13,4,4,10],[12,5,5,10],[11,6,6,10],[0,0,0,0],[0,0,0,0],"
    "[1,0,1,10],[3,4,5,6],[5,5,6,7],[4,7,6,8]];\n</script>\n"
)  # nonograms.org draws nonogram:1/3;1/2/1 in veiled runs

# S, a Binairo with signs between cells, in all formats that can hold it.
S_ID = (
    "binairo@no-distinct:1...1./....../....../.....1/....../......"
    ";...../...x./...../...../.x.../.x...;.=..../....../...x../..=x../......"
)
SIGNS_GRID = """\
1 . . . 1 .
  =
. . . .x. .

. . . . . .
      x
. . . . . 1
    = x
. .x. . . .

. .x. . . .
"""
SIGNS_TASK = "1c1r1l|a3g2e6d36c2e2d\n"
SIGNS_LIST = "1c1r1l;,D=,,,,,,,,Rx,,,,,,Dx,,,,,D=,Dx,,,,Rx,,,,,,Rx,,,,\n"
SIGNS_FLAGS = "1c1r1l|a4g2e8d48c2e2d\n"  # the same, right 1 and 2, below 4 and 8
SIGNS_JSON = (
    f'{{"id": "{S_ID}", "kind": "binairo", "height": 6, "width": 6,'
    ' "grid": "1...1..................1............", "rules": "no-distinct", "signs":'
    ' [[0, 1, 1, 1, "="], [1, 3, 1, 4, "x"], [2, 3, 3, 3, "x"], [3, 2, 4, 2, "="],'
    ' [3, 3, 4, 3, "x"], [4, 1, 4, 2, "x"], [5, 1, 5, 2, "x"]]}\n'
)
SIGNS_EDGES = [(1, 7, 1), (9, 10, 0), (15, 21, 0), (20, 26, 1), (21, 27, 0), (25, 26, 0),
               (31, 32, 0)]  # fmt: skip
EDGES = [{"startIdx": i, "endIdx": j, "isEqual": bool(same)} for i, j, same in SIGNS_EDGES]
PAGE_S = json.loads(tango().replace('"ONE"', '"LotkaCellValue_ONE"'))
SIGNS_TANGO = json.dumps(PAGE_S | {"presetCellIdxes": [0, 4, 23], "edges": EDGES}) + "\n"
SIGNS_THREE = json.dumps([
    [list(row) for row in ("1...1.", "......", "......", ".....1", "......", "......")],
    [list(row) for row in (".....", "...x.", ".....", ".....", ".x...", "./...")],
    [list(row) for row in (".=....", "......", "...x..", "..=x..", "......")],
])  # fmt: skip


def fault(source: str | bytes, format: str | None = None) -> nn.FormatError | None:
    """The error with which a text is refused, which must be one clear line; None if it is read."""
    try:
        nn.loads(source, format)
    except nn.FormatError as error:
        found = error
    else:
        return None
    assert "\n" not in str(found)
    assert len(str(found)) < 300
    return found
