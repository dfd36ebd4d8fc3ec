"""What the page says while a puzzle is played: hints, mistakes, counts and the end."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

import nonairo as nn
from nonairo.answers import answer
from nonairo.kinds import KINDS
from pages import (
    BINAIRO,
    KAKURASU,
    OpenPage,
    button_for,
    cell,
    expect_held,
    expect_message,
    expect_text,
    go_to,
    grid,
    hold,
    marked,
    open_drawer,
    solution,
    wanted,
)

pytestmark = pytest.mark.slow


def test_what_is_no_longer_true_is_no_longer_said(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click(".act.check")
    expect_message(page, "No mistakes so far")
    wrong = [k for k, symbol in enumerate(BINAIRO[8:].replace("/", "")) if symbol == "."][:3]
    for number in wrong:
        symbol = solution(BINAIRO)[number]
        cell(page, number).click(button="right" if symbol == "0" else "left")
    expect(page.locator(".play .message")).to_be_hidden()
    page.click(".act.check")
    page.get_by_role("button", name="Show them").click()
    page.get_by_role("button", name="Why is it wrong?").click()
    expect(page.locator(".message.wrong")).to_contain_text("must be")
    page.get_by_role("button", name="Erase the mistakes").click()
    assert grid(page) == BINAIRO[8:].replace("/", "")


def test_a_check_takes_the_marks_of_a_hint_away(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click(".act.hint")
    page.locator(".strengths button").last.click()
    expect_message(page, "must be")
    assert marked(page, "effect") >= 1
    page.click(".act.check")
    expect_message(page, "No mistakes so far")
    assert marked(page, "effect") == 0


def test_hints_grow_in_four_strengths_and_are_done(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    held = hold(page, "hint")
    page.keyboard.press("h")
    page.keyboard.press("h")  # the first is given up for this one, which is still asked for
    expect_held(page, held, 2)
    assert page.locator(".play.asking").count() == 1
    held[-1].continue_()
    page.unroute("**/api/hint")
    expect_text(page, "Look at row 2: pair")  # two presses add up
    expect(page.locator(".play.asking")).to_have_count(0)
    for wanted_ in ("from the hatched cells", "must be 1"):
        page.keyboard.press("h")
        expect_text(page, wanted_)
    expect_message(page, "the two 0s are side by side, so the framed cells must be 1")
    expect(page.locator("#live")).to_contain_text("r2c3 and r2c4 are both 0")  # for who listens
    assert marked(page, "premise") == 2
    assert marked(page, "effect") == 2
    page.get_by_role("button", name="About “pair”").click()
    assert "Two neighbours are equal" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Apply").click()
    assert grid(page)[6:12] == ".1001" + "1"
    assert marked(page, "effect") == 0


def test_a_mistake_is_counted_shown_and_explained(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 7).click()  # three 0s: a broken rule, seen at once
    assert marked(page, "broken") == 3
    assert page.locator(".head.spoilt").count() >= 1
    page.keyboard.press("c")
    expect_text(page, "One cell is wrong")
    assert marked(page, "wrong") == 0
    page.get_by_role("button", name="Show it").click()
    assert marked(page, "wrong") == 1
    page.get_by_role("button", name="Why is it wrong?").click()
    expect_text(page, "r2c2 must be 1: r2c3 and r2c4 are both 0")
    page.get_by_role("button", name="Erase the mistakes").click()
    assert grid(page)[7] == "."
    page.keyboard.press("c")
    expect_text(page, "No mistakes so far")


def test_mistakes_are_shown_as_one_wishes(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    open_drawer(page, "settings")
    page.select_option(".check-mode", "off")
    cell(page, 7).click()
    assert marked(page, "broken") == 0
    page.select_option(".check-mode", "wrong")
    page.locator(".play .viewport .wrong").wait_for()
    cell(page, 7).click()
    assert marked(page, "wrong") == 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    go_to(page, "binairo:" + "/".join(["...."] * 4))
    for number in range(3):
        cell(page, number).click()
    expect_text(page, "several solutions")
    assert len([url for url in asked if url.endswith("/api/solve")]) == 1


def test_whether_one_must_guess_is_told(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    open_drawer(page)
    page.click(".guess-free")
    expect_text(page, "without guessing. The highest level needed is")
    cell(page, 7).click()
    page.click(".guess-free")
    expect_text(page, "there is a mistake")
    go_to(page, "binairo:" + "/".join(["...."] * 4))
    page.click(".guess-free")
    expect_text(page, "No: this puzzle has several solutions")


def test_a_clue_is_grey_only_when_its_place_is_certain(open_page: OpenPage) -> None:
    page = open_page("nonogram:1,1/1/0;1/1/1/0/0")
    sure = "h => [...h.children].map(s => s.matches('.sure'))"
    head = page.locator(".head.row").first
    cell(page, 0).click()
    assert head.evaluate(sure) == [True, False]  # the second may be in three places
    cell(page, 0).click(button="middle")
    cell(page, 2).click()
    assert head.evaluate(sure) == [False, False]  # it may be the first or the second


def test_what_is_left_is_counted(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    head = page.locator(".head.row").first
    assert head.evaluate("h => h.innerText.split(/\\s+/)") == ["2", "2"]
    cell(page, 1).click()
    assert head.evaluate("h => h.innerText.split(/\\s+/)") == ["1", "2"]
    assert (
        head.get_attribute("aria-label")
        == "row 1, left: 1 \N{MULTIPLICATION SIGN} 0, 2 \N{MULTIPLICATION SIGN} 1"
    )


def test_the_title_is_shown_only_when_solved(open_page: OpenPage) -> None:
    page = open_page(KAKURASU, more="&n=%3Cscript%3Ealert(1)%3C%2Fscript%3E%E2%80%AE")
    assert "alert" not in page.locator("body").inner_text()
    for number, _ in wanted(KAKURASU):
        cell(page, number).click()
    expect_message(page, "<script>alert(1)</script>\\u202e")
    page.keyboard.press("Control+z")
    assert page.locator(".message").is_hidden()  # no longer solved


def test_rules_too_large_to_be_sent_are_judged_by_asking(open_page: OpenPage) -> None:
    cells = "".join(Random(1).choices("01", k=24 * 24))
    puzzle = KINDS["kakurasu"].pose(nn.Grid(24, 24, cells), "standard").id
    assert answer("describe", {"puzzle": puzzle, "time_limit": 60})["omitted"]
    page = open_page(puzzle, more=f"&g={cells[:-1]}.")
    last = cell(page, 24 * 24 - 1)
    late = {"status": "unknown", "reason": "the limit of 10 s was reached", "limit": "time"}
    page.route("**/api/check", lambda route: route.fulfill(json=late))
    last.click(button=button_for(puzzle, cells[-1]))
    expect_text(page, "the limit of 10 s was reached")  # instead of nothing
    assert page.locator(".message").is_hidden()
    page.unroute("**/api/check")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    expect_message(page, "Solved")
