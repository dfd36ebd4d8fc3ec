"""Plots: well-formed, the same bytes for the same costs, and readable without colour."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.comparing import charts, paper, plotting
from nonairo.comparing.charts import Panel, Series, cost_panels, looks
from nonairo.comparing.groups import TrialGroup, grouped
from nonairo.comparing.trials import USUAL, Trial, TrialJob, attempt
from nonairo.results import Result, Stats, Status

pytest.importorskip("matplotlib")
SIDES = (4, 6, 8)


def groups(engines: tuple[str, ...] = ("walk", "walk:check=early", "core")) -> list[TrialGroup]:
    """Made-up costs: times that are measured would never be the same."""
    found = []
    for side in SIDES:
        puzzle = paper.board(side, 1)
        for number, engine in enumerate(engines):
            late = side == SIDES[-1] and number == 0
            status = Status.UNKNOWN if late else Status.UNIQUE
            stats = Stats(10**number + side, 0, 0.001 * side**number, {})
            limit = "time" if late else None
            result = Result(puzzle, status, [], None, True, engine, stats, limit=limit)
            found.append(Trial(TrialJob(engine, puzzle, side * side, "binairo"), result))
    return grouped(found)


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_the_same_costs_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    one, other = tmp_path / f"one.{suffix}", tmp_path / f"other.{suffix}"
    for path in (one, other):
        plotting.draw(cost_panels(groups(), 10.0), str(path), "A note.")
    assert one.read_bytes() == other.read_bytes()
    assert b"CreationDate" not in one.read_bytes()
    assert b"<dc:date>" not in one.read_bytes()


@pytest.mark.full
def test_the_same_bytes_also_in_another_process(tmp_path: Path) -> None:
    program = (
        "import sys; from nonairo.comparing import plotting;"
        "from nonairo.comparing.charts import Series, Panel;"
        "curve = Series('walk', [(1, 1), (2, 10)], 0, 1, cut=[(3, 100)]);"
        "plotting.draw([Panel('t', 'x', 'y', [curve], limit=100)], sys.argv[1])"
    )
    sums = set()
    for number in ("1", "2"):
        path = tmp_path / f"{number}.svg"
        environment = {"PYTHONHASHSEED": number, "PYTHONPATH": ":".join(sys.path)}
        subprocess.run(
            [sys.executable, "-c", program, str(path)], env=environment, check=True, timeout=60
        )
        sums.add(hashlib.sha256(path.read_bytes()).hexdigest())
    assert len(sums) == 1


def test_an_svg_is_well_formed_and_asks_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    title = "<script>alert(1)</script> & more"
    curve = Series("a < b & c", [(1, 2), (3, 4)], 0)
    plotting.draw([Panel(title, "x", "y", [curve])], str(path), "1 < 2")
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in names
    assert not re.search(r'(href|src)="https?:', path.read_text(encoding="utf-8"))


def test_every_engine_is_told_apart_without_colour() -> None:
    names = [*USUAL, "groebner", "walk:check=early", "walk:order=most-constrained"]
    names += ["sat:encoding=direct", "sat:encoding=tseitin"]
    seen = set()
    for name, (tone, variant) in looks(names, USUAL).items():
        look = plotting._look(Series(name, [], tone, variant))
        filled = look["fillstyle"], look["markerfacecolor"] == "white"
        seen.add((look["marker"], str(look["linestyle"]), filled))
    assert len(seen) == len(names)


def test_an_engine_looks_the_same_in_all_charts() -> None:
    one = charts.engine_looks(groups(("guess", "core")))
    other = charts.engine_looks(groups(("core", "walk", "guess")))
    assert one["core"] == other["core"]
    assert one["guess"] == other["guess"]


def test_what_was_cut_short_stands_at_the_limit_and_not_on_the_curve() -> None:
    time, nodes = cost_panels(groups(), 10.0)
    walk = time.curves[0]
    assert [x for x, _ in walk.points] == [16.0, 36.0]
    assert walk.cut == [(64.0, 10.0)]
    assert nodes.curves[0].cut == []
    assert time.ticks == {16.0: "4x4", 36.0: "6x6", 64.0: "8x8"}


def test_an_engine_that_never_answers_is_named_all_the_same() -> None:
    puzzle = nn.parse("binairo:..../..../..../....")
    trial = attempt(TrialJob("patterns", puzzle, 16, "binairo"), 1.0)
    assert trial.result.status == "stuck"
    time, _ = cost_panels(grouped([trial]), 10.0)
    assert [curve.label for curve in time.curves] == ["patterns (no answer)"]
    assert time.curves[0].cut == []


def test_their_times_are_curves_of_their_own() -> None:
    jobs = paper.paper_jobs(["guess", "core"], [4, 6], boards=1, runs=1)
    (panel,) = charts.paper_panels(grouped(attempt(job, 5.0) for job in jobs), 5.0)
    labels = {curve.label: curve for curve in panel.curves}
    assert list(labels) == ["guess", "core", "guess (theirs)"]
    assert labels["guess (theirs)"].points == [(4, 0.03), (6, 0.19)]
    assert labels["guess (theirs)"].source == charts.THEIRS


def test_the_marks_of_all_that_were_cut_short_lie_inside() -> None:
    from matplotlib.figure import Figure

    curves = [
        Series(f"engine {k}", [(16, 0.001 * k + 0.001)], k, cut=[(36, 1.0)]) for k in range(7)
    ]
    figure = Figure(figsize=(plotting.WIDE, plotting.HIGH + 1), layout="constrained")
    axes = figure.subplots()
    plotting._panel(Panel("t", "x", "y", curves, limit=1.0), axes)
    figure.draw_without_rendering()
    frame = axes.get_window_extent()
    marks = [line for line in axes.get_lines() if line.get_linestyle() == "None"]
    assert len(marks) == 2 * len(curves), "a mark and an arrow each"
    for mark in marks:
        (x, y) = mark.get_transform().transform(mark.get_xydata())[0]
        half = mark.get_markersize() / 2 / 72 * figure.dpi
        assert frame.x0 <= x - half < x + half <= frame.x1
        assert frame.y0 <= y - half < y + half <= frame.y1


@pytest.mark.parametrize("panels", [1, 2, 3])
def test_any_number_of_panels_can_be_drawn(tmp_path: Path, panels: int) -> None:
    path = tmp_path / "x.svg"
    panel = Panel("one point", "x", "y", [Series("walk", [(36, 0.5)], 0)], {36.0: "6x6"})
    plotting.draw([panel] * panels, str(path))
    assert path.stat().st_size > 1000
