"""The static site in a real browser: Python beside the page, with a network and without."""

from __future__ import annotations

import base64
import io
import json
import re
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

import nonairo as nn
from browser import Visit, missing
from nonairo import KINDS
from nonairo.serving.static import policy
from nonairo.site.bytecode import with_bytecode
from nonairo.site.contents import FIRST, MANIFEST, OFFLINE, site_files
from nonairo.site.folder import write_site
from nonairo.site.pyodide import NEEDED, Pyodide, pyodide_at
from nonairo.site.wheel import pure_wheel
from nonairo.wasm_hosts import MODULE
from pages import CUP, TANGO, THREE, open_start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ARCHIVE = ROOT / "build" / "pyodide" / "pyodide-314.tgz"
DOCUMENT = (ROOT / "docs" / "static-site.md").read_text(encoding="utf-8")
HEADERS = re.findall(r'add_header (\S+) "([^"]*)" always;', DOCUMENT)
SUBPATH = "some/where"
ENDLESS = {"puzzle": "binairo:" + "/".join(["." * 14] * 14), "limit": 10_000, "time_limit": 60}
WIDE = "nonogram:" + ";".join(["/".join(["1,1,1,1,1"] * 30)] * 2)  # very many solutions
BESIDE = """async ([long, quick]) => {
  const script = document.querySelector('script[src$="main.js"]').src;
  const {ask} = await import(script.replace('main.js', 'backend.js'));
  const given_up = ask('solve', {puzzle: long, limit: 10000}, {signal: AbortSignal.timeout(400)})
    .catch((error) => error.name);
  const found = ask('solve', {puzzle: quick});
  return [await given_up, (await found).status];
}"""
PATIENCE = 60_000  # milliseconds, for a machine with much to do
ASK = """async ([name, request, patience, reports]) => {
  const script = document.querySelector('script[src$="main.js"]').src;
  const {ask} = await import(script.replace('main.js', 'backend.js'));
  const signal = patience ? AbortSignal.timeout(patience) : undefined;
  const told = [];
  const onProgress = reports ? (report) => told.push(report) : undefined;
  try {
    const answer = await ask(name, request, {signal, onProgress});
    return {...answer, told: told.length};
  } catch (error) {
    return {code: error.code, name: error.name, message: error.message, told: told.length};
  }
}"""


REGISTER = """async () => {
  const {installing} = await navigator.serviceWorker.register('offline.js');
  return new Promise((resolve) => installing.addEventListener('statechange', () => {
    if (['activated', 'redundant'].includes(installing.state)) resolve(installing.state);
  }));
}"""
WAITING = """async (wanted) => {
  const it = await navigator.serviceWorker.ready;
  while (Boolean(it.waiting) !== wanted || (!wanted && it.active.state !== 'activated'))
    await new Promise((resolve) => setTimeout(resolve, 20));
}"""
KEPT = "caches.keys().then((names) => names.filter((name) => name.includes(location.pathname)))"


class Host(ThreadingHTTPServer):
    """Hands out files with documented headers, if any; may hold some back, or have lost them."""

    def __init__(self, folder: Path, headers: Sequence[tuple[str, str]] = HEADERS) -> None:
        self.headers = headers
        self.held = threading.Event()
        self.held.set()
        self.held_back = ".wasm"
        self.lost = ""
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.address = f"http://127.0.0.1:{self.server_port}/{SUBPATH}/"

    def cut(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(SimpleHTTPRequestHandler):
    server: Host

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path.endswith(self.server.held_back):
            self.server.held.wait(300)
        if self.server.lost and self.path.endswith(self.server.lost):
            self.send_error(404)
        else:
            super().do_GET()

    def end_headers(self) -> None:
        for name, value in self.server.headers:
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not ARCHIVE.is_file():
        missing("Pyodide is not here: tests/get_pyodide fetches it by npm")
    found: Path = tmp_path_factory.mktemp("host")
    pyodide, package = pyodide_at(str(ARCHIVE)), pure_wheel()
    compiled = with_bytecode(pyodide, package)
    assert compiled is not None, "Node, by which Pyodide was fetched, compiles the modules"
    write_site(found / SUBPATH, site_files(*compiled))
    return found


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    running = Host(folder)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield running
    running.held.set()
    running.cut()


def ask(
    page: Page, name: str, request: dict[str, object], patience: int = 0, *, reports: bool = False
) -> Any:
    return page.evaluate(ASK, [name, request, patience, reports])


def hint(page: Page) -> str:
    """Ask as a player does, and wait for what is said."""
    page.locator(".act.hint").click()
    page.wait_for_selector(".play .message.hint", timeout=PATIENCE)
    return page.locator(".play .message.hint p").first.inner_text()


def type_in(page: Page) -> None:
    """Type a nonogram of one cell, and wait for what the solver says."""
    page.locator(".to-start").click()
    page.locator(".to-type").click()
    for side in ("height", "width"):
        page.locator(f".type-{side}").fill("1")
        page.locator(f".type-{side}").press("Tab")
    for line in range(2):
        page.locator(".type .clue-line input").nth(line).fill("1")
    page.locator(".type-end .status[data-status=unique]").wait_for(timeout=PATIENCE)
    page.locator("#tab-play").click()


def generate(page: Page, kind: str, seed: int) -> None:
    """Make a puzzle with the form, and open it."""
    open_start(page, "make_new")
    page.locator(".make-kind").select_option(kind)
    page.locator(".make-size").fill("8")
    page.locator(".make-seed").fill(str(seed))
    page.locator(".make-go").click()
    wait_for_seed(page, seed)
    wanted = nn.generate(kind, 8, seed=seed).id
    page.wait_for_function(
        "id => decodeURIComponent(location.hash).includes(id)", arg=wanted, timeout=PATIENCE
    )


def play_first_cell(page: Page) -> None:
    """Fill in the first cell that is not a given: which one it is depends on the day."""
    cells = page.locator(".play .cell").all()
    free = next(each for each in cells if "given" not in (each.get_attribute("class") or ""))
    free.click()
    assert "v1" in (free.get_attribute("class") or "")


def wait_for_seed(page: Page, seed: int) -> None:
    told = page.locator(".section.make_new .told", has_text=str(seed))
    told.wait_for(timeout=PATIENCE, state="attached")  # Play is shown by then


def test_the_documented_headers_are_ours() -> None:
    assert dict(HEADERS)["Content-Security-Policy"] == (
        policy(site=True) + "; " + policy().rpartition("; ")[2]
    )
    assert "frame-ancestors 'none'" in dict(HEADERS)["Content-Security-Policy"]


def test_it_plays_hints_and_generates_also_without_a_network(visit: Visit, host: Host) -> None:
    host.held.clear()  # Python cannot start yet
    seen = visit(host.address)
    page = seen.page
    page.locator(".choice.day").first.click()  # no Python is needed for it
    page.wait_for_selector(".play .cell")
    line = page.locator(".readiness")
    line.and_(page.get_by_text("as soon as Python is ready")).wait_for()
    other = page.context.new_page()
    other.goto(f"{host.address}#p=binairo:xx")  # only Python knows that this is damaged
    other.locator(".readiness", has_text="This link needs Python").wait_for()
    other.get_by_role("button", name="Play another puzzle").click()
    other.wait_for_selector(".play .cell")
    other.locator(".readiness", has_text="as soon as Python is ready").wait_for()
    other.close()
    play_first_cell(page)
    page.keyboard.press("Control+z")
    host.held.set()
    assert hint(page).startswith("Look at ")
    assert line.is_hidden()
    type_in(page)

    started: list[object] = []
    page.on("worker", lambda worker: started.append(worker))
    given_up = ask(page, "solve", ENDLESS | {"engine": "guess"}, 400, reports=True)
    assert given_up["name"] == "AbortError"
    assert given_up["told"]
    assert ask(page, "count", {"puzzle": WIDE, "time_limit": 60}, 400)["name"] == "AbortError"
    generate(page, "binairo", 4)
    assert started == []  # Python was interrupted, and goes on
    listed = {each["name"]: each["absent"] for each in ask(page, "engines", {})["engines"]}
    without = set() if MODULE.is_file() else {"core"}
    assert {name for name, absent in listed.items() if absent} == {"sat", "groebner"} | without
    refused = ask(page, "solve", {"puzzle": FIRST, "engine": "sat"})
    assert (refused["code"], refused["message"][:16]) == ("engine", "engine sat needs")
    unread = ask(page, "describe", {"puzzle": "binairo:0!/.."})
    assert (unread["code"], unread["name"]) == ("format", "Error")

    for puzzle in (CUP, TANGO, THREE):  # colours, signs, three symbols
        assert ask(page, "solve", {"puzzle": puzzle})["status"] == "unique"
        assert ask(page, "hint", {"puzzle": puzzle, "strength": 4})["effects"]

    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    host.cut()
    page.reload()
    page.wait_for_selector(".play .cell")
    assert nn.generate("binairo", 8, seed=4).id in page.url  # the last game is taken up
    assert hint(page).startswith("Look at ")
    generate(page, "nonogram", 5)
    seen.assert_quiet(host.address, "blob:")


needs_core = pytest.mark.skipif(not MODULE.is_file(), reason="no core.wasm (make wasm)")


@needs_core
def test_solving_checking_and_new_puzzles_do_not_wait_for_python(visit: Visit, host: Host) -> None:
    """On a host without headers; core.wasm comes, and Python's own code is held back."""
    host.headers = []
    host.held_back = "pyodide.asm.wasm"
    host.held.clear()
    seen = visit(host.address)
    page = seen.page
    page.locator(".choice.day").first.click()
    page.wait_for_selector(".play .cell")
    for puzzle in (FIRST, CUP, TANGO, THREE, *(kind.example for kind in KINDS.values())):
        found = ask(page, "solve", {"puzzle": puzzle})
        expected = json.loads(json.dumps(nn.solve(puzzle).to_json()))
        assert {**found, "stats": 0, "told": 0} == {**expected, "stats": 0, "told": 0}
        asked = {"puzzle": puzzle, "grid": expected["solutions"][0]}
        assert ask(page, "check", asked)["solved"]
    assert ask(page, "solve", ENDLESS | {"limit": 2})["status"] == "multiple"
    limited = {"puzzle": WIDE, "limit": 10_000, "time_limit": 0.001}  # for nine million cells
    for found in (ask(page, "solve", limited), nn.solve(WIDE, limit=10_000, time_limit=0.001)):
        reason = found["reason"] if isinstance(found, dict) else found.reason
        assert reason == "the limit of 0.001 s was reached"
    assert ask(page, "solve", {"puzzle": WIDE, "limit": 10_000}, 400)["name"] == "AbortError"
    assert ask(page, "solve", {"puzzle": FIRST})["status"] == "unique"  # by another worker
    beside = page.evaluate(BESIDE, [WIDE, FIRST])
    assert beside == ["AbortError", "unique"]  # what waits behind it is not lost to Python
    generate(page, "binairo", 4)
    for kind in KINDS:
        open_start(page, "make_new")
        page.locator(".make-kind").select_option(kind)
        page.locator(".make-seed").fill("")
        before = page.url
        page.locator(".make-go").click()
        changed = "([before, kind]) => location.href !== before && location.hash.includes(kind)"
        page.wait_for_function(changed, arg=[before, kind])
        assert nn.is_unique(unquote(page.url).partition("#p=")[2].partition("&")[0])
    assert page.locator(".readiness:not(.over)").count()  # Python has not started meanwhile
    seen.assert_quiet(host.address, "blob:")


def test_given_up_questions_and_pictures_on_a_host_without_headers(
    visit: Visit, host: Host
) -> None:
    host.headers = []
    seen = visit(host.address)
    page = seen.page
    page.wait_for_selector(".choice.day")
    endless: dict[str, object] = {"puzzle": WIDE, "time_limit": 60}
    assert ask(page, "count", endless, 1)["name"] == "AbortError"  # before it is begun
    page.locator(".readiness").wait_for(state="hidden", timeout=PATIENCE)
    assert ask(page, "count", endless, 100)["name"] == "AbortError"
    page.locator(".readiness").wait_for(state="visible")  # Python starts anew
    images = pytest.importorskip(
        "PIL.Image", reason="Pillow, which paints the picture, is not here"
    )
    picture = images.new("RGB", (5, 4), "white")
    for cell in ((1, 0), (2, 0), (1, 1), (4, 3)):
        picture.putpixel(cell, (0, 90, 0))
    file = io.BytesIO()
    picture.save(file, format="PNG")
    packed = base64.b64encode(file.getvalue()).decode()
    found = ask(page, "describe", {"puzzle_base64": packed})
    assert found["puzzle"] == nn.parse(file.getvalue()).id
    large = io.BytesIO()
    picture.resize((50, 40), 0).save(large, format="PNG")
    request = {"kind": "nonogram", "size": [4, 5], "seed": 1}
    made = ask(page, "generate", request | {"image": base64.b64encode(large.getvalue()).decode()})
    assert made["id"] == nn.generate("nonogram", (4, 5), seed=1, image=large.getvalue()).id
    unread = ask(page, "generate", request | {"image": base64.b64encode(b"no picture").decode()})
    assert unread["code"] == "format"
    seen.assert_quiet(host.address, "blob:")


@pytest.mark.full
def test_what_is_new_is_fetched_alone_and_used_when_the_old_windows_are_closed(
    tmp_path: Path, chromium: Browser
) -> None:
    """Without Python: it is all about files."""
    small = Pyodide("1", {name: name.encode() for name in (*NEEDED, "pyodide.asm.mjs")})
    folder = tmp_path / SUBPATH
    write_site(folder, site_files(small))
    host = Host(tmp_path)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    context = chromium.new_context()
    page = context.new_page()
    page.goto(host.address)
    host.lost = "python_stdlib.zip"
    assert page.evaluate(REGISTER) == "redundant"  # not all files: none is kept
    host.lost = ""
    assert page.evaluate(REGISTER) == "activated"
    first = page.evaluate(KEPT)

    write_site(folder, site_files(small._replace(files=small.files | {"pyodide.mjs": b"new"})))
    host.asked.clear()
    page.evaluate("navigator.serviceWorker.ready.then((it) => (it.update(), null))")
    page.evaluate(WAITING, True)
    fetched = {path.removeprefix(f"/{SUBPATH}/") for path in host.asked}
    new = {
        path for path in json.loads((folder / MANIFEST).read_text())["files"] if "/pyodide-" in path
    }
    assert fetched == {*new, "", OFFLINE}
    assert len(page.evaluate(KEPT)) == 2  # the old one serves this window
    page.goto("about:blank")
    page.goto(host.address)
    page.evaluate(WAITING, False)
    (last,) = page.evaluate(KEPT)
    assert [last] != first

    (folder / OFFLINE).write_bytes((ROOT / "src" / "nonairo" / "page" / OFFLINE).read_bytes())
    with page.expect_event("load"):  # a server stands there now
        page.evaluate("navigator.serviceWorker.ready.then((it) => (it.update(), null))")
    assert last not in page.evaluate(KEPT)
    context.close()
    host.cut()


def test_where_python_does_not_start_the_game_goes_on(visit: Visit, host: Host) -> None:
    host.lost = "pyodide.mjs"
    page = visit(host.address).page
    page.locator(".choice.day").first.click()
    page.wait_for_selector(".play .cell")
    page.wait_for_function(
        "document.querySelector('.readiness').textContent.includes('did not start')"
    )
    play_first_cell(page)
    page.locator(".act.hint").click()
    page.wait_for_selector(".toast.error")
    assert "Python did not start" in page.locator(".toast.error").inner_text()
