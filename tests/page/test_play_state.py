"""What belongs to a game: its puzzle, checkpoints, marks and looks, kept, shared and printed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from pages import (
    BINAIRO,
    NONOGRAM,
    TANGO,
    OpenPage,
    button_for,
    cell,
    expect_marked,
    expect_message,
    expect_text,
    follow_copies,
    go_to,
    grid,
    open_drawer,
    solution,
    wanted,
)

pytestmark = pytest.mark.slow


def test_a_forgotten_game_can_be_brought_back(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    go_to(page, NONOGRAM)
    cell(page, 1).click()
    games = page.locator(".games .go")
    expect(games).to_have_count(2)
    open_drawer(page, "games")
    page.get_by_role("button", name="Delete Binairo").click()
    expect(games).to_have_count(1)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(games).to_have_count(2)
    expect(page.locator(".games .this")).to_contain_text("4 %")  # it follows the game
    page.go_back()
    expect_marked(page, "cell", 36)  # the puzzle before


def test_another_like_it_is_a_button_beside_the_game(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    expect(page.locator(".puzzle-name")).to_contain_text("Tango 6")
    page.click(".another")
    page.wait_for_function("id => !location.hash.includes(id)", arg=TANGO)
    expect(page.locator(".puzzle-name")).to_contain_text("Tango 6")


def test_another_like_it_has_another_level_where_there_is_none_in_time(
    open_page: OpenPage,
) -> None:
    page = open_page(TANGO)
    name = page.locator(".puzzle-name")
    expect(name).to_contain_text("Extreme")

    def late(route: Route) -> None:
        if '"level"' in (route.request.post_data or ""):
            route.fulfill(json={"status": "unknown", "reason": "the limit of 8 s was reached"})
        else:
            route.continue_()

    page.route("**/api/generate", late)
    page.click(".another")
    expect_message(page, "No puzzle of level Extreme was found in time")
    page.wait_for_function("id => !location.hash.includes(id)", arg=TANGO)
    expect(name).to_contain_text("Tango 6")


def test_the_tab_is_kept_on_reload_and_learning_gives_no_best_time(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    page.click("#tab-learn")
    page.locator(".learn .steps li, .learn .list li").first.wait_for()
    page.reload()
    expect(page.locator("#tab-learn")).to_have_attribute("aria-selected", "true")
    page.locator(".learn .steps li, .learn .list li").first.wait_for()
    page.click("#tab-play")
    for number, symbol in wanted(NONOGRAM):
        cell(page, number).click(button=button_for(NONOGRAM, symbol))
    expect_message(page, "Solved")
    assert page.locator(".times .none").count() == 1


def test_supposing_is_kept_or_dropped(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    open_drawer(page)
    page.click(".suppose")
    cell(page, 2).click()
    cell(page, 1).click()
    assert cell(page, 2).evaluate("c => c.matches('.supposed')")
    page.click(".drop")
    assert grid(page)[:3] == "10."
    page.keyboard.press("s")
    cell(page, 2).click()
    page.keyboard.press("k")
    assert grid(page)[:3] == "100"
    assert page.locator(".cell.supposed").count() == 0
    for _ in range(2):
        page.keyboard.press("Control+z")
    assert grid(page)[:3] == "10."


def test_checkpoints_have_names_and_bring_back(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    open_drawer(page)
    page.click(".checkpoint-add")
    page.locator(".naming input").fill("before <b>trying</b>")
    page.keyboard.press("Enter")
    cell(page, 2).click()
    cell(page, 5).click()
    page.get_by_role("button", name="Go to before <b>trying</b>").click()
    assert grid(page)[:6] == "10.0.."
    page.keyboard.press("Control+z")
    assert grid(page)[:6] == "1000.0"


def test_pencil_marks_are_made_and_saved(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.keyboard.press("p")
    cell(page, 1).click()
    cell(page, 1).click()
    assert cell(page, 1).get_attribute("data-m") == "1"
    assert "pencil marks 1" in str(cell(page, 1).get_attribute("aria-label"))
    page.reload()
    page.wait_for_selector(".pencilled")
    assert grid(page)[1] == "."


def test_symbols_and_looks_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(21, 22, 26)"
    open_drawer(page, "settings")
    page.select_option("select.theme", "light")
    assert page.evaluate(paper) == "rgb(251, 250, 247)"
    page.select_option("select.theme", "grey")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    for look, name in (("letters", "text"), ("discs", "discs"), ("sky", "sky"), ("own", "text")):
        page.select_option("select.symbols", look)
        assert page.locator(".play .viewport .board").get_attribute("data-look") == name
    page.reload()
    page.wait_for_selector(".cell")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


def test_a_game_is_resumed_after_a_reload_and_from_the_list(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    go_to(page, NONOGRAM)
    cell(page, 3).click()
    link = page.url
    page.goto(link.partition("#")[0] + "health")
    page.evaluate(
        """() => { for (const key of Object.keys(localStorage)) {  // as they were once called
        localStorage.setItem(key.replace('nonairo 1 / ', 'nonairo:'), localStorage.getItem(key));
        localStorage.removeItem(key); } }"""
    )
    page.goto(link)
    expect_marked(page, "v2", 1)
    assert grid(page) == "...1" + "." * 21
    page.keyboard.press("Control+z")
    assert grid(page) == "." * 25
    open_drawer(page, "games")
    page.locator(".games .go", has_text="Binairo").click()
    expect_marked(page, "cell", 36)
    assert grid(page)[:2] == "10"

    other = page.context.new_page()
    other.goto(page.url)
    cell(other, 2).click()
    expect_marked(page, "v1:not(.given)", 2)  # this window goes on from there
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    other.reload()
    expect_marked(other, "v1:not(.given)", 2)
    damage = "k => localStorage.setItem(k, JSON.stringify({description: {x: 1}}))"
    other.evaluate(damage, f"nonairo 1 / puzzle:{BINAIRO}")
    other.evaluate("localStorage.setItem('nonairo 1 / last', '[]')")
    other.goto(page.url.partition("#")[0])
    other.reload()
    other.locator(".choice.going", has_text="Binairo").click()
    expect_marked(other, "v1:not(.given)", 2)
    other.close()


def test_a_link_carries_the_puzzle_and_the_position(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    copied = follow_copies(page)
    cell(page, 1).click()
    open_drawer(page, "share")
    page.check(".with-position")
    page.click(".share-link")
    link = copied()
    other = open_page(more=re.sub(".*#", "#", link))
    assert grid(other)[:3] == "10."
    page.click(".copy-id")
    assert copied() == BINAIRO
    expect_text(page, "Copied: the id")
    expect(page.locator(".copy-non")).to_be_hidden()  # a format of another kind
    go_to(page, BINAIRO)
    page.evaluate("location.hash += '&g=' + '0'.repeat(36)")
    expect_text(page, "contradicts a given")


def test_other_notations_are_copied(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    copied = follow_copies(page)
    open_drawer(page, "share")
    for name, word in (("non", "width 5"), ("puzzlink", "nonogram/5/5/")):
        page.click(f".copy-{name}")
        assert word in copied()


def test_the_printout_has_puzzle_and_solution(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    # A statement: playwright would call a function that is the value of an expression, at once.
    page.evaluate("() => { window.print = () => { document.body.dataset.printed = true; }; }")
    open_drawer(page, "share")
    page.click(".print")
    page.wait_for_selector("body[data-printed]")
    page.emulate_media(media="print")
    assert page.locator("#printout .sheet-of-paper").count() == 2
    assert page.locator("#printout .sheet-of-paper").first.is_visible()
    assert not page.locator(".actions").is_visible()
    heading = page.locator("#printout h2").inner_text()
    assert heading.startswith("Nonogram 5")
    filled = page.locator("#printout .solutions .v2").count()
    assert filled == solution(NONOGRAM).count("1")
