"""The command line, called as a function: what it prints, and its exit codes."""

from __future__ import annotations

import argparse
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli import COMMANDS, build_parser
from nonairo.cli.summaries import SUMMARIES
from nonairo.render import TARGETS
from nonairo.sentence_words import listed
from terminals import Session

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
ANSWER = "101010\n010011\n100101\n011010\n001101\n110100\n"
HARD = "binairo:" + "/".join(["." * 30] * 30)


def test_a_piped_answer_is_its_status_and_its_rows(capsys: Output) -> None:
    assert run(capsys, "solve", FIRST) == (0, f"unique\n{ANSWER}", "")


def test_piped_the_first_line_is_the_status_alone(capsys: Output) -> None:
    rules = "nonairo: rules no-distinct\n"
    assert run(capsys, "solve", "unruly:01/..") == (0, "unique\n01\n10\n", rules)
    assert run(capsys, "check", "unruly:01/..", "01/10") == (0, "solved\n", rules)
    assert run(capsys, "count", "unruly:01/..") == (0, "1\n", rules)
    coloured = "nonogram@a=ff0000+b=000000:1a,1b;1a/1b"
    assert run(capsys, "solve", coloured) == (0, "unique\n12\n", "")


def test_a_text_with_two_meanings_is_answered_with_both(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "letters.txt"
    told = f"nonairo: {path}: read as a Binairo: O is 0, X is 1; --format chars reads a picture\n"
    path.write_text("X.\nO.\n")
    assert run(capsys, "solve", str(path)) == (0, "unique\n10\n01\n", told)
    assert run(capsys, "solve", str(path), "--format", "text")[2] == ""


def test_json_names_rules_that_are_not_standard(capsys: Output) -> None:
    for command in ("solve", "count", "check", "hint", "explain", "grade", "repair", "compare"):
        grid = ["01/.."] if command == "check" else []
        for puzzle, rules in (("unruly:0./..", "no-distinct"), ("binairo:0./..", None)):
            _, out, _ = run(capsys, command, puzzle, *grid, "--json")
            assert json.loads(out.splitlines()[0]).get("rules") == rules, command


def test_several_puzzles_are_set_apart(capsys: Output) -> None:
    code, out, _ = run(capsys, "solve", "nonogram:1;1", "nonogram:1/1;1/1")
    assert (code, out) == (0, "unique\n1\n\nmultiple\n01\n10\n\n10\n01\n")


def test_no_solution_is_an_answer_with_a_reason(capsys: Output) -> None:
    code, out, err = run(capsys, "solve", "nonogram:1/0;0/0")
    assert (code, out) == (0, "none\n")
    assert err == (
        "nonairo: row clues fill 1 cell, column clues 0;"
        " check what was typed; nonairo explain shows where it breaks\n"
    )
    lead = "; check what was typed; nonairo explain shows where it breaks"
    puzzle = "binairo:000./..../..../...."
    assert run(capsys, "hint", puzzle)[1].splitlines()[0].endswith(lead)
    assert run(capsys, "repair", puzzle)[2].endswith(f"{lead}\n")


def test_a_long_reason_leads_to_all_its_lines(capsys: Output) -> None:
    puzzle = "binairo:0.0...../....0.00/......../.....00./...1.11./..0...../....1.1./.10....1"
    state = puzzle.replace("/......../", "/1......./").removeprefix("binairo:")
    out = run(capsys, "hint", puzzle, "--state", state)[1]
    assert (
        "lines of the reason are too long for a hint\n(for all lines of the reason: --json)" in out
    )
    assert "--json" not in run(capsys, "hint", FIRST)[1]


def test_one_puzzle_of_a_file_is_chosen(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "two.ids"
    path.write_text("binairo:0./..\nnonogram:1;1\nnonogram:0;0\n")
    for command in ("solve", "grade", "count"):
        whole, one, two = (
            run(capsys, command, str(path), "--json", *pick)[1].splitlines()
            for pick in ([], ["--pick", "2"], ["--pick", "2-3"])
        )
        assert (len(whole), len(one), len(two)) == (3, 1, 2)
        assert json.loads(one[0])["id"] == json.loads(two[0])["id"] == "nonogram:1;1"
    code, out, err = run(capsys, "solve", str(path), "--pick", "4")
    assert (code, out) == (2, "")
    assert "--pick: expected a number from 1 to 3, found 4" in err


def test_options_are_named_with_their_dashes(capsys: Output) -> None:
    for words, said in (
        (["solve", FIRST, "--symbols", "aa"], "--symbols: expected two different characters"),
        (["generate", "binairo", "6", "--fewest", "--level", "3"], "--fewest cannot be combined"),
        (["generate", "binairo", "6", "--givens", "99"], ": --givens: expected a number from 0"),
        (["generate", "nonogram", "10", "--density", "0.05"], "a share from 0.1 to 0.9 such as"),
        (["generate", "binairo", "1000000"], "expected 1 to 100 rows, found 1000000"),
    ):
        code, _, err = run(capsys, *words)
        assert code == 2
        assert said in err


def test_a_board_that_is_asked_for_is_no_text_to_change(capsys: Output) -> None:
    for words in (("generate", "binairo", "7"), ("census", "7", "-o", "x")):
        code, _, err = run(capsys, *words)
        assert code == 2
        assert err.endswith("need the rule odd-more-ones or odd-more-zeros\n")


def test_an_option_without_a_value_is_refused() -> None:
    """As where a script's variable was never set; only words on a cover may be none."""
    takes_none = {"--title", "--author", "--licence", "--image", "--text"}
    for name in COMMANDS:
        (verbs,) = (
            action for action in build_parser([name])._actions
            if isinstance(action, argparse._SubParsersAction)
        )  # fmt: skip
        for action in verbs.choices[name]._actions:
            if action.option_strings and action.nargs != 0 and action.choices is None:
                assert callable(action.type), action.option_strings
                if name != "batch" and takes_none.isdisjoint(action.option_strings):
                    with pytest.raises((argparse.ArgumentTypeError, ValueError)):
                        action.type("")


def test_a_wrong_full_grid_is_summed_up(capsys: Output) -> None:
    puzzle = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
    wrong = "010101/101100/011010/100101/110010/001011"
    code, out, _ = run(capsys, "hint", puzzle, "--state", wrong)
    assert (code, out.count("\n")) == (0, 1)
    assert out == (
        "there are 36 mistakes: 14 givens were changed: r1c1, r1c4, r2c3, r2c4 and 10 more;"
        " 22 other entries are wrong\n"
    )
    code, out, _ = run(capsys, "check", puzzle, wrong)
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == "14 givens were changed: r1c1, r1c4, r2c3, r2c4 and 10 more"
    assert not any("the given is" in line for line in lines)


def test_two_solutions_are_not_printed_by_a_hint(capsys: Output) -> None:
    code, out, _ = run(capsys, "hint", "binairo:" + "/".join(["........"] * 8))
    assert code == 0
    assert out.count("\n") == 1
    assert "the puzzle has several solutions; two of them differ in r" in out
    assert len(out) < 120


def test_how_many_solutions_are_listed_can_be_told(capsys: Output) -> None:
    three = "nonogram:1/1/1;1/1/1"
    assert run(capsys, "solve", three, "--limit", "1")[1].startswith("solved\n")
    assert run(capsys, "solve", three, "--limit", "3")[1].count("\n\n") == 2
    assert run(capsys, "solve", three, "--all")[1].count("\n\n") == 5


def test_json_has_the_shape_of_the_contract(capsys: Output) -> None:
    code, out, err = run(capsys, "solve", "nonogram:1/1;1/1", FIRST, "--json", "--engine", "walk")
    first, second = map(json.loads, out.splitlines())
    assert (code, err) == (0, "")
    assert list(first)[:10] == [
        "id", "kind", "height", "width", "status", "complete", "solutions", "grid", "engine",
        "stats",
    ]  # fmt: skip
    assert first["id"] == "nonogram:1/1;1/1"
    assert (first["kind"], first["height"], first["width"]) == ("nonogram", 2, 2)
    assert (first["status"], first["complete"]) == ("multiple", False)
    assert first["solutions"] == ["0110", "1001"]
    assert first["grid"] == "...."
    assert first["engine"] == "walk"
    assert set(first["stats"]) == {"nodes", "backtracks", "seconds", "counters"}
    assert second["status"] == "unique"
    assert second["solutions"] == [second["grid"]] == [ANSWER.replace("\n", "")]
    none = json.loads(run(capsys, "solve", "nonogram:1/0;0/0", "--json")[1])
    assert (none["solutions"], none["grid"], none["complete"]) == ([], None, True)


def test_a_record_keeps_its_own_id(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "mine", "kind": "nonogram", "rows": [[1]], "cols": [[1]]}\n')
    assert json.loads(run(capsys, "solve", str(path), "--json")[1])["id"] == "mine"


def test_the_cost_goes_to_the_other_stream(capsys: Output) -> None:
    code, out, err = run(capsys, "solve", FIRST, "--engine", "walk", "--stats")
    assert (code, out) == (0, f"unique\n{ANSWER}")
    assert "nodes: " in err
    assert "check.adjacent.cells: " in err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["--node-limit", "5"],
            "the limit of 5 nodes was reached. Allow more nodes with --node-limit N",
        ),
        (
            ["--time-limit", "0.1"],
            "the limit of 0.1 s was reached. Allow more time with --time-limit S (0: no limit)",
        ),
    ],
)
def test_a_limit_exits_with_3_and_tells_how_to_raise_it(
    capsys: Output, arguments: list[str], reason: str
) -> None:
    code, out, err = run(capsys, "solve", HARD, "--engine", "walk", *arguments)
    assert code == 3
    assert out.startswith("unknown\n")
    assert err == (f"nonairo: {reason}\n")


@pytest.mark.parametrize("asked", [["--all"], ["--all", "--json"], ["--limit", "80"]])
def test_a_list_that_a_limit_ends_exits_with_3(capsys: Output, asked: list[str]) -> None:
    open_board = "binairo:" + "/".join(["." * 6] * 6)
    words = ["solve", open_board, "--engine", "guess:cell=first", *asked]
    code, out, err = run(capsys, *words, "--node-limit", "60")
    assert code == 3
    assert "multiple" in out
    if "--json" not in asked:
        assert err.startswith("nonairo: the limit of 60 nodes was reached. Allow more nodes with")
    assert run(capsys, *words[:4], "--node-limit", "60")[0] == 0, "two were asked for and found"
    assert run(capsys, *words[:4], "--limit", "5")[0] == 0


def test_a_list_names_its_rules(capsys: Output) -> None:
    code, _, err = run(capsys, "solve", "binairo@no-distinct:../..", "--all")
    assert (code, err) == (0, "nonairo: rules no-distinct\n")


def test_an_engine_that_is_stuck_exits_with_3(capsys: Output) -> None:
    code, out, err = run(capsys, "solve", "binairo:0.../..../..../....", "--engine", "patterns")
    assert (code, out) == (3, "stuck\n0...\n....\n....\n....\n")
    assert err == "nonairo: patterns ran out of deductions\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "nowhere.txt"],
        ["solve", "binairo:0x/.."],
        ["solve", "binairo:..."],
        ["solve", "nonogram:2;1"],
        ["solve", FIRST, "--engine", "magic"],
        ["solve", FIRST, "--engine", "walk:order=up"],
        ["solve", FIRST, "--symbols", "##"],
        ["solve", FIRST, "--limit", "0"],
        ["solve", FIRST, "--limit", "1", "--all"],
        ["solve", FIRST, "--time-limit", "soon"],
        ["solve", FIRST, "--node-limit", "-1"],
        ["solve", FIRST, "--seed", "x"],
        ["solve", FIRST, "--trace", "/nowhere/at/all.txt"],
        ["solve", FIRST, "--no-such-option"],
        ["check", FIRST, "01/1x"],
        ["check", FIRST, "01"],
        ["check", FIRST, "nowhere.txt"],
        ["check", FIRST],
        ["completion", "tcsh"],
        ["juggle"],
    ],
    ids=" ".join,
)
def test_bad_usage_and_bad_input_exit_with_2_and_one_line(
    capsys: Output, arguments: list[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("nonairo: ")
    assert err.count("\n") == 1


def test_a_bad_record_is_reported_and_the_rest_go_on(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    good = '{"kind": "nonogram", "rows": [[1]], "cols": [[1]]}'
    path.write_text(f"{good}\n{{}}\n{good}\n")
    code, out, err = run(capsys, "solve", str(path), "nowhere", "nonogram:0;0")
    assert (code, out) == (2, "unique\n1\n\nunique\n1\n\nunique\n0\n")
    first, second = err.splitlines()
    kinds = "one of " + ", ".join(f'"{kind}"' for kind in nn.KINDS)
    assert first == f"nonairo: {path}:2: 'kind': expected {kinds}, found None"
    assert second == "nonairo: nowhere: No such file or directory"


def test_of_several_puzzles_the_highest_code_counts(capsys: Output) -> None:
    assert run(capsys, "solve", HARD, "nonogram:1;1", "--node-limit", "2")[0] == 3
    assert run(capsys, "solve", HARD, "binairo:x", "--node-limit", "2")[0] == 3
    assert run(capsys, "solve", "nonogram:1;1", "binairo:x")[0] == 2


def test_an_error_about_one_puzzle_does_not_end_the_others(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(puzzle: nn.Puzzle, **_: object) -> nn.Count:
        if puzzle.kind == "nonogram":
            raise nn.LimitReached("it is too large", "size")
        return nn.count(puzzle)

    monkeypatch.setattr("nonairo.cli.count.count", count)
    counted = run(capsys, "count", "nonogram:1/1;1/1", "binairo:0./..")
    assert counted == (3, "1\n", "nonairo: it is too large\n")


def test_nothing_to_solve_reads_standard_input(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments in (["solve"], ["solve", "-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("nonogram:1;1\nnonogram:0;0\n"))
        assert run(capsys, *arguments)[1] == "unique\n1\n\nunique\n0\n"


def test_a_broken_rule_exits_with_1(capsys: Output, tmp_path: Path) -> None:
    assert run(capsys, "check", "binairo:0./..", "01/10") == (0, "solved\n", "")
    assert run(capsys, "check", "binairo:0./..", "01..") == (0, "no rule is broken so far\n", "")
    code, out, _ = run(capsys, "check", "binairo:0./..", "1./..")
    assert (code, out) == (1, "r1c1: the given is 0, found 1\n")
    grid = tmp_path / "grid.txt"
    grid.write_text("# mine\n0 1\n1 0\n")
    assert run(capsys, "check", "binairo:0./..", str(grid))[0] == 0
    code, out, _ = run(capsys, "check", "binairo:0./..", "00/..", "--json")
    record = json.loads(out)
    assert (code, record["full"], record["solved"]) == (1, False, False)
    assert [v["rule"] for v in record["violations"]] == ["balance"]


def test_engines_and_formats_are_listed(capsys: Output) -> None:
    for command, names in (("engines", nn.ENGINES), ("formats", nn.FORMATS)):
        code, out, _ = run(capsys, command)
        assert code == 0
        assert [line.split("\t")[0] for line in out.splitlines()] == list(names)
        code, out, _ = run(capsys, command, "--json")
        assert [json.loads(line)["name"] for line in out.splitlines()] == list(names)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_knows_commands_and_engines(capsys: Output, shell: str) -> None:
    code, out, _ = run(capsys, "completion", shell)
    assert code == 0
    for word in (*(command.name for command in COMMANDS.values()), *nn.ENGINES, "time-limit"):
        assert word in out


def test_the_completion_script_completes_in_bash(capsys: Output, tmp_path: Path) -> None:
    script = tmp_path / "nonairo.bash"
    script.write_text(run(capsys, "completion", "bash")[1])
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    ask = (
        f"source {script}; COMP_WORDS=(nonairo sol); COMP_CWORD=1; _nonairo; echo $COMPREPLY;"
        "COMP_WORDS=(nonairo solve --engine wal); COMP_CWORD=3; _nonairo; echo $COMPREPLY;"
        "COMP_WORDS=(nonairo draw --theme da); COMP_CWORD=3; _nonairo; echo $COMPREPLY;"
        "COMP_WORDS=(nonairo solve --stri); COMP_CWORD=2; _nonairo; echo $COMPREPLY;"
        "COMP_WORDS=(nonairo solve ''); COMP_CWORD=2; _nonairo; echo files:${#COMPREPLY[@]}"
    )
    told = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["solve", "walk", "dark", "--strict", "files:0"]


COMPLETED = {
    "nonairo sol": "solve",
    "nonairo solve boa": "boat.txt",
    "nonairo solve --stri": "--strict",
    "nonairo solve --engine wal": "walk",
    "nonairo draw boat.txt --to sv": "svg",
    "nonairo generate kak": "kakurasu",
    "nonairo solve --color al": "always",
}


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_the_completion_script_completes_in_fish(capsys: Output, tmp_path: Path) -> None:
    (tmp_path / "nonairo.fish").write_text(run(capsys, "completion", "fish")[1])
    (tmp_path / "boat.txt").touch()
    asks = "; ".join(f"complete -C '{line}'" for line in (*COMPLETED, "nonairo solve "))
    told = subprocess.run(
        ["fish", "--no-config", "-c", f"source nonairo.fish; {asks}"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    found = [line.partition("\t")[0] for line in told.stdout.splitlines()]
    assert found == [*COMPLETED.values(), "boat.txt", "nonairo.fish"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_the_completion_script_completes_in_zsh(capsys: Output, tmp_path: Path) -> None:
    script = tmp_path / "nonairo.zsh"
    script.write_text(run(capsys, "completion", "zsh")[1])
    (tmp_path / "boat.txt").touch()
    session = Session(["-f", "-i"], command=["zsh"], columns=200)
    session.press(
        f"unsetopt zle prompt_cr; cd {tmp_path}; autoload -U compinit; compinit -u -D;"
        f" source {script}; setopt zle; PS1='> '; echo is''ready\n"
    )
    session.see("isready")
    for line, whole in COMPLETED.items():
        session.press(f"{line}\t")
        session.see(whole)
        session.press("\x15")  # drop the line
    session.press("exit\n")
    session.process.wait(timeout=20)
    session.close()


@pytest.mark.parametrize(
    ("id", "format"),
    [
        ("nonogram:1,1/3;2/1/2", "puzzlink"),
        ("nonogram:1,1/3;2/1/2", "pattern"),
        ("unruly:1..0/..../..../0..1", "unruly"),
    ],
)
def test_a_whole_address_is_written_and_read_again(capsys: Output, id: str, format: str) -> None:
    code, out, _ = run(capsys, "convert", id, "--to", format, "--address")
    assert (code, out.startswith("https://")) == (0, True)
    assert nn.parse(out) == nn.parse(id)
    bare = run(capsys, "convert", id, "--to", format)[1]
    assert out.endswith(bare)
    assert "--address is for puzzlink" in run(capsys, "convert", id, "--to", "id", "--address")[2]


@pytest.mark.parametrize("engine", ["walk", "rows", "zones", "patterns", "guess"])
def test_a_trace_is_written_for_machines_and_for_people(
    capsys: Output, tmp_path: Path, engine: str
) -> None:
    for name in ("trace.jsonl", "trace.txt"):
        path = tmp_path / name
        code, out, _ = run(capsys, "solve", FIRST, "--engine", engine, "--trace", str(path))
        assert (code, out) == (0, f"unique\n{ANSWER}")
    events = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert [event["kind"] for event in events].count("solution") == 1
    text = (tmp_path / "trace.txt").read_text()
    assert text.startswith(f"binairo 6x6, engine {engine}\n\ncurrent configuration\n")
    assert text.count("SOLUTION") == 1


@pytest.mark.parametrize("most", [1, 7, 100_000])
def test_a_trace_ends_after_so_many_events_and_solving_goes_on(
    capsys: Output, tmp_path: Path, most: int
) -> None:
    asked = ("solve", FIRST, "--engine", "walk", "--max-events", str(most), "--trace")
    whole = list(nn.trace(FIRST, "walk"))
    for name in ("trace.jsonl", "trace.txt"):
        code, out, err = run(capsys, *asked, str(tmp_path / name))
        assert (code, out) == (0, f"unique\n{ANSWER}")
        stops = f"the trace stops after {most} event{'s' if most > 1 else ''};"
        assert err.startswith(f"nonairo: {stops}") == (most < len(whole))
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert text.count(stops) == (most < len(whole))
    events = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert len(events) == min(most + 1, len(whole))
    assert (events[-1]["kind"] == "limit") == (most < len(whole))


def test_a_trace_has_ten_thousand_events_unless_more_are_asked_for(
    capsys: Output, tmp_path: Path
) -> None:
    puzzle = "binairo@no-distinct:" + "/".join(["." * 8] * 8)
    lines = []
    for more in ((), ("--max-events", "12000"), ("--max-events", "0")):
        path = tmp_path / "trace.jsonl"
        limits = ("--limit", "600", "--node-limit", "7000")
        run(capsys, "solve", puzzle, "--engine", "walk", *limits, "--trace", str(path), *more)
        lines.append(len(path.read_text(encoding="utf-8").splitlines()))
    assert lines[0] == 10_001
    assert lines[1] == 12_001
    assert lines[2] > 12_001


def test_a_readable_trace_ends_with_the_answer_and_the_counters(
    capsys: Output, tmp_path: Path
) -> None:
    path = tmp_path / "trace.txt"
    run(capsys, "solve", FIRST, "--engine", "walk", "--trace", str(path))
    summary = path.read_text(encoding="utf-8").split("\n\n")[-1].splitlines()
    assert summary[0] == "unique, one solution found"
    counters = nn.solve(FIRST, "walk").stats.counters
    told = dict(line.split(": ") for line in summary[1:])
    assert {
        name: str(number) for name, number in counters.items() if number
    }.items() <= told.items()
    assert told.keys() - counters.keys() == {"nodes", "seconds"}


@pytest.mark.parametrize("number", ["-1", "x", "1.5", ""])
def test_a_number_of_events_that_is_none_is_refused(capsys: Output, number: str) -> None:
    code, _, err = run(capsys, "solve", FIRST, "--trace", "x.txt", "--max-events", number)
    assert code == 2
    assert "--max-events: expected a whole number of at least 1" in err


ODD_NUMBERS = ["1_0", "\N{ARABIC-INDIC DIGIT ONE}", "nan", "inf", "-1", "1e400", " ", "0x1"]


@pytest.mark.parametrize("number", ODD_NUMBERS)
def test_a_time_that_is_no_usual_number_is_refused(capsys: Output, number: str) -> None:
    code, _, err = run(capsys, "solve", FIRST, f"--time-limit={number}")
    assert code == 2
    assert "--time-limit: expected 0 or more seconds" in err
    assert run(capsys, "generate", "nonogram", "5", f"--density={number}")[0] == 2


def test_watching_without_a_terminal_solves_without_pictures(capsys: Output) -> None:
    code, out, err = run(capsys, "solve", "nonogram:1;1", "--watch")
    assert (code, out) == (0, "unique\n1\n")
    assert err == "nonairo: --watch needs a terminal; solving without animation\n"


def test_help_and_version_exit_with_0(capsys: Output) -> None:
    assert run(capsys, "--version")[1].startswith(f"nonairo {nn.__version__} (")
    assert run(capsys, "--help")[0] == 0
    for command in COMMANDS.values():
        code, out, _ = run(capsys, command.name, "--help")
        assert code == 0
        assert f"nonairo {command.name}" in out
    assert run(capsys)[0] == 2


def test_the_help_loads_no_command_and_lists_all() -> None:
    """It is the first thing that a newcomer types: it takes no longer than `-V`."""
    program = (
        "import sys; from nonairo.cli import COMMANDS, build_parser, main; main(['--help'])\n"
        "assert not [name for name in COMMANDS if f'nonairo.cli.{name}' in sys.modules]\n"
        "assert build_parser(COMMANDS).format_help() == build_parser(COMMANDS, bare=True)"
        ".format_help()"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert listed([name.upper() for name in TARGETS], "or") in SUMMARIES["draw"]


def test_symbols_that_are_asked_for_are_written_into_a_pipe(capsys: Output) -> None:
    for symbols, expected in (
        *((".#", "#. ##"), ("#.", "#. ##"), (".@", "@. @@"), ("@.", "@. @@")),
        *(("01", "10 11"), ("ab", "ba bb"), ("OX", "XO XX"), ("_x", "x_ xx"), ("x_", "_x __")),
    ):
        out = run(capsys, "solve", "nonogram:1/2;2/1", "--symbols", symbols)[1]
        assert out.split() == ["unique", *expected.split()], symbols
        drawn = run(capsys, "explain", "nonogram:1/2;2/1", "--symbols", symbols)[1]
        assert " ".join(expected.split()[0]) in drawn
    assert run(capsys, "solve", "nonogram:1/2;2/1")[1] == "unique\n10\n11\n"
