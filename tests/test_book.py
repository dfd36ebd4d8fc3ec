"""`nonairo book`: pages in order, nothing outside or over another, the same bytes every time."""

from __future__ import annotations

import re
import sys
import time
from itertools import combinations
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.grid import Grid
from nonairo.kinds import KINDS
from nonairo.puzzle import Puzzle
from nonairo.render.book import EDGE, PAPERS, SLOTS, Book, BookPuzzle, pages
from nonairo.render.scene import Scene
from nonairo.render.shapes import Path as Strokes
from nonairo.render.shapes import Placed

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SOLVED = Grid.parse("101100/010011/100101/011010/001101/110010")
SEVERAL = "binairo:1.../..../..../...."


def picture(side: int, seed: int = 1) -> Puzzle:
    cells = "".join("01"[(k * k * 7 + k * seed) % 11 % 2] for k in range(side * side))
    grid = Grid(side, side, cells)
    return KINDS["nonogram"].pose(grid, "standard").about(solution=grid)


def entries() -> list[BookPuzzle]:
    """Small and large ones of all levels, some with titles."""
    made = []
    for k in range(40):
        puzzle = picture((5, 10, 25, 60, 100)[k % 5], k) if k % 2 else nn.parse(FIRST)
        title = ("a long title " * 20, "short", None)[k % 3]
        puzzle = puzzle.about(title=title, solution=puzzle.solution or SOLVED)
        assert puzzle.solution is not None
        made.append(BookPuzzle(puzzle, puzzle.solution, 1 + k % 3, f"name {k % 3}", "look " * k))
    return [*made, BookPuzzle(nn.parse(FIRST), SOLVED, None, "Not graded")]


def extent(shape: object) -> tuple[float, float, float, float]:
    """What something on a page takes up: left, top, right, bottom."""
    if isinstance(shape, Placed):
        paper = shape.shapes[0]
        width, height = (getattr(paper, name) * shape.scale for name in ("width", "height"))
        return shape.x, shape.y, shape.x + width, shape.y + height
    assert isinstance(shape, Strokes)
    ends = [numbers[-2:] for _, numbers in shape.strokes if numbers]
    across, down = [x for x, _ in ends], [y for _, y in ends]
    return min(across), min(down), max(across), max(down)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", SLOTS)
def test_nothing_on_a_page_is_cut_off_or_lies_over_another(paper: str, per_page: int) -> None:
    made = pages(Book("A book " * 40, paper, per_page), entries())
    for page in made:
        assert (page.width, page.height) == PAPERS[paper]
        boxes = [extent(shape) for shape in page.shapes[1:]]
        for left, top, right, bottom in boxes:
            assert left >= EDGE - 5
            assert right <= page.width - EDGE + 5
            assert top >= EDGE - 15
            assert bottom <= page.height - 30, "the number of the page is lowest"
        for a, b in combinations(boxes, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart or a[1] == a[3] or b[1] == b[3], (page.title, a, b)


def boards(page: Scene) -> list[Placed]:
    return [shape for shape in page.shapes if isinstance(shape, Placed)]


@pytest.mark.parametrize("per_page", SLOTS)
def test_all_puzzles_and_all_solutions_are_there(per_page: int) -> None:
    small = [BookPuzzle(nn.parse(FIRST), SOLVED, 1, "Starter")] * 13
    made = pages(Book("x", per_page=per_page), small)
    numbers = [len(boards(page)) for page in made]
    puzzles = [per_page] * (13 // per_page) + ([13 % per_page] if 13 % per_page else [])
    assert numbers == [0, 0, *puzzles, 13]


def test_a_large_puzzle_gets_a_page_of_its_own() -> None:
    large = picture(100)
    assert large.solution is not None
    entry = BookPuzzle(large, large.solution, 1, "Starter")
    small = BookPuzzle(nn.parse(FIRST), SOLVED, 1, "Starter")
    made = pages(Book("x", per_page=6), [small, small, entry, small])
    assert [len(boards(page)) for page in made] == [0, 0, 2, 1, 1, 2, 1, 1]


@pytest.fixture
def source(tmp_path: Path) -> str:
    puzzles = [
        nn.parse(FIRST).about(title=f"<script>{k}", solution=SOLVED, extra={"level": 1 + k % 8})
        for k in range(12)
    ]
    path = tmp_path / "book.jsonl"
    drawn = picture(10)
    drawn = drawn.about(solution=drawn.solution, extra={"level": 2})
    path.write_text(nn.dumps([*puzzles, drawn], "jsonl"))
    return str(path)


def needs_pdf() -> None:
    pytest.importorskip("reportlab", reason="books need reportlab, of the extra draw")


def test_the_same_bytes_for_the_same_input(capsys: Output, tmp_path: Path, source: str) -> None:
    needs_pdf()
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for out in (one, two):
        assert run(capsys, "book", source, "-o", str(out), "--title", "Ä & <b>") == (0, "", "")
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().startswith(b"%PDF-")
    assert not re.search(rb"anonymous|unspecified", one.read_bytes())


@pytest.mark.parametrize(("paper", "box"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_has_its_size(
    capsys: Output, tmp_path: Path, source: str, paper: str, box: tuple[int, int]
) -> None:
    needs_pdf()
    out = tmp_path / "x.pdf"
    for option, inside in (("--level-pages", 8), ("--hints", 4)):
        asked = ["--paper", paper, "--per-page", "6", option]
        assert run(capsys, "book", source, "-o", str(out), *asked)[0] == 0
        found = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", out.read_bytes())
        assert {(round(float(x)), round(float(y))) for x, y in found} == {box}
        assert len(found) == 2 + inside + 1, (
            "cover, contents; eight levels, or three pages and hints"
        )


def test_hard_puzzles_have_hints_if_wished(
    capsys: Output, tmp_path: Path, source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_pdf()
    made: list[list[BookPuzzle]] = []

    def kept(book: Book, entries: list[BookPuzzle]) -> list[Scene]:
        made.append(entries)
        return pages(book, entries)

    monkeypatch.setattr("nonairo.cli.book.pages", kept)
    for options in ([], ["--hints"]):
        assert run(capsys, "book", source, "-o", str(tmp_path / "x.pdf"), *options)[0] == 0
    assert not any(entry.hint for entry in made[0])
    for entry in made[1]:
        assert entry.level is not None
        assert bool(entry.hint) == (entry.level >= 4)
    assert made[1][3].hint == "when 14 cells are known, look at row 2: pair"


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([FIRST, "-o", "x.svg"], 2, "expected a file that ends in .pdf"),
        ([FIRST, "-o", "nowhere/x.pdf"], 2, "nowhere/x.pdf: No such file or directory"),
        ([FIRST], 2, "-o/--output"),
        ([FIRST, "-o", "x.pdf", "--per-page", "3"], 2, "per-page"),
        ([FIRST, "-o", "x.pdf", "--paper", "a3"], 2, "paper"),
        (["nothing.txt", "-o", "x.pdf"], 2, "nothing.txt: No such file"),
        ([SEVERAL, "-o", "x.pdf"], 2, "several solutions"),
        (["binairo:000./..../..../....", "-o", "x.pdf"], 2, "no solution"),
        ([SEVERAL, FIRST, "-o", "x.pdf"], 2, "puzzle 1 is left out: it has several solutions"),
    ],
)
def test_what_is_wrong_is_told(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str],
    code: int, told: str,
) -> None:  # fmt: skip
    needs_pdf()
    monkeypatch.chdir(tmp_path)
    found, out, err = run(capsys, "book", *arguments)
    assert (found, out) == (code, "")
    assert told in err
    assert (tmp_path / "x.pdf").exists() == (FIRST in arguments and SEVERAL in arguments)


def test_a_missing_extra_is_named_before_anything_is_graded(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    code, _, err = run(capsys, "book", FIRST, "-o", str(tmp_path / "x.pdf"))
    assert (code, err) == (2, "nonairo: PDF needs reportlab: pip install 'nonairo[draw]'\n")


@pytest.mark.full
def test_five_hundred_graded_puzzles_take_less_than_ten_seconds(
    capsys: Output, tmp_path: Path
) -> None:
    needs_pdf()
    source = tmp_path / "many.jsonl"
    pictures = [picture(10 + k % 16, k) for k in range(500)]
    puzzles = [
        puzzle.about(solution=puzzle.solution, extra={"level": 1 + k % 7})
        for k, puzzle in enumerate(pictures)
    ]
    source.write_text(nn.dumps(puzzles, "jsonl"))
    begin = time.process_time()
    assert run(capsys, "book", str(source), "-o", str(tmp_path / "x.pdf")) == (0, "", "")
    assert time.process_time() - begin < 10
