"""The pages about the classics quote the code as it is, and credit their authors by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUOTE = re.compile(r"<!-- from (\S+) -->\n```python\n(.*?)```", re.DOTALL)
PAGES = {"walk": "awallien (Alex Wall)", "rows": "awallien (Alex Wall)"}


@pytest.mark.parametrize("name", PAGES)
def test_code_is_quoted_as_it_is(name: str) -> None:
    page = (ROOT / "docs" / "classics" / f"{name}.md").read_text(encoding="utf-8")
    quotes = QUOTE.findall(page)
    assert quotes
    for path, code in quotes:
        assert code in (ROOT / path).read_text(encoding="utf-8"), path


@pytest.mark.parametrize(("name", "author"), PAGES.items())
def test_authors_have_their_own_names(name: str, author: str) -> None:
    page = (ROOT / "docs" / "classics" / f"{name}.md").read_text(encoding="utf-8")
    module = (ROOT / "src" / "nonairo" / "engines" / f"{name}.py").read_text(encoding="utf-8")
    assert author in page
    assert author in module
