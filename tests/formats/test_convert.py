"""`nonairo convert`, `nonairo formats`, and the functions behind them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from samples import NON, SAMPLES, B, K

import nonairo as nn
from nonairo.cli import main
from nonairo.formats import FORMATS


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.non"
    path.write_text(NON)
    return path


def test_a_file_is_converted_to_standard_output(
    key: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["convert", str(key), "--to", "id"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.decode() == K.id + "\n"
    assert err.startswith(b"nonairo: format id left out what it cannot store: author (1 puzzle)")


def test_an_id_is_not_left_out_of_an_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(nn.dumps(nn.parse("binairo:1..0/..../..../0..1"), "jsonl"))
    assert main(["convert", str(path), "--to", "id"]) == 0
    assert capsys.readouterr() == ("binairo:1..0/..../..../0..1\n", "")
    path.write_text(path.read_text().replace('"id": "binairo:1..0/..../..../0..1"', '"id": "one"'))
    assert main(["convert", str(path), "--to", "id"]) == 0
    assert "left out what it cannot store: name (1 puzzle)" in capsys.readouterr().err


def test_the_suffix_of_the_output_tells_the_format(key: Path, tmp_path: Path) -> None:
    for suffix in (".xml", ".g", ".jsonl", ".gno", ".pbm", ".nonogram", ".txt"):
        out = tmp_path / f"out{suffix}"
        assert main(["convert", str(key), "-o", str(out), "--lossy"]) == 0
        assert nn.load(out) == [K]


def test_a_loss_is_refused_unless_it_is_asked_for(
    key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.nin"
    assert main(["convert", str(key), "-o", str(out)]) == 2
    assert not out.exists()
    assert capsys.readouterr().err == (
        "nonairo: Key: format nin cannot store its solution; --lossy converts it anyway\n"
    )
    assert main(["convert", str(key), "-o", str(out), "--lossy"]) == 0
    assert "solution (1)" in capsys.readouterr().err
    assert nn.load(out) == [K]


def test_a_picture_is_solved_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.pbm"
    assert main(["convert", K.id, "-o", str(out)]) == 0
    assert nn.load(out)[0].solution == K.solution
    assert "solved one puzzle to get the picture" in capsys.readouterr().err
    assert main(["convert", "nonogram:1/0;0/0", "-o", str(out)]) == 2
    assert "no solution was found (none)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "formats"),
    [
        (nn.parse("binairo:0./..").about(solution=nn.Grid.parse("01/01")),
         ("janko", "text", "oneline", "jsonl", "drawing")),
        (nn.parse("nonogram:1/1;1/1").about(solution=nn.Grid.parse("11/00")),
         ("xml", "text", "jsonl", "gno", "non", "nnv")),
    ],
    ids=["binairo", "nonogram"],
)  # fmt: skip
def test_a_wrong_solution_is_left_out_with_a_word(
    wrong: nn.Puzzle, formats: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "wrong.jsonl"
    assert wrong.solution is not None
    record = json.loads(nn.dumps(wrong.about(), "jsonl")) | {"solution": wrong.solution.cells}
    source.write_text(json.dumps(record))
    for format in formats:
        assert main(["convert", str(source), "--to", format]) == 0
        out, err = capsys.readouterr()
        assert nn.parse(out, format).solution is None, format
        assert "its solution is wrong and was left out" in err
        assert "wrong solution" in [x.what for x in nn.losses(wrong, format)]


def test_control_characters_are_lost_with_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    named = nn.parse("binairo:0./..").about(title="a\x1b[2Jb")
    told = {format: [loss.what for loss in nn.losses(named, format)]
            for format in ("text", "janko", "jsonl")}  # fmt: skip
    lost = ["control characters of the title"]
    assert told == {"text": lost, "janko": lost, "jsonl": []}


def test_several_puzzles_and_a_bad_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(nn.dumps([K, B], "jsonl") + "{broken\n" + nn.dumps(K, "jsonl"))
    assert main(["convert", str(source), "-o", str(out)]) == 2
    assert nn.load(out) == [K, B, K]
    assert "in.jsonl:3:2: invalid JSON" in capsys.readouterr().err
    assert main(["convert", str(source), "--to", "nin", "--lossy"]) == 2
    assert "one puzzle per file" in capsys.readouterr().err


def test_the_format_is_explained(key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = key.with_name("bare.txt")
    bare.write_text("7 4\n3\n1 4\n3 1\n0\n0\n3\n1 1\n3\n1\n2\n1\n")
    assert main(["convert", str(key), K.id, "--explain-format"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert "key.non: non (has the keywords" in first
    assert "no other format fits" in first
    assert "id (" in second
    assert main(["convert", str(bare.rename(key.with_name("bare"))), "--explain-format"]) == 0
    assert "nin ('width height'" in (told := capsys.readouterr().out)
    assert "next best: text" in told
    assert main(["convert", str(key), "--explain-format", "--to", "jsonl"]) == 0
    assert "key.non: non" in capsys.readouterr().err
    assert main(["convert", str(key), "--explain-format", "--format", "xml"]) == 0
    assert "chosen with" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "x.non"],
        ["convert", "/nowhere/x.non", "--to", "id"],
        ["convert", "/nowhere/x.non", "--explain-format"],
        ["convert", K.id, "--to", "sudoku"],
        ["convert", K.id, "--to", "jap"],
        ["convert", K.id, "--to", "unruly"],
        ["convert", K.id, "-o", "/nowhere/x.nin"],
        ["convert", K.id, "-o", "x.unknown"],
    ],
)
def test_bad_usage_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_solve_takes_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, sample in enumerate(SAMPLES):
        path = tmp_path / f"puzzle{number}"
        path.write_text(sample.text)
        assert main(["solve", str(path), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["status"] == "unique" or sample.puzzle.rules == "no-distinct"
        assert main(["solve", str(path), "--format", sample.format, "--json"]) == 0
        capsys.readouterr()


def test_the_formats_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["formats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == list(FORMATS)
    non = next(line.split("\t") for line in lines if line.startswith("non\t"))
    assert non[1:5] == [".non .nonpack", "yes", "yes", "nonogram"]
    assert main(["formats", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {record["name"] for record in records if not record["writes"]} == {
        "jap",
        "nonograms-org",
        "tolerant",
    }
    assert {record["name"] for record in records if not record["reads"]} == {"dimacs"}


def test_losses_are_told_to_a_python_caller() -> None:
    puzzle = nn.parse(NON)
    assert [(loss.what, loss.metadata) for loss in nn.losses(puzzle, "nin")] == [
        ("solution", False),
        ("title", True),
        ("author", True),
        ("licence", True),
    ]
    assert nn.losses(puzzle, "non") == []
    assert nn.losses(puzzle, "jsonl") == []
    with pytest.raises(nn.FormatError, match="read but not written"):
        nn.losses(puzzle, "jap")


def test_save_and_load(tmp_path: Path) -> None:
    for name in ("a.non", "a.xml", "a.jsonl", "a.pbm", "a.png"):
        nn.save(K, tmp_path / name)
        assert nn.load(tmp_path / name) == [K]
    nn.save([K, K], tmp_path / "b.xml")
    assert nn.load(tmp_path / "b.xml") == [K, K]
    with pytest.raises(nn.FormatError, match="lossy"):
        nn.save(K, tmp_path / "a.mk")
    nn.save(K, tmp_path / "a.mk", lossy=True)
    assert nn.load(tmp_path / "a.mk") == [K]
    with pytest.raises(nn.FormatError, match="suffix"):
        nn.save(K, tmp_path / "a")


def test_the_rules_that_a_format_lacks_are_called_by_their_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["convert", "binairo:0..0/..0./..../.1.0", "--to", "tango"]) == 2
    found = "format tango cannot store the standard rules; --lossy converts it anyway"
    assert found in capsys.readouterr().err
