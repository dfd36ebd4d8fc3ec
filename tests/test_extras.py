"""The extras of the package: what `all` brings, and that each dependency says why it is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

TEXT = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
EXTRAS: dict[str, list[str]] = tomllib.loads(TEXT)["project"]["optional-dependencies"]
NOT_FOR_ALL = {"all", "groebner", "docs", "test", "fuzz"}  # 360 MB, and what developers need


def test_all_brings_what_users_may_want() -> None:
    (brought,) = EXTRAS["all"]
    names = re.fullmatch(r"nonairo\[(.*)\]", brought)
    assert names is not None
    assert set(names[1].split(",")) == set(EXTRAS) - NOT_FOR_ALL


def test_every_dependency_says_why() -> None:
    table = TEXT.partition("[project.optional-dependencies]\n")[2].partition("\n[")[0]
    for line in table.splitlines():
        if '"' in line:
            assert re.search(r'["\]],?  +# \w', line), line
