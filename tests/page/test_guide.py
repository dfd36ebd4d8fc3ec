"""The five guided moves: what they say, which cells they leave free; they count for nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages import GRID, OpenPage, cell, expect_message, follow_copies, open_start

pytestmark = pytest.mark.slow


def guided(open_page: OpenPage, kind: str, **options: object) -> Page:
    page = open_page(**options)
    page.click(f".choice.kind[data-kind={kind}]")
    page.click("button.guide")
    page.locator(".message.guide").wait_for()
    return page


def do_it(page: Page, move: int) -> None:
    """Have the move made that is asked for, and wait for what comes then."""
    page.locator(".message.guide p", has_text=f" {move} ").first.wait_for()
    page.locator(".message .buttons button").first.click()


def test_the_first_move_is_a_plain_one_and_others_say_what_each_cell_gets(
    open_page: OpenPage,
) -> None:
    page = guided(open_page, "nonogram")
    expect_message(page, "needs the whole line")
    expect_message(page, "Tap each framed cell until it is filled.")
    do_it(page, 1)
    expect_message(page, "Tap the framed cell until")
    do_it(page, 2)
    expect_message(page, "Mark each framed cell with ×")  # noqa: RUF001
    page.goto(page.url.partition("#")[0] + "#start")
    page = guided(open_page, "kakurasu")
    expect_message(page, "shown small in it")
    assert page.locator(f"{GRID}.ghost").count() == page.locator(f"{GRID}.effect").count() > 1


@pytest.mark.parametrize("kind", ["trinairo", "kakurasu", "nonogram", "mosaic"])
def test_cells_are_named_by_their_marks_and_others_are_locked(
    open_page: OpenPage, kind: str
) -> None:
    page = guided(open_page, kind, locale="de-DE")
    for move in range(1, 6):
        expect(page.locator(".message p").first).to_have_text(f"Zug {move} von 5")
        said = page.locator(".message p").nth(1)
        assert re.search(r"r\d+c\d+", said.inner_text()) is None, said.inner_text()
        assert said.get_attribute("lang") == "en"
        if move == 2:
            other = page.locator(f"{GRID}:not(.given):not(.effect)").first
            before = other.get_attribute("class")
            other.click()
            assert other.get_attribute("class") == before
            page.locator(".act.undo").click()  # a move is taken back: the guide goes back to it
            do_it(page, 1)
        do_it(page, move)
    expect_message(page, "Das war die Führung")


def test_leaving_before_the_end_counts_for_nothing(open_page: OpenPage) -> None:
    page = guided(open_page, "nonogram")
    for move in range(1, 5):
        do_it(page, move)
    page.get_by_role("button", name="Leave the guide").click()
    for number in range(5):
        if "v0" in str(cell(page, number).get_attribute("class")):
            cell(page, number).click()
    expect_message(page, "Solved")
    copied = follow_copies(page)
    height = page.locator(".play").bounding_box()
    page.get_by_role("button", name="Copy the result").click()
    assert "With hints." in copied()
    assert page.locator(".play").bounding_box() == height
    open_start(page)
    expect(page.locator(".streak")).to_contain_text("Solve a puzzle today")
