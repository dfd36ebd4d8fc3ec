"""The links in the tutorial for teachers open what the tutorial says."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

import nonairo as nn
from nonairo.own_engines import template
from pages import OpenPage

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "tutorials" / "teachers.md").read_text(encoding="utf-8")
LINKS = re.findall(r"\(http://127\.0\.0\.1:8000/(#[^\s)]+)\)", TEXT)


def test_there_are_links_in_every_lesson() -> None:
    lessons = re.split(r"^## Lesson \d", TEXT, flags=re.MULTILINE)[1:]
    assert len(lessons) == 3
    assert all("http://127.0.0.1:8000/#watch&" in lesson for lesson in lessons)


@pytest.mark.parametrize("link", LINKS)
def test_a_link_opens_its_engines_at_its_step(open_page: OpenPage, link: str) -> None:
    page = open_page()
    page.goto(page.url.partition("#")[0] + "?again" + link)
    parts = [part.partition("=")[::2] for part in link[1:].split("&")]
    if parts[0][0] != "watch":
        page.locator(".play .viewport .cell").first.wait_for()
        return
    page.locator(".watch .counters").wait_for()
    engines = [unquote(value) for name, value in parts if name == "engine"]
    puzzle = next(unquote(value) for name, value in parts if name == "p")
    step = next((int(value) for name, value in parts if name == "step"), 0)
    boxes = page.locator(".watch select.engine")
    for number, engine in enumerate(engines):
        assert boxes.nth(number).input_value() == engine.partition(":")[0]
    expect(page.locator(".watch .where")).to_contain_text(f"{step:,} of ")
    assert page.locator(".toast").count() == 0
    events = [list(nn.trace(puzzle, engine, limit=2)) for engine in engines]
    assert step <= max(map(len, events))


def test_the_page_about_engines_of_ones_own_shows_the_template() -> None:
    page = (ROOT / "docs" / "howto" / "own-engine.md").read_text(encoding="utf-8")
    marker = "<!-- from src/nonairo/own_engines/template.txt -->\n"
    assert f"{marker}```python\n{template()}```" in page
    assert (ROOT / "examples" / "my_engine.py").read_text(encoding="utf-8") == template()


def test_no_page_links_to_the_answers() -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        assert "(teachers-answers.md" not in path.read_text(encoding="utf-8"), path
