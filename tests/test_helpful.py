"""The command line is kind: it guesses what was meant, reads what it gets, and completes names."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli import COMMANDS

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
BARE = FIRST.partition(":")[2]
COLOURED = "nonogram@a=ff0000+b=0000ff:2a/1a,2b/2b;1a/2a/2b/2b"


@pytest.mark.parametrize("command", ["hint --strength", "solve --time-limit", "book --per-page"])
@pytest.mark.parametrize("value", ["x", "nan", "9" * 5000])
def test_a_value_that_is_no_number_is_refused_in_a_short_line(
    capsys: Output, command: str, value: str
) -> None:
    name, option = command.split()
    code, out, err = run(capsys, name, FIRST, f"{option}={value}")
    assert (code, out) == (2, "")
    assert err.startswith(f"nonairo: {option}: expected ")
    assert f"found '{value[:30]}" in err
    assert len(err) < 200
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        ("sovle x", "solve"),
        ("Solve x", "solve"),
        (f"solve {FIRST} --engine wlak", "walk"),
        (f"solve {FIRST} --engine Walk", "walk"),
        ("solve nowhere.jsonl --engine gess", "guess"),
        (f"solve {FIRST} --sede 5", "--seed"),
        (f"solve {FIRST} --tme-limit=5", "--time-limit"),
        (f"convert {FIRST} --to jsnl", "jsonl"),
        (f"solve {FIRST} --format nom", "non"),
        ("techniques pari", "pair"),
        ("techniques dead-end", "dead_end"),
        ("generate binario 4", "binairo"),
        ("completion bsh", "bash"),
        ("bench engine", "engines"),
        ("solve binaro:1./..", "binairo:"),
        ("solve nonogramm:1;1", "nonogram:"),
        ("help sovle", "solve"),
        (f"solve {FIRST} --engine walk:ordr=reading", "order"),
        (f"solve {FIRST} --engine guess:cell=tighest", "tightest"),
        (f"compare {FIRST} --engines walk,guess:propagte=rules", "propagate"),
        (f"convert {FIRST} -o out.jsnl", ".jsonl"),
        (f"draw {FIRST} -o out.sgv", ".svg"),
        ("solve examples/baot.txt", "examples/boat.txt"),
        ("solve exmaples/boat.txt", "examples/boat.txt"),
    ],
)
def test_what_was_meant_is_guessed(
    capsys: Output, repository: Path, monkeypatch: pytest.MonkeyPatch, command: str, meant: str
) -> None:
    monkeypatch.chdir(repository)
    code, out, err = run(capsys, *command.split())
    assert (code, out) == (2, "")
    assert f"did you mean {meant}?" in err
    assert len(err) < 160
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    ["juggle", f"solve {FIRST} --engine zzz", "techniques zzz", f"convert {FIRST} --to zzz"],
)
def test_lists_of_names_are_short(capsys: Output, command: str) -> None:
    code, _, err = run(capsys, *command.split())
    assert code == 2
    assert "did you mean" not in err
    assert err.count(",") <= 10


def test_an_error_in_one_of_several_arguments_says_which(capsys: Output, tmp_path: Path) -> None:
    code, out, err = run(capsys, "solve", "nonogram:1;1", "binairo:0x/..", "nonogram:0;0")
    assert (code, out) == (2, "unique\n1\n\nunique\n0\n")
    assert err == "nonairo: binairo:0x/..: r1c2: expected '0', '1' or '.', found 'x'\n"
    code, _, err = run(capsys, "solve", FIRST, "nonogram:1;1", "--engine", "patterns")
    assert code == 2
    assert err.startswith("nonairo: nonogram:1;1: engine patterns cannot solve this nonogram")
    _, _, err = run(capsys, "solve", FIRST, "nonogram:1/0;0/0")
    assert err == (
        "nonairo: nonogram:1/0;0/0: row clues fill 1 cell, column clues 0;"
        " check what was typed; nonairo explain shows where it breaks\n"
    )


@pytest.mark.parametrize("command", ["solve", "explain", "hint", "repair", "count", "grade"])
def test_standard_input_is_read_where_nothing_is_named(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for text in (FIRST, BARE, nn.dumps(FIRST, "text")):
        monkeypatch.setattr("sys.stdin", io.StringIO(text + "\n"))
        code, out, _ = run(capsys, command)
        assert code == 0
        assert out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(capsys, command)[0] == 2


@pytest.fixture
def three(tmp_path: Path) -> str:
    path = tmp_path / "three.ids"
    path.write_text(f"{FIRST}\nnonogram:1;1\nnonogram:1/1;1/1\n")
    return str(path)


@pytest.mark.parametrize("command", ["explain", "hint", "repair"])
def test_one_of_several_puzzles_is_picked(capsys: Output, three: str, command: str) -> None:
    code, out, err = run(capsys, command, three)
    assert (code, out) == (2, "")
    assert err == (
        f"nonairo: {three}: expected one puzzle, found 3; choose with --pick N or --pick all\n"
    )
    code, out, _ = run(capsys, command, three, "--pick", "2", "--json")
    assert code == 0
    assert json.loads(out)["id"] == "nonogram:1;1"
    code, out, _ = run(capsys, command, three, "--pick", "all", "--json")
    assert code == 0
    assert len(out.splitlines()) == 3
    for wrong in ("4", "0", "-1", "x"):
        code, out, err = run(capsys, command, three, f"--pick={wrong}")
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
    assert (
        "--pick: expected a number from 1 to 3, found 4"
        in run(capsys, command, three, "--pick", "4")[2]
    )


def test_a_picked_puzzle_is_checked(capsys: Output, three: str) -> None:
    assert run(capsys, "check", three, "1", "--pick", "2")[:2] == (0, "solved\n")
    told = f"nonairo: {three}: expected one puzzle, found 3; choose one with --pick N\n"
    assert run(capsys, "check", three, "1") == (2, "", told)
    assert "--pick: expected one number" in run(capsys, "check", three, "1", "--pick", "all")[2]
    assert "--pick: expected one number" in run(capsys, "check", three, "1", "--pick", "1-2")[2]
    both = run(capsys, "hint", three, "--pick", "2-3", "--json")[1]
    assert (
        both.splitlines()
        == run(capsys, "hint", three, "--pick", "all", "--json")[1].splitlines()[1:]
    )
    assert "from 1 to 3, found 5" in run(capsys, "hint", three, "--pick", "2-5")[2]


def test_explanations_of_several_have_folders_of_their_own(
    capsys: Output, three: str, tmp_path: Path
) -> None:
    run(capsys, "explain", three, "--pick", "all", "--brief", "--svg", str(tmp_path / "steps"))
    assert {path.name for path in (tmp_path / "steps").iterdir()} == {"1", "2", "3"}
    run(capsys, "explain", three, "--pick", "2", "--brief", "--svg", str(tmp_path / "one"))
    assert [path.suffix for path in (tmp_path / "one").iterdir()] == [".svg"]


def test_bare_rows_are_a_puzzle_unless_there_is_such_a_file(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(capsys, "solve", BARE)[1].startswith("unique\n101010\n")
    assert run(capsys, "solve", FIRST.replace("binairo", "BinAiro"))[0] == 0
    assert run(capsys, "solve", "1.0/...")[2].startswith(
        "nonairo: expected an even number of rows and columns, found 2x3"
    )
    assert run(capsys, "solve", BARE.replace("/", ""))[1].startswith("unique\n101010\n")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "0.").mkdir()
    (tmp_path / "0." / "..1").write_text("nonogram:1;1\n")
    assert nn.parse("0./..").id == "binairo:0./.."
    assert run(capsys, "solve", "0./..1")[1] == "unique\n1\n"


def test_help_and_version_in_other_words(capsys: Output) -> None:
    assert run(capsys, "-V") == run(capsys, "--version")
    for name in COMMANDS:
        assert run(capsys, "help", name) == run(capsys, name, "--help")
    assert run(capsys, "help") == run(capsys, "--help") == run(capsys, "help", "help")


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("8x8:BbbahDMchcbdDEAc", "binairo@no-distinct:"),
        ("https://puzz.link/p?nonogram/3/2/212113g", "nonogram:1,1/3;2/1/2"),
    ],
)
def test_an_id_of_others_is_a_puzzle(capsys: Output, name: str, id: str) -> None:
    code, out, _ = run(capsys, "convert", name, "--to", "id", "--lossy")
    assert (code, out.startswith(id)) == (0, True), out
    assert name in run(capsys, "convert", name, "--explain-format")[1]
    code, _, err = run(capsys, "solve", f"{name}!")
    assert (code, f"{name}!" in err, len(err.splitlines())) == (2, True, 1)
    assert "No such file" not in err, "neither an address nor such an id is a file"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("5x5:1a4a1a6e52a4c2b32", "expected 25 cells, found 24"),
        ("5x5:9a4a1a6e52a4c2b32a", "the 2x2 around r1c1: expected a number from 0 to 4, found 9"),
        ("8x8:aBcD", "expected the givens of 64 cells, found 9"),
        ("5x5:1/2/3/4", "expected 5 columns and 5 rows, found 4 lines"),
    ],
)
def test_a_damaged_id_of_others_is_not_a_missing_file(
    capsys: Output, name: str, wrong: str
) -> None:
    assert run(capsys, "solve", name) == (2, "", f"nonairo: line 1: {wrong}\n")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--max-events", "5"], "--max-events is for --trace; ignored"),
        (["--theme", "dark"], "--theme is for --gif or --tree; ignored"),
        (["--delay", "2"], "--delay is for --watch or --gif; ignored"),
    ],
)
def test_options_without_use_are_told(capsys: Output, options: list[str], told: str) -> None:
    code, out, err = run(capsys, "solve", "nonogram:1;1", *options)
    assert (code, out, err) == (0, "unique\n1\n", f"nonairo: {told}\n")


def test_hints_of_several_say_whose_they_are(capsys: Output, three: str) -> None:
    _, out, _ = run(capsys, "hint", three, "--pick", "all", "--strength", "1")
    told = [line for line in out.splitlines() if "look at" in line]
    assert told == [f"{FIRST[:36]} ...: look at row 2", "nonogram:1;1: look at row 1"]


def test_a_grid_is_read_as_solve_draws_it(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = "nonogram:1,1/3;2/1/2"
    for symbols in ("#.", "@.", "01"):
        shown = run(capsys, "solve", puzzle, "--symbols", symbols)[1].partition("\n")[2]
        monkeypatch.setattr("sys.stdin", io.StringIO(f"# a comment\n{shown}"))
        code, out, err = run(capsys, "check", puzzle, "-")
        assert (code, out) == (0, "solved\n")
        read = f"read the grid with {symbols[0]} as filled and . as empty"
        assert err == ("" if symbols == "01" else f"nonairo: {read}\n")
    assert run(capsys, "check", puzzle, "#.#/?.#")[0] == 1


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nonairo solve --engine wal", "walk"),
        ("nonairo solve x --format jso", "jsonl"),
        ("nonairo convert x --to puzzlel", ""),
        ("nonairo convert x --to puzzlek", "puzzlekit"),
        ("nonairo techniques sandw", "sandwich"),
        ("nonairo generate kak", "kakurasu"),
        ("nonairo generate binairo --rul", "--rules"),
        ("nonairo help expl", "explain"),
        ("nonairo bench heur", "heuristics"),
    ],
)
def test_bash_completes_names_of_all_lists(
    capsys: Output, tmp_path: Path, line: str, expected: str
) -> None:
    script = tmp_path / "nonairo.bash"
    script.write_text(run(capsys, "completion", "bash")[1])
    words = line.split()
    ask = (
        f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _nonairo;"
        " echo $COMPREPLY"
    )
    told = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == expected


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_know_the_names_too(capsys: Output, shell: str) -> None:
    script = run(capsys, "completion", shell)[1]
    for name in ("puzzlekit", "sandwich", "kakurasu", "walk", "heuristics"):
        assert name in script


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["solve", FIRST, "--max-events", "-1"], "at least 1, or 0 for all, found"),
        (["solve", FIRST, "--max-events", ""], "at least 1, or 0 for all, found"),
        (["solve", FIRST, "--proof", ""], "--proof: expected a value, found ''"),
        (["solve", FIRST, "--trace", ""], "--trace: expected a value, found ''"),
        (["solve", FIRST, "--gif", ""], "--gif: expected a value, found ''"),
        (["explain", FIRST, "--from", ""], "--from: expected a value, found ''"),
        (["explain", FIRST, "--html", ""], "--html: expected a value, found ''"),
        (["hint", FIRST, "--state", " "], "--state: expected a value, found ' '"),
        (["practise", "pair", "-o", ""], "--output: expected a value, found ''"),
        (["census", "4", "-o", ""], "--output: expected a value, found ''"),
        (["generate", "nonogram", "--text", ""], "--text: expected letters to draw, found none"),
        (["generate", "nonogram", "5", "--text", " "], "--text: expected letters to draw"),
        (
            ["generate", "nonogram", "5", "--image", ""],
            "--image: expected the name of an image file",
        ),
        (["repair", "nonogram:1/1;1/1", "-o", "better.qqq"], ".jsonl"),
        (["convert", FIRST, "-o", "better"], ".xml"),
        (["compare", "--blanks", "--paper"], "two experiments: choose one of them"),
        (["solve", FIRST, "-o", "y"], "unknown argument: -o y (see nonairo solve --help)"),
        (["hint", FIRST, "--pick", "al"], "expected a number from 1, or all, found 'al'"),
        (["solve", "nonogram:;"], "expected clues, found none"),
        (["solve", "sudoku:12"], "a kind before the colon (binairo, nonogram, kakurasu, "),
        (["solve", "c:boat.txt"], "c:boat.txt: No such file"),
        (["solve", "01/10/1"], "row 3: expected 2 cells, found 1"),
        (["convert", FIRST, "--to", "pdf"], "pdf is not a puzzle format; nonairo draw writes"),
        (["convert", FIRST, "-o", "x.svg"], ".svg is not a puzzle format; nonairo draw writes"),
        (["solve", "trinairo@odd-more-ones:.../.../..."], "no-distinct), found 'odd-more-ones'"),
        (
            ["practise", "sign_copy", "--kind", "trinairo"],
            "a technique of binairo, not of trinairo",
        ),
        (["generate", "binairo", "6", "--colours", "3"], "--colours is for nonogram, not"),
        (
            ["generate", "nonogram", "6", "--density", "1"],
            "expected a share from 0.1 to 0.9 such as 0.55 or 55%, found '1'",
        ),
        (["generate", "binairo", "6", "--signs", "1.5"], "from 0 to 1, found '1.5'"),
        (["check", FIRST, ""], "expected a grid or a file with one, found ''"),
        (["generate", "binairo", "6", "--seed", "x"], "--seed: expected a whole number, found 'x'"),
        (["generate", "binairo", "6", "--seed", "1" * 41], "at most 40 digits, found 41"),
        (["generate", "binairo", "4", "--rules", "regions", "-o", "r.txt"], "(--to jsonl)"),
        (
            ["solve", f"nonogram:{'9' * 60}/1;1/1"],
            "at most 1000 cells, found a number of 60 digits",
        ),
        (["solve", '{"kind": "mosaic", "clues": "3.x"}'], "'height' and 'width' for 3 cells"),
        (["solve", '{"kind": "mosaic", "clues": "3.x."}'], "r2c1: expected '0' to '9' or '.'"),
        (["solve", '{"kind": "mosaic"}'], "'clues': expected a string of cells, found nothing"),
        (["check", COLOURED, "1100/1220/0330"], "r3c2: expected '0', '1', '2' or '.', found '3'"),
        (["check", COLOURED, "110012200330"], "r3c2: expected '0', '1', '2' or '.', found '3'"),
        (["solve", "nonogramm:6/9;1"], "found 'nonogramm:6/9;1'; did you mean nonogram:?\n"),
        (["solve", FIRST, "--limit", "2", "--all"], "--all: not allowed with argument --limit"),
        (["hint", FIRST, "--state", "---..."], "starts with -, write --state=-..."),
        (["generate", "binairo", "--symmetry", "x"], "--symmetry: expected none, half, quarter"),
        (["solve", FIRST, "--foo"], "unknown argument: --foo (see"),
        (["solve", "nonogram:hello/world"], "expected 'row clues;column clues' or"),
        (["verify", FIRST, "nowhere"], "nowhere: No such file"),
        (["solve", "caf\udce9.txt"], "caf\\xe9.txt: No such file"),
        (["hint", COLOURED, "--state", "5/5"], "r1c1: expected '0', '1', '2' or '.', found '5'"),
        (["check", COLOURED, "no/such.txt"], "'no/such.txt' is neither a grid nor the name"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_in_a_line(
    capsys: Output, arguments: list[str], told: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "grid", ["aa00/0abb/00bb", "aa··/·abb/··bb", "aa../.abb/..bb", "aa??/?.bb/??bb"]
)
def test_the_letters_of_a_drawing_are_understood(capsys: Output, grid: str) -> None:
    code, out, err = run(capsys, "check", COLOURED, grid)
    wrong = "?." in grid  # beside a ? a dot is an empty cell
    assert code == int(wrong)
    assert err.startswith("nonairo: read the grid with a as 1")
    assert wrong or out.startswith("solved")


def test_no_signs_may_be_asked_for_and_all(capsys: Output) -> None:
    none = run(capsys, "generate", "binairo", "4", "--seed", "1", "--signs", "0")
    assert none == run(capsys, "generate", "binairo", "4", "--seed", "1")
    code, out, _ = run(capsys, "generate", "binairo", "4", "--seed", "1", "--signs", "100%")
    assert code == 0
    assert "=" in out or "x" in out


def test_colours_may_be_chosen_before_the_command(capsys: Output) -> None:
    after = run(capsys, "hint", "nonogram:1;1", "--color", "always")
    assert "\x1b[" in after[1]
    for words in (["--color", "always"], ["--color=always"]):
        assert run(capsys, *words, "hint", "nonogram:1;1") == after


@pytest.mark.parametrize("name", ["count_out", "Counting out", "counting out"])
def test_a_technique_is_found_by_its_id_and_by_its_title(capsys: Output, name: str) -> None:
    assert run(capsys, "techniques", name)[1].startswith("Counting out (count_out), level 2\n")
    assert "look for: counting out" in run(capsys, "practise", name, "--seed", "1")[1]


def test_grades_name_techniques_by_their_titles_and_json_by_ids(capsys: Output) -> None:
    (row,) = run(capsys, "grade", "examples/first.txt")[1].splitlines()
    assert "\tone left\t" in row
    assert json.loads(run(capsys, "grade", "examples/first.txt", "--json")[1])["hardest"] == (
        "one_left"
    )


def test_an_ink_blot_instead_of_a_scene_is_said(capsys: Output) -> None:
    asked = ("generate", "nonogram", "4", "--seed", "1", "--to", "id", "--style")
    assert "ink blot" in run(capsys, *asked, "scene")[2]
    assert run(capsys, *asked, "blot")[2] == ""


def test_damaged_and_compressed_files_are_named_as_such(capsys: Output, tmp_path: Path) -> None:
    pytest.importorskip("PIL.Image")
    image, packed, cut = tmp_path / "x.png", tmp_path / "x.gz", tmp_path / "cut.jsonl.gz"
    image.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    packed.write_bytes(gzip.compress(FIRST.encode()))
    cut.write_bytes(gzip.compress(FIRST.encode())[:-9])
    text = tmp_path / "picture.txt"
    text.write_text("#.\n.#\n")
    for arguments, told in (
        (["solve", str(image)], "a damaged file"),
        (["generate", "nonogram", "--image", str(image)], "a damaged file"),
        (["generate", "nonogram", "--image", str(text)], "nonairo convert reads a picture"),
        (["solve", str(packed)], "found a compressed file; unpack it first"),
        (["batch", str(cut), "-o", str(tmp_path / "out.jsonl")], "the file is cut off"),
    ):
        code, _, err = run(capsys, *arguments)
        assert code == 2
        assert told in err
        assert "Traceback" not in err
