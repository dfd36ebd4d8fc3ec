"""What may go wrong: a clear message, and the game is kept."""

from __future__ import annotations

import json

import pytest

from browser import Visit
from pages import BINAIRO, GRID, NONOGRAM, WIDE, OpenPage, cell, expect_marked, expect_text, grid
from servers import serving

pytestmark = pytest.mark.slow


DAMAGED = {
    "#p=%E0%A4%A": "it is not properly written",
    "#p=binairo:1.x/...": "expected '0', '1' or '.'",
    "#p=nonsense": "This link is damaged",
    f"#p={NONOGRAM}&g=0101": "the position does not fit",
    f"#p={NONOGRAM}&g=" + "z" * 25: "the position does not fit",
}


def test_damaged_links_are_told(open_page: OpenPage) -> None:
    page = open_page(more="#p=binairo:1.x/...", allow="400 (Bad Request)")
    expect_text(page, "This link is damaged")
    expect_marked(page, "cell", 36)  # the first puzzle instead
    for link, told in DAMAGED.items():
        page.evaluate("document.getElementById('toasts').replaceChildren()")
        page.goto(page.url.partition("#")[0] + link)
        expect_text(page, told)
    expect_marked(page, "cell", 25)


def test_a_puzzle_that_is_too_large_to_play_is_told(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, allow="413")
    cell(page, 1).click()
    page.click("#tab-make")
    page.locator(".import summary").click()
    page.fill(".import-text", "binairo:" + "/".join(["." * 512] * 512))
    page.click(".import-go")
    expect_text(page, "This puzzle has 512 rows and 512 columns")
    page.fill(".import-text", "1" * 1_200_000)
    page.click(".import-go")
    page.locator(".import .told", has_text="could not be read").wait_for()
    page.click("#tab-play")
    assert grid(page)[:2] == "10"


def test_markup_in_names_stays_text(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click("#tab-make")
    page.locator(".import summary").click()
    title = "<script>document.title='x'</script><img src=x onerror=alert(1)>"
    page.fill(
        ".import-text",
        json.dumps({"kind": "nonogram", "rows": [[1]], "cols": [[1]], "title": title}),
    )
    page.click(".import-go")
    expect_marked(page, "cell", 1)
    cell(page, 0).click()
    assert f"It shows: {title}" in page.locator(".message").inner_text()
    assert page.locator("main script, main img").count() == 0


def test_the_game_goes_on_without_the_server(visit: Visit) -> None:
    with serving() as server:
        page = visit(f"{server.base}/#p={BINAIRO}", **WIDE).page
        page.wait_for_selector(GRID)
        cell(page, 5).click()
        server.end()
    page.keyboard.press("h")
    expect_text(page, "Nobody answers")
    cell(page, 7).click()
    expect_marked(page, "broken", 3)
    page.keyboard.press("c")
    expect_text(page, "One line breaks its rule")
    page.keyboard.press("Control+z")
    assert grid(page)[:8] == "1..0.0.."
    stored = page.evaluate("Object.keys(localStorage).filter(key => key.includes('game:'))")
    assert stored == [f"nonairo 1 / game:{BINAIRO}"]


def test_a_full_store_is_told_and_forgets_finished_games_first(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    page.evaluate(
        """() => {
        const game = {cells: [0], past: [], done: true, about: {kind: 'x', at: 1}, milliseconds: 0};
        localStorage.setItem('nonairo 1 / game:old', JSON.stringify(game));
        const put = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
          const full = localStorage.getItem('nonairo 1 / game:old') !== null;
          if (full || window.noRoom) throw new DOMException('full', 'QuotaExceededError');
          put.call(this, key, value);
        }; }"""
    )
    cell(page, 0).click()
    expect_text(page, "finished ones were forgotten")
    page.evaluate("window.noRoom = true")
    cell(page, 1).click()
    expect_text(page, "no room left")
    assert grid(page)[:2] == "11"


def test_a_stroke_over_fifty_cells_is_quick(open_page: OpenPage) -> None:
    side = "/".join(["3,1,4,1,5,9,2"] * 50)
    page = open_page(f"nonogram:{side};{side}")
    cell(page, 0).wait_for()
    stroke = """row => {
        Element.prototype.setPointerCapture = () => {};
        const cells = document.querySelectorAll('.play .viewport .cell');
        const types = ['pointerdown', ...Array(49).fill('pointermove'), 'pointerup'];
        return types.reduce((script, type, k) => {
          const cell = cells[50 * row + Math.min(k, 49)];
          const at = cell.getBoundingClientRect();  // layout is not script
          const event = new PointerEvent(type, {pointerType: 'mouse', pointerId: 1, button: 0,
            clientX: at.x + 3, clientY: at.y + 3, bubbles: true});
          const begin = performance.now();
          cell.dispatchEvent(event);
          return script + performance.now() - begin;
        }, 0); }"""
    spent = [page.evaluate(stroke, row) for row in range(4)]
    assert grid(page)[:200] == "1" * 200
    assert min(spent) < 50, spent  # other tests may be running


def test_the_page_is_light_and_soon_there(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click("#tab-make")
    page.locator(".make-go").wait_for()
    weight = page.evaluate(
        """performance.getEntriesByType('resource').filter(e => !e.name.includes('/api/'))
        .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""
    )
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert 20_000 < weight < 300_000
    assert paint < 1000
