"""Boards that are solved together: what is written is what the ordinary way writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.batches import records, valid_json
from nonairo.many_boards import board_in

BOARD = {"id": "a", "kind": "binairo", "height": 4, "width": 4, "grid": "0...............11"[:16]}
UNIQUE = nn.generate_binairo(6, seed=1)
ROW = {"kind": "binairo", "height": 6, "width": 6, "grid": UNIQUE.givens.cells}
STRANGE: list[dict[str, object]] = [
    {"id": "plain"},
    {"id": 7},
    {"id": 1.5},
    {"id": None},
    {"id": True},
    {"id": ["a", {"b": 1}]},
    {"id": 'quote" and \u00e9 and \u2028'},
    {"id": "%b %s %%"},
    {"rules": "standard"},
    {"rules": None},
    {"rules": ""},
    {"rules": "no-distinct"},
    {"rules": "no-such"},
    {"rules": ["standard"]},
    {"kind": "takuzu"},
    {"kind": "Unruly"},
    {"kind": "nonogram"},
    {"kind": 7},
    {"height": 6.0},
    {"height": True},
    {"height": "6"},
    {"height": 4, "width": 9},
    {"height": -6, "width": -6},
    {"height": None, "width": None},
    {"grid": "/".join(UNIQUE.givens.rows())},
    {"grid": list(UNIQUE.givens.rows())},
    {"grid": UNIQUE.givens.cells[:-1] + "x"},
    {"grid": UNIQUE.givens.cells[:-1] + "\u00e9"},
    {"grid": UNIQUE.givens.cells[:-1]},
    {"grid": "." * 36},
    {"grid": "0" * 36},
    {"title": "a title", "author": "somebody", "source": "a book"},
    {"title": 7},
    {"solution": "0" * 36},
    {"solution": "x" * 36},
    {"solution": 7},
    {"solution": None},
    {"signs": []},
    {"signs": [[0, 0, 0, 1, "="]]},
    {"regions": "A" * 36},
    {"diagonals": True},
    {"status": "old", "result": {}},
    {"more": [1, {"deep": [[[]]]}], "height": 6},
    {"more": "NaN"},
    {"more": float("nan")},
    {"more": "\ud800"},
    {"more": [[[[]]]] * 300},
]


def written(path: Path, folder: Path, capsys: Output, name: str, *options: str) -> tuple[int, str]:
    out = folder / name
    code, _, err = run(capsys, "batch", str(path), "-o", str(out), *options)
    text = out.read_text(encoding="utf-8")
    return code, re.sub(r'"stats": {.*?}}', '"stats": 0', text) + err  # a batch counts no nodes


@pytest.mark.parametrize("options", [(), ("--result", "lean")], ids=["full", "lean"])
@pytest.mark.parametrize("parser", ["msgspec", "python"])
def test_boards_are_written_as_results_are(
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    parser: str,
) -> None:
    if parser == "msgspec":
        pytest.importorskip("msgspec")
    else:
        monkeypatch.setitem(__import__("sys").modules, "msgspec", None)
        monkeypatch.setattr(valid_json, "_parse", valid_json._parser())
    given = tmp_path / "in.jsonl"
    lines = [json.dumps(ROW | more, ensure_ascii=number % 2 > 0).encode("utf-8", "surrogatepass")
             for number, more in enumerate(STRANGE)]  # fmt: skip
    lines += [b"  " + lines[0] + b" ", lines[0][:-1] + b"  }", lines[0] + b"x", b"# " + lines[0]]
    lines += [b"[" * 2000, b'{"a":' * 2000, lines[0].replace(b"plain", b"\xff"), UNIQUE.id.encode()]
    given.write_bytes(b"\xef\xbb\xbf" + b"\n".join(lines * 2))
    quick = written(given, tmp_path, capsys, "out.jsonl", *options)
    monkeypatch.setattr(records, "board_in", lambda data: None)
    (tmp_path / "out.jsonl").unlink()
    slow = written(given, tmp_path, capsys, "out.jsonl", *options)
    assert quick[1].splitlines() == slow[1].splitlines()
    assert quick[0] == slow[0]
    assert slow[0] == 2  # some are wrong
    assert quick[1].count('"unique"') > 20


def test_most_boards_are_found_without_making_a_puzzle() -> None:
    found = [more for more in STRANGE if board_in(ROW | more) is not None]
    assert {"id": 7} in found
    assert {"rules": "no-distinct"} in found
    assert {"title": "a title", "author": "somebody", "source": "a book"} in found
    assert len(found) < len(STRANGE) - 15


def test_lean_runs_give_equal_bytes_and_say_nothing_twice(tmp_path: Path, capsys: Output) -> None:
    puzzles = [nn.generate_binairo(8, seed=seed).givens.cells for seed in range(60)]
    puzzles += ["." * 64, "0" * 64]
    record = {"kind": "binairo", "height": 8, "width": 8}
    given = tmp_path / "in.jsonl"
    given.write_text("".join(json.dumps(record | {"grid": each}) + "\n" for each in puzzles))
    for name, options in (("a", []), ("b", ["--ordered", "--workers", "2", "--shard-size", "1K"])):
        code = run(capsys, "batch", str(given), "-o", f"{tmp_path}/{name}", "--result", "lean",
                   *options)[0]  # fmt: skip
        assert code == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    for line in (tmp_path / "a").read_text().splitlines():
        found = json.loads(line)
        assert found.keys() == {"kind", "height", "width", "grid", "status", "result"}
        assert found["result"].keys() <= {"complete", "solutions", "grid", "reason", "differ"}
        alone = nn.solve(nn.parse(line))
        assert found["result"]["solutions"] == [each.cells for each in alone.solutions]


def test_a_run_that_began_lean_goes_on_lean(tmp_path: Path, capsys: Output) -> None:
    given, out = tmp_path / "in.jsonl", f"{tmp_path}/out.jsonl"
    given.write_text(json.dumps(ROW) + "\n")
    assert run(capsys, "batch", str(given), "-o", out, "--result", "lean")[0] == 0
    assert run(capsys, "batch", str(given), "-o", out, "--result", "lean", "--resume")[0] == 0
    code, _, err = run(capsys, "batch", str(given), "-o", out, "--resume")
    assert (code, "began with --result lean" in err) == (4, True)


@pytest.mark.parametrize(("option", "value"), [("--shard-size", "3"), ("--shard-seconds", "0")])
def test_sizes_of_shards_that_cannot_be_are_refused(
    option: str, value: str, capsys: Output
) -> None:
    code, _, err = run(capsys, "batch", "in.jsonl", "-o", "x.jsonl", option, value)
    assert (code, err.count("\n")) == (2, 1)
