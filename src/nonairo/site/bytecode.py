"""Bytecode for the Python of Pyodide: without it every visit compiles a hundred modules again.

Only the Python that runs it can compile it, so Node runs Pyodide here, once for a site.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path

from nonairo.site.pyodide import Pyodide

SCRIPT, INSIDE = "bytecode.mjs", "in_pyodide.py"
STDLIB, PACKAGE = "python_stdlib.zip", "package.zip"
PATIENCE = 300  # seconds; it takes ten


def with_bytecode(pyodide: Pyodide, package: bytes) -> tuple[Pyodide, bytes] | None:
    """Return Pyodide and the package with bytecode; None where Node is missing, or fails."""
    node = shutil.which("node")
    if node is None:
        return None
    scripts = files("nonairo") / "site"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inputs = pyodide.files | {PACKAGE: package}
        inputs |= {script: (scripts / script).read_bytes() for script in (SCRIPT, INSIDE)}
        for path, body in inputs.items():
            (folder / path).write_bytes(body)
        command = [node, str(folder / SCRIPT), name]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError):
            return None
        stdlib = (folder / STDLIB).read_bytes()
        compiled = pyodide._replace(files=pyodide.files | {STDLIB: stdlib})
        return compiled, (folder / PACKAGE).read_bytes()
