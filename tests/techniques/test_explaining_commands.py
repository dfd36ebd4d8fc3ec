"""explain, hint, grade and techniques on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Output, run
from nonairo.cli import main
from nonairo.techniques import LADDERS, TECHNIQUES, Technique

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SEVERAL = "binairo:1.../..../..../...."
DEAD_END = TECHNIQUES["dead_end"].samples[0].id


def test_explain_numbers_its_steps_and_draws_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["explain", FIRST, "--svg", str(tmp_path / "steps")]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "1. row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1\n2."
    )
    assert out.endswith("solved: 18 steps, level 1, hardest sandwich, score 78\n")
    names = sorted(path.name for path in (tmp_path / "steps").iterdir())
    assert len(names) == 18
    assert names[0] == "01-pair.svg"


def test_explain_shows_grids_on_request_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", FIRST]) == 0
    long = capsys.readouterr().out
    assert "1. row 2, pair: r2c3 and r2c4 are both 0, so r2c2 and r2c5 must be 1\n┌" in long
    for puzzle in (FIRST, DEAD_END):
        assert main(["explain", puzzle, "--brief"]) == 0
        *steps, end = capsys.readouterr().out.splitlines()
        assert [step.partition(". ")[0] for step in steps] == [
            str(number) for number in range(1, len(steps) + 1)
        ]
        assert end.startswith(f"solved: {len(steps)} steps")


def test_explain_as_json_and_up_to_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", FIRST, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["solved"] is True
    assert len(record["steps"]) == 18
    assert main(["explain", DEAD_END, "--max-level", "5", "--json"]) == 3
    captured = capsys.readouterr()
    assert json.loads(captured.out)["reason"] == "stuck"
    assert captured.err == (
        "nonairo: no technique up to level 5 applies any more; eight cells are open\n"
    )
    assert main(["explain", FIRST, "--max-level", "9"]) == 2
    assert main(["explain", SEVERAL]) == 0
    assert "several solutions" in capsys.readouterr().err
    assert main(["explain", "binairo:000./..../..../...."]) == 0
    out = capsys.readouterr().out
    assert "no solution: row 1: three 0s in a row (r1c1-r1c3)\n" in out
    assert out.count("no solution") == 1


def test_a_file_in_the_way_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "steps").write_text("")
    assert main(["explain", FIRST, "--svg", str(tmp_path / "steps")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_hint_in_four_strengths(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for strength in "1234":
        assert main(["hint", FIRST, "--strength", strength]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == "look at row 2\n"
    assert told[1].startswith("look at row 2: pair\n")
    assert "r2c3" in told[2]
    assert "must be 1" in told[3]
    assert main(["hint", FIRST, "--strength", "5"]) == 2


def test_hint_looks_at_the_state_first(capsys: pytest.CaptureFixture[str]) -> None:
    state = "1..0../.000.1/.00..1/....../00.1../.1..00"
    assert main(["hint", FIRST, "--state", state, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["kind"], record["cells"]) == ("mistake", [[1, 1]])
    assert main(["hint", SEVERAL]) == 0
    assert "several solutions; two of them differ in r1c2, r2c2" in capsys.readouterr().out
    assert main(["hint", FIRST, "--state", "01/10"]) == 2


def test_grade_many_and_go_on_after_a_bad_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "ids.ids"
    path.write_text(f"{FIRST}\n{SEVERAL}\nnonogram:1,1/5/5/3/1;2/4/4/4/2\n")
    assert main(["grade", str(path)]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[1:3] for row in rows] == [
        ["1", "Starter"],
        ["-", "several solutions"],
        ["2", "Easy"],
    ]
    assert main(["grade", "binairo:xx/xx", FIRST, "--json"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["level"] == 1
    assert captured.err.count("\n") == 1
    assert main(["grade", DEAD_END, "--time-limit", "0.000001"]) == 3
    captured = capsys.readouterr()
    assert "the limit of 1e-06 s was reached. Allow more time with --time-limit S" in captured.err
    assert main(["grade", DEAD_END, "--time-limit", "0.000001", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["limit"] == "the limit of 1e-06 s was reached"


def test_techniques_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["techniques"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == sum(map(len, LADDERS.values()))
    assert main(["techniques", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["id"] for record in records] == list(TECHNIQUES)
    for name in TECHNIQUES:
        assert main(["techniques", name]) == 0
        assert TECHNIQUES[name].summary in capsys.readouterr().out
    assert main(["techniques", "wizardry"]) == 2


@pytest.mark.parametrize("technique", TECHNIQUES.values(), ids=TECHNIQUES)
def test_a_technique_is_found_by_the_name_that_a_sentence_has_for_it(
    capsys: pytest.CaptureFixture[str], technique: Technique
) -> None:
    for name in (technique.id, technique.called, technique.name):
        assert main(["techniques", name, "--json"]) == 0
        shown = TECHNIQUES[json.loads(capsys.readouterr().out)["id"]]
        assert technique.called in (shown.called, shown.id)


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        ("nonogram:1/0;0/0", "row clues fill 1 cell, column clues 0"),
        ("binairo:000./..../..../....", "row 1: three 0s in a row"),
        ("binairo:0010/..../..../....", "row 1: three 0s; expected two 0s and two 1s"),
    ],
)
def test_an_explanation_says_what_solve_says_of_a_puzzle_without_solution(
    capsys: Output, puzzle: str, reason: str
) -> None:
    assert reason in run(capsys, "solve", puzzle)[2]
    code, out, _ = run(capsys, "explain", puzzle)
    assert code == 0
    said_already = reason.startswith("row 1:")  # by the rule that is broken
    assert (f"; {reason}" in out) is not said_already
    assert out.count("three 0s") == said_already


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        ("nonogram:1,1/5/5/3/1;2/4/4/4/2", "from its clue 5 alone"),
        ("kakurasu:6/1/1;6/1/1", "from its clue 6 alone"),
        ("binairo:1..0../..00.1/.00..1/....../00.1../.1..00", "from r2c3 and r2c4"),
    ],
)
def test_every_strength_of_a_hint_adds_something(capsys: Output, puzzle: str, told: str) -> None:
    hints = [run(capsys, "hint", puzzle, "--strength", str(k))[1] for k in (1, 2, 3, 4)]
    assert len({*hints}) == 4
    assert told in hints[2]


STATE = "0110/..0./..../.1.0"


def test_explain_tells_one_step_in_the_grid_before_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle = "binairo:0..0/..0./..../.1.0"
    assert main(["explain", puzzle, "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert main(["explain", puzzle, "--at", "2", "--json", "--svg", str(tmp_path)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["at"], record["of"], record["step"]) == (2, len(steps), steps[1])
    known = {(row, col): symbol for row, col, symbol in steps[0]["effects"]}
    assert all(record["grid"][row * 4 + col] == symbol for (row, col), symbol in known.items())
    assert [path.name[:2] for path in tmp_path.iterdir()] == ["2-"]
    assert main(["explain", puzzle, "--at", "2", "--brief"]) == 0
    out = capsys.readouterr().out
    assert "2. " in out
    assert "1. " not in out
    assert "3. " not in out
    assert main(["explain", puzzle, "--at", "99"]) == 2
    assert f"expected a step from 1 to {len(steps)}" in capsys.readouterr().err


def test_explain_goes_on_from_a_state(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    puzzle = "binairo:0..0/..0./..../.1.0"
    page = tmp_path / "way.html"
    assert main(["explain", puzzle, "--from", STATE]) == 0
    out = capsys.readouterr().out
    assert "0 1 1 0" in out.split("1. ")[0], "the first grid is the state"
    assert main(["explain", puzzle, "--from", STATE, "--html", str(page)]) == 0
    assert "r1c2" not in capsys.readouterr().out
    assert "r1c2" not in out, "what is known is not told again"
    assert page.exists()
    assert main(["explain", puzzle, "--from", "1110/..0./..../.1.0"]) == 2
    assert capsys.readouterr().err == "nonairo: --from: r1c1: the given is 0, found 1\n"


def test_the_suppositions_of_an_explanation_have_an_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hard = TECHNIQUES["cases"].samples[0].id
    for command in ("explain", "grade"):
        assert main([command, hard, "--budget", "10"]) == 3
        captured = capsys.readouterr()
        assert (
            "the limit of 10 suppositions was reached. Allow more with --budget N (0: no limit)"
            in captured.err
        )
        assert main([command, hard, "--budget", "0", "--json"]) == 0
        assert "cases" in capsys.readouterr().out
        assert main([command, hard, "--budget", "-1"]) == 2
        assert "expected a whole number of at least 1" in capsys.readouterr().err
