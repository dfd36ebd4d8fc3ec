"""Every command in `--help` and in the documents works as it is typed, on a fresh clone."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

import nonairo as nn
from nonairo.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
SLOW = ("nonairo bench", "nonairo serve", "nonairo play", "nonairo site")  # with tests of their own
NEEDED = {".png": "resvg_py", ".gif": "PIL"}
PATIENCE = 120  # seconds
NEEDS_SHELL = {*"|<>$;&*?~("}
NEEDS_PROCESS = {"--workers", "--dask", "-"}  # processes of its own, or a real input
FUNCTION = f'nonairo() {{ "{sys.executable}" -m nonairo "$@"; }}; source() {{ cat > /dev/null; }}; '


def commands() -> Iterator[tuple[str, str]]:
    for command in COMMANDS.values():
        for line in command.examples.splitlines():
            yield f"{command.name} --help", re.sub(r" {2,}#.*", "", line.strip())
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            for line in block.splitlines():
                if line.startswith("nonairo "):
                    yield path.name, re.sub(r" {2,}#.*", "", line)  # said twice, run once


ALL = sorted({line: place for place, line in commands()}.items())


@contextmanager
def ended_after(seconds: int) -> Iterator[None]:
    """What hangs is interrupted, as by Ctrl-C, and fails."""
    timer = Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clone")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


@pytest.mark.parametrize(("line", "place"), ALL, ids=[line[:60] for line, _ in ALL])
def test_a_documented_command_works(
    clone: Path,
    line: str,
    place: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if line.startswith(SLOW):
        pytest.skip("runs for a while")
    for suffix, module in NEEDED.items():
        if suffix in line:
            pytest.importorskip(module, reason=f"{suffix} needs {module}, of the extra draw")
    monkeypatch.chdir(clone)
    if NEEDS_SHELL & set(line) or NEEDS_PROCESS & set(line.split()):
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        command = ["bash", "-c", FUNCTION + line]
        code = subprocess.run(
            command, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False
        ).returncode
    else:  # the same without the start of a process
        monkeypatch.setattr("sys.stdin", io.StringIO())
        with ended_after(PATIENCE):
            code = main(shlex.split(line)[1:])
    out, err = capfd.readouterr()
    allowed = (0, 1) if line.startswith("nonairo check") else (0,)
    assert code in allowed, f"{place}: {line}\n{err}"
    assert "Traceback" not in err
    if line.startswith(("nonairo hint", "nonairo explain")):
        assert "several solutions" not in out + err, "an example is a good puzzle"


def test_there_are_examples_of_every_command() -> None:
    for command in COMMANDS.values():
        assert f"nonairo {command.name}" in command.examples


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "tutorials").glob("*.md")), ids=lambda page: page.stem
)
def test_a_tutorial_has_nothing_that_is_not_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert set(re.findall(r"^```(\w+)$", text, re.MULTILINE)) - {"text"} == {"sh", "pycon"}
    for block in re.findall(r"^```text\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        puzzle = nn.parse(block)
        assert nn.is_unique(puzzle)
        assert f"`'{puzzle.id}'`" in text, "the same puzzle as an id"
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            assert line.startswith("nonairo "), line
