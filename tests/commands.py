"""The command line, called as a function: what it prints, and its exit code."""

from __future__ import annotations

import pytest

from nonairo.cli import main

Output = pytest.CaptureFixture[str]


def run(capsys: Output, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a command; there is never a traceback."""
    code = main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err
