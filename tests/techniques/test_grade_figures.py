"""The figures of a grade, one by one: small puzzles on which each can be checked by hand."""

from __future__ import annotations

import pytest

import nonairo as nn
from nonairo import grading
from nonairo.explaining import Explanation
from nonairo.grading import is_minimal, level_alone, levels_of
from nonairo.limits import Limits
from nonairo.line_sweeps import Sweeps, level_by_sweeps
from nonairo.results import Result, Status
from nonairo.techniques import TECHNIQUES

CASES = TECHNIQUES["cases"].samples[0].id
DEAD_END = TECHNIQUES["dead_end"].samples[0].id
LONG = TECHNIQUES["long_dead_end"].samples[0].id
SMILE = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
UNCLEAR = "nonogram:1/1;1/1"

FIGURES: dict[str, dict[str, object]] = {
    # Rows 2 and 3 fit exactly; the shortest line has 1 of 5 cells, and 16 of 25 are filled.
    SMILE: {
        "level": 2, "name": "Easy", "reason": None, "unique": True, "proof": "deduction",
        "score": 17.0, "score_per_cell": 0.68, "hardest": "reach", "steps": 10,
        "techniques": {"exact_fit": 2, "line_done": 3, "rest_filled": 4, "reach": 1},
        "decisions": 0, "longest_dead_end": 0, "widest_choice": 0, "bottleneck": 0.0,
        "first_technique": "exact_fit", "first_moves": 10, "share_given": 0.0, "simple": True,
        "sweeps": 4, "slack": {"least": 0.0, "median": 0.4, "most": 0.8}, "share_filled": 0.64,
    },
    # 8 of 36 cells are blank. Two of seven steps had just one move of their level.
    DEAD_END: {
        "level": 6, "name": "Expert", "score": 252.0, "score_per_cell": 31.5, "steps": 7,
        "hardest": "dead_end", "longest_dead_end": 2, "widest_choice": 0, "bottleneck": 0.286,
        "first_technique": "dead_end", "first_moves": 6, "share_given": 0.778, "minimal": False,
        "techniques": {"pair": 3, "sandwich": 1, "one_left": 1, "twin_line": 1, "dead_end": 1},
    },
    LONG: {"level": 7, "name": "Extreme", "score": 594.0, "longest_dead_end": 13, "steps": 15},
    CASES: {
        "level": 8, "name": "Search", "decisions": 2, "longest_dead_end": 25, "widest_choice": 2,
        "hardest": "cases", "share_given": 0.609, "bottleneck": 0.318,
    },
    "nonogram:2/1;1/2;1./..": {
        "level": 1, "score": 5.0, "score_per_cell": 1.667, "share_given": 0.25, "sweeps": 1,
        "slack": {"least": 0.0, "median": 0.5, "most": 0.5}, "share_filled": 0.75,
    },
    "binairo:01/10": {
        "level": 1, "steps": 0, "score": 0, "score_per_cell": 0.0, "hardest": None,
        "bottleneck": 0.0, "first_technique": None, "first_moves": 0, "share_given": 1.0,
    },
    UNCLEAR: {
        "level": None, "name": None, "reason": "multiple", "unique": False, "proof": "search",
        "score": None, "score_per_cell": None, "bottleneck": None, "simple": False, "sweeps": None,
        "left_by_lines": 1.0, "differ": [[0, 0], [0, 1], [1, 0], [1, 1]],
    },
    "nonogram:2/2;1/1": {
        "reason": "none", "unique": False, "proof": "search", "differ": [],
        "left_by_lines": 0.0, "sweeps": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("id", FIGURES)
def test_every_figure_of_a_grade(id: str) -> None:
    record = nn.grade(id).to_json()
    assert {name: record[name] for name in FIGURES[id]} == FIGURES[id]


def test_clues_have_figures_of_their_own_and_givens_may_be_spared() -> None:
    assert {"simple", "sweeps", "slack", "share_filled"}.isdisjoint(nn.grade(DEAD_END).to_json())
    assert nn.grade(DEAD_END).slack == {}
    assert nn.grade(DEAD_END).share_filled is None
    assert "minimal" not in nn.grade(SMILE).to_json()
    assert nn.grade(SMILE).minimal is None
    several = nn.grade("binairo:1.../..../..../....")
    assert several.minimal is several.to_json()["minimal"] is None


def test_a_grade_in_a_line() -> None:
    assert str(nn.grade(DEAD_END)) == "6 Expert, score 252, hardest dead end"
    several = str(nn.grade(UNCLEAR))
    assert several == "without a level: multiple: two solutions differ in r1c1, r1c2, r2c1 and r2c2"
    assert repr(nn.grade("nonogram:2/2;1/1")) == "<Grade without a level: none>"
    assert repr(nn.grade(DEAD_END)) == "<Grade 6 Expert, score 252, hardest dead end>"


def test_the_proof_says_how_uniqueness_is_known() -> None:
    short = nn.grade(DEAD_END, budget=0)
    assert (short.level, short.reason, short.proof) == (None, "limit", "search")
    assert short.limit == "the limit of 0 suppositions was reached"
    assert short.to_json()["unique"] is None
    late = nn.grade(DEAD_END, time_limit=0)
    assert (late.level, late.reason, late.proof) == (None, "limit", "unknown")
    assert late.limit == "the limit of 0 s was reached"


def test_where_no_technique_helps_that_is_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(puzzle: nn.Puzzle, *_: object, **__: object) -> Explanation:
        return Explanation(puzzle, (), puzzle.givens, False, "stuck")

    monkeypatch.setattr(grading, "explain_puzzle", stuck)
    found = nn.grade(DEAD_END)
    assert (found.reason, found.limit) == ("limit", "no technique applies any more")


def test_the_level_alone_is_that_of_the_grade() -> None:
    for id, figures in FIGURES.items():
        assert level_alone(nn.parse(id)) == figures.get("level")
    assert level_alone(nn.parse(CASES), Limits(0)) is None


def test_a_limit_while_explaining_leaves_the_level_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "SUPPOSITIONS", 1)
    assert level_alone(nn.parse(DEAD_END)) is None
    monkeypatch.undo()

    def undecided(puzzle: nn.Puzzle, **_: object) -> Result:
        found = nn.solve(puzzle)
        found.status = Status.UNKNOWN
        return found

    monkeypatch.setattr(grading, "solve", undecided)
    assert level_alone(nn.parse(CASES)) is None
    assert level_alone(nn.parse(DEAD_END)) == 6  # which the steps prove


@pytest.mark.parametrize(
    ("side", "count", "levels"),
    [  # of techniques of the levels 1 to 4: what so many sweeps make of them
        (10, 6, (1, 2, 3, 4)),
        (10, 7, (1, 3, 3, 4)),
        (10, 8, (1, 3, 3, 4)),
        (10, 9, (1, 4, 4, 4)),
        (11, 7, (1, 2, 3, 4)),
        (15, 10, (1, 3, 3, 4)),
        (16, 12, (1, 2, 3, 4)),
        (40, 21, (1, 4, 4, 4)),
        (41, 14, (1, 2, 3, 4)),
        (41, 20, (1, 3, 3, 4)),
        (10, None, (1, 2, 3, 4)),
    ],
)
def test_many_sweeps_raise_a_level(side: int, count: int | None, levels: tuple[int, ...]) -> None:
    blank = nn.nonogram([[]] * 2, [[]] * side)
    for hardest, wanted in zip((1, 2, 3, 4), levels, strict=True):
        assert level_by_sweeps(blank, hardest, Sweeps(True, count, 0.0)) == wanted
        assert level_by_sweeps(blank, hardest, None) == hardest


def test_levels_of_a_kind() -> None:
    assert levels_of(nn.parse(SMILE)) == [1, 2, 3, 4, 5, 6, 7]
    assert levels_of(nn.parse("kakurasu:1;1")) == [1, 3, 5, 6, 7]
    assert levels_of(nn.parse(nn.KINDS["trinairo"].example)) == [1, 2, 5, 6, 7]


@pytest.mark.parametrize(
    ("id", "minimal"),
    [
        ("binairo:0./..", True),
        ("binairo:01/..", False),  # a chain of steps shows it
        ("binairo:01/10", False),
        ("binairo:../..", True),  # nothing is given
        (CASES, False),
    ],
)
def test_a_given_that_can_be_spared_is_found(id: str, minimal: bool) -> None:
    assert is_minimal(nn.parse(id)) is minimal


def test_with_more_symbols_all_others_must_fail() -> None:
    puzzle = nn.parse(nn.KINDS["trinairo"].example)
    assert is_minimal(puzzle) is False
    for k, symbol in enumerate(puzzle.givens.cells):  # drop givens while one solution is left
        if symbol != ".":
            fewer = puzzle.givens.fill({nn.Cell(*divmod(k, 6)): "."})
            if nn.is_unique(puzzle.with_givens(fewer)):
                puzzle = puzzle.with_givens(fewer)
    assert is_minimal(puzzle) is True


def test_what_took_too_long_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = nn.grade(DEAD_END)
    is_minimal.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(grading, "MINIMAL_SECONDS", 0.0)
        assert found.minimal is None
    assert found.minimal is False
    assert is_minimal.cache_info().currsize == 1
