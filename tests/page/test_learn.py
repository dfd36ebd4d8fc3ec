"""Learn, Watch and Compare: stepping forth and back, to the solution and with the right counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from test_access import assert_accessible

import nonairo as nn
from pages import (
    BINAIRO,
    KAKURASU,
    NONOGRAM,
    PHONE,
    WIDE,
    OpenPage,
    cell,
    go_to,
    hold,
    solution,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

TRIED = "binairo:....../.1.1../.....0/.0..../.00..0/.....0"  # some steps suppose something
CASES = "binairo:010...1./10110100/......1./....1001/00110110/110...0./.010101./.10...01"
OPEN = "binairo:..../..../..../...."  # many solutions: nothing can be explained
LONG = (  # walk takes thousands of steps
    "binairo:1...1...../11.......1/........00/....0...../...1...10./.......1../...11...../"
    ".0.......0/..1...00../.0.1.0...0"
)
SYMBOLS = """cells => cells.map(c => c.matches('.ghost') ? '.' : c.matches('.v1') ? '0'
   : c.matches('.v2') ? '1' : '.').join('')"""
MARKS = f"""() => [({SYMBOLS})([...document.querySelectorAll('.learn .cell')]),
  ...['effect', 'premise'].map(mark => document.querySelectorAll('.learn .cell.' + mark).length)]"""
# Everything that a replay shows: cells with their marks, sentence, counters and curve.
STATE = """() => ['.cell', '.telling', '.counters', '.legend', '.outcome'].map(part =>
    [...document.querySelectorAll('.watch ' + part)].map(e =>
        part === '.cell' ? e.className + (e.dataset.s ?? '') : e.innerText).join('|')).join('#')"""
EVERY = f"""order => {{
  const scrubber = document.querySelector('.watch .scrubber');
  const steps = [...Array(Number(scrubber.max) + 1).keys()];
  if (order < 0) steps.reverse();
  return steps.map(k => {{
    scrubber.value = k;
    scrubber.dispatchEvent(new Event('input'));
    return ({STATE})();
  }});
}}"""


def learn(open_page: OpenPage, puzzle: str, **options: Any) -> Page:
    page = open_page(puzzle, **options)
    page.click("#tab-learn")
    page.locator(".learn .summary:not(:empty), .learn .ending").first.wait_for()
    return page


def watch(open_page: OpenPage, puzzle: str, *engines: str, **options: Any) -> Page:
    """Watch an engine, or compare two, which is asked for before the first trace is there."""
    page = open_page(puzzle, **options)
    page.click("#tab-watch")
    if len(engines) > 1:
        page.click(".watch-two")
        page.locator(".watch .counters.two").wait_for()
    page.locator(".watch .counters").wait_for()
    for number, name in enumerate(engines):
        choose(page, page.locator(".watch select.engine").nth(number), name)
    return page


def choose(page: Page, box: Locator, value: str) -> None:
    """Choose something else, and wait for the trace that comes of it."""
    if box.input_value() != value:
        box.select_option(value)
        page.locator(".watch .counters").wait_for()


def another(page: Page, puzzle: str) -> None:
    """Open another puzzle while a tab is seen."""
    page.goto(page.url.partition("p=")[0] + f"p={puzzle}")  # the tab stays in the address


def shown(page: Page, tab: str, number: int = 0) -> str:
    stage = page.locator(f".{tab} .stage").nth(number)
    return str(stage.locator(".cell").evaluate_all(SYMBOLS))


def told(page: Page) -> str:
    return page.locator(".learn .card").inner_text()


@pytest.mark.parametrize("puzzle", [NONOGRAM, KAKURASU])
def test_an_explanation_steps_to_the_solution(open_page: OpenPage, puzzle: str) -> None:
    page = learn(open_page, puzzle)
    steps = nn.explain(puzzle).steps
    assert page.locator(".learn .step").count() == len(steps)
    assert shown(page, "learn") == nn.parse(puzzle).givens.cells
    page.locator(".learn .step").first.focus()
    grid = nn.parse(puzzle).givens
    for number, step in enumerate(steps, 1):
        page.keyboard.press("ArrowDown" if number % 2 else "ArrowRight")
        grid = grid.fill(dict(step.effects))
        marks = page.evaluate(MARKS)
        assert marks == [grid.cells, len(step.effects), len(set(step.premises))]
    assert shown(page, "learn") == solution(puzzle)
    assert "Solved" in told(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    current = page.locator(".learn [aria-current=step]")
    assert current.count() == 1
    assert steps[-3].text[1:] in current.inner_text()
    assert page.evaluate("document.activeElement.matches('[aria-current=step]')")


def test_a_step_is_chosen_played_and_looked_up(open_page: OpenPage) -> None:
    page = learn(open_page, BINAIRO, reduced_motion="reduce")
    assert page.locator(".learn .where").inner_text() == "0 of 18"  # nothing plays by itself
    page.locator(".learn .step").nth(2).click()
    seen = "3. The two 0s are side by side, so the framed cells must be 1."
    assert seen in told(page)
    assert "r1c3 and r4c3 must be 1" in page.locator("#live").inner_text()
    assert page.locator(".learn .cell.premise").count() == 2
    label = page.locator(".learn .cell").nth(2).get_attribute("aria-label")
    assert label == "row 1, column 3, 1, decided by this step"
    page.get_by_role("button", name="Pair, level 1", exact=True).click()
    assert "Two neighbours are equal" in page.locator("dialog").inner_text()
    page.keyboard.press("End")  # the dialog's own
    page.keyboard.press("Escape")
    assert page.locator(".learn .where").inner_text() == "3 of 18"
    page.locator(".learn .step").nth(15).click()
    page.get_by_label("Speed").select_option("10")
    page.locator(".learn .step").nth(15).focus()
    page.keyboard.press("Space")
    page.locator(".learn .ending").wait_for()
    assert page.locator(".learn .step-play").inner_text() == "Play"
    page.keyboard.press("Home")
    assert shown(page, "learn") == nn.parse(BINAIRO).givens.cells
    page.keyboard.press("End")
    assert shown(page, "learn") == solution(BINAIRO)


def test_an_explanation_begins_where_the_player_is(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    for number in (7, 10):  # the first step
        cell(page, number).click(button="right")
    page.click("#tab-learn")
    page.get_by_text("18 steps, hardest").wait_for()
    page.click(".from-position")
    page.get_by_text("17 steps, hardest").wait_for()
    assert shown(page, "learn")[7] == "1"
    page.click("#tab-play")
    cell(page, 1).click(button="right")  # wrong
    page.click("#tab-learn")
    page.get_by_text("17 steps, hardest").wait_for(state="hidden")
    page.locator(".learn .step, .learn .ending").first.wait_for()
    page.keyboard.press("End")
    assert "no solution from your position" in told(page)
    assert page.locator(".learn .cell.broken").count() > 0


def test_what_cannot_be_explained_is_said(open_page: OpenPage) -> None:
    page = learn(open_page, OPEN)
    assert "be explained to the end" in told(page)
    assert "(undecided: 16 cells)" in told(page)
    another(page, "binairo:00../..../..../0000")
    page.locator(".learn .ending", has_text="There is no solution from here").wait_for()


def test_inner_steps_are_numbered_and_looked_at(open_page: OpenPage) -> None:
    page = learn(open_page, TRIED)
    steps = nn.explain(TRIED).steps
    number = next(k for k, step in enumerate(steps) if step.chains)
    page.locator(".learn .step").nth(number).click()
    (chain,) = steps[number].shown
    inner = page.locator(".chain ol .inner")
    assert inner.all_inner_texts()[0].startswith("1. ")
    assert inner.count() == len(chain.steps)
    ordinals = [f"{k + 1}" for k, step in enumerate(chain.steps) for _ in step.effects]
    numbers = page.locator(".learn .cell[data-n]").evaluate_all("all => all.map(c => c.dataset.n)")
    assert sorted(numbers) == sorted([*ordinals, "?"])
    before = shown(page, "learn")
    page.locator(".chain > .inner").click()
    assert page.locator(".learn .cell.supposed").count() == len(ordinals) + 1
    assert page.locator(".learn .cell.broken").count() == len(chain.broken.cells)  # type: ignore[union-attr]
    inner.first.click()
    assert page.locator(".learn .cell.supposed").count() == 1 + len(chain.steps[0].effects)
    inner.first.click()
    assert shown(page, "learn") == before


def test_cases_inside_a_chain_are_shown_and_looked_at(open_page: OpenPage) -> None:
    page = learn(open_page, CASES)
    steps = nn.explain(CASES).steps
    number = next(k for k, step in enumerate(steps) if step.technique == "cases")
    page.locator(".learn .step").nth(number).click()
    (chain,) = steps[number].shown
    inner = page.locator(".chain .chain")
    assert inner.count() == len(chain.cases) == 2
    assert inner.locator("> summary").all_inner_texts()[1].startswith("Case 2: suppose ")
    inner.nth(1).locator("> summary").click()  # it unfolds
    inner.nth(1).locator("> .inner").click()
    supposed = chain.filled | chain.cases[1].filled
    assert page.locator(".learn .cell.supposed").count() == len(supposed)
    broken = chain.cases[1].broken
    assert broken is not None
    assert page.locator(".learn .cell.broken").count() == len(broken.cells)


@pytest.mark.parametrize(
    ("puzzle", "engine"),
    [
        (BINAIRO, "walk"),
        (NONOGRAM, "rows"),
        pytest.param(KAKURASU, "zones+guess", marks=pytest.mark.full),
        (TRIED, "guess"),
    ],
)
def test_a_search_is_replayed_forth_and_back(open_page: OpenPage, puzzle: str, engine: str) -> None:
    page = watch(open_page, puzzle, engine)
    forth = page.evaluate(EVERY, 1)
    result = nn.solve(puzzle, engine)
    events = list(nn.trace(puzzle, engine, limit=2))
    assert len(forth) == len(events) + 1
    stats = {"nodes": result.stats.nodes, "backtracks": result.stats.backtracks}
    written = {
        name: " ".join(map(str, value)) if isinstance(value, list) else f"{value:,}"
        for name, value in (stats | result.stats.counters).items()
        if value
    }
    rows = page.locator(".counters tbody tr").evaluate_all(
        "rows => rows.map(r => [r.dataset.counter, r.cells[1].innerText, r.cells[2].innerText])"
    )
    now = {name: value for name, value, _ in rows if name in written}
    assert now == written == {name: value for name, _, value in rows if name in written}
    assert len(set(forth)) == len(forth)
    back = page.evaluate(EVERY, -1)
    assert back[::-1] == forth
    grid = nn.parse(puzzle).givens
    page.keyboard.press("Home")
    for event in events[:6]:
        page.keyboard.press("ArrowRight")
        if event.cells and event.valid is not False:
            grid = grid.fill(dict(event.cells))
        assert shown(page, "watch") == grid.cells


def test_a_rejected_placement_says_why_by_any_engine_there_is(open_page: OpenPage) -> None:
    page = watch(open_page, BINAIRO)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    said = page.locator(".telling").first.inner_text()
    assert "INVALID" in said
    assert "r1c3 = 0: adjacent: r1c3-r3c3 are all 0" in said
    assert "INVALID" in page.locator("#live").inner_text()
    bad = page.locator(".watch .cell.broken")
    assert bad.count() == 1
    assert "breaks a rule" in str(bad.get_attribute("aria-label"))
    page.get_by_role("button", name="First solution").click()
    assert shown(page, "watch") == solution(BINAIRO)
    assert "SOLUTION" in page.locator(".telling").first.inner_text()
    label = page.locator(".curve-box").first.get_attribute("aria-label")
    assert label == "Depth 22 of at most 22; 36 of 36 cells filled"

    another(page, NONOGRAM)
    page.locator(".watch .puzzle-name", has_text="Nonogram").wait_for()
    page.locator(".watch .counters").wait_for()
    names = page.locator(".watch select.engine").first.locator("option").all_inner_texts()
    assert names == ["walk", "rows", "zones", "guess", "zones+guess"]
    choose(page, page.locator(".option-check"), "early")
    assert "check=early" in page.locator(".engine-options summary").first.inner_text()
    events = len(list(nn.trace(NONOGRAM, "walk:check=early", limit=2)))
    assert page.locator(".watch .where").inner_text() == f"0 of {events}"


def test_a_cut_trace_says_so(open_page: OpenPage) -> None:
    page = watch(open_page, LONG, "walk")
    choose(page, page.get_by_label("Maximum events"), "1000")
    page.keyboard.press("End")
    where = page.locator(".watch .where").inner_text()
    assert where == "1,000 of 1,000"
    assert "limit of 1,000 events was reached" in page.locator(".lane-state").first.inner_text()
    assert "stopped after 1,000 steps" in page.locator(".outcome").inner_text()


def test_two_engines_step_together(open_page: OpenPage) -> None:
    page = watch(open_page, BINAIRO, "walk", "rows")
    outcome = page.locator(".outcome")
    assert outcome.inner_text() == "Both are still searching."
    page.get_by_label("Event of the search").fill("31")
    assert shown(page, "watch", 1) == solution(BINAIRO)
    assert shown(page, "watch", 0) != solution(BINAIRO)
    heads = page.locator(".counters thead th[scope=colgroup]").all_inner_texts()
    assert heads == ["walk", "rows"]
    page.get_by_label("Event of the search").fill("60")
    assert outcome.inner_text() == "rows has finished after 50 steps; walk continues."
    page.click(".watch .step-last")
    assert outcome.inner_text() == "rows finishes first, after 50 steps; walk needs 119 steps."
    row = page.locator("tr[data-counter=nodes] td").all_inner_texts()
    wanted = [str(nn.solve(BINAIRO, name).stats.nodes) for name in ("walk", "rows")]
    assert row == [wanted[0], wanted[0], wanted[1], wanted[1]]


LYING = {"viewport": {"width": 740, "height": 360}}
LOOKS = {"wide": WIDE, "phone": PHONE | {"color_scheme": "dark"}, "lying": LYING}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_learn_and_watch_are_accessible(open_page: OpenPage, look: dict[str, Any]) -> None:
    page = learn(open_page, TRIED, **look)
    page.locator(".learn .step:has-text(' were ')").first.click()
    page.locator(".chain > .inner").first.click()
    assert_accessible(page)
    page.click("#tab-watch")
    page.locator(".watch .counters").wait_for()
    assert_accessible(page)
    page.click(".watch-two")
    page.locator(".watch .counters.two").wait_for()
    page.get_by_label("Event of the search").fill("12")
    assert_accessible(page)
    assert page.evaluate("document.querySelector('.top').scrollWidth <= innerWidth")


def test_an_engine_that_is_waited_for_is_no_empty_heading(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    script = """async () => {
      const { Counters } = await import('/js/watch/counters.js');
      const counters = new Counters();
      const about = { names: [], at: 0, length: 0, depth: 0, known: [0], model: { size: 1 } };
      counters.use(['walk', ''].map((engine) => ({ engine, counters: new Map(), ...about })));
      const heads = [...counters.element.querySelectorAll('[colspan]')];
      return heads.map((head) => [head.tagName, head.textContent]); }"""
    assert page.evaluate(script) == [["TH", "walk"], ["TD", ""]]


def test_a_server_that_is_away_is_said_and_asked_again(open_page: OpenPage) -> None:
    page = open_page(BINAIRO, allow="Failed to load resource")
    page.route("**/tabs/watch.js", lambda route: route.abort())
    page.click("#tab-watch")
    page.get_by_text("Watch could not be loaded").wait_for()
    assert page.locator("#tab-play[aria-selected=true]").count() == 1
    page.unroute_all()
    for name in ("explain", "trace"):
        page.route(f"**/api/{name}", lambda route: route.abort())
    page.click("#tab-learn")
    page.locator(".learn .card", has_text="The server does not answer").wait_for()
    page.click("#tab-watch")
    page.locator(".watch .telling", has_text="The server does not answer").first.wait_for()
    page.unroute_all()
    page.click("#tab-learn")
    page.locator(".learn .step").first.wait_for()
    page.click("#tab-watch")
    page.locator(".watch .counters").wait_for()


def test_an_explanation_that_was_given_up_is_asked_for_again(open_page: OpenPage) -> None:
    page = learn(open_page, BINAIRO)
    hold(page, "explain")
    another(page, NONOGRAM)
    page.locator(".learn .card", has_text="Explaining").wait_for()
    page.click("#tab-play")
    page.unroute_all()
    go_to(page, BINAIRO)
    page.click("#tab-learn")
    page.get_by_text("18 steps, hardest").wait_for()
