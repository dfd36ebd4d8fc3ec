"""The npm package: built from the page's own modules, and tested by Node."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.wasm_hosts import MODULE

ROOT = Path(__file__).parents[1]


def test_it_has_the_version_of_the_package() -> None:
    about = json.loads((ROOT / "npm" / "package.json").read_text(encoding="utf-8"))
    assert about["version"] == nn.__version__


@pytest.mark.skipif(not MODULE.is_file(), reason="no core.wasm (make wasm)")
@pytest.mark.skipif(not all(map(shutil.which, ("make", "node", "npm"))), reason="no Node")
def test_it_is_built_and_keeps_its_promises() -> None:
    core = MODULE.relative_to(ROOT).as_posix()  # as it is: nothing is compiled here
    built = subprocess.run(
        ["make", "-o", core, "npm"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    folder = ROOT / "build" / "npm" / "nonairo-core"
    with tarfile.open(folder / f"nonairo-core-{nn.__version__}.tgz") as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
    assert {"index.js", "index.d.ts", "core.wasm", "README.md", "LICENSE"} <= names
    assert not any("test" in name for name in names)
