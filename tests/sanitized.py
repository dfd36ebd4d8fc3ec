"""The Python tests that reach the core, with a core built under AddressSanitizer and UBSan.

python tests/sanitized.py [PYTEST ARGUMENT ...]

Leaks are not looked for: Python itself keeps much until it ends. What the sanitizers find ends the
process. Without arguments the tests in CHOSEN are run, those of the whole suite that ask the core
for something of its own; the rest of them calls it in the same ways.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "sanitized-py"
CHOSEN = [
    "tests/test_core.py", "tests/test_native.py", "tests/test_count.py", "tests/test_memory.py",
    "tests/test_line_solver.py", "tests/test_solving.py", "tests/test_alphabets.py",
    "tests/test_agreement.py", "tests/proofs", "tests/cross", "tests/techniques/test_probing.py",
    "tests/engines/test_twins.py", "tests/generating/test_binairo.py", "tests/test_large.py",
    "tests/test_census.py", "tests/test_classics.py", "tests/test_coloured.py",
    "tests/test_signs.py", "tests/test_more_kinds.py", "tests/test_seeds.py",
]  # fmt: skip
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow and not alone")


def build() -> Path:
    """The package with the sanitized module in it, in a folder of its own."""
    make = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-DNONAIRO_SANITIZE=ON",
            f"-DPython_EXECUTABLE={sys.executable}"]  # fmt: skip
    for command in (make, ["cmake", "--build", str(BUILD), "--target", "_core", "-j", "2"]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    package = BUILD / "package" / "nonairo"
    shutil.rmtree(package, ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "src" / "nonairo", package, ignore=ignored)
    for module in BUILD.glob("_core*.so"):
        shutil.copy(module, package)
    return package.parent


# An editable install finds the usual module before any path is looked at; not here.
RUN = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if "ScikitBuild" not in type(f).__name__]
import pytest, nonairo.native
assert nonairo.__file__.startswith(sys.argv[1]), nonairo.__file__
assert nonairo.native.compiled is not None
sys.exit(pytest.main(sys.argv[2:]))
"""


def _library(name: str) -> str:
    """Where the compiler keeps a library."""
    command = ["g++", f"-print-file-name={name}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    package = build()
    # libstdc++ too: Python has none, and what throws is looked for when the process begins.
    loaded = [_library(name) for name in ("libasan.so", "libstdc++.so")]
    environment = os.environ | {
        "LD_PRELOAD": " ".join(loaded),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONPATH": str(package),
    }
    words = [sys.executable, "-c", RUN, str(package), *OPTIONS, *(sys.argv[1:] or CHOSEN)]
    return subprocess.run(words, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
