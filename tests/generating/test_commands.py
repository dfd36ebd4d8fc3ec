"""`nonairo generate` and `nonairo repair`: what they write, where, and their exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.cli import main

Output = pytest.CaptureFixture[str]
SEVERAL = "binairo:1.../..../..../...."


def made_by(*, posed: bool) -> str:
    """The kinds that are made in one way, as a sentence lists them."""
    *names, last = (name for name, kind in nn.KINDS.items() if kind.posed is posed)
    return f"{', '.join(names)} and {last}"


def run(capsys: Output, *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def test_one_puzzle_is_text_and_several_are_ids(capsys: Output) -> None:
    code, out, err = run(capsys, "generate", "binairo", "6", "--seed", "1")
    assert (code, err) == (0, "")
    assert nn.parse(out) == nn.generate_binairo(6, seed=1)
    code, out, _ = run(capsys, "generate", "binairo", "6", "--seed", "1", "--count", "3")
    assert out.split() == [nn.generate_binairo(6, seed=seed).id for seed in (1, 2, 3)]


def test_a_seed_that_was_not_given_is_told(capsys: Output) -> None:
    _, out, err = run(capsys, "generate", "binairo", "8x6", "--minimal", "--symmetric")
    seed = int(err.removeprefix("nonairo: seed "))
    assert nn.parse(out) == nn.generate_binairo((8, 6), seed=seed, minimal=True, symmetric=True)


def test_the_fewest_givens_are_counted(capsys: Output) -> None:
    wish = ("generate", "binairo", "6", "--fewest", "--symmetry", "quarter", "--seed", "1")
    code, out, err = run(capsys, *wish, "--budget", "3600")
    number = sum(cell != "." for cell in nn.parse(out).givens.cells)
    assert (code, err) == (0, f"nonairo: {number} givens\n")
    assert number % 4 == 0


def test_json_lines_say_level_seed_and_solution(capsys: Output) -> None:
    _, out, _ = run(capsys, "generate", "nonogram", "8", "--level", "2", "--seed", "3", "--json")
    record = json.loads(out)
    puzzle = nn.generate_nonogram(8, level=2, seed=3)
    assert puzzle.solution is not None
    assert record["solution"] == puzzle.solution.cells
    assert (record["level"], record["seed"], record["rows"]) == (2, 3, clues(puzzle))


def clues(puzzle: nn.Puzzle) -> list[list[int]]:
    return json.loads(nn.dumps(puzzle, "jsonl"))["rows"]  # type: ignore[no-any-return]


def test_solutions_are_written_when_they_are_wanted(capsys: Output) -> None:
    wish = ("generate", "binairo", "6", "--seed", "1", "--to", "jsonl")
    assert "solution" not in json.loads(run(capsys, *wish)[1])
    assert "solution" in json.loads(run(capsys, *wish, "--solution")[1])


def test_files_are_written_by_their_suffix(capsys: Output, tmp_path: Path) -> None:
    out = tmp_path / "many.jsonl"
    assert run(capsys, "generate", "binairo", "6", "--count", "5", "-o", str(out))[0] == 0
    assert len(nn.load(out)) == 5
    single = tmp_path / "p.nin"
    assert run(capsys, "generate", "nonogram", "6", "--count", "3", "-o", str(single))[0] == 0
    assert sorted(path.name for path in tmp_path.glob("p*.nin")) == ["p-2.nin", "p-3.nin", "p.nin"]
    assert all(nn.is_unique(nn.load(path)[0]) for path in tmp_path.glob("p*.nin"))


def test_words_become_a_picture(capsys: Output) -> None:
    code, out, err = run(capsys, "generate", "nonogram", "--text", "HI", "--seed", "1")
    assert code == 0
    assert err == "nonairo: no cells changed\n"
    assert nn.is_unique(nn.parse(out))


def test_a_picture_becomes_puzzles(capsys: Output, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    picture = image.linear_gradient("L").rotate(30, fillcolor=255)
    picture.save(tmp_path / "shade.png")
    wish = ("generate", "nonogram", "--image", str(tmp_path / "shade.png"), "--seed", "1")
    code, out, err = run(capsys, *wish)
    assert code == 0
    assert "cells" in err
    assert nn.is_unique(nn.parse(out))
    code, out, _ = run(capsys, *wish, "--count", "3")
    ids = out.split()
    assert len(set(ids)) == len(ids) == 3
    assert all(nn.is_unique(nn.parse(each)) for each in ids)


@pytest.mark.parametrize(
    ("arguments", "same"),
    [
        ("takuzu 6", "binairo 6"),
        ("Picross 5", "nonogram 5"),
        ("hanjie", "nonogram 10"),
        ("unruly 6", "binairo 6 --rules no-distinct"),
        ("binairo 6 --level easy", "binairo 6 --level 2"),
        ("binairo 6 --level Hard", "binairo 6 --level 4"),
        ("binairo", "binairo 8"),
    ],
)
def test_names_that_people_use(capsys: Output, arguments: str, same: str) -> None:
    first = run(capsys, "generate", *arguments.split(), "--seed", "3", "--to", "id")
    second = run(capsys, "generate", *same.split(), "--seed", "3", "--to", "id")
    assert first[0] == 0
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("binairo 8 --level funny", 2, "expected a level from 1 to 7 (starter, easy"),
        (
            "sudoku 9",
            2,
            f"expected a kind ({', '.join(nn.KINDS)}, tango), found",
        ),
        ("binairo 0x8", 2, "expected 1 to 100 rows, found 0"),
        ("binairo 8x", 2, "expected N or HxW such as 8 or 10x15, found '8x'"),
        ("binairo 2x4", 2, "there is no board of 2x4"),
        ("binairo 8 --level 9", 2, "expected a level from 1 to 7, found 9"),
        (
            "binairo 8 --density 0.5",
            2,
            f"--density is for {made_by(posed=True)}, not",
        ),
        (
            "nonogram 8 --minimal",
            2,
            f"--minimal is for {made_by(posed=False)}, not",
        ),
        (
            "kakurasu 8 --symmetric",
            2,
            f"--symmetric is for {made_by(posed=False)}, not",
        ),
        ("kakurasu 8 --level 2", 2, "kakurasu has levels 1, 3, 5, 6, 7, not 2"),
        ("kakurasu 90", 3, "kakurasu of 90x90: the automata of its lines have over 250,000"),
        ("nonogram 8 --rules loose", 2, "nonogram has only the standard rules"),
        ("nonogram --image x.png --count 2 --dither", 2, "--dither is for one puzzle"),
        (
            "nonogram 8 --density 3",
            2,
            "expected a share from 0.1 to 0.9 such as 0.55 or 55%, found '3'",
        ),
        ("nonogram --image nowhere.png", 2, "nowhere.png"),
        ("nonogram 8 --threshold 0", 2, "'threshold' is for an image, found none"),
        ("nonogram --text \N{SNOWMAN}", 2, "\N{SNOWMAN}"),
        ("binairo 8 --to nowhere", 2, "nowhere"),
        ("binairo 8 --to nin", 2, "format nin supports only nonograms"),
        (
            "binairo 7 --rules odd-more-ones --seed 1 --to puzzle-binairo",
            2,
            "the odd-more-ones rules",
        ),
        ("binairo 8 --count 2 --to text", 2, "format text stores one puzzle per file"),
        ("binairo 8 -o /nowhere/x.txt", 2, "/nowhere/x.txt: No such file or directory"),
        ("binairo 6 --level 7 --seed 1 --budget 5", 3, "no puzzle of level 7 (Extreme)"),
        (
            "binairo 4 --level 7",
            2,
            "level 7 is not offered for binairo of 4x4; try level 4, or size 6x6",
        ),
        (
            "nonogram 10 --level 5 --seed 1 --budget 300",
            3,
            "300 search steps; the closest has level 4",
        ),
        ("nonogram 10 --level 7 --seed 1 --time-limit 0.1", 3, "before the limit of 0.1 s was"),
        (
            "binairo 60 --minimal --seed 1 --time-limit 0.05",
            3,
            "Allow more time with --time-limit S",
        ),
    ],
)
def test_what_cannot_be_made_is_told_in_one_line(
    capsys: Output, arguments: str, code: int, message: str
) -> None:
    found, out, err = run(capsys, "generate", *arguments.split())
    assert (found, out) == (code, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_broken_picture_is_told_by_its_name(capsys: Output, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    broken = tmp_path / "broken.png"
    for content in (b"", b"\x89PNG\r\n\x1a\nbroken", b"words"):
        broken.write_bytes(content)
        code, out, err = run(capsys, "generate", "nonogram", "8", "--image", str(broken))
        assert (code, out) == (2, "")
        assert err.startswith(f"nonairo: {broken}: expected an image")
        assert len(err.splitlines()) == 1


def test_nothing_is_lost_on_an_interrupt(tmp_path: Path) -> None:
    out = tmp_path / "many.jsonl"
    command = [sys.executable, "-m", "nonairo", "generate", "binairo", "10", "--level", "4"]
    process = subprocess.Popen(
        [*command, "--count", "100000", "-o", str(out)], stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (out.exists() and out.read_text().count("\n") > 3):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "nonairo: interrupted"
    made = nn.load(out)
    assert len(made) > 3
    assert all(nn.is_unique(puzzle) for puzzle in made)


def test_a_repair_is_written_and_told(capsys: Output) -> None:
    code, out, err = run(capsys, "repair", SEVERAL)
    assert code == 0
    assert nn.is_unique(nn.parse(out))
    assert err.startswith("nonairo: 3 cells given: r1c")
    assert err.endswith("no smaller change is enough\n")
    code, out, err = run(capsys, "repair", "nonogram:1/1;1/1", "--picture", "10/01", "--to", "id")
    assert (code, out) == (0, "nonogram:0/1;0/1\n")
    assert err == "nonairo: 1 cell changed: r1c1=0; no smaller change is enough\n"
    code, out, err = run(capsys, "repair", "nonogram:1;1")
    assert (code, err) == (0, "nonairo: it already has one solution\n")


def test_what_text_cannot_hold_is_written_as_an_id(capsys: Output) -> None:
    code, out, err = run(capsys, "repair", "nonogram:1/1;1/1")
    assert (code, out) == (0, "nonogram:1/1;1/1;0./..\n")
    assert err == "nonairo: 1 cell given: r1c1=0; no smaller change is enough\n"
    code, out, err = run(capsys, "generate", "kakurasu", "5", "--seed", "1")
    assert (code, out, err) == (0, "kakurasu:6/15/15/0/6;11/5/5/5/11\n", "")
    code, out, err = run(capsys, "repair", "kakurasu:3/10/3/7;6/6/6/6", "--json")
    assert (code, err) == (0, "")
    assert nn.is_unique(nn.parse(json.loads(out)["puzzle"]))


def test_a_changed_picture_is_the_new_solution(capsys: Output, tmp_path: Path) -> None:
    (tmp_path / "x.pbm").write_text("P1\n2 2\n1 0\n0 1\n")
    _, out, _ = run(capsys, "repair", str(tmp_path / "x.pbm"), "--to", "jsonl")
    puzzle = nn.parse(out)
    assert nn.solve(puzzle).solution == puzzle.solution


def test_repairs_as_data(capsys: Output) -> None:
    code, out, err = run(capsys, "repair", SEVERAL, "nonogram:1/1;1/1", "--json", "--budget", "1")
    first, second = map(json.loads, out.splitlines())
    assert (code, err) == (0, "")
    assert not first["exact"]
    assert second["how"] == "givens"
    assert all(nn.is_unique(nn.parse(each["puzzle"])) for each in (first, second))


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("binairo:11../11../..../....",), 2, "no solution, and more givens cannot help"),
        (("nowhere.txt",), 2, "nowhere.txt"),
        (("nonogram:1/1;1/1", "--to", "nin"), 2, "cannot store this puzzle's givens"),
        ((SEVERAL, "--json", "--to", "id"), 2, "expected --json, or --to and -o, not both"),
        (("nonogram:1/1;1/1", "--picture", "1"), 2, "expected 2x2 = 4 cells, found 1"),
    ],
)
def test_what_cannot_be_repaired_is_told_in_one_line(
    capsys: Output, arguments: tuple[str, ...], code: int, message: str
) -> None:
    found, out, err = run(capsys, "repair", *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_scene_that_is_a_blot_is_reported(capsys: Output) -> None:
    asked = ("generate", "nonogram", "10", "--style", "scene", "--seed", "1", "--level")
    code, out, err = run(capsys, *asked, "5", "--json")
    assert code == 0
    assert "the picture is an ink blot" in err
    assert "picture" not in json.loads(out)
    assert run(capsys, *asked, "4")[2] == ""
