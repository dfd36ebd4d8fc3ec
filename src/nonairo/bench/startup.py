"""What it costs to start: a bare Python, an import of the package, one small puzzle from the shell.

Measured where a user has it: a wheel in a fresh environment, bytecode compiled. From a checkout the
wheel is built first; where that fails, what is running is measured, and the table says so.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from nonairo.bench.base import Bench, BenchOptions, TextTable, time_text
from nonairo.errors import NonairoError
from nonairo.plain import many

PUZZLE = "1..0..\n..00.1\n.00..1\n......\n00.1..\n.1..00\n"
RUNS = 15
BARE, IMPORT, SOLVE = "python -c pass", "python -c 'import nonairo'", "nonairo solve FILE, 6x6"
BARS = {IMPORT: 3.0, SOLVE: 6.0}  # times a bare start


class Install(NamedTuple):
    """Where Nonairo is installed: how it is started, where, and in a few words what it is."""

    python: Path
    command: tuple[str, ...]
    environment: Mapping[str, str]
    folder: Path
    about: str


def measure(options: BenchOptions) -> Iterator[TextTable]:
    with TemporaryDirectory(prefix="nonairo-") as name:
        folder = Path(name)
        file = folder / "puzzle.txt"
        file.write_text(PUZZLE, encoding="utf-8")
        try:
            install = fresh(folder)
        except NonairoError as why:
            install = running(str(why))
        runs = min(RUNS, options.sample)
        report(f"starting each {many(runs, 'time')} ...")
        commands = {
            BARE: [str(install.python), "-c", "pass"],
            IMPORT: [str(install.python), "-c", "import nonairo"],
            SOLVE: [*install.command, "solve", str(file)],
        }
        seconds = alternate(install, commands, runs)
    medians = {what: statistics.median(each) for what, each in seconds.items()}
    rows = []
    for what, median in medians.items():
        bar = f"{BARS[what]:g}x" if what in BARS else "-"
        rows.append((what, time_text(median), f"{median / medians[BARE]:.2f}x", bar))
    note = (
        f"CPU time of the child, user and system, the median of {runs} starts in turn."
        f" Measured: {install.about}."
    )
    yield TextTable("Start-up", ("what", "CPU time", "to a bare start", "at most"), rows, (note,))


def alternate(
    install: Install, commands: Mapping[str, list[str]], runs: int
) -> dict[str, list[float]]:
    """The CPU seconds of each command, so many times; in turn, so that all meet the same noise."""
    for command in commands.values():  # once for the disk
        cpu_seconds(install, command)
    seconds: dict[str, list[float]] = {what: [] for what in commands}
    for _ in range(runs):
        for what, command in commands.items():
            seconds[what].append(cpu_seconds(install, command))
    return seconds


def cpu_seconds(install: Install, command: list[str]) -> float:
    """User and system time of one process: steadier than the clock on a shared machine."""
    with subprocess.Popen(
        command, env=install.environment, cwd=install.folder, stdout=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime


def without(*names: str) -> dict[str, str]:
    """The environment without these variables."""
    return {name: value for name, value in os.environ.items() if name not in names}


def running(why: str) -> Install:
    """What is running, where no wheel can be had."""
    command = (sys.executable, "-m", "nonairo")
    about = f"the running installation, because no wheel could be built: {why}"
    kept = without("PYTHONDONTWRITEBYTECODE")
    return Install(Path(sys.executable), command, kept, Path.cwd(), about)


def checkout() -> Path | None:
    """The source tree that the running package lies in."""
    root = Path(__file__).parents[3]
    return root if (root / "pyproject.toml").is_file() and (root / "src").is_dir() else None


def fresh(folder: Path) -> Install:
    """An environment of its own, with a wheel of this source tree and nothing else in it."""
    source = checkout()
    if source is None:
        raise NonairoError("it was not started from a source tree")
    wheels = folder / "wheels"
    report("building a wheel ...")
    built = f"build-dir={folder / 'build'}"
    pip("wheel", "--no-deps", "--wheel-dir", str(wheels), "--config-settings", built, str(source))
    return installed(wheels, folder / "venv")


def installed(wheels: Path, folder: Path) -> Install:
    """The wheel of Nonairo in this folder, installed into a new environment and compiled."""
    report("installing it ...")
    windows = os.name == "nt"
    venv.create(folder, with_pip=False, symlinks=not windows)  # as `python -m venv` does
    scripts = folder / ("Scripts" if windows else "bin")
    python = scripts / "python"
    # Neither a network nor rich is needed to start.
    found = ("--no-deps", "--no-index", "--find-links", str(wheels))
    pip("--python", str(python), "install", *found, "nonairo")
    run(str(python), "-m", "compileall", "-q", str(folder))
    (wheel,) = wheels.glob("nonairo-*.whl")
    about = f"{wheel.name} in a fresh environment, bytecode compiled"
    clean = without("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
    return Install(python, (str(scripts / "nonairo"),), clean, folder, about)


def pip(*arguments: str) -> None:
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments)


def run(*command: str) -> None:
    """Run a command that must succeed; its last error message becomes ours."""
    clean = without("PYTHONPATH")
    done = subprocess.run(command, env=clean, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise NonairoError(lines[-1].strip())


def report(progress: str) -> None:
    """Where a person waits at a terminal, what is being done."""
    if sys.stderr.isatty():
        sys.stderr.write(f"nonairo: {progress}\n")


TABLE = Bench("startup", "import, and one small puzzle from the shell", measure)
