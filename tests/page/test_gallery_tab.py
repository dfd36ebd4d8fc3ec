"""The gallery on the page: hidden pictures, their puzzles, and what was solved."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import nonairo as nn
from pages import BINAIRO, OpenPage

pytestmark = pytest.mark.slow
IDS = """async () => {
  const { parse } = await import('/js/ids/pictures.js');
  const text = await (await fetch('/gallery.txt')).text();
  return parse(text).map(({ title, theme, level, id }) => [title, theme, level, id]);
}"""
SOLVE = """async ([id, title]) => {
  const { write } = await import('/js/storage.js');
  write(`game:${id}`, { done: true, cells: [], about: { kind: 'nonogram' } });
}"""


@pytest.fixture
def gallery(open_page: OpenPage) -> Page:
    page = open_page(BINAIRO)
    page.click("#tab-gallery")
    page.locator(".gallery-card").first.wait_for()
    return page


def choose(page: Page, name: str, value: str) -> None:
    page.select_option(f".gallery-{name}", value)


def test_the_page_reads_the_pictures_as_python_does(gallery: Page) -> None:
    found = {title: rest for title, *rest in gallery.evaluate(IDS)}
    assert found == {
        puzzle.title: [puzzle.extra["theme"], puzzle.extra["level"], puzzle.id]
        for puzzle in nn.gallery()
    }


def test_pictures_are_hidden_until_they_are_solved(gallery: Page) -> None:
    pictures = nn.gallery()
    assert gallery.locator(".gallery-card").count() == len(pictures)
    assert gallery.locator(".gallery-card canvas").count() == 0
    assert "Heart" not in gallery.locator(".gallery").inner_text()
    [heart] = nn.gallery("heart")
    gallery.evaluate(SOLVE, [heart.id, heart.title])
    gallery.click("#tab-play")
    gallery.click("#tab-gallery")
    expect(gallery.locator(".gallery-progress")).to_have_text(f"1 of {len(pictures)} solved")
    expect(gallery.locator(".gallery-card.solved canvas")).to_have_count(1)
    expect(gallery.locator(".gallery-card.solved")).to_contain_text("Heart")
    gallery.evaluate("id => localStorage.removeItem(id)", f"nonairo 1 / game:{heart.id}")
    gallery.reload()  # a forgotten game is still a solved picture
    expect(gallery.locator(".gallery-card.solved")).to_have_count(1)


def test_pictures_are_chosen_and_played(gallery: Page) -> None:
    choose(gallery, "level", "1")
    choose(gallery, "theme", "animals")
    choose(gallery, "colours", "black")
    wanted = nn.gallery(level=1, theme="animals", coloured=False)
    expect(gallery.locator(".gallery-card")).to_have_count(len(wanted))
    choose(gallery, "state", "solved")
    expect(gallery.locator(".gallery-card")).to_have_count(0)
    choose(gallery, "state", "open")
    gallery.locator(".gallery-card").first.click()
    expect(gallery).to_have_url(re.compile(re.escape(f"#p={wanted[0].id}") + "$"))
    expect(gallery.locator(".puzzle-name")).to_contain_text("Starter")
    assert str(wanted[0].title) not in gallery.locator(".play").inner_text()
