"""What `solve` and its relatives answer: every status, in every way it can come about."""

from __future__ import annotations

import pickle
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import nonairo as nn
from nonairo import KINDS, EngineError, Grid, LimitReached, Status
from nonairo.engines import best

ONE = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
TWO = nn.parse("nonogram:1/1;1/1")
NONE = nn.parse("nonogram:1/0;0/0")
MANY = KINDS["binairo"].blank(6, 6, "standard")


def test_one_solution_is_unique() -> None:
    result = nn.solve(ONE)
    assert result.status == "unique"
    assert result.status is Status.UNIQUE
    assert result.complete
    assert result.solutions == [result.solution] == [result.grid]
    assert result.puzzle is ONE
    assert (result.engine, result.error, result.reason) == (best(), None, None)
    assert result.stats.nodes == 1, "nothing had to be tried"
    assert result.stats.seconds > 0


def test_two_solutions_in_hand_are_multiple() -> None:
    result = nn.solve(TWO)
    assert (result.status, len(result.solutions), result.complete) == ("multiple", 2, False)
    assert result.grid == Grid.blank(2, 2), "no cell is the same in both"
    everything = nn.solve(TWO, limit=None)
    assert (everything.status, len(everything.solutions), everything.complete) == (
        "multiple",
        2,
        True,
    )


def test_the_grid_of_several_solutions_holds_what_is_proved() -> None:
    result = nn.solve(nn.parse("nonogram:1/1/1;1/1/1;1../.../..."), "guess")
    assert result.status == "multiple"
    assert result.grid == Grid.parse("100/0../0..")


def test_no_solution_is_an_answer() -> None:
    result = nn.solve(NONE)
    assert (result.status, result.solutions, result.grid) == ("none", [], None)
    assert result.complete
    assert result.solution is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonogram:1/0;0/0", "row clues fill 1 cell, column clues 0"),
        ("nonogram:1;1;0", "row 1: no cell is filled, but the clue is 1"),
        ("binairo:00/..", "row 1: two 0s; expected one 0 and one 1"),
        ("binairo:111./..../..../....", "row 1: three 1s in a row (r1c1-r1c3)"),
        ("binairo:01/01", "column 1: two 0s; expected one 0 and one 1"),
        ("binairo:..../....", "4 columns must differ, but only 2 are possible"),
        ("binairo:......../......../......../........",
         "8 columns must differ, but only 6 are possible"),
    ],
)  # fmt: skip
def test_a_plain_contradiction_is_told_in_one_line(text: str, reason: str) -> None:
    result = nn.solve(nn.parse(text))
    assert (result.status, result.reason) == ("none", reason)


def test_a_limit_of_one_finds_one_and_does_not_ask_for_more() -> None:
    result = nn.solve(TWO, limit=1)
    assert (result.status, result.complete) == ("solved", False)
    assert result.solutions == [result.grid]
    assert nn.solve(ONE, "zones", limit=1).status == "unique", "a deduction is a proof"


def test_a_limit_after_one_solution_keeps_it_and_is_unknown() -> None:
    first = nn.solve(MANY, "walk", limit=1)
    result = nn.solve(MANY, "walk", node_limit=first.stats.nodes)
    assert (result.status, result.solutions, result.complete) == ("unknown", first.solutions, False)
    assert result.reason == f"the limit of {first.stats.nodes} nodes was reached"
    assert result.grid == MANY.givens


def test_a_limit_after_two_solutions_is_multiple() -> None:
    second = nn.solve(MANY, "walk", limit=2)
    result = nn.solve(MANY, "walk", limit=None, node_limit=second.stats.nodes)
    assert (result.status, result.solutions, result.complete) == (
        "multiple",
        second.solutions,
        False,
    )


def test_a_limit_before_any_solution_is_unknown() -> None:
    result = nn.solve(MANY, "walk", node_limit=1)
    assert (result.status, result.solutions, result.complete) == ("unknown", [], False)
    assert result.stats.nodes == 1


def test_an_engine_that_does_not_guess_is_stuck() -> None:
    result = nn.solve(MANY, "zones")
    assert (result.status, result.grid, result.complete) == ("stuck", MANY.givens, False)
    assert result.reason == "zones ran out of deductions"


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(EngineError, match=rf"^expected a limit of at least 1, found {limit}$"):
        nn.solve(ONE, limit=limit)


@pytest.mark.parametrize("puzzle", [ONE, TWO, NONE], ids=["one", "two", "none"])
def test_a_result_survives_being_pickled(puzzle: nn.Puzzle) -> None:
    result = nn.solve(puzzle)
    assert pickle.loads(pickle.dumps(result)) == result


def test_errors_survive_being_pickled() -> None:
    error = nn.FormatError("expected x", line=3, column=5, path="a.txt")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "a.txt:3:5: expected x"


def test_is_unique_answers_or_says_that_a_limit_came_first() -> None:
    assert nn.is_unique(ONE)
    assert not nn.is_unique(TWO)
    assert not nn.is_unique(NONE)
    with pytest.raises(LimitReached, match=r"^the limit of 1 node was reached$"):
        nn.is_unique(MANY, node_limit=1)


def test_counting_stops_at_the_limit() -> None:
    four = KINDS["binairo"].blank(4, 4, "standard")
    assert nn.count(four) == nn.Count(72, exact=True)
    assert nn.count(four, limit=72) == nn.Count(72, exact=True)
    assert nn.count(four, limit=71) == nn.Count(71, exact=False)
    assert nn.count(NONE) == nn.Count(0, exact=True)


def test_solutions_stream_and_a_stuck_engine_cannot_list_them() -> None:
    stream = nn.solutions(KINDS["binairo"].blank(20, 20, "standard"))
    assert next(stream) != next(stream)
    with pytest.raises(EngineError, match=r"^zones ran out of deductions and cannot list"):
        list(nn.solutions(MANY, "zones"))


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("pool", [None, ThreadPoolExecutor])
def test_many_puzzles_are_solved_on_any_executor(
    pool: type[ThreadPoolExecutor] | None, ordered: bool
) -> None:
    puzzles = [ONE, TWO, NONE, ONE] * 100
    wanted = ["unique", "multiple", "none", "unique"] * 100
    executor: Executor | None = pool(2) if pool else None
    results = list(nn.solve_many(iter(puzzles), executor=executor, ordered=ordered))
    if executor:
        executor.shutdown()
    if ordered:
        assert [r.status for r in results] == wanted
        assert [r.puzzle for r in results] == puzzles
    assert sorted(r.status for r in results) == sorted(wanted)


@pytest.mark.slow
def test_many_puzzles_are_solved_in_other_processes() -> None:
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        results = list(nn.solve_many([ONE, NONE], executor=executor, engine="walk"))
    assert [(r.status, r.engine) for r in results] == [("unique", "walk"), ("none", "walk")]


def test_a_puzzle_that_fails_does_not_stop_the_others() -> None:
    results = list(nn.solve_many([TWO, ONE], engine="patterns"))
    assert [r.status for r in results] == ["unknown", "unique"]
    assert (
        results[0].error == "engine patterns cannot solve this nonogram:"
        " its lines do not follow the rules of Binairo"
    )
    assert results[0].puzzle is TWO


def test_many_puzzles_are_taken_lazily() -> None:
    taken = 0

    def endless() -> object:
        nonlocal taken
        while True:
            taken += 1
            yield ONE

    stream = nn.solve_many(endless())  # type: ignore[arg-type]
    assert [next(stream).status, next(stream).status] == ["unique", "unique"]
    assert taken == 2
