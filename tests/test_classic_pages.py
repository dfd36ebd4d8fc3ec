"""The pages about the classics quote the code as it is, and name their authors as they do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLASSICS = ROOT / "docs" / "classics"
QUOTE = re.compile(r"<!-- from (\S+) -->\n```python\n(.*?)```", re.DOTALL)
PAGES = {
    "walk": "awallien (Alex Wall)",
    "rows": "awallien (Alex Wall)",
    "zones": "EMWJROS",
    "patterns": "Lo Chung Tin",
    "guess": "P. H. Utomo and R. H. Makarim",
    "paper": "P. H. Utomo, R. H. Makarim",
}


@pytest.mark.parametrize(("name", "author"), PAGES.items())
def test_a_page_quotes_the_code_and_names_the_author(name: str, author: str) -> None:
    page = (CLASSICS / f"{name}.md").read_text(encoding="utf-8")
    quotes = QUOTE.findall(page)
    assert quotes
    for path, code in quotes:
        assert code in (ROOT / path).read_text(encoding="utf-8"), path
    assert author in page
    for heading in ("## What was wrong, and how we know", "with our counters"):
        assert heading in page
    assert f"({name}.md)" in (CLASSICS / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["walk", "rows", "zones", "patterns"])
def test_a_module_names_the_author(name: str) -> None:
    module = ROOT / "src" / "nonairo" / "engines" / f"{name}.py"
    assert PAGES[name] in module.read_text(encoding="utf-8")


def test_every_test_that_a_page_names_is_there() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    for name in PAGES:
        for test in re.findall(r"`(test_\w+)`", (CLASSICS / f"{name}.md").read_text("utf-8")):
            assert f"def {test}(" in tests, (name, test)
