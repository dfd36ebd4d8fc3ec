"""`nonairo play` starts the page and opens a browser at the puzzle."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from nonairo.cli import play
from servers import children, until


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "nonairo", "play", *words]


@pytest.mark.slow
def test_it_opens_the_browser_at_the_puzzle_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    process = subprocess.Popen(
        command("nonogram:1;1"),
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"BROWSER": f"{browser} %s"},
    )
    assert process.stdout is not None
    with process.stdout as told:
        words = told.readline().split()
        assert words[:2] == ["playing", "at"]
        assert words[2].startswith("http://127.0.0.1:")
        assert words[2].endswith("/#p=nonogram:1;1")
        until(opened.exists)
        assert len(children(process.pid)) <= 5  # one person plays
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
    assert opened.read_text() == words[2]


@pytest.mark.parametrize(
    ("words", "told"),
    [(["nonogram:1/x;1"], "row 2"), (["no-such-file"], "no-such-file"), (["--port", "x"], "x")],
)
def test_bad_input_is_one_line(words: list[str], told: str) -> None:
    found = subprocess.run(command(*words), capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert told in found.stderr
    assert found.stderr.count("\n") == 1


def test_games_are_found_again_at_the_usual_port(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(play, "USUAL_PORT", other.getsockname()[1])
        assert play.usual_port() == 0  # taken: any other
    assert play.usual_port() == play.USUAL_PORT
