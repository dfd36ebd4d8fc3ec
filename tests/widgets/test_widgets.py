"""`nn.play` and `nn.watch`: the page's own grid in a notebook, with Python behind it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from browser import Visit

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
BOAT = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
PAGE = Path(nn.__file__).parent / "page" / "js"

pytest.importorskip("anywidget", reason="widgets need anywidget, of the extra notebook")
from nonairo.widgets.page_modules import names, script, style  # noqa: E402

# What a notebook does for a widget: a script, a model with traits and messages, and an element.
HOST = """<!DOCTYPE html><meta charset="utf-8"><title>host</title>
<style>body { color: rgb(1, 2, 3) } button { color: rgb(4, 5, 6) }</style>
<button id="own">own</button><div id="el"></div>
<script type="module">
const state = %s;
const listeners = {};
window.sent = [];
window.model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; },
  save_changes: () => { window.saved = { ...state }; },
  on: (name, f) => (listeners[name] ??= []).push(f),
  off: () => {},
  send: (content) => window.sent.push(content),
};
window.tell = (name, value) => (listeners[name] ?? []).forEach((f) => f(value));
window.put = (name, value) => { state[name] = value; window.tell(`change:${name}`); };
const address = URL.createObjectURL(new Blob([%s], { type: "text/javascript" }));
const widget = (await import(address)).default;
widget.render({ model: window.model, el: document.getElementById("el") });
document.title = "ready";
</script>"""


def hosted(widget: Any, tmp_path: Path) -> str:
    """A page that shows a widget as a notebook does."""
    wanted = ("description", "style", "grid", "trace")
    state = {k: v for k, v in widget.get_state().items() if k in wanted}
    text = HOST % (json.dumps(state), json.dumps(widget._esm).replace("</", "<\\/"))
    path = tmp_path / "host.html"
    path.write_text(text, encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("entry", ["play.js", "watch.js"])
def test_the_modules_are_those_of_the_page(entry: str) -> None:
    text = script(entry)
    assert "page/js/grid.js" in names(entry)
    for name in names(entry):
        if name.startswith("page/js/"):
            assert (PAGE.parents[1] / name).is_file()
    assert "https://" not in text.replace("https://www.w3.org", "")
    assert "url(" not in style().replace('url("data:', "")
    own = [name for name in names(entry) if not name.startswith("page/js/")]
    assert sorted(own) == sorted(["widgets/language.js", "widgets/shell.js", f"widgets/{entry}"])


def test_the_grid_in_python_follows_and_leads() -> None:
    widget: Any = nn.play(FIRST)
    puzzle = nn.parse(FIRST)
    assert widget.grid == puzzle.givens
    solution = nn.solve(FIRST).solution
    assert solution is not None
    widget.set_state({"grid": solution.cells})  # as a page does
    assert widget.grid == solution
    assert isinstance(widget.grid, nn.Grid)
    widget.grid = str(puzzle.givens)
    assert widget.grid == puzzle.givens
    seen: list[nn.Grid] = []
    widget.observe(lambda change: seen.append(change["new"]), "grid")
    widget.grid = solution
    assert seen == [solution]
    with pytest.raises(nn.PuzzleError, match="the given is 1, found 0"):
        widget.grid = puzzle.givens.fill({nn.Cell(0, 0): "0"})
    with pytest.raises(nn.NonairoError):
        widget.set_state({"grid": "01"})


def test_hints_come_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    widget: Any = nn.play(FIRST)
    sent: list[Any] = []
    monkeypatch.setattr(widget, "send", sent.append)
    for strength in (1, 4, "x", None):
        widget._handle_custom_msg({"ask": "hint", "strength": strength}, [])
    widget._handle_custom_msg({"ask": "something"}, [])
    widget._handle_custom_msg("hint", [])
    hints = [nn.hint(FIRST, strength=strength).to_json() for strength in (1, 4, 1, 1)]
    assert sent == [{"hint": hint} for hint in hints]


def test_without_widgets_a_picture_is_shown() -> None:
    for widget in (nn.play(BOAT), nn.watch(BOAT, "rows")):
        bundle: Any = widget._repr_mimebundle_()
        assert bundle[0]["image/svg+xml"] == nn.parse(BOAT)._repr_svg_()


def test_an_unknown_engine_and_a_missing_package_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(nn.EngineError, match="walkk"):
        nn.watch(FIRST, "walkk")
    with pytest.raises(nn.EngineError, match="no trace"):
        nn.watch(FIRST, "core")
    from nonairo import widgets

    widgets._classes.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(nn.NonairoError, match="pip install anywidget"):
        nn.play(FIRST)
    widgets._classes.cache_clear()


@pytest.mark.parametrize("locale", ["de-DE", "nl-NL"])
def test_a_browser_in_another_language_shows_it_too(
    visit: Visit, tmp_path: Path, locale: str
) -> None:
    seen = visit(hosted(nn.play(FIRST), tmp_path), locale=locale)
    seen.page.wait_for_function("document.title == 'ready'")
    seen.page.get_by_role("button", name="Undo").wait_for()
    assert seen.page.locator("html").get_attribute("lang") is None  # the notebook is as it was
    assert seen.complaints == []


def test_a_puzzle_is_played_in_a_cell(visit: Visit, tmp_path: Path) -> None:
    widget: Any = nn.play(FIRST)
    seen = visit(hosted(widget, tmp_path))
    page = seen.page
    page.wait_for_function("document.title == 'ready'")
    cells = page.locator("[role=gridcell]")
    assert cells.count() == 36
    cells.nth(1).click()
    cells.nth(1).click()
    widget.set_state({"grid": page.evaluate("window.saved.grid")})
    assert widget.grid[0, 1] == "1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("0")
    assert page.evaluate("window.saved.grid")[:4] == "1100"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate("window.saved.grid") == nn.parse(FIRST).givens.cells
    page.get_by_role("button", name="Hint").click()
    assert page.evaluate("window.sent") == [{"ask": "hint", "strength": 1}]
    hint = nn.hint(FIRST, strength=4)
    page.evaluate("hint => window.tell('msg:custom', { hint })", hint.to_json())
    assert page.locator("[role=status]").inner_text() == hint.text
    page.get_by_role("button", name="Apply").click()
    assert page.evaluate("window.saved.grid[7]") == "1"
    solution = nn.solve(FIRST).solution
    assert solution is not None
    page.evaluate("grid => window.put('grid', grid)", solution.cells)
    assert page.locator("[role=status]").inner_text() == "Solved"
    own = page.evaluate("getComputedStyle(document.getElementById('own')).color")
    assert own == "rgb(4, 5, 6)", "the notebook keeps its own style"
    seen.assert_quiet("blob:", "file:")


def test_a_search_is_replayed_in_a_cell(visit: Visit, tmp_path: Path) -> None:
    widget: Any = nn.watch(BOAT, "rows")
    seen = visit(hosted(widget, tmp_path))
    page = seen.page
    page.wait_for_function("document.title == 'ready'")
    events = widget.trace["events"]
    assert widget.trace["status"] == "unique"
    assert page.locator("output").inner_text().endswith(f"{len(events)}")
    page.locator(".step-forward").click()
    first = page.locator("[role=status]").inner_text()
    found = 1 + next(k for k, event in enumerate(events) if event["kind"] == "solution")
    page.locator(".scrubber").fill(str(found))
    last = page.locator("[role=status]").inner_text()
    assert first != last
    filled = page.locator("[role=cell].v2").count()
    solution = nn.solve(BOAT).solution
    assert solution is not None
    assert filled == solution.cells.count("1")
    seen.assert_quiet("blob:", "file:")
