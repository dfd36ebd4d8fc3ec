"""Nobody is shut out: axe-core finds nothing serious on any tab, in light, dark and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser import missing
from pages import BINAIRO, NONOGRAM, PHONE, OpenPage, cell, expect_text

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "build" / "axe" / "package" / "axe.min.js"
FOUND = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(v => ['serious', 'critical'].includes(v.impact))
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
        page.locator(f".section.{name} summary").click()
    page.click(".suppose")
    for _ in range(3):
        page.locator(".act.hint").click()
        page.locator(".strengths").wait_for()
    expect_text(page, "There is one mistake")
    for look in ("light", "dark"):
        page.locator(".ends select").select_option(look)
        assert_accessible(page)


def test_play_is_accessible_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, **PHONE)
    page.locator(".act.hint").tap()
    page.locator(".strengths").wait_for()
    page.locator(".act.more").tap()
    assert_accessible(page)


def test_a_hint_and_help_are_accessible(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 0).click(button="right")
    for _ in range(4):
        page.keyboard.press("h")
        page.locator(".strengths").wait_for()
    page.keyboard.press("?")
    assert_accessible(page)


def test_make_is_accessible(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    page.click("#tab-make")
    page.locator(".status[data-status=unique]").wait_for()
    for name in ("daily", "import", "export"):
        page.locator(f".section.{name} summary").click()
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
