"""Nonograms of one size that are solved together: the answers are those of the ordinary way."""

from __future__ import annotations

import json
import random
import re
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn
from commands import Output, run
from interrupts import interrupted
from nonairo import native
from nonairo.batches import records
from nonairo.limits import Limits
from nonairo.many_boards import CLUES, board_in, shape_of

Json = dict[str, object]
solve_clues: Any = getattr(native.compiled, "solve_clues", None)
pytestmark = pytest.mark.skipif(solve_clues is None, reason="installed without the compiled core")

HEART: Json = json.loads(nn.dumps(nn.parse("nonogram:1,1/5/5/3/1;2/4/4/4/2"), "jsonl"))
STRANGE: list[Json] = [
    {"id": 7},
    {"id": None},
    {"id": 'quote" and \u00e9'},
    {"title": "a title", "author": "somebody"},
    {"title": 7},
    {"kind": "Hanjie"},
    {"kind": "nonogram@a=ff0000"},
    {"kind": "binairo"},
    {"kind": "kakurasu"},
    {"rules": "standard"},
    {"rules": "no-such"},
    {"rules": ["standard"]},
    {"height": None, "width": None},
    {"height": 5.0},
    {"height": 6},
    {"width": [5]},
    {"grid": "." * 25},
    {"grid": "1" + "." * 24},
    {"grid": "0" * 25},
    {"grid": None},
    {"solution": "0101011111111110111000100"},
    {"solution": "x" * 25},
    {"solution": "0" * 24},
    {"coloured": True},
    {"coloured": True, "colours": {"a": "#ff0000"}},
    {"coloured": False},
    {"coloured": None},
    {"colours": {"a": "#ff0000"}},
    {"status": "old", "result": {}},
    {"rows": [[0], [5], [5], [3], [1]]},
    {"rows": [[], [5], [5], [3], [1]]},
    {"rows": [[1, 0], [5], [5], [3], [1]]},
    {"rows": [[1, 1, 1, 1], [5], [5], [3], [1]]},
    {"rows": [[6], [5], [5], [3], [1]]},
    {"rows": [[-1], [5], [5], [3], [1]]},
    {"rows": [[1 << 70], [5], [5], [3], [1]]},
    {"rows": [[1.0], [5], [5], [3], [1]]},
    {"rows": [[True], [5], [5], [3], [1]]},
    {"rows": [None, [5], [5], [3], [1]]},
    {"rows": [[None], [5], [5], [3], [1]]},
    {"rows": ["1", [5], [5], [3], [1]]},
    {"rows": [1, [5], [5], [3], [1]]},
    {"rows": [[1, 1], [5], [5], [3]]},
    {"rows": []},
    {"rows": "[[1, 1], [5], [5], [3], [1]]"},
    {"cols": None},
    {"rows": [[2], [5], [5], [3], [1]]},
    {"rows": [[1, 1], [5], [5], [2], [1]], "cols": [[2], [4], [4], [4], [1]]},
    {"rows": [[]] * 5, "cols": [[]] * 5},
    {"rows": [[1]] * 5, "cols": [[1]] * 5},
]


def clues_of(lines: list[str]) -> list[list[int]]:
    return [[*map(len, line.replace("0", " ").split())] for line in lines]


def record_of(height: int, width: int, draw: random.Random) -> Json:
    """A nonogram of a random picture, now and then with one clue changed."""
    dense = draw.choice((0.3, 0.5, 0.7))
    rows = ["".join("01"[draw.random() < dense] for _ in range(width)) for _ in range(height)]
    across, down = clues_of(rows), clues_of(["".join(line) for line in zip(*rows, strict=True)])
    if draw.random() < 0.2:
        across[draw.randrange(height)] = draw.choice(([], [0], [1], [width], [width + 1], [1, 1]))
    return {"kind": "nonogram", "height": height, "width": width, "rows": across, "cols": down}


def drawn(sizes: list[tuple[int, int]], number: int) -> list[Json]:
    draw = random.Random(number)
    return [{"id": k} | record_of(*draw.choice(sizes), draw) for k in range(number)]


INPUTS: dict[str, list[Json]] = {
    "strange": [HEART | more for more in STRANGE],
    "one size": drawn([(6, 6)], 300),
    "several sizes": drawn([(1, 1), (5, 5), (3, 8), (10, 10), (7, 4), (1, 20)], 300),
    "large": drawn([(64, 64), (65, 3), (3, 65)], 6),
    "without ids": [{k: v for k, v in each.items() if k != "id"} for each in drawn([(5, 4)], 50)],
}


def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing is solved together."""
    monkeypatch.setattr(records, "board_in", lambda data: None)
    monkeypatch.setattr("nonairo.batches.tables.solve_columns", nothing_solved)


def nothing_solved(arrow: object, table: object, *_: object, **__: object) -> object:
    from nonairo.board_columns import ColumnAnswers

    return ColumnAnswers.none(arrow, table.num_rows)  # type: ignore[attr-defined]


def plain(text: str) -> str:
    """A result without what depends on the run; a batch counts no nodes."""
    return re.sub(r'"stats": {.*?}}', '"stats": 0', text)


@pytest.mark.parametrize("options", [(), ("--result", "lean")], ids=["full", "lean"])
@pytest.mark.parametrize("name", INPUTS)
def test_lines_are_those_of_the_ordinary_way(
    name: str,
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = tmp_path / "in.jsonl"
    given.write_text("".join(json.dumps(record) + "\n" for record in INPUTS[name]))

    def written() -> list[str]:
        out = tmp_path / "out.jsonl"
        out.unlink(missing_ok=True)
        code, _, err = run(capsys, "batch", str(given), "-o", str(out), *options)
        return [str(code), *plain(out.read_text()).splitlines(), *err.splitlines()]

    quick = written()
    slowly(monkeypatch)
    assert quick == written()


@pytest.mark.parametrize("options", [(), ("--result", "lean")], ids=["full", "lean"])
@pytest.mark.parametrize("way", ["lines to table", "table to table", "table to lines"])
@pytest.mark.parametrize("name", ["one size", "several sizes", "without ids"])
def test_tables_are_those_of_the_ordinary_way(
    name: str,
    way: str,
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arrow = pytest.importorskip("pyarrow", reason="needs the extra cluster")
    from pyarrow.parquet import read_table, write_table

    start, end = way.split(" to ")
    given = tmp_path / ("in.jsonl" if start == "lines" else "in.parquet")
    if start == "lines":
        given.write_text("".join(json.dumps(record) + "\n" for record in INPUTS[name]))
    else:
        write_table(arrow.Table.from_pylist(INPUTS[name]), given)

    def written() -> list[object]:
        out = tmp_path / ("out.jsonl" if end == "lines" else "out.parquet")
        out.unlink(missing_ok=True)
        code, _, err = run(capsys, "batch", str(given), "-o", str(out), *options)
        if end == "lines":
            return [code, err, *plain(out.read_text()).splitlines()]
        rows = read_table(out).to_pylist()
        return [code, err, *(plain(json.dumps(row).replace('\\"', '"')) for row in rows)]

    quick = written()
    slowly(monkeypatch)
    assert quick == written()


def test_most_nonograms_are_found_without_making_a_puzzle() -> None:
    found = [more for more in STRANGE if board_in(HEART | more) is not None]
    assert {"id": 7} in found
    assert {"rows": [[0], [5], [5], [3], [1]]} in found
    assert {"grid": "1" + "." * 24} not in found
    assert 10 < len(found) < len(STRANGE) - 25


def test_rows_of_a_table_that_are_no_nonograms_leave_the_others_quick() -> None:
    arrow = pytest.importorskip("pyarrow", reason="needs the extra cluster")
    from nonairo.board_columns import solve_columns

    rows = [HEART["rows"], [[6], [5], [5], [3], [1]], None, HEART["rows"], [[2 << 40]], [[0]] * 5]
    for kind in (
        arrow.list_(arrow.list_(arrow.int64())),
        arrow.large_list(arrow.list_(arrow.int64())),
    ):
        column = arrow.array([[[9]], *rows], kind)[1:]  # does not begin where its memory does
        cols = arrow.array([HEART["cols"]] * 5 + [[[]] * 5])
        table = arrow.table({"kind": ["nonogram"] * 6, "rows": column, "cols": cols})
        found = solve_columns(arrow, table, Limits())
        assert found.counts.to_pylist() == [1, None, None, 1, None, 1]
        assert found.solutions.to_pylist()[5] == "0" * 25
        found = nn.solve_frame(table)
        errors = found["error"].to_pylist()
        assert [why is None for why in errors] == [True, False, False, True, False, True]


def packed(records_: list[Json]) -> Iterator[bytes]:
    for record in records_:
        found = board_in(record)
        assert found is not None
        assert isinstance(found[1], bytes)
        yield found[1]


@pytest.mark.parametrize("threads", [1, 2, 9])
@pytest.mark.parametrize("limit", [1, 2])
def test_counts_and_first_solutions_are_those_of_solve(threads: int, limit: int) -> None:
    boards = [record for record in drawn([(6, 7)], 200) if board_in(record) is not None]
    solutions, counts = solve_clues(6, 7, b"".join(packed(boards)), limit, threads, None, None)
    assert len(counts) == len(boards) > 100
    for place, record in enumerate(boards):
        alone = nn.solve(nn.parse(json.dumps(record)), limit=limit)
        assert counts[place] == len(alone.solutions)
        first = alone.solutions[0].cells if alone.solutions else "." * 42
        assert solutions[place * 42 : place * 42 + 42].decode() == first


def test_limits_are_told_and_leave_no_solution() -> None:
    (clues,) = packed([{"kind": "nonogram", "rows": [[1, 2, 3, 1]] * 40, "cols": [[2, 1, 1]] * 40}])
    solutions, counts = solve_clues(40, 40, clues * 3, 2, 1, 1, None)
    assert counts == b"\xff" * 3
    assert solutions == b"." * (3 * 1600)
    begin = time.process_time()
    solutions, counts = solve_clues(40, 40, clues * 500, 2, 1, None, 0.05)
    assert time.process_time() - begin < 3
    assert counts[-1] == 255
    assert solutions[-1600:] == b"." * 1600


def test_limits_of_a_batch_are_those_of_each_nonogram(monkeypatch: pytest.MonkeyPatch) -> None:
    hard: Json = {"kind": "nonogram", "rows": [[1, 2, 3, 1]] * 40, "cols": [[2, 1, 1]] * 40}
    (clues,) = packed([hard])
    shape = shape_of("nonogram", 40, 40, CLUES)
    assert shape is not None
    assert shape.solved(clues, 1, Limits(nodes=0))[1] == b"\xff"
    asked: list[object] = []
    monkeypatch.setattr(native, "clue_batch", lambda *size: lambda *given: asked.append(given))
    monkeypatch.setattr("nonairo.many_boards._shapes", {})
    shape = shape_of("nonogram", 40, 40, CLUES)
    assert shape is not None
    shape.solved(clues * 3, 3, Limits(2))
    assert asked == [(clues * 3, 2, 1, 1000, 6, None)]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_a_batch(threads: int) -> None:
    large = json.loads(nn.dumps(nn.generate_nonogram(30, seed=1), "jsonl"))
    (clues,) = packed([large])
    program = (
        "import sys; from nonairo import native; assert native.compiled\n"
        f"clues = bytes.fromhex('{clues.hex()}') * 300_000\n"
        "print('ready', flush=True)\n"
        f"native.compiled.solve_clues(30, 30, clues, 2, {threads}, None, None)\n"
        "print('it ended', file=sys.stderr)"
    )
    said = interrupted(program)
    assert "KeyboardInterrupt" in said
    assert "it ended" not in said


def test_what_is_not_packed_is_refused() -> None:
    for clues in (b"\x01", b"\x01\x00", b"\x00\x00", b"\x00\x00" * 3):
        with pytest.raises(ValueError, match="packed nonograms"):
            solve_clues(1, 1, clues, 2, 1, None, None)
    with pytest.raises(ValueError, match="thread"):
        solve_clues(1, 1, b"", 2, 0, None, None)
    for size in (0, 513):
        with pytest.raises(ValueError, match="size"):
            solve_clues(size, 1, b"", 2, 1, None, None)
    assert solve_clues(1, 1, b"", 2, 1, None, None) == (b"", b"")
    pack = native.compiled.pack_clue_columns

    def numbers(*values: int) -> bytes:
        return array("i", values).tobytes()

    one, starts = numbers(1), numbers(0, 1)
    assert pack(1, 1, one, starts, one, starts) == (b"\1\0\0\0\1\0\0\0", b"\1")
    for wrong in (numbers(0, 2), numbers(1, 0), numbers(-1, 1), b"", b"\0"):
        with pytest.raises(ValueError, match="expected"):
            pack(1, 1, one, wrong, one, starts)
    with pytest.raises(ValueError, match="as many"):
        pack(1, 1, one, numbers(0, 1, 1), one, starts)
