"""The page in a browser, as tests play on it: cells by their numbers, and the strokes of a person.

    def test_something(open_page: OpenPage) -> None:
        page = open_page("binairo:1..0/..../..../0..1")
        cell(page, 1).click()

A page that has said anything on its console fails the test, unless it is allowed to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest

import nonairo as nn
from browser import PATIENCE, Seen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route

    from servers import Server

OpenPage: TypeAlias = "Callable[..., Page]"

BINAIRO = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
NONOGRAM = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
KAKURASU = "kakurasu:7/5/6/2/11;3/14/6/6/5"
CUP = "nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0"
TANGO = (
    "binairo@no-distinct:1...1./....../....../.....1/....../......"
    ";...../...x./...../...../.x.../.x...;.=..../....../...x../..=x../......"
)
THREE = "trinairo:2....2/.1..../.21.../...200/..1.00/0..2.."
ALL = (BINAIRO, NONOGRAM, KAKURASU)
WIDE: dict[str, Any] = {"viewport": {"width": 1200, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 780},
    "has_touch": True,
    "is_mobile": True,
}
GRID = ".play .viewport .cell"


@pytest.fixture(scope="module")
def windows(chromium: Browser) -> Iterator[Callable[[dict[str, Any]], BrowserContext]]:
    """A window for each set of options, kept for the module: what it has loaded is loaded once.

    `now` is the time by its clock; timers go on.
    """
    kept: dict[str, BrowserContext] = {}

    def window(options: dict[str, Any]) -> BrowserContext:
        name = repr(sorted(options.items()))
        if name not in kept:
            now = options.pop("now", None)
            kept[name] = chromium.new_context(**options)
            # Answers that tests hold back or change come to the page itself, not to a worker.
            kept[name].add_init_script("delete Navigator.prototype.serviceWorker")
            if now is not None:
                kept[name].clock.set_fixed_time(now)
            kept[name].set_default_timeout(PATIENCE)
        return kept[name]

    yield window
    for context in kept.values():
        context.close()


@pytest.fixture
def open_page(
    windows: Callable[[dict[str, Any]], BrowserContext], server: Server
) -> Iterator[OpenPage]:
    """Opens the page at a puzzle; nothing is saved from before."""
    seen: list[tuple[Seen, str | None]] = []

    def opened(
        puzzle: str = "", more: str = "", *, allow: str | None = None, **options: Any
    ) -> Page:
        page = windows(WIDE | options).new_page()
        # Without a page of the server: to load one first takes a third as long as the page itself.
        page.context.new_cdp_session(page).send(
            "Storage.clearDataForOrigin",
            {"origin": server.base, "storageTypes": "local_storage"},
        )
        found = watched(page)
        seen.append((found, allow))
        page.goto(f"{server.base}/" + (f"#p={puzzle}" if puzzle else "") + more)
        page.wait_for_selector(f"{GRID}, .toast, .start .choice.kind")
        return page

    yield opened
    for found, allow in seen:
        if not found.page.is_closed():
            # A page saves its game when it is left, which the page of the next test might see.
            found.page.evaluate("Storage.prototype.setItem = () => {}")
        found.page.close()
        if allow is not None:
            found.complaints[:] = [text for text in found.complaints if allow not in text]
        found.assert_quiet(server.base, "blob:")


def watched(page: Page) -> Seen:
    """The page, and from now on what happens on it."""
    found = Seen(page)
    page.on("request", lambda request: found.requests.append(request.url))
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    page.on("console", lambda told: found.complaints.append(told.text))
    return found


def hold(page: Page, answer: str) -> list[Route]:
    """From now on this answer is not given; the list gets those who wait for it."""
    held: list[Route] = []

    def wait(route: Route) -> None:
        held.append(route)

    page.route(f"**/api/{answer}", wait)
    return held


def expect_held(page: Page, held: list[Route], number: int) -> None:
    for _ in range(int(PATIENCE) // 10):
        if len(held) >= number:
            return
        page.wait_for_timeout(10)  # events come only while the browser is talked to
    raise AssertionError(f"{len(held)} of {number} requests came")


def go_to(page: Page, puzzle: str, more: str = "") -> None:
    """Open another puzzle, or a position, by its link; wait until the cells before it are gone."""
    if page.url.endswith(f"#p={puzzle}{more}"):
        return
    page.locator(GRID).evaluate_all("cells => cells.forEach(cell => cell.classList.add('former'))")
    page.goto(page.url.partition("#")[0] + "#p=" + puzzle + more)
    expect_marked(page, "former", 0)
    expect_marked(page, "cell", len(nn.parse(puzzle).givens.cells))


def solution(puzzle: str) -> str:
    found = nn.solve(puzzle).solution
    assert found is not None
    return found.cells


def has_blank_background(puzzle: str) -> bool:
    return nn.parse(puzzle).row_clues is not None


def wanted(puzzle: str) -> list[tuple[int, str]]:
    """The cells to put in: where the background is blank, the filled ones are enough."""
    givens = nn.parse(puzzle).givens.cells
    blank = has_blank_background(puzzle)
    return [
        (number, symbol)
        for number, (symbol, given) in enumerate(zip(solution(puzzle), givens, strict=True))
        if given == "." and not (blank and symbol == "0")
    ]


def button_for(puzzle: str, symbol: str) -> Literal["left", "right"]:
    """A left click puts in the first symbol, a right click the last."""
    return "left" if (symbol == "1") == has_blank_background(puzzle) else "right"


def cell(page: Page, number: int) -> Locator:
    return page.locator(GRID).nth(number)


def marked(page: Page, name: str) -> int:
    """How many cells are marked so."""
    return page.locator(f"{GRID}.{name}").count()


def expect_marked(page: Page, name: str, number: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator(f"{GRID}.{name}")).to_have_count(number)


def ask_for_hint(page: Page, strength: int = 4) -> None:
    """Press the key for hints until one of this strength is shown.

    Every press waits for its answer: the next one would give it up.
    """
    for number in range(strength):
        page.keyboard.press("h")
        page.locator(".strengths button").nth(number).and_(
            page.locator("[aria-pressed=true]")
        ).wait_for()


def open_drawer(page: Page, section: str = "") -> None:
    """Open the drawer, and one of its sections."""
    if not page.locator(".sheet.open").count():
        page.click(".act.more")
    if section and page.locator(f".sheet .section.{section}").get_attribute("open") is None:
        page.locator(f".sheet .section.{section} summary").click()


def open_start(page: Page, section: str = "") -> None:
    """Go where playing starts, and open one of the sections there."""
    page.evaluate("location.hash = 'start'")
    page.locator(".start .choice.kind").first.wait_for()
    if section and page.locator(f".start .section.{section}").get_attribute("open") is None:
        page.locator(f".start .section.{section} > summary").click()


def expect_text(page: Page, text: str) -> None:
    page.get_by_text(text).first.wait_for()


def grid(page: Page) -> str:
    """What stands in the cells."""
    return str(
        page.locator(GRID).evaluate_all(
            """cells => cells.map(c => c.matches('.ghost') ? '.' : c.matches('.v1') ? '0'
               : c.matches('.v2') ? '1' : '.').join('')"""
        )
    )


def expect_message(page: Page, text: str) -> None:
    """What is told below the grid has this in it, at once or when it was asked for."""
    from playwright.sync_api import expect

    expect(page.locator(".play .message")).to_contain_text(text)


def follow_copies(page: Page) -> Callable[[], str]:
    """What is copied, instead of going to the clipboard; waits for it."""
    page.evaluate(
        """() => { navigator.clipboard.writeText = async text => {
        document.body.dataset.copied = text; }; }"""
    )

    def copied() -> str:
        page.wait_for_selector("body[data-copied]")
        text = str(page.evaluate("document.body.dataset.copied"))
        page.evaluate("delete document.body.dataset.copied")
        return text

    return copied
