"""Sentences that a reader with pencil and paper can follow: which cells, signs and rules."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo.grid import Cell, Place
from nonairo.kinds.kakurasu import Total
from nonairo.rules import Balanced, Both, ColouredRuns, LineRule, Ones, Runs, Shares, Signs
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.base import Sample
from nonairo.techniques.shared.samples import show_sample
from nonairo.techniques.shared.spoilt_lines import why_spoilt
from nonairo.techniques.shared.steps import Broken

MOSAIC = "mosaic:1.4.1/.6.../..52./4...2/..32."
TRIO = "2...2...2.1..0....01120212.0.20..2.0"


def said(technique: str, rule: LineRule, line: str, symbols: str = "01") -> str:
    return show_sample(TECHNIQUES[technique], Sample(rule, line, symbols=symbols))[1].text


def test_a_hint_names_every_clue_that_is_needed() -> None:
    told = nn.hint(MOSAIC, strength=3).text
    assert told == (
        "look at the 3x3 around r2c2 and the 2x2 around r1c1: two numbers, from their clues 6 and 1"
    )


def test_a_hint_names_the_signs_that_are_needed() -> None:
    puzzle = nn.generate("tango", 6, seed=1)
    told = nn.hint(puzzle, strength=3).text
    signs = "= between r1c3 and r2c3 and x between r3c3 and r4c3"
    assert told == f"look at column 3: all ways of a line, from r6c3 and the signs {signs}"
    whole = nn.hint(puzzle).text
    assert f"with {signs}, column 3 can be finished in only one way: " in whole


def test_a_hint_names_the_signs_inside_what_is_supposed() -> None:
    puzzle = nn.generate("tango", 8, seed=1, level=6)
    grid = puzzle.givens
    for step in nn.explain(puzzle).steps:
        if step.chains:
            assert " between " in nn.hint(puzzle, grid, strength=3).text
            return
        grid = grid.fill(dict(step.effects))
    pytest.fail("nothing is supposed")


def test_the_first_line_names_the_cells_of_an_area_once() -> None:
    puzzle = nn.generate("mosaic", 12, seed=1)
    for step in nn.explain(puzzle).steps:
        area = str(step.place)
        assert step.place is None or step.headline.count(area) == 1
        assert " cells are filled" not in step.headline
        assert " at r" not in step.headline


@pytest.mark.parametrize(
    ("technique", "rule", "line", "text"),
    [
        (
            "gap_quota",
            Balanced(5, 5),
            "1...1....1",
            "row 1 needs at least one 1 in r1c2-r1c4 and one in r1c6-r1c9, and only two are left;"
            " a 1 in r1c6 or r1c9 would leave three 0s in a row within"
            " r1c6-r1c9, so r1c6 and r1c9 are 0",
        ),
        (
            "mercury",
            Runs((7,)),
            "..1.......",
            "if r1c10 were filled, the 7 would cover r1c4-r1c10 and touch r1c3, so r1c10 is empty",
        ),
        (
            "sign_copy",
            Both((Balanced(3, 3), Signs("=...."))),
            "1.....",
            "r1c1 is 1 and = joins it to r1c2, so r1c2 must be 1",
        ),
    ],
)
def test_a_sentence_says_which_cells_and_why(
    technique: str, rule: LineRule, line: str, text: str
) -> None:
    assert said(technique, rule, line) == text


@pytest.mark.parametrize(
    ("rule", "line", "why"),
    [
        (
            Balanced(3, 3),
            "1...11",
            "row 1 would have its three 1s, and r1c2-r1c4 would be three 0s in a row",
        ),
        (
            Both((Balanced(3, 3), Signs("..x.."))),
            "11..1.",
            "row 1 would have its three 1s, and r1c3 and r1c4 would be equal,"
            " but x stands between them",
        ),
        (
            Balanced(5, 5),
            "11.11.0..1",
            "row 1 would have its five 1s, and r1c6-r1c8 would be three 0s in a row",
        ),
        (Shares((2, 2, 2)), "0.00..", "row 1 would have three 0s, one too many"),
        (Shares((3, 3, 3)), "111......", "r1c1-r1c3 would be three 1s in a row"),
        (
            Shares((3, 3, 3)),
            "0101.01..",
            "",
        ),
        (Total(3), "...1", "row 1 would make 4, more than 3"),
        (Total(9), "...0", "row 1 would make at most 6, less than 9"),
        (Total(7), ".01.", "row 1 could not make 7"),
        (Ones(2), "1.11", "row 1 would have three filled cells, more than 2"),
        (Ones(3), "0.0.", "row 1 would have at most two filled cells, less than 3"),
        (Runs((2, 1)), ".111..", "r1c2-r1c4 would be filled, and no block of row 1 is that long"),
        (Runs((1, 2)), "11....", ""),
        (ColouredRuns(((1, "1"),)), "22", ""),
    ],
)
def test_a_line_that_cannot_be_finished_says_why(rule: LineRule, line: str, why: str) -> None:
    assert why_spoilt(Place("row", 0), rule, line) == why


@pytest.mark.parametrize(
    ("sign", "text"),
    [
        ("x", "r1c1 and r1c2 would be equal, but x stands between them"),
        ("=", "r1c1 and r1c2 would differ, but = stands between them"),
        ("", "r1c1 and r1c2 would not be what the sign between them asks for"),
    ],
)
def test_a_broken_sign_is_named(sign: str, text: str) -> None:
    cells = Cell(0, 0), Cell(0, 1)
    assert str(Broken("sign", (Place("row", 0),), cells, sign)) == text


def test_both_wrong_symbols_have_their_reason() -> None:
    """Of three symbols two are refuted: the first line says how each of them ends."""
    told = nn.hint("trinairo:2...2./..2.1./.0..../0..202/.2.0.2/0..2.0", TRIO).text
    assert told.split("\n")[0] == (
        "hard dead end: if r6c2 were 0, row 6 would have three 0s, one too many;"
        " if it were 2, after four steps column 5 would have three 1s, one too many, so r6c2 is 1"
    )


def test_a_total_is_made_beside_the_cells_that_are_known() -> None:
    puzzle = nn.generate("kakurasu", 6, seed=1)
    texts = [step.text for step in nn.explain(puzzle).steps]
    assert "column 4 can make 3 only as 1 + 2 or as 3, so r4c4-r6c4 are empty" in texts
    assert any(text.startswith("with r3c1 empty, column 1 can make 15 only as ") for text in texts)


def test_a_reason_is_also_so_where_more_is_known() -> None:
    """A line that needs little may be known further: then its reason must be one of that, too."""
    rule, place = Balanced(4, 4), Place("row", 0)
    assert "r1c1-r1c3 would be three 1s" in why_spoilt(place, rule, "...00.00")
    assert why_spoilt(place, rule, "...00.00", ".0.00.00") == ""
    assert why_spoilt(place, rule, "...00.00", ".1.00.00").endswith("three 1s in a row")
