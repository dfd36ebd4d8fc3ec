"""Lines of any shape on the page: clues in cells, borders of regions, diagonals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import nonairo as nn
from pages import OpenPage, ask_for_hint, cell, expect_marked, expect_message, solution

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

MOSAIC = nn.KINDS["mosaic"].example
REGIONS = (
    "binairo@regions+diagonals:.11....0/.....1.1/..1...../.......0/0..0..../..0...../..0..0../"
    "....1...;ABBBBCCC/AABCCCCD/ABBBDDCD/AAAADDDD/EEEEFFFF/EEGEGFFF/EGGGGFHH/GGHHHHHH"
)


def test_a_mosaic_is_solved_by_filling_cells(open_page: OpenPage) -> None:
    page = open_page(MOSAIC)
    notes = page.locator(".play .viewport .note").all_inner_texts()
    assert notes == [clue for clue in MOSAIC.partition(":")[2] if clue.isdigit()]
    for number, symbol in enumerate(solution(MOSAIC)):
        if symbol == "1":
            cell(page, number).click()
    expect_message(page, "Solved")


def test_a_broken_clue_is_seen(open_page: OpenPage) -> None:
    page = open_page(MOSAIC)
    for number in (0, 1):  # the clue of r1c1 is 1
        cell(page, number).click()
    expect_marked(page, "broken", 2)
    assert page.locator(".play .note.spoilt").count() == 1
    assert ", clue 1" in str(cell(page, 0).get_attribute("aria-label"))


def test_a_hint_shows_the_area_it_is_about(open_page: OpenPage) -> None:
    page = open_page(MOSAIC)
    ask_for_hint(page)
    step = nn.hint(MOSAIC)
    assert "around" in step.text
    puzzle = nn.parse(MOSAIC)
    area = {place.cell(k) for place in step.places for k in range(puzzle.length(place))}
    assert page.locator(".play .viewport .cell.line").count() == len(area)


def test_regions_have_borders_and_diagonals_strokes(open_page: OpenPage) -> None:
    page = open_page(REGIONS)
    edges = page.locator(".play .viewport .cell[data-edge]").count()
    assert edges > 10
    assert page.locator(".play .viewport .cell[data-stroke]").count() == 16
    assert "in region A" in str(cell(page, 0).get_attribute("aria-label"))
    puzzle = nn.parse(REGIONS)
    region = next(line for line in puzzle.more_lines if line.name == "region H")
    wrong = [at.row * 8 + at.col for at in region.cells][:5]
    judged = page.evaluate(
        """async ({ id, wrong }) => {
        const { modelOf } = await import('/js/model.js');
        const { Judge } = await import('/js/judge.js');
        const answer = await fetch('/api/describe', { method: 'POST',
          body: JSON.stringify({ puzzle: id }), headers: { 'Content-Type': 'application/json' } });
        const model = modelOf(await answer.json());
        const judge = new Judge(model);
        const codes = new Uint8Array(model.size);
        for (const cell of wrong) codes[cell] = 2;
        judge.update(codes);
        return judge.more.flatMap((state, k) => (state.broken ? [model.more[k].name] : [])); }""",
        {"id": REGIONS, "wrong": wrong},
    )
    assert judged == ["region H"]


@pytest.mark.parametrize("signs", [[], [[0, 0, 0, 1, "="], [1, 2, 2, 2, "x"]]])
def test_the_editor_keeps_regions_when_signs_change(
    open_page: OpenPage, signs: list[list[object]]
) -> None:
    page = open_page(REGIONS)
    before = nn.parse(REGIONS)
    letters = REGIONS.rpartition(";")[2]
    for start in ([], [[3, 3, 3, 4, "x"]]):
        old = nn.binairo(before.givens, rules=before.rules, signs=start, regions=letters)
        new = nn.binairo(before.givens, rules=before.rules, signs=signs, regions=letters)
        written = page.evaluate(
            """async ({ id, rows, marks }) =>
            (await import('/js/ids/writing.js')).signedId(id, rows, marks)""",
            {"id": old.id, "rows": before.givens.rows(), "marks": signs},
        )
        assert written == new.id


def test_the_page_judges_as_the_package_does(open_page: OpenPage) -> None:
    page = open_page(MOSAIC)
    assert finished(page, MOSAIC, solution(MOSAIC))
    other = solution(MOSAIC).replace("0", "1", 1)
    assert not finished(page, MOSAIC, other)


def finished(page: Page, puzzle: str, cells: str) -> bool:
    found = page.evaluate(
        """async ({ id, cells }) => {
        const { modelOf, codesOf } = await import('/js/model.js');
        const { Judge } = await import('/js/judge.js');
        const answer = await fetch('/api/describe', { method: 'POST',
          body: JSON.stringify({ puzzle: id }), headers: { 'Content-Type': 'application/json' } });
        const model = modelOf(await answer.json());
        const judge = new Judge(model);
        judge.update(codesOf(cells, model.symbols));
        return judge.finished; }""",
        {"id": puzzle, "cells": cells},
    )
    return bool(found)
