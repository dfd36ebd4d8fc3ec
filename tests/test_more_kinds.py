"""Coloured nonograms, signs and Trinairo: ids, records, faults, and answers of every engine."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
from nonairo.kinds import KINDS, summary_of
from nonairo.line_solver import completions
from nonairo.rules import Balanced, Both, ColouredRuns, Signs

CUP = "nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0"
TANGO = (
    "binairo@no-distinct:1...1./....../....../.....1/....../......"
    ";...../...x./...../...../.x.../.x...;.=..../....../...x../..=x../......"
)
TANGO_ANSWER = "101010/100101/010110/011001/101100/010011"
THREE = "trinairo:2....2/.1..../.21.../...200/..1.00/0..2.."
ENGINES = ("core", "walk", "rows", "zones+guess", "guess", "sat")


@pytest.mark.parametrize("puzzle_id", [CUP, TANGO, THREE])
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_finds_the_one_solution(puzzle_id: str, engine: str) -> None:
    puzzle = nn.parse(puzzle_id)
    assert puzzle.id == puzzle_id
    result = nn.solve(puzzle, engine=engine)
    assert result.status == "unique"
    assert result.solution is not None
    assert nn.check(puzzle, result.solution) == []
    assert result.solution == nn.solve(puzzle).solution


def test_the_samples_have_their_published_answers() -> None:
    assert nn.solve(CUP).solution == nn.Grid.parse("1100/1220/0220", "012")
    assert nn.solve(TANGO).solution == nn.Grid.parse(TANGO_ANSWER)


@pytest.mark.parametrize("puzzle_id", [CUP, TANGO, THREE])
def test_records_and_ids_are_read_back(puzzle_id: str) -> None:
    puzzle = nn.parse(puzzle_id)
    for name in ("id", "jsonl"):
        assert nn.parse(nn.dumps(puzzle, name)) == puzzle


def test_other_names_for_the_same() -> None:
    renamed = CUP.translate(str.maketrans("ab", "rk")).replace("nonogrrm", "nonogram")
    assert nn.parse(renamed) == nn.parse(CUP)
    assert nn.parse(TANGO.replace("binairo@no-distinct", "tango")) == nn.parse(TANGO)
    signs = [
        [0, 1, 1, 1, "="], [1, 3, 1, 4, "x"], [2, 3, 3, 3, "x"], [3, 2, 4, 2, "="],
        [3, 3, 4, 3, "x"], [4, 1, 4, 2, "x"], [5, 1, 5, 2, "x"],
    ]  # fmt: skip
    rows = "1...1./....../....../.....1/....../......"
    assert nn.binairo(rows, rules="no-distinct", signs=signs) == nn.parse(TANGO)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nonogram@a=ff0000:2b/1a;1a/1a", "row 1: expected a colour (a)"),
        ("nonogram@a=blurb:1a;1a", "expected a colour such as ff0000 or red"),
        ("nonogram@a=ff0000+a=00ff00:1a;1a", "colour a is named twice"),
        ("nonogram@a=ff0000:1a,1a;1a/1a", "row 1: clue 1a,1a needs 3 cells, but the row has 2"),
        (
            "tango:../..;=/.;=",
            "signs below, row 1: expected 2 characters ('=', 'x' or '.'), found '='",
        ),
        ("tango:../..;=/.", "expected 'rows' or 'rows;signs to the right;signs below'"),
        ("trinairo:..../....", "expected sides that are multiples of 3, found 2x4"),
        ("trinairo:3../.../...", "r1c1: expected '0', '1', '2' or '.', found '3'"),
    ],
)
def test_what_cannot_be_is_refused(wrong: str, told: str) -> None:
    with pytest.raises(nn.FormatError, match=re.escape(told)):
        nn.parse(wrong)


def test_broken_signs_and_blocks_are_told() -> None:
    tango = nn.parse("tango:../..;=/.;..")
    assert [fault.rule for fault in nn.check(tango, "01/..")] == ["sign"]
    assert nn.check(tango, "01/..")[0].message == "row 1: 0 and 1, but = asks for the same"
    cup = nn.parse(CUP)
    assert {fault.rule for fault in nn.check(cup, "2.../..../....")} == {"clue"}


@given(st.text("=x.", min_size=5, max_size=5))
def test_lines_with_signs_are_what_brute_force_says(between: str) -> None:
    def fits(line: str) -> bool:
        fair = line.count("1") == 3 and "000" not in line and "111" not in line
        signs = zip(line, line[1:], between, strict=False)
        return fair and all(
            sign == "." or (one == other) == (sign == "=") for one, other, sign in signs
        )

    lines = sorted(line for line in map("".join, product("01", repeat=6)) if fits(line))
    found = completions(Both((Balanced(3, 3), Signs(between))), "......")
    assert sorted(found) == lines


@given(st.lists(st.tuples(st.integers(1, 2), st.sampled_from("12")), max_size=3))
def test_coloured_lines_are_what_brute_force_says(clue: list[tuple[int, str]]) -> None:
    from nonairo.kinds.coloured import clue_of_coloured

    lines = sorted(
        line
        for line in map("".join, product("012", repeat=6))
        if clue_of_coloured(line) == tuple(clue)
    )
    found = completions(ColouredRuns(tuple(clue)), "......", "012")
    assert sorted(found) == lines


def test_rules_are_told_as_the_puzzle_has_them() -> None:
    told = {name: summary_of(nn.parse(name)) for name in (CUP, TANGO, THREE, "binairo:0./..")}
    assert told[CUP].endswith("in order; only blocks of one colour need a gap")
    assert told[TANGO].endswith(
        "three equal cells in a row; = between equal cells, x between different ones"
    )
    assert told[THREE].endswith("no two equal lines")
    assert summary_of(nn.parse("trinairo@no-distinct:0.2/.1./...")).endswith("equal cells in a row")
    assert told["binairo:0./.."] == KINDS["binairo"].summary
    odd = nn.parse("binairo@odd-more-ones:.../.../...")
    assert summary_of(odd).startswith("one more 1 than 0s in every line")


def test_an_id_takes_colours_in_words() -> None:
    told = nn.parse("nonogram@r=Red+k=#000:2r/1k;1r/1r,1k")
    assert told.id == "nonogram@a=ff0000+b=000000:2a/1b;1a/1a,1b"


@pytest.mark.parametrize("kind", ["binairo", "trinairo"])
@pytest.mark.parametrize("sizes", [{}, {"height": 6}, {"height": 6, "width": 6}])
def test_a_record_has_rows_with_and_without_sizes(kind: str, sizes: dict[str, int]) -> None:
    record = {"kind": kind, "grid": "/".join(["0....."] + ["......"] * 5)} | sizes
    assert nn.parse(json.dumps(record)).id == f"{kind}:{record['grid']}"
    record |= {"width": 4}
    with pytest.raises(nn.FormatError, match="'width': expected 6, found 4"):
        nn.parse(json.dumps(record))
