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

IGNORED = shutil.ignore_patterns(".*", "build", "dist", "tests", "__pycache__")


def pip(python: Path | str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run pip where every compiler fails."""
    clean = {k: v for k, v in os.environ.items() if k != "NONAIRO_NEEDS_CORE"}
    broken = clean | {"CC": "/bin/false", "CXX": "/bin/false"} | environment
    command = [str(python), "-m", "pip", "--disable-pip-version-check", *arguments]
    told = subprocess.run(command, env=broken, capture_output=True, text=True, check=False)
    return told.returncode, told.stdout + told.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source tree, so that nothing is built inside it."""
    root = Path(__file__).parents[1]
    return Path(shutil.copytree(root, tmp_path_factory.mktemp("source") / "x", ignore=IGNORED))


def test_it_installs_and_solves_without_a_compiler(source: Path, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    code, said = pip(sys.executable, "wheel", "--no-deps", "-w", str(wheels), str(source))
    assert code == 0, said
    (wheel,) = wheels.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    code, said = pip(python, "install", "--no-deps", "--no-index", str(wheel))
    assert code == 0, said
    check = (
        "import nonairo as nn; from nonairo.native import compiled; assert compiled is None;"
        "print(nn.solve(nn.parse('nonogram:1,1/5/5/3/1;2/4/4/4/2')).status,"
        " nn.solve(nn.parse('binairo:0./..')).status)"
    )
    told = subprocess.run([python, "-c", check], capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("unique unique\n", "")
    command = [str(tmp_path / "venv" / "bin" / "nonairo"), "solve", "nonogram:1;1"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "unique\n1\n")


def test_a_demanded_core_that_does_not_build_is_an_error(source: Path, tmp_path: Path) -> None:
    code, said = pip(
        sys.executable, "wheel", "--no-deps", "-w", str(tmp_path), str(source),
        NONAIRO_NEEDS_CORE="1",
    )  # fmt: skip
    assert code != 0
    assert "CMake" in said
    assert list(tmp_path.iterdir()) == []
