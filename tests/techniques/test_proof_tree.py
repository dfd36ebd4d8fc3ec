"""One tree for all that is left: to the end, always."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import nonairo as nn
from nonairo.proofs.checking import Refused
from nonairo.proofs.explanation_proof import check_explanation
from nonairo.techniques import TECHNIQUES, ladder_of
from nonairo.techniques.shared import proof_tree, steps
from nonairo.techniques.shared.checker import fault, replay

# Single suppositions do not help here.
HARD = "kakurasu:12/16/22/24/16/23/12/24;21/25/10/27/18/21/13/23"
BUDGET = 1200  # half of which is not enough for cases


def test_a_tree_ends_what_takes_too_many_suppositions() -> None:
    told = nn.explain(HARD, budget=BUDGET)
    assert (told.solved, told.hardest, told.level) == (True, "tree", 8)
    assert [step.technique for step in told.steps].count("tree") == 1
    assert replay(told.puzzle, told.steps) == told.grid
    step = told.steps[-1]
    assert "all but one break a rule, so " in step.headline
    assert len(step.headline) < 200
    check_explanation(told.puzzle, json.dumps(told.to_json()).encode())


def test_a_tree_is_not_used_while_there_is_time() -> None:
    assert "tree" not in {step.technique for step in nn.explain(HARD).steps}


def test_a_tree_rests_on_nothing_that_follows_from_the_clues() -> None:
    step = nn.explain(HARD, budget=BUDGET).steps[-1]
    assert step.premises == ()


def test_a_tree_that_is_too_large_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_tree, "MOST_ENDS", 0)
    told = nn.explain(HARD, budget=BUDGET)
    step = told.steps[-1]
    cases = step.numbers["cases"]
    assert step.text == (
        f"{cases:,} suppositions break a rule, too many to list,"
        " so 26 cells are empty and 28 cells are filled"
    )
    assert step.to_json()["tree"] == {
        "suppose": None,
        "steps": [],
        "ends": None,
        "cases": [],
        "left_out": cases,
    }
    assert replay(told.puzzle, told.steps) == told.grid
    assert step.route is not None
    lie = replace(step, effects=((cell := step.effects[0][0], "01"[told.grid[cell] == "0"]),))
    assert fault(told.puzzle, step.route.before(step.number), lie) == f"{cell} is something else"


def test_a_tree_that_is_not_listed_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_tree, "MOST_ENDS", 0)
    told = nn.explain(HARD, budget=BUDGET)
    record: dict[str, Any] = json.loads(json.dumps(told.to_json()))
    with pytest.raises(Refused, match="is not listed: use nonairo solve --proof"):
        check_explanation(told.puzzle, json.dumps(record).encode())
    del record["steps"][-1]["tree"]["left_out"]
    for forged in (record["steps"][-1]["tree"], None):  # a claim without a reason
        record["steps"][-1]["tree"] = forged
        with pytest.raises(Refused, match="must list its suppositions"):
            check_explanation(told.puzzle, json.dumps(record).encode())


def test_a_tree_is_the_last_of_every_ladder() -> None:
    for sample in TECHNIQUES["tree"].samples:
        assert ladder_of(sample.puzzle())[-1].last_resort


def test_a_long_tree_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = nn.explain(HARD, budget=BUDGET).steps[-1]
    assert "\n  1: suppose " in step.text
    monkeypatch.setattr(steps, "MOST_PRINTED", step.numbers["cases"])
    assert step.text == f"{step.text.splitlines()[0]}\n  the tree of 192 steps is too long here"
    assert step.tree()["cases"]
