"""Small ways of the page: where the keys go, what waits, what is locked, kept and called how."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser import Visit
from days import day
from nonairo.answers import answer
from pages import (
    BINAIRO,
    CUP,
    GRID,
    NONOGRAM,
    PHONE,
    TANGO,
    WIDE,
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
    open_drawer,
    open_start,
    wanted,
)
from servers import serving

pytestmark = pytest.mark.slow

SUNS = {
    "r6c2 and r6c3 are both 1, so r6c1 and r6c4 must be 0": (
        "r6c2 and r6c3 are both suns, so r6c1 and r6c4 must be moons"
    ),
    "r4c5 lies between r4c4 and r4c6, both 0, so it must be 1": (
        "r4c5 lies between r4c4 and r4c6, both moons, so it must be a sun"
    ),
    "r5c3 is the last open cell of row 5, which is one 0 short, so it must be 0": (
        "r5c3 is the last open cell of row 5, which is one moon short, so it must be a moon"
    ),
    "column 1 already has its three 1s, so r2c2 and r3c2 must be 0": (
        "column 1 already has its three suns, so r2c2 and r3c2 must be moons"
    ),
    "row 3 needs one more 0; if it were in r3c1, there would be three 1s in a row, so r3c1 is 1": (
        "row 3 needs one more moon; if it were in r3c1, there would be three suns in a row, so"
        " r3c1 is a sun"
    ),
    "in the other r5c7 and r5c8 are 0 and r5c9 is 1": (
        "in the other r5c7 and r5c8 are moons and r5c9 is a sun"
    ),
    "r4c4 and r4c5 are joined by =, and r4c3 beside them is 0, so both must be 1": (
        "r4c4 and r4c5 are joined by =, and r4c3 beside them is a moon, so both must be suns"
    ),
    "suppose r2c3 is 0, then r1c8 and r4c8 are 0 (pair in column 8). So r2c3 is 1": (
        "suppose r2c3 is a moon, then r1c8 and r4c8 are moons (pair in column 8). So r2c3 is a sun"
    ),
    "r2c2-r2c4 need one 1 each, and only two are left; a 1 in r2c2 would leave three 0s in a row": (
        "r2c2-r2c4 need one sun each, and only two are left; a sun in r2c2 would leave three moons"
        " in a row"
    ),
    "r5c3 is 1 and = joins it to r5c2, so r5c2 must be 1": (
        "r5c3 is a sun and = joins it to r5c2, so r5c2 must be a sun"
    ),
    "rows 1 and 0, r1c0, 1 cells, pattern 1, constraint 0, half full": None,
    "r1c3-r3c3 are all 0": "r1c3-r3c3 are all moons",
    "two 0s; expected one 0 and one 1": "two moons; expected one moon and one sun",
    "tries 0 then 1": "tries a moon then a sun",
    "the two 0s are side by side, so the framed cells must be 1": (
        "the two moons are side by side, so the framed cells must be suns"
    ),
    "one more 1 than 0s in every line": "one more sun than moons in every line",
    "r4c4 is 1, and x stands between it and r5c4": (
        "r4c4 is a sun, and \N{MULTIPLICATION SIGN} stands between it and r5c4"
    ),
}
IN_WORDS = """async texts => {
  const { inWords } = await import('/js/looks.js');
  const { app } = await import('/js/app.js');
  return texts.map(text => inWords(text, app.model)); }"""


# What a sentence says of cells that are hatched and framed, by their numbers in a grid of six.
AT_MARKS = """async sentences => {
  const { atMarks } = await import('/js/marked_words.js');
  return sentences.map(([text, premise, effect]) =>
    atMarks(text, {width: 6}, {premise, effect})); }"""
AT_MARKS_WITH_VALUES = """async sentences => {
  const { atMarks } = await import('/js/marked_words.js');
  const [model, values] = [{width: 6, symbols: '01'}, {0: 1, 1: 1, 6: 2, 7: 1}];
  return sentences.map(([text, premise, effect]) =>
    atMarks(text, model, {premise, effect}, values)); }"""
MARKED: list[tuple[str, list[int], list[int], str]] = [
    (
        "row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1",
        [8, 9],
        [7, 10],
        "row 2, pair: the two 0s are side by side, so the framed cells must be 1",
    ),
    ("r1c2-r3c2 are all 1, so r4c2 is 0", [1, 7, 13], [19], (
        "the three 1s are in a row, so the framed cell is 0"
    )),
    ("r1c2 lies between r1c1 and r1c3, both 0, so it must be 1", [0, 2], [1], (
        "the framed cell lies between the two 0s, so it must be 1"
    )),
    ("r1c1 is 0 and = joins it to r1c2, so r1c2 must be 0", [0], [1], (
        "the hatched cell is 0 and = joins it to the framed cell, so the framed cell must be 0"
    )),
    ("if it were in r1c1 or r1c2, there would be three 1s in a row", [], [0, 1], (
        "if it were in one of the framed cells, there would be three 1s in a row"
    )),
    ("so r1c4 is 0 and r1c1 is 1", [], [0, 3], "so r1c4 is 0 and r1c1 is 1"),  # each another value
    ("with r1c1 filled, the 3 lies within r1c1-r1c4", [0, 9], [2], (
        "with r1c1 filled, the 3 lies within r1c1-r1c4"
    )),
    ("look at row 2: pair, from r2c3 and r2c4", [8, 9], [], (
        "look at row 2: pair, from the hatched cells"
    )),
]  # fmt: skip


def test_a_sentence_names_cells_by_their_marks(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    told = page.evaluate(AT_MARKS, [[text, *marks] for text, *marks, _ in MARKED])
    assert told == [said for *_, said in MARKED]
    text = "r1c1 and r1c2 are 0 and r2c1 is 1, so r3c1 is 0"
    told = page.evaluate(
        AT_MARKS_WITH_VALUES, [[text, [0, 1, 6], [12]], [text, [0, 1, 6, 7], [12]]]
    )
    assert told == [
        f"{zeros} are 0 and the hatched 1 is 1, so the framed cell is 0"
        for zeros in ("the hatched 0s", "two of the hatched 0s")
    ]


def active(page: Page) -> str:
    """What the keys go to: the classes of the element."""
    return str(page.evaluate("document.activeElement.className || document.activeElement.tagName"))


def finish(page: Page, puzzle: str) -> None:
    for number, symbol in wanted(puzzle):
        cell(page, number).click(button=button_for(puzzle, symbol))
    expect_message(page, "Solved")


def test_suns_and_moons_are_spoken_of_as_such(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    page.keyboard.press("h")
    page.locator(".strengths button").last.click()
    expect_message(page, "the framed cell is a moon")  # as a Tango usually looks
    open_drawer(page, "settings")
    page.select_option("select.symbols", "digits")
    expect_message(page, "the framed cell is 0")
    crossed = "r4c4 is 1, and \N{MULTIPLICATION SIGN} stands between it and r5c4"
    assert page.evaluate(IN_WORDS, [list(SUNS)[-1]]) == [crossed]
    page.select_option("select.symbols", "sky")
    told = page.evaluate(IN_WORDS, list(SUNS))
    assert told == [said or text for text, said in SUNS.items()]
    expect_message(page, "the framed cell is a moon")
    board = page.locator(".play .board").first
    assert "as many moons as suns in every line" in str(board.get_attribute("aria-label"))
    head = page.locator(".play .head.row").first
    assert head.get_attribute("aria-label") == (
        "row 1, left: 3 \N{MULTIPLICATION SIGN} moon, 1 \N{MULTIPLICATION SIGN} sun"
    )
    assert page.locator(".play .corner i").count() == 2
    masks = page.locator(".play .corner i").evaluate_all(
        "all => all.map(each => getComputedStyle(each, '::before').maskImage)"
    )
    assert ["moon" in masks[0], "sun" in masks[1]] == [True, True]
    page.click("#tab-learn")
    page.locator(".learn .step").first.wait_for()
    page.locator(".learn .step").first.click()
    expect(page.locator(".learn .card")).to_contain_text(re.compile(r"a (sun|moon)\b|suns|moons"))
    page.click("#tab-watch")
    expect(page.locator(".engine-summary").first).to_contain_text("tries a moon then a sun")
    page.locator(".watch-two").click()
    expect(page.locator(".watch.comparing")).to_have_count(1)
    page.reload()
    expect(page.locator(".watch-two")).to_have_attribute("aria-pressed", "true")


def test_the_keys_never_go_astray(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    cell(page, 7).focus()
    page.keyboard.press("h")
    for _ in range(3):
        page.get_by_role("button", name="Show more").focus()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "document.activeElement.closest('.message .buttons') !== null", timeout=9000
        )
        page.locator(".strengths [aria-pressed=true]").wait_for()
    page.get_by_role("button", name="Apply").focus()
    page.keyboard.press("Enter")
    assert active(page).startswith("cell")
    page.keyboard.press("c")
    page.locator(".message .close").focus()
    page.keyboard.press("Enter")
    assert active(page).startswith("cell")
    held = hold(page, "generate")
    page.locator(".another").focus()
    page.keyboard.press("Enter")
    expect_held(page, held, 1)
    expect_message(page, "Working")
    assert "another" in active(page)
    page.locator(".message").get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".play .message")).to_be_hidden()
    assert active(page).startswith("cell")
    page.unroute("**/api/generate")
    page.locator(".another").focus()
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_function("url => location.href !== url", arg=before)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.number") == 1
    open_start(page, "make_new")
    page.locator(".make-go").focus()
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_function("() => !location.hash.includes('start')")
    page.wait_for_function("() => document.activeElement.number === 0")
    held = hold(page, "solve")
    for _ in range(40):  # the keys of a game that has just been opened are heard a moment later
        page.keyboard.press("c")
        page.wait_for_timeout(250)
        if held:
            break
    page.locator(".message").get_by_role("button", name="Stop").click()
    expect(page.locator(".play .message")).to_be_hidden()
    assert active(page).startswith("cell")
    clues = "/".join(["1"] * 50)
    go_to(page, f"nonogram:{clues};{clues}")
    cell(page, 20).focus()
    for _ in range(8):
        page.keyboard.press("+")
    expect(cell(page, 20)).to_be_in_viewport()
    inside = """cell => { const box = cell.getBoundingClientRect();
      const port = cell.closest('.viewport').getBoundingClientRect();
      return box.left >= port.left && box.right <= port.right; }"""
    assert cell(page, 20).evaluate(inside)


def test_a_slow_hint_says_so_and_every_press_counts(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    held = hold(page, "hint")
    page.locator(".act.hint").click()
    expect_held(page, held, 1)
    expect_message(page, "Working")
    page.locator(".message").get_by_role("button", name="Stop").click()
    expect(page.locator(".play .message")).to_be_hidden()
    expect(page.locator(".play.asking")).to_have_count(0)
    page.keyboard.press("h")
    expect_held(page, held, 2)
    expect_message(page, "Working")
    held[-1].continue_()
    expect_message(page, "Look at row 2")
    page.keyboard.press("Escape")
    page.unroute("**/api/hint")
    for _ in range(4):
        page.keyboard.press("h")
    expect_message(page, "the two 0s are side by side, so the framed cells must be 1")
    go_to(page, TANGO, "&g=1...1.....................1............."[:39])
    for _ in range(2):
        page.keyboard.press("h")
    about = page.locator(".message").get_by_role("button", name="About")
    about.wait_for()
    told = page.locator(".message p").first.inner_text()
    assert about.inner_text() == f"About “{told.partition(': ')[2]}”"


def test_a_finished_picture_is_locked_until_one_goes_on(open_page: OpenPage) -> None:
    page = open_page(NONOGRAM, **PHONE)
    page.locator(".tool[data-tool='2']").tap()
    page.reload()
    expect(page.locator(".tool[data-tool='2']")).to_have_attribute("aria-pressed", "true")
    finish(page, NONOGRAM)
    solved = grid(page)
    page.locator(".message .close").tap()
    number = wanted(NONOGRAM)[0][0]
    cell(page, number).tap()
    assert grid(page) == solved
    expect_message(page, "locked")
    cell(page, number).focus()
    page.keyboard.press("Backspace")
    assert grid(page) == solved
    page.get_by_role("button", name="Continue editing").tap()
    cell(page, number).tap()
    assert grid(page)[number] == "."
    cell(page, number).tap()
    expect_message(page, "Solved")
    page.locator(".act.undo").tap()
    assert grid(page)[number] == "."
    page.evaluate("Element.prototype.setPointerCapture = () => {}")
    finger = """(finger) => {
      const cells = document.querySelectorAll('.play .viewport .cell');
      const at = cells[finger.cell].getBoundingClientRect();
      cells[finger.cell].dispatchEvent(new PointerEvent(finger.type, {pointerType: 'touch',
        pointerId: 1, clientX: at.x + 5, clientY: at.y + 5, bubbles: true, isPrimary: true})); }"""
    page.locator(".tool[data-tool='erase']").tap()
    before = grid(page)
    for kind, at in (("down", 5), ("move", 6), ("move", 8)):
        page.evaluate(finger, {"type": f"pointer{kind}", "cell": at})
    assert grid(page) != before
    page.evaluate(finger, {"type": "pointercancel", "cell": 8})
    assert grid(page) == before
    assert "·" not in page.locator(".games .this small").inner_text()  # the clock shows the time


def test_tabs_are_pages_of_the_history(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    go_to(page, NONOGRAM)
    selected = page.locator(".tabs [aria-selected=true]")
    page.click("#tab-learn")
    page.locator(".learn .step").first.wait_for()
    page.click("#tab-make")
    page.locator(".edit-new").wait_for()
    for tab, cells in (("Learn", 25), ("Play", 25), ("Play", 36)):
        page.go_back()
        expect(selected).to_have_text(tab)
        expect_marked(page, "cell", cells)
    page.go_forward()
    expect_marked(page, "cell", 25)
    page.go_forward()
    expect(selected).to_have_text("Learn")
    open_start(page, "daily")
    sunday = date(2026, 11, 22)
    (level,) = [level for name, level, _ in day(sunday) if name == "trinairo"]
    kinds: Any = answer("kinds", {})["kinds"]
    levels = {each["level"]: each["name"] for each in kinds[0]["levels"]}
    page.select_option(".daily-kind", "trinairo")
    page.fill(".daily-date", sunday.isoformat())
    held = hold(page, "grade")
    page.click(".daily-go")
    expect(page.locator(".play .puzzle-name")).to_have_text(
        re.compile(f"Trinairo .*, {levels[level]}$")
    )
    assert held == []
    page.go_back()
    page.locator(".start .daily-go").wait_for()
    expect(selected).to_have_text("Play")


def test_the_editor_follows_its_kind(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click("#tab-make")
    page.locator(".edit-new").wait_for()
    page.locator(".make .status[data-status]").wait_for()
    page.locator(".make .tool", has_text="\N{MULTIPLICATION SIGN} below").click()
    page.select_option(".blank-kind", "nonogram")
    page.fill(".blank-size", "4")
    page.click(".edit-new")
    expect(page.locator(".make .viewport .cell")).to_have_count(16)
    expect(page.locator(".make .tool[data-tool=cycle]")).to_have_attribute("aria-pressed", "true")
    page.locator(".make .viewport .cell").nth(5).click()
    expect(page.locator(".make .viewport .cell.v2")).to_have_count(1)
    page.select_option(".blank-kind", "binairo@odd-more-ones")
    assert int(page.input_value(".blank-size")) % 2 == 1
    page.select_option(".blank-kind", "binairo")
    page.fill(".blank-size", "4")
    page.click(".edit-new")
    expect(page.locator(".make .head.row")).to_have_count(0)
    for number in (0, 1, 2):
        page.locator(".make .viewport .cell").nth(number).click()
    page.locator(".make .status[data-status=none]").wait_for()
    page.click(".edit-play")
    expect_message(page, "This puzzle has no solution")


def test_words_for_players(open_page: OpenPage) -> None:
    page = open_page(CUP, allow="400")
    cell(page, 0).click()
    expect(page.locator(".games .this")).to_contain_text("2 colours")
    open_drawer(page, "share")
    expect(page.locator(".copy-puzzlink")).to_be_hidden()
    expect(page.locator(".copy-non")).to_be_visible()
    page.click("#tab-make")
    page.locator(".import summary").click()
    for text, told in (
        ("what is this", "expected a puzzle that this page can read"),
        ("binairo@odd-more-ones:../..", "needs an odd number of rows"),
    ):
        page.fill(".import-text", text)
        page.click(".import-go")
        expect(page.locator(".import .told")).to_contain_text(told)
        assert "nonairo" not in page.locator(".import .told").inner_text()
    page.fill(
        ".import-text",
        '{"kind": "nonogram", "rows": [[1]], "cols": [[1]], "title": "Dot", "author": "Ann"}',
    )
    page.click(".import-go")
    expect_marked(page, "cell", 1)
    copied = follow_copies(page)
    page.click(".copy-non")
    text = copied()
    assert 'title "Dot"' in text
    assert "Ann" in text
    expect_text(page, "Copied: the puzzle as .non")
    six = page.evaluate(
        """async () => {
        const { LineRule } = await import('/js/rules.js');
        const { balanced, tableOf } = await import('/js/ids/automata.js');
        const rule = new LineRule(tableOf(balanced([5, 5]), 10, 2, 9999), 10, 2);
        return rule.blame(Uint8Array.from('1111110200', Number)); }"""
    )
    assert six == [0, 1, 2, 3, 4, 5]


def test_forced_colours_mark_lines_and_speak_of_no_amber(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, forced_colors="active")
    page.keyboard.press("h")
    expect_marked(page, "line", 6)
    assert page.locator(f"{GRID}.line").first.evaluate(
        "cell => getComputedStyle(cell).outlineStyle"
    ) == ("dashed")
    page.keyboard.press("?")
    assert not re.search(r"\bamber", page.locator("dialog").inner_text(), re.IGNORECASE)
    page.keyboard.press("Escape")
    page.click("#tab-learn")
    page.locator(".learn .step").first.wait_for()
    expect(page.locator(".learn .card")).to_contain_text("it decides have a thick frame")


def test_without_a_store_or_a_server(visit: Visit) -> None:
    with serving() as server:
        page = visit(f"{server.base}/health", **WIDE).page
        page.context.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
        )
        page.goto(f"{server.base}/#p={BINAIRO}")
        cell(page, 1).click()
        expect(page.locator("ul.games")).to_contain_text("lost when you close the page")
        page.route("**/api/grade", lambda route: route.abort())
        go_to(page, TANGO)
        expect(page.locator(".puzzle-name")).to_have_text(re.compile("6$"))
        page.unroute("**/api/grade")
        page.keyboard.press("h")
        expect(page.locator(".puzzle-name")).to_have_text(re.compile("6, "))
        page.context.set_offline(True)
        page.click("#tab-learn")
        expect_text(page, "Learn could not be loaded")
        assert page.locator("#tab-play").get_attribute("aria-selected") == "true"
        page.context.set_offline(False)
