"""Puzzles that come with Nonairo: our own, and the published boards that others wrote about.

Published boards name their source. Our own are CC0.
"""

from __future__ import annotations

from nonairo.grid import Grid
from nonairo.kinds import KINDS, from_id
from nonairo.plain import table
from nonairo.puzzle import Puzzle
from nonairo.registry import Listing

PLAYGROUND = "awallien (Alex Wall), bt_playground"
PAPER = (
    'P. H. Utomo, R. H. Makarim, "Solving a Binary Puzzle",'
    " Mathematics in Computer Science 11 (2017) 515-526, CC BY 4.0"
)
FIGURE = (
    "binairo:.11.0.....1.1./......0..1..0./1..........0.1/.0.0.1...00.../10.1..00...0../"
    "1............1/..........1.../.00..1.1....../1.......1....1/...0.11.....00/"
    ".0.0......00../....1.......0./...0........../.....1....1..."
)
TEST3 = (
    "nonogram:7/1,1/7/1,1/1,1/1,1/8/9/10/1,1,1,1/1,1,1,1/1,1,1,1/1,1,1,1/1,1,1/1,1;"
    "7/2/3/14/1,1,3/1,1,3/1,1,3/1,1,9/1,1,3/13"
)
PHOTOGRAPH = "binairo:.......1/.11...0./0......./.1.....1/1.11..../.1....../..0..1../.1......"
FIGURE_1 = "binairo:.0....../...1.1.0/..0...../.1....../....1.../.0...1../.0..0.../....0.0."
FIGURE_2 = "10101010/01010110/10011001/01100110/01011001/10101100/10010011/01100101"
FIRST = "binairo:0..1..../..1...../.1....0./.....1../0.00..../....0..0/.11..1../.1..1.1."
BOAT = "nonogram:1/2/3,2/4,3/5,4/6,5/1/14/12/10/8;1/1,2/2,3/3,4/4,4/5,4/6,4/5/4,4/4,4/3,4/2,3/1,2/1"


class Examples(Listing[Puzzle]):
    """Puzzles by name; shows itself as a table of names and titles."""

    def __repr__(self) -> str:
        return table((name, puzzle.title or "") for name, puzzle in self.items())


def _own(name: str, text: str, title: str) -> Puzzle:
    extra = {"id": name, "licence": "CC0-1.0"}
    return from_id(text).about(title=title, author="Nonairo", extra=extra)


def _published(name: str, text: str, title: str, source: str) -> Puzzle:
    return from_id(text).about(title=title, source=source, extra={"id": name})


SMALL = "A small puzzle with one solution"
PUZZLES = (
    _own("first", FIRST, "First steps"),
    _own("boat", BOAT, "Boat"),
    *(_own(kind.name, kind.example, SMALL) for kind in KINDS.values()),
    _published(
        "walk-14x14",
        FIGURE,
        "The 14x14 figure of the cell walker",
        f"{PLAYGROUND}, binairo/doc/init_grid.PNG (picture credit: puzzle-binairo.com)",
    ),
    _published(
        "rows-test1",
        "nonogram:3/1/4/2/1,2;2/3/3/1,1,1/1,1",
        "Data file test1 of the row backtracker",
        f"{PLAYGROUND}, nonogram/data/test1",
    ),
    _published(
        "rows-test3",
        TEST3,
        "Data file test3 of the row backtracker",
        f"{PLAYGROUND}, nonogram/data/test3",
    ),
    _published(
        "zones-8x8",
        PHOTOGRAPH,
        "The photographed 8x8 board of the Binero solver",
        "EMWJROS, Binero, Binero.png",
    ),
    from_id(FIGURE_1).about(
        title="Figure 1 of the paper, with figure 2 as its solution",
        source=PAPER,
        solution=Grid.parse(FIGURE_2),
        extra={"id": "paper-figure1", "licence": "CC-BY-4.0"},
    ),
)
EXAMPLES = Examples({str(puzzle.record_id): puzzle for puzzle in PUZZLES})
