"""The help shows how the open puzzle is played: three sentences, and an example with its answer."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import nonairo as nn
from pages import BINAIRO, NONOGRAM, OpenPage

TANGO = "tango:1...1./....../....../.....1/....../......"


@pytest.mark.parametrize(("puzzle", "kind"), [(BINAIRO, "binairo"), (NONOGRAM, "nonogram")])
def test_help_has_the_rules_in_three_sentences_and_a_picture(
    open_page: OpenPage, puzzle: str, kind: str
) -> None:
    page = open_page(puzzle)
    page.keyboard.press("?")
    expect(page.locator("dialog .rules .thumb")).to_have_count(2)
    assert tuple(page.locator("dialog .rules p").all_inner_texts()) == nn.KINDS[kind].how_to_play


def test_help_on_other_rules_has_their_sentence_and_no_wrong_example(open_page: OpenPage) -> None:
    page = open_page(TANGO)
    page.keyboard.press("?")
    expect(page.locator("dialog .rules")).to_contain_text(
        "As many 0s as 1s in every line, never three equal cells in a row."
    )
    assert page.locator("dialog .thumb").count() == 0
