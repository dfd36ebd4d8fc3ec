"""Typing a puzzle from paper into the page: clues line by line, givens cell by cell."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import nonairo as nn
from nonairo.kinds import KINDS
from pages import BINAIRO, NONOGRAM, PHONE, OpenPage, expect_message, expect_text

pytestmark = pytest.mark.slow

FIELDS = ".type .clue-line input"
CELLS = ".type .place .cell"


def typing(page: Page) -> Page:
    page.click(".to-start")
    page.click(".to-type")
    page.locator(".type-kind").wait_for()
    return page


def choose(page: Page, kind: str, height: int, width: int) -> None:
    page.select_option(".type-kind", kind)
    for side, number in (("height", height), ("width", width)):
        page.fill(f".type-{side}", str(number))
        page.press(f".type-{side}", "Tab")


def fields(page: Page, number: int) -> Locator:
    expect(page.locator(FIELDS)).to_have_count(number)
    return page.locator(FIELDS)


def expect_status(page: Page, status: str, text: str = "") -> None:
    expect(page.locator(f".type-end .status[data-status={status}]")).to_contain_text(text)


def expect_address(page: Page, puzzle: str) -> None:
    expect(page).to_have_url(re.compile(re.escape(f"#p={puzzle}") + "$"))


def test_clues_are_typed_by_keys_alone_and_judged_at_once(open_page: OpenPage) -> None:
    page = typing(open_page(BINAIRO))
    choose(page, "nonogram", 5, 5)
    lines = fields(page, 10)
    expect_status(page, "typing", "5 rows and 5 columns left")
    lines.first.focus()
    for clue in ("1 1", "5", "5", "3.9"):
        page.keyboard.type(clue)
        page.keyboard.press("Enter")
    expect_status(page, "wrong", "Row 4: needs 13 cells, has 5.")
    expect(lines.nth(3)).to_have_attribute("aria-invalid", "true")
    expect(lines.nth(3)).to_have_accessible_description("needs 13 cells, has 5")
    page.keyboard.press("Control+z")  # one step for all that was typed into a field
    expect(lines.nth(3)).to_have_value("")
    page.keyboard.press("Control+y")
    expect(lines.nth(3)).to_have_value("3.9")
    lines.nth(3).fill("x")
    expect_status(page, "wrong", "Row 4: “x” is not a number.")
    lines.nth(3).fill("3")
    expect(page.locator(".clue-lines legend").first).to_have_text("Rows 15 cells")
    lines.nth(4).focus()
    for clue in ("1", "2", "4", "4", "5", "2"):
        page.keyboard.type(clue)
        page.keyboard.press("Tab")
    unequal = "The rows add up to 16 cells, the columns to 17: check the numbers."
    expect_status(page, "wrong", unequal)
    lines.nth(8).fill("4,")

    page.reload()  # the draft is kept, and so is the tab
    expect_status(page, "unique", "One solution")
    expect(fields(page, 10).nth(8)).to_have_value("4,")
    page.click(".type-solution")
    expect(page.locator(".type .place .v2")).to_have_count(16)
    page.click(".type-solution")
    expect(page.locator(".type .place .v2")).to_have_count(0)

    lines.nth(3).fill("2")
    lines.nth(9).fill("1")
    expect_status(page, "none", "No solution.")
    page.click(".type-undo")
    page.click(".type-undo")
    expect_status(page, "unique")
    page.click(".type-hint")
    expect_message(page, "ow 2")  # the first hint says where to look
    expect_address(page, NONOGRAM)
    page.go_back()
    expect_status(page, "unique")  # back to what was typed


def test_a_column_of_clues_is_pasted(open_page: OpenPage) -> None:
    page = typing(open_page(BINAIRO))
    choose(page, "nonogram", 5, 5)
    fields(page, 10).first.evaluate(
        """(field, text) => { const data = new DataTransfer(); data.setData('text', text);
        field.dispatchEvent(new ClipboardEvent('paste',
          {clipboardData: data, bubbles: true, cancelable: true})); }""",
        "1 1\n5\n5\n3\n1\n2\n4\n4\n4\n2\n",
    )
    expect_status(page, "unique")
    page.fill(".type-height", "6")  # another size keeps what has a place
    page.press(".type-height", "Tab")
    expect_status(page, "typing", "One row and 0 columns left")
    page.click(".type-clear")
    expect_status(page, "typing", "6 rows and 5 columns left")
    page.click(".type-undo")
    page.click(".type-undo")
    expect_status(page, "unique")


def test_a_size_that_is_undone_before_its_board_comes_is_forgotten(open_page: OpenPage) -> None:
    page = typing(open_page(BINAIRO))
    choose(page, "binairo", 6, 6)
    expect(page.locator(CELLS)).to_have_count(36)
    page.evaluate(  # at once: the answer comes after both
        """() => {
          const height = document.querySelector(".type-height");
          height.value = 8;
          height.dispatchEvent(new Event("change"));
          document.querySelector(".type-undo").click();
        }"""
    )
    expect(page.locator(".type-height")).to_have_value("6")
    page.locator(CELLS).first.press("1")
    expect(page.locator(CELLS)).to_have_count(36)
    expect_status(page, "several")


def test_a_puzzle_of_every_kind_is_typed(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    for kind in KINDS.values():
        puzzle = nn.parse(kind.example)
        typing(page)
        choose(page, kind.name, puzzle.height, puzzle.width)
        body = kind.example.partition(":")[2]
        if kind.typed in ("cells", "numbers"):
            expect(page.locator(CELLS)).to_have_count(puzzle.height * puzzle.width)
            page.locator(CELLS).first.focus()
            page.keyboard.type(body.replace("/", "").replace(".", " "))
        else:
            clues = body.replace(";", "/").split("/")
            fields(page, len(clues)).first.focus()
            for clue in clues:
                page.keyboard.type(clue.replace(",", " "))
                page.keyboard.press("Enter")  # at last on the button that plays it
        expect_status(page, "unique")
        page.click(".type-play")
        expect_address(page, kind.example)


def test_cells_go_on_and_back_and_say_what_is_wrong(open_page: OpenPage) -> None:
    page = typing(open_page(NONOGRAM, allow="400 (Bad Request)"))
    choose(page, "tango", 4, 4)
    cells = page.locator(CELLS)
    expect(cells).to_have_count(16)
    cells.first.focus()
    page.keyboard.type("0001")
    expect(page.locator(".type .place .head.row.spoilt")).to_have_count(1)
    expect_status(page, "none", "Row 1: three 0s in a row")
    expect(page.locator(f"{CELLS}.wrong")).to_have_count(3)
    page.keyboard.press("Backspace")  # from the empty cell after them to the one before
    page.keyboard.press("Backspace")
    expect(page.locator(f"{CELLS}.v1")).to_have_count(2)
    expect_status(page, "several", "Several solutions so far")
    page.keyboard.type("=X")  # signs of the third cell, to the right and below
    expect(page.locator(".type .place .sign")).to_have_count(2)
    expect(cells.nth(2)).to_be_focused()
    page.locator(".pad [data-key=x]").click()  # in place of the other
    page.locator(".pad [data-key=x]").click()  # taken away
    expect(page.locator(".type .place .sign")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(cells.nth(4)).to_be_focused()
    cells.nth(5).click()
    expect(cells.nth(5)).to_have_class(re.compile(r"\bv0\b"))
    cells.nth(5).click()  # the cell that is chosen: the next symbol
    expect(cells.nth(5)).to_have_class(re.compile(r"\bv1\b"))
    page.select_option(".type-kind", "binairo")  # other rules of the same kind: nothing is lost
    expect(page.locator(f"{CELLS}.v1")).to_have_count(3)
    page.fill(".type-width", "5")
    page.press(".type-width", "Tab")
    expect_status(page, "wrong", "even")
    choose(page, "mosaic", 3, 3)
    expect(page.locator(CELLS)).to_have_count(9)
    page.locator(CELLS).first.focus()
    page.keyboard.type("9")
    expect_status(page, "wrong", "The 2x2 around r1c1: at most 4")
    expect(page.locator(f"{CELLS}.wrong")).to_have_count(1)
    expect(page.locator(".type-play")).to_be_disabled()


def narrow(width: int) -> dict[str, Any]:
    return PHONE | {"viewport": {"width": width, "height": 640}}


OVER = """[document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('.type, .type > *')].map(e => e.scrollWidth - e.clientWidth)]"""


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_has_keys_on_the_screen(open_page: OpenPage, width: int) -> None:
    page = open_page(BINAIRO, **narrow(width))
    page.locator(".to-start").tap()
    page.locator(".to-type").tap()
    page.locator(".type-kind").wait_for()
    choose(page, "nonogram", 2, 2)
    page.locator(".type-colour-add").tap()
    page.locator(".type-colour-add").tap()
    lines = fields(page, 4)
    expect(lines.first).to_have_attribute("inputmode", "none")
    lines.first.tap()
    for key in (*"1a1", "blank", "back", "b", "next", *"2b", "next", *"1a1b", "next", *"1b1b"):
        page.locator(f".pad [data-key='{key}']").tap()
    expect(lines.first).to_have_value("1a1b")
    expect_status(page, "wrong", "Column 2: needs 3 cells, has 2.")
    lines.last.fill("2b")
    expect_status(page, "unique")
    assert max(page.evaluate(OVER)) == 0
    page.locator(".type-play").tap()
    expect_address(page, "nonogram@a=cc2222+b=222222:1a,1b/2b;1a,1b/2b")
    page.locator(".to-start").tap()
    page.locator(".to-type").tap()
    page.select_option(".type-kind", "tango")
    expect(page.locator(CELLS)).to_have_count(36)
    page.locator(CELLS).first.tap()
    for key in ("1", "blank", "0", "back", "back"):
        page.locator(f".pad [data-key='{key}']").tap()
    expect(page.locator(f"{CELLS}.v2")).to_have_count(1)
    expect(page.locator(f"{CELLS}.v1")).to_have_count(0)
    assert max(page.evaluate(OVER)) == 0


def test_what_is_read_as_people_write_it_is_shown_first(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, allow="400 (Bad Request)")
    page.click("#tab-make")
    page.locator(".make .import summary").click()
    page.fill(".make .import-text", "Rows: 1 1, 5, 5, 3, 1\nColumns: 2, 4, x4, 4, 2")
    page.click(".make .import-go")
    expect_text(page, "That could not be read: expected a number, found 'x4' (line 2)")
    page.fill(".make .import-text", "Rows: 1 1, 5, 5, 3, 1\nColumns: 2, 4, 4, 4, 2")
    page.click(".make .import-go")
    expect_text(page, "Read as a nonogram, 5 rows and 5 columns.")
    expect(page.locator(".make .look .cell")).to_have_count(25)
    page.keyboard.press("Enter")  # on the button that plays it
    expect_address(page, NONOGRAM)
