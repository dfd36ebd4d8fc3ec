"""A puzzle from a photo on the page: chosen, pasted or dropped, corrected, and played."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from nonairo.answers.read import SMALL
from pages import BINAIRO, NONOGRAM, OpenPage

pytestmark = pytest.mark.slow

PICTURE = base64.b64decode(SMALL)
FILE: Any = {"name": "boat.png", "mimeType": "image/png", "buffer": PICTURE}
NOTHING: Any = FILE | {"buffer": b"nothing"}
QUAD = [[40, 40], [56, 40], [56, 56], [40, 56]]


def photos(page: Page) -> Page:
    page.click(".to-start")
    page.click(".to-type")
    page.locator(".photos summary").click()
    return page


def reading(**more: object) -> dict[str, object]:
    return {
        "status": "sure", "puzzle": NONOGRAM, "changes": [], "doubts": [], "why": None,
        "entries": None, "corners": QUAD, "number": 1, "of": 1,
    } | more  # fmt: skip


def answers(page: Page, *found: dict[str, object]) -> list[dict[str, Any]]:
    """Answer each question with the next reading; returns what was asked."""
    asked: list[dict[str, Any]] = []

    def reply(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "{}"))
        readings = [found[min(len(asked), len(found)) - 1]]
        route.fulfill(json={"height": 109, "width": 120, "readings": readings})

    page.route("**/api/read", reply)
    return asked


def test_a_picture_is_read_by_the_server_and_played(open_page: OpenPage) -> None:
    page = photos(open_page(BINAIRO))
    expect(page.locator(".photos")).to_contain_text("not kept")
    page.locator(".photo-file").set_input_files(FILE)
    expect(page.locator(".photo-reading[data-status=sure]")).to_contain_text("one solution")
    expect(page.locator(".photo-marked polygon.grid")).to_have_count(1)
    expect(page.locator(".clue-lines input").first).to_have_value("1 1")  # filled in as if typed
    expect(page.locator(".type .status")).to_contain_text("One solution")
    expect(page.locator(".type-play")).to_be_hidden()  # one button plays it
    plays = page.locator(".type").get_by_text("Play it", exact=True)
    expect(plays.locator("visible=true")).to_have_count(1)
    page.click(".photo-play")
    expect(page).to_have_url(re.compile(re.escape(f"#p={NONOGRAM}") + "$"))


def test_a_picture_of_something_else_is_said_to_have_no_puzzle(open_page: OpenPage) -> None:
    page = photos(open_page(BINAIRO))
    slow = {"status": "unknown", "reason": "the limit of 20 s was reached"}
    page.route("**/api/read", lambda route: route.fulfill(json=slow))
    page.locator(".photo-file").set_input_files(FILE)
    expect(page.locator(".photo .told")).to_contain_text("Crop the picture to one grid")


def test_doubtful_places_are_marked_and_corrected_before_play(open_page: OpenPage) -> None:
    page = photos(open_page(BINAIRO))
    doubt = {"name": "row 3", "candidates": [["5", 0.6], ["6", 0.4]], "quad": QUAD}
    change = {"name": "column 2", "was": "9", "now": "4", "probability": 0.2, "quad": QUAD}
    asked = answers(
        page,
        reading(status="failed", puzzle=None, doubts=[doubt]),
        reading(changes=[change], entries="." * 24 + "1"),
    )
    page.locator(".photo-file").set_input_files(FILE)
    field = page.locator(".photo-doubt input")
    expect(field).to_have_value("5")
    expect(page.locator(".photo-play")).to_have_count(0)
    page.locator(".photo-marked .doubtful").click()
    expect(field).to_be_focused()
    field.fill("5")
    field.fill("4,1")
    field.press("Tab")
    expect(page.locator(".photo-change")).to_have_text("Column 2: 4, not 9")
    assert asked[1]["set"] == {"row 3": "4,1"}
    page.click(".photo-play")
    expect(page.locator(".play .viewport .cell").nth(24)).to_have_class(re.compile(r"\bv2\b"))


def test_on_a_phone_what_was_read_is_seen_without_scrolling(open_page: OpenPage) -> None:
    page = photos(open_page(BINAIRO, viewport={"width": 390, "height": 844}))

    def in_sight(selector: str) -> None:
        page.wait_for_function(
            """selector => {
                const box = document.querySelector(selector).getBoundingClientRect();
                const middle = [box.left + 5, (box.top + box.bottom) / 2];
                return document.elementFromPoint(...middle)?.closest(selector) !== null;
            }""",
            arg=selector,
        )

    page.locator(".photo-file").set_input_files(NOTHING)
    expect(page.locator(".photo .told")).to_have_text(re.compile("^Expected a picture that this"))
    in_sight(".photo .told")
    page.locator(".photo-file").set_input_files(FILE)
    page.locator(".photo-play").wait_for()
    in_sight(".photo-play")
    in_sight(".photo-reading > p")


def test_only_where_places_are_red_the_page_asks_to_correct_them(open_page: OpenPage) -> None:
    page = photos(open_page(BINAIRO))
    answers(page, reading(status="failed", puzzle=None, doubts=[]))
    page.locator(".photo-file").set_input_files(FILE)
    expect(page.locator(".photo-reading")).to_contain_text("Not read")
    expect(page.locator(".photo-reading")).not_to_contain_text("red places")


@pytest.mark.parametrize("how", ["paste", "drop"])
def test_a_picture_is_pasted_or_dropped(open_page: OpenPage, how: str) -> None:
    page = photos(open_page(BINAIRO))
    asked = answers(page, reading())
    page.evaluate(
        """([how, text]) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], "boat.png", { type: "image/png" }));
          const init = { bubbles: true, cancelable: true };
          const event = how === "paste"
            ? new ClipboardEvent("paste", { ...init, clipboardData: data })
            : new DragEvent("drop", { ...init, dataTransfer: data });
          document.querySelector(".type .side").dispatchEvent(event);
        }""",
        [how, SMALL],
    )
    expect(page.locator(".photo-play")).to_be_visible()
    assert len(asked) == 1


def test_what_is_no_picture_and_what_has_no_puzzle_is_said(open_page: OpenPage) -> None:
    page = photos(open_page(BINAIRO, allow="400 (Bad Request)"))
    page.locator(".photo-file").set_input_files(NOTHING)
    expect(page.locator(".photo .told")).to_contain_text("picture")
    page.route(
        "**/api/read",
        lambda route: route.fulfill(
            status=400, json={"error": {"code": "format", "message": "no puzzle was found"}}
        ),
    )
    page.locator(".photo-file").set_input_files(FILE)
    expect(page.locator(".photo .told")).to_have_text("No puzzle was found")
