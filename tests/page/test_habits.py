"""What players of other pages expect: pause, giving up, struck clues, crossed lines, paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages import (
    BINAIRO,
    NONOGRAM,
    OpenPage,
    button_for,
    cell,
    expect_marked,
    expect_message,
    follow_copies,
    grid,
    open_drawer,
    open_start,
    solution,
    wanted,
)

pytestmark = pytest.mark.slow


def test_pause_hides_the_board_and_stops_the_clock(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 1).click()
    open_drawer(page)
    page.click(".menu .pause")
    assert not cell(page, 1).is_visible()
    time = page.locator(".time").inner_text()
    page.keyboard.press("h")  # nothing is asked for meanwhile
    page.wait_for_timeout(1300)
    assert page.locator(".time").inner_text() == time
    assert page.locator(".message").is_hidden()
    for button in (".act.hint", ".act.check", ".tool", ".act.undo", ".menu .restart"):
        expect(page.locator(button).first).to_be_disabled()
    page.keyboard.press("Enter")  # the button to continue has the focus
    assert cell(page, 1).is_visible()
    expect(page.locator(".act.hint")).to_be_enabled()
    page.wait_for_function("text => document.querySelector('.time').textContent !== text", arg=time)


def test_who_gives_up_sees_the_solution_and_it_counts_for_nothing(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    open_drawer(page)
    page.click(".give-up")
    page.get_by_role("button", name="Step by step").click()
    page.locator(".learn .step").first.wait_for()
    page.click("#tab-play")
    open_drawer(page)
    page.click(".give-up")
    page.get_by_role("button", name="Fill it in").click()
    expect_message(page, "This is the solution")
    assert grid(page) == solution(BINAIRO)
    open_start(page)
    expect(page.locator(".streak")).to_contain_text("Solve a puzzle today")


def test_what_is_entered_after_giving_up_counts_for_nothing(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    open_drawer(page)
    page.click(".give-up")
    page.get_by_role("button", name="Step by step").click()
    page.locator(".learn .step").first.wait_for()
    page.click("#tab-play")
    for number, symbol in wanted(BINAIRO):
        cell(page, number).click(button=button_for(BINAIRO, symbol))
    assert grid(page) == solution(BINAIRO)
    expect_message(page, "This is the solution")
    open_start(page)
    expect(page.locator(".streak")).to_contain_text("Solve a puzzle today")


def test_clues_are_struck_by_a_press_and_stay_so(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    first = page.locator(".play .head.row").first.locator("span").first
    first.click()
    expect_marked(page, "v2", 0)  # no cell was meant
    assert "struck" in str(first.get_attribute("class"))
    page.reload()
    expect(page.locator(".play .head .struck")).to_have_count(1)
    first.click()
    expect(page.locator(".play .head .struck")).to_have_count(0)


def test_the_rest_of_a_finished_line_is_crossed_with_the_move(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 1).click()
    cell(page, 3).click()
    assert grid(page)[:5] == ".1.1."  # only for those who want it
    page.keyboard.press("Control+z")
    open_drawer(page, "settings")
    page.get_by_label("Cross the rest of finished lines").check()
    cell(page, 3).click()
    assert grid(page)[:5] == "01010"
    page.keyboard.press("Control+z")
    assert grid(page)[:5] == ".1..."
    for number, symbol in wanted(NONOGRAM):
        if number > 1:
            cell(page, number).click(button=button_for(NONOGRAM, symbol))
    expect_message(page, "Solved")


def test_a_win_is_shared_as_text_that_spoils_nothing(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, more="&n=Heart")
    copied = follow_copies(page)
    for number, symbol in wanted(NONOGRAM):
        cell(page, number).click(button=button_for(NONOGRAM, symbol))
    page.get_by_role("button", name="Copy the result").click()
    name, time, link = copied().split("\n")
    assert name.startswith("Nonairo · Nonogram 5×5, ")  # noqa: RUF001
    assert time.startswith("Solved in 0:")
    assert link.endswith(f"#p={NONOGRAM}")


def test_several_puzzles_share_a_printed_page_with_the_rules(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.evaluate("() => { window.print = () => { document.body.dataset.printed = true; }; }")
    open_drawer(page, "share")
    page.select_option(".print-number", "4")
    page.select_option(".print-page", "4")
    page.click("button.print")
    page.wait_for_selector("body[data-printed]")
    page.emulate_media(media="print")
    sheets = page.locator("#printout .sheet-of-paper")
    expect(sheets).to_have_count(2)  # and the solutions
    expect(sheets.first.locator(".board")).to_have_count(4)
    expect(sheets.first.locator(".printed-rules")).to_contain_text("the same number of 0s and 1s")
    height = sheets.first.evaluate("sheet => sheet.offsetHeight")
    assert height < 1000  # on one page
