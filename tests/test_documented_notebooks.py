"""The notebooks of the documentation: they run, show what is stored, and are on the site."""

from __future__ import annotations

import json
import runpy
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))
TIMED = ("compare.ipynb",)  # a table has times


def outputs(notebook: dict[str, Any]) -> list[list[Any]]:
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_four() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["book", "compare", "first-steps", "newspaper"]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_is_stored(path: Path) -> None:
    for module in ("nbconvert", "ipykernel", "anywidget"):
        if find_spec(module) is None:
            pytest.skip(f"notebooks need {module}, of the extra test")
    tool = runpy.run_path(str(DOCS / "make_notebooks.py"))
    now = tool["bare"](tool["executed"](path))
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert [cell["source"] for cell in now["cells"]] == [cell["source"] for cell in stored["cells"]]
    for shown, before in zip(outputs(now), outputs(stored), strict=True):
        assert [kinds(each) for each in shown] == [kinds(each) for each in before]
        if path.name not in TIMED:
            assert shown == before, "run docs/make_notebooks.py"


def kinds(output: dict[str, Any]) -> tuple[str, list[str]]:
    assert output["output_type"] != "error"
    return output["output_type"], sorted(output.get("data", {}))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_a_page_of_the_site(path: Path) -> None:
    made = runpy.run_path(str(DOCS / "site" / "notebooks.py"))["in_markdown"](path)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    pictures = sum("image/svg+xml" in output.get("data", {})
                   for each in outputs(notebook) for output in each)  # fmt: skip
    assert made.startswith("# ")
    assert made.count("```python") == len(outputs(notebook))
    assert made.count("<svg") >= pictures >= 1
    assert f"notebooks/{path.stem}.md" in (DOCS.parent / "mkdocs.yml").read_text("utf-8")
    assert "widgets" not in notebook["metadata"], "no copies of the page's files"
