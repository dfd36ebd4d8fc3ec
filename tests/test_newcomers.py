"""What a new user, a student and an attacker met on the command line, each a line of a table."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli import COMMANDS, main
from nonairo.rules import Balanced

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SMALL = "binairo:1..0/..../..../0..1"
EVIL = "a\x1b]0;owned\x07b\x1b[31m\u202e\x9b2J"


CLOSED = ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"]
COMMAND_LINES = [
    f"solve {FIRST}", "solve", "solve -", f"solve {FIRST} --json", f"solve {FIRST} --watch",
    f"check {FIRST} -", f"count {FIRST}", f"hint {FIRST}", f"explain {FIRST}", "explain",
    f"grade {FIRST}", f"convert {FIRST} --to oneline", "repair 'nonogram:1/1;1/1'",
    "generate binairo 4", "generate nonogram --image -", "engines", "formats", "techniques",
    "completion bash", "solve nowhere.txt", "juggle", "--help", "--version",
]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "closed"),
    [
        pytest.param(command, closed, marks=[pytest.mark.full] if (i + j) % 2 else [])
        for i, command in enumerate(COMMAND_LINES)
        for j, closed in enumerate(CLOSED)
    ],
)
def test_closed_descriptors_cause_no_traceback(command: str, closed: str) -> None:
    line = f"'{sys.executable}' -m nonairo {command} {closed}"
    told = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in told.stderr
    assert "Exception" not in told.stderr
    assert told.returncode in (0, 1, 2)


@pytest.mark.parametrize(
    "arguments", [("--trace", "trace.txt"), ("--trace", "trace.jsonl"), ("--watch",)]
)
@pytest.mark.parametrize("engine", ["core", "auto", "sat"])
def test_an_engine_that_tells_nothing_is_refused_by_name(
    capsys: Output,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    engine: str,
    arguments: tuple[str, ...],
) -> None:
    if engine != "sat":
        pytest.importorskip("nonairo._core", reason="auto has a trace without the core")
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "solve", FIRST, "--engine", engine, *arguments)
    name = "core" if engine == "auto" else engine
    assert (code, out) == (2, "")
    assert err.startswith(f"nonairo: engine {name} has no trace; these engines have one: walk, ")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(nn.EngineError, match="has no trace"):
        nn.solve(FIRST, engine, observer=print)


def test_traces_of_several_puzzles_say_where_each_begins(capsys: Output, tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    run(capsys, "solve", "nonogram:1;1", "nonogram:0;0", "--engine", "rows", "--trace", str(path))
    events = [json.loads(line) for line in path.read_text().splitlines()]
    starts = [event for event in events if event["step"] == 1]
    assert [event["puzzle"] for event in starts] == ["nonogram:1;1", "nonogram:0;0"]
    assert {event["engine"] for event in starts} == {"rows"}
    assert sum("puzzle" in event for event in events) == 2
    path = tmp_path / "trace.txt"
    run(capsys, "solve", "nonogram:1;1", "nonogram:0;0", "--engine", "rows", "--trace", str(path))
    assert path.read_text().count("\n\nnonogram 1x1, engine rows\n\ncurrent configuration") == 1
    assert path.read_text().startswith("nonogram 1x1, engine rows\n\ncurrent configuration")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    record = {"id": EVIL, "kind": "binairo", "grid": "1.." * 12, "title": EVIL, "author": EVIL}
    path = tmp_path / "evil.jsonl"
    path.write_text(json.dumps(record) + "\n" + json.dumps(record | {"kind": EVIL}) + "\n")
    return path


@pytest.mark.parametrize(
    "command",
    [
        "solve FILE", "solve FILE --json", "solve FILE --engine rows --trace OUT", "count FILE",
        "grade FILE", "grade FILE --json", "convert FILE --to text", "convert FILE --to dimacs",
        "convert FILE --to oneline", "convert FILE --to sgtsave --lossy", "repair FILE",
        "convert FILE --explain-format", "solve EVIL", "solve --engine EVIL FILE", "EVIL",
        "convert FILE --to EVIL", "solve FILE --format EVIL", "techniques EVIL", "bench EVIL",
        "check FILE EVIL", "hint FILE --state EVIL", "generate EVIL 4", "solve --symbols EVIL FILE",
    ],
)  # fmt: skip
def test_control_characters_never_reach_the_terminal(
    capsys: Output, evil: Path, tmp_path: Path, command: str
) -> None:
    out = tmp_path / "out.txt"
    places = {"FILE": str(evil), "EVIL": EVIL, "OUT": str(out)}
    main([places.get(word, word) for word in command.split()])
    told = "".join(capsys.readouterr()) + (out.read_text() if out.exists() else "")
    assert told
    assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(told)


def test_no_format_writes_control_characters() -> None:
    for puzzle in (nn.parse("nonogram:1/2;2/1"), nn.parse(SMALL)):
        titled = puzzle.about(
            title=EVIL, author=EVIL, source=EVIL, extra={"note": EVIL, "id": EVIL}
        )
        for name, format in nn.FORMATS.items():
            if format.write and not format.binary and puzzle.kind in (format.kinds or nn.KINDS):
                solved = titled.about(title=EVIL, author=EVIL, solution=nn.solve(puzzle).solution)
                text = nn.dumps(solved, name, lossy=True)
                assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(text), name


@pytest.mark.parametrize(
    "example",
    [line.split("#")[0] for line in COMMANDS["repair"].examples.splitlines() if "nonairo" in line],
)
def test_repair_prints_its_examples_into_a_pipe(capsys: Output, example: str) -> None:
    words = [word.strip("'") for word in example.split()[1:]]
    if any("." in word and ":" not in word for word in words):
        pytest.skip("names a file")
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert nn.is_unique(out)


def test_solutions_that_are_asked_for_are_written(capsys: Output, tmp_path: Path) -> None:
    make = ("generate", "binairo", "4", "--seed", "1", "--solution")
    assert nn.parse(run(capsys, *make)[1]).solution is not None
    code, out, _ = run(capsys, *make, "--count", "2")
    assert [puzzle.solution is not None for puzzle in nn.loads(out)] == [True, True]
    assert code == 0
    kakurasu = run(capsys, "generate", "kakurasu", "4", "--seed", "1", "--solution")[1]
    assert nn.parse(kakurasu).solution is not None
    for format in ("id", "unruly"):
        code, out, err = run(capsys, *make, "--to", format)
        assert (code, out) == (2, "")
        assert err.startswith(f"nonairo: format {format} cannot store solutions")
    code, _, _ = run(capsys, *make, "-o", str(tmp_path / "x.ids"))
    assert code == 2
    assert not (tmp_path / "x.ids").exists()


def test_rules_of_its_own_are_not_written_as_those_of_the_kind() -> None:
    plain = nn.parse("binairo:..../..../..../....")
    longer = (Balanced(2, 2, 4),) * 4
    odd = [
        nn.Puzzle("binairo", plain.givens, longer, longer, distinct=True),
        nn.Puzzle("binairo", plain.givens, plain.row_rules, plain.col_rules, distinct=False),
        nn.Puzzle("binairo", plain.givens, plain.row_rules, plain.col_rules, True, "mine"),
        nn.Puzzle("binairo", plain.givens, plain.row_rules, plain.col_rules, True, symbols="012"),
    ]
    clues = nn.parse("nonogram:1/1;1/1")
    odd.append(nn.Puzzle("nonogram", clues.givens, clues.row_rules, clues.col_rules, distinct=True))
    for puzzle in odd:
        for format in ("id", "jsonl", "text", "drawing"):
            with pytest.raises(nn.PuzzleError, match=r"has rules of its own|expected rules"):
                nn.dumps(puzzle, format)
        assert nn.dumps(puzzle, "dimacs").split("\n")[0].endswith(", rules of its own")
    same = nn.Puzzle("binairo", plain.givens, plain.row_rules, plain.col_rules, distinct=True)
    assert nn.dumps(same, "id") == plain.id + "\n"


def test_an_empty_name_is_no_folder(capsys: Output) -> None:
    code, _, err = run(capsys, "solve", "")
    assert (code, err) == (2, "nonairo: expected the name of a file, - or an id, found ''\n")
    for command, name in (("read", "PICTURE"), ("batch -o x.jsonl", "IN")):
        code, _, err = run(capsys, *command.split(), "")
        assert code == 2
        assert f"{name}: expected a value, found ''" in err


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "utf-8-sig"])
def test_files_in_other_encodings_are_read(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    mark = {"utf-16-be": b"\xfe\xff", "utf-16-le": b"\xff\xfe"}.get(encoding, b"")
    grid = nn.dumps(nn.parse(FIRST).about(title="été"), "text")
    record = nn.dumps(FIRST, "jsonl")
    for text in (grid, record + record, f"{FIRST}\r\n"):
        path = tmp_path / "wide"
        path.write_bytes(mark + text.encode(encoding))
        assert nn.load(path)[0] == nn.parse(FIRST)
        assert run(capsys, "solve", str(path))[0] == 0
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
        assert run(capsys, "solve")[1].startswith("unique\n")
    path.write_bytes(b"\xff\xfe1\x00.\x00\n\x00\x00\xd8")
    code, _, err = run(capsys, "solve", str(path))
    assert code == 2
    assert "expected text in UTF-16" in err
