"""Reading is bounded: in bytes, in memory, in time; and what we write, we read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo import reading
from nonairo.cli.puzzle_arguments import puzzles_of
from nonairo.errors import LimitReached
from nonairo.formats import FORMATS, base
from nonairo.limits import Limits, supervised

ID = "binairo:0..0/..0./..../.1.0"
NONOGRAM = "nonogram:1,1/3;2/1/2"
MANY = 15_001  # more than was once the limit
MB = 1 << 20
BY_LINE = [name for name, format in FORMATS.items() if format.by_line]
WHOLE = [name for name, format in FORMATS.items() if format.write_all]


def puzzle_for(name: str) -> nn.Puzzle:
    format = FORMATS[name]
    kinds = format.kinds or ("binairo",)
    samples = {"binairo": ID, "nonogram": NONOGRAM}
    kind = next((kind for kind in samples if kind in kinds), kinds[0])
    puzzle = nn.parse(samples.get(kind, nn.KINDS[kind].example))
    return puzzle.about(solution=nn.solve(puzzle).solution) if format.needs_solution else puzzle


@pytest.mark.parametrize("name", BY_LINE)
def test_any_number_of_lines_is_streamed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_TEXT", 100_000)  # what is read at once may have this much
    monkeypatch.setattr(reading, "SAMPLE", 50_000)
    line = nn.dumps(puzzle_for(name), name)
    if name == "oneline":  # without a solution beside it, it is taken for the row of a grid
        line = f"{line.strip()} {nn.solve(ID).solution}".replace("\n", "") + "\n"
    path = tmp_path / "many"
    path.write_text(line * (120_000 // len(line)))
    count = 120_000 // len(line)
    for format in (None, name):
        found = nn.scan(path, format)
        assert next(found) == puzzle_for(name)
        assert sum(1 for _ in found) == count - 1


@pytest.mark.parametrize("name", [*WHOLE, "id"])
def test_what_is_written_is_read_whatever_its_number(name: str, tmp_path: Path) -> None:
    path = tmp_path / "many"
    puzzle = puzzle_for(name)
    count = MANY if name == "id" else 300
    nn.save([puzzle] * count, path, name)
    assert sum(each == puzzle for each in nn.scan(path)) == count


def test_commands_take_any_number_of_ids(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "many.ids"
    path.write_text("binairo:../..\n" * MANY)
    out = tmp_path / "many.jsonl"
    code, _, err = run(capsys, "convert", str(path), "-o", str(out))
    assert (code, err) == (0, "")
    assert out.read_bytes().count(b"\n") == MANY
    code, _, err = run(capsys, "hint", str(path))
    assert code == 2
    assert "found 1000 or more" in err


def test_a_batch_takes_ids(tmp_path: Path, capsys: Output) -> None:
    path, out = tmp_path / "some.ids", tmp_path / "answers.jsonl"
    path.write_text(f"# a comment\n{ID}\nbinairo:0../..\n\n{NONOGRAM}\n")
    code, _, err = run(capsys, "batch", str(path), "-o", str(out), "--ordered")
    assert code == 2
    assert "some.ids:3: row 2: expected 3 cells, found 2" in err
    answers = [json.loads(line) for line in out.read_text().splitlines()]
    assert [answer["status"] for answer in answers] == ["unique", "failed", "unique"]
    assert [answers[k]["id"] for k in (0, 2)] == [ID, NONOGRAM]


def test_a_text_too_large_to_be_read_again_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("nonairo.writing.LARGEST_TEXT", 3000)
    monkeypatch.setattr("nonairo.writing.LARGEST_RECORD", 3000)
    with pytest.raises(
        nn.FormatError, match=r"xml: expected .* use a format with a puzzle on each line"
    ):
        nn.save([NONOGRAM] * 100, tmp_path / "a.xml")
    nn.save([NONOGRAM] * 100, tmp_path / "a.jsonl")
    with pytest.raises(nn.FormatError, match="expected a record of at most"):
        nn.dumpb(nn.parse(ID).about(title="x" * 3000), "jsonl")
    out = tmp_path / "b.xml"
    code, _, err = run(
        capsys, "generate", "nonogram", "5", "--count", "20", "--seed", "1", "-o", str(out)
    )
    assert code == 2
    assert "format xml: expected at most 0 MB per file" in err
    assert 1 <= len(nn.load(out)) < 20  # what was made until then is not lost


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    """A pipe to which somebody writes zeros as long as anybody reads."""
    path = tmp_path / "endless"
    os.mkfifo(path)

    def feed() -> None:
        try:
            with path.open("wb", buffering=0) as out:
                while True:
                    out.write(b"0" * MB)
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    yield path
    thread.join(10)


GRIDS = {
    "check": ["check", ID, "{}"],
    "hint": ["hint", ID, "--state", "{}"],
    "explain": ["explain", ID, "--from", "{}"],
    "draw": ["draw", ID, "--state", "{}", "-o", "{out}"],
    "repair": ["repair", "nonogram:1/1;1/1", "--picture", "{}"],
    "solve": ["solve", "{}"],
    "solve as text": ["solve", "{}", "--format", "text"],
}


@pytest.mark.parametrize("name", GRIDS)
def test_a_file_without_an_end_is_refused(
    name: str, endless: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_TEXT", 3 * MB)
    monkeypatch.setattr(reading, "LARGEST_RECORD", 2 * MB)
    out = tmp_path / "out.svg"
    code, _, err = run(capsys, *(word.format(endless, out=out) for word in GRIDS[name]))
    assert code == 2
    assert err.count("\n") == 1
    assert f"{endless}: " in err
    assert "expected at most 3 MB" in err


@pytest.mark.parametrize("name", GRIDS)
def test_a_folder_is_no_file_to_read(name: str, tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "out.svg"
    code, _, err = run(capsys, *(word.format(tmp_path, out=out) for word in GRIDS[name]))
    assert code == 2
    assert "Is a directory" in err


def test_a_census_state_is_read_line_by_line(tmp_path: Path, capsys: Output) -> None:
    state = tmp_path / "four.state"
    state.write_bytes(b"0" * (3 * MB))
    tracemalloc.start()
    code, _, err = run(capsys, "census", "4", "-o", str(state), "--resume")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert code == 2
    assert "expected the state of a census" in err
    assert most < 3 * MB
    assert state.stat().st_size == 3 * MB


def test_a_wide_text_that_is_too_large_is_not_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "wide.ids"
    path.write_text(f"{ID}\n" * 100, encoding="utf-16")
    assert len(nn.load(path)) == 100
    monkeypatch.setattr(reading, "LARGEST_TEXT", 1000)
    with pytest.raises(nn.FormatError, match="expected at most"):
        nn.load(path)


def test_bad_lines_of_every_line_format_are_told_and_the_rest_go_on(tmp_path: Path) -> None:
    for name in BY_LINE:
        good = nn.dumps(puzzle_for(name), name)
        path = tmp_path / name
        path.write_text(f"{good}bad line\n{good}")
        found = list(reading.records(path, name))
        assert [isinstance(each, nn.FormatError) for each in found] == [False, True, False], name
        assert str(found[1]).startswith(f"{path}:2"), name


class Clock:
    """A clock that runs faster the more often it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


LONG = {
    "ids": "binairo:../..\n" * 5000,
    "comments": "# nothing\n" * 20_000,
    "grids": "0.\n..\n\n" * 3000,
    "non": nn.dumps([NONOGRAM] * 200, "non"),
    "xml": nn.dumps([NONOGRAM] * 800, "xml"),
    "json list": "[" + ",\n".join([nn.dumps(NONOGRAM, "jsonl").strip()] * 500) + "]",
    "drawing": nn.dumps([NONOGRAM] * 100, "drawing"),
}


@pytest.mark.parametrize("name", LONG)
def test_reading_ends_at_the_time_limit(
    name: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long"
    path.write_text(LONG[name])
    clock = Clock(0.001)
    monkeypatch.setattr("nonairo.limits.time", clock)
    with supervised(Limits(1e6)), suppress(nn.FormatError):
        assert sum(1 for _ in reading.records(path)) > 1
    assert clock.now / clock.step > 3  # looks at the clock
    with supervised(Limits(clock.now / 2)), pytest.raises(LimitReached, match="the limit of"):
        list(reading.records(path))
    monkeypatch.setattr("nonairo.limits.time", Clock(10.0))
    code, _, err = run(capsys, "solve", str(path), "--time-limit", "1")
    assert code == 3
    assert "was reached while reading. Allow more time with --time-limit S" in err


class SlowPipe(BytesIO):
    """Lines that each come three seconds after the one before."""

    def __init__(self, text: str, clock: Clock) -> None:
        super().__init__(text.encode())
        self.clock = clock

    def readline(self, size: int | None = -1) -> bytes:
        self.clock.now += 3.0
        return super().readline(size)


@pytest.mark.parametrize("name", ["id", "jsonl"])
def test_waiting_for_the_next_line_counts_for_no_limit(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(0.0)
    pipe = SlowPipe(nn.dumps([ID] * 9, name), clock)
    monkeypatch.setattr("nonairo.limits.time", clock)
    monkeypatch.setattr(reading, "standard_input", lambda: pipe)
    monkeypatch.setattr(reading, "LOOKS", 3)
    assert list(puzzles_of(["-"], None, 2.0)) == [nn.parse(ID)] * 9


@pytest.mark.parametrize("above", ["# by lines\n", "# a [list]\n\n  # of two\n", "#" * 2000 + "\n"])
@pytest.mark.parametrize("name", ["id", "jsonl"])
def test_comments_stand_above_any_record(name: str, above: str, tmp_path: Path) -> None:
    one = nn.dumps(ID, name)
    path = tmp_path / "commented"
    path.write_text(f"{above}{one}{above}{one}")
    assert nn.load(path) == nn.loads(path.read_text()) == [nn.parse(ID)] * 2
    assert nn.load(path, name) == nn.loads(path.read_text(), name) == [nn.parse(ID)] * 2


def test_comments_stand_above_json_over_several_lines() -> None:
    record = nn.dumps(ID, "jsonl").replace(", ", ",\n")
    for text in (record, f"[{record},\n{record}]"):
        assert nn.loads(f"# a [list]\n\n{text}") == nn.loads(text)
    with pytest.raises(nn.FormatError, match=r"^line 3"):
        nn.loads('# a comment\n{"kind":\nbinairo}')


def test_a_small_puzzle_is_read_whatever_the_limit(tmp_path: Path, capsys: Output) -> None:
    for name in ("jsonl", "text", "xml", "drawing", "non"):
        path = tmp_path / name
        nn.save(NONOGRAM, path, name)
        with supervised(Limits(0)):
            assert nn.load(path) == [nn.parse(NONOGRAM)]
            assert nn.parse(path.read_text()) == nn.parse(NONOGRAM)
    large = "/".join(["." * 40] * 40)
    code, out, _ = run(capsys, "count", f"binairo:{large}", "--time-limit", "1e-9")
    assert code == 3
    assert out  # an answer, if not an exact one


ODD = ("0\n", "1\n\n", "# x\n", "01\n10\n\n", "0/", "1 ", "<a/>", "{}\n", "[[],[]],")
SIZE = 4 * MB
MEASURE = """
import json, resource, sys
import nonairo as nn
from nonairo import reading
from nonairo.formats import FORMATS
name, start, piece, size = json.loads(sys.argv[1])
text = (start + piece * (size // len(piece))).encode()
reading.loads("nonogram:1;1")
if name: FORMATS[name]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    for _ in reading._read(text, name, None): pass
except nn.FormatError as error:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def grown(name: str | None, start: str, piece: str, size: int = SIZE) -> int:
    """Bytes by which a process grows that reads such a text."""
    asked = json.dumps([name, start, piece, size])
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, asked], capture_output=True, text=True, check=True
    )
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024)


def memory_cases(full: bool) -> Iterator[tuple[str | None, str, str]]:
    yield None, "", "0\n"
    yield None, "", "01\n10\n\n"
    yield "xml", "<puzzleset><puzzle>", "<a/>"
    yield "jsonl", '{"kind": "binairo", "x": [', "[[],[]],\n"
    yield "id", "nonogram:1;", "1/"
    if full:
        for name in (None, *(name for name, format in FORMATS.items() if format.read)):
            yield from ((name, "", piece) for piece in ODD)


def test_readers_stay_under_twenty_times_the_input(full: bool) -> None:
    for name, start, piece in memory_cases(full):
        assert grown(name, start, piece) < 64 * MB + 20 * SIZE, (name, piece)


@pytest.mark.parametrize(("text", "told"), [
    (f"[[{'1,' * MB}1]]", "1000 columns, found more"),
    (f"[{'[1,0],' * MB}[1]]", "1000 rows, found 1048577"),
    (f'["0"{",1" * MB}]', "1000 rows, found more"),
    (f"nonogram:1{'/1' * MB};1", "1000 rows, found 1048577"),
    (f"nonogram:1;1{'/1' * MB}", "1000 columns, found 1048577"),
    (f"nonogram:1;1{',1' * MB}", "column 1: expected at most 1000 numbers, found 1048577"),
    (f"nonogram:{';' * MB}", "found 1,048,577 parts"),
    (f"kakurasu:1;1{'/1' * MB}", "1000 columns, found 1048577"),
    (f"binairo:01{'/01' * MB}", "1000 rows, found 1048577"),
], ids=range(9))  # fmt: skip
def test_rows_and_cells_are_counted_before_they_are_split(text: str, told: str) -> None:
    tracemalloc.start()
    with pytest.raises(nn.FormatError, match=told):
        nn.loads(text)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2 * MB + 6 * len(text)  # copies of the text, and no list of its parts


def test_lines_are_counted_before_they_are_listed() -> None:
    text = "0.\n.0\n\n" * base.MOST_ROWS
    tracemalloc.start()
    with pytest.raises(nn.FormatError, match=r"expected at most 300,000 lines, found 900,000"):
        nn.loads(text)
    with pytest.raises(nn.FormatError, match="ids or JSON Lines"):
        nn.loads(text, "text")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10 * MB
