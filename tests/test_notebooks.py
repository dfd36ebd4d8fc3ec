"""What a notebook shows: pictures with captions, well-formed, and with everything escaped."""

from __future__ import annotations

import pickle
from dataclasses import replace
from html.parser import HTMLParser
from typing import Protocol
from xml.etree import ElementTree

import pytest

import nonairo as nn
from nonairo.notebook import MOST_STEPS
from nonairo.render.scene import puzzle_scene
from nonairo.render.svg import draw
from nonairo.step_pictures import step_scene

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SAIL = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
TWO = "nonogram:1/1;1/1"
NASTY = "</title></p><script>alert(1)</script>&\x00\x1b]0;x\x07\"'"
VOID = {"br", "hr", "img", "meta", "link", "input"}


class HasHtml(Protocol):
    """What a notebook shows by HTML."""

    def _repr_html_(self) -> str: ...


def answers(id: str) -> list[HasHtml]:
    """All that can be asked of a puzzle, with a title by a stranger."""
    puzzle = nn.parse(id).about(title=NASTY)
    told = nn.explain(puzzle)
    hints = [nn.hint(puzzle, strength=strength) for strength in (1, 2, 3, 4)]
    return [nn.solve(puzzle), told, *told.steps[:2], *hints, nn.grade(puzzle)]


SHOWN = [
    (f"{type(value).__name__} {number} of {id[:12]}", value)
    for id in (FIRST, SAIL, TWO, "kakurasu:7/5/6/2/11;3/14/6/6/5")
    for number, value in enumerate(answers(id))
]
SHOWN += [
    ("none", nn.solve("nonogram:1/0;0/0")),
    ("failed", next(iter(nn.solve_many([NASTY])))),
    ("stuck", nn.solve("binairo:0.../..../..../....", "patterns")),
    ("broken", nn.explain("binairo:000./..../..../....")),
    ("mistake", nn.hint(FIRST, "1..0../.000.1/.00..1/....../00.1../.1..00")),
    ("some mistake", nn.hint(FIRST, "1..0../.000.1/.00..1/....../00.1../.1..00", strength=1)),
    ("no level", nn.grade("binairo:1.../..../..../....")),
]


class Tags(HTMLParser):
    """Checks that tags are closed in order; notes them, and the text between."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert not tags.open
    return tags


@pytest.mark.parametrize("value", [value for _, value in SHOWN], ids=[name for name, _ in SHOWN])
def test_html_is_well_formed_and_escaped(value: HasHtml) -> None:
    html = value._repr_html_()
    ElementTree.fromstring(html)  # what XML takes, HTML takes, too
    tags = parsed(html)
    assert "script" not in tags.seen
    assert "svg" in tags.seen
    assert not set(html) & set("\x00\x1b\x07")


def test_a_title_is_shown_as_it_is_written() -> None:
    puzzle = nn.parse(FIRST).about(title="<b>A & B</b>")
    for value in (nn.solve(puzzle), nn.explain(puzzle), nn.hint(puzzle), nn.grade(puzzle)):
        assert "binairo 6x6: <b>A & B</b>" in parsed(value._repr_html_()).text
        assert "<b>A" not in value._repr_html_()


def test_a_solved_nonogram_shows_its_picture_and_clues() -> None:
    result = nn.solve(SAIL)
    picture = draw(puzzle_scene(result.puzzle, result.solution))
    assert result._repr_svg_() == picture
    assert picture in result._repr_html_()
    assert "unique (" in parsed(result._repr_html_()).text


def test_several_solutions_are_shown_side_by_side() -> None:
    html = nn.solve(TWO)._repr_html_()
    tags = parsed(html)
    assert tags.seen.count("svg") == 2
    assert "multiple (" in tags.text
    all_of_them = nn.solve("binairo:..../..../..../....", limit=None)._repr_html_()
    assert "68 more are not shown" in parsed(all_of_them).text


def test_an_explanation_is_a_strip_of_steps_with_captions() -> None:
    told = nn.explain(FIRST)
    tags = parsed(told._repr_html_())
    assert tags.seen.count("figure") == tags.seen.count("figcaption") == len(told.steps)
    for number, step in enumerate(told.steps, 1):
        assert f"{number}. {step}" in tags.text
    assert told.summary in tags.text


def test_a_long_explanation_shows_its_beginning_and_its_end() -> None:
    told = nn.explain(nn.generate_binairo(14, level=2, seed=1))
    assert len(told.steps) > MOST_STEPS
    tags = parsed(told._repr_html_())
    assert tags.seen.count("svg") == MOST_STEPS + 1
    assert f"{len(told.steps) - MOST_STEPS} more steps: steps[{MOST_STEPS}] shows" in tags.text


def test_a_step_is_shown_in_the_grid_before_it() -> None:
    told = nn.explain(FIRST)
    grid = told.puzzle.givens
    for step in told.steps:
        picture = draw(step_scene(told.puzzle, grid, step))
        assert step._repr_svg_() == picture
        bare = draw(step_scene(told.puzzle, grid, step, caption=""))
        assert bare in step._repr_html_(), "the sentence is below it, once"
        grid = grid.fill(dict(step.effects))
    alone = replace(told.steps[0], route=None)
    assert alone == told.steps[0]
    assert alone._repr_svg_() is None
    assert str(alone) in parsed(alone._repr_html_()).text
    assert pickle.loads(pickle.dumps(told)) == told


def test_a_hint_shows_no_more_than_it_tells() -> None:
    pictures = {nn.hint(FIRST, strength=k)._repr_html_() for k in (1, 2, 3, 4)}
    assert len(pictures) == 4
    hint = nn.hint(FIRST)
    assert hint.step is not None
    frame = "#b36b00"  # around what is decided
    assert frame in hint._repr_html_()
    for strength in (1, 2, 3):
        assert frame not in nn.hint(FIRST, strength=strength)._repr_html_()


def test_a_grade_is_a_table_beside_its_puzzle() -> None:
    text = parsed(nn.grade(FIRST)._repr_html_()).text
    for fact in ("level1 Starter", "score78", "hardestsandwich", "steps18"):
        assert fact in text


def test_the_solution_of_a_nonogram_is_a_picture_and_a_grid_like_others() -> None:
    found = nn.solve(SAIL).solution
    assert found is not None
    plain = nn.Grid.parse(str(found))
    assert (found == plain, plain == found, {found, plain}) == (True, True, {plain})
    assert pickle.loads(pickle.dumps(found)) == plain
    assert type(found.fill({nn.Cell(0, 0): "0"})) is nn.Grid
    assert found._repr_svg_() == nn.draw(SAIL, found, clean=True)
    digits = nn.solve(FIRST).solution
    assert digits is not None
    assert digits._repr_svg_() == nn.Grid.parse(str(digits))._repr_svg_()


@pytest.mark.parametrize("value", [
    nn.practise("pair")[0],
    nn.compare(FIRST, engines="walk,guess"),
    nn.compare(FIRST, engines="walk")[0],
    nn.repair("binairo:../.."),
    nn.repair("nonogram:1/1;1/1"),
    nn.count("binairo:..../..../..../...."),
    nn.count("binairo:..../..../..../....", limit=5),
], ids=lambda value: type(value).__name__)  # fmt: skip
def test_other_answers_are_shown_too(value: HasHtml) -> None:
    Tags().feed(value._repr_html_())
    html = value._repr_html_()
    assert "<table>" in html or "<svg" in html
    assert html.count("<title>") == html.count("<svg"), "every picture says what it shows"


def test_a_count_and_a_repair_say_what_they_found() -> None:
    assert "72 solutions" in nn.count("binairo:..../..../..../....")._repr_html_()
    assert "at least 5 solutions" in nn.count("binairo:..../..../..../....", limit=5)._repr_html_()
    assert "1 cell given" in nn.repair("binairo:../..")._repr_html_()
    table = nn.compare(FIRST, engines="walk,guess")._repr_html_()
    for text in ("walk", "guess", "unique", "nodes"):
        assert text in table


@pytest.mark.parametrize("id", [FIRST, SAIL])
def test_a_caption_is_written_once(id: str) -> None:
    told = nn.explain(id)
    html = told._repr_html_()
    for step in told.steps:
        assert html.count(f"{step}</figcaption>") == 1
    assert not [height for height in heights(html) if height > 260], "no caption inside a picture"


def heights(html: str) -> list[float]:
    root = ElementTree.fromstring(html.replace("&nbsp;", " "))
    return [float(svg.get("height", "0")) for svg in root.iter("{http://www.w3.org/2000/svg}svg")]
