"""Is this checkout as fast as a stored commit? Both are measured in turn, in one run.

python bench/baseline.py           compare this checkout with the stored commit
python bench/baseline.py --store   measure the last commit (or another one), and store it

Exit code 1: a figure is more than 5 % worse. A wheel of each is built (of the stored commit only
once: it is kept in build/baseline) and installed into an environment of its own. Medians, puzzles,
machine and commit are in bench/results/baseline.json. Seconds of another machine say little: the
ratios count.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from nonairo import generate
from nonairo.bench.base import TextTable, machine
from nonairo.bench.startup import Install, cpu_seconds, pip
from nonairo.bench.startup import installed as installed_wheel

ROOT = Path(__file__).parents[1]
STORED = ROOT / "bench" / "results" / "baseline.json"
KEPT = ROOT / "build" / "baseline"
RUNS = 5
WORSE = 1.05
SIZES = {"binairo": (6, 10, 20), "nonogram": (10, 20, 30), "kakurasu": (6,)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare this checkout with a stored commit.")
    parser.add_argument(
        "--store",
        metavar="COMMIT",
        nargs="?",
        const="HEAD",
        help="measure this commit and store it",
    )
    parser.add_argument("--runs", type=int, default=RUNS, help=f"runs of each (default: {RUNS})")
    options = parser.parse_args()
    if options.store:
        return store(git("rev-parse", options.store), options.runs)
    if not STORED.is_file():
        parser.error(f"{STORED.relative_to(ROOT)} is missing: run with --store first")
    return compare(options.runs)


def store(commit: str, runs: int) -> int:
    """Measure a commit, and keep the medians."""
    puzzles = {
        f"{kind} {size}": [generate(kind, size, seed=seed).id for seed in range(5)]
        for kind, sizes in SIZES.items()
        for size in sizes
    }
    (medians,) = measured([built(commit, KEPT / commit)], puzzles, runs)
    record = {
        "commit": commit, "machine": machine(), "runs": runs, "puzzles": puzzles, "seconds": medians
    }  # fmt: skip
    STORED.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"stored the medians of {runs} runs of {commit[:12]} in {STORED.relative_to(ROOT)}")
    return 0


def compare(runs: int) -> int:
    """Print a table of the medians, now and before, and which are worse."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="nonairo-") as folder:
        before = built(stored["commit"], KEPT / stored["commit"])
        now = built(None, Path(folder))
        old, new = measured([before, now], stored["puzzles"], runs)
    print(f"{machine()}; medians of {runs} runs each, in turn; before: {stored['commit'][:12]}\n")
    ratios = {name: new[name] / seconds for name, seconds in old.items()}
    rows = [
        (
            name,
            *(f"{seconds[name] * 1e6:,.1f} us" for seconds in (old, new)),
            f"{ratio:.2f}{' worse' if ratio > WORSE else ''}",
        )
        for name, ratio in ratios.items()
    ]
    worse = sum(ratio > WORSE for ratio in ratios.values())
    note = f"{worse} of {len(old)} figures are more than 5 % worse"
    print(TextTable("Figures", ("figure", "before", "now", "ratio"), rows, (note,)).markdown())
    return 1 if worse else 0


def measured(
    installs: list[Install], puzzles: dict[str, list[str]], runs: int
) -> list[dict[str, float]]:
    """The medians of each install, measured in turn so that all meet the same noise."""
    found: list[list[dict[str, float]]] = [[] for _ in installs]
    with tempfile.TemporaryDirectory(prefix="nonairo-") as folder:
        file = Path(folder) / "puzzles.json"
        file.write_text(json.dumps(puzzles), encoding="utf-8")
        puzzle = Path(folder) / "puzzle.txt"
        puzzle.write_text(puzzles["binairo 6"][0], encoding="utf-8")
        for run in range(runs):
            for install, each in zip(installs, found, strict=True):
                progress(f"run {run + 1} of {runs}: {install.folder.parent.name[:12]}")
                out = subprocess.run(
                    [install.python, ROOT / "bench" / "figures.py", file],
                    cwd=folder, env=install.environment, stdout=subprocess.PIPE, check=True,
                )  # fmt: skip
                each.append(json.loads(out.stdout) | starts(install, puzzle))
    return [
        {name: statistics.median(run[name] for run in each) for name in each[0]} for each in found
    ]


def starts(install: Install, puzzle: Path) -> dict[str, float]:
    """CPU seconds of a whole process: the best of three."""
    commands = {
        "start import": [str(install.python), "-c", "import nonairo"],
        "start solve FILE": [*install.command, "solve", str(puzzle)],
    }
    return {
        name: min(cpu_seconds(install, command) for _ in range(3))
        for name, command in commands.items()
    }


def built(commit: str | None, folder: Path) -> Install:
    """An environment with a wheel of this commit, or of the checkout as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    source, wheels = ROOT, folder / "wheels"
    if commit:
        source = folder / "source"
        source.mkdir(exist_ok=True)
        archive = folder / "source.tar"
        git("archive", "--output", str(archive), commit)
        with tarfile.open(archive) as tar:
            tar.extractall(source, filter="data")
    if not list(wheels.glob("*.whl")):
        progress(f"building a wheel of {commit[:12] if commit else 'this checkout'} ...")
        objects = ("--config-settings", f"build-dir={folder / 'objects'}")
        pip("wheel", "--no-deps", "--wheel-dir", str(wheels), *objects, str(source))
    shutil.rmtree(folder / "venv", ignore_errors=True)
    return installed_wheel(wheels, folder / "venv")


def git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


def progress(what: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"baseline: {what}\n")


if __name__ == "__main__":
    sys.exit(main())
