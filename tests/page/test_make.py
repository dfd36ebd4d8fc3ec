"""Making, editing, opening and exporting puzzles."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import nonairo as nn
from days import day
from nonairo.kinds import KINDS
from pages import (
    BINAIRO,
    NONOGRAM,
    OpenPage,
    button_for,
    cell,
    expect_held,
    expect_marked,
    expect_text,
    hold,
    open_start,
    wanted,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def make(open_page: OpenPage) -> Page:
    return making(open_page(BINAIRO))


EDGE = """board => [board.querySelector('.cell').offsetWidth,
  parseFloat(getComputedStyle(board, '::before').width)]"""
SOON = "new Promise((resolve) => setTimeout(resolve, 50))"  # after what has come already


def making(page: Page) -> Page:
    """With the form for new puzzles."""
    open_start(page, "make_new")
    return page


@pytest.fixture
def editor(open_page: OpenPage) -> Page:
    return editing(open_page(BINAIRO))


def editing(page: Page) -> Page:
    page.click("#tab-make")
    page.locator(".edit-new").wait_for()
    return page


def test_puzzles_of_every_kind_are_made_and_played(make: Page) -> None:
    for kind in KINDS:
        open_start(make, "make_new")
        make.select_option(".make-kind", kind)
        make.select_option(".make-level", "1")
        make.fill(".make-size", "6")
        make.fill(".make-seed", "7")
        make.click(".make-go")
        made = nn.generate(kind, 6, level=1, seed=7)
        expect(make).to_have_url(re.compile(re.escape(f"#p={made.id}") + "$"))
        assert make.locator(".puzzle-name").inner_text().startswith(kind.capitalize())


def test_what_the_form_lacks_is_told(open_page: OpenPage) -> None:
    make = making(open_page(BINAIRO, allow="400 (Bad Request)"))
    make.fill(".make-size", "many")
    make.click(".make-go")
    expect_text(make, "A size is a number")
    make.fill(".make-size", "7")
    make.click(".make-go")
    expect_text(make, "even")


def test_words_and_pictures_become_puzzles(make: Page, repository: Path) -> None:
    make.select_option(".make-kind", "nonogram")
    make.select_option(".make-from", "text")
    make.fill(".make-text", "HI")
    make.click(".make-go")
    expect(make.locator(".puzzle-name")).to_contain_text("Nonogram 7")
    open_start(make, "make_new")
    make.select_option(".make-from", "picture")
    make.set_input_files(".make-picture", repository / "examples" / "cat.pbm")
    make.fill(".make-size", "15")
    make.click(".make-go")
    expect(make.locator(".puzzle-name")).to_contain_text("Nonogram 15")


def test_no_solution_is_shown_unasked(open_page: OpenPage) -> None:
    make = editing(open_page(NONOGRAM))
    make.locator(".status[data-status=unique]").wait_for()  # an empty picture
    assert make.locator(".make .viewport .v2").count() == 0
    make.click(".edit-open")
    expect(make.locator(".make .viewport .v2")).to_have_count(16)
    make.click("#tab-play")
    for number, symbol in wanted(NONOGRAM):
        cell(make, number).click(button=button_for(NONOGRAM, symbol))
    expect(make.locator(".message.done")).to_be_visible()
    assert "best time" not in make.locator(".message.done").inner_text()


def test_the_editor_shows_what_is_undecided_and_repairs(editor: Page) -> None:
    make = editor
    make.select_option(".blank-kind", "nonogram")
    make.fill(".blank-size", "4")
    make.click(".edit-new")
    cells = make.locator(".make .viewport .cell")
    expect(cells).to_have_count(16)
    cells.nth(0).click()
    make.locator(".status[data-status=unique]").wait_for()
    cells.nth(5).click()
    make.locator(".status[data-status=multiple]").wait_for()
    expect(make.locator(".make .viewport .open")).to_have_count(4)
    make.click(".edit-repair")
    make.locator(".status[data-status=unique]").wait_for()
    make.click(".edit-undo")
    make.locator(".status[data-status=multiple]").wait_for()

    held = hold(make, "repair")
    make.click(".edit-repair")
    expect_held(make, held, 1)
    make.evaluate("document.getElementById('toasts').replaceChildren()")
    make.click(".edit-new")  # something else, before the repair is there
    make.locator(".status[data-status=unique]").wait_for()
    with make.expect_response("**/api/repair") as answered:
        held[0].continue_()
    answered.value.finished()
    make.evaluate(SOON)
    assert make.locator(".toast").count() == 0  # nothing was repaired


def test_givens_are_edited_and_what_follows_is_shown(editor: Page) -> None:
    make = editor
    make.locator(".edit-open").click()
    make.locator(".status[data-status=unique]").wait_for()
    cells = make.locator(".make .viewport .cell")
    assert make.locator(".make .viewport .ghost").count() == BINAIRO.count(".")
    size, edge = make.locator(".make .board").evaluate(EDGE)
    assert edge == 6 * size  # as long as the grid, not over the numbers
    cells.nth(0).click(button="middle")
    make.locator(".status[data-status=multiple], .status[data-status=unique]").wait_for()
    expect(make.locator(".make .viewport .cell.v2:not(.ghost)")).to_have_count(4)


def test_the_puzzle_of_the_day_is_the_same_for_everybody(make: Page) -> None:
    open_start(make, "daily")
    make.select_option(".daily-kind", "tango")
    make.fill(".daily-date", "2026-02-03")
    make.click(".daily-go")
    expect(make.locator(".puzzle-name")).to_contain_text("Tango 6")
    (puzzle,) = (puzzle for name, _, puzzle in day(date(2026, 2, 3)) if name == "tango")
    assert make.url.partition("#p=")[2] == puzzle.id
    open_start(make, "daily")
    make.fill(".daily-date", "2025-12-31")
    make.click(".daily-go")
    expect_text(make, "There are puzzles for every day from 2026-01-01 to 2027-12-31.")


def test_puzzles_are_opened_from_text_files_and_drops(editor: Page, tmp_path: Path) -> None:
    make = editor
    text = nn.dumps(nn.parse(NONOGRAM), "non")
    make.locator(".import summary").click()
    make.fill(".import-text", text)
    make.click(".import-go")
    expect_marked(make, "cell", 25)
    path = tmp_path / "small.non"
    path.write_text(nn.dumps(nn.nonogram([[1], [2]], [[1], [2]]), "non"))
    make.click("#tab-make")
    make.set_input_files(".import-file", path)
    expect_marked(make, "cell", 4)
    make.evaluate(
        """text => { const data = new DataTransfer();
        data.items.add(new File([text], 'x.non'));
        document.dispatchEvent(new DragEvent('dragover', {dataTransfer: data, bubbles: true}));
        document.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true})); }""",
        text,
    )
    expect_marked(make, "cell", 25)


def test_a_picture_of_one_pixel_for_each_cell_is_opened(editor: Page, tmp_path: Path) -> None:
    make = editor
    image = pytest.importorskip("PIL.Image", reason="pictures need Pillow, of the extra image")
    picture = image.new("1", (4, 3), 1)
    for column in range(4):
        picture.putpixel((column, 1), 0)
    picture.save(tmp_path / "bar.png")
    make.locator(".import summary").click()
    make.set_input_files(".import-file", tmp_path / "bar.png")
    expect(make).to_have_url(re.compile(re.escape("#p=nonogram:0/4/0;1/1/1/1") + "$"))


def test_nonsense_is_told_where_it_was_pasted(open_page: OpenPage) -> None:
    make = editing(open_page(BINAIRO, allow="400 (Bad Request)"))
    make.locator(".import summary").click()
    make.click(".import-go")
    expect_text(make, "Paste a puzzle first")
    make.fill(".import-text", "nonogram:1/x;1")
    make.click(".import-go")
    expect_text(make, "That could not be read: row 2")


def test_a_puzzle_is_exported_in_every_text_format(editor: Page) -> None:
    make = editor
    make.locator(".export summary").click()
    make.click(".edit-open")
    make.locator(".status[data-status=unique]").wait_for()
    names = make.locator(".export-format option").evaluate_all("all => all.map(o => o.value)")
    assert {"id", "jsonl", "text", "puzzle-binairo"} <= set(names)
    wanted = nn.dumps(nn.parse(BINAIRO), "text")
    held = hold(make, "convert")
    make.select_option(".export-format", "jsonl")
    expect_held(make, held, 1)
    make.select_option(".export-format", "text")
    expect_held(make, held, 2)
    held[1].continue_()
    expect(make.locator(".export-text")).to_have_value(wanted)
    held[0].continue_()  # too late
    make.evaluate(SOON)
    expect(make.locator(".export-text")).to_have_value(wanted)
    with make.expect_download() as download:
        make.click(".export-save")
    assert Path(download.value.path()).read_text() == wanted


def test_odd_boards_and_signs_are_made_and_edited(make: Page) -> None:
    make.select_option(".make-kind", "binairo@odd-more-ones")
    make.fill(".make-size", "5")
    make.click(".make-go")
    expect(make.locator(".puzzle-name")).to_contain_text("Binairo, odd 5")
    make.click("#tab-make")
    make.select_option(".blank-kind", "tango")
    make.fill(".blank-size", "4")
    make.click(".edit-new")
    cells = make.locator(".make .viewport .cell")
    expect(cells).to_have_count(16)
    make.locator(".tool", has_text="= right").click()
    cells.nth(0).click()
    expect(make.locator(".make .viewport .sign")).to_have_count(1)
    make.locator(".tool", has_text="× below").click()  # noqa: RUF001
    cells.nth(5).focus()
    make.keyboard.press("Enter")
    expect(make.locator(".make .viewport .sign")).to_have_count(2)
    make.locator(".tool", has_text="no sign right").click()
    cells.nth(0).click()
    expect(make.locator(".make .viewport .sign")).to_have_count(1)
    make.locator(".status[data-status=multiple]").wait_for()
    make.click(".edit-play")
    expect(make).to_have_url(
        re.compile(
            re.escape("#p=binairo@no-distinct:..../..../..../....;.../.../.../...;..../.x../....")
        )
    )


def test_repairing_shows_that_it_works_and_can_be_stopped(editor: Page) -> None:
    make = editor
    make.locator(".status[data-status=multiple]").wait_for()  # an empty board
    held = hold(make, "repair")
    make.click(".edit-repair")
    expect_held(make, held, 1)
    expect_text(make, "Repairing")
    make.click(".edit-stop")
    expect(make.locator(".edit-stop")).to_be_hidden()
    assert "Repairing" not in make.locator(".make .status").inner_text()
