"""Answers and budgets as values: their JSON form is what the command line prints."""

from __future__ import annotations

import json
import pickle

import pytest

import nonairo as nn
from nonairo.cli import main
from nonairo.limits import Budget, Limits
from nonairo.results import check_to_json, failed

Output = pytest.CaptureFixture[str]
TWO = "nonogram:1/1;1/1"


def printed(capsys: Output, *arguments: str) -> dict[str, object]:
    main([*arguments, "--json"])
    record: dict[str, object] = json.loads(capsys.readouterr().out)
    return record


def test_a_result_is_the_object_that_solve_prints(capsys: Output) -> None:
    told = printed(capsys, "solve", TWO)
    mine = nn.solve(nn.parse(TWO)).to_json()
    assert mine["differ"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    for record in (told, mine):
        record["stats"]["seconds"] = 0  # type: ignore[index]
    assert told == json.loads(json.dumps(mine))


def test_a_count_is_the_object_that_count_prints(capsys: Output) -> None:
    assert printed(capsys, "count", TWO) == nn.count(nn.parse(TWO)).to_json()
    assert nn.Count(5, True).to_json() == {"value": "5", "exact": True}


def test_a_check_is_the_object_that_check_prints(capsys: Output) -> None:
    puzzle, grid = nn.parse(TWO), nn.Grid.parse("11/..")
    mine = check_to_json(puzzle, grid, nn.check(puzzle, grid))
    assert printed(capsys, "check", TWO, "11/..") == mine
    assert mine["solved"] is False


def test_a_record_keeps_its_own_id() -> None:
    puzzle = nn.parse(TWO).about(extra={"id": "mine"})
    assert puzzle.record_id == "mine"
    assert nn.parse(TWO).record_id == TWO
    assert nn.solve(puzzle).to_json()["id"] == nn.count(puzzle).to_json()["id"] == "mine"
    assert nn.parse(TWO).about(extra={"id": None}).record_id == TWO


@pytest.mark.parametrize("engine", ["auto", "walk", "rows", "guess", "sat"])
@pytest.mark.parametrize(
    ("limits", "struck", "reason"),
    [
        ({"time_limit": 1e-6}, "time", "the limit of 1e-06 s was reached"),
        ({"node_limit": 2}, "nodes", "the limit of 2 nodes was reached"),
    ],
)
def test_a_result_says_which_limit_struck(
    engine: str, limits: dict[str, float], struck: str, reason: str
) -> None:
    puzzle = nn.KINDS["binairo"].blank(20, 20, "standard")
    result = nn.solve(puzzle, engine, limit=None, **limits)  # type: ignore[arg-type]
    if engine == "sat" and struck == "nodes" and result.status == "multiple":
        pytest.skip("CaDiCaL needs no conflict for many solutions")
    assert (result.limit, result.reason) == (struck, reason)
    assert result.to_json()["limit"] == struck


def test_what_is_too_large_for_an_engine_says_so() -> None:
    result = nn.solve(nn.KINDS["binairo"].blank(30, 30, "standard"), "zones")
    assert (result.status, result.limit) == ("unknown", "size")


def test_a_limit_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(nn.LimitReached("too much", "memory")))
    assert (str(error), error.limit) == ("too much", "memory")


def test_a_puzzle_that_failed_has_a_result() -> None:
    result = failed(nn.parse(TWO), "walk", nn.EngineError("no"))
    assert (result.status, result.error, result.grid) == ("unknown", "no", nn.parse(TWO).givens)
    assert result.to_json()["error"] == "no"


def test_a_budget_is_spent_to_the_last_piece_and_no_further() -> None:
    budget = Budget(Limits(nodes=5))
    budget.spend(3)
    budget.spend(2)
    with pytest.raises(nn.LimitReached) as struck:
        budget.spend()
    assert struck.value.limit == "nodes"
    assert (budget.nodes, budget.nodes_left(), budget.seconds_left()) == (5, 0, None)
    more = Budget(Limits(nodes=5))
    with pytest.raises(nn.LimitReached):
        more.spend(6)


def test_a_child_has_nodes_of_its_own_and_no_more_time_than_its_parent() -> None:
    parent = Budget(Limits(100, 10))
    parent.spend(10)
    child = parent.child(nodes=3, share=0.5)
    child.spend(3)
    left = child.seconds_left()
    assert left is not None
    assert 40 < left <= 50
    assert parent.nodes == 10
    over = Budget(Limits(0))
    assert over.seconds_left() == 0
    for budget in (over, over.child()):
        with pytest.raises(nn.LimitReached) as struck:
            budget.poll()
        assert (struck.value.limit, str(struck.value)) == ("time", "the limit of 0 s was reached")
