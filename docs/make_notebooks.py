"""Execute the notebooks and store what they show: python docs/make_notebooks.py

What belongs to a running notebook is left out: the state of widgets, of which a picture is kept.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "notebooks"
WIDGET = "application/vnd.jupyter.widget-view+json"


def executed(path: Path) -> dict[str, object]:
    """Return a notebook with what its cells show now."""
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--stdout"]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{path.name}: {done.stderr}")
    notebook: dict[str, object] = json.loads(done.stdout)
    return notebook


def bare(notebook: dict[str, object]) -> dict[str, object]:
    """Return a notebook without what changes every time and what needs a running Python."""
    metadata, cells = notebook["metadata"], notebook["cells"]
    assert isinstance(metadata, dict)
    assert isinstance(cells, list)
    metadata.pop("widgets", None)
    metadata["language_info"] = {"name": "python"}
    for cell in cells:
        cell["metadata"] = {}
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    return notebook


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.ipynb")):
        text = json.dumps(bare(executed(each)), indent=1, ensure_ascii=False)
        each.write_text(text + "\n", encoding="utf-8")
