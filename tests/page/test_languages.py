"""The page speaks the language of the browser, or the one that was chosen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages import (
    BINAIRO,
    NONOGRAM,
    TANGO,
    OpenPage,
    button_for,
    cell,
    expect_message,
    open_drawer,
    open_start,
    solution,
    wanted,
)

pytestmark = pytest.mark.slow

WORDS = {"de-DE": ("Spielen", "Füllen", "Gelöst"), "nl-BE": ("Spelen", "Vullen", "Opgelost")}


@pytest.mark.parametrize("locale", WORDS)
def test_the_language_follows_the_browser(open_page: OpenPage, locale: str) -> None:
    play, fill, solved = WORDS[locale]
    page = open_page(NONOGRAM, locale=locale)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    expect(page.locator("#tab-play")).to_have_text(play)
    expect(page.locator(".tool[data-tool='2']")).to_have_text(fill)
    for number, _ in wanted(NONOGRAM):
        cell(page, number).click()
    expect_message(page, solved)


@pytest.mark.parametrize("locale", WORDS)
def test_a_reason_in_english_has_only_english_words(open_page: OpenPage, locale: str) -> None:
    page = open_page(TANGO, locale=locale)
    page.click(".act.hint")
    page.locator(".strengths button").last.click()
    expect_message(page, " so ")
    reason = page.locator(".message p").first.inner_text()
    assert "moon" in reason or "sun" in reason
    for foreign in ("Mond", "Sonne", "maan", "zon"):
        assert foreign not in reason


@pytest.mark.parametrize("locale", ["de-DE", "nl-BE", "en-GB"])
def test_a_page_in_another_language_says_once_that_reasons_are_english(
    open_page: OpenPage, locale: str
) -> None:
    page = open_page(TANGO, locale=locale)
    number = 0 if locale == "en-GB" else 1
    page.click(".act.hint")
    page.locator(".strengths button").last.click()
    expect_message(page, " so ")
    expect(page.locator(".reasons-english")).to_have_count(number)
    page.locator(".strengths button").first.click()
    page.locator(".strengths button").last.click()
    expect_message(page, " so ")
    expect(page.locator(".reasons-english")).to_have_count(0)
    page.click("#tab-learn")
    expect(page.locator(".learn .summary")).to_have_text(re.compile(r"\d"))
    told = page.locator(".learn .summary").inner_text()
    assert ("Engl" in told or "Engels" in told) == bool(number)


@pytest.mark.parametrize(
    ("locale", "tried"), [("de-DE", "Versucht"), ("nl-BE", "Probeert"), ("en-GB", "Tries")]
)
def test_what_watch_says_in_english_is_marked_so(
    open_page: OpenPage, locale: str, tried: str
) -> None:
    page = open_page(BINAIRO, locale=locale)
    page.click("#tab-watch")
    page.locator(".watch .counters").wait_for()
    event = page.locator(".shown-event").first
    for step in range(1, 30):
        page.keyboard.press("ArrowRight")
        expect(event).to_contain_text(f"{step}. ")
        if event.locator(".verdict.invalid").count():
            break
    expect(event).to_contain_text(re.compile(rf"{step}\. {tried} r\dc\d = \d: .+\."))
    marked = event.locator("[lang='en']").all_inner_texts()
    assert len(marked) == (locale != "en-GB")
    assert all(f": {why}." in event.inner_text() for why in marked)


def test_a_language_that_the_page_lacks_is_english(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, locale="fr-FR")
    expect(page.locator("#tab-play")).to_have_text("Play")


def test_another_language_can_be_chosen_and_the_game_goes_on(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    open_drawer(page, "settings")
    page.select_option("select.language", "nl")
    expect(page.locator("#tab-play")).to_have_text("Spelen")
    assert solution(BINAIRO)[1] == "0"
    expect(cell(page, 1)).to_have_attribute("data-s", "0")
    expect(page.locator(".play .puzzle-name")).to_contain_text("Starter")


def test_what_was_solved_is_counted_in_any_language(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    for number, symbol in wanted(TANGO):
        cell(page, number).click(button=button_for(TANGO, symbol))
    expect_message(page, "Solved")
    times, kinds = page.evaluate(
        """() => { const kept = (name) => JSON.parse(Object.entries(localStorage)
        .find(([key]) => key.endsWith(` ${name}`))[1]);
        return [Object.keys(kept("times")), Object.keys(kept("record").kinds)]; }"""
    )
    assert [key.split("|")[0] for key in times + kinds] == ["binairo@no-distinct+signs"] * 2
    open_drawer(page, "settings")
    page.select_option("select.language", "de")
    open_drawer(page, "best_times")
    expect(page.locator(".times li")).to_contain_text("Tango 6×6, ")  # noqa: RUF001
    assert "Easy" not in page.locator(".times li").inner_text()
    open_start(page)
    expect(page.locator(".solved-table tbody th")).to_have_text("Tango")


# What is wider than the window, in the bar, at the start and in the game.
CUT = """() => [...document.querySelectorAll('main button, main select, main p, .top *')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("locale", ["en-GB", *WORDS])
def test_no_word_is_too_long_for_a_narrow_window(open_page: OpenPage, locale: str) -> None:
    page = open_page(locale=locale)
    page.click(".choice.kind[data-kind=nonogram]")
    page.locator(".chip").nth(3).click()
    for width in (195, 320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate(CUT) == [], width
    page.goto(page.url.partition("#")[0] + f"#p={BINAIRO}")
    page.locator(".play .viewport .cell").first.wait_for()
    for width in (195, 320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        open_drawer(page, "settings")
        assert page.evaluate(CUT) == [], width
