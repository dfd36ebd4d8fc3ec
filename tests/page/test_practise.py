"""Positions to practise: each is what it says, and can be looked at and played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import nonairo as nn
from nonairo.techniques import TECHNIQUES
from pages import BINAIRO, GRID, OpenPage, ask_for_hint, expect_marked, expect_message

FILE = Path(__file__).parents[2] / "src" / "nonairo" / "page" / "practise.txt"
POSITIONS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_nearly_every_technique_has_positions() -> None:
    found = {each["technique"] for each in POSITIONS}
    assert found <= set(TECHNIQUES)
    assert len(found) > 25
    assert len({(each["id"], each["grid"]) for each in POSITIONS}) == len(POSITIONS)


@pytest.mark.parametrize("each", POSITIONS[::5], ids=lambda each: each["technique"])
def test_the_step_is_the_easiest_there_and_true(each: dict[str, object]) -> None:
    puzzle = nn.parse(str(each["id"]))
    grid = nn.Grid(puzzle.height, puzzle.width, str(each["grid"]))
    found = nn.hint(puzzle, grid, strength=4)
    assert found.step is not None
    assert found.step.technique == each["technique"]
    said = found.step.text.split("\n")[0]
    assert said == each["text"], "run python tools/make_practise.py --texts"
    solution = nn.solve(puzzle).solution
    assert solution is not None
    effects = each["effects"]
    assert isinstance(effects, list)
    assert effects
    assert all(solution.cells[row * puzzle.width + col] == value for row, col, value in effects)


@pytest.mark.slow
def test_a_technique_is_told_with_real_grids_and_practised(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    ask_for_hint(page)
    page.get_by_role("button", name="About “pair”").click()
    boards = page.locator("dialog .example .board")
    expect(boards).to_have_count(3)
    assert boards.first.locator(".cell.effect").count() >= 1
    assert boards.first.locator(".cell.premise").count() >= 1
    page.locator("dialog .practise").click()
    expect_message(page, "Find Pair")
    of_pair = [each for each in POSITIONS if each["technique"] == "pair"]
    first = of_pair[3]  # none of the three that were just shown with their answers
    expect_marked(page, "effect", 0)
    for row, col, value in first["effects"]:
        number = row * nn.parse(first["id"]).width + col
        page.locator(GRID).nth(number).click(button="left" if value == "0" else "right")
    expect_message(page, "Right.")
    expect_marked(page, "effect", len(first["effects"]))
    before = page.url
    page.get_by_role("button", name="Next position").click()
    page.wait_for_function("url => location.href !== url", arg=before)
    expect_message(page, "Find Pair")
    page.get_by_role("button", name="Show the step").click()
    page.locator(f"{GRID}.effect").first.wait_for()


@pytest.mark.slow
def test_all_techniques_are_listed_in_learn(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    page.click("#tab-learn")
    page.click(".learn .techniques")
    page.get_by_role("button", name="Overlap").first.click()
    expect(page.locator("dialog .example .board")).to_have_count(3)
