"""Coloured nonograms, signs between cells and three symbols, played on the page."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from test_access import assert_accessible
from test_make import editing

import nonairo as nn
from nonairo.automata import table_of
from nonairo.line_solver import completions
from nonairo.render.themes import readable_on
from nonairo.rules import ColouredRuns
from pages import (
    CUP,
    PHONE,
    TANGO,
    THREE,
    OpenPage,
    cell,
    expect_marked,
    expect_message,
    expect_text,
    follow_copies,
    go_to,
    open_drawer,
    solution,
)

pytestmark = pytest.mark.slow

MANY = "nonogram@" + "+".join(f"{key}={k}0{k}080" for k, key in enumerate("abcdefghi")) + ":1i;1i"
CROSS = "\N{MULTIPLICATION SIGN}"
TEXT = "cells => cells.map(c => (c.className.match(/\\bv(\\d+)/)?.[1] - 1).toString())"


def shown(page: Page) -> str:
    """The symbols in the cells, of any number."""
    found = page.locator(".play .viewport .cell").evaluate_all(TEXT)
    return "".join("." if each in ("-1", "NaN") else each for each in found)


def label(page: Page, number: int) -> str:
    return str(cell(page, number).get_attribute("aria-label"))


def open_cells(puzzle: str) -> list[tuple[int, str]]:
    givens = nn.parse(puzzle).givens.cells
    found = enumerate(zip(solution(puzzle), givens, strict=True))
    return [(number, symbol) for number, (symbol, given) in found if given == "."]


def test_a_coloured_picture_is_painted_with_mouse_and_palette(open_page: OpenPage) -> None:
    page = open_page(CUP)
    tools = page.locator(".tools .tool")
    assert tools.all_inner_texts()[:4] == ["Cycle", "Red\n3\nleft", "Black\n4\nleft", "Cross"]
    for number, symbol in open_cells(CUP):
        if symbol == "0":
            continue
        page.locator(f".tool[data-tool='{int(symbol) + 1}']").click()
        cell(page, number).click()
        assert shown(page)[number] == symbol
    expect_message(page, "Solved")
    assert tools.all_text_contents()[1:3] == ["Red0 left", "Black0 left"]
    assert page.locator(".puzzle-name").inner_text().startswith(f"Nonogram 3{CROSS}4, 2 colours")


def test_numbers_choose_the_brush_and_the_other_button_crosses(open_page: OpenPage) -> None:
    page = open_page(CUP)
    cell(page, 0).click()
    page.keyboard.press("2")
    assert shown(page)[0] == "1"  # the pointer's last cell stays what it was
    cell(page, 5).click()
    cell(page, 2).click(button="right")
    assert shown(page) == "1.0..2......"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")  # with keys it is put in
    assert shown(page)[6] == "2"
    page.keyboard.press("Space")
    assert shown(page)[6] == "."
    page.locator(".tool[data-tool='2']").click()
    page.keyboard.press("2")  # away from the grid
    assert page.locator(".tool[aria-pressed=true]").get_attribute("data-tool") == "3"


def test_colours_are_never_alone(open_page: OpenPage) -> None:
    page = open_page(CUP)
    cell(page, 0).click()
    assert cell(page, 0).get_attribute("data-s") == "a"
    clue = "row clue 2 red; column clue 2 red"
    assert label(page, 0) == f"row 1, column 1, red; {clue}"
    chips = page.locator(".play .head .painted")
    assert sorted(chips.all_inner_texts()) == sorted(
        ["2a", "1a", "2b", "2b", "2a", "1a", "2b", "2b"]
    )
    colours = chips.evaluate_all(
        "all => all.map(c => [getComputedStyle(c).backgroundColor, getComputedStyle(c).color])"
    )
    black, white, red = "rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 0, 0)"
    assert {tuple(pair) for pair in colours} == {(red, black), (black, white)}
    page.evaluate("document.querySelector('.play .head.row').children.length")
    cell(page, 1).click()
    expect(page.locator(".play .head.row .painted.sure")).to_have_text(["2a"])  # its place is sure
    for colour in ("#ffe119", "#000075", "#808080", "#ff0000", "#bc0000"):
        told = page.evaluate(
            "async c => (await import('/js/looks.js')).readableOn(c)", colour
        )  # as in every other picture
        assert told == readable_on(colour)


def test_colours_are_painted_by_touch_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(CUP, **PHONE)
    for number, symbol in open_cells(CUP):
        if symbol != "0":
            page.locator(f".tool[data-tool='{int(symbol) + 1}']").tap()
            cell(page, number).tap()
    expect_message(page, "Solved")
    go_to(page, MANY)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator(".tools .tool").count() == 13
    assert_accessible(page)


def test_the_pencil_marks_one_of_many_symbols(open_page: OpenPage) -> None:
    page = open_page(CUP)
    page.click(".tool[data-tool='pencil']")
    cell(page, 0).click()
    page.click(".tool[data-tool='3']")
    cell(page, 0).click()
    cell(page, 0).click(button="right")
    assert cell(page, 0).get_attribute("data-m") == f"{CROSS}ab"
    page.click(".tool[data-tool='pencil']")
    assert page.locator(".tool[aria-pressed=true]").get_attribute("data-tool") == "3"


def test_signs_are_seen_and_told_by_both_cells(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    assert page.locator(".play .sign").all_inner_texts() == [
        each.replace("x", CROSS) for each in "=xx=xxx"
    ]
    assert label(page, 9) == "row 2, column 4, empty, different from the right neighbour"
    assert label(page, 10) == "row 2, column 5, empty, different from the left neighbour"
    assert label(page, 1).endswith("equal to the lower neighbour")
    assert label(page, 7).endswith("equal to the upper neighbour")
    for _ in range(12):
        page.keyboard.press("-")
    size = page.locator(".play .sign").first.bounding_box()
    assert size
    assert size["width"] >= 11
    page.keyboard.press("f")
    cell(page, 9).click()
    cell(page, 10).click()
    expect_marked(page, "broken", 2)
    cell(page, 10).click()
    expect_marked(page, "broken", 0)


def test_signs_and_three_symbols_are_solved_by_clicks_in_turn(open_page: OpenPage) -> None:
    page = open_page()
    for puzzle in (TANGO, THREE):
        open_, full = open_cells(puzzle)[-6:], [*solution(puzzle)]
        for number, _ in open_:
            full[number] = "."
        go_to(page, puzzle, f"&g={''.join(full)}")
        for number, symbol in open_:
            for _ in range(int(symbol) + 1):
                cell(page, number).click()
        expect_message(page, "Solved")
    heads = page.locator(".play .head.row").first
    assert heads.locator("span").all_inner_texts() == ["0", "0", "0"]
    assert page.locator(".play .corner span").all_inner_texts() == ["0", "1", "2"]


def test_hints_explanations_and_engines_show_more_symbols(open_page: OpenPage) -> None:
    page = open_page(THREE)
    page.keyboard.press("h")
    page.locator(".strengths button").last.click()
    expect(page.locator(".play .cell.effect.ghost")).not_to_have_count(0)
    page.click("#tab-learn")
    page.locator(".learn .cell").first.wait_for()
    page.click("#tab-watch")
    page.locator(".watch .cell").first.wait_for()
    expect_text(page, "The givens")


def test_a_hint_crosses_out_what_it_rests_on(open_page: OpenPage) -> None:
    page = open_page()
    go_to(page, CUP, "&g=.1.01220.2.0")
    page.keyboard.press("h")
    expect_marked(page, "line", 6)  # row 3, which excludes a colour, and column 1
    assert page.locator(".play .cell.less").count() == 0
    page.locator(".strengths button").last.click()
    struck = page.locator(".play .cell.less.known")
    expect(struck).to_have_count(1)
    assert struck.get_attribute("data-x") == "a"
    assert "cannot be a" in label(page, 8)
    assert page.locator(".play .cell.effect.ghost").count() == 2
    page.keyboard.press("Escape")
    expect(page.locator(".play .cell.less")).to_have_count(0)


def test_parts_of_the_page_by_themselves(open_page: OpenPage) -> None:
    page = open_page(CUP)
    crosses_out_what_a_step_rules_out(page)
    makes_fields_of_the_options_of_kinds(page)
    knows_which_coloured_blocks_are_certain(page)
    keeps_the_colours_of_a_picture_for_a_python_that_cannot_unpack_it(page)


def keeps_the_colours_of_a_picture_for_a_python_that_cannot_unpack_it(page: Page) -> None:
    told = page.evaluate(
        """async () => {
        const { plainPictures } = await import('/js/transports/pictures.js');
        const canvas = new OffscreenCanvas(400, 200);
        const pen = canvas.getContext('2d');
        pen.fillStyle = 'rgb(255, 0, 0)';
        pen.fillRect(0, 0, 200, 200);
        const { toBase64 } = await import('/js/base64.js');
        const image = toBase64(await (await canvas.convertToBlob()).arrayBuffer());
        const plain = await Promise.all([{ image, colours: 2 }, { image }].map(plainPictures));
        return plain.map(request => atob(request.image)); }"""
    )
    coloured, grey = (text.encode("latin-1") for text in told)
    red, white = b"\xff\x00\x00", b"\xff\xff\xff"
    assert coloured == b"P6 200 100 255\n" + (red * 100 + white * 100) * 100
    assert grey == b"P5 400 200 255\n" + (b"\x4c" * 200 + b"\xff" * 200) * 200


def crosses_out_what_a_step_rules_out(page: Page) -> None:
    told = page.evaluate(
        """async () => {
        const { GridView } = await import('/js/grid.js');
        const { app } = await import('/js/app.js');
        const view = new GridView(app.model);
        view.ruleOut([[0, 2], [0, 3], [1, 1]], [[3, 2]]);
        const known = [...view.board.querySelectorAll('.less.known')].map(c => c.number);
        if (known.join() !== '3') return known;
        return [0, 1, 2].map(k => [view.cells[k].dataset.x ?? null,
          view.cells[k].classList.contains('less'), view.cells[k].ariaLabel]); }"""
    )
    assert [each[:2] for each in told] == [["ab", True], [CROSS, True], [None, False]]
    assert "cannot be ab" in told[0][2]


def test_links_keep_colours_readable_and_positions(open_page: OpenPage) -> None:
    page = open_page(CUP)
    assert page.url.endswith(f"#p={CUP}")
    cell(page, 0).click()
    open_drawer(page, "share")
    copied = follow_copies(page)
    page.check(".with-position")
    page.click(".share-link")
    link = copied()
    assert link.endswith(f"#p={CUP}&g=1...........")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".play .viewport .cell")
    assert shown(page) == "1..........."


def test_the_editor_keeps_colours_and_signs(open_page: OpenPage) -> None:
    page = editing(open_page(CUP))
    page.click(".edit-open")
    cells = page.locator(".make .viewport .cell")
    page.click(".make .tool[data-tool='3']")
    cells.nth(3).click()
    expect(page.locator(".make .head.row").first.locator("span")).to_have_text(["2a", "1b"])
    page.select_option(".blank-kind", "nonogram")
    page.fill(".blank-size", "2")
    page.fill(".blank-rules", "a=ff0000+b=0000ff")
    page.click(".edit-new")
    expect(cells).to_have_count(4)
    assert page.locator(".make .tool .word").all_inner_texts() == ["Red", "Blue"]
    page.click("#tab-play")
    go_to(page, TANGO)
    page.reload()
    editing(page)
    page.click(".edit-open")
    expect(page.locator(".make .sign")).to_have_count(7)
    page.locator(".status[data-status=unique]").wait_for()
    page.locator(".make .viewport .cell").nth(1).click()
    page.locator(".status[data-status=none], .status[data-status=unique]").wait_for()
    page.click(".edit-play")
    expect(page.locator(".play .sign")).to_have_count(7)


def makes_fields_of_the_options_of_kinds(page: Page) -> None:
    told = page.evaluate(
        """async () => {
        const { Options } = await import('/js/make/options.js');
        const options = new Options();
        const kind = { options: [{ name: 'colours', type: 'whole', least: 2, most: 9, doc: 'x' },
          { name: 'strict', type: 'flag', doc: 'y' }, { name: 'other', type: 'text', doc: 'z' }] };
        options.use(kind);
        const names = [...options.element.querySelectorAll('span')].map(s => s.textContent);
        const before = { ...options.request };
        options.inputs[0].input.value = '4';
        options.inputs[1].input.checked = true;
        const after = { ...options.request };
        options.inputs[0].input.value = '40';
        let refused = null;
        try { options.request } catch (error) { refused = error.message }
        return [names, before, after, refused]; }"""
    )
    names, before, after, refused = told
    assert names == ["Maximum colours", "Strict", "Other"]
    assert before == {}
    assert after == {"colours": 4, "strict": True}
    assert refused.startswith("Maximum colours: ")


def certain(rule: ColouredRuns, line: str) -> list[bool]:
    """By listing all completions: which blocks always stand at one place, and are filled there."""
    places: list[set[tuple[int, int]]] = [set() for _ in rule.clue]
    for text in completions(rule, line, "012"):
        starts, at = [], 0
        while at < len(text):
            end = at + 1
            while end < len(text) and text[end] == text[at]:
                end += 1
            if text[at] != "0":
                starts.append((at, end))
            at = end
        for place, found in zip(places, starts, strict=True):
            place.add(found)
    return [
        len(place) == 1 and set(line[slice(*next(iter(place)))]) == {symbol}
        for place, (_, symbol) in zip(places, rule.clue, strict=True)
    ]


def knows_which_coloured_blocks_are_certain(page: Page) -> None:
    lines = ["".join(cells) for cells in product("012.", repeat=5)]
    for clue in [((1, "1"),), ((2, "1"), (1, "2")), ((1, "1"), (1, "1"), (1, "2"))]:
        rule = ColouredRuns(clue)
        table = table_of(rule, 5, "012")
        assert table is not None
        sent: dict[str, Any] = {"start": 0, "next": table.after, "accepts": table.accepts}
        told = page.evaluate(
            """async ([blocks, values, lines, table]) => {
            const { certainBlocks, LineRule } = await import('/js/rules.js');
            const rule = new LineRule(table, 5, 3);
            const look = line => {
              const cells = Uint8Array.from(line, s => '.012'.indexOf(s));
              return rule.possible(cells) ? certainBlocks(blocks, cells, values) : null; };
            const are = [values, values.map(value => 5 - value)].map(v => rule.isRuns(blocks, v));
            return [...are, lines.map(look)]; }""",
            [[n for n, _ in clue], [int(s) + 1 for _, s in clue], lines, sent],
        )
        assert told[:2] == [True, False]
        for line, found in zip(lines, told[2], strict=True):
            if found is not None:
                assert found == certain(rule, line), line


def test_more_symbols_are_accessible_in_light_and_dark(open_page: OpenPage) -> None:
    page = open_page(CUP)
    for number in (0, 1, 5):
        cell(page, number).click()
    cell(page, 2).click(button="right")
    for look in ("light", "dark"):
        open_drawer(page, "settings")
        page.select_option("select.theme", look)
        assert_accessible(page)
    go_to(page, TANGO)
    assert_accessible(page)
