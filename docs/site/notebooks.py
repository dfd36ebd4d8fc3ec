"""Notebooks as pages of the site: their text, their code and the outputs stored in them."""

from __future__ import annotations

import json
import re
from pathlib import Path

PICTURES = ("image/svg+xml", "text/html")  # the first that an output has is shown


def in_markdown(path: Path) -> str:
    """Return a notebook as Markdown."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    title, *cells = notebook["cells"]
    heading, _, text = "".join(title["source"]).partition("\n")
    link = f"*This page is a notebook: [{path.name}]({path.name}) opens in JupyterLab.*"
    parts = [heading, link, text.strip()]
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [shown(output) for output in cell["outputs"]]
    return "\n\n".join(parts) + "\n"


def shown(output: dict[str, object]) -> str:
    """Return an output: its picture or table, else its text."""
    data = output.get("data", {})
    assert isinstance(data, dict)
    for kind in PICTURES:
        if kind in data:
            html = re.sub(r"\s*\n\s*", " ", "".join(data[kind]))
            return f'<div class="output" markdown="0">{html}</div>'
    text = "".join(output.get("text") or data.get("text/plain", ""))  # type: ignore[arg-type]
    return f"```text\n{text.rstrip()}\n```"
