"""What a phone shows: large grids, hints about mistakes, links that are too long, days gone by."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages import (
    BINAIRO,
    GRID,
    KAKURASU,
    NONOGRAM,
    PHONE,
    OpenPage,
    cell,
    expect_message,
    go_to,
    open_start,
)

pytestmark = pytest.mark.slow

LARGE = "nonogram:" + ";".join(["/".join(["1,2,3,4"] * 25)] * 2)
VAST = "binairo:" + "/".join(["." * 60] * 60)
INSIDE = """head => head.scrollWidth <= head.clientWidth"""


def test_a_large_grid_opens_whole_and_a_vast_one_says_how_to_move_it(open_page: OpenPage) -> None:
    page = open_page(LARGE, **PHONE)
    box = page.locator(GRID).last.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    assert box["width"] >= 12
    assert page.locator(".toast").count() == 0
    go_to(page, VAST)
    expect(page.locator(".toast")).to_contain_text("two fingers")
    expect(page.locator(".play .viewport.more-right.more-below")).to_have_count(1)
    assert page.locator(".play .head.row").first.evaluate(INSIDE)  # two digits of each symbol
    go_to(page, BINAIRO)
    go_to(page, VAST)  # it is said once
    expect(page.locator(".play .viewport.more-right")).to_have_count(1)
    page.locator(".toast .close").click()
    page.reload()
    expect(page.locator(".play .viewport.more-right")).to_have_count(1)
    assert page.locator(".toast").count() == 0


def test_a_long_name_stays_inside_its_place_on_a_small_phone(open_page: OpenPage) -> None:
    small = PHONE | {"viewport": {"width": 320, "height": 568}}
    page = open_page("binairo@no-distinct+diagonals:1.../..../..../....", **small)
    name = page.locator(".play .puzzle-name")
    expect(name).to_have_text("Binairo, no-distinct, diagonals 4\N{MULTIPLICATION SIGN}4")
    name.evaluate("name => { name.textContent = 'Donaudampfschifffahrtsgesellschaft'; }")
    assert name.evaluate(INSIDE)
    assert name.evaluate("name => name.getClientRects().length === 1 && name.clientHeight < 40")


def test_where_a_mistake_is_and_why_once(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click(button="right")
    page.click(".act.hint")
    expect_message(page, "There is one mistake, in row 1")
    page.locator(".strengths button").last.click()
    expect_message(page, "If r1c2 were 1")
    assert page.locator(".message").get_by_text("Why is it wrong?").count() == 1


def test_a_link_that_is_too_long_and_the_tool_of_another_kind(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    page.locator(".tool[data-tool='2']").click()
    go_to(page, KAKURASU)
    expect(page.locator(".tool[data-tool=cycle]")).to_have_attribute("aria-pressed", "true")
    page.evaluate("location.hash = 'p=binairo:' + '.'.repeat(400_000)")
    expect(page.locator(".toast")).to_contain_text("This link is too long")


def test_another_day_has_a_way_back_to_today(open_page: OpenPage) -> None:
    page = open_page(now="2026-11-18T12:00:00")
    open_start(page)
    expect(page.locator(".weekday").first).to_have_text("Mon")
    page.locator(".day-cell").first.click()
    expect(page.locator(".start-today h2")).to_contain_text("Puzzles of")
    page.click(".to-today")
    expect(page.locator(".start-today h2")).to_contain_text("Today")
    assert page.locator(".to-today").count() == 0


def test_a_finger_on_the_numbers_moves_the_grid(open_page: OpenPage) -> None:
    page = open_page(VAST, **PHONE)
    page.locator(".toast .close").click()
    box = page.locator(".play .head.row").nth(20).bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    x, y = box["x"] + 5, box["y"] + 5
    for kind, moved in (("Start", 0), *(("Move", 15 * k) for k in range(1, 9)), ("End", 0)):
        points = [] if kind == "End" else [{"x": x, "y": y - moved, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.wait_for_function("document.querySelector('.play .viewport').scrollTop > 50")
