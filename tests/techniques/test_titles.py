"""One title for each technique, wherever it is named: sentences, pictures, JSON, docs."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonairo.answers import answer
from nonairo.step_pictures import step_scene
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample

TABLE = Path(__file__).parents[1] / "data" / "titles.txt"
PAGE = Path(__file__).parents[2] / "docs" / "techniques.md"
LINES = TABLE.read_text(encoding="utf-8").splitlines()
TITLES = dict(line.split(maxsplit=1) for line in LINES if not line.startswith("#"))


def test_titles_are_those_of_the_table() -> None:
    assert {name: technique.name for name, technique in TECHNIQUES.items()} == TITLES
    assert len({title.lower() for title in TITLES.values()}) == len(TITLES)
    listed = answer("techniques", {})
    assert isinstance(listed, dict)
    assert {each["id"]: each["name"] for each in listed["techniques"]} == TITLES


@pytest.mark.parametrize("name", TITLES)
def test_a_sentence_a_picture_and_the_docs_say_the_title(name: str) -> None:
    title = TITLES[name]
    puzzle, step = show_sample(TECHNIQUES[name], TECHNIQUES[name].samples[0])
    where = f"{step.place}, " if step.place else ""
    assert str(step).startswith(f"{where}{title.lower()}: ")
    assert step_scene(puzzle, puzzle.givens, step).title == str(step)
    page = PAGE.read_text(encoding="utf-8")
    assert f"[`{name}`](#{name}) | {title} |" in page
    assert f"### {name}\n\n*{title}, level " in page
