"""A notebook that nbconvert runs and exports shows the picture of each widget."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b64decode
from importlib.util import find_spec
from pathlib import Path

import pytest

import nonairo as nn

WIDGET = "application/vnd.jupyter.widget-view+json"
CELLS = ("import nonairo as nn", "nn.play('binairo:1./..')", "nn.watch('binairo:0./..', 'walk')")


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    for module in ("nbconvert", "ipykernel", "anywidget"):
        if find_spec(module) is None:
            pytest.skip(f"notebooks need {module}, of the extra test")
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{k}", "metadata": {}, "source": source, "outputs": [],
         "execution_count": None}
        for k, source in enumerate(CELLS)
    ]  # fmt: skip
    path = tmp_path / "widgets.ipynb"
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def exported(path: Path, form: str) -> str:
    command = [sys.executable, "-m", "nbconvert", "--to", form, "--execute", "--stdout", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_an_exported_page_shows_the_pictures(notebook: Path) -> None:
    page = exported(notebook, "html")
    images = re.findall(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]+)"', page)
    pictures = [nn.parse(puzzle)._repr_svg_() for puzzle in ("binairo:1./..", "binairo:0./..")]
    assert [b64decode(image).decode() for image in images] == pictures
    assert f'<script type="{WIDGET}">' not in page


@pytest.mark.slow
def test_voila_still_gets_the_widgets(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    made = json.loads(exported(notebook, "notebook"))
    shown = [output["data"] for cell in made["cells"] for output in cell["outputs"]]
    assert [WIDGET in data for data in shown] == [True, True]
