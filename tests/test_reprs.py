"""What a REPL shows: short names with the facts in words, prose and grids when printed."""

from __future__ import annotations

import inspect
import re
import rlcompleter

import pytest

import nonairo as nn

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (nn.parse(FIRST), r"<Binairo 6x6, 14 givens>"),
        (nn.parse("unruly:1./.."), r"<Binairo 2x2, no-distinct, 1 given>"),
        (nn.parse("binairo:../.."), r"<Binairo 2x2, 0 givens>"),
        (nn.parse("nonogram:1/1;1/1"), r"<Nonogram 2x2>"),
        (nn.parse("nonogram:1;1;1").about(title="Dot"), r"<Nonogram 1x1, 1 given, 'Dot'>"),
        (nn.parse("kakurasu:1;1"), r"<Kakurasu 1x1>"),
        (nn.Grid.parse("01/1."), r"Grid\.parse\('01/1\.'\)"),
        (nn.Grid.blank(20, 20), r"<Grid 20x20, 400 unknown>"),
        (nn.solve(FIRST), r"<Result unique, 1 node, [\d.]+ (us|ms)>"),
        (nn.solve(FIRST, "walk"), r"<Result unique, \d+ nodes, [\d.]+ (us|ms|s)>"),
        (
            nn.solve("nonogram:1/0;0/0"),
            r"<Result none, .*: row clues fill 1 cell, column clues 0>",
        ),
        (nn.explain(FIRST), r"<Explanation solved, 18 steps, level 1>"),
        (nn.hint(FIRST, strength=1), r"<Hint step, strength 1: look at row 2>"),
        (nn.grade(FIRST), r"<Grade 1 Starter, score 78, hardest sandwich>"),
        (nn.grade("binairo:1.../..../..../...."), r"<Grade without a level: multiple>"),
        (nn.repair("binairo:1.../..../..../...."), r"<Repair 3 cells given>"),
        (
            nn.compare("nonogram:1;1", engines="core")[0],
            r"<Trial core on nonogram:1;1: unique, [\d.]+ .s>",
        ),
        (nn.repair(FIRST), r"<Repair unique already>"),
        (nn.explain(FIRST).steps[0], r"<Step row 2, pair: r2c3 and r2c4 are both 0, so .* be 1>"),
        (nn.check("binairo:0./..", "1./..")[0], r"<Violation r1c1: the given is 0, found 1>"),
        (nn.ENGINES["walk"], r"<Engine walk: visits cells .*>"),
        (nn.FORMATS["text"], r"<Format text: a Binairo, Trinairo or Mosaic .*>"),
        (nn.KINDS["binairo"], r"<Kind binairo: as many 0s .*>"),
        (nn.TECHNIQUES["pair"], r"<Technique pair, level 1: Two .*>"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_repr_is_short_and_in_words(value: object, shown: str) -> None:
    assert re.fullmatch(shown, repr(value))


def test_a_small_grid_shows_how_to_make_it_again() -> None:
    grid = nn.Grid.parse("01../10..")
    assert eval(repr(grid), {"Grid": nn.Grid}) == grid


def test_a_printed_result_is_its_grid() -> None:
    assert str(nn.solve(FIRST)).splitlines()[0] == "101010"
    assert str(nn.solve("nonogram:1/1;1/1")) == "01\n10\n\n10\n01"
    assert str(nn.solve("nonogram:1/0;0/0")) == "none: row clues fill 1 cell, column clues 0"
    stuck = nn.solve("binairo:0.../..../..../....", "patterns")
    assert str(stuck) == "0...\n....\n....\n...."
    assert str(next(iter(nn.solve_many(["hello"])))).startswith(
        "unknown: line 1: expected a puzzle"
    )


def test_a_printed_explanation_is_prose() -> None:
    lines = str(nn.explain(FIRST)).splitlines()
    assert lines[0] == "1. row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1"
    assert lines[-1] == "solved: 18 steps, level 1, hardest sandwich, score 78"
    assert len(lines) == 19
    assert "no solution: " in str(nn.explain("binairo:000./..../..../...."))


def test_a_printed_count_is_a_number() -> None:
    assert str(nn.count("binairo:..../..../..../....")) == "72"
    assert str(nn.count("binairo:..../..../..../....", limit=10)) == "at least 10"


@pytest.mark.parametrize("name", ["ENGINES", "FORMATS", "KINDS", "TECHNIQUES"])
def test_a_list_shows_itself_as_a_table(name: str) -> None:
    listed = getattr(nn, name)
    for text in (repr(listed), str(listed)):
        lines = text.splitlines()
        assert [line.split()[0] for line in lines] == list(listed)
        assert all(listed[line.split()[0]].summary in line for line in lines)


def test_completion_finds_all_public_names_and_no_others() -> None:
    public = [name for name in dir(nn) if not name.startswith("__")]
    assert public == sorted(nn.__all__)
    complete = rlcompleter.Completer({"nn": nn}).complete
    assert complete("nn.solve_b", 0) == "nn.solve_batch("


def test_every_parameter_is_documented() -> None:
    for name in nn.__all__:
        function = getattr(nn, name)
        if inspect.isfunction(function):
            told = function.__doc__ or ""
            for parameter in inspect.signature(function).parameters:
                assert re.search(rf"\b{parameter}\b", told), f"{name}: {parameter}"


def test_a_count_is_a_number_and_an_explanation_its_steps() -> None:
    assert int(nn.count("binairo:..../..../..../....")) == 72
    told = nn.explain(FIRST)
    assert list(told) == [*told.steps]
    assert str(nn.repair("binairo:1.../..../..../....")).startswith("3 cells given\nbinairo:")


def test_names_that_are_not_there_are_guessed() -> None:
    for names, wrong, meant in (
        (nn.ENGINES, "wlak", "walk"),
        (nn.FORMATS, "jsnl", "jsonl"),
        (nn.TECHNIQUES, "pari", "pair"),
    ):
        with pytest.raises(KeyError, match=f"did you mean {meant}"):
            names[wrong]
        assert names.get(wrong) is None
    with pytest.raises(AttributeError) as refused:
        nn.solvee  # noqa: B018
    assert (refused.value.name, refused.value.obj) == ("solvee", nn)
