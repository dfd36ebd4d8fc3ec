"""What may go wrong: a clear message, and the game is kept."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from browser import Visit
from pages import (
    BINAIRO,
    GRID,
    KAKURASU,
    NONOGRAM,
    WIDE,
    OpenPage,
    cell,
    expect_held,
    expect_marked,
    expect_message,
    expect_text,
    grid,
    hold,
)
from servers import serving

pytestmark = pytest.mark.slow


DAMAGED = {
    "#p=%E0%A4%A": "characters that are not allowed in a link",
    "#p=binairo:1.x/...": "expected '0', '1' or '.'",
    "#p=nonsense": "This link is damaged",
    f"#p={NONOGRAM}&g=0101": "the position does not fit",
    f"#p={NONOGRAM}&g=" + "z" * 25: "the position does not fit",
}


def test_damaged_links_are_told(open_page: OpenPage) -> None:
    page = open_page(more="#p=binairo:1.x/...", allow="400 (Bad Request)")
    expect_text(page, "This link is damaged")
    page.locator(".start .choice.kind").first.wait_for()  # something to play instead
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
    expect_message(page, title)
    assert page.locator("main script, main img").count() == 0


def test_the_game_goes_on_without_the_server(visit: Visit) -> None:
    with serving() as server:
        page = visit(f"{server.base}/#p={BINAIRO}", **WIDE).page
        page.wait_for_selector(GRID)
        cell(page, 5).click()
        server.end()
    page.keyboard.press("h")
    expect_text(page, "The server does not answer")
    cell(page, 7).click()
    expect_marked(page, "broken", 3)
    page.keyboard.press("c")
    expect_text(page, "One line breaks its rule")
    page.keyboard.press("Control+z")
    assert grid(page)[:8] == "1..0.0.."
    stored = page.evaluate("Object.keys(localStorage).filter(key => key.includes('game:'))")
    assert stored == [f"nonairo 1 / game:{BINAIRO}"]


KEPT_HERE = """async () => {
  await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType('resource').map(({name}) => name)
    .filter((name) => !/health$|[/]api[/]/.test(name));
  const kept = () => Promise.all(files.map((name) => caches.match(name)));
  while (!(await kept()).every(Boolean)) await new Promise((done) => setTimeout(done, 50)); }"""


def test_the_page_opens_and_games_go_on_while_the_server_is_away(visit: Visit) -> None:
    with serving() as server:
        page = visit(server.base, **WIDE).page
        page.locator(".choice.day").first.wait_for()
        page.goto(f"{server.base}/#p={BINAIRO}")
        page.wait_for_selector(GRID)
        cell(page, 5).click()
        page.evaluate(KEPT_HERE)
        asked = page.evaluate(
            "caches.keys().then((names) => caches.open(names[0]))"
            ".then((cache) => cache.keys()).then((all) => all.map(({url}) => url))"
        )
        assert f"{server.base}/health" not in asked
        server.end()
    page.reload()
    page.wait_for_selector(GRID)
    assert grid(page)[:6] == "1..0.0"  # the game as it was left
    cell(page, 7).click()
    expect_marked(page, "broken", 3)
    page.goto(f"{server.base}/#start")
    page.locator(".choice.day").first.wait_for()
    page.locator(".choice.going").first.wait_for()


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
    expect_text(page, "finished games were deleted")
    page.evaluate("window.noRoom = true")
    cell(page, 1).click()
    expect_text(page, "no space left to save")
    assert grid(page)[:2] == "11"


def test_a_stroke_over_fifty_cells_touches_little_else(open_page: OpenPage) -> None:
    side = "/".join(["3,1,4,1,5,9,2"] * 50)
    page = open_page(f"nonogram:{side};{side}")
    stroke = """() => {
        Element.prototype.setPointerCapture = () => {};
        const cells = document.querySelectorAll('.play .viewport .cell');
        const types = ['pointerdown', ...Array(49).fill('pointermove'), 'pointerup'];
        const observer = new MutationObserver(() => {});
        observer.observe(document.querySelector('.play .board'),
          {subtree: true, childList: true, attributes: true, characterData: true});
        types.forEach((type, k) => {
          const cell = cells[Math.min(k, 49)];
          const at = cell.getBoundingClientRect();
          cell.dispatchEvent(new PointerEvent(type, {pointerType: 'mouse', pointerId: 1, button: 0,
            clientX: at.x + 3, clientY: at.y + 3, bubbles: true}));
        });
        return new Set(observer.takeRecords().map(each => each.target)).size; }"""
    touched = page.evaluate(stroke)
    assert grid(page)[:51] == "1" * 50 + "."
    assert 50 <= touched <= 50 + 51 * 8, touched  # of 2,500 cells: its own, and clues of its lines


def test_the_page_is_light(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click("#tab-make")
    page.locator(".edit-new").wait_for()
    weight = page.evaluate(
        """performance.getEntriesByType('resource').filter(e => !e.name.includes('/api/'))
        .reduce((sum, entry) => sum + entry.decodedBodySize, 0)"""
    )
    assert 20_000 < weight < 400_000


@pytest.mark.parametrize("first", [NONOGRAM.upper(), "binairo:1.x/..."])
def test_of_two_links_the_last_one_is_opened(open_page: OpenPage, first: str) -> None:
    page = open_page(BINAIRO, allow="400 (Bad Request)")
    held = hold(page, "describe")
    address = page.url.partition("#")[0]
    page.goto(f"{address}#p={first}")
    expect_held(page, held, 1)
    page.goto(f"{address}#p={KAKURASU.upper()}")  # not as we write it: it is asked about
    expect_held(page, held, 2)
    with page.expect_response("**/api/describe"):
        held[1].continue_()
    expect(page.locator(".play .puzzle-name")).to_contain_text("Kakurasu")
    with page.expect_response("**/api/describe"):
        held[0].continue_()
    page.evaluate("fetch('health')")  # by now the answer that was overtaken has been read
    expect(page.locator(".play .puzzle-name")).to_contain_text("Kakurasu")
    expect(page.locator(".toast")).to_have_count(0)
