"""An engine of the user's own on the page: only where a command has named its file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from browser import Visit
from nonairo.cli import main
from nonairo.own_engines import template
from servers import serving

pytestmark = pytest.mark.slow

SMALL = "binairo:0..0/..0./..../.1.0"


def test_watch_opens_the_page_at_an_engine_of_ones_own(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(template(), encoding="utf-8")
    words = ["watch", SMALL, "--engine", "./mine.py", "--page", "--no-open", "--port", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "nonairo", *words, "--at", "4"],
        stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=os.environ,
    )  # fmt: skip
    assert process.stdout is not None
    with process.stdout as said:
        doing, _, address, *_ = said.readline().split()
        assert doing == "watching"
        assert address.endswith(f"/#watch&p={SMALL}&engine=./mine.py&step=4")
        seen = visit(address)
        seen.page.locator(".watch .counters").wait_for()
        assert seen.page.locator(".watch select.engine").first.input_value() == "./mine.py"
        assert seen.page.locator(".watch .where").inner_text().startswith("4 of ")
        assert seen.page.locator(".program-line.at").text_content() == "        if check(grid):"
        assert "mine.py" in seen.page.locator(".program-note").first.inner_text()
        seen.page.keyboard.press("End")
        summary = seen.page.locator(".tree-summary").first.inner_text()
        nodes = nn.solve(SMALL, "walk").stats.nodes
        assert summary == f"Search tree: {nodes} nodes"
        seen.assert_quiet(address.partition("#")[0])
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


def test_a_server_runs_only_the_files_that_it_was_started_with(tmp_path: Path) -> None:
    named, other = tmp_path / "named.py", tmp_path / "other.py"
    for path in (named, other):
        path.write_text(template(), encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("def solve(givens, check):\n    return 1 / 0\n", encoding="utf-8")
    with serving("--engine", str(named), "--engine", str(wrong)) as server:
        request = {"puzzle": SMALL, "engine": str(named), "code": True, "time_limit": 20}
        trace: Any = server.ask("trace", request).json
        assert trace["status"] == "unique"
        (text,) = trace["code"]
        assert text["text"] == template()
        refused = server.ask("trace", request | {"engine": str(other)})
        assert refused.status == 400
        assert "expected an engine" in refused.body.decode()
        mistaken = server.ask("trace", request | {"engine": str(wrong)})
        assert mistaken.status == 400
        assert "line 2: ZeroDivisionError: division by zero" in mistaken.body.decode()
        listed: Any = server.send("/api/engines").json["engines"]
        assert str(named) in [engine["name"] for engine in listed]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--engine", "walk"], "--engine: expected a file such as my_engine.py, found 'walk'"),
        (["--engine", "missing.py"], "missing.py: No such file or directory"),
    ],
)
def test_serve_refuses_what_is_no_file(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words]) == 2
    assert message in capsys.readouterr().err
