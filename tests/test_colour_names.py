"""What paints are called: the plain word that is nearest in OKLab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonairo.kinds.colour_names import CSS, PLAIN_WORDS, nearest_name, oklab
from nonairo.kinds.palette import paints_of

CSS_PAINTS = dict(word.split("=") for word in CSS.split())
COLOURED = Path(__file__).parents[2] / "shared/corpus/nonogram/coloured.jsonl"
NEUTRAL = {"black", "grey", "silver", "white"}
# What a colour of CSS may be called whose own name ends so.
ENDINGS = {
    "red": "red maroon pink", "pink": "pink", "green": "green lime olive teal",
    "brown": "brown orange",
    "blue": "blue navy cyan teal white", "gray": "grey silver", "grey": "grey silver",
    "orange": "orange", "yellow": "yellow lime", "white": "white beige", "cyan": "cyan teal",
    "purple": "purple", "violet": "purple magenta", "magenta": "magenta purple", "black": "black",
    "maroon": "maroon", "olive": "olive", "lime": "lime", "teal": "teal", "navy": "navy",
    "beige": "beige", "silver": "silver", "salmon": "orange pink", "khaki": "yellow olive",
    "turquoise": "cyan", "orchid": "purple magenta", "goldenrod": "orange brown yellow",
}  # fmt: skip


def shifted(paint: str, by: int) -> str:
    """A paint that nobody tells from the first."""
    return bytes(max(0, min(255, part + by)) for part in bytes.fromhex(paint)).hex()


@pytest.mark.parametrize("name", CSS_PAINTS)
def test_colours_of_css_are_called_by_plain_words(name: str) -> None:
    paint = CSS_PAINTS[name]
    found = nearest_name(paint)
    listed = [word for word, some in PLAIN_WORDS.items() if name in some.split()]
    assert listed in ([found], [])  # only other spellings of a colour are not listed
    assert paint in [CSS_PAINTS.get(each, each) for each in PLAIN_WORDS[found].split()]
    for ending, words in ENDINGS.items():
        if name.endswith(ending) and not (ending == "red" and name.endswith("ered")):
            assert found in words.split()
    assert {nearest_name(shifted(paint, by)) for by in (-3, 3)} <= {found}, name


@pytest.mark.parametrize(("paint", "word"), [
    ("bc7a54", "brown"), ("555555", "grey"), ("438ccb", "blue"), ("cc6666", "red"),
    ("fcfa74", "yellow"), ("7cba84", "green"), ("ccbee4", "purple"), ("1c1c1c", "black"),
])  # fmt: skip
def test_paints_of_real_puzzles(paint: str, word: str) -> None:
    assert nearest_name(paint) == word


def test_greys_are_grey_and_colours_are_not() -> None:
    for part in range(256):
        assert nearest_name(f"{part:02x}" * 3) in NEUTRAL
    for name, paint in CSS_PAINTS.items():
        _, red, yellow = oklab(paint)
        assert (nearest_name(paint) not in NEUTRAL) or red**2 + yellow**2 < 0.05**2, name


@pytest.mark.skipif(not COLOURED.exists(), reason="the corpus is not here")
def test_no_strong_colour_of_the_corpus_is_called_grey() -> None:
    with COLOURED.open(encoding="utf-8") as lines:
        paints = {paint for line in lines for paint in paints_of(json.loads(line)["colours"])}
    assert len(paints) > 500
    for paint in paints:
        _, red, yellow = oklab(paint)
        chroma = (red**2 + yellow**2) ** 0.5
        assert chroma < 0.06 if nearest_name(paint) in NEUTRAL else chroma > 0.015, paint
