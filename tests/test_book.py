"""`nonairo book`: readable on paper, in order, nothing cut, and the same bytes every time."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.books import answers, how_to_play
from nonairo.books.entries import BookPuzzle, in_words, rules_of
from nonairo.books.pages import PER_PAGE, Book, Bound, pages
from nonairo.books.paper import MM, PAPERS, Sheet
from nonairo.grading import NAMES
from nonairo.grid import Grid
from nonairo.kinds import KINDS, kind_of
from nonairo.puzzle import Puzzle
from nonairo.render.board import CELL
from nonairo.render.pdf import Document, write_document
from nonairo.render.scene import Scene
from nonairo.render.shapes import AnyShape, Placed, Rectangle, Text
from nonairo.render.shapes import Path as Strokes
from nonairo.render.text_layout import width_of
from nonairo.render.themes import PRINT
from pdf_reader import UNITS, PdfReader, Shown

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SOLVED = Grid.parse("101100/010011/100101/011010/001101/110010")
SEVERAL = "binairo:1.../..../..../...."
FORTY = Path(__file__).parent / "data" / "book.jsonl"  # of all kinds and rules, with titles
SMALLEST_LETTER = 2.0 - 0.005  # millimetres, but for rounding
ROUNDED = 0.999


def picture(side: int, seed: int = 1) -> Puzzle:
    """A picture of which every row begins with a block: its clues allow no other."""
    lengths = [1 + (row * row * 7 + row * seed) % 11 * side // 11 for row in range(side)]
    grid = Grid(side, side, "".join("1" * n + "0" * (side - n) for n in lengths))
    return KINDS["nonogram"].pose(grid, "standard").about(solution=grid)


def entry(puzzle: Puzzle, level: int | None = 1) -> BookPuzzle:
    solution = puzzle.solution or nn.solve(puzzle).solution
    assert solution is not None
    name = "Not graded" if level is None else NAMES[level - 1]
    return BookPuzzle(puzzle, solution, level, name, ("row 1: a pair",), ("pair",))


@cache
def forty() -> tuple[BookPuzzle, ...]:
    found = []
    for puzzle in nn.load(FORTY):
        level = puzzle.extra["level"]
        assert isinstance(level, int)
        found.append(entry(puzzle, level))
    return tuple(found)


@cache
def book_of_forty(paper: str = "a4", per_page: int = 4, large_print: bool = False) -> Bound:
    sheet = Sheet(paper, large_print=large_print)
    return pages(Book("Forty", sheet, per_page, hints=True, imprint=("by Ada",)), forty())


@cache
def read(bound_by: tuple[str, int, bool] = ("a4", 4, False)) -> PdfReader:
    bound = book_of_forty(*bound_by)
    document = Document(title="Forty", bookmarks=bound.bookmarks)
    return PdfReader(write_document(document, bound.scenes, PRINT))


def begins(reader: PdfReader, title: str) -> int:
    """The page on which a section begins, from 0."""
    return dict(reader.bookmarks())[title]


def words(shown: Sequence[Shown]) -> str:
    """All text of a page, line after line, with single blanks."""
    return " ".join(" ".join(each.text for each in shown).split())


def boards(scene: Scene) -> Iterator[Placed]:
    """The drawings on a page."""
    for leaf in scene.shapes:
        if isinstance(leaf, Placed):
            yield from (shape for shape in leaf.shapes if isinstance(shape, Placed))


def puzzle_pages(paper: str = "a4", per_page: int = 4, large_print: bool = False) -> list[Scene]:
    """The pages between how to play and the hints."""
    reader = read((paper, per_page, large_print))
    first = min(page for title, page in reader.bookmarks() if title.startswith("Level "))
    return book_of_forty(paper, per_page, large_print).scenes[first : begins(reader, "Hints")]


def in_order(bound: Bound) -> list[BookPuzzle]:
    """The puzzles of a book by their numbers."""
    return [found for _, found in bound.numbered]


@pytest.mark.parametrize("bound_by", [("a4", 4, False), ("letter", 6, False), ("6x9", 2, False),
                                      ("a4", 4, True)])  # fmt: skip
def test_everything_printed_is_large_enough(bound_by: tuple[str, int, bool]) -> None:
    """No cell, no digit and no caption is smaller than its smallest size, in millimetres."""
    reader, large = read(bound_by), bound_by[2]
    for page in range(len(reader.pages)):
        for shown in reader.shown(page):
            assert shown.capital >= SMALLEST_LETTER, (page, shown)
    bound = book_of_forty(*bound_by)
    small = {number for number, _, _ in bound.small}
    drawn = [board for scene in puzzle_pages(*bound_by) for board in boards(scene)]
    assert len(drawn) == len(bound.numbered) == 40
    for (number, found), board in zip(bound.numbered, drawn, strict=True):
        written = found.puzzle.kind in ("binairo", "trinairo")
        least = (5.0 if written else 3.5) * (2 if large else 1)
        cell = board.scale * CELL / MM
        if number in small:
            assert cell < least
            assert found.puzzle.height >= 12, "only large ones may be too large for the paper"
        else:
            assert cell >= least * ROUNDED, (number, in_words(found.puzzle))
    if not large and bound_by[0] != "6x9":
        assert not small


def test_the_digits_of_puzzles_are_at_least_two_millimetres_and_captions_more() -> None:
    reader = read()
    first, last = begins(reader, "Level 1: Starter"), begins(reader, "Hints")
    captions = re.compile(r"\d+\. [A-Z]|[★☆]")
    for page in range(first, last):
        for shown in reader.shown(page):
            if captions.match(shown.text):
                assert shown.capital > 2.6
    everything = [shown for page in range(first, last) for shown in reader.shown(page)]
    assert sum(shown.text.isdigit() for shown in everything) > 500


@pytest.mark.parametrize("bound_by", [("a4", 4, False), ("a5", 6, False), ("a4", 1, True)])
def test_no_caption_is_cut_and_all_of_them_are_there(bound_by: tuple[str, int, bool]) -> None:
    reader = read(bound_by)
    first = min(page for title, page in reader.bookmarks() if title.startswith("Level "))
    text = " ".join(words(reader.shown(page)) for page in range(first, begins(reader, "Hints")))
    for number, found in book_of_forty(*bound_by).numbered:
        assert f"{number}. {in_words(found.puzzle)}" in text
        assert found.open_title in text
        assert found.stars in text
    assert "..." not in "".join(words(reader.shown(page)) for page in range(len(reader.pages)))


def test_captions_are_words() -> None:
    odd = nn.parse("binairo@odd-more-ones:11.../1...1/...11/..11./.11.1")
    assert in_words(odd) == "Binairo 5x5, odd: one more 1 in every line"
    assert entry(odd, 3).stars == "★★★☆☆☆☆☆ Medium"
    coloured = nn.parse("nonogram@a=c00000+b=008000:1a/1b;1a/1b")
    assert in_words(coloured) == "Nonogram 2x2, 2 colours"
    trinairo = nn.parse("trinairo@no-distinct:0.2/.1./...")
    assert in_words(trinairo) == "Trinairo 3x3, lines may be equal"


def test_tango_and_unruly_are_called_by_their_names() -> None:
    tango, unruly = "binairo@no-distinct:.0/1.;x/.;..", "binairo@no-distinct:.0/1."
    assert in_words(nn.parse(tango)) == "Tango 2x2, = equal, x different"
    assert in_words(nn.parse(unruly)) == "Unruly 2x2"
    assert in_words(nn.parse("binairo:.0/1.;x/.;..")) == "Binairo 2x2, = equal, x different"
    titles = [topic.title for topic in how_to_play.topics(map(nn.parse, (tango, unruly)))]
    assert titles == ["Tango", "Unruly"]
    (topic,) = how_to_play.topics([nn.parse(tango)])
    rules = " ".join(paragraph.text for paragraph in topic.paragraphs)
    assert "Rows may be the same" in rules
    assert "both sides of x are different" in rules
    assert "No two rows are the same" not in rules
    reader = read()
    for name in ("Tango", "Unruly"):
        assert re.search(rf"{name}, from puzzle \d", reader.text(begins(reader, "Contents")))
        assert f"{name}: 2" in words(reader.shown(0))


def test_titles_of_pictures_stand_only_with_their_solutions() -> None:
    reader = read()
    before = begins(reader, "Solutions")
    early = " ".join(words(reader.shown(page)) for page in range(before))
    late = " ".join(words(reader.shown(page)) for page in range(before, len(reader.pages)))
    titles = [f.title for f in forty() if kind_of(f.puzzle).every_picture and f.title]
    assert len(titles) >= 10
    for title in titles:
        assert title not in early
        assert title in late
    assert any(f.open_title and f.open_title in early for f in forty())


def test_kinds_are_grouped_within_a_level() -> None:
    found = [(each.level, each.puzzle.kind) for each in in_order(book_of_forty())]
    groups = [key for key, _ in groupby(found)]
    assert len(groups) == len(set(groups))
    assert [level for level, _ in groups] == sorted(level or 9 for level, _ in groups)
    numbers = [number for number, _ in book_of_forty().numbered]
    assert numbers == [*range(1, 41)]


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_no_page_has_room_for_the_next_puzzle(per_page: int) -> None:
    """Small ones of the same sort fill every page but the last."""
    small = [entry(nn.parse(FIRST))] * 13
    bound = pages(Book("x", per_page=per_page), small)
    counts = [len(list(boards(scene))) for scene in bound.scenes]
    start = min(mark.page for mark in bound.bookmarks if mark.title.startswith("Level"))
    filled = counts[start:-1]
    assert filled == [per_page] * (13 // per_page) + [13 % per_page] * bool(13 % per_page)


def test_one_puzzle_a_page_fills_it() -> None:
    across, down = Sheet().room
    for scene, (_, found) in zip(
        puzzle_pages("a4", 1), book_of_forty("a4", 1).numbered, strict=True
    ):
        (board,) = boards(scene)
        width, height = extent(board)
        assert width > 0.97 * across or height > 0.8 * down, in_words(found.puzzle)


def extent(board: Placed) -> tuple[float, float]:
    """The width and height of a board, from its lines."""
    ends = [shape for shape in board.shapes if isinstance(shape, Strokes)]
    points = [numbers[-2:] for shape in ends for _, numbers in shape.strokes if numbers]
    return tuple(board.scale * (max(p[k] for p in points) - min(p[k] for p in points))
                 for k in (0, 1))  # type: ignore[return-value]  # fmt: skip


@pytest.mark.parametrize(("paper", "per_page"), [*zip(PAPERS, (4, 2, 6, 1), strict=True)])
@pytest.mark.parametrize("large_print", [False, True])
def test_nothing_leaves_the_print_area_or_lies_over_another(
    paper: str, per_page: int, large_print: bool
) -> None:
    sheet = Sheet(paper, large_print=large_print)
    across, down = sheet.room
    for scene in book_of_forty(paper, per_page, large_print).scenes:
        leaf = scene.shapes[0]
        assert isinstance(leaf, Placed)
        boxes = [box(shape) for shape in leaf.shapes if isinstance(shape, Placed | Text)]
        for left, top, right, bottom in boxes:
            assert left >= -2 * MM
            assert right <= across + 2 * MM
            assert top >= -1
            assert bottom <= down + 2 * MM, scene.title
        for k, one in enumerate(boxes):
            for other in boxes[k + 1 :]:
                apart = (one[2] <= other[0] + 1 or other[2] <= one[0] + 1
                         or one[3] <= other[1] + 1 or other[3] <= one[1] + 1)  # fmt: skip
                assert apart, (scene.title, one, other)


def box(shape: AnyShape) -> tuple[float, float, float, float]:
    """What something takes up: left, top, right, bottom."""
    if isinstance(shape, Text):
        return (
            shape.x,
            shape.y,
            shape.x + width_of(shape.text, shape.size),
            shape.y + 6 * shape.size,
        )
    assert isinstance(shape, Placed)
    inner = [points for each in shape.shapes for points in corners(each)]
    xs, ys = [x for x, _ in inner], [y for _, y in inner]
    return (shape.x + shape.scale * min(xs), shape.y + shape.scale * min(ys),
            shape.x + shape.scale * max(xs), shape.y + shape.scale * max(ys))  # fmt: skip


def corners(shape: AnyShape) -> Iterator[tuple[float, float]]:
    if isinstance(shape, Rectangle):
        yield from ((shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height))
    elif isinstance(shape, Strokes | Text):
        yield from ((numbers[-2], numbers[-1]) for _, numbers in shape.strokes if numbers)


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_has_its_size_and_margins_are_mirrored(paper: str) -> None:
    reader = read((paper, 4, False))
    width, height = (side * UNITS for side in PAPERS[paper])
    for page in range(len(reader.pages)):
        for name in ("MediaBox", "TrimBox", "BleedBox"):
            assert reader.box(page, name) == pytest.approx((0, 0, width, height), abs=0.01)
    heads = [min(shown.x for shown in reader.shown(page)) for page in (2, 3)]
    assert heads[0] - heads[1] == pytest.approx(6, abs=0.1), "page 3 is bound on the left"


def test_there_is_a_page_for_every_kind_and_rule_with_an_example() -> None:
    reader = read()
    first, last = begins(reader, "How to play"), begins(reader, "Level 1: Starter")
    text = " ".join(words(reader.shown(page)) for page in range(first, last))
    wanted = {(f.puzzle.kind, rule) for f in forty() for rule in rules_of(f.puzzle)}
    assert len(wanted) == 12
    topics = how_to_play.topics(f.puzzle for f in forty())
    assert {(topic.kind.name, topic.rule) for topic in topics} == wanted
    for topic in topics:
        sentence, example = topic.special
        for each in (*topic.kind.how_to_play, sentence):
            assert each in text
        steps = nn.explain(example).steps
        told = [str(step) for step in steps if str(step)[1:] in text]
        assert len(told) >= 2, topic.title
        assert topic.title in dict(reader.bookmarks())


@pytest.mark.parametrize(
    ("paper", "pages_a_topic"), [("a4", 1.25), ("letter", 1.5), ("a5", 2.25), ("6x9", 2.25)]
)
def test_large_print_explains_a_rule_on_few_pages(paper: str, pages_a_topic: float) -> None:
    """A page has a grid or many lines of rules, and no caption stands in a narrow column."""
    sheet, puzzles = Sheet(paper, large_print=True), [each.puzzle for each in forty()]
    leaves = list(how_to_play.pages(puzzles, sheet))
    assert len(leaves) <= pages_a_topic * len(how_to_play.topics(puzzles))
    for leaf in leaves:
        lines = [shape for shape in leaf.shapes if isinstance(shape, Text)]
        drawings = [shape for shape in leaf.shapes if isinstance(shape, Placed)]
        assert drawings or len(lines) >= 8, [line.text for line in lines]
        captions = [line for line in lines if line.stroke == "quiet"]
        short = [line.text for line in captions if line.text in ("The puzzle", "The solution")]
        steps = len(drawings) - len(short)
        assert len(captions) - len(short) <= 5 * steps, [line.text for line in captions]
        digits = [shape.scale * 12 / MM for shape in drawings]
        assert all(digit >= 4 * ROUNDED for digit in digits)


def test_a_step_of_large_print_shows_what_its_rule_has_of_its_own() -> None:
    sheet = Sheet("a5", large_print=True)
    for id, own in (
        ("binairo@no-distinct:.0/1.;x/.;..", "across a sign"),
        (KINDS["binairo"].rule_examples["regions"][1], "region B "),  # type: ignore[index]
    ):
        leaves = how_to_play.pages([nn.parse(id)], sheet)
        text = " ".join(each.text for leaf in leaves for each in leaf.shapes
                        if isinstance(each, Text))  # fmt: skip
        assert own in text


def test_examples_of_signs_and_colours_have_one_solution() -> None:
    for kind in KINDS.values():
        for name, (_, example) in (kind.more_examples or {}).items():
            assert nn.is_unique(example)
            assert rules_of(nn.parse(example))[-1] == name


def test_bookmarks_and_contents_lead_to_the_same_pages() -> None:
    reader = read()
    pages_of_it = range(begins(reader, "Contents"), begins(reader, "How to play"))
    contents = " ".join(words(reader.shown(page)) for page in pages_of_it)
    for title, page in reader.bookmarks():
        if title != "Contents":
            assert f"{title} {page + 1}" in contents
    for level in range(1, 6):
        page = begins(reader, f"Level {level}: {NAMES[level - 1]}")
        assert re.search(rf"Level {level}|Levels \d to {level}|Levels {level}", reader.text(page))


def test_solutions_of_pictures_have_neither_dots_nor_letters() -> None:
    found = forty()
    reader, bound = read(), book_of_forty()
    numbered = [(n, f) for n, f in bound.numbered if kind_of(f.puzzle).every_picture]
    (leaf, *_) = answers.pages(numbered, Sheet())
    for board in (shape for shape in leaf.shapes if isinstance(shape, Placed)):
        assert not [s for s in board.shapes if type(s).__name__ in ("Circle", "Glyph", "Text")]
    assert len(found) == 40
    assert begins(reader, "Solutions") > begins(reader, "Hints")


@pytest.mark.parametrize("tool", ["qpdf", "pdffonts", "pdftotext"])
def test_other_tools_read_a_book(tool: str, tmp_path: Path) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed (Debian: poppler-utils, qpdf)")
    bound = book_of_forty()
    path = tmp_path / "x.pdf"
    path.write_bytes(
        write_document(Document(title="x", bookmarks=bound.bookmarks), bound.scenes, PRINT)
    )
    options = {"qpdf": ["--check"], "pdffonts": [], "pdftotext": ["-raw"]}[tool]
    command = [tool, *options, str(path), *(["-"] if tool == "pdftotext" else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    if tool == "qpdf":
        assert "No syntax or stream encoding errors" in done.stdout
    elif tool == "pdffonts":
        fonts = done.stdout.splitlines()[2:]
        assert fonts
        assert all(font.split()[-5:-2] == ["yes", "no", "yes"] for font in fonts), "embedded"
    else:
        text = " ".join(done.stdout.split())
        for number, found in bound.numbered:
            assert f"{number}. {in_words(found.puzzle)}" in text


def test_a_puzzle_too_large_for_the_paper_is_printed_and_reported(
    capsys: Output, tmp_path: Path
) -> None:
    source, out = tmp_path / "large.jsonl", tmp_path / "x.pdf"
    source.write_text(
        nn.dumps([picture(100).about(solution=picture(100).solution, extra={"level": 2})], "jsonl")
    )
    code, _, err = run(capsys, "book", str(source), "-o", str(out))
    assert code == 0
    assert re.search(
        r"puzzle 1 \(Nonogram 100x100\) has cells of [01]\.\d mm on a4; at least 3.5", err
    )
    assert out.exists()


@pytest.fixture
def source(tmp_path: Path) -> str:
    puzzles = [
        nn.parse(FIRST).about(
            title=f"<script>{k}",
            solution=SOLVED,
            author="Bob",
            extra={"level": 1 + k % 8, "seed": k},
        )
        for k in range(12)
    ]
    path = tmp_path / "book.jsonl"
    drawn = picture(10)
    drawn = drawn.about(solution=drawn.solution, extra={"level": 2, "licence": "CC0-1.0"})
    path.write_text(nn.dumps([*puzzles, drawn], "jsonl"))
    return str(path)


def test_the_same_bytes_for_the_same_input(capsys: Output, tmp_path: Path, source: str) -> None:
    written = []
    for _ in range(2):
        out = tmp_path / "one.pdf"
        assert run(capsys, "book", source, "-o", str(out), "--title", "Ä & <b>") == (0, "", "")
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert written[0].startswith(b"%PDF-")


def test_the_imprint_says_who_made_the_book_and_how(
    capsys: Output, tmp_path: Path, source: str
) -> None:
    out = tmp_path / "x.pdf"
    more = ["--title", "My book", "--author", "Ada", "--year", "2031", "--licence", "CC BY 4.0"]
    assert run(capsys, "book", source, "-o", str(out), *more, "--large-print")[0] == 0
    imprint = words(PdfReader(out.read_bytes()).shown(1))
    for text in ("My book", "© 2031 Ada", "Puzzles by Bob", "Licence: CC BY 4.0",
                 "Seeds of the puzzles: 0 to 11",
                 "nonairo book book.jsonl -o x.pdf --title 'My book' --author Ada --year 2031"
                 " --licence 'CC BY 4.0' --large-print"):  # fmt: skip
        assert text in imprint
    assert str(tmp_path) not in imprint
    assert run(capsys, "book", source, "-o", str(out))[0] == 0
    imprint = words(PdfReader(out.read_bytes()).shown(1))
    assert re.search(r"© 20\d\d Bob", imprint)
    assert "Licence: CC0-1.0" in imprint


def test_hints_stand_in_a_section_of_their_own_in_the_order_of_solving(
    capsys: Output, tmp_path: Path
) -> None:
    out = tmp_path / "x.pdf"
    assert run(capsys, "book", FIRST, "-o", str(out))[0] == 0
    assert "Hints" not in dict(PdfReader(out.read_bytes()).bookmarks())
    assert run(capsys, "book", FIRST, "-o", str(out), "--hints")[0] == 0
    reader = PdfReader(out.read_bytes())
    page = begins(reader, "Hints")
    assert page < begins(reader, "Solutions")
    told = re.search(r"1\. (row 2: a pair; .*)", words(reader.shown(page)))
    assert told is not None
    places = re.findall(r"(row \d|column \d): (?:a pair|a sandwich)", told[1])
    steps = [str(step.place) for step in nn.explain(FIRST).steps]
    assert len(places) >= 3
    position = 0
    for place in places:
        position = steps.index(place, position) + 1
    names = words(reader.shown(begins(reader, "The names in the hints")))
    assert "Pair Two neighbours are equal" in names


def test_levels_have_pages_of_their_own_if_wished(
    capsys: Output, tmp_path: Path, source: str
) -> None:
    out = tmp_path / "x.pdf"
    assert run(capsys, "book", source, "-o", str(out), "--level-pages", "--per-page", "6")[0] == 0
    reader = PdfReader(out.read_bytes())
    levels = [page for title, page in reader.bookmarks() if title.startswith("Level ")]
    assert len(set(levels)) == len(levels) == 8


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ([FIRST, "-o", "x.svg"], 2, "expected a file that ends in .pdf"),
        ([FIRST, "-o", "nowhere/x.pdf"], 2, "nowhere/x.pdf: No such file or directory"),
        ([FIRST], 2, "-o/--output"),
        ([FIRST, "-o", "x.pdf", "--per-page", "3"], 2, "per-page"),
        ([FIRST, "-o", "x.pdf", "--paper", "a3"], 2, "paper"),
        ([FIRST, "-o", "x.pdf", "--gutter", "99"], 2, "millimetres from 0 to 30"),
        ([FIRST, "-o", "x.pdf", "--year", "soon"], 2, "--year: expected a whole number"),
        (["nothing.txt", "-o", "x.pdf"], 2, "nothing.txt: No such file"),
        ([FIRST, "-o", "x.pdf", "--worksheet", "/dev/zero"], 2, "at most 100,000 bytes"),
        ([SEVERAL, "-o", "x.pdf"], 2, "several solutions"),
        (["binairo:000./..../..../....", "-o", "x.pdf"], 2, "no solution"),
        ([SEVERAL, FIRST, "-o", "x.pdf"], 2, "puzzle 1 is left out: it has several solutions"),
    ],
)
def test_what_is_wrong_is_told(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str],
    code: int, told: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    found, out, err = run(capsys, "book", *arguments)
    assert (found, out) == (code, "")
    assert told in err
    assert (tmp_path / "x.pdf").exists() == (FIRST in arguments and SEVERAL in arguments)


@pytest.mark.full
def test_five_hundred_graded_puzzles_take_less_than_ten_seconds(
    capsys: Output, tmp_path: Path
) -> None:
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


def test_a_claimed_solution_of_several_is_refused(capsys: Output, tmp_path: Path) -> None:
    record = {"kind": "binairo", "height": 2, "width": 2, "grid": "....", "level": 1}
    lines = [json.dumps(record | {"solution": each}) for each in ("0110", "1001")]
    claims = tmp_path / "claims.jsonl"
    claims.write_text("\n".join(lines), encoding="utf-8")
    code, _, err = run(capsys, "book", str(claims), "-o", str(tmp_path / "x.pdf"))
    assert code == 2
    assert "several solutions" in err
    assert not (tmp_path / "x.pdf").exists()


def test_the_imprint_stays_on_its_page(capsys: Output, tmp_path: Path) -> None:
    puzzle = json.dumps({"rows": [[1, 1], [5], [5], [3], [1]], "cols": [[2], [4], [4], [4], [2]]})
    names = [puzzle + " " * (300 * k) for k in range(60)]
    out = tmp_path / "x.pdf"
    code, _, _ = run(capsys, "book", *names, "-o", str(out), "--title", "T" * 500, "--large-print")
    assert code == 0
    reader = PdfReader(out.read_bytes())
    assert all(line.y >= 0 for page in (0, 1) for line in reader.shown(page))


def test_a_worksheet_has_the_tasks_and_the_puzzles_in_order_and_no_solutions(
    capsys: Output, tmp_path: Path
) -> None:
    tasks = tmp_path / "tasks.txt"
    tasks.write_text("1. Walk through\r\nall cells.\r\n\r\n2. Draw the tree.\n", encoding="utf-8")
    path = tmp_path / "sheet.pdf"
    small = "binairo:0..0/..0./..../.1.0"  # of a higher level than the other
    words = ["book", small, FIRST, "--worksheet", str(tasks), "-o", str(path), "--title", "Search"]
    assert run(capsys, *words)[0] == 0
    book = Book("Search", tasks=("1. Walk through all cells.", "2. Draw the tree."))
    bound = pages(book, [entry(nn.parse(small), 4), entry(nn.parse(FIRST), 1)])
    assert [puzzle.puzzle.id for _, puzzle in bound.numbered] == [small, FIRST]
    assert len(bound.scenes) == 2  # the tasks, the puzzles
    reader = PdfReader(path.read_bytes())
    assert len(reader.pages) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file or directory"),
        (b"\xff\xfe\x00", "expected text in UTF-8"),
        (b"x" * 100_001, "expected at most 100,000 bytes"),
    ],
)
def test_tasks_that_cannot_be_read_are_one_line(
    capsys: Output, tmp_path: Path, content: bytes | None, message: str
) -> None:
    tasks = tmp_path / "tasks.txt"
    if content is not None:
        tasks.write_bytes(content)
    path = tmp_path / "sheet.pdf"
    code, out, err = run(capsys, "book", FIRST, "--worksheet", str(tasks), "-o", str(path))
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not path.exists()
