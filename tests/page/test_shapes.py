"""Windows of every shape: nothing is cut, and what a hint speaks of is in view beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import nonairo as nn
from pages import (
    BINAIRO,
    NONOGRAM,
    OpenPage,
    ask_for_hint,
    cell,
    expect_text,
    go_to,
    open_drawer,
    wanted,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

SIZES = (
    (320, 568),
    (360, 740),
    (390, 780),
    (740, 360),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
    (320, 256),  # 1280 x 1024 enlarged four times
)
LARGE = nn.generate_nonogram(25, seed=4).id
COLOURED = (
    "nonogram@a=000000+b=e6194b+c=3cb44b:5b,2a/5b,2a/5b,1c/1a,4b,1c,1a,2a/3a,2c,3a/1b,2a,2c,3b"
    "/1b,1a,2c,2b/1b,1a,2a,2b,2c/2a,1a,2b,3c/2a,1c,1c,1a/1a,2a/2c,2a;2b,2a,3b,3a/4b,6a/4b,2a"
    "/4b,3c/4b,3c,2a/2a,1b,1c,1a/2a,1c/1a,1b/2b,1c,1c/1a,1b,1b,1c,1c/2a,2b,3c,2a/2a,2b,2c,3a"
)
TALL = nn.generate_nonogram((50, 40), seed=3).id
LOW = ((320, 256), (195, 422), (320, 640), (640, 360), (640, 400), (740, 360), (844, 390))
# Whether the middle of what is marked can be seen: nothing else lies above it there.
SEEN = """() => [...document.querySelectorAll('.play .viewport :is(.effect, .wrong)')].slice(0, 1)
  .map((cell) => { const box = cell.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(top && cell.contains(top)); })"""


@pytest.mark.parametrize("puzzle", [BINAIRO, LARGE])
def test_a_hint_is_docked_and_its_cells_are_in_view(open_page: OpenPage, puzzle: str) -> None:
    page = open_page(puzzle)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("Escape")
        ask_for_hint(page)
        page.wait_for_function(f"({SEEN})().every(Boolean)", timeout=10_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)
        boxes = page.locator(".play :is(.message, .tools, .actions, .stage)").evaluate_all(
            "all => all.map(e => { const b = e.getBoundingClientRect();"
            " return [b.left, b.top, b.right, b.bottom]; })"
        )
        overlaps = [
            (one, other)
            for k, one in enumerate(boxes)
            for other in boxes[:k]
            if min(one[2], other[2]) - max(one[0], other[0]) > 1
            and min(one[3], other[3]) - max(one[1], other[1]) > 1
        ]
        assert not overlaps, (width, height)
        if height > 300:
            smallest = page.locator(".play .viewport .board").evaluate(
                "board => board.querySelector('.cell').offsetWidth"
            )
            assert smallest >= 12


def test_a_large_grid_fits_and_its_finished_picture_is_shown_whole(open_page: OpenPage) -> None:
    page = open_page()
    go_to(page, LARGE)
    inside = """() => {
      const [board, stage] = ['board', 'stage'].map((name) =>
        document.querySelector(`.play .${name}`).getBoundingClientRect());
      return board.right <= stage.right + 1 && board.bottom <= stage.bottom + 1; }"""
    assert page.evaluate(inside)
    page.set_viewport_size({"width": 320, "height": 480})
    page.wait_for_function("() => document.querySelector('.play .board .cell').offsetWidth === 16")
    last, *rest = [number for number, symbol in wanted(LARGE) if symbol == "1"]
    grid = "".join("1" if k in rest else "." for k in range(25 * 25))
    page.goto(page.url.partition("#")[0] + f"#p={LARGE}&g={grid}")
    page.wait_for_function(
        "n => document.querySelectorAll('.play .viewport .v2').length === n", arg=len(rest)
    )
    cell(page, last).click()
    page.locator(".message.done").wait_for()
    page.wait_for_function(inside)
    page.set_viewport_size({"width": 321, "height": 420})
    page.wait_for_function(inside)


def test_no_tab_is_wider_than_the_smallest_window(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.set_viewport_size({"width": 320, "height": 568})
    wide = """() => [...document.querySelectorAll('main button, main select, main input, .top *')]
      .filter((each) => each.checkVisibility()
        && each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => each.className || each.textContent)"""
    for tab in ("learn", "watch", "make", "play"):
        page.click(f"#tab-{tab}")
        page.locator(f".tab.{tab} .viewport .cell").first.wait_for()
        assert page.evaluate(wide) == [], tab
        if tab == "watch":
            page.locator(".watch .engine-options summary").first.click()
            page.locator(".watch .option-order").first.wait_for()
            assert page.evaluate(wide) == []


# What cannot be pressed: cut at a side, flattened, or outside of a page that does not scroll.
CUT = """() => {
  const play = document.querySelector('.play');
  const scrolls = getComputedStyle(play).overflowY === 'auto';
  const all = '.top :is(button, select), .play > :not(.sheet) button';
  const shown = [...document.querySelectorAll(all)].filter((each) => each.offsetParent);
  return shown.filter((each) => {
    const box = each.getBoundingClientRect();
    const row = each.closest('.tools, .actions, .message')?.getBoundingClientRect();
    return box.left < -1 || box.right > innerWidth + 1 || box.height < 24
      || (box.bottom > innerHeight + 1 && !scrolls) || (row && row.height < 36);
  }).map((each) => each.textContent); }"""
# Whether all of an element is within the window and within what it scrolls in.
IN_VIEW = """each => { const box = each.getBoundingClientRect();
  const round = (each.closest('.message') ?? document.documentElement).getBoundingClientRect();
  return box.top >= round.top - 1 && box.bottom <= Math.min(round.bottom, innerHeight) + 1; }"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def test_low_and_narrow_windows_cut_nothing(open_page: OpenPage) -> None:
    page = open_page(COLOURED)
    for width, height in LOW:
        resize(page, width, height)
        assert page.evaluate(CUT) == [], (width, height)
        ask_for_hint(page)
        assert page.evaluate(CUT) == [], (width, height)
        assert page.locator(".play .message").evaluate("m => m.offsetHeight") > 80, (width, height)
        page.wait_for_function(f"({SEEN})().every(Boolean)", timeout=10_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width > 240 and height > 300:
            assert page.get_by_role("button", name="Apply").evaluate(IN_VIEW), (width, height)
        if width > 600:  # beside each other: the palette and the buttons stay, too
            for each in page.locator(".play > :is(.tools, .actions) > button:visible").all():
                assert each.evaluate(IN_VIEW), (width, height)
        page.keyboard.press("Escape")


LINE_SEEN = """() => [...document.querySelectorAll('.play .viewport .cell.line')].some((cell) => {
  const box = cell.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell; })"""


def test_weaker_hints_scroll_to_their_line(open_page: OpenPage) -> None:
    page = open_page(TALL)
    for width, height in ((320, 640), (740, 360)):
        resize(page, width, height)
        page.keyboard.press("h")
        for strength in range(3):
            for corner in (0, 2000):  # one of them is away from the line
                port = page.locator(".play .viewport")
                port.evaluate("(port, corner) => port.scrollTo(corner, corner)", corner)
                button = page.locator(".strengths button").nth(strength)
                with page.expect_response("**/api/hint"):
                    button.click()
                page.wait_for_function(LINE_SEEN, timeout=10_000)
        page.keyboard.press("Escape")


def test_the_sheet_takes_the_focus_and_gives_way_to_what_is_said(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    resize(page, 390, 844)
    more, sheet = page.locator(".act.more"), page.locator(".sheet")
    page.wait_for_function(
        "() => getComputedStyle(document.querySelector('.sheet')).visibility === 'hidden'"
    )
    more.click()
    assert page.evaluate("document.activeElement.matches('.sheet-close')")
    assert page.locator(".redo-here").is_disabled()
    sheet.locator(".suppose").click()
    page.locator(".sheet:not(.open)").wait_for(state="attached")
    keep = page.locator(".keep")
    assert keep.evaluate(IN_VIEW)
    cell(page, 1).click()
    keep.click()
    page.keyboard.press("Control+z")
    more.click()
    assert page.locator(".redo-here").is_enabled()
    sheet.locator(".guess-free").click()
    expect_text(page, "without guessing")
    page.locator(".sheet:not(.open)").wait_for(state="attached")  # in the next frame, perhaps
    assert page.locator(".play .message p").evaluate(IN_VIEW)


def test_toasts_cover_neither_the_grid_nor_what_is_played_with(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, allow="400 (Bad Request)")
    address = page.url.partition("#")[0]
    covered = """() => { const toast = document.querySelector('.toast').getBoundingClientRect();
      const used = document.querySelectorAll('.play :is(.stage, .actions, .tools), .top');
      return [...used].filter((each) => {
        const box = each.getBoundingClientRect();
        return Math.min(box.right, toast.right) - Math.max(box.left, toast.left) > 1
          && Math.min(box.bottom, toast.bottom) - Math.max(box.top, toast.top) > 1;
      }).map((each) => each.className); }"""
    for number, (width, height) in enumerate(
        ((320, 640), (390, 844), (640, 400), (740, 360), (768, 1024), (1280, 800))
    ):
        resize(page, width, height)
        page.goto(f"{address}#p=nonsense{number}")
        page.locator(".toast", has_text=f"nonsense{number}").wait_for()
        assert page.locator(".toast").count() == 1  # the former one was about another link
        assert page.evaluate(covered) == [], (width, height)
    resize(page, 320, 256)
    assert page.locator(".play .stage").evaluate("stage => stage.offsetHeight") > 90


def test_watch_shows_its_grid_on_a_phone_that_lies_on_its_side(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, viewport={"width": 740, "height": 360})
    page.click("#tab-watch")
    board = page.locator(".watch .viewport .board").first
    board.wait_for()
    assert board.evaluate(IN_VIEW)
    assert board.evaluate("board => board.querySelector('.cell').offsetWidth") >= 12
    assert not page.locator(".watch .options").first.is_visible()


# Numbers of clues that lie over those of the next line.
CROWDED = """() => { const found = [];
  for (const [side, from, to] of [['col', 'left', 'right'], ['row', 'top', 'bottom']]) {
    const last = [...document.querySelectorAll(`.play .viewport .head.${side} > span:last-child`)]
      .map((each) => { const text = document.createRange();
        text.selectNodeContents(each);
        return text.getBoundingClientRect(); });
    last.forEach((box, k) => k && box[from] < last[k - 1][to] - 0.5 && found.push([side, k]));
  }
  return found; }"""


def test_small_cells_have_small_clues_and_a_picture_needs_none(open_page: OpenPage) -> None:
    page = open_page(TALL)
    resize(page, 390, 700)
    board = page.locator(".play .viewport .board")
    inside = """board => { const [own, stage] = [board, board.closest('.stage')]
      .map((each) => each.getBoundingClientRect());
      return own.right <= stage.right + 1 && own.bottom <= stage.bottom + 1; }"""
    page.keyboard.press("f")
    assert board.evaluate(inside)  # all of it
    for _ in range(4):
        assert page.evaluate(CROWDED) == []
        page.keyboard.press("+")
    last, *rest = [number for number, symbol in wanted(TALL) if symbol == "1"]
    grid = "".join("1" if k in rest else "." for k in range(40 * 50))
    go_to(page, TALL, f"&g={grid}")
    clue = page.locator(".play .head.row span").first
    cell(page, last).click()
    page.locator(".message.done").wait_for()
    assert board.evaluate(inside)
    assert not clue.is_visible()
    page.keyboard.press("Control+z")  # played on, with clues
    clue.wait_for()
    assert board.evaluate("board => board.querySelector('.cell').offsetWidth") >= 16


def test_clues_are_as_large_as_the_font_that_was_chosen(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    size = "head => parseFloat(getComputedStyle(head).fontSize)"
    head = page.locator(".play .head.row").first
    assert head.evaluate(size) > 17  # beside cells as large as these
    resize(page, 700, 380)
    assert head.evaluate(size) == 17
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    resize(page, 690, 380)
    assert head.evaluate(size) > 20


def test_the_crosshair_reaches_both_clues_and_stays_out_of_others(open_page: OpenPage) -> None:
    page = open_page(LARGE)
    cell(page, 24).focus()
    for _ in range(6):
        page.keyboard.press("+")
    seen = """cell => { const box = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(box.x + 9, box.y + 9)); }"""
    assert cell(page, 24).evaluate(seen)  # keys go on from there
    page.locator(".play .viewport").evaluate("port => port.scrollTo(0, 0)")
    cell(page, 28).hover()
    pointed = page.locator(".play .head.pointed")
    assert pointed.count() == 2
    port = page.locator(".play .viewport")
    port.evaluate("port => { port.scrollLeft = 150; }")
    above = """() => { const head = document.querySelectorAll('.play .head.row')[1];
      const bar = document.querySelector('.play .bar-col');
      const frame = bar.closest('.frame');
      const layer = (each) => Number(getComputedStyle(each).zIndex);
      const bottom = (each) => each.getBoundingClientRect().bottom;
      return [layer(head) > layer(frame), bottom(bar) <= bottom(frame)]; }"""
    assert page.evaluate(above) == [True, True]


def test_the_ring_of_keys_is_whole_in_the_last_corner(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 0).focus()
    page.keyboard.press("Control+End")
    last = cell(page, 24)
    last.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    layers = last.evaluate(
        """cell => [cell, cell.closest('.board').querySelector('.frame')]
        .map((each) => Number(getComputedStyle(each).zIndex))"""
    )
    assert layers[0] > layers[1]


def test_a_stroke_at_the_edge_takes_the_grid_along(open_page: OpenPage) -> None:
    page = open_page(LARGE)
    for _ in range(3):
        page.keyboard.press("+")
    port = page.locator(".play .viewport")
    port.evaluate("port => port.scrollTo(0, 0)")
    box = port.bounding_box()
    first = cell(page, 0).bounding_box()
    assert box is not None
    assert first is not None
    start = first["x"] + first["width"] / 2, first["y"] + first["height"] / 2
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + first["width"], start[1])
    page.mouse.move(box["x"] + box["width"] - 12, start[1])  # and stays there
    page.locator(".play .row:nth-child(2) .cell.v2").nth(24).wait_for()  # all of row 1
    # Back: what was too much is taken back, and the grid comes along.
    page.mouse.move(first["x"] + 8, start[1])
    page.wait_for_function("port => port.scrollLeft === 0", arg=port.element_handle())
    page.mouse.up()
    assert page.locator(".play .viewport .cell.v2").count() <= 2


@pytest.mark.parametrize("puzzle", [BINAIRO, COLOURED])
def test_what_is_beside_the_grid_can_be_scrolled_to(open_page: OpenPage, puzzle: str) -> None:
    page = open_page(puzzle)
    for width, height in ((700, 560), (900, 550), (1280, 640), (1280, 800)):
        resize(page, width, height)
        cell(page, 1).click()
        page.evaluate("long => document.querySelector('#live').dataset.long = long", "word " * 400)
        ask_for_hint(page)
        for long in (False, True):
            if long:  # as some chains are
                page.locator(".play .message p").first.evaluate(
                    "(p) => p.append(document.querySelector('#live').dataset.long)"
                )
            open_drawer(page)
            for name in (".play .message .buttons button", ".play .sheet summary"):
                last = page.locator(name).last
                last.scroll_into_view_if_needed()
                assert last.evaluate(IN_WINDOW), (name, width, height, long)
            assert page.locator(".play .stage").evaluate(IN_WINDOW), (width, height, long)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.keyboard.press("Control+z")


# Whether the middle of an element can be seen, and all of it is within the window.
IN_WINDOW = """each => { const box = each.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return each.contains(top) && box.top >= -1 && box.bottom <= innerHeight + 1; }"""


def test_no_button_is_there_twice(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    for width, height in SIZES:
        resize(page, width, height)
        more = page.locator(".act.more")
        if more.is_visible():
            more.click()
        for name in ("Fit", "Redo"):
            button = page.locator(".play").get_by_role("button", name=name, exact=True)
            assert button.count() == 1, (name, width, height)
        page.keyboard.press("Escape")


def test_a_small_phone_has_all_tools_in_one_row(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    resize(page, 320, 568)
    ask_for_hint(page)
    tops = page.locator(".play .tool").evaluate_all(
        "all => new Set(all.map(each => each.getBoundingClientRect().top)).size"
    )
    assert tops == 1
    for each in page.locator(".play .actions button:visible").all():
        assert each.evaluate(IN_WINDOW)


def test_the_conclusion_is_not_under_the_buttons(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    for number in (1, 2):
        cell(page, number).click()  # the second one is wrong
    for width, height in ((740, 360), (844, 390), (320, 568)):
        resize(page, width, height)
        ask_for_hint(page)
        gap = """message => message.querySelector('.buttons').getBoundingClientRect().top
          - message.querySelector('p').getBoundingClientRect().bottom"""
        assert page.locator(".play .message").evaluate(gap) >= -1, (width, height)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("look", ["digits", "letters", "discs", "sky"])
def test_the_legend_of_what_is_left_is_whole(open_page: OpenPage, look: str) -> None:
    page = open_page(BINAIRO)
    open_drawer(page, "settings")
    page.select_option("select.symbols", look)
    cut = """corner => { const box = corner.getBoundingClientRect();
      return [...corner.children].filter((each) => { const own = each.getBoundingClientRect();
        return own.top < box.top || own.left < box.left || own.right > box.right; }).length; }"""
    for width, height in SIZES[:-1]:
        resize(page, width, height)
        assert page.locator(".play .corner").evaluate(cut) == 0, (width, height)


def test_a_finished_picture_has_no_crosshair(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    bars = page.locator(".play :is(.bar-row, .bar-col)")
    for number, _ in wanted(NONOGRAM):
        cell(page, number).click()
    page.locator(".message.done").wait_for()
    cell(page, 0).hover()
    assert not bars.first.is_visible()
    page.get_by_role("button", name="Continue editing").click()
    cell(page, 1).hover()
    assert bars.first.is_visible()


def test_watch_has_a_grid_to_look_at_on_a_small_phone(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    resize(page, 320, 568)
    page.click("#tab-watch")
    page.locator(".watch .legend").first.wait_for()
    board = page.locator(".watch .viewport .board").first
    assert board.evaluate("board => board.querySelector('.cell').offsetWidth") >= 18
    page.locator(".watch .step-play").scroll_into_view_if_needed()
    assert page.locator(".watch .step-play").evaluate(IN_WINDOW)
    assert board.evaluate(IN_WINDOW)
