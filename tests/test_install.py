"""Installing where no compiler works: pure Python, unless the core is demanded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = [pytest.mark.alone, pytest.mark.slow]

IGNORED = shutil.ignore_patterns(".*", "build", "dist", "tests", "__pycache__", "*.so")


CLEAN = {k: v for k, v in os.environ.items() if k not in ("NONAIRO_NEEDS_CORE", "PYTHONPATH")}


def pip(*arguments: str, **environment: str) -> tuple[int, str]:
    """Run pip where every compiler fails."""
    broken = CLEAN | {"CC": "/bin/false", "CXX": "/bin/false"} | environment
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    told = subprocess.run(command, env=broken, capture_output=True, text=True, check=False)
    return told.returncode, told.stdout + told.stderr


def run(*command: str) -> tuple[int, str, str]:
    told = subprocess.run(command, env=CLEAN, capture_output=True, text=True, check=False)
    return told.returncode, told.stdout, told.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source tree, so that nothing is built inside it."""
    root = Path(__file__).parents[1]
    return Path(shutil.copytree(root, tmp_path_factory.mktemp("source") / "x", ignore=IGNORED))


def test_it_installs_and_solves_without_a_compiler(source: Path, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    code, said = pip("wheel", "--no-deps", "-w", str(wheels), str(source))
    assert code == 0, said
    (wheel,) = wheels.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    venv.create(tmp_path / "venv", with_pip=False)
    python = str(tmp_path / "venv" / "bin" / "python")
    code, said = pip("--python", python, "install", "--no-deps", "--no-index", str(wheel))
    assert code == 0, said
    code, out, err = run(python, str(Path(__file__).with_name("smoke.py")), "--pure")
    assert (code, err) == (0, "")
    assert "no core: pure Python" in out


def test_a_demanded_core_that_does_not_build_is_an_error(source: Path, tmp_path: Path) -> None:
    code, said = pip("wheel", "--no-deps", "-w", str(tmp_path), str(source), NONAIRO_NEEDS_CORE="1")
    assert code != 0
    assert "CMake" in said
    assert list(tmp_path.iterdir()) == []
