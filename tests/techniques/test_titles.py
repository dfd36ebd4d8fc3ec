"""One title for each technique, wherever it is named: sentences, pictures, JSON, docs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nonairo.answers import answer
from nonairo.grid import Shape
from nonairo.step_pictures import step_scene
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample

TABLE = Path(__file__).parents[1] / "data" / "titles.txt"
DOCS = Path(__file__).parents[2] / "docs"
TABLES = (DOCS / "techniques.md").read_text(encoding="utf-8")
PAGES = "".join(each.read_text(encoding="utf-8") for each in DOCS.glob("techniques/*.md"))
LINES = TABLE.read_text(encoding="utf-8").splitlines()
TITLES = dict(line.split(maxsplit=1) for line in LINES if not line.startswith("#"))


def test_titles_are_those_of_the_table() -> None:
    assert {name: technique.name for name, technique in TECHNIQUES.items()} == TITLES
    assert len({title.lower() for title in TITLES.values()}) == len(TITLES)
    listed = answer("techniques", {})
    assert isinstance(listed, dict)
    techniques = listed["techniques"]
    assert isinstance(techniques, list)
    assert {each["id"]: each["name"] for each in techniques} == TITLES


@pytest.mark.parametrize("name", TITLES)
def test_a_sentence_a_picture_and_the_docs_say_the_title(name: str) -> None:
    title = TITLES[name]
    puzzle, step = show_sample(TECHNIQUES[name], TECHNIQUES[name].samples[0])
    named = isinstance(step.place, Shape) and str(step.place) in step.text  # once is enough
    where = f"{step.place}, " if step.place and not named else ""
    assert str(step).startswith(f"{where}{title.lower()}: ")
    assert step_scene(puzzle, puzzle.givens, step).title == str(step)
    assert re.search(rf"\[{title}\]\(techniques/[\w-]+\.md#{name}\) \| `{name}` \|", TABLES)
    assert f"## {title} {{#{name}}}\n\n*Level " in PAGES
