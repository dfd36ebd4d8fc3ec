"""Real puzzles from the first step to the last: a few of each file, or (in full) hundreds."""

from __future__ import annotations

from pathlib import Path

import pytest

from whole_paths import check_file, files

SHORT = ("janko", "takuzu-vue", "takuzu-vue-odd")  # also in the short run

pytest.importorskip("pysat", reason="the check asks a SAT solver")


@pytest.mark.slow
@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_whole_paths_hold_and_name_nothing_needless(path: Path, full: bool) -> None:
    if not full and path.stem not in SHORT:
        pytest.skip("only in the full run")
    report = check_file(path, 400, None, None) if full else check_file(path, 1, 5, 10, 400)
    assert report.puzzles or path.stem == "ndom"
    assert not report.wrong, "\n".join(report.wrong[:3])
    assert all("limit of" in puzzle for puzzle in report.stopped), report.stopped
    assert not report.loose["two_lines"]
    assert report.loose["dead_end"] <= max(1, report.chains["dead_end"] / 30), report.loose
