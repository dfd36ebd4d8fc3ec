"""A new puzzle in three taps on a phone: rules, sizes, levels, and what becomes of the last tap."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route, expect

import nonairo as nn
from pages import PHONE, OpenPage

pytestmark = pytest.mark.slow

SMALL = PHONE | {"viewport": {"width": 320, "height": 640}}


def choose(page: Page, kind: str, *chips: str) -> None:
    page.tap(f".choice.kind[data-kind={kind}]")
    page.locator(".start-rules .thumb").nth(1).wait_for()
    for chip in chips:
        page.locator(".chip", has_text=chip).tap()


@pytest.mark.parametrize("phone", [PHONE, SMALL], ids=["phone", "small"])
def test_levels_and_a_failure_are_in_view(open_page: OpenPage, phone: dict[str, object]) -> None:
    page = open_page(**phone, allow="status of 503")
    page.route("**/api/generate", lambda route: route.fulfill(status=503, json={"error": "busy"}))
    choose(page, "nonogram", "10×10")  # noqa: RUF001
    levels = page.locator(".make_level .chip")
    expect(levels.last).to_be_in_viewport(ratio=0.9)
    levels.first.tap()
    expect(page.locator(".start-status [role=alert]")).to_be_in_viewport(ratio=0.9)


def test_a_variant_shows_its_own_rules_and_example(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    special = nn.KINDS["binairo"].rule_examples
    assert special is not None
    choose(page, "binairo")
    usual = page.locator(".start-rules .thumb").first.inner_html()
    for chip, rule in (("regions", "regions"), ("odd", "odd-more-ones")):
        page.locator(".chip", has_text=chip).first.tap()
        expect(page.locator(".start-rules")).to_contain_text(special[rule][0])
        assert page.locator(".start-rules .thumb").first.inner_html() != usual
    expect(page.locator(".start-rules")).not_to_contain_text("the same number of 0s and 1s")
    page.tap(".choice.kind[data-kind=tango]")
    expect(page.locator(".start-rules")).to_contain_text("Rows may be the same")
    expect(page.locator(".start-rules")).to_contain_text("are different")
    page.tap(".choice.kind[data-kind=nonogram]")
    page.locator(".chip", has_text="In colour").tap()
    expect(page.locator(".start-rules")).to_contain_text("A number on a colour")


def test_what_is_not_found_soon_is_tried_from_another_beginning(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    asked: list[float] = []

    def late(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "{}")["time_limit"])
        late_answer = {"status": "unknown", "reason": "the limit was reached"}
        route.fulfill(json=late_answer) if len(asked) < 3 else route.continue_()

    page.route("**/api/generate", late)
    choose(page, "nonogram", "5×5", "Starter")  # noqa: RUF001
    page.locator(".play .viewport .cell").first.wait_for()
    assert len(asked) == 3
