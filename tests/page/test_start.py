"""Where playing starts: today's puzzles, games to continue, a new puzzle in three taps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pages import (
    BINAIRO,
    GRID,
    NONOGRAM,
    PHONE,
    TANGO,
    OpenPage,
    button_for,
    cell,
    expect_held,
    expect_marked,
    expect_message,
    expect_text,
    hold,
    open_start,
    wanted,
)

pytestmark = pytest.mark.slow

NOON = "2026-11-18T12:00:00"
KEEP = "([name, value]) => localStorage.setItem(`nonairo 1 / ${name}`, JSON.stringify(value))"
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


def solve(page: Page, puzzle: str) -> None:
    for number, symbol in wanted(puzzle):
        cell(page, number).click(button=button_for(puzzle, symbol))
    expect_message(page, "Solved")


def name(page: Page) -> str:
    return page.locator(".play .puzzle-name").inner_text()


@pytest.mark.parametrize(("kind", "size"), [("tango", "6×6"), ("nonogram", "15×15")])  # noqa: RUF001
def test_three_taps_make_a_new_puzzle_on_a_phone(open_page: OpenPage, kind: str, size: str) -> None:
    page = open_page(**PHONE)
    page.locator(f".choice.kind[data-kind={kind}]").tap()
    page.locator(".start-rules .thumb").nth(1).wait_for()  # empty and solved
    assert page.locator(".start-rules p").count() >= 2
    page.locator(".chip", has_text=size).tap()
    page.locator(".chip", has_text="Easy").tap()
    page.locator(".play .viewport .cell").first.wait_for()
    assert name(page).startswith(f"{kind.capitalize()} {size}")
    assert name(page).endswith("Easy")
    page.go_back()
    page.locator(".start .choice.kind").first.wait_for()
    assert page.evaluate(OVERFLOW) <= 0


def test_todays_puzzles_are_one_tap_away_and_marked_when_solved(open_page: OpenPage) -> None:
    page = open_page(now=NOON)
    expect(page.locator(".choice.day")).to_have_count(5)
    page.click(".choice.day[data-kind=tango]")
    page.locator(".play .viewport .cell").first.wait_for()
    assert name(page).startswith("Tango 6")
    solve(page, page.url.partition("#p=")[2])
    page.click(".to-start")
    expect(page.locator(".choice.day.done strong")).to_have_text("Tango")
    today = page.locator(".day-cell.solved")
    expect(today).to_have_attribute("aria-current", "date")
    expect(page.locator(".streak")).to_have_text("1 day in a row")
    assert page.locator(".solved-table tbody tr").count() == 1
    page.locator(".day-cell:not([disabled])").first.click()  # the puzzles of another day
    expect(page.locator(".start-today h2")).to_contain_text("Puzzles of")


def test_after_the_last_day_it_says_which_days_there_are(open_page: OpenPage) -> None:
    page = open_page(now="2028-01-01T12:00:00")
    expect(page.locator(".start-today .none")).to_contain_text("2027-12-31")


def test_the_last_of_two_days_that_were_chosen_is_shown(open_page: OpenPage) -> None:
    page = open_page(now=NOON)
    expect(page.locator(".choice.day")).to_have_count(5)
    page.evaluate("document.querySelectorAll('.day-cell:not([disabled])').forEach(d => d.click())")
    expect(page.locator(".start-today h2")).to_contain_text("Today")
    page.wait_for_load_state("networkidle")
    page.locator(".choice.day").first.click()
    page.locator(".play .viewport .cell").first.wait_for()
    chosen = page.url.partition("#p=")[2]
    open_start(page)
    page.reload()
    page.locator(".choice.day").first.click()
    page.locator(".play .viewport .cell").first.wait_for()
    assert page.url.partition("#p=")[2] == chosen


def test_days_in_a_row_are_counted_up_to_today_or_yesterday(open_page: OpenPage) -> None:
    page = open_page(now=NOON)
    days = ["2026-11-17", "2026-11-16", "2026-11-14"]
    page.evaluate(KEEP, ["record", {"days": dict.fromkeys(days, 1), "kinds": {}}])
    page.reload()
    expect(page.locator(".streak")).to_have_text("2 days in a row")


@pytest.mark.parametrize("now", ["2026-03-30T00:30:00+02:00", "2026-10-25T23:30:00+01:00"])
def test_a_day_of_23_or_25_hours_breaks_no_row(open_page: OpenPage, now: str) -> None:
    page = open_page(now=now, timezone_id="Europe/Berlin")
    days = ["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-23", "2026-10-24", "2026-10-25"]
    page.evaluate(KEEP, ["record", {"days": dict.fromkeys(days, 1), "kinds": {}}])
    page.reload()
    expect(page.locator(".streak")).to_have_text("3 days in a row")


def test_a_game_that_is_not_finished_can_be_continued(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    page.click(".to-start")
    going = page.locator(".choice.going")
    expect(going).to_contain_text("Binairo 6")
    going.click()
    expect_marked(page, "v1:not(.given)", 1)
    page.click("#tab-play")  # pressed in the game: back to the start
    expect(page.locator(".choice.going")).to_have_count(1)
    page.click("#tab-learn")
    page.click("#tab-play")  # from elsewhere: to the game
    assert page.locator(".play .viewport").is_visible()


@pytest.mark.parametrize("kind", ["binairo", "nonogram", "kakurasu", "trinairo", "tango"])
def test_five_guided_moves_end_in_a_solved_puzzle(open_page: OpenPage, kind: str) -> None:
    page = open_page()
    page.click(f".choice.kind[data-kind={kind}]")
    page.click(".guide")
    expect_message(page, "Move 1 of 5")
    framed = page.locator(".play .cell.effect")
    first = int(framed.first.evaluate("cell => cell.number"))
    for _ in range(3):  # one of the values is wrong
        cell(page, first).click()
        if "Not yet" in page.locator(".play .message").inner_text():
            break
    for _ in range(5):
        if page.locator(".message.guide").count():
            page.get_by_role("button", name="Do it for me").click()
    expect_message(page, "Solved")
    assert page.locator(".play .cell.effect").count() == 0
    open_start(page)
    assert page.locator(".streak").inner_text().startswith("Solve a puzzle")  # it does not count
    page.click(f".choice.kind[data-kind={kind}]")
    expect(page.locator("button.guide")).to_have_text("Five guided moves")


def test_guided_moves_leave_a_finished_game_as_it_is(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    id_ = page.url.partition("#p=")[2]
    solve(page, id_)
    read = f"Object.entries(localStorage).find(([key]) => key.includes({f'game:{id_}'!r}))[1]"
    before = page.evaluate(read)
    page.evaluate(
        """async (id) => { const { app } = await import(new URL("js/app.js", location.href).href);
        await app.openText(id, { guide: true }); }""",
        id_,
    )
    expect_message(page, "Move 1 of 5")
    page.get_by_role("button", name="Do it for me").click()
    expect_message(page, "Move 2 of 5")
    assert page.evaluate(f"JSON.parse({read}).done") is True
    assert page.evaluate(f"JSON.parse({read}).cells") == page.evaluate(
        "s => JSON.parse(s).cells", before
    )


def test_a_new_puzzle_that_takes_long_can_be_stopped(open_page: OpenPage) -> None:
    page = open_page()
    held = hold(page, "generate")
    page.click(".choice.kind[data-kind=binairo]")
    page.locator(".chip", has_text="6×6").click()  # noqa: RUF001
    page.locator(".chip", has_text="Starter").click()
    expect_held(page, held, 1)
    page.locator(".start-status .stop").click()
    expect(page.locator(".start-status")).to_have_text("")
    assert page.locator(".play .viewport").count() == 0


def test_a_link_that_is_asked_about_shows_that_it_is_read(open_page: OpenPage) -> None:
    page = open_page()
    held = hold(page, "describe")
    page.evaluate("location.hash = 'p=fillapix:1.4.1/.6.../..52./4...2/..32.'")
    expect_held(page, held, 1)
    expect(page.locator("#toasts .waiting-line")).to_contain_text("Opening the puzzle")
    page.locator("#toasts .stop").click()
    expect(page.locator("#toasts .waiting-line")).to_have_count(0)


def test_the_finish_is_painted_and_not_with_reduced_motion(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, more="&n=Heart")
    page.evaluate(
        """() => new MutationObserver(() => {
        window.celebrated ||= Boolean(document.querySelector('.stage.celebrating')); })
        .observe(document.querySelector('.stage'), {attributeFilter: ['class']})"""
    )
    solve(page, NONOGRAM)
    page.wait_for_function("window.celebrated")
    waves = page.locator(GRID).evaluate_all(
        "cells => cells.map(c => parseFloat(c.style.getPropertyValue('--wave')))"
    )
    assert waves == sorted(waves)  # row by row
    assert 0 == waves[0] < waves[-1] <= 1
    expect(page.locator(".play .tool").first).to_be_hidden()
    expect(page.locator(".message .picture-title")).to_have_text("Heart")
    expect(page.locator(".figures")).to_contain_text("day in a row")
    expect(page.locator(".stage.celebrating")).to_have_count(0)
    page.get_by_role("button", name="Continue editing").click()
    assert page.locator(".play .tool").first.is_visible()

    still = open_page(NONOGRAM, reduced_motion="reduce")
    solve(still, NONOGRAM)
    assert still.locator(".stage.celebrating").count() == 0


SHIFTS = """() => new Promise((done) => { let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => {
    if (!each.hadRecentInput) sum += each.value; }))
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 1000); })"""


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desk", "phone"])
def test_nothing_jumps_while_the_page_opens(open_page: OpenPage, window: dict[str, Any]) -> None:
    page = open_page(BINAIRO, **window)
    assert page.evaluate(SHIFTS) < 0.02
    cell(page, 1).click()
    page.goto(page.url.partition("#")[0] + "?again")
    page.locator(".start-honours .calendar").wait_for()
    assert page.evaluate(SHIFTS) < 0.02


def test_a_small_grid_and_what_is_beside_it_stand_together(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, viewport={"width": 1440, "height": 900})
    boxes = [
        page.locator(where).bounding_box() for where in (".play .stage .board", ".play > .title")
    ]
    board, side = boxes
    assert board is not None
    assert side is not None
    beside = side["x"] - (board["x"] + board["width"])
    assert 0 <= beside < 100
    left, right = board["x"], 1440 - (side["x"] + side["width"])
    assert abs(left - right) < 120  # in the middle as one


def test_other_tabs_do_without_a_game_or_open_one(open_page: OpenPage) -> None:
    page = open_page()
    page.click("#tab-make")
    page.locator(".make .viewport .cell").first.wait_for()
    assert not page.locator(".edit-open").is_visible()
    page.click("#tab-gallery")
    page.locator(".gallery-card").first.wait_for()
    page.click("#tab-play")
    assert page.locator(".start .choice.kind").first.is_visible()
    page.click("#tab-learn")
    page.locator(".learn .step").first.wait_for()  # of an example
    page.click("#tab-play")
    page.locator(".play .viewport .cell").first.wait_for()


@pytest.mark.parametrize("tab", ["nonsense", "__proto__"])
def test_an_unknown_tab_is_the_start(open_page: OpenPage, tab: str) -> None:
    page = open_page("", f"#{tab}")
    page.locator(".start .choice.kind").first.wait_for()
    assert page.evaluate("location.hash") == "#start"


def test_a_tab_without_a_game_keeps_its_address(open_page: OpenPage) -> None:
    page = open_page()
    page.evaluate("location.hash = '#type'")
    for _ in range(3):
        page.locator("#panel-type").wait_for()
        assert page.evaluate("location.hash") == "#type"
        page.reload()


def test_the_open_game_comes_back_into_the_address(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.locator(".play .viewport .cell").first.wait_for()
    open_start(page)
    page.click("#tab-gallery")
    page.locator(".gallery-card").first.wait_for()
    page.click("#tab-play")
    page.locator(".play .viewport .cell").first.wait_for()
    page.wait_for_function("id => location.hash.includes(id)", arg=BINAIRO.partition(":")[2])


def test_it_can_be_installed(open_page: OpenPage) -> None:
    page = open_page()
    found = page.evaluate(
        """async () => { const link = document.querySelector('link[rel=manifest]').href;
        const answer = await fetch(link);
        const told = await answer.json();
        const icons = await Promise.all(told.icons.map(async ({src}) =>
          (await fetch(new URL(src, link))).headers.get('content-type')));
        return [answer.headers.get('content-type'), told.start_url, icons]; }"""
    )
    assert found[:2] == ["application/manifest+json", "./"]
    assert set(found[2]) == {"image/svg+xml", "image/png"}


def test_a_damaged_record_harms_nothing(open_page: OpenPage) -> None:
    page = open_page()
    damages: tuple[object, ...] = ([], "x", {"days": 3}, {"days": {}, "kinds": {"a": 1}})
    for damage in damages:
        page.evaluate(KEEP, ["record", damage])
        page.reload()
        page.locator(".start .choice.kind").first.wait_for()
        expect(page.locator(".streak")).to_contain_text("Solve a puzzle today")
    expect_text(page, "New puzzle")
