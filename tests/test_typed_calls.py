"""The type hints accept what the functions do, as mypy --strict and pyright read them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CALLS = Path(__file__).with_name("typed_calls.py")


def test_pyright_accepts_real_calls() -> None:
    """`make test` reads the calls by `mypy --strict`, like the rest of the tree."""
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(CALLS)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
