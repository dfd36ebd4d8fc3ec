"""Playing to the end by mouse, keyboard and touch."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo.kinds import KINDS
from pages import (
    ALL,
    BINAIRO,
    CUP,
    NONOGRAM,
    PHONE,
    TANGO,
    THREE,
    OpenPage,
    button_for,
    cell,
    expect_marked,
    expect_message,
    go_to,
    grid,
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
    assert before == 13
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
