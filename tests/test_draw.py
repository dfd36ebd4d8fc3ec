"""`nonairo draw`, and the pictures of `nonairo explain`."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli.explain import StepScenes
from nonairo.render import TARGETS
from nonairo.render.html import SCRIPT
from nonairo.render.scene import answer_scene, puzzle_scene
from nonairo.render.shapes import Glyph
from nonairo.render.themes import DARK, LIGHT
from nonairo.step_pictures import branches, caption_of, step_scene
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.base import Step
from nonairo.techniques.shared.samples import show_sample

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
BOAT = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
SEVERAL = "binairo:1.../..../..../...."
SOLVED = "101010/010011/100101/011010/001101/110100"
MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF", ".html": b"<!DOCTYPE html>"}
DATA = Path(__file__).parent / "data"


def needed(suffix: str) -> None:
    """What is needed for a kind of file."""
    module = {".png": "resvg_py"}.get(suffix)
    if module:
        pytest.importorskip(module, reason=f"{suffix} needs {module}, of the extra draw")


@pytest.mark.parametrize("suffix", MAGIC)
@pytest.mark.parametrize("puzzle", [FIRST, BOAT, "nonogram:1;1", "kakurasu:1;1"])
def test_every_kind_is_drawn_as_every_kind_of_file(
    capsys: Output, tmp_path: Path, suffix: str, puzzle: str
) -> None:
    needed(suffix)
    out = tmp_path / f"x{suffix}"
    written = set()
    for theme in ("light", "dark"):
        for options in ([], ["--solution"]):
            assert run(capsys, "draw", puzzle, *options, "--theme", theme, "-o", str(out)) == (
                0, "", "",
            )  # fmt: skip
            assert out.read_bytes().startswith(MAGIC[suffix])
            written.add(out.read_bytes())
    assert len(written) == 4


@pytest.mark.parametrize("suffix", MAGIC)
def test_the_same_bytes_for_the_same_input(capsys: Output, tmp_path: Path, suffix: str) -> None:
    needed(suffix)
    for name in ("one", "two"):
        run(capsys, "draw", FIRST, "--step", "3", "-o", str(tmp_path / f"{name}{suffix}"))
    one, two = (tmp_path / f"{name}{suffix}" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_givens_are_heavier_where_there_are_other_cells_beside_them() -> None:
    puzzle = nn.parse(FIRST)
    given = puzzle.givens.cells
    step = nn.explain(puzzle).steps[0]
    for grid, scene in (
        (puzzle.givens, puzzle_scene(puzzle)),
        (nn.Grid.parse(SOLVED), puzzle_scene(puzzle, nn.Grid.parse(SOLVED))),
        (nn.Grid.parse(SOLVED), answer_scene(puzzle, nn.Grid.parse(SOLVED))),
        (puzzle.givens.fill(dict(step.effects)), step_scene(puzzle, puzzle.givens, step)),
    ):
        pens = [glyph.pen for glyph in scene.shapes if isinstance(glyph, Glyph)]
        shown = [k for k, symbol in enumerate(grid.cells) if symbol != "."]
        heavy = {k for k, pen in zip(shown, pens, strict=True) if pen > min(pens)}
        other = grid != puzzle.givens
        assert heavy == ({k for k in shown if given[k] != "."} if other else set())


def test_a_state_against_the_givens_is_marked() -> None:
    puzzle = nn.parse(FIRST)
    wrong = puzzle_scene(puzzle, puzzle.givens, broken=[nn.Cell(0, 0)])
    assert len(wrong.shapes) == len(puzzle_scene(puzzle).shapes) + 1


def test_a_state_and_a_step_are_drawn(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    assert run(capsys, "draw", FIRST, "--state", SOLVED, "-o", str(out))[0] == 0
    state = out.read_text()
    assert run(capsys, "draw", FIRST, "--solution", "-o", str(out))[0] == 0
    assert state.count("<path") == out.read_text().count("<path"), "full, both of them"
    assert run(capsys, "draw", FIRST, "--step", "1", "-o", str(out))[0] == 0
    title = ElementTree.fromstring(out.read_text())[0].text
    assert title == str(nn.explain(FIRST).steps[0])
    with_caption = out.read_text()
    assert run(capsys, "draw", FIRST, "--step", "1", "--plain", "-o", str(out))[0] == 0
    assert len(out.read_text()) < len(with_caption)


def test_a_solution_that_comes_along_is_used_only_if_it_is_one(
    capsys: Output, tmp_path: Path
) -> None:
    right, wrong = tmp_path / "right.svg", tmp_path / "wrong.svg"
    for out, cells in ((right, SOLVED), (wrong, SOLVED[::-1])):
        source = tmp_path / "x.jsonl"
        puzzle = nn.parse(FIRST).about(solution=nn.Grid.parse(cells))
        source.write_text(nn.dumps(puzzle, "jsonl"))
        assert run(capsys, "draw", str(source), "--solution", "-o", str(out))[0] == 0
    assert right.read_text() == wrong.read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (
            [FIRST, "-o", "x.jpg"],
            2,
            "x.jpg: expected a file that ends in .svg, .png, .pdf, .html or .gif",
        ),
        ([FIRST, "-o", "x"], 2, "expected a file that ends in"),
        ([FIRST], 2, "-o/--output"),
        ([FIRST, "-o", "nowhere/x.svg"], 2, "nowhere/x.svg: No such file or directory"),
        ([FIRST, "-o", "."], 2, "expected a file that ends in"),
        (["nothing.txt", "-o", "x.svg"], 2, "nothing.txt: No such file or directory"),
        (["-o", "x.svg"], 2, "PUZZLE"),
        ([FIRST, "--step", "99", "-o", "x.svg"], 2, "expected a step from 1 to 18"),
        ([FIRST, "--step", "0", "-o", "x.svg"], 2, "whole number of at least 1"),
        ([FIRST, "--state", "0" * 36, "-o", "x.svg"], 0, "state does not fit this puzzle: r1c1"),
        ([FIRST, "--state", "0", "-o", "x.svg"], 2, "expected"),
        ([FIRST, "--state", "01/10", "-o", "x.svg"], 2, "expected"),
        ([FIRST, "--theme", "blue", "-o", "x.svg"], 2, "'blue'"),
        ([FIRST, "--solution", "--step", "1", "-o", "x.svg"], 2, "not allowed with"),
        (["binairo:000./..../..../....", "--solution", "-o", "x.svg"], 2, "has no solution"),
        ([SEVERAL, "--solution", "-o", "x.svg"], 0, "several solutions"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str],
    code: int, told: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    found, out, err = run(capsys, "draw", *arguments)
    assert found == code
    assert out == ""
    assert told in err
    assert err.count("\n") == 1
    assert [*tmp_path.iterdir()] == ([tmp_path / "x.svg"] if code == 0 else [])


@pytest.mark.parametrize(
    ("suffix", "module", "package"),
    [(".png", "resvg_py", "resvg-py"), (".gif", "PIL.Image", "Pillow")],
)
def test_a_missing_extra_is_named(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, module: str,
    package: str,
) -> None:  # fmt: skip
    monkeypatch.setitem(sys.modules, module, None)
    out = tmp_path / f"x{suffix}"
    code, _, err = run(capsys, "draw", FIRST, "-o", str(out))
    told = f"{suffix[1:].upper()} needs {package}: pip install {package}"
    assert (code, err) == (2, f"nonairo: {told}\n")
    assert not out.exists()


def test_a_very_large_puzzle_is_drawn(capsys: Output, tmp_path: Path) -> None:
    side = 512
    source, out = tmp_path / "x.txt", tmp_path / "x.svg"
    rows = "\n".join("#" * k + "." * (side - k) for k in range(1, side + 1))
    puzzle = nn.kinds.KINDS["nonogram"].pose(
        nn.Grid.parse(rows.translate(str.maketrans("#.", "10"))), "standard"
    )
    source.write_text(nn.dumps(puzzle, "non"))
    assert run(capsys, "draw", str(source), "-o", str(out)) == (0, "", "")
    assert ElementTree.fromstring(out.read_text()).get("viewBox")


SCRIPTED = nn.parse(FIRST).about(title="<script>alert(1)</script>", author='"><img src=x>')


@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_titles_become_no_markup(capsys: Output, tmp_path: Path, suffix: str) -> None:
    source, out = tmp_path / "x.jsonl", tmp_path / f"x{suffix}"
    source.write_text(nn.dumps(SCRIPTED, "jsonl"))
    assert run(capsys, "draw", str(source), "-o", str(out))[0] == 0
    text = out.read_text()
    assert "<script>alert" not in text
    assert "<img" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


class Tags(HTMLParser):
    """All tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_page_of_steps_asks_nothing_of_the_network(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "steps.html"
    assert run(capsys, "explain", FIRST, "--brief", "--html", str(out))[0] == 0
    text = out.read_text()
    tags = Tags(text).found
    assert sum(tag == "figure" for tag, _ in tags) == 18
    assert sum(tag == "figure" and "hidden" not in attrs for tag, attrs in tags) == 1
    for tag, attrs in tags:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form", "a", "use")
        assert not set(attrs) & {"src", "href", "xlink:href", "style", "srcset", "action"}
        assert not any(name.startswith("on") for name in attrs)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg\b)", text)
    (policy,) = [a["content"] for t, a in tags if a.get("http-equiv") == "Content-Security-Policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert f"script-src 'sha256-{digest}'" in policy
    assert f"<script>{SCRIPT}</script>" in text
    for key in ("ArrowLeft", "ArrowRight", "play"):
        assert key in SCRIPT


def test_explain_draws_in_every_way_at_once(capsys: Output, tmp_path: Path) -> None:
    needed(".png")
    needed(".pdf")
    where = {name: tmp_path / name for name in ("svg", "png", "a.pdf", "b.html")}
    options = [f"--{name.split('.')[-1]}={path}" for name, path in where.items()]
    assert run(capsys, "explain", FIRST, "--brief", "--theme", "dark", *options)[0] == 0
    for name in ("svg", "png"):
        pictures = sorted(path.name for path in where[name].iterdir())
        assert len(pictures) == 18
        assert pictures[0] == f"01-pair.{name}"
    assert where["a.pdf"].read_bytes().count(b"/Type /Page\n") == 18
    assert DARK.colour("paper") in where["b.html"].read_text()
    assert LIGHT.colour("made") not in where["b.html"].read_text()


def test_steps_are_drawn_one_by_one() -> None:
    told = nn.explain(FIRST)
    scenes = StepScenes(told)
    assert len(scenes) == len([*scenes]) == 18
    assert scenes[-1] == scenes[17] == [*scenes][-1]
    assert scenes[-1].title == str(told.steps[-1])
    assert [scene.title for scene in scenes[1:3]] == [str(step) for step in told.steps[1:3]]


def test_explain_says_what_is_wrong_before_it_begins(capsys: Output, tmp_path: Path) -> None:
    for option, name in (("--pdf", "x.png"), ("--html", "x")):
        code, out, err = run(capsys, "explain", FIRST, option, str(tmp_path / name))
        assert (code, out) == (2, "")
        assert "expected a file that ends in" in err


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("name", "options"), [
    ("first", [FIRST]), ("boat", [BOAT, "--solution"]), ("step", [FIRST, "--step", "1"]),
])  # fmt: skip
def test_pictures_are_what_they_were(
    capsys: Output, tmp_path: Path, name: str, options: list[str], theme: str
) -> None:
    """Look at the new ones before you put them in the place of the old."""
    golden = DATA / "pictures" / f"{name}-{theme}.svg"
    out = tmp_path / "x.svg"
    assert run(capsys, "draw", *options, "--theme", theme, "-o", str(out))[0] == 0
    assert out.read_text() + "\n" == golden.read_text(), "nonairo draw draws this one otherwise"


# Just as much of a browser as the page's script asks for: elements that listen, keys, a clock.
STAGE = """
const fs = require("fs"), vm = require("vm");
const text = fs.readFileSync(process.argv[1], "utf8");
const script = text.match(/<script>([^]*)<\\/script>/)[1];
const element = () => ({ hidden: false, textContent: "", tagName: "BUTTON", heard: {},
  addEventListener(name, act) { this.heard[name] = act; } });
const figures = (text.match(/<figure/g) || []).map(element);
const ids = {}, output = element(), page = element();
for (const [, id] of text.matchAll(/ id="(\\w+)"/g)) ids[id] = element();
let tick = null;
page.querySelectorAll = () => figures;
page.querySelector = () => output;
page.getElementById = (id) => ids[id];
vm.runInNewContext(script, { document: page,
  setInterval: (act) => { tick = act; return 1; }, clearInterval: () => { tick = null; } });
const body = { tagName: "BODY" };
const key = (name) => page.heard.keydown({ key: name, target: body, preventDefault() {} });
const seen = [];
const look = () => seen.push([figures.findIndex((f) => !f.hidden),
  figures.filter((f) => !f.hidden).length, output.textContent, ids.play.textContent].join("|"));
look();
for (const name of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home",
  "ArrowLeft"]) { key(name); look(); }
key(" "); look();
tick(); look();
key(" "); look();
ids.last.heard.click(); look();
key(" "); while (tick) tick(); look();
console.log(JSON.stringify(seen));
"""


def test_the_page_is_stepped_through_by_keys_and_buttons(capsys: Output, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node, which runs the page's script, is not installed")
    out = tmp_path / "steps.html"
    run(capsys, "explain", FIRST, "--brief", "--html", str(out))
    told = subprocess.run(
        [node, "-e", STAGE, str(out)], capture_output=True, text=True, check=True, timeout=60
    )
    numbers = [0, 1, 2, 1, 17, 17, 0, 0]
    expected = [f"{k}|1|{k + 1} of 18|" for k in numbers]
    expected[0] = "0|1|1 of 18|"
    expected += ["0|1|1 of 18|Pause", "1|1|2 of 18|Pause", "1|1|2 of 18|Play"]
    expected += ["17|1|18 of 18|Play", "17|1|18 of 18|Play"]
    assert json.loads(told.stdout) == expected


@pytest.mark.parametrize("suffix", [".svg", ".html", ".gif"])
def test_all_puzzles_of_a_file_are_drawn(capsys: Output, tmp_path: Path, suffix: str) -> None:
    if suffix == ".gif":
        pytest.importorskip("PIL", reason=".gif needs Pillow, of the extra draw")
    several = tmp_path / "several.ids"
    several.write_text(f"{FIRST}\nbinairo:0x/..\n{BOAT}\n")
    out = tmp_path / f"x{suffix}"
    code, _, err = run(capsys, "draw", str(several), "--pick", "all", "-o", str(out))
    assert code == 2, "one of them is none"
    assert err.startswith("nonairo: puzzle 2: ")
    assert err.count("\n") == 1
    names = {path.name for path in tmp_path.iterdir()} - {several.name}
    assert names == ({"x-1.svg", "x-3.svg"} if suffix == ".svg" else {out.name})
    assert (
        f"nonairo: {several}: expected one puzzle, found 3; choose with --pick N or"
        in run(capsys, "draw", str(several), "-o", str(out))[2]
    )
    assert run(capsys, "draw", str(several), "--pick", "3", "-o", str(out)) == (0, "", "")


def test_help_names_every_kind_of_file_that_is_drawn(capsys: Output) -> None:
    told = " ".join(run(capsys, "draw", "--help")[1].split())
    for target in TARGETS.values():
        assert target.suffix in told
        assert target.name.upper() in told


def test_letters_without_a_shape_are_told_once(capsys: Output, tmp_path: Path) -> None:
    def drawn(*titles: str, suffix: str = ".svg") -> str:
        nn.save([replace(nn.parse(BOAT), title=title) for title in titles], tmp_path / "x.jsonl")
        arguments = ("draw", str(tmp_path / "x.jsonl"), "--pick", "all", "--solution")
        code, _, err = run(capsys, *arguments, "-o", str(tmp_path / f"x{suffix}"))
        assert code == 0
        return err

    assert drawn("caf\u00e9", "cafe\u0301", "x\u0302") == "", "accents, however they are typed"
    first, second = (ElementTree.parse(tmp_path / f"x-{k}.svg").getroot() for k in (1, 2))
    assert [each.attrib for each in first.iter()] == [each.attrib for each in second.iter()]
    cat = "\N{CJK UNIFIED IDEOGRAPH-732B}"
    told = f"nonairo: the font has no {cat}: drawn as empty boxes"
    assert drawn(f"{cat} and {cat}", cat) == f"{told}; the <title> has the full text\n"
    assert f"<title>nonogram 5x5: {cat}</title>" in (tmp_path / "x-2.svg").read_text("utf-8")
    needed(".pdf")
    assert drawn(cat, suffix=".pdf") == f"{told}\n"
    book = ("book", str(tmp_path / "x.jsonl"), "-o", str(tmp_path / "book.pdf"))
    assert run(capsys, *book)[2] == f"{told}\n"


def test_a_branch_of_a_step_is_drawn(capsys: Output, tmp_path: Path) -> None:
    samples = [sample.id for sample in TECHNIQUES["both_ways"].samples]
    puzzle = next(id for id in samples if id.startswith("kakurasu"))
    steps = nn.explain(puzzle).steps
    number = next(k for k, step in enumerate(steps, 1) if len(step.chains) > 1)
    drawn = {}
    for branch in ("1", "2"):
        out = tmp_path / f"{branch}.svg"
        command = ("draw", puzzle, "--step", str(number), "--branch", branch, "-o", str(out))
        assert run(capsys, *command)[0] == 0
        drawn[branch] = out.read_text()
    assert drawn["1"] != drawn["2"]
    draw = ("draw", puzzle, "--step", str(number), "-o", str(tmp_path / "x.svg"))
    assert run(capsys, *draw)[0] == 0
    assert (tmp_path / "x.svg").read_text() == drawn["1"]
    assert run(capsys, *draw, "--branch", "all")[0] == 0
    assert [(tmp_path / f"x-{k}.svg").read_text() for k in drawn] == [*drawn.values()]
    out = tmp_path / "x.html"
    assert run(capsys, *draw[:-1], str(out), "--branch", "all")[0] == 0
    assert out.read_text().count("<figure") == len(drawn)
    code, _, told = run(capsys, *draw, "--branch", "3")
    assert code == 2
    assert f"expected a branch of step {number} (1, 2 or all), found '3'" in told
    code, _, told = run(capsys, "draw", FIRST, "--step", "1", "--branch", "1", "-o", draw[-1])
    assert code == 2
    assert "step 1 supposes nothing, so it has no branches" in told
    code, _, told = run(capsys, "draw", FIRST, "--branch", "1", "-o", draw[-1])
    assert code == 2
    assert "--branch needs --step N" in told


def supposing() -> Iterator[tuple[nn.Puzzle, nn.Grid, Step]]:
    """Samples of steps that suppose something, also inside a supposition."""
    for technique in TECHNIQUES.values():
        for sample in technique.samples if not technique.say else ():
            puzzle, step = show_sample(technique, sample)
            yield puzzle, puzzle.givens, step


def test_branches_have_the_numbers_of_the_text_and_captions_the_conclusion() -> None:
    deepest = 0
    for puzzle, grid, step in supposing():
        found = branches(step)
        said = re.findall(r"^ *(?:(?:case )?([\d.]+): )?suppose ", step.text, re.MULTILINE)
        assert [branch.number for branch in found] == (said or [""])
        for branch in found:
            deepest = max(deepest, len(branch.supposed))
            caption = caption_of(step, branch)
            assert caption.startswith(step.headline)
            scene = step_scene(puzzle, grid, step, branch=branch)
            assert scene == step_scene(puzzle, grid, step, caption, branch)
    assert deepest > 1


def test_the_title_of_a_picture_is_shown_with_its_solution_only(
    capsys: Output, tmp_path: Path
) -> None:
    nn.save(nn.parse(BOAT).about(title="Boat", author="Ann"), tmp_path / "x.jsonl")

    def drawn(*more: str) -> str:
        code, out, _ = run(capsys, "draw", str(tmp_path / "x.jsonl"), "-o", "-", *more)
        assert code == 0
        return out

    assert "Boat" not in drawn()
    assert "<title>nonogram 5x5: Boat" in drawn("--solution")
    plain, named = drawn("--solution", "--plain"), drawn("--solution")
    assert len(named) - len(plain) > len(drawn()) - len(drawn("--plain")) > 0, "Ann alone"


def test_a_picture_is_as_large_as_asked_for(capsys: Output, tmp_path: Path) -> None:
    def size(name: str, *more: str) -> tuple[int, ...]:
        needed(Path(name).suffix)
        code, _, err = run(capsys, "draw", BOAT, "-o", str(tmp_path / name), *more)
        assert (code, err) == (0, "")
        data = (tmp_path / name).read_bytes()
        if name.endswith(".svg"):
            found = re.search(rb' width="([0-9.]+)" height="([0-9.]+)"', data)
            assert found is not None
            return tuple(round(float(each)) for each in found.groups())
        start, order = (6, "little") if name.endswith(".gif") else (16, "big")
        step = 2 if name.endswith(".gif") else 4
        return tuple(
            int.from_bytes(data[start + k : start + k + step], order)  # type: ignore[arg-type]
            for k in (0, step)
        )

    for name in ("x.svg", "x.png", "x.gif"):
        assert max(size(name, "--size", "300")) == 300
        usual = size(name)
        assert max(a - 3 * b for a, b in zip(size(name, "--scale", "3"), usual, strict=True)) <= 2
    usual = size("x.png")
    assert size("x.png", "--dpi", "192") == usual
    assert b"pHYs" in (tmp_path / "x.png").read_bytes()
    for arguments, told in (
        (("x.png", "--size", "10001"), "at most 10,000 pixels"),
        (("x.png", "--scale", "0"), "expected a number above 0"),
        (("x.svg", "--dpi", "300"), "--dpi is for PNG and GIF"),
        (("x.pdf", "--size", "300"), "PDF has no pixels"),
        (("x.svg", "--to", "png"), "does not fit the suffix"),
        (("-", "--to", "png", "--pick", "all"), "one PNG file has one picture"),
    ):
        code, out, err = run(capsys, "draw", BOAT, "-o", *arguments)
        assert (code, out) == (2, "")
        assert told in err


def test_numbers_of_files_are_as_long_as_the_last(capsys: Output, tmp_path: Path) -> None:
    nn.save([BOAT] * 10, tmp_path / "x.ids")
    arguments = ("draw", str(tmp_path / "x.ids"), "--pick", "all", "-o", str(tmp_path / "x.svg"))
    assert run(capsys, *arguments)[0] == 0
    names = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert names[0] == "x-01.svg"
    assert names[-1] == "x-10.svg"
    made = ("generate", "binairo", "2", "--count", "10", "-o", str(tmp_path / "g.txt"))
    assert run(capsys, *made)[0] == 0
    assert (tmp_path / "g-02.txt").exists()


COLOURED = "nonogram@a=ff0000+b=0000ff:1a,1b/0;1a/1b"


def test_python_draws_what_the_command_draws(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    for options, words in (
        ({}, []),
        ({"grid": SOLVED}, ["--state", SOLVED]),
        ({"grid": SOLVED, "theme": "dark"}, ["--solution", "--theme", "dark"]),
        ({"grid": SOLVED, "clean": True}, ["--solution", "--clean"]),
    ):
        assert run(capsys, "draw", FIRST, *words, "-o", str(out)) == (0, "", "")
        assert nn.draw(FIRST, **options) == out.read_text(encoding="utf-8")
        assert nn.parse(FIRST).draw(**options) == nn.draw(FIRST, **options)


@pytest.mark.parametrize("suffix", MAGIC)
def test_python_writes_every_kind_of_file(tmp_path: Path, suffix: str) -> None:
    needed(suffix)
    path = tmp_path / f"x{suffix}"
    picture = nn.draw(BOAT, path=path)
    assert path.read_bytes().startswith(MAGIC[suffix])
    assert picture == nn.draw(BOAT) == picture._repr_svg_()


def test_a_step_is_drawn_by_number_from_another_grid_and_in_the_grid_before_it() -> None:
    steps = nn.explain(FIRST).steps
    third = nn.draw(FIRST, step=3)
    assert third == nn.draw(FIRST, step=steps[2]) == steps[2]._repr_svg_()
    assert third != nn.draw(FIRST, nn.parse(FIRST).givens, step=steps[2]), "other cells are empty"
    later = nn.explain(FIRST, start=steps[2].route.before(2)).steps  # type: ignore[union-attr]
    before = steps[2].route.before(2)  # type: ignore[union-attr]
    assert nn.draw(FIRST, before, step=1) == later[0]._repr_svg_()


@pytest.mark.parametrize("puzzle", [BOAT, COLOURED, "mosaic:0.1/..2/1.."])
def test_a_clean_picture_has_neither_clues_nor_dots_nor_letters(puzzle: str) -> None:
    solution = nn.solve(puzzle).solutions[0]
    usual, clean = nn.draw(puzzle, solution), nn.draw(puzzle, solution, clean=True)
    assert usual.count("translate") > 0
    assert clean.count("translate") == clean.count("<circle") == 0
    assert clean.count("<rect") > 1, "but what is filled"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"step": 99}, "expected a step from 1 to 18, found 99"),
        ({"step": 0}, "expected a step of at least 1, found 0"),
        ({"step": 1, "clean": True}, "clean is for pictures without a step"),
        ({"step": nn.explain(BOAT).steps[0]}, "this step is from the explanation of another"),
        ({"theme": "blue"}, r"expected a theme \(light, dark\), found 'blue'"),
        ({"path": "x.bmp"}, "expected a file that ends in .svg"),
        ({"path": "no-such-folder/x.svg"}, "expected a folder that exists"),
        ({"grid": "01/10"}, "expected a grid of 6x6, found 2x2"),
    ],
)
def test_what_cannot_be_drawn_is_said(options: dict[str, object], message: str) -> None:
    with pytest.raises(nn.NonairoError, match=message):
        nn.draw(FIRST, **options)  # type: ignore[arg-type]
