"""The documentation: every public name is told with an example, every page is built, and a reader's
browser asks nobody else for anything."""

from __future__ import annotations

import fcntl
import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from statistics import median
from threading import Thread
from xml.etree import ElementTree

import pytest

import nonairo as nn
from browser import Visit, missing
from nonairo.answers.generate import ANSWER as GENERATE
from nonairo.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
API_PAGES = [DOCS / "api.md", *sorted(DOCS.glob("api/*.md"))]
API = "".join(path.read_text(encoding="utf-8") for path in API_PAGES)
FETCHED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


@pytest.mark.parametrize("name", nn.__all__)
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    """In its docstring, which is shown on the page; lists have no docstring, so on the page."""
    thing = getattr(nn, name)
    if isinstance(thing, type) or callable(thing):
        assert f"\n::: nonairo.{name}\n" in API, "list it in docs/api.md"
        told = thing.__doc__ or ""
    else:
        told = API.partition(f"{{#nonairo.{name}}}\n")[2].partition("\n#")[0]
    assert ">>> " in told, f"nonairo.{name} has no example"


def test_the_page_of_names_has_no_other() -> None:
    told = re.findall(r"^::: nonairo\.(\w+)$|\{#nonairo\.(\w+)\}$", API, re.MULTILINE)
    assert sorted(one or other for one, other in told) == sorted(nn.__all__)


def test_the_page_about_http_lists_every_field_of_generate() -> None:
    line = re.search(r"^\| `generate` .*$", (DOCS / "http.md").read_text("utf-8"), re.MULTILINE)
    assert line is not None
    listed = {*re.findall(r"`(\w+)`", line[0])} - {"generate"}
    assert listed == {field.name for field in GENERATE.fields}


def test_the_drawings_are_current() -> None:
    drawn = runpy.run_path(str(DOCS / "make_drawings.py"))["pictures"]()
    kept = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("drawings/*.svg")}
    assert kept == drawn, "run python docs/make_drawings.py"


@pytest.mark.parametrize("path", sorted(DOCS.glob("plots/*.svg")), ids=lambda path: path.stem)
def test_a_plot_is_small_and_whole(path: Path) -> None:
    assert path.stat().st_size < 100_000
    text = path.read_text(encoding="utf-8")
    names = set(re.findall(r' id="([^"]+)"', text))
    asked = re.findall(r'href="([^"]+)"|url\(([^)]+)\)', text)
    assert {(one or other).removeprefix("#") for one, other in asked} <= names
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_a_lean_plot_is_the_same_picture(tmp_path: Path) -> None:
    plotting = pytest.importorskip("nonairo.comparing.plotting")
    pytest.importorskip("matplotlib")
    resvg = pytest.importorskip("resvg_py")
    images = pytest.importorskip("PIL.Image")
    changes = pytest.importorskip("PIL.ImageChops")
    from nonairo.comparing.charts import Panel, Series

    curves = [Series("a < b", [(1, 1), (2, 10)], 0, 1, cut=[(3, 100)]), Series("c", [(1, 5)], 1)]
    plotting.draw([Panel("time", "x", "y", curves, limit=100)], str(tmp_path / "x.svg"), "A note.")
    fat = (tmp_path / "x.svg").read_text(encoding="utf-8")
    lean = runpy.run_path(str(DOCS / "make_plots.py"))["lean"](fat)
    assert len(lean) < 0.6 * len(fat)
    shown = [resvg.svg_to_bytes(svg_string=each, width=800, dpi=96) for each in (fat, lean)]
    one, other = (images.open(BytesIO(bytes(each))).convert("L") for each in shown)
    assert changes.difference(one, other).getextrema()[1] < 100, "edges may be a shade lighter"


def test_the_essay_counts_nodes_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its table of five minimal boards a size, as its commands make them; the smaller sizes."""
    essay = (DOCS / "essay.md").read_text(encoding="utf-8")
    table = essay.partition("| nodes, median |")[2].partition("\n\n")[0]
    sizes = [int(size) for size in re.findall(r"(\d+)x\1", table.splitlines()[0])]
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \|$", table, re.MULTILINE)
    assert len(rows) == 7
    monkeypatch.chdir(tmp_path)
    for column, size in enumerate(sizes[:2]):
        make = f"generate binairo {size} --minimal --count 5 --seed 1 -o {size}.jsonl"
        assert main(make.split()) == 0
        puzzles = nn.load(f"{size}.jsonl")
        for engine, numbers in rows:
            nodes = median(nn.solve(puzzle, engine, seed=1).stats.nodes for puzzle in puzzles)
            assert numbers.split(" | ")[column] == f"{nodes:,}", (engine, size)


def test_the_first_pages_are_short_and_their_pictures_small() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150
    for name in ("solving.gif", "page.png"):
        assert (DOCS / "pictures" / name).stat().st_size < 150_000


def test_the_landing_page_links_to_the_game_where_the_workflow_puts_it() -> None:
    assert 'href="play/index.html"' in (DOCS / "index.md").read_text(encoding="utf-8")
    workflow = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    assert "mv build/page build/site/play" in workflow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a warning: once, whichever worker asks first."""
    for module in ("mkdocs", "material", "mkdocstrings"):
        if find_spec(module) is None:
            missing(f"{module}, of the extra docs, is not installed")
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build(shared / "building")
            (shared / "building").rename(folder)
    return folder


def build(folder: Path) -> None:
    """Build the site strictly."""
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "NO_MKDOCS_2_WARNING": "1"}
    paths["DOCS_URL"] = "https://docs.invalid/"  # for the sitemap
    # Not --quiet: what is not told is not counted, and strictness would let all warnings pass.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
    told = subprocess.run(
        command, cwd=ROOT, env=os.environ | paths, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert "WARNING" not in told.stderr


class Fetches(HTMLParser):
    """Collects what a browser fetches of its own accord when it opens a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if tag != "link" or own.get("rel") not in ("canonical", "next", "prev"):
            self.found += filter(None, [own.get(FETCHED.get(tag, ""))])


def fetches(folder: Path) -> Iterator[tuple[Path, str]]:
    for page in folder.rglob("*.html"):
        parser = Fetches()
        parser.feed(page.read_text(encoding="utf-8"))
        yield from ((page, address) for address in parser.found)
    for style in folder.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        for address in re.findall(r"url\(['\"]?([^)'\"]+)|@import ['\"]([^'\"]+)", text):
            yield style, "".join(address)


@pytest.mark.slow
def test_all_that_the_site_fetches_is_its_own(site: Path) -> None:
    found = [*fetches(site)]
    assert len(found) > 100
    for page, address in found:
        if address.startswith("data:"):
            continue
        assert "://" not in address, page
        assert not address.startswith("//"), page
        path = address.partition("?")[0].partition("#")[0]
        start = site if path.startswith("/") else page.parent
        assert (start / path.lstrip("/")).exists(), (page, address)


@pytest.mark.slow
def test_the_site_has_every_page_command_and_name(site: Path) -> None:
    for source in DOCS.rglob("*.md"):
        page = site / source.relative_to(DOCS).with_suffix(".html")
        assert page.with_name(page.name.replace("README", "index")).exists(), page
    pages = [site / "commands.html", *(site / "commands").glob("*.html")]
    commands = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in COMMANDS:
        assert f">nonairo {name}<" in commands
    assert "<code>--time-limit S</code>" in commands
    pages = [site / path.relative_to(DOCS).with_suffix(".html") for path in API_PAGES]
    api = "".join(page.read_text(encoding="utf-8") for page in pages)
    for name in nn.__all__:
        assert f'id="nonairo.{name}"' in api
    assert "&gt;&gt;&gt;" in api
    assert "<blockquote>" not in api, "an example without a fence"
    plain = re.sub("<[^>]*>", "", api)
    assert not re.findall(r" = [A-Z][A-Z_]{3,}\b", plain), "a signature shows a constant's name"
    assert "field(default=" not in plain, "a signature shows how a field is declared"
    assert "200000" in api


@pytest.mark.slow
def test_the_search_of_the_site_finds_what_people_look_for(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    for word in ("install", "photo", "notebook", "rules", "print", "class"):
        found = [page["location"] for page in index["docs"] if word in page["title"].lower()]
        assert found, word
    assert "<loc>https://docs.invalid/howto/photo.html<" in (site / "sitemap.xml").read_text(
        encoding="utf-8"
    )
    assert (site / "icon.svg").exists()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        serving = Thread(target=server.serve_forever, daemon=True)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


@pytest.mark.slow
def test_a_browser_reads_and_searches_and_asks_nobody_else(address: str, visit: Visit) -> None:
    seen = visit(f"{address}/index.html")
    assert "Nonairo" in seen.page.title()
    seen.page.get_by_role("link", name="The essay").first.click()
    seen.page.wait_for_url(f"{address}/essay.html")
    assert seen.page.locator("h1").count() == 1
    box = seen.page.get_by_role("textbox", name="Search").first
    found = seen.page.locator(".md-search-result__link").first
    for _ in range(20):  # what is typed before its script listens is not heard
        box.fill("")
        box.press_sequentially("Tseitin")
        seen.page.wait_for_timeout(500)
        if found.is_visible():
            break
    assert found.is_visible()
    seen.assert_quiet(address)
