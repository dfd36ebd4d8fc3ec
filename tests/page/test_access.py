"""Nobody is shut out: axe-core finds nothing on any tab, in light, dark and high contrast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser import missing
from pages import (
    BINAIRO,
    CUP,
    NONOGRAM,
    PHONE,
    OpenPage,
    ask_for_hint,
    cell,
    expect_text,
    go_to,
    open_drawer,
    wanted,
)

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "build" / "axe" / "package" / "axe.min.js"
FOUND = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .map(v => [v.id, v.help, v.nodes.slice(0, 3).map(n => [n.html.slice(0, 120),
       n.any.map(a => a.message)[0]])])"""


def assert_accessible(page: Any) -> None:
    if not AXE.exists():
        missing("axe-core is not here (tests/get_axe fetches it with npm)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(FOUND) == []


def test_play_is_accessible_in_light_and_dark(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 7).click()
    for name in ("settings", "share", "best_times"):
        open_drawer(page, name)
    page.click(".suppose")
    ask_for_hint(page, 3)
    expect_text(page, "There is one mistake")
    for look in ("light", "dark"):
        page.select_option("select.theme", look)
        assert_accessible(page)
    page.emulate_media(forced_colors="active")
    assert_accessible(page)


def test_what_was_forgotten_can_be_seen_to_be_undone(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    go_to(page, NONOGRAM)
    open_drawer(page, "games")
    page.locator(".games .close").click()
    open_drawer(page, "settings")
    page.locator(".toast").get_by_role("button", name="Undo").wait_for()
    for look in ("light", "dark"):
        page.select_option("select.theme", look)
        assert_accessible(page)


def test_black_is_no_empty_cell_on_dark_pages(open_page: OpenPage) -> None:
    page = open_page(CUP, color_scheme="dark")
    contrast = """cell => { const light = (colour) => {
        const parts = colour.match(/[\\d.]+/g).map(Number).slice(0, 3);
        const whole = colour.startsWith('color(') ? 1 : 255;
        const linear = parts.map((part) => part / whole)
          .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]; };
      return (light(getComputedStyle(cell).backgroundColor) + 0.05) / 0.05; }"""
    assert cell(page, 0).evaluate(contrast) >= 3
    page.emulate_media(forced_colors="active")
    assert cell(page, 0).evaluate(contrast) >= 3


# What tells a cell from an empty one: the colour of what is drawn in it, beside that of its ground.
DRAWN = """cell => [getComputedStyle(cell, '::before').backgroundColor,
  getComputedStyle(document.body).backgroundColor, getComputedStyle(cell).boxShadow]"""


def test_high_contrast_shows_what_is_filled_crossed_hinted_and_pressed(
    open_page: OpenPage,
) -> None:
    page = open_page(NONOGRAM, forced_colors="active")
    cell(page, 0).click()
    cell(page, 2).click(button="right")
    for number in (0, 2):
        drawn, ground, _ = cell(page, number).evaluate(DRAWN)
        assert drawn != ground
    ask_for_hint(page)
    assert cell(page, 0).evaluate(DRAWN)[2] != "none"  # it is marked as wrong
    colour = "element => getComputedStyle(element)[name]"
    ground = colour.replace("name", "'backgroundColor'")
    tools = page.locator(".tool")
    pressed = page.locator(".tool[aria-pressed=true]").evaluate(ground)
    assert pressed != tools.last.evaluate(ground)
    edge = colour.replace("name", "'borderBottomColor'")
    assert page.locator("#tab-play").evaluate(edge) != page.locator("#tab-make").evaluate(edge)


def test_a_ring_is_for_keys_only_and_not_in_the_colour_of_hints(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 7).click()
    ring = "cell => getComputedStyle(cell).outlineStyle"
    inset = "cell => getComputedStyle(cell, '::before').top"
    assert cell(page, 7).evaluate(ring) == "none"
    assert cell(page, 7).evaluate(inset) == "1px"  # as large as any other
    page.keyboard.press("ArrowRight")
    assert cell(page, 8).evaluate(ring) == "solid"
    amber = page.evaluate("getComputedStyle(document.querySelector('.act.hint')).borderColor")
    assert cell(page, 8).evaluate("cell => getComputedStyle(cell).outlineColor") != amber


def test_play_is_accessible_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, **PHONE)
    page.locator(".act.hint").tap()
    page.locator(".strengths").wait_for()
    page.locator(".act.more").tap()
    assert_accessible(page)


def test_a_hint_and_help_are_accessible(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 0).click(button="right")
    ask_for_hint(page)
    page.keyboard.press("?")
    assert_accessible(page)


def test_make_is_accessible(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    page.click("#tab-make")
    page.locator(".status[data-status=unique]").wait_for()
    for name in ("import", "export"):
        page.locator(f".section.{name} summary").click()
    assert_accessible(page)


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
def test_the_start_is_accessible(open_page: OpenPage, window: dict[str, Any]) -> None:
    page = open_page(BINAIRO, **window)
    cell(page, 1).click()
    page.locator(".to-start").click()
    page.locator(".choice.going").wait_for()
    page.locator(".choice.kind[data-kind=tango]").click()
    page.locator(".start-rules .guide").wait_for()
    page.locator(".chip").first.click()
    for name in ("make_new", "daily"):
        page.locator(f".start .section.{name} > summary").click()
    for look in ("light", "dark"):
        page.evaluate("look => document.documentElement.dataset.theme = look", look)
        assert_accessible(page)
    page.emulate_media(forced_colors="active")
    assert_accessible(page)


def test_the_finish_pause_guide_and_techniques_are_accessible(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, reduced_motion="reduce")
    page.click(".act.more")
    page.click(".menu .pause")
    assert_accessible(page)
    page.click(".curtain button")
    for number, _ in wanted(NONOGRAM):
        cell(page, number).click()
    expect_text(page, "Solved in")
    assert_accessible(page)
    page.click(".to-start")
    page.locator(".day-cell.solved").wait_for()
    assert_accessible(page)
    page.click(".choice.kind[data-kind=binairo]")
    page.click(".guide")
    expect_text(page, "Move 1 of 5")
    assert_accessible(page)
    page.click("#tab-learn")
    page.click(".learn .techniques")
    page.get_by_role("button", name="Overlap").first.click()
    page.locator("dialog .example .board").nth(2).wait_for()
    assert_accessible(page)


def test_typing_is_accessible(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, **PHONE)
    page.locator(".to-start").tap()
    page.locator(".to-type").tap()
    page.locator(".type .clue-line input").first.fill("9 9")
    page.locator(".type-colour-add").tap()
    page.locator(".type .import summary").click()
    for look in ("light", "dark"):
        page.evaluate("look => document.documentElement.dataset.theme = look", look)
        assert_accessible(page)
    page.select_option(".type-kind", "tango")
    page.locator(".type .place .cell").first.wait_for()
    assert_accessible(page)


def test_motion_is_left_out_for_those_who_do_not_want_it(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, **PHONE | {"reduced_motion": "reduce"})
    duration = page.locator(".sheet").evaluate("s => getComputedStyle(s).transitionDuration")
    assert set(duration.split(", ")) == {"0s"}


def test_the_focus_is_not_trapped(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 3).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.act, .tool')")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.matches('[role=gridcell]')")
