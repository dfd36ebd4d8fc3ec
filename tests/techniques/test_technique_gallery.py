"""The pages about techniques are made from the code and current; pictures mark by shape."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from xml.etree import ElementTree

import pytest

from nonairo.render.svg import draw
from nonairo.step_pictures import step_scene
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.shared.samples import show_sample

DOCS = Path(__file__).parents[2] / "docs"


def test_the_pages_and_their_pictures_are_current() -> None:
    spec = spec_from_file_location("make_techniques", DOCS / "make_techniques.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    exercises = script.exercises()  # the positions that it chooses
    made = script.pages(exercises)
    kept = {name: (DOCS / name).read_text(encoding="utf-8") for name in made}
    assert kept == made, "run python docs/make_techniques.py"
    assert {*made} == {
        "techniques.md",
        *(f"techniques/{f.name}" for f in DOCS.glob("techniques/*")),
    }
    written = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("pictures/*.svg")}
    drawn = {name: picture + "\n" for name, picture in script.pictures(exercises).items()}
    assert written == drawn, "run python docs/make_techniques.py"


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_picture_of_a_step_marks_premises_and_effects_by_shape(technique: str) -> None:
    rung = TECHNIQUES[technique]
    puzzle, step = show_sample(rung, rung.samples[0])
    picture = draw(step_scene(puzzle, puzzle.givens, step))
    root = ElementTree.fromstring(picture)
    assert root[0].text == str(step)
    frames = re.findall(r'<rect [^>]*stroke="#b36b00" stroke-width="2"', picture)
    assert len(frames) == len(step.effects)
    stripes = re.findall(
        r'<path d="(?:M[^"ML]+L[^"ML]+){3}" stroke="\S+" stroke-width="0.8"', picture
    )
    assert {*step.premises} <= step.seen
    assert len(stripes) == len(step.seen - {cell for cell, _ in step.effects})
    supposed = step.shown[0].filled if step.chains else ()
    assert len(re.findall(r'height="6.6" fill="#fff"', picture)) == len(supposed)
    assert picture == draw(step_scene(puzzle, puzzle.givens, step))  # a pure function
    assert "<text" not in picture  # digits are strokes of our own
