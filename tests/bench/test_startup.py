"""The table of starts: a wheel in an environment of its own, or what is running."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from nonairo.bench import startup
from nonairo.bench.base import BenchOptions, TextTable
from nonairo.errors import NonairoError

TOY = {  # the smallest wheel with a package and a command
    "nonairo/__init__.py": "import sys\ndef main(): sys.exit(0 if sys.argv[1] == 'solve' else 9)\n",
    "nonairo-7.dist-info/METADATA": "Metadata-Version: 2.1\nName: nonairo\nVersion: 7\n"
    "Requires-Dist: no-such-thing\n",
    "nonairo-7.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "nonairo-7.dist-info/entry_points.txt": "[console_scripts]\nnonairo = nonairo:main\n",
    "nonairo-7.dist-info/RECORD": "",
}


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """A folder with a wheel that is quickly installed."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    with ZipFile(folder / "nonairo-7-py3-none-any.whl", "w") as wheel:
        for name, text in TOY.items():
            wheel.writestr(name, text)
    return folder


def only(options: BenchOptions) -> TextTable:
    (table,) = startup.measure(options)
    return table


def test_a_wheel_is_measured_in_a_fresh_environment(
    wheels: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(startup.__file__).parents[2]))
    install = startup.installed(wheels, tmp_path / "venv")
    assert list((tmp_path / "venv").rglob("nonairo/__pycache__/__init__.*.pyc"))
    assert not list((tmp_path / "venv").rglob("pip")), "nothing else is in it"
    where = [str(install.python), "-c", "import nonairo; print(nonairo.__file__)"]
    told = subprocess.run(
        where,
        env=install.environment,
        cwd=install.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(told.stdout).is_relative_to(tmp_path / "venv"), "and not what is running"
    monkeypatch.setattr(startup, "fresh", lambda folder: install)
    table = only(BenchOptions(sample=2))
    assert [row[-1] for row in table.rows] == ["-", "3x", "6x"]
    assert table.rows[0][2] == "1.00x"
    (note,) = table.notes
    assert "the median of 2 starts" in note
    assert "nonairo-7-py3-none-any.whl in a fresh environment, bytecode compiled" in note


def test_without_a_wheel_what_is_running_is_measured_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(startup, "checkout", lambda: None)
    (note,) = only(BenchOptions(sample=1)).notes
    assert note.endswith(
        "the running installation, because no wheel could be built:"
        " it was not started from a source tree."
    )
    assert capsys.readouterr().err == "", "progress is for terminals"


def test_why_there_is_no_wheel_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(NonairoError, match=r"^out of luck$"):
        startup.run(sys.executable, "-c", "import sys; sys.exit('much\\nout of luck')")
    (tmp_path / "pyproject.toml").write_text("[")
    monkeypatch.setattr(startup, "checkout", lambda: tmp_path)
    with pytest.raises(NonairoError) as caught:
        startup.fresh(tmp_path)
    assert "\n" not in str(caught.value)


def test_cpu_time_is_that_of_the_child() -> None:
    install = startup.running("a test")
    busy = "import time\nwhile time.process_time() < 0.2: pass"
    assert 0.2 <= startup.cpu_seconds(install, [sys.executable, "-c", busy]) < 2
    with pytest.raises(subprocess.CalledProcessError):
        startup.cpu_seconds(install, [sys.executable, "-c", "raise SystemExit(3)"])


def test_the_checkout_is_found_where_there_is_one(repository: Path) -> None:
    assert startup.checkout() in (None, repository)
    assert (startup.checkout() is None) == (
        repository / "src" not in Path(startup.__file__).parents
    )


def test_progress_is_shown_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    startup.report("building ...")
    assert capsys.readouterr().err == "nonairo: building ...\n"


def test_variables_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "somewhere")
    assert startup.without("PYTHONPATH") == {
        k: v for k, v in os.environ.items() if k != "PYTHONPATH"
    }
