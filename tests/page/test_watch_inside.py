"""Watch: links to a step, the marked line of the program, clashing cells, the search tree."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect
from test_access import assert_accessible

import nonairo as nn
from nonairo.answers import answer
from nonairo.engines.code_lines import Code, plain_text
from pages import BINAIRO, NONOGRAM, PHONE, OpenPage, follow_copies

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

LONG = (  # walk and rows take more than 10,000 steps
    "binairo:1...1...../11.......1/........00/....0...../...1...10./.......1../...11...../"
    ".0.......0/..1...00../.0.1.0...0"
)
SMOOTH = 100.0  # milliseconds between two frames


def at_step(open_page: OpenPage, puzzle: str, engines: str, step: int = 0, **options: Any) -> Page:
    """Open the page by a link to a step of a search."""
    page = open_page(**options)
    more = f"&step={step}" if step else ""
    page.goto(page.url.partition("#")[0] + f"?again#watch&p={puzzle}{engines}{more}")
    page.locator(".watch .counters").wait_for()
    return page


def where(page: Page) -> str:
    return page.locator(".watch .where").inner_text()


def test_a_link_opens_an_engine_with_options_at_a_step(open_page: OpenPage) -> None:
    engine = "walk:order=most-constrained,check=early"
    page = at_step(open_page, BINAIRO, f"&engine={engine}", 7)
    events = list(nn.trace(BINAIRO, engine, limit=2))
    assert where(page) == f"7 of {len(events)}"
    assert page.locator(".watch select.engine").first.input_value() == "walk"
    assert page.locator(".option-check").input_value() == "early"
    assert page.locator(".option-order").input_value() == "most-constrained"
    copied = follow_copies(page)
    page.keyboard.press("ArrowRight")
    page.click(".link-step")
    link = copied()
    assert link.endswith(f"#watch&p={BINAIRO}&engine={engine}&step=8")
    assert page.url.endswith("&step=7")  # a reload comes back to what was opened


def test_a_link_opens_two_engines_and_a_seed(open_page: OpenPage) -> None:
    puzzle = "binairo:..../..../..../...."
    page = at_step(open_page, puzzle, "&engine=guess&seed=5&engine=rows", 9)
    expect(page.locator(".watch.comparing")).to_have_count(1)
    engines = page.locator(".watch select.engine")
    assert [engines.nth(k).input_value() for k in (0, 1)] == ["guess", "rows"]
    assert page.locator(".watch .seed").first.input_value() == "5"
    assert where(page).startswith("9 of ")
    copied = follow_copies(page)
    page.click(".link-step")
    assert copied().endswith("&engine=guess&seed=5&engine=rows&step=9")


def test_a_link_is_followed_while_the_page_is_open(open_page: OpenPage) -> None:
    page = at_step(open_page, BINAIRO, "&engine=walk", 3)
    base = page.url.partition("#")[0]
    page.goto(f"{base}#watch&p={BINAIRO}&engine=rows&step=5")  # the same puzzle
    expect(page.locator(".watch .where")).to_have_text("5 of 50")
    page.goto(f"{base}#watch&p={NONOGRAM}&engine=rows&step=2")  # another one
    expect(page.locator(".watch .where")).to_have_text(
        f"2 of {len(list(nn.trace(NONOGRAM, 'rows', limit=2)))}"
    )
    page.click("#tab-learn")
    page.locator(".learn .step").first.wait_for()
    assert unquote(page.url).endswith(f"#learn&p={NONOGRAM}")  # the step is left behind
    page.goto(f"{base}#watch&p={NONOGRAM}&engine=walk&step=4")
    expect(page.locator(".watch .where")).to_contain_text("4 of ")


def test_a_link_to_a_late_step_asks_for_enough_events(open_page: OpenPage) -> None:
    page = at_step(open_page, LONG, "&engine=walk", 12_000)
    at, length = (int(number.replace(",", "")) for number in where(page).split(" of "))
    assert at == 12_000 < length


def test_a_link_to_an_engine_that_is_not_here_says_so(open_page: OpenPage) -> None:
    page = at_step(open_page, BINAIRO, "&engine=magic", 4)
    page.get_by_text("it names an engine that does not support this puzzle").wait_for()
    assert where(page).startswith("0 of ")


@pytest.mark.parametrize("damage", ["&engine=walk&step=x", "&engine=%zz", "&engine=walk&step=-1"])
def test_a_damaged_link_is_reported_and_the_rest_opens(open_page: OpenPage, damage: str) -> None:
    page = at_step(open_page, BINAIRO, damage)
    page.get_by_text("This link is damaged").first.wait_for()
    assert where(page).startswith("0 of ")


def test_links_are_read_and_written_in_one_module(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    script = """async (hashes) => {
      const { readLink, writeLink } = await import('/js/share.js');
      return hashes.map((hash) => writeLink(readLink(hash))); }"""
    links = [
        f"#watch&p={BINAIRO}&engine=walk:check=early,order=reading&step=12",
        f"#watch&p={BINAIRO}&engine=guess&seed=3&engine=zones+guess&step=1",
        "#watch&p=binairo:../0.&engine=./my_engine.py",
        f"#learn&p={BINAIRO}",
        f"#p={NONOGRAM}&g={'1' * 25}",
        "#start",
    ]
    assert page.evaluate(script, links) == links


def test_an_engine_of_ones_own_is_called_as_its_file(open_page: OpenPage) -> None:
    page = open_page(BINAIRO)
    script = """async (names) => {
      const { EnginePicker } = await import('/js/watch/picker.js');
      const { Replay } = await import('/js/watch/replay.js');
      const picker = new EnginePicker(() => {});
      picker.offer(names.map((name) => ({ name, summary: '' })), names[0], null);
      const given = { model: { givens: [0], symbols: '01', size: 1 }, trace: { engine: names[1] } };
      const called = new Replay(given.model, given.trace).engine;
      return [[...picker.select.options].map((each) => [each.value, each.text]), called]; }"""
    names = ["walk", "/home/ann/school/my_engine.py", "./a/same.py", "b\\same.py"]
    shown, called = page.evaluate(script, names)
    assert shown == [[name, name.rpartition("/")[2] if "my" in name else name] for name in names]
    assert called == "my_engine.py"


@pytest.mark.parametrize(
    ("puzzle", "engine"),
    [(BINAIRO, "walk"), (NONOGRAM, "rows"), (BINAIRO, "guess"), (LONG, "patterns+guess")],
)
def test_the_marked_line_is_that_of_the_event(
    open_page: OpenPage, puzzle: str, engine: str
) -> None:
    page = at_step(open_page, puzzle, f"&engine={engine}", 1)
    code = Code(nn.ENGINES[engine])
    texts = [text.text.splitlines() for text in code.texts]
    for number, event in enumerate(nn.trace(puzzle, engine, limit=2), 1):
        at = code.line(event)
        assert at is not None
        assert page.locator(".program-line.at").text_content() == texts[at.text][at.line - 1]
        if number == 25:
            break
        page.keyboard.press("ArrowRight")
    line = page.locator(".program-line.at")
    inside = "e => { const [a, b] = [e, e.closest('.program-scroller')].map(x =>"
    inside += (
        " x.getBoundingClientRect()); return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; }"
    )
    page.wait_for_timeout(100)
    assert line.evaluate(inside), "the marked line is in view"
    page.keyboard.press("Home")
    assert page.locator(".program-line.at").count() == 0


def test_a_refused_placement_marks_what_it_clashes_with(open_page: OpenPage) -> None:
    page = at_step(open_page, BINAIRO, "&engine=walk", 4)  # r1c2-r1c4 and r1c3-r3c3
    numbers = "all => all.map(c => [...c.closest('.board').querySelectorAll('.cell')].indexOf(c))"
    assert page.locator(".watch .cell.broken").evaluate_all(numbers) == [2]
    assert page.locator(".watch .cell.premise").evaluate_all(numbers) == [1, 3, 8, 14]
    label = page.locator(".watch .cell.premise").first.get_attribute("aria-label")
    assert "used by this step" in str(label)
    page.keyboard.press("ArrowRight")
    assert page.locator(".watch .cell.premise").count() == 0


def test_an_equal_line_is_marked_as_a_whole(open_page: OpenPage) -> None:
    puzzle = "binairo:0101/0.0./..../...."
    events = list(nn.trace(puzzle, "walk", limit=2))
    step = next(e.step for e in events if e.criterion and e.criterion.startswith("distinct: row"))
    page = at_step(open_page, puzzle, "&engine=walk", step)
    assert page.locator(".watch .cell.premise").count() == 7  # both rows, without the tried cell


TREE = """async (events) => {
  const { SearchTree } = await import('/js/watch/tree.js');
  const tree = new SearchTree(events);
  return [...Array(events.length + 1).keys()].map((at) => {
    const { nodes, columns, levels } = tree.layout(at, 12);
    const all = nodes.reduce((sum, node) => sum + (node.folded || 1), 0);
    const apart = new Set(nodes.map(({ column, level }) => `${column} ${level}`)).size;
    return [tree.made[at], all, nodes.length, apart, tree.path(at).length - 1, columns, levels];
  });
}"""


@pytest.mark.parametrize(
    ("puzzle", "engine"), [(BINAIRO, "walk"), (NONOGRAM, "rows"), (LONG, "guess:cell=first")]
)
def test_the_tree_has_a_node_for_every_try(open_page: OpenPage, puzzle: str, engine: str) -> None:
    """Whatever is folded, every node is drawn or counted, and no two stand in one place."""
    page = open_page(BINAIRO)
    events = list(nn.trace(puzzle, engine, limit=2))[:1500]
    found = page.evaluate(TREE, [json.loads(json.dumps(event.to_json())) for event in events])
    tried = 1
    for event, (made, all_nodes, drawn, apart, depth, columns, levels) in zip(
        events, found[1:], strict=True
    ):
        tried += event.kind in ("place", "successor") or (
            event.kind == "reject" and bool(event.cells)
        )
        assert made == all_nodes == tried
        assert drawn == apart
        assert columns <= drawn
        assert levels > depth
        if event.kind in ("place", "successor"):
            assert depth == event.depth


def test_the_tree_grows_and_a_click_goes_to_a_step(open_page: OpenPage) -> None:
    page = at_step(open_page, BINAIRO, "&engine=walk", 2)
    summary = page.locator(".lane:first-child .tree-summary")
    expect(summary).to_have_text("Search tree: 2 nodes")
    page.keyboard.press("End")
    expect(summary).to_have_text("Search tree: 59 nodes")
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    label = page.locator(".lane:first-child .tree canvas").get_attribute("aria-label")
    assert label == "r1c3 = 1, step 5"
    box = page.locator(".lane:first-child .tree canvas").bounding_box()
    assert box is not None
    for y in range(4, int(box["height"]), 6):  # down to the first node below the root
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + y)
        title = str(page.locator(".lane:first-child .tree canvas").get_attribute("title"))
        if title.startswith("r1c2 = 0"):
            break
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + y)
    assert title == "r1c2 = 0, step 2"
    assert where(page) == "2 of 119"


def test_buttons_and_keys_go_to_the_next_backtrack(open_page: OpenPage) -> None:
    page = at_step(open_page, BINAIRO, "&engine=walk")
    undone = [event.step for event in nn.trace(BINAIRO, "walk", limit=2) if event.kind == "undo"]
    page.click(".backtrack-next")
    assert where(page) == f"{undone[0]} of 119"
    page.keyboard.press("b")
    assert where(page) == f"{undone[1]} of 119"
    page.keyboard.press("Shift+B")
    assert where(page) == f"{undone[0]} of 119"
    page.click(".backtrack-before")
    assert where(page) == f"{undone[0]} of 119"  # there is none before


def test_engines_that_only_deduce_have_no_tree(open_page: OpenPage) -> None:
    page = at_step(open_page, BINAIRO, "&engine=patterns", 3)
    assert page.locator(".lane:first-child .program").is_visible()
    assert not page.locator(".lane:first-child .tree").is_visible()


def test_program_and_tree_are_shown_where_there_is_room_or_when_asked_for(
    open_page: OpenPage,
) -> None:
    page = at_step(open_page, BINAIRO, "&engine=walk", 5, **PHONE)
    assert not page.locator(".lane:first-child .program").is_visible()
    page.click(".show-inside")
    page.locator(".program-line.at").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)
    page.click(".watch-two")
    page.locator(".watch .counters.two").wait_for()
    assert page.locator(".inside").nth(1).is_visible()
    page.click(".show-inside")
    assert not page.locator(".inside").nth(1).is_visible()


def test_two_trees_have_space_on_a_projector(open_page: OpenPage) -> None:
    screen = {"viewport": {"width": 1280, "height": 720}}
    page = at_step(open_page, BINAIRO, "&engine=walk&engine=walk:check=early", 5, **screen)
    page.click(".show-inside")
    for lane in page.locator(".lane").all():
        for part, least in ((".tree-scroller", 120), (".program-scroller", 60), (".stage", 150)):
            box = lane.locator(part).bounding_box()
            assert box is not None
            assert box["height"] >= least
            assert box["y"] + box["height"] <= 720
    assert_accessible(page)


def test_the_program_is_the_plain_text(open_page: OpenPage) -> None:
    page = at_step(open_page, NONOGRAM, "&engine=rows")
    lines = page.locator(".program-line").all_text_contents()
    assert [line.rstrip() for line in lines] == plain_text("rows").rstrip().split("\n")
    expect(page.locator(".lane:first-child .program-note")).to_contain_text("rows.py")
    assert_accessible(page)


@pytest.mark.parametrize("engine", ["walk", "rows"])
def test_ten_thousand_events_play_smoothly(open_page: OpenPage, engine: str) -> None:
    """No piece of work of the page takes the processor for as long as a gap that one would see."""
    request = {"puzzle": LONG, "engine": engine, "counters": True, "code": True}
    trace = json.dumps(answer("trace", request | {"time_limit": 60}))
    page = open_page()
    page.route("**/api/trace", lambda route: route.fulfill(body=trace))
    page.goto(page.url.partition("#")[0] + f"?again#watch&p={LONG}&engine={engine}")
    expect(page.locator(".watch .where")).to_have_text("0 of 10,000")
    assert page.locator(".lane:first-child .tree").is_visible()
    page.get_by_label("Speed").select_option("500")
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    done: list[object] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: done.append(data))
    categories = "-*,devtools.timeline,disabled-by-default-devtools.timeline"
    session.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    page.click(".step-play")
    expect(page.locator(".watch .where")).to_have_text("10,000 of 10,000")
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    work = [
        event["tdur"] / 1000 for event in events if event["name"] == "RunTask" and "tdur" in event
    ]
    assert len(work) > 1000
    assert max(work) < SMOOTH
