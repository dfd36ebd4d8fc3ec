"""The page of `explain --html`, opened in Chromium: stepped through, played, and harmless."""

from __future__ import annotations

from pathlib import Path

import pytest

import nonairo as nn
from browser import Seen, Visit
from nonairo.cli import main

pytestmark = pytest.mark.slow

EVIL = "</title><script>window.owned = true</script><img src=http://localhost:9/x onerror=alert(1)>"
STEPS = 18


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a puzzle whose title and author are not to be trusted."""
    folder = tmp_path_factory.mktemp("page")
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    nn.save(puzzle.about(title=EVIL, author=EVIL), folder / "evil.jsonl")
    page = folder / "steps.html"
    assert main(["explain", str(folder / "evil.jsonl"), "--brief", "--html", str(page)]) == 0
    return page


def shown(seen: Seen) -> tuple[str, list[int]]:
    """What the page says, and which pictures can be seen."""
    figures = seen.page.locator("figure").all()
    said = seen.page.locator("output").inner_text()
    return said, [number for number, figure in enumerate(figures) if figure.is_visible()]


def test_keys_and_buttons_step(visit: Visit, file: Path) -> None:
    seen = visit(file.as_uri())
    assert shown(seen) == (f"1 of {STEPS}", [0])
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", STEPS - 1),
                        ("ArrowRight", STEPS - 1), ("Home", 0), ("ArrowLeft", 0)):  # fmt: skip
        seen.page.keyboard.press(key)
        assert shown(seen) == (f"{number + 1} of {STEPS}", [number]), key
    seen.page.get_by_role("button", name="next").click()
    assert shown(seen) == (f"2 of {STEPS}", [1])
    seen.page.get_by_role("button", name="last").click()
    assert shown(seen) == (f"{STEPS} of {STEPS}", [STEPS - 1])
    seen.assert_quiet(file.as_uri())


def test_it_plays_and_pauses(visit: Visit, file: Path) -> None:
    seen = visit(file.as_uri(), clock=True)
    play = seen.page.locator("#play")
    seen.page.keyboard.press(" ")
    assert play.inner_text() == "Pause"
    seen.page.clock.run_for(3100)
    assert shown(seen)[1] == [2]
    seen.page.keyboard.press(" ")
    seen.page.clock.run_for(60_000)
    assert (play.inner_text(), shown(seen)[1]) == ("Play", [2])
    play.click()
    seen.page.clock.run_for(60_000)
    assert (play.inner_text(), shown(seen)[1]) == ("Play", [STEPS - 1]), "it stops at the end"
    seen.assert_quiet(file.as_uri())


def test_a_title_is_text_whatever_it_says(visit: Visit, file: Path) -> None:
    seen = visit(file.as_uri())
    assert EVIL in seen.page.title()
    assert EVIL in seen.page.locator("h1").inner_text()
    assert seen.page.evaluate("window.owned") is None
    assert seen.page.locator("img").count() == 0
    seen.assert_quiet(file.as_uri())


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_cut_off(visit: Visit, file: Path, width: int) -> None:
    seen = visit(file.as_uri(), viewport={"width": width, "height": 640})
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    box = seen.page.locator("figure svg").first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
