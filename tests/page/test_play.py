"""Playing to the end by mouse, keyboard and touch, and what goes with it."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Route, expect

import nonairo as nn
from nonairo.answers import answer
from nonairo.kinds import KINDS
from pages import (
    ALL,
    BINAIRO,
    CUP,
    KAKURASU,
    NONOGRAM,
    PHONE,
    TANGO,
    THREE,
    OpenPage,
    button_for,
    cell,
    expect_held,
    expect_marked,
    expect_message,
    expect_text,
    follow_copies,
    go_to,
    grid,
    hold,
    marked,
    open_drawer,
    solution,
    wanted,
)

pytestmark = pytest.mark.slow

UNRULY = "binairo@no-distinct:1..0../..00.1/.00..1/....../00.1../.1..00"
EVERY = (*ALL, CUP, TANGO, UNRULY, THREE, KINDS["mosaic"].example)  # kinds, presets, colours


def test_puzzles_are_solved_by_mouse(open_page: OpenPage) -> None:
    page = open_page()
    for puzzle in ALL:
        go_to(page, puzzle)
        for number, symbol in wanted(puzzle):
            cell(page, number).click(button=button_for(puzzle, symbol))
        expect_message(page, "Solved")


def test_puzzles_of_every_kind_are_solved_by_keyboard(open_page: OpenPage) -> None:
    page = open_page()
    for puzzle in EVERY:
        go_to(page, puzzle)
        width = nn.parse(puzzle).width
        cell(page, 0).focus()
        here = 0
        for number, symbol in wanted(puzzle):
            while here // width < number // width:
                page.keyboard.press("ArrowDown")
                here += width
            steps = number - here
            for _ in range(abs(steps)):
                page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
            here = number
            page.keyboard.press(symbol)
        expect_message(page, "Solved")


def test_puzzles_of_every_kind_are_solved_by_touch_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    for puzzle in EVERY:
        go_to(page, puzzle)
        for symbol in nn.parse(puzzle).symbols:
            page.locator(f".tool[data-tool='{int(symbol) + 1}']").tap()
            for number, which in wanted(puzzle):
                if which == symbol:
                    cell(page, number).tap()
        expect_message(page, "Solved")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_clicks_go_round_and_givens_stay(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    for wanted_ in "01.":
        cell(page, 1).click()
        assert grid(page)[1] == wanted_
    for wanted_ in "10.":
        cell(page, 1).click(button="right")
        assert grid(page)[1] == wanted_
    cell(page, 1).click()
    cell(page, 1).click(button="middle")
    assert grid(page)[1] == "."
    cell(page, 0).click()
    assert grid(page)[0] == "1"


def test_a_drag_paints_one_line_over_free_cells_and_counts(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 12).click(button="right")  # a cross, which stays
    first, last = cell(page, 10).bounding_box(), cell(page, 24).bounding_box()
    assert first
    assert last
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(first["x"] + first["width"] + 9, first["y"] + 9)
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=4)
    assert page.locator(".run-length").inner_text() == "2"
    page.mouse.up()
    assert grid(page) == "." * 10 + "11011" + "." * 10
    page.keyboard.press("Control+z")
    assert grid(page) == "." * 12 + "0" + "." * 12


def test_a_drag_that_overshoots_is_taken_back_by_moving_back(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)

    def over(number: int) -> None:
        box = cell(page, number).bounding_box()
        assert box
        page.mouse.move(box["x"] + 9, box["y"] + 9, steps=3)

    over(10)
    page.mouse.down()
    over(14)
    assert page.locator(".run-length").inner_text() == "5"
    over(12)
    assert page.locator(".run-length").inner_text() == "3"
    assert grid(page)[10:15] == "111.."
    over(10)
    over(20)  # back at the start it may take the other way
    page.mouse.up()
    assert grid(page) == "." * 10 + "1....1....1...."[:15]
    page.keyboard.press("Control+z")
    assert grid(page) == "." * 25


def test_what_is_no_longer_true_is_no_longer_said(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click(".act.check")
    expect_message(page, "No mistakes so far")
    wrong = [k for k, symbol in enumerate(BINAIRO[8:].replace("/", "")) if symbol == "."][:3]
    for number in wrong:
        symbol = solution(BINAIRO)[number]
        cell(page, number).click(button="right" if symbol == "0" else "left")
    expect(page.locator(".play .message")).to_be_hidden()
    page.click(".act.check")
    page.get_by_role("button", name="Show them").click()
    page.get_by_role("button", name="Why is it wrong?").click()
    expect(page.locator(".message.wrong")).to_contain_text("must be")
    page.get_by_role("button", name="Erase the mistakes").click()
    assert grid(page) == BINAIRO[8:].replace("/", "")


def test_a_check_takes_the_marks_of_a_hint_away(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click(".act.hint")
    page.locator(".strengths button").last.click()
    expect_message(page, "must be")
    assert marked(page, "effect") >= 1
    page.click(".act.check")
    expect_message(page, "No mistakes so far")
    assert marked(page, "effect") == 0


def test_a_forgotten_game_can_be_brought_back(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    go_to(page, NONOGRAM)
    cell(page, 1).click()
    games = page.locator(".games .go")
    expect(games).to_have_count(2)
    open_drawer(page, "games")
    page.get_by_role("button", name="Delete Binairo").click()
    expect(games).to_have_count(1)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(games).to_have_count(2)
    expect(page.locator(".games .this")).to_contain_text("4 %")  # it follows the game
    page.go_back()
    expect_marked(page, "cell", 36)  # the puzzle before


def test_another_like_it_is_a_button_beside_the_game(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    expect(page.locator(".puzzle-name")).to_contain_text("Tango 6")
    page.click(".another")
    page.wait_for_function("id => !location.hash.includes(id)", arg=TANGO)
    expect(page.locator(".puzzle-name")).to_contain_text("Tango 6")


def test_another_like_it_has_another_level_where_there_is_none_in_time(
    open_page: OpenPage,
) -> None:
    page = open_page(TANGO)
    name = page.locator(".puzzle-name")
    expect(name).to_contain_text("Extreme")

    def late(route: Route) -> None:
        if '"level"' in (route.request.post_data or ""):
            route.fulfill(json={"status": "unknown", "reason": "the limit of 8 s was reached"})
        else:
            route.continue_()

    page.route("**/api/generate", late)
    page.click(".another")
    expect_message(page, "No puzzle of level Extreme was found in time")
    page.wait_for_function("id => !location.hash.includes(id)", arg=TANGO)
    expect(name).to_contain_text("Tango 6")


def test_the_tab_is_kept_on_reload_and_learning_gives_no_best_time(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    page.click("#tab-learn")
    page.locator(".learn .steps li, .learn .list li").first.wait_for()
    page.reload()
    expect(page.locator("#tab-learn")).to_have_attribute("aria-selected", "true")
    page.locator(".learn .steps li, .learn .list li").first.wait_for()
    page.click("#tab-play")
    for number, symbol in wanted(NONOGRAM):
        cell(page, number).click(button=button_for(NONOGRAM, symbol))
    expect_message(page, "Solved")
    assert page.locator(".times .none").count() == 1


def test_keys_move_paint_clear_and_undo(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    cell(page, 0).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert grid(page)[:5] == "111.."
    page.keyboard.press("End")
    page.keyboard.press("x")
    assert grid(page)[:5] == "111.0"
    page.keyboard.press("Backspace")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    assert grid(page)[:5] == ".11.."
    for _ in range(5):
        page.keyboard.press("Control+z")
    assert grid(page)[:5] == "1...."
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    assert grid(page)[:5] == "111.."
    page.keyboard.press("?")
    assert "Space\nplay, pause" in page.locator("dialog").inner_text()
    assert page.locator("dialog").evaluate("d => d.scrollTop") == 0  # it begins at its beginning
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_a_cell_says_where_it_is_and_what_is_in_it(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    assert page.get_by_role("grid").count() == 1
    assert page.get_by_role("gridcell").count() == 25
    label = "row 1, column 2, undecided; row clue 1 1; column clue 4"
    assert cell(page, 1).get_attribute("aria-label") == label
    cell(page, 1).click()
    assert "column 2, filled;" in str(cell(page, 1).get_attribute("aria-label"))
    assert "row 1, column 2: filled" in page.locator("#live").inner_text()
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1


def test_a_long_press_and_a_touched_stroke(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, **PHONE)
    touch = """(finger) => {
      const cells = document.querySelectorAll('.play .viewport .cell');
      const at = cells[finger.cell].getBoundingClientRect();
      const target = finger.type === 'pointerdown' ? cells[finger.cell] : cells[0];
      target.dispatchEvent(new PointerEvent(finger.type, {pointerType: 'touch', pointerId: 1,
        clientX: at.x + 5, clientY: at.y + 5, bubbles: true, isPrimary: true}));
    }"""
    page.evaluate("Element.prototype.setPointerCapture = () => {}")
    page.evaluate(touch, {"type": "pointerdown", "cell": 0})
    expect_marked(page, "v1", 1)
    page.evaluate(touch, {"type": "pointerup", "cell": 0})
    for kind, number in (("down", 5), ("move", 6), ("move", 9), ("up", 9)):
        page.evaluate(touch, {"type": f"pointer{kind}", "cell": number})
    assert grid(page)[:10] == "0....11111"


def test_pinching_makes_cells_larger_and_clues_stay_pinned(open_page: OpenPage) -> None:
    puzzle = "nonogram:" + "/".join(["1"] * 25) + ";" + "/".join(["1"] * 25)
    page = open_page(puzzle, **PHONE)
    size = "parseInt(getComputedStyle(document.querySelector('.play .viewport .cell')).width)"
    before = page.evaluate(size)
    assert before == 16
    pinch = """() => {
      Element.prototype.setPointerCapture = () => {};
      const board = document.querySelector('.play .viewport .board');
      const send = (type, id, x) => board.dispatchEvent(new PointerEvent(type, {
        pointerType: 'touch', pointerId: id, clientX: x, clientY: 300, bubbles: true}));
      send('pointerdown', 1, 150); send('pointerdown', 2, 200);
      send('pointermove', 2, 250); send('pointerup', 1, 150); send('pointerup', 2, 250);
    }"""
    page.evaluate(pinch)
    assert page.evaluate(size) > 1.5 * before
    page.evaluate("document.querySelector('.play .viewport').scrollTo(200, 200)")
    pinned = page.evaluate(
        """() => { const port = document.querySelector('.play .viewport').getBoundingClientRect();
        const head = document.querySelectorAll('.play .head.row')[12].getBoundingClientRect();
        const above = document.querySelectorAll('.play .head.col')[9].getBoundingClientRect();
        return [head.left - port.left, above.top - port.top]; }"""
    )
    assert pinned == [0, 0]
    assert grid(page) == "." * 625


def test_all_is_within_reach_of_a_finger(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, **PHONE)
    cell(page, 0).tap()
    page.locator(".act.undo").tap()
    page.locator(".act.more").tap()
    page.locator(".redo-here").tap()
    assert grid(page)[0] == "1"
    before = cell(page, 0).evaluate("c => c.offsetWidth")
    page.locator(".sheet").get_by_role("button", name="Larger").tap()
    assert cell(page, 0).evaluate("c => c.offsetWidth") > before
    small = page.locator("button:visible, select:visible, .cell:visible").evaluate_all(
        "all => all.filter(e => Math.min(e.offsetWidth, e.offsetHeight) < 24).map(e => e.outerHTML)"
    )
    assert [html for html in small if "sample" not in html and "aria-hidden" not in html] == []


def test_the_wheel_and_keys_zoom(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    go_to(page, NONOGRAM)
    sizes = [cell(page, 0).evaluate("c => c.offsetWidth")]
    cell(page, 12).hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, 100)
    page.keyboard.up("Control")
    for key in ("-", "+", "f"):
        sizes.append(cell(page, 0).evaluate("c => c.offsetWidth"))
        page.keyboard.press(key)
    assert sizes[0] > sizes[1] > sizes[2] < sizes[3]
    assert cell(page, 0).evaluate("c => c.offsetWidth") == sizes[0]


def test_supposing_is_kept_or_dropped(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    open_drawer(page)
    page.click(".suppose")
    cell(page, 2).click()
    cell(page, 1).click()
    assert cell(page, 2).evaluate("c => c.matches('.supposed')")
    page.click(".drop")
    assert grid(page)[:3] == "10."
    page.keyboard.press("s")
    cell(page, 2).click()
    page.keyboard.press("k")
    assert grid(page)[:3] == "100"
    assert page.locator(".cell.supposed").count() == 0
    for _ in range(2):
        page.keyboard.press("Control+z")
    assert grid(page)[:3] == "10."


def test_checkpoints_have_names_and_bring_back(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    open_drawer(page)
    page.click(".checkpoint-add")
    page.locator(".naming input").fill("before <b>trying</b>")
    page.keyboard.press("Enter")
    cell(page, 2).click()
    cell(page, 5).click()
    page.get_by_role("button", name="Go to before <b>trying</b>").click()
    assert grid(page)[:6] == "10.0.."
    page.keyboard.press("Control+z")
    assert grid(page)[:6] == "1000.0"


def test_pencil_marks_are_made_and_saved(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.keyboard.press("p")
    cell(page, 1).click()
    cell(page, 1).click()
    assert cell(page, 1).get_attribute("data-m") == "1"
    assert "pencil marks 1" in str(cell(page, 1).get_attribute("aria-label"))
    page.reload()
    page.wait_for_selector(".pencilled")
    assert grid(page)[1] == "."


def test_hints_grow_in_four_strengths_and_are_done(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    held = hold(page, "hint")
    page.keyboard.press("h")
    page.keyboard.press("h")  # the first is given up for this one, which is still asked for
    expect_held(page, held, 2)
    assert page.locator(".play.asking").count() == 1
    held[-1].continue_()
    page.unroute("**/api/hint")
    expect_text(page, "Look at row 2: pair")  # two presses add up
    expect(page.locator(".play.asking")).to_have_count(0)
    for wanted_ in ("from the hatched cells", "must be 1"):
        page.keyboard.press("h")
        expect_text(page, wanted_)
    expect_message(page, "the two 0s are side by side, so the framed cells must be 1")
    expect(page.locator("#live")).to_contain_text("r2c3 and r2c4 are both 0")  # for who listens
    assert marked(page, "premise") == 2
    assert marked(page, "effect") == 2
    page.get_by_role("button", name="About “pair”").click()
    assert "Two neighbours are equal" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Apply").click()
    assert grid(page)[6:12] == ".1001" + "1"
    assert marked(page, "effect") == 0


def test_a_mistake_is_counted_shown_and_explained(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 7).click()  # three 0s: a broken rule, seen at once
    assert marked(page, "broken") == 3
    assert page.locator(".head.spoilt").count() >= 1
    page.keyboard.press("c")
    expect_text(page, "One cell is wrong")
    assert marked(page, "wrong") == 0
    page.get_by_role("button", name="Show it").click()
    assert marked(page, "wrong") == 1
    page.get_by_role("button", name="Why is it wrong?").click()
    expect_text(page, "r2c2 must be 1: r2c3 and r2c4 are both 0")
    page.get_by_role("button", name="Erase the mistakes").click()
    assert grid(page)[7] == "."
    page.keyboard.press("c")
    expect_text(page, "No mistakes so far")


def test_mistakes_are_shown_as_one_wishes(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    open_drawer(page, "settings")
    page.select_option(".check-mode", "off")
    cell(page, 7).click()
    assert marked(page, "broken") == 0
    page.select_option(".check-mode", "wrong")
    page.locator(".play .viewport .wrong").wait_for()
    cell(page, 7).click()
    assert marked(page, "wrong") == 0
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    go_to(page, "binairo:" + "/".join(["...."] * 4))
    for number in range(3):
        cell(page, number).click()
    expect_text(page, "several solutions")
    assert len([url for url in asked if url.endswith("/api/solve")]) == 1


def test_whether_one_must_guess_is_told(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    open_drawer(page)
    page.click(".guess-free")
    expect_text(page, "without guessing. The highest level needed is")
    cell(page, 7).click()
    page.click(".guess-free")
    expect_text(page, "there is a mistake")
    go_to(page, "binairo:" + "/".join(["...."] * 4))
    page.click(".guess-free")
    expect_text(page, "No: this puzzle has several solutions")


def test_a_clue_is_grey_only_when_its_place_is_certain(open_page: OpenPage) -> None:
    page = open_page("nonogram:1,1/1/0;1/1/1/0/0")
    sure = "h => [...h.children].map(s => s.matches('.sure'))"
    head = page.locator(".head.row").first
    cell(page, 0).click()
    assert head.evaluate(sure) == [True, False]  # the second may be in three places
    cell(page, 0).click(button="middle")
    cell(page, 2).click()
    assert head.evaluate(sure) == [False, False]  # it may be the first or the second


def test_what_is_left_is_counted(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    head = page.locator(".head.row").first
    assert head.evaluate("h => h.innerText.split(/\\s+/)") == ["2", "2"]
    cell(page, 1).click()
    assert head.evaluate("h => h.innerText.split(/\\s+/)") == ["1", "2"]
    assert (
        head.get_attribute("aria-label")
        == "row 1, left: 1 \N{MULTIPLICATION SIGN} 0, 2 \N{MULTIPLICATION SIGN} 1"
    )


def test_the_title_is_shown_only_when_solved(open_page: OpenPage) -> None:
    page = open_page(KAKURASU, more="&n=%3Cscript%3Ealert(1)%3C%2Fscript%3E%E2%80%AE")
    assert "alert" not in page.locator("body").inner_text()
    for number, _ in wanted(KAKURASU):
        cell(page, number).click()
    expect_message(page, "<script>alert(1)</script>\\u202e")
    page.keyboard.press("Control+z")
    assert page.locator(".message").is_hidden()  # no longer solved


def test_rules_too_large_to_be_sent_are_judged_by_asking(open_page: OpenPage) -> None:
    cells = "".join(Random(1).choices("01", k=24 * 24))
    puzzle = KINDS["kakurasu"].pose(nn.Grid(24, 24, cells), "standard").id
    assert answer("describe", {"puzzle": puzzle, "time_limit": 60})["omitted"]
    page = open_page(puzzle, more=f"&g={cells[:-1]}.")
    last = cell(page, 24 * 24 - 1)
    late = {"status": "unknown", "reason": "the limit of 10 s was reached", "limit": "time"}
    page.route("**/api/check", lambda route: route.fulfill(json=late))
    last.click(button=button_for(puzzle, cells[-1]))
    expect_text(page, "the limit of 10 s was reached")  # instead of nothing
    assert page.locator(".message").is_hidden()
    page.unroute("**/api/check")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    expect_message(page, "Solved")


def test_symbols_and_looks_can_be_chosen(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, color_scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(21, 22, 26)"
    open_drawer(page, "settings")
    page.select_option("select.theme", "light")
    assert page.evaluate(paper) == "rgb(251, 250, 247)"
    page.select_option("select.theme", "grey")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    for look, name in (("letters", "text"), ("discs", "discs"), ("sky", "sky"), ("own", "text")):
        page.select_option("select.symbols", look)
        assert page.locator(".play .viewport .board").get_attribute("data-look") == name
    page.reload()
    page.wait_for_selector(".cell")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


def test_a_game_is_resumed_after_a_reload_and_from_the_list(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 1).click()
    go_to(page, NONOGRAM)
    cell(page, 3).click()
    link = page.url
    page.goto(link.partition("#")[0] + "health")
    page.evaluate(
        """() => { for (const key of Object.keys(localStorage)) {  // as they were once called
        localStorage.setItem(key.replace('nonairo 1 / ', 'nonairo:'), localStorage.getItem(key));
        localStorage.removeItem(key); } }"""
    )
    page.goto(link)
    expect_marked(page, "v2", 1)
    assert grid(page) == "...1" + "." * 21
    page.keyboard.press("Control+z")
    assert grid(page) == "." * 25
    open_drawer(page, "games")
    page.locator(".games .go", has_text="Binairo").click()
    expect_marked(page, "cell", 36)
    assert grid(page)[:2] == "10"

    other = page.context.new_page()
    other.goto(page.url)
    cell(other, 2).click()
    expect_marked(page, "v1:not(.given)", 2)  # this window goes on from there
    page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    other.reload()
    expect_marked(other, "v1:not(.given)", 2)
    damage = "k => localStorage.setItem(k, JSON.stringify({description: {x: 1}}))"
    other.evaluate(damage, f"nonairo 1 / puzzle:{BINAIRO}")
    other.evaluate("localStorage.setItem('nonairo 1 / last', '[]')")
    other.goto(page.url.partition("#")[0])
    other.reload()
    other.locator(".choice.going", has_text="Binairo").click()
    expect_marked(other, "v1:not(.given)", 2)
    other.close()


def test_a_link_carries_the_puzzle_and_the_position(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    copied = follow_copies(page)
    cell(page, 1).click()
    open_drawer(page, "share")
    page.check(".with-position")
    page.click(".share-link")
    link = copied()
    other = open_page(more=re.sub(".*#", "#", link))
    assert grid(other)[:3] == "10."
    page.click(".copy-id")
    assert copied() == BINAIRO
    expect_text(page, "Copied: the id")
    expect(page.locator(".copy-non")).to_be_hidden()  # a format of another kind
    go_to(page, BINAIRO)
    page.evaluate("location.hash += '&g=' + '0'.repeat(36)")
    expect_text(page, "contradicts a given")


def test_other_notations_are_copied(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    copied = follow_copies(page)
    open_drawer(page, "share")
    for name, word in (("non", "width 5"), ("puzzlink", "nonogram/5/5/")):
        page.click(f".copy-{name}")
        assert word in copied()


def test_the_printout_has_puzzle_and_solution(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM)
    # A statement: playwright would call a function that is the value of an expression, at once.
    page.evaluate("() => { window.print = () => { document.body.dataset.printed = true; }; }")
    open_drawer(page, "share")
    page.click(".print")
    page.wait_for_selector("body[data-printed]")
    page.emulate_media(media="print")
    assert page.locator("#printout .sheet-of-paper").count() == 2
    assert page.locator("#printout .sheet-of-paper").first.is_visible()
    assert not page.locator(".actions").is_visible()
    heading = page.locator("#printout h2").inner_text()
    assert heading.startswith("Nonogram 5")
    filled = page.locator("#printout .solutions .v2").count()
    assert filled == solution(NONOGRAM).count("1")
