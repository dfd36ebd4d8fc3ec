"""What earlier pages have saved and shared still opens: games, best times, settings and links."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from pages import (
    BINAIRO,
    NONOGRAM,
    TANGO,
    OpenPage,
    cell,
    expect_marked,
    expect_message,
    grid,
    open_drawer,
)

pytestmark = pytest.mark.slow

# As the page of version 0.1.0 of November 2026 wrote them.
GAME = {
    "cells": [2, 0, 0, 1, 0, 0, *[0] * 30],
    "past": [{"d": [1, 0, 1], "s": [False, False]}, {"d": [1, 1, 0], "s": [False, False]}],
    "future": [],
    "checkpoints": [{"name": "before", "cells": [2, 0, 0, 1, *[0] * 32], "supposing": False}],
    "supposing": False,
    "milliseconds": 61_000,
    "done": False,
    "level": {"level": 1, "name": "Starter"},
    "helped": False,
    "title": None,
    "about": {"kind": "binairo", "height": 6, "width": 6, "share": 0.25, "at": 1_794_000_000_000},
}
SETTINGS = {"theme": "dark", "symbols": "own", "check": "rules", "timer": True, "counts": True}
TIMES = {"binairo|6×6|Starter": 65_000}  # noqa: RUF001
KEEP = """([names, values]) => names.forEach((name, k) =>
  localStorage.setItem(`nonairo 1 / ${name}`, values[k]))"""


def test_games_saved_by_earlier_pages_go_on(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cells = [0] * 36
    for k, symbol in enumerate(BINAIRO.partition(":")[2].replace("/", "")):
        cells[k] = ".01".index(symbol)
    cells[1] = 2
    kept = {
        f"game:{BINAIRO}": GAME | {"cells": cells},
        "settings": SETTINGS,
        "times": TIMES,
        "last": BINAIRO,
    }
    page.evaluate(KEEP, [list(kept), [json.dumps(value) for value in kept.values()]])
    page.goto(page.url.partition("#")[0] + "?again")
    page.click(".choice.going")
    expect_marked(page, "cell", 36)
    assert grid(page)[1] == "1"
    assert page.locator(".time").inner_text().startswith("1:")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(page.locator(".games .this")).to_contain_text("Binairo 6")
    expect(page.locator(".times")).to_contain_text("1:05")
    page.keyboard.press("Control+z")
    open_drawer(page)
    assert page.locator(".checkpoints .go").inner_text() == "before"


@pytest.mark.parametrize(
    ("link", "cells", "tab"),
    [
        (f"#p={NONOGRAM}", 25, "play"),
        (f"#p={NONOGRAM}&g={'1' * 25}&n=Boat", 25, "play"),
        (f"#learn&p={BINAIRO}", 36, "learn"),
        (f"#watch&p={TANGO}", 36, "watch"),
        ("#p=tango:1.../..../..../...1;=../.../.../...;..../..../....", 16, "play"),
        ("#p=takuzu:1.../..../..../...1", 16, "play"),
        (f"#p={NONOGRAM.replace(':', '%3A').replace('/', '%2F')}", 25, "play"),
    ],
)
def test_links_shared_by_earlier_pages_open(
    open_page: OpenPage, link: str, cells: int, tab: str
) -> None:
    page = open_page()
    page.goto(page.url.partition("#")[0] + "?again" + link)
    page.wait_for_function(
        "n => document.querySelectorAll('.play .viewport .cell').length === n", arg=cells
    )
    expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")


def test_what_is_damaged_in_a_game_is_left_out_and_the_rest_goes_on(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    fine = {"d": [1, 0, 2], "s": [False, False]}
    damage = {
        "cells": [0, 2, 31, *[0] * 22],
        "past": [{"d": [99, 0, 1]}, fine],
        "future": [7],
        "checkpoints": [{"name": 3}],
        "struck": 7,
        "milliseconds": 1e308,
        "level": "Easy",
    }
    page.evaluate(KEEP, [[f"game:{NONOGRAM}"], [json.dumps(GAME | damage)]])
    page.goto(page.url.partition("#")[0] + f"?again#p={NONOGRAM}")
    expect_marked(page, "v2", 1)
    expect_marked(page, "cell", 25)
    assert page.locator(".time").inner_text() in ("0:00", "0:01", "0:02")
    for _ in range(2):
        page.keyboard.press("Control+z")
    expect_marked(page, "v2", 0)


def test_a_position_in_a_link_says_so_and_undo_returns(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 1).click()
    page.evaluate(f"location.hash = 'p={NONOGRAM}&g={'.' * 24}1'")
    expect_message(page, "Undo returns to yours")
    assert grid(page) == "." * 24 + "1"
    page.keyboard.press("Control+z")
    assert grid(page) == ".1" + "." * 23
