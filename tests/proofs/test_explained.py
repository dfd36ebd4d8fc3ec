"""Explanations of more than two symbols as proofs: an exclusion counts only if it was shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

import nonairo as nn
from nonairo.proofs.checking import Refused
from nonairo.proofs.explanation_proof import check_explanation

CUP = "nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0"
SEVERAL = "nonogram@a=ff0000+b=000000:1a/1a;1a/1a"
Steps = list[dict[str, Any]]
NO_CELLS: dict[str, list[object]] = {"cells": [], "lines": []}


def told(puzzle: str) -> Steps:
    steps: Steps = json.loads(json.dumps(nn.explain(puzzle).to_json()))["steps"]
    return steps


def refusal(puzzle: str, steps: object) -> str | None:
    try:
        check_explanation(nn.parse(puzzle), json.dumps({"steps": steps}).encode())
    except Refused as refused:
        return str(refused)
    return None


def test_an_explanation_of_another_puzzle_is_named_as_such() -> None:
    explained = nn.explain("binairo:1..0../..00.1/.00..1/....../00.1../.1..00").to_json()
    for other in ("binairo:1.../..0./.1../....", "nonogram:1/1;1/1",
                  "binairo:1..0../..00.1/.00..1/....../00.1../......"):  # fmt: skip
        with pytest.raises(Refused, match="this proof is for another puzzle"):
            check_explanation(nn.parse(other), json.dumps(explained).encode())
    named = explained | {"id": "number 7"}  # a name of its own says nothing
    with pytest.raises(Refused, match="step 1: the premise r2c3 is not known"):
        check_explanation(nn.parse("binairo:1..0../....../....../....../....../......"),
                          json.dumps(named).encode())  # fmt: skip


def excluding(steps: Steps) -> int:
    return next(number for number, step in enumerate(steps) if step["excludes"])


def test_steps_that_only_exclude_are_part_of_a_proof() -> None:
    steps = told(CUP)
    assert not steps[excluding(steps)]["effects"]
    assert refusal(CUP, steps) is None


@pytest.mark.parametrize("seed", [3, 4])
def test_made_puzzles_are_proved(seed: int) -> None:
    puzzle = nn.generate_nonogram(6, seed=seed, colours=3)
    assert refusal(puzzle.id, told(puzzle.id)) is None


def test_what_no_step_has_shown_is_not_looked_at() -> None:
    steps = told(CUP)
    del steps[excluding(steps)]
    assert "was not excluded" in str(refusal(CUP, steps))
    steps = told(CUP)
    steps[excluding(steps)]["excludes"] = [[2, 0, "2"]]
    assert "r3c1 could also be 2" in str(refusal(CUP, steps))


def step(**fields: object) -> dict[str, Any]:
    empty = {"technique": "x", "place": ["row", 0], "premises": NO_CELLS, "effects": []}
    return empty | fields


def tree(cases: Steps) -> dict[str, Any]:
    """Several suppositions are the cases of one that supposes nothing."""
    return {"suppose": None, "steps": [], "ends": None, "cases": cases}


def chain(assumed: list[object], steps: Steps, broken: list[list[int]] | None) -> dict[str, Any]:
    end = {"rule": "clue", "places": [["row", 0]], "cells": broken}
    return {
        "suppose": assumed,
        "steps": steps,
        "cases": [],
        "ends": None if broken is None else end,
    }


def forged(first: dict[str, Any]) -> Steps:
    """The solution red at r1c1 and r2c2 of a puzzle with another one, by a first step that lies."""
    rest: Steps = []
    for row, col, symbol in ([0, 1, "0"], [1, 0, "0"], [1, 1, "1"]):
        seen = {"cells": [[row, 0]] if col else [[0, col]], "lines": []}
        place = ["row", row] if col else ["column", col]
        rest.append(step(place=place, premises=seen, effects=[[row, col, symbol]]))
    return [first, *rest]


def test_nothing_is_excluded_inside_a_chain() -> None:
    inner = step(effects=[[0, 1, "2"]], excluded=[[0, 1, "0"], [0, 1, "1"]])
    chains = [
        chain([0, 0, symbol], [inner], broken=[[0, 0], [0, 1]]) for symbol in ("0", "2")
    ]  # r1c1 is refuted by what nobody has shown of r1c2
    first = step(place=None, effects=[[0, 0, "1"]], tree=tree(chains))
    assert refusal(SEVERAL, forged(first)) == "step 1: nothing is excluded inside a chain"


def test_a_step_that_supposes_excludes_only_what_it_refutes() -> None:
    same = [chain([1, 1, symbol], [], broken=None) for symbol in "012"]
    lie = step(place=None, excludes=[[0, 0, "0"]], tree=tree(same))
    first = step(effects=[[0, 0, "1"]], excluded=[[0, 0, "0"]])
    steps = [lie, *forged(first)]
    assert refusal(SEVERAL, steps) == "step 1: what is excluded is not what was supposed"


def test_a_dead_end_leaves_one_symbol() -> None:
    """Of three symbols one is refuted; that does not decide between the two others."""
    dead = [chain([0, 0, "2"], [], broken=[[0, 0]])]
    for symbols in ("01", "10"):
        first = step(place=None, effects=[[0, 0, each] for each in symbols], tree=dead[0])
        assert "decides what was not supposed" in str(refusal(SEVERAL, forged(first)))


@pytest.mark.parametrize("symbol", ["", "01", "012", "3", ".", 1, None, ["1"], {}])
@pytest.mark.parametrize("field", ["effects", "excludes", "excluded"])
def test_what_is_no_symbol_is_told(field: str, symbol: object) -> None:
    steps = told(CUP)
    steps[0][field] = [[0, 0, symbol]]
    assert "found something else" in str(refusal(CUP, steps))


@pytest.mark.parametrize("field", ["excludes", "excluded"])
@pytest.mark.parametrize(
    "shape",
    [None, 3, [3], [[]], [[0, 0]], [[0, 0, "1", "1"]], [[9, 0, "1"]], [[-1, 0, "1"]],
     [[True, 0, "1"]], [{"0": 1}], "ab"],
)  # fmt: skip
def test_what_has_another_shape_is_told(field: str, shape: object) -> None:
    steps = told(CUP)
    steps[0][field] = shape
    assert "found something else" in str(refusal(CUP, steps))
