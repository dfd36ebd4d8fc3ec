"""Proofs of uniqueness: both encoders write the same, what is proved is right, damage is seen."""

from __future__ import annotations

import json
import os
import shutil
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonairo as nn
from commands import Output, run
from nonairo.cli import main
from nonairo.kinds import KINDS
from nonairo.limits import Budget, Limits
from nonairo.proofs.checking import Refused, check_drat, check_lrat, read_dimacs
from nonairo.proofs.formula import Formula, check_size
from nonairo.proofs.proving import PROVERS, by_sat, prove
from nonairo.proofs.verifier_clauses import clauses_text
from nonairo.proofs.verifying import verify
from nonairo.puzzle import Puzzle

UNIQUE = {
    "binairo": "binairo:1..0../..00.1/.00..1/....../00.1../.1..00",
    "odd": "binairo@odd-more-ones:1.0/.1./...",
    "nonogram": "nonogram:1,1/5/5/3/1;2/4/4/4/2",
    "kakurasu": "kakurasu:7/5/6/2/11;3/14/6/6/5",
}
NONE = {
    "binairo": "binairo:000./..../..../....",
    "nonogram": "nonogram:2/1;1/1",
    "given": "nonogram:1/1;1/1;11/..",
}
PROVEN = UNIQUE | {f"no {name}": puzzle for name, puzzle in NONE.items()}


@pytest.mark.parametrize(
    "puzzle", [*PROVEN.values(), *(kind.example for kind in KINDS.values()), "nonogram:0/1;0/1"]
)
def test_the_number_of_clauses_is_known_beforehand(
    puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = nn.parse(puzzle)
    number = len(Formula(asked).clauses)
    monkeypatch.setattr("nonairo.proofs.formula.MOST_CLAUSES", number)
    check_size(asked)
    monkeypatch.setattr("nonairo.proofs.formula.MOST_CLAUSES", number - 1)
    with pytest.raises(nn.LimitReached, match="needs a proof with over"):
        check_size(asked)


@pytest.mark.parametrize("kind", ["binairo", "nonogram"])
def test_a_proof_that_is_too_large_is_refused_before_the_work(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    for place in ("proofs.proving.solve", "proofs.formula.layers_of", "cli.solve.solve"):
        monkeypatch.setattr(f"nonairo.{place}", lambda *_, **__: pytest.fail("it was begun"))
    rng = Random(1)
    noise = nn.Grid(512, 512, "".join(rng.choices("01", k=512 * 512)))
    blank = KINDS["binairo"].blank(512, 512, "standard")
    puzzle = blank if kind == "binairo" else KINDS[kind].pose(noise, "standard")
    with pytest.raises(nn.LimitReached, match=f"a {kind} of 512x512 needs a proof") as refused:
        nn.prove(puzzle, tmp_path / "x")
    assert refused.value.limit == "size"
    nn.save(puzzle, tmp_path / "large.jsonl")
    code, out, err = run(
        capsys, "solve", str(tmp_path / "large.jsonl"), "--proof", str(tmp_path / "x")
    )
    assert (code, out) == (3, "")
    assert err.endswith("; prove a smaller puzzle, or solve this one without a proof\n")
    assert "Allow more" not in err


def allowed(puzzle: Puzzle) -> int:
    """How many grids the clauses allow, by trying them all."""
    formula = Formula(puzzle)
    blanks = [k for k, symbol in enumerate(puzzle.givens.cells) if symbol == "."]
    found = 0
    for symbols in product(puzzle.symbols, repeat=len(blanks)):
        units = [[formula.cells[k][int(s)]] for k, s in zip(blanks, symbols, strict=True)]
        try:
            check_drat([*formula.clauses, *units], ["0"])
        except Refused:  # a full grid that breaks a rule is refuted by unit propagation
            found += 1
    return found


@pytest.mark.parametrize(
    "puzzle",
    [
        "binairo:0.../1001/..1./10..",
        "binairo:../..",
        "nonogram:1/1,1/1;1/1,1/1",
        "kakurasu:1/2;1/2",
    ],
)
def test_the_clauses_allow_what_the_rules_allow(puzzle: str) -> None:
    posed = nn.parse(puzzle)
    assert allowed(posed) == nn.count(posed).value


def test_what_a_line_decides_follows_by_unit_propagation() -> None:
    clue = nn.parse("nonogram:3,1;1/1/1/0/1/0")
    formula = Formula(clue)
    for k, symbol in enumerate("111010"):
        check_drat([*formula.clauses, [-formula.cells[k][int(symbol)]]], ["0"])


@pytest.mark.parametrize("kind", list(KINDS))
@given(seed=st.integers(0, 10**6), height=st.integers(1, 5), width=st.integers(1, 5))
@settings(max_examples=15, deadline=None)
def test_two_encoders_write_the_same_file(kind: str, seed: int, height: int, width: int) -> None:
    random = Random(seed)
    if not KINDS[kind].posed:
        height, width = (min(side, 3) * KINDS[kind].unit for side in (height, width))
        puzzle = KINDS[kind].blank(height, width, random.choice(["standard", "no-distinct"]))
    else:
        cells = "".join(random.choices("01", k=height * width))
        puzzle = KINDS[kind].pose(nn.Grid(height, width, cells), "standard")
    given = "".join(random.choice(f"{puzzle.symbols}......") for _ in range(height * width))
    puzzle = puzzle.with_givens(nn.Grid(height, width, given))
    solution = "".join(random.choices(puzzle.symbols, k=height * width))
    grid = nn.Grid(height, width, solution)
    assert "".join(Formula(puzzle, grid).dimacs()) == clauses_text(puzzle, solution)


@pytest.mark.parametrize("by", ["auto", *PROVERS])
@pytest.mark.parametrize("name", list(PROVEN))
def test_a_proof_holds_and_says_what_solve_says(name: str, by: str, tmp_path: Path) -> None:
    proof = prove(PROVEN[name], tmp_path / "x", by=by)
    result = nn.solve(PROVEN[name])
    assert (proof.status, proof.solution) == (result.status, result.solution)
    assert verify(PROVEN[name], tmp_path / "x") == []


def test_lines_alone_do_not_prove_what_needs_search(tmp_path: Path) -> None:
    puzzle = "binairo:....../1.0.1./....../1..0../....../1..11."
    with pytest.raises(nn.EngineError, match="needs search"):
        prove(puzzle, tmp_path / "x", by="lines")
    assert prove(puzzle, tmp_path / "x").status == "unique"
    assert verify(puzzle, tmp_path / "x") == []


def test_any_flipped_byte_is_seen(tmp_path: Path) -> None:
    puzzle = UNIQUE["nonogram"]
    files = prove(puzzle, tmp_path / "x").files
    random = Random(1)
    for file in files:
        whole = file.read_bytes()
        for at in random.sample(range(len(whole)), min(60, len(whole))):
            broken = bytearray(whole)
            broken[at] ^= 1 << random.randrange(8)
            file.write_bytes(broken)
            assert verify(puzzle, tmp_path / "x"), (file.name, at)
        file.write_bytes(whole)
    assert verify(puzzle, tmp_path / "x") == []


def test_a_proof_of_another_puzzle_or_cut_short_is_refused(tmp_path: Path) -> None:
    puzzle = UNIQUE["binairo"]
    proof = prove(puzzle, tmp_path / "x")
    clauses = read_dimacs((tmp_path / "x.cnf").read_text())
    lines = (tmp_path / "x.lrat").read_text().splitlines()
    check_lrat(clauses, lines)
    with pytest.raises(Refused, match="ends before"):
        check_lrat(clauses, lines[:-1])
    for left_out in Random(2).sample(range(len(lines) - 1), 20):  # every step is needed
        with pytest.raises(Refused):
            check_lrat(clauses, lines[:left_out] + lines[left_out + 1 :])
    assert proof.solution is not None
    other = nn.parse(puzzle).with_givens(proof.solution)
    assert verify(other, tmp_path / "x") == ["this proof is for another puzzle"]


def test_a_step_that_may_change_the_solutions_is_refused() -> None:
    with pytest.raises(Refused, match="RAT"):
        check_lrat([[1, 2]], ["2 -1 0 -1 0"])
    with pytest.raises(Refused, match="unit propagation"):
        check_drat([[1, 2]], ["-1 0"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1"),
        ("p cnf 1 2\n1 0\n", "expected 2 clauses, found 1"),
        ("p cnf 1 1\n2 0\n", "variables up to 1"),
        ("p cnf 1 1\n1\n", "expected literals and a 0"),
        ("p cnf 1 1\n1_0 0\n", "whole number"),
    ],
)
def test_a_damaged_formula_is_refused(text: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        read_dimacs(text)


def test_several_solutions_are_nothing_to_prove(tmp_path: Path) -> None:
    with pytest.raises(nn.EngineError, match="several solutions"):
        prove("nonogram:1/1;1/1", tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_without_the_core_the_proof_names_no_reasons(tmp_path: Path, no_core: None) -> None:
    prove(UNIQUE["nonogram"], tmp_path / "x")
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".cnf", ".drat", ".json"]
    assert verify(UNIQUE["nonogram"], tmp_path / "x") == []


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = str(tmp_path / "x")
    assert main(["solve", UNIQUE["binairo"], "--proof", proof]) == 0
    assert main(["verify", UNIQUE["binairo"], proof]) == 0
    assert "the proof holds: the puzzle has one solution and no other" in capsys.readouterr().out
    shutil.copy(f"{proof}.cnf", f"{proof}.lrat")
    assert main(["verify", UNIQUE["binairo"], proof, "--json"]) == 1
    assert '"holds": false' in capsys.readouterr().out
    assert main(["verify", UNIQUE["binairo"], str(tmp_path / "nowhere")]) == 2


def test_an_explanation_is_a_proof(tmp_path: Path) -> None:
    for name, puzzle in UNIQUE.items():
        steps = tmp_path / f"{name}.json"
        told = nn.explain(puzzle)
        record = json.loads(json.dumps(told.to_json()))
        steps.write_text(json.dumps(record))
        assert verify(puzzle, steps) == []
        short = record | {"steps": record["steps"][:-1]}
        steps.write_text(json.dumps(short))
        assert "not decided" in verify(puzzle, steps)[0]
        row, col, symbol = record["steps"][0]["effects"][0]
        record["steps"][0]["effects"][0] = [row, col, "10"[int(symbol)]]
        steps.write_text(json.dumps(record))
        assert "step 1" in verify(puzzle, steps)[0]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"steps": [{}]}', '{"steps": 3}', "\\x00", "[" * 9999]
)
def test_a_file_of_something_else_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(text)
    assert verify(UNIQUE["nonogram"], tmp_path / "x") == [
        "expected the output of explain --json, found something else"
    ]


def test_an_explanation_that_tells_another_grid_is_refused(tmp_path: Path) -> None:
    puzzle, steps = UNIQUE["nonogram"], tmp_path / "x"
    record = nn.explain(puzzle).to_json()
    steps.write_text(json.dumps(record | {"grid": "1" * len(str(record["grid"]))}))
    assert verify(puzzle, steps) == ["the steps do not lead to the grid in the file"]


def test_a_chain_that_breaks_no_line_is_refused(tmp_path: Path) -> None:
    nowhere = {"rule": "", "places": [], "cells": []}
    chain = {"suppose": [0, 0, "0"], "steps": [], "cases": [], "ends": nowhere}
    premises: dict[str, list[object]] = {"cells": [], "lines": []}
    step = {"technique": "x", "place": None, "premises": premises, "effects": [[0, 0, "1"]]}
    steps = [step | {"tree": chain}]
    (tmp_path / "x").write_text(json.dumps({"steps": steps}))
    assert "found something else" in verify("binairo:../..", tmp_path / "x")[0]


@pytest.mark.parametrize("name", ["", ".", "..", "/"])
def test_what_is_no_name_is_told(name: str, capsys: Output) -> None:
    puzzle = UNIQUE["nonogram"]
    for words in (("verify", puzzle, name), ("solve", puzzle, "--proof", name)):
        code, _, err = run(capsys, *words)
        assert (code, err.count("\n")) == (2, 1)
        told = "expected a name for the files of a proof"
        assert ("expected a value" if words[-2:] == ("--proof", "") else told) in err


def test_a_proof_may_be_named_by_one_of_its_files(tmp_path: Path) -> None:
    puzzle = UNIQUE["nonogram"]
    for file in prove(puzzle, tmp_path / "x.v1").files:
        assert verify(puzzle, file) == []


def test_a_stale_file_of_the_other_sort_does_no_harm(tmp_path: Path) -> None:
    puzzle = UNIQUE["nonogram"]
    prove(puzzle, tmp_path / "x")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nonairo.native.compiled", None)
        prove(puzzle, tmp_path / "x")
    assert (tmp_path / "x.lrat").exists()
    assert verify(puzzle, tmp_path / "x") == []


def test_what_does_not_fit_is_named(tmp_path: Path) -> None:
    puzzle = UNIQUE["nonogram"]
    prove(puzzle, tmp_path / "x")
    head = (tmp_path / "x.json").read_text()
    for end in ("cnf", "lrat"):
        file = tmp_path / f"x.{end}"
        whole = file.read_bytes()
        file.write_bytes(whole[:-1])
        assert f"the .{end} file is not the one" in verify(puzzle, tmp_path / "x")[0]
        file.write_bytes(whole)
    for was, now, told in (
        ('"id": "', '"id": "x', "another puzzle"),
        ('proof": 1', 'proof": 2', "nonairo proof"),
        ('proof": 1', 'proof": true', "nonairo proof"),
        ('"id"', '"more": 1, "id"', "the format of a proof"),
        ('"id"', '"id": "x", "id"', "does not state what is proved"),
    ):
        (tmp_path / "x.json").write_text(head.replace(was, now, 1))
        assert told in verify(puzzle, tmp_path / "x")[0]


def test_a_head_that_another_program_wrote_again_holds(tmp_path: Path) -> None:
    puzzle = UNIQUE["nonogram"]
    prove(puzzle, tmp_path / "x")
    head = json.loads((tmp_path / "x.json").read_text())
    (tmp_path / "x.json").write_text(json.dumps(dict(reversed(head.items()))))
    assert verify(puzzle, tmp_path / "x") == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are of Unix")
def test_a_pipe_is_not_waited_for(tmp_path: Path, capsys: Output) -> None:
    os.mkfifo(tmp_path / "x.json")
    code, _, err = run(capsys, "verify", UNIQUE["nonogram"], str(tmp_path / "x"))
    assert code == 2
    assert "expected a file" in err


def test_the_first_puzzle_that_can_be_read_is_proved(tmp_path: Path, capsys: Output) -> None:
    puzzle, proof = UNIQUE["nonogram"], tmp_path / "x"
    code, _, err = run(capsys, "solve", "nowhere", *[puzzle] * 3, "--proof", str(proof))
    assert code == 2
    assert verify(puzzle, proof) == []
    assert err.count("--proof is for one puzzle") == 1


def test_a_file_that_is_missing_is_told_as_it_was_named(tmp_path: Path, capsys: Output) -> None:
    steps = str(tmp_path / "steps.json")
    code, _, err = run(capsys, "verify", UNIQUE["nonogram"], steps)
    assert (code, err) == (
        2,
        f"nonairo: {steps}: No such file or directory;"
        " expected an explanation or the name of a proof\n",
    )
    code, _, err = run(capsys, "verify", UNIQUE["nonogram"], str(tmp_path))
    assert (code, err) == (
        2,
        f"nonairo: {tmp_path}: expected an explanation or the name of a proof, found a directory\n",
    )
    assert "found a pipe or a device" in run(capsys, "verify", UNIQUE["nonogram"], "/dev/zero")[2]


def test_a_folder_that_is_not_there_is_told_before_the_work(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*arguments: object, **options: object) -> nn.Result:
        raise AssertionError("it began to solve")

    monkeypatch.setattr("nonairo.cli.solve.solve", work)
    monkeypatch.setattr("nonairo.proofs.proving.solve", work)
    proof = str(tmp_path / "nowhere" / "x")
    code, out, err = run(capsys, "solve", UNIQUE["nonogram"], "--proof", proof)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "expected a folder that exists" in err
    with pytest.raises(nn.FormatError, match="expected a folder that exists"):
        prove(UNIQUE["nonogram"], proof)


@pytest.mark.parametrize("end", [".lrat", ".drat", "steps"])
def test_a_check_ends_when_its_time_is_up(end: str, tmp_path: Path, capsys: Output) -> None:
    puzzle, where = UNIQUE["binairo"], tmp_path / "x"
    if end == "steps":
        where.write_text(json.dumps(nn.explain(puzzle).to_json()))
    else:
        with pytest.MonkeyPatch.context() as patch:
            if end == ".drat":
                patch.setattr("nonairo.native.compiled", None)
            prove(puzzle, where)
    with pytest.raises(nn.LimitReached, match="the limit of 0 s was reached"):
        verify(puzzle, where, time_limit=0)
    code, out, err = run(capsys, "verify", puzzle, str(where), "--time-limit", "1e-9")
    assert (code, out) == (3, "")
    assert "Allow more time with --time-limit" in err
    assert verify(puzzle, where, time_limit=60) == []


def test_a_long_step_ends_when_its_time_is_up() -> None:
    """One step of a proof without reasons may look at every clause: the clock is read inside."""
    chain = [[-k, k + 1] for k in range(1, 1000)] + [[1], [-1000]]
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1

    check_drat(chain, ["0"], look)
    assert looks > 900


def test_cadical_ends_when_its_time_is_up() -> None:
    """Twelve pigeons do not fit in eleven holes: no short proof of that by clauses is known."""
    holes = range(11)
    formula = Formula(nn.parse("nonogram:1;1"))
    formula.clauses = [[1 + 11 * pigeon + hole for hole in holes] for pigeon in range(12)]
    for hole, (one, other) in product(holes, combinations(range(12), 2)):
        formula.clauses.append([-1 - 11 * one - hole, -1 - 11 * other - hole])
    with pytest.raises(nn.LimitReached):
        by_sat(formula, Budget(Limits(0.05)))


@pytest.mark.parametrize(
    "line", ["", "4", "4 1 0", "4 1 0 1 3", "4 1 2 1 3", "4 1 0 1 0 3 0", "4 0 0 0", "0 0"]
)
def test_a_step_that_is_not_written_as_one_is_refused(line: str) -> None:
    with pytest.raises(Refused, match=r"^line 1: expected NUMBER LITERALS 0 CLAUSES 0$"):
        check_lrat([[1, 2], [-1, 2], [-2]], [line])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: expected p cnf"),
        ("p cnf 2\n", "line 1: expected p cnf"),
        ("p cnf x 0\n", "line 1: expected a whole number, found 'x'"),
        ("p cnf 2 2\n1 0\n", "expected 2 clauses, found 1"),
        ("p cnf 2 1\n1 2\n", "line 2: expected literals and a 0"),
        ("p cnf 2 2\n1 0\n1 0 2 0\n", "line 3: expected literals and a 0"),
        ("p cnf 2 1\n3 0\n", "line 2: expected variables up to 2"),
    ],
)
def test_what_is_wrong_with_a_file_of_clauses_is_told_by_its_line(text: str, told: str) -> None:
    with pytest.raises(Refused, match=f"^{told}"):
        read_dimacs(text)


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (["4 1 0 1 3 0", "5 0 4 2 3 0"], None),
        (["4 1 0 2 3 0"], "line 1: clause 2 has 2 literals left, not one"),
        (["4 1 0 1 0"], "line 1: the clause does not follow"),
        (["4 1 0 1 4 0"], "line 1: there is no clause 4"),
        (["4 1 0 -1 3 0"], "line 1: a step that may change the solutions"),
        (["3 1 0 1 3 0"], "line 1: expected a number above 3, found 3"),
        (["4 d 9 0"], "line 1: no clause 9 to delete"),
        (["4 d 1 2"], "line 1: expected numbers and a 0 at the end"),
        (["4 1 0 1 3 0"], "the proof ends before the empty clause"),
    ],
)
def test_steps_are_checked_by_the_clauses_that_they_name(
    steps: list[str], told: str | None
) -> None:
    clauses = [[1, 2], [-1, 2], [-2]]
    if told is None:
        check_lrat(clauses, steps)
        return
    with pytest.raises(Refused, match=f"^{told}"):
        check_lrat(clauses, steps)
