"""Fuzzing of the compiled core: builds its targets and runs each for some seconds.

`python tests/fuzz/core.py [NAME ...] [--seconds N]`: with clang and libFuzzer where clang++ is on
the PATH, else with another compiler and a driver that only mutates. What ends a target is written
to `tests/fuzz/found` as `core_NAME-...`, which `make test` replays.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "fuzz-core"
FOUND = HERE / "found"
CLANGS = ("clang++", *(f"clang++-{version}" for version in range(22, 16, -1)))  # of Debian
TARGETS = sorted(path.stem.removeprefix("fuzz_") for path in (ROOT / "core/fuzz").glob("fuzz_*"))


def build() -> None:
    """All targets; by clang, if there is one."""
    clang = next(filter(None, map(shutil.which, CLANGS)), None)
    compiler = os.environ | ({"CXX": clang} if clang else {})
    make = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DNONAIRO_FUZZ=ON"]
    for command in (make, ["cmake", "--build", str(BUILD), "-j", "2"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=compiler)


def run(name: str, seconds: int, seed: int) -> int:
    """One target; what it finds is kept."""
    folder = BUILD / "inputs" / name
    folder.mkdir(parents=True, exist_ok=True)
    ended = BUILD / f"ended-{name}-"
    known = sorted(map(str, FOUND.glob(f"core_{name}-*")))
    options = [f"-max_total_time={seconds}", f"-seed={seed}", f"-artifact_prefix={ended}",
               "-timeout=60", "-report_slow_units=60",  # by the clock: the machine may be busy
               "-max_len=600", "-rss_limit_mb=3000"]  # fmt: skip
    program = str(BUILD / f"fuzz_{name}")
    if known and subprocess.run([program, *known], check=False).returncode:
        sys.stdout.write(f"{name}: what was found before is not settled\n")
        return 1
    told = subprocess.run([program, *options, str(folder)], capture_output=True, check=False)
    lines = told.stderr.decode("utf-8", "replace").splitlines()
    done = [line for line in lines if line.startswith("Done ")]
    sys.stdout.write(f"{name}: {done[-1] if done else chr(10).join(lines[-30:])}\n")
    sys.stdout.flush()
    for left in BUILD.glob(f"{ended.name}*"):
        data = left.read_bytes()
        kept = FOUND / f"core_{name}-{hashlib.sha256(data).hexdigest()[:12]}"
        kept.write_bytes(data)
        left.unlink()
        sys.stdout.write(f"{name}: found {kept}\n")
    return told.returncode


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the compiled core.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    build()
    return max(abs(run(name, options.seconds, options.seed)) for name in options.names or TARGETS)


if __name__ == "__main__":
    sys.exit(main())
