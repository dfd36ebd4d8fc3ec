"""`solve --gif`: a film of a search, short however long that is."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.engines.base import Run
from nonairo.limits import Budget
from nonairo.render.frames import Film, event_scene
from nonairo.render.scene import Scene
from nonairo.render.shapes import Rectangle
from strategies import nodes_for

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SMALL = "binairo:1..0/..../..../0..1"
OPEN = "binairo:" + "/".join(["." * 6] * 6)
TRACING = [name for name, engine in nn.ENGINES.items() if engine.traces]


def needs_gif() -> None:
    for module in ("PIL", "resvg_py"):
        pytest.importorskip(module, reason=f"GIF needs {module}, of the extra draw")


def frames(path: Path) -> tuple[int, tuple[int, int], int]:
    """How many pictures a film has, their size, and its milliseconds."""
    from PIL import Image

    with Image.open(BytesIO(path.read_bytes())) as film:
        number, size, total = film.n_frames, film.size, 0  # type: ignore[attr-defined]
        for k in range(number):
            film.seek(k)
            total += film.info["duration"]
    return number, size, total


def test_a_search_becomes_a_film(capsys: Output, tmp_path: Path) -> None:
    needs_gif()
    out = tmp_path / "x.gif"
    film = ["solve", SMALL, "--gif", str(out), "--delay", "0.1"]
    code, told, err = run(capsys, *film)
    assert (code, err) == (0, "")
    assert told.startswith("multiple\n")
    number, size, total = frames(out)
    events = [event for event in nn.trace(SMALL) if event.kind != "visit"]
    assert 2 < number <= len(events) + 1
    assert max(size) <= 640
    assert total >= 100 * number + 2900, "the last one stays"
    before = out.read_bytes()
    run(capsys, *film)
    assert out.read_bytes() == before
    run(capsys, *film, "--theme", "dark")
    assert out.read_bytes() != before


def test_the_paper_is_white(capsys: Output, tmp_path: Path) -> None:
    needs_gif()
    from PIL import Image

    out = tmp_path / "x.gif"
    run(capsys, "draw", FIRST, "-o", str(out))
    with Image.open(out) as drawn:
        counted = drawn.convert("RGB").getcolors(256)
    assert counted is not None
    assert max(counted)[1] == (255, 255, 255)


@pytest.mark.parametrize("engine", TRACING)
def test_all_pictures_of_a_film_have_one_size(engine: str) -> None:
    film = Film(nn.parse(FIRST), most=30)
    nn.solve(FIRST, engine, limit=2, seed=1, observer=film, node_limit=nodes_for(engine))
    scenes = list(film.scenes())
    assert len({(scene.width, scene.height) for scene in scenes}) == 1
    assert len(scenes) <= 32, "the puzzle, thirty, and the end"


def test_a_long_search_is_thinned_out_evenly_and_its_end_is_kept() -> None:
    film = Film(nn.parse(OPEN), most=20)
    nn.solve(OPEN, "walk", limit=200, observer=film)
    assert film.seen > 1000
    steps = [event.step for _, event in film.shots]
    assert 10 <= len(steps) <= 20
    assert steps == sorted(steps)
    assert film.last is not None
    assert [*film.scenes()][-1].title == event_scene(nn.parse(OPEN), *film.last).title


def test_a_large_board_has_fewer_pictures() -> None:
    blank = nn.KINDS["binairo"].blank
    assert Film(blank(100, 100, "standard")).most == 15
    assert Film(blank(6, 6, "standard")).most == 150


def grounds(scene: Scene) -> list[str | None]:
    return [s.fill for s in scene.shapes if isinstance(s, Rectangle)]


def test_what_is_tried_is_framed_and_what_is_wrong_is_crossed() -> None:
    puzzle = nn.parse(FIRST)
    film = Film(puzzle, most=1000)
    nn.solve(puzzle, "walk", observer=film)
    for grid, event in film.shots:
        scene = event_scene(puzzle, grid, event)
        wrong = any(getattr(shape, "stroke", None) == "wrong" for shape in scene.shapes)
        assert wrong == (event.valid is False and bool(event.cells))
        if event.kind == "place" and event.valid:
            assert grounds(scene).count("made") == 1


def test_several_puzzles_have_a_film_each(capsys: Output, tmp_path: Path) -> None:
    needs_gif()
    assert run(capsys, "solve", SMALL, SMALL, "--gif", str(tmp_path / "x.gif"))[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x-2.gif", "x.gif"]


def test_what_a_limit_or_an_interruption_left_is_written(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_gif()
    out = tmp_path / "x.gif"
    assert run(capsys, "solve", OPEN, "--all", "--node-limit", "50", "--gif", str(out))[0] == 3
    assert frames(out)[0] > 2

    def interrupted(*_: object, **options: object) -> None:
        observer = options["observer"]
        assert callable(observer)
        for event in list(nn.trace(OPEN, limit=1))[:40]:
            observer(event, Run(Budget()))
        raise KeyboardInterrupt

    monkeypatch.setattr("nonairo.solving.solve", interrupted)
    out = tmp_path / "y.gif"
    assert run(capsys, "solve", OPEN, "--gif", str(out))[0] == 130
    assert frames(out)[0] > 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([FIRST, "--gif", "x.png"], "expected a file that ends in .gif"),
        ([FIRST, "--gif", "nowhere/x.gif"], "nowhere/x.gif: No such file or directory"),
        ([FIRST, "--gif", "x.gif", "--engine", "core"], "core"),
        (["binairo:" + "/".join(["." * 102] * 102), "--gif", "x.gif"], "at most 10,000 cells"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    needs_gif()
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "solve", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(("module", "package"), [("PIL.Image", "Pillow"), ("resvg_py", "resvg-py")])
def test_a_missing_extra_is_named(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, module: str, package: str
) -> None:
    needs_gif()
    monkeypatch.setitem(sys.modules, module, None)
    code, _, err = run(capsys, "solve", FIRST, "--gif", "x.gif")
    assert (code, err) == (2, f"nonairo: GIF needs {package}: pip install {package}\n")
